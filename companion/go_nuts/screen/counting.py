"""Counting the trays at the end of a game that was not followed, one seat after the other, card by card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.go_nuts.cards import deck_for
from companion.go_nuts.moves import FinalTray
from companion.go_nuts.notation import MOST_CARDS, write_line
from companion.go_nuts.screen.bidding import speaks_for
from companion.go_nuts.screen.draft import NutsDraft
from companion.go_nuts.screen.prompts import CardView
from companion.go_nuts.state import NutsState
from companion.kernel.text import Names
from companion.kernel.viewer import ANY_PHONE, Viewer


@dataclass(frozen=True, slots=True)
class TrayCountView:
    """The tray being counted: its seat, a key for each card of the deck, the cards entered, and its line.

    A tap on a card of `tray` removes it. `counted`: the seats counted, with the number of their cards; `missing`: the
    other ones that are not. `seat` is empty where this phone has nothing more to count. `own`: it is its own tray;
    `number`: the seat's. `late`: it was counted elsewhere while its cards were entered here.
    """

    seat: str
    keys: Sequence[CardView]
    tray: Sequence[CardView]
    counted: Sequence[tuple[str, int]]
    text: str
    missing: Sequence[str] = ()
    own: bool = False
    number: int = 0
    late: bool = False


def count_view(state: NutsState, names: Names, args: Mapping[str, str], viewer: Viewer = ANY_PHONE) -> TrayCountView:
    """Return the count of the next seat without one, with the cards in the query arguments `args`.

    `seat` there names the seat they were entered for: they never become another's, however many count meanwhile.
    Each phone counts the trays of its own seats, a shared one those nobody else has; `all=1` counts the others too.
    """
    waiting = [seat for seat in range(len(state.trays)) if seat not in state.counts]
    mine = [seat for seat in waiting if speaks_for(viewer, seat)]
    counting = mine or (waiting if args.get("all") == "1" else [])
    missing = [names.now[seat] for seat in waiting]
    counted = [(names.now[other], len(state.counts[other])) for other in state.counts]
    entered_for, cards = _seat_of(args, len(state.trays)), args.get("cards", "")
    late = entered_for in state.counts and bool(cards)
    if not counting and not late:
        return TrayCountView("", (), (), counted, "", missing)
    seat = entered_for if entered_for is not None and (late or entered_for in counting) else counting[0]
    missing = [names.now[other] for other in waiting if other != seat]
    view = _count_of(seat, state, names, cards if entered_for in (None, seat) else "", counted, missing)
    return replace(view, own=seat == viewer.only, late=late)


def _seat_of(args: Mapping[str, str], seats: int) -> int | None:
    """Return the seat that cards were entered for, None where the address names none."""
    text = args.get("seat", "")
    return int(text) if text in [str(seat) for seat in range(seats)] else None


def _count_of(
    seat: int,
    state: NutsState,
    names: Names,
    entered: str,
    counted: Sequence[tuple[str, int]],
    missing: Sequence[str],
) -> TrayCountView:
    """Return the count of one seat. `entered`: the names of its cards, with a `.` between."""
    deck = deck_for(len(state.trays))
    cards = tuple(card for card in entered.split(".") if card in deck)[:MOST_CARDS]
    draft = NutsDraft(cards=cards)
    used = [card for other, tray in state.counts.items() if other != seat for card in tray]
    keys = [
        CardView(
            card,
            copies - used.count(card) - cards.count(card),
            draft=replace(draft, cards=(*cards, card)),
            picked=cards.count(card),
        )
        for card, copies in deck.items()
    ]
    tray = [
        CardView(card, cards.count(card), draft=draft.without_card(cards.index(card))) for card in dict.fromkeys(cards)
    ]
    line = write_line(None, FinalTray(seat, cards), names)
    return TrayCountView(names.now[seat], keys, tray, counted, line, missing, number=seat)
