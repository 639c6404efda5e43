"""Boxes that may have been forgotten: those that would have brought exactly the difference, by turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.donut_shop.explanations.alternatives import SIGNED, Alternative, is_own
from companion.donut_shop.explanations.earlier_turns import tiles_without_box
from companion.donut_shop.explanations.recount import CaseChange, Played, Recount
from companion.donut_shop.moves import Pack
from companion.donut_shop.parts import BOXES, HOLES, UNKNOWN, Box, Order, Square, kind_of
from companion.donut_shop.pay import PER_SPRINKLES, coffee_bonus
from companion.donut_shop.state import ShopState
from companion.kernel.table import Table

WILD = 0.25  # probability that a type is ordered by a wild, where the hand is unknown
MORE_COFFEE = 0.12  # probability that one more order with coffee is used


class OrderOption(NamedTuple):
    """A way to order a type: its probability, its coffees, and whether its sprinkles can pay."""

    probability: float
    cups: int
    sprinkles: bool


# For each type under a box: the cents of its sprinkles, and the ways to order it.
TypeOptions = tuple[tuple[int, tuple[OrderOption, ...]], ...]


def missed_boxes(table: Table, recount: Recount, seat: int, difference: int) -> Iterator[list[Alternative]]:
    """Yield, for each turn of the seat without a box, the boxes that would have brought the difference in cents.

    `played` of an alternative is the tile of its turn; the shares of a turn's possible boxes sum up to one. The orders
    used are unknown: the boxes have none, and their amounts are decided.
    """
    without = {table.applied[place].line.seq for place in tiles_without_box(table)}
    for played in recount.played:
        if played.seat == seat and played.applied.line.seq in without:
            possible, found = _in_turn(recount, played, difference)
            if possible:
                yield [replace(alternative, share=alternative.share / possible) for alternative in found]


def _in_turn(recount: Recount, played: Played, difference: int) -> tuple[int, list[Alternative]]:
    """Return the number of boxes possible in this turn, and those that bring the difference, with probabilities."""
    state: ShopState = played.applied.state
    seat, last, possible = played.seat, recount.last, 0
    orders = _Orders(state, last, seat)
    found: list[Alternative] = []
    for box in BOXES.values():
        own = is_own(box, seat, state, last)
        if not own and last.boxes.get(box.size, 1) < 1:
            continue
        for at in _places(state, last, box):
            squares = box.squares(at)
            options = orders.options([state.case.open[square] for square in squares])
            if options is None:
                continue
            possible += 1
            cents = difference - recount.later(seat, played.place, CaseChange(gone=frozenset(squares)))
            share = orders.bonuses(options).get(cents - box.cents, 0.0)
            if share:
                pack = Pack(box, at, (), (), own)
                found.append(Alternative("box", "box", played, pack, difference, "", share, cents))
    return possible, found


def _places(state: ShopState, last: ShopState, box: Box) -> Iterator[Square]:
    """Yield the places where the box covers donuts that were open then and still are at the end."""
    free = state.case.open.keys() & last.case.open.keys()
    for at in free:
        if all(square in free for square in box.squares(at)):
            yield at


class _Orders:
    """The ways in which a seat could have ordered each type in a turn: with orders held then and still at the end."""

    def __init__(self, state: ShopState, last: ShopState, seat: int) -> None:
        hand, rest = state.hands[seat], last.hands[seat]
        self._types = state.edition.types
        self._by_donut = state.has_ruling("sprinkles", "donut")
        self._rulings = tuple(state.party.rulings.items())
        wild_coffee = state.party.rulings["wild-coffee"]
        known = [order for order in hand.orders if order in rest.orders]
        unknown = hand.unknown is None or rest.unknown is None or min(hand.unknown, rest.unknown) > 0
        self._count = rest.count
        self._cards = {kind: _of_known_orders(kind, known, wild_coffee) for kind in self._types}
        if unknown:
            self._cards = {kind: cards or _of_unknown_hand(wild_coffee) for kind, cards in self._cards.items()}

    def options(self, letters: list[str]) -> TypeOptions | None:
        """Return the ways to order the types of these donuts; None where they cannot be ordered."""
        under = {kind_of(letter) for letter in letters}
        kinds = [kind for kind in self._types if kind in under]
        if under == {HOLES}:  # one order of any type
            kinds = [kind for kind in self._types if self._cards[kind]][:1]
        if UNKNOWN in under or not kinds or (self._count is not None and len(kinds) > self._count):
            return None
        options = []
        for kind in kinds:
            if not self._cards[kind]:
                return None
            sprinkled = letters.count(kind.lower())
            options.append((PER_SPRINKLES * (sprinkled if self._by_donut else min(sprinkled, 1)), self._cards[kind]))
        return tuple(options)

    def bonuses(self, options: TypeOptions) -> Mapping[int, float]:
        """Return the probability of each bonus in cents."""
        return _bonuses(options, self._rulings)


@cache
def _of_unknown_hand(wild_coffee: str) -> tuple[OrderOption, ...]:
    """Return the ways to order a type from an unknown hand: any order of it, or a pair of another type."""
    cards = [OrderOption((1 - WILD) * share, signs[1], signs[0]) for signs, share in SIGNED.items()]
    pairs = [OrderOption(WILD * share, cups, False) for cups, share in ((0, 0.36), (1, 0.48), (2, 0.16))]
    return (*cards, *(_wild(pair, wild_coffee) for pair in pairs))


def _of_known_orders(kind: str, orders: list[Order], wild_coffee: str) -> tuple[OrderOption, ...]:
    """Return the ways to order a type from known orders: one of the type, else a pair of another."""
    plain = [order for order in dict.fromkeys(orders) if order.kind == kind]
    if plain:
        return tuple(OrderOption(1 / len(plain), order.coffee, order.sprinkles) for order in plain)
    pairs = [a.coffee + b.coffee for a, b in combinations(orders, 2) if a.kind == b.kind]
    return tuple(_wild(OrderOption(1 / len(pairs), cups, False), wild_coffee) for cups in pairs)


def _wild(card: OrderOption, wild_coffee: str) -> OrderOption:
    return card._replace(cups=0) if wild_coffee == "no" else card


@lru_cache(maxsize=1024)  # a turn has hundreds of places, most of them with the same types
def _bonuses(options: TypeOptions, choices: tuple[tuple[str, str], ...]) -> Mapping[int, float]:
    """Return the probability of each bonus in cents, with one order a type and sometimes one more with coffee.

    `choices`: the rulings, as pairs, so that answers can be kept.
    """
    rulings = dict(choices)
    outcomes: dict[tuple[int, int], float] = {(0, 0): 1 - MORE_COFFEE, (1, 0): MORE_COFFEE}
    for sprinkles, cards in options:
        after: dict[tuple[int, int], float] = defaultdict(float)
        for (cups, cents), share in outcomes.items():
            for card in cards:
                after[cups + card.cups, cents + sprinkles * card.sprinkles] += share * card.probability
        outcomes = after
    bonuses: dict[int, float] = defaultdict(float)
    for (cups, cents), share in outcomes.items():
        bonuses[cents + coffee_bonus(cups, rulings)] += share
    return bonuses
