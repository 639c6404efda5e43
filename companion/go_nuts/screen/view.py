"""The view of a Go Nuts table on one phone: plain values for the templates, never the state itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.go_nuts.cards import Power
from companion.go_nuts.powers import asked_seats
from companion.go_nuts.score import points
from companion.go_nuts.screen.bidding import ask_bid, ask_own_bid, ask_secret, speaks_for
from companion.go_nuts.screen.choices import ask_choice
from companion.go_nuts.screen.draft import NutsDraft, read_draft
from companion.go_nuts.screen.prompts import CardView, NumberView, Prompt
from companion.go_nuts.screen.refilling import ask_refill
from companion.go_nuts.screen.row import row_of
from companion.go_nuts.screen.story import StoryLine, named, story_lines
from companion.go_nuts.state import NutsState
from companion.kernel.text import Names
from companion.kernel.viewer import ANY_PHONE, Viewer

TELLING = ("refill", "choice", "wait", "over", "bid")  # the panels that show the round resolved last


@dataclass(frozen=True, slots=True)
class NutsSeatView:
    """A seat's card: its present points, its tray, and whether it is asked, has left, or has bid secretly."""

    name: str
    mark: int  # the number of its colour and topping
    points: int
    cards: int
    tray: Sequence[CardView]
    asked: bool
    away: bool
    has_bid: bool


@dataclass(frozen=True, slots=True)
class NutsView:
    """Everything the table's page shows. `panel`, the next step: refill, bid, cover, secret, choice or over; on a phone
    with one seat also own_bid, and wait where another phone is asked.

    `case`: the row, in the place where the page shows the table. `pile`: the discard pile, its top first. `story`: the
    events of the round resolved last, with names in the place of seats; `story_lines`: the same as lines of the page,
    and `story_round` their round. `mark`: of the seat the next tap is for, 0 for none or several. `has_begun`: a line
    is half entered.
    """

    seats: Sequence[NutsSeatView]
    round: int
    case: Sequence[NumberView]
    pile: Sequence[CardView]
    deck: int
    panel: str
    draft: NutsDraft
    story: Sequence[tuple[object, ...]]
    story_lines: Sequence[StoryLine]
    story_round: int
    ask: Prompt
    mark: int
    has_begun: bool
    own: NutsOwnView | None = None

    @property
    def speaks_for(self) -> int | None:
        """The seat the next tap is for, None for nobody or several."""
        asked = [number for number, seat in enumerate(self.seats) if seat.asked]
        return asked[0] if len(asked) == 1 else None


@dataclass(frozen=True, slots=True)
class NutsOwnView:
    """The only seat of a phone, as its page shows it. `asked`: it is to bid or to choose now.

    `bid`: the number it bid, 0 for none. `doing`: the names of the other seats that are to do something, by the power
    of `card` or, where that is empty, to bid. `to_others`: the draft that enters what they do, here; `to_own`: back.
    """

    name: str
    mark: int  # the number of its colour and topping
    points: int
    asked: bool
    bid: int
    doing: Sequence[str]
    card: str
    to_others: NutsDraft | None
    to_own: NutsDraft | None


def nuts_view(state: NutsState, names: Names, args: Mapping[str, str], viewer: Viewer = ANY_PHONE) -> NutsView:
    """Return the page of a table for one phone. `args`: the query of its address with the draft."""
    draft = read_draft(args, len(state.trays)).answering(_question(state))
    panel = _panel(state, draft, viewer)
    ask = _prompt(panel, state, names, draft, viewer)
    bidding = ask.actor if panel in ("bid", "cover", "secret") and not ask.text and viewer.only is None else ""
    return NutsView(
        seats=_seats(state, bidding, everybody=viewer.only is not None),
        round=state.round,
        case=row_of(state, panel, ask),
        pile=[CardView(card) for card in state.pile[::-1]],
        deck=state.deck,
        panel=panel,
        draft=draft,
        story=[named(state, event) for event in state.story],
        story_lines=story_lines(state) if panel in TELLING else (),
        story_round=state.round if state.at else state.round - 1,
        ask=ask,
        mark=_mark(state, bidding),
        has_begun=bool(draft.cards or draft.numbers or draft.pick or any(draft.bids) or any(draft.passes)),
        own=_own(state, draft, viewer),
    )


def _question(state: NutsState) -> str:
    """Return a name for what the table is asked now: a draft that answers it answers nothing else."""
    asks = [state.choice.seat, state.choice.card] if state.choice else state.gaps
    return "-".join(map(str, [state.round, *asks]))


