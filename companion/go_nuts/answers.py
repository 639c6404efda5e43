"""All that may be said by a seat: every bid, every answer to a question. Of the deck only what it can hold is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from companion.go_nuts.cards import Power
from companion.go_nuts.moves import Discard, DiscardFrom, DiscardRow, Draw, Give, Move, Pass, Select, Take, TakeFrom
from companion.go_nuts.powers import opponents_in, robbable, still_to_pass, unchosen
from companion.go_nuts.rules import check
from companion.go_nuts.state import Choice, NutsState
from companion.refusals import Illegal


def answers(nuts: NutsState) -> Iterator[tuple[int, Move]]:
    """(seat, move) for every bid or answer that may be said now."""
    if nuts.over:
        return
    for seat, move in _possible(nuts):
        try:
            check(nuts, seat, move)
        except Illegal:
            continue
        yield seat, move


def _possible(nuts: NutsState) -> Iterator[tuple[int, Move]]:
    choice = nuts.choice
    if choice is None:
        for seat, number in product(nuts.seats_in if nuts.bidding else [], range(1, len(nuts.row) + 1)):
            yield seat, Select(number, nuts.round)
    elif choice.power == Power.PASS:
        for seat in still_to_pass(nuts):
            for card in dict.fromkeys(nuts.trays[seat]):
                yield seat, Pass(card)
    else:
        for move in _answers(nuts, choice):
            yield choice.seat, move


def _answers(nuts: NutsState, choice: Choice) -> Iterable[Move]:
    seat, tray = choice.seat, tuple(dict.fromkeys(nuts.trays[choice.seat]))
    match choice.power:
        case Power.DRAW | Power.DRAW_TWO:
            return _draws(nuts, choice)
        case Power.TAKE_ONE:
            return (Take((card,)) for card in dict.fromkeys(nuts.pile))
        case Power.TAKE_THREE:
            return (Take(cards) for count in range(4) for cards in dict.fromkeys(permutations(nuts.pile, count)))
        case Power.CLEAR_ROW:
            free = unchosen(nuts)
            return (DiscardRow(numbers) for count in range(len(free) + 1) for numbers in permutations(free, count))
        case Power.GIVE:
            return (Give(card, other) for card in tray for other in opponents_in(nuts, seat))
        case Power.TAKE_FROM:
            return (TakeFrom(c, o) for o in robbable(nuts, seat) for c in dict.fromkeys(nuts.trays[o]))
        case Power.DISCARD_FROM:
            return (DiscardFrom(c, o) for o in robbable(nuts, seat) for c in dict.fromkeys(nuts.trays[o]))
        case Power.PAY_THREE:
            threes = dict.fromkeys(permutations(nuts.trays[seat], 3))
            return [Discard((choice.card,)), *(Discard(cards) for cards in threes)]
        case Power.PAY_ONE:
            return (Discard((card,)) for card in tray)
    return ()


def _draws(nuts: NutsState, choice: Choice) -> Iterator[Move]:
    cards = [card for card, copies in nuts.left.items() if copies]
    if choice.power == Power.DRAW or nuts.deck == 1:
        for card in cards:
            yield Draw((card,))
        return
    for first, second in product(cards, cards):
        for keep in dict.fromkeys((first, second)):
            yield Draw((first, second), keep)
