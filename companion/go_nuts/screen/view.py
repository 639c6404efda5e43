"""The view of a Go Nuts table on one phone: plain values for the templates, never the state itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.go_nuts.cards import BY_NAME
from companion.go_nuts.powers import asked_seats
from companion.go_nuts.score import points
from companion.go_nuts.screen.draft import NutsDraft, read_draft
from companion.go_nuts.screen.prompts import CardView, NumberView, Prompt
from companion.go_nuts.screen.questions import ask_bid, ask_choice, ask_refill, ask_secret
from companion.go_nuts.state import WITH_OTHER, NutsState
from companion.kernel.text import Names


@dataclass(frozen=True, slots=True)
class NutsSeatView:
    """A seat's card: its present points, its tray, and whether it is asked, has left, or has bid secretly."""

    name: str
    points: int
    cards: int
    tray: Sequence[CardView]
    asked: bool
    away: bool
    has_bid: bool


@dataclass(frozen=True, slots=True)
class NutsView:
    """Everything the table's page shows. `panel`, the next step: refill, bid, cover, secret, choice or over.

    `case`: the row, in the place where the page shows the table. `pile`: the discard pile, its top first. `story`: the
    events of the round resolved last, with names in the place of seats.
    """

    seats: Sequence[NutsSeatView]
    round: int
    case: Sequence[NumberView]
    pile: Sequence[CardView]
    deck: int
    panel: str
    draft: NutsDraft
    story: Sequence[tuple[object, ...]]
    ask: Prompt


PROMPTS: Mapping[str, Callable[[NutsState, Names, NutsDraft], Prompt]] = {
    "refill": ask_refill,
    "bid": ask_bid,
    "cover": ask_secret,
    "secret": ask_secret,
    "choice": ask_choice,
    "over": lambda state, names, draft: Prompt(),
}


def nuts_view(state: NutsState, names: Names, args: Mapping[str, str]) -> NutsView:
    """Return the page of a table for one phone. `args`: the query of its address with the draft."""
    draft = read_draft(args, len(state.trays))
    panel = _panel(state, draft)
    ask = PROMPTS[panel](state, names, draft)
    return NutsView(
        seats=_seats(state, ask.actor if panel in ("bid", "cover", "secret") and not ask.text else ""),
        round=state.round,
        case=[NumberView(number, card or "") for number, card in enumerate(state.row, 1)],
        pile=[CardView(card) for card in state.pile[::-1]],
        deck=state.deck,
        panel=panel,
        draft=draft,
        story=[_named(state, event) for event in state.story],
        ask=ask,
    )


def _panel(state: NutsState, draft: NutsDraft) -> str:
    """Return the name of the panel, the next step of the page."""
    if state.over:
        return "over"
    if state.choice is not None:
        return "choice"
    if state.gaps:
        return "refill"
    return draft.do if draft.do in ("cover", "secret") and draft.seat in state.seats_in else "bid"


def _named(state: NutsState, event: tuple[object, ...]) -> tuple[object, ...]:
    """Return an event with names in the place of seats."""
    what, who, *rest = event
    names = state.party.names
    if what in WITH_OTHER:
        rest[-1] = names[rest[-1]]  # type: ignore[call-overload]
    named = [names[seat] for seat in who] if isinstance(who, tuple) else names[who]  # type: ignore[call-overload]
    return (what, named, *rest)


def _seats(state: NutsState, bidding: str) -> list[NutsSeatView]:
    """Return the cards of all seats. `bidding`: the name of the seat that bids next, empty for none."""
    trays = state.final_trays
    asked = asked_seats(state)
    return [
        NutsSeatView(
            name,
            sum(parts.values()) + state.adjusted[seat],
            len(trays[seat]),
            [CardView(card, trays[seat].count(card), score) for card, score in parts.items()],
            seat in asked or name == bidding,
            seat in state.party.away,
            state.bids[seat] is not None and not state.at,
        )
        for seat, (name, parts) in enumerate(zip(state.party.names, points(trays, state.party.rulings), strict=True))
    ]


def title(card: str) -> str:
    """Return the title printed on a card, empty where there is no such card."""
    return BY_NAME[card].title if card in BY_NAME else ""
