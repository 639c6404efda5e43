"""Counting trays at the end of a game nobody followed, one seat after the other, card by card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.go_nuts.cards import deck_for
from companion.go_nuts.moves import FinalTray
from companion.go_nuts.notation import write
from companion.go_nuts.screen.draft import NutsDraft
from companion.go_nuts.screen.prompts import CardView
from companion.go_nuts.state import NutsState
from companion.kernel.text import Names

MOST_CARDS = 80


@dataclass(frozen=True, slots=True)
class TrayCountView:
    """Whose tray is counted, the keys of the deck, the tray so far (tap one to take it out) and its line."""

    seat: str
    keys: Sequence[CardView]
    tray: Sequence[CardView]
    counted: Sequence[tuple[str, int]]  # seats counted so far and their cards
    text: str


def count_view(state: NutsState, names: Names, args: Mapping[str, str]) -> TrayCountView:
    """The next seat without a count, with what its address says of its tray so far."""
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
    return TrayCountView(names.now[seat], keys, tray, counted, f"table: {write(FinalTray(seat, cards), names)}")
