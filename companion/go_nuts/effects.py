"""The effects of moves. Moves are applied as they are: `rules` has checked them, or the table decided them."""

from __future__ import annotations

from companion.go_nuts.cards import Power
from companion.go_nuts.moves import (
    Discard,
    DiscardFrom,
    DiscardRow,
    Draw,
    FinalTray,
    Give,
    Move,
    Pass,
    PassAll,
    Refill,
    Reveal,
    Select,
    Take,
    TakeFrom,
)
from companion.go_nuts.powers import answered, asked_seats, lapsed, overruled, pass_cards, settled, start
from companion.go_nuts.rules import answers_overruled, state_when_asked
from companion.go_nuts.state import SECRET, NutsState
from companion.kernel.common import COMMON, Adjust, Common, Leaves, apply_common
from companion.kernel.game import Paid


def apply(state: NutsState, seat: int | None, move: Move) -> tuple[NutsState, Paid]:
    """Return the next state and what the move paid, in points.

    Only an adjustment pays: the other points come from the trays.
    """
    if isinstance(move, COMMON):
        return _apply_common(state, move)
    match move:
        case Refill():
            return _refill(lapsed(state), move), {}
        case Reveal(revealed):
            state = lapsed(state)
            aloud = dict(revealed)
            return start(state, tuple(aloud.get(bidder, bid) for bidder, bid in enumerate(state.bids))), {}
        case PassAll(passes):
            return pass_cards(state_when_asked(state, None, move) or state, passes), {}
        case FinalTray(counted, cards):
            return state._replace(counts={**state.counts, counted: cards}), {}
    assert seat is not None
    if isinstance(move, Select):
        state = lapsed(state)
        bids = (*state.bids[:seat], move.number, *state.bids[seat + 1 :])
        return state._replace(bids=bids, played=True), {}
    return _answer(state, seat, move), {}


def _apply_common(state: NutsState, move: Common) -> tuple[NutsState, Paid]:
    if isinstance(move, Adjust):
        adjusted = state.adjusted
        now = adjusted[move.seat] + move.amount
        return state._replace(adjusted=(*adjusted[: move.seat], now, *adjusted[move.seat + 1 :])), {
            "adjust": move.amount
        }
    after = state._replace(party=apply_common(state.party, move))
    return (_left(after, move.seat) if isinstance(move, Leaves) else after), {}


def _left(state: NutsState, seat: int) -> NutsState:
    """Drop the bid and the choice of a seat that leaves; a Cinnamon Twist goes on without it."""
    state = state._replace(bids=(*state.bids[:seat], None, *state.bids[seat + 1 :]))
    choice = state.choice
    if choice is not None and choice.seat == seat and choice.power != Power.PASS:
        return answered(state)
    return settled(state)


def _refill(state: NutsState, move: Refill) -> NutsState:
    """Fill those of the numbers that are empty; the known top card goes to the lowest gap."""
    cards = {number: card for number, card in move.cards if state.row[number - 1] is None}
    if not cards:
        return state._replace(played=True)
    top = "" if state.gaps[0] in cards else state.top
    row = tuple(cards.get(number, card) for number, card in enumerate(state.row, 1))
    return state.drawn_from_deck(*cards.values())._replace(row=row, top=top, played=True)


def _answer(state: NutsState, seat: int, move: Move) -> NutsState:
    """Move the cards of an answer and go on with the round, skipping choices before the one answered.

    A move that answers nothing is the table's decision. By a seat that is asked it counts as the answer, in a Cinnamon
    Twist as that of all seats. By another seat, or as a late answer to an overruled choice, it leaves the choice open.
    """
    asked = state_when_asked(state, seat, move)
    if asked is not None and isinstance(move, Pass):
        return pass_cards(asked, ((seat, move.card),))
    after = _moved(asked or state, seat, move)._replace(played=True)
    if asked is not None:
        return answered(after)
    if answers_overruled(state, seat, move):
        return settled(after._replace(overruled=None))
    return overruled(after) if seat in asked_seats(state) else settled(after)


def _moved(state: NutsState, seat: int, move: Move) -> NutsState:
    """Return the state with the cards of an answer moved."""
    match move:
        case Draw():
            return _drawn(state, seat, move)
        case Take(cards):
            for card in cards:
                state = state.taken_from_pile(card).gained(seat, card)
            return state.with_event("picks", seat, cards)
        case TakeFrom(card, other):
            return state.lost(other, card).gained(seat, card).with_event("takes-from", seat, card, other)
        case Give(card, other):
            return state.lost(seat, card).gained(other, card).with_event("gives", seat, card, other)
        case Pass(card):
            other = state.party.next_seat(seat)
            return state.lost(seat, card).gained(other, card).with_event("passes", seat, card, other)
        case Discard(cards):
            for card in cards:
                state = state.lost(seat, card).discarded(card)
            return state.with_event("discards", seat, cards)
        case DiscardFrom(card, other):
            return state.lost(other, card).discarded(card).with_event("discards-of", seat, card, other)
        case DiscardRow(numbers):
            return _cleared(state, seat, numbers)
    return state


def _cleared(state: NutsState, seat: int, numbers: tuple[int, ...]) -> NutsState:
    """Move the cards at these numbers of the row to the pile, in that order."""
    gone: list[str] = []
    for number in numbers:
        card = state.row[number - 1]
        if card is not None:
            state = state._replace(row=(*state.row[: number - 1], None, *state.row[number:])).discarded(card)
            gone.append(card)
    return state.with_event("clears", seat, tuple(gone))


def _drawn(state: NutsState, seat: int, move: Draw) -> NutsState:
    """Move a card from the deck to the tray; of two drawn, the other one goes back on top, known or secret."""
    if len(move.cards) == 1:
        card = move.cards[0]
        return state.drawn_from_deck(card).gained(seat, card).with_event("draws", seat, card) if card else state
    others = list(move.cards)
    if move.keep in others:
        others.remove(move.keep)
    state = state.drawn_from_deck(move.keep).gained(seat, move.keep).with_event("draws", seat, move.keep)
    return state._replace(top=others[0] or SECRET).with_event("returns", seat) if state.deck else state
