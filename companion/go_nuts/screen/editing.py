"""Editing a line on the page where it was entered: the draft that repeats it there."""

from __future__ import annotations

from companion.go_nuts.cards import Power
from companion.go_nuts.moves import (
    HIDDEN,
    Discard,
    DiscardRow,
    Draw,
    Give,
    Move,
    Pass,
    PassAll,
    Refill,
    Reveal,
    Select,
    Take,
)
from companion.go_nuts.powers import still_to_pass
from companion.go_nuts.rules import ANSWERS
from companion.go_nuts.screen.draft import NutsDraft
from companion.go_nuts.state import SECRET, Choice, NutsState


def draft_of(state: NutsState, seat: int | None, move: Move) -> NutsDraft | None:
    """Return the draft that repeats a line on the page of the state before it; None where that page cannot enter it.

    A bid that is still secret (`select ?`) has none: its seat may bid again until the bids are turned over.
    """
    if state.over:
        return None
    if state.choice is not None:
        return _answered(state, state.choice, seat, move)
    match move:
        case Refill(cards) if [number for number, _ in cards] == state.gaps:
            return NutsDraft(cards=tuple(card for _, card in cards))
        case Select(number) if number not in (None, HIDDEN) and state.bidding and seat in state.seats_in:
            return NutsDraft(do="secret", seat=seat)
        case Reveal(bids) if state.bidding:
            aloud = dict(bids)
            return NutsDraft(bids=tuple(aloud.get(bidder, 0) for bidder in range(len(state.trays))))
    return None


def _answered(state: NutsState, choice: Choice, seat: int | None, move: Move) -> NutsDraft | None:
    """Return the draft of an answer to the open choice."""
    if choice.power == Power.PASS:
        return _passed(state, seat, move)
    if seat != choice.seat or not isinstance(move, ANSWERS[choice.power]):
        return None
    match move:
        case Draw(cards) if len(cards) > 1:
            return NutsDraft(cards=tuple(card or SECRET for card in cards))
        case DiscardRow(numbers):
            return NutsDraft(numbers=numbers)
        case Give(card):
            return NutsDraft(cards=(card,))
        case Discard(cards) | Take(cards) if choice.power in (Power.TAKE_THREE, Power.PAY_THREE):
            return NutsDraft(cards=cards)
    return NutsDraft()


def _passed(state: NutsState, seat: int | None, move: Move) -> NutsDraft | None:
    """Return the draft of a Cinnamon Twist, entered for all seats at once or for one seat alone."""
    entered = dict(move.cards) if isinstance(move, PassAll) else {seat: move.card} if isinstance(move, Pass) else {}
    waiting = still_to_pass(state)
    if len(entered) not in (1, len(waiting)) or not entered.keys() <= set(waiting):
        return None
    passes = tuple(entered.get(passing, "") for passing in range(len(state.trays)))
    return NutsDraft(passes=passes, seat=next(iter(entered)) if len(entered) == 1 else None)