def _prompt(panel: str, state: NutsState, names: Names, draft: NutsDraft, viewer: Viewer) -> Prompt:
    """Return the question of a panel."""
    match panel:
        case "refill":
            return ask_refill(state, names, draft)
        case "bid":
            return ask_bid(state, names, draft, viewer)
        case "own_bid" if viewer.only is not None:
            return ask_own_bid(state, names, viewer.only)
        case "cover" | "secret":
            return ask_secret(state, names, draft, viewer)
        case "choice":
            return ask_choice(state, names, draft, viewer)
        case "wait" if state.choice is not None:
            asked = [state.party.names[seat] for seat in asked_seats(state)]
            others = None if _is_private(state, viewer) else draft.replace(for_others=True)
            return Prompt(card=state.choice.card, power=state.choice.power, waits=asked, others_draft=others)
    return Prompt()


def asked(state: NutsState) -> frozenset[int]:
    """Return the seats that are to bid or to choose now."""
    if state.over:
        return frozenset()
    if state.choice is None and state.bidding:
        return frozenset(seat for seat in state.seats_in if state.bids[seat] is None)
    return frozenset(asked_seats(state))


def _own(state: NutsState, draft: NutsDraft, viewer: Viewer) -> NutsOwnView | None:
    """Return what a page shows of the only seat of its phone; None on a shared phone."""
    seat = viewer.only
    if seat is None:
        return None
    parts, doing = points(state.final_trays, state.party.rulings)[seat], asked(state)
    others = sorted(doing - {seat})
    return NutsOwnView(
        name=state.party.names[seat],
        mark=state.party.mark(seat),
        points=sum(parts.values()) + state.adjusted[seat],
        asked=seat in doing,
        bid=(state.bids[seat] or 0) if state.bidding else 0,
        doing=[state.party.names[other] for other in others],
        card=state.choice.card if state.choice else "",
        to_others=NutsDraft(for_others=True)
        if others and not draft.for_others and not _is_private(state, viewer)
        else None,
        to_own=draft.replace(for_others=False, seat=None) if draft.for_others else None,
    )


def _panel(state: NutsState, draft: NutsDraft, viewer: Viewer) -> str:
    """Return the name of the panel, the next step of the page."""
    if state.over:
        return "over"
    if state.choice is not None:
        enters = draft.for_others and not _is_private(state, viewer)
        here = enters or any(speaks_for(viewer, seat) for seat in asked_seats(state))
        return "choice" if here else "wait"
    if state.gaps:
        return "refill"
    if viewer.only in state.seats_in and not draft.for_others:
        return "own_bid"
    return draft.do if draft.do in ("cover", "secret") and draft.seat in state.seats_in else "bid"


def _is_private(state: NutsState, viewer: Viewer) -> bool:
    """Return whether what is chosen now is for another phone alone: its seat sees cards that nobody else does."""
    choice = state.choice
    return choice is not None and choice.power == Power.DRAW_TWO and choice.seat in viewer.others


def _mark(state: NutsState, bidding: str) -> int:
    """Return the mark of the seat the next tap is for, as the page fills its card: the one that bids or chooses."""
    seats = asked_seats(state)
    name = bidding or (state.party.names[seats[0]] if len(seats) == 1 else "")
    return state.party.mark(state.party.names.index(name)) if name else 0


def seat_views(state: NutsState) -> list[NutsSeatView]:
    """Return the cards of all seats as everybody at the table sees them: all that are to do something are asked."""
    return _seats(state, "", everybody=True)


def _seats(state: NutsState, bidding: str, *, everybody: bool) -> list[NutsSeatView]:
    """Return the cards of all seats. `bidding`: the name of the seat that bids next on this phone, empty for none;
    `everybody`: seats bid on their own phones, all at once.
    """
    trays = state.final_trays
    doing = asked(state) if everybody else frozenset(asked_seats(state))
    return [
        NutsSeatView(
            name,
            state.party.mark(seat),
            sum(parts.values()) + state.adjusted[seat],
            len(trays[seat]),
            [CardView(card, trays[seat].count(card), score) for card, score in parts.items()],
            seat in doing or name == bidding,
            seat in state.party.away,
            state.bids[seat] is not None and not state.at,
        )
        for seat, (name, parts) in enumerate(zip(state.party.names, points(trays, state.party.rulings), strict=True))
    ]
