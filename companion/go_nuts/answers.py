"""The legal moves of seats: every bid, and every answer to a choice. The deck may have any card it can still hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from companion.go_nuts.cards import Power
from companion.go_nuts.moves import Discard, DiscardFrom, DiscardRow, Draw, Give, Move, Pass, Select, Take, TakeFrom
from companion.go_nuts.powers import opponents_in, opponents_with_cards, still_to_pass, unchosen
from companion.go_nuts.rules import check
from companion.go_nuts.state import Choice, NutsState
from companion.refusals import Illegal


def answers(state: NutsState) -> Iterator[tuple[int, Move]]:
    """Yield (seat, move) for every bid or answer that is legal now."""
    if state.over:
        return
    for seat, move in _possible(state):
        try:
            check(state, seat, move)
        except Illegal:
            continue
        yield seat, move


def _possible(state: NutsState) -> Iterator[tuple[int, Move]]:
    choice = state.choice
    if choice is None:
        for seat, number in product(state.seats_in if state.bidding else [], range(1, len(state.row) + 1)):
            yield seat, Select(number, state.round)
    elif choice.power == Power.PASS:
        for seat in still_to_pass(state):
            for card in dict.fromkeys(state.trays[seat]):
                yield seat, Pass(card)
    else:
        for move in _answers(state, choice):
            yield choice.seat, move


def _answers(state: NutsState, choice: Choice) -> Iterable[Move]:
    seat, tray = choice.seat, tuple(dict.fromkeys(state.trays[choice.seat]))
    match choice.power:
        case Power.DRAW | Power.DRAW_TWO:
            return _draws(state, choice)
        case Power.TAKE_ONE:
            return (Take((card,)) for card in dict.fromkeys(state.pile))
        case Power.TAKE_THREE:
            return (Take(cards) for count in range(4) for cards in dict.fromkeys(permutations(state.pile, count)))
        case Power.CLEAR_ROW:
            free = unchosen(state)
            return (DiscardRow(numbers) for count in range(len(free) + 1) for numbers in permutations(free, count))
        case Power.GIVE:
            return (Give(card, other) for card in tray for other in opponents_in(state, seat))
        case Power.TAKE_FROM:
            return (TakeFrom(c, o) for o in opponents_with_cards(state, seat) for c in dict.fromkeys(state.trays[o]))
        case Power.DISCARD_FROM:
            return (DiscardFrom(c, o) for o in opponents_with_cards(state, seat) for c in dict.fromkeys(state.trays[o]))
        case Power.PAY_THREE:
            threes = dict.fromkeys(permutations(state.trays[seat], 3))
            return [Discard((choice.card,)), *(Discard(cards) for cards in threes)]
        case Power.PAY_ONE:
            return (Discard((card,)) for card in tray)
    return ()


def _draws(state: NutsState, choice: Choice) -> Iterator[Move]:
    cards = [card for card, copies in state.left.items() if copies]
    if choice.power == Power.DRAW or state.deck == 1:
        for card in cards:
            yield Draw((card,))
        return
    for first, second in product(cards, cards):
        for keep in dict.fromkeys((first, second)):
            yield Draw((first, second), keep)
