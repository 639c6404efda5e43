"""The question which cards are turned up in the gaps of the row."""

from __future__ import annotations

from companion.go_nuts.cards import deck_for
from companion.go_nuts.moves import Refill
from companion.go_nuts.notation import write_line
from companion.go_nuts.screen.draft import NOT_ENTERED, NutsDraft
from companion.go_nuts.screen.prompts import CardView, NumberView, Prompt
from companion.go_nuts.state import SECRET, NutsState
from companion.kernel.text import Names


def ask_refill(state: NutsState, names: Names, draft: NutsDraft) -> Prompt:
    """Ask for the card of the first gap without one; a card entered is taken off again by a tap on it in the row.

    The key for the last gap has the whole line, which saves a tap. A key of a card the deck cannot hold any more has
    the line of the cards entered, whose refusal asks which earlier line was wrong. Where a draft has all cards, the
    last is asked for again. Where another card than the known top of the deck is entered for the lowest gap, no key
    stores a line by itself that the page asked nothing about: its refusal asks whether to record it anyway.
    """
    gaps = state.gaps
    entered = dict(zip(gaps, draft.cards, strict=False))
    asked = next((gap for gap in gaps if entered.get(gap, NOT_ENTERED) == NOT_ENTERED), gaps[-1])
    row = {gap: card for gap, card in entered.items() if card != NOT_ENTERED and gap != asked}
    known = state.top if state.top != SECRET and asked == gaps[0] else ""
    keys = []
    for card in deck_for(len(state.trays)):
        left = state.left[card] - list(row.values()).count(card)
        whole = len(row) == len(gaps) - 1 or left <= 0
        line = write_line(None, Refill(tuple(sorted({**row, asked: card}.items()))), names)
        more = None if whole else draft.with_card_at(gaps.index(asked), card)
        waits = bool(known) and card != known
        keys.append(CardView(card, left, text=line if whole else "", draft=more, waits=waits))
    numbers = [
        NumberView(
            gap,
            row.get(gap, ""),
            draft.with_card_at(gaps.index(gap), NOT_ENTERED) if gap in row else None,
            look="entered" if gap in row else "now" if gap == asked else "gap",
        )
        for gap in gaps
    ]
    return Prompt(str(asked), known, first=known, keys=keys, numbers=numbers, missing=len(gaps) - len(row))
