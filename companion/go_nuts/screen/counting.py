"""Counting the trays at the end of a game that was not followed, one seat after the other, card by card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.go_nuts.cards import deck_for
from companion.go_nuts.moves import FinalTray
from companion.go_nuts.notation import MOST_CARDS, write_line
from companion.go_nuts.screen.draft import NutsDraft
from companion.go_nuts.screen.prompts import CardView
from companion.go_nuts.state import NutsState
from companion.kernel.text import Names


@dataclass(frozen=True, slots=True)
class TrayCountView:
    """The tray being counted: its seat, a key for each card of the deck, the cards entered, and its line.

    A tap on a card of `tray` removes it. `counted`: the seats counted, with the number of their cards.
    """

    seat: str
    keys: Sequence[CardView]
    tray: Sequence[CardView]
    counted: Sequence[tuple[str, int]]
    text: str


def count_view(state: NutsState, names: Names, args: Mapping[str, str]) -> TrayCountView:
    """Return the count of the next seat without one, with the cards in the query arguments `args`."""
    waiting = [seat for seat in range(len(state.trays)) if seat not in state.counts]
    seat = waiting[0] if waiting else 0
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
    counted = [(names.now[other], len(state.counts[other])) for other in state.counts]
    return TrayCountView(names.now[seat], keys, tray, counted, write_line(None, FinalTray(seat, cards), names))
