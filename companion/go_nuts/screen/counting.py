"""Counting the trays at the end of a game that was not followed, one seat after the other, card by card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.go_nuts.cards import deck_for
from companion.go_nuts.moves import FinalTray
from companion.go_nuts.notation import MOST_CARDS, write_line
from companion.go_nuts.screen.draft import NutsDraft
from companion.go_nuts.screen.prompts import CardView
from companion.go_nuts.screen.questions import speaks_for
from companion.go_nuts.state import NutsState
from companion.kernel.text import Names
from companion.kernel.viewer import ANY_PHONE, Viewer


@dataclass(frozen=True, slots=True)
class TrayCountView:
    """The tray being counted: its seat, a key for each card of the deck, the cards entered, and its line.

    A tap on a card of `tray` removes it. `counted`: the seats counted, with the number of their cards; `missing`: the
    other ones that are not. `seat` is empty where this phone has nothing more to count. `own`: it is its own tray.
    """

    seat: str
    keys: Sequence[CardView]
    tray: Sequence[CardView]
    counted: Sequence[tuple[str, int]]
    text: str
    missing: Sequence[str] = ()
    own: bool = False


def count_view(state: NutsState, names: Names, args: Mapping[str, str], viewer: Viewer = ANY_PHONE) -> TrayCountView:
    """Return the count of the next seat without one, with the cards in the query arguments `args`.

    Each phone counts the trays of its own seats, a shared one those nobody else has; `all=1` counts the others too.
    """
    waiting = [seat for seat in range(len(state.trays)) if seat not in state.counts]
    mine = [seat for seat in waiting if speaks_for(viewer, seat)]
    counting = mine or (waiting if args.get("all") == "1" else [])
    missing = [names.now[seat] for seat in waiting if seat not in counting[:1]]
    counted = [(names.now[other], len(state.counts[other])) for other in state.counts]
    if not counting:
        return TrayCountView("", (), (), counted, "", missing)
    return _count_of(counting[0], state, names, args, counted, missing, own=counting[0] == viewer.only)


def _count_of(
    seat: int,
    state: NutsState,
    names: Names,
    args: Mapping[str, str],
    counted: Sequence[tuple[str, int]],
    missing: Sequence[str],
    *,
    own: bool,
) -> TrayCountView:
    """Return the count of one seat."""
    deck = deck_for(len(state.trays))
    cards = tuple(card for card in args.get("cards", "").split(".") if card in deck)[:MOST_CARDS]
    draft = NutsDraft(cards=cards)
    used = [card for tray in state.counts.values() for card in tray]
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
    return TrayCountView(names.now[seat], keys, tray, counted, line, missing, own)
