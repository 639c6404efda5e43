"""A line said wrong is said again on the pads it was said on: what of it is half said there already."""

from __future__ import annotations

from companion.go_nuts.cards import Power
from companion.go_nuts.moves import Discard, DiscardRow, Draw, Give, Move, Pass, PassAll, Refill, Reveal, Select, Take
from companion.go_nuts.powers import still_to_pass
from companion.go_nuts.rules import ANSWERS
from companion.go_nuts.screen.draft import NutsDraft
from companion.go_nuts.state import SECRET, Choice, NutsState


def draft_of(state: NutsState, seat: int | None, move: Move) -> NutsDraft | None:
    """The line as the page of the table right before it has it; None where no pad there would say it for this seat.

    A bid that is secret still (`select ?`) is not said again here: its seat may bid anew until the cards are turned.
    """
    if state.over:
        return None
    if state.choice is not None:
        return _answered(state, state.choice, seat, move)
    match move:
        case Refill(cards) if [number for number, _ in cards] == state.gaps:
            return NutsDraft(cards=tuple(card for _, card in cards))
        case Select(number) if number is not None and state.bidding and seat in state.seats_in:
            return NutsDraft(do="secret", seat=seat)
        case Reveal(bids) if state.bidding:
            aloud = dict(bids)
            return NutsDraft(bids=tuple(aloud.get(bidder, 0) for bidder in range(len(state.trays))))
    return None


def _answered(state: NutsState, choice: Choice, seat: int | None, move: Move) -> NutsDraft | None:
    """An answer to the question that is asked there."""
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
    """A Cinnamon Twist told for all at once, or for one seat alone: then its row is all the sheet has."""
    told = dict(move.cards) if isinstance(move, PassAll) else {seat: move.card} if isinstance(move, Pass) else {}
    waiting = still_to_pass(state)
    if len(told) not in (1, len(waiting)) or not told.keys() <= set(waiting):
        return None
    passes = tuple(told.get(passing, "") for passing in range(len(state.trays)))
    return NutsDraft(passes=passes, seat=next(iter(told)) if len(told) == 1 else None)
