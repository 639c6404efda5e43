"""Boxes that may have been forgotten: which box in which turn, filled with which orders, would have brought so much."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.donut_shop.explanations.earlier_turns import laid_without_box
from companion.donut_shop.explanations.readings import SIGNED, Reading, is_own
from companion.donut_shop.explanations.recount import Change, Played, Recount
from companion.donut_shop.moves import Pack
from companion.donut_shop.parts import BOXES, HOLES, UNKNOWN, Box, Order, Square, kind_of
from companion.donut_shop.pay import PER_SPRINKLES, coffee_bonus
from companion.donut_shop.state import ShopState
from companion.kernel.table import Table

WILD = 0.25  # how often a type is ordered by a wild, where nobody knows the hand
MORE_COFFEE = 0.12  # how often one more order with coffee goes along


class Card(NamedTuple):
    """One way to order a type: how likely, how many coffees it brings, and whether its sprinkles may pay."""

    likely: float
    cups: int
    sprinkles: bool


Asked = tuple[
    tuple[int, tuple[Card, ...]], ...
]  # for each type under the box: cents of its sprinkles, ways to order it


def missed_boxes(table: Table, recount: Recount, seat: int, difference: int) -> Iterator[list[Reading]]:
    """For each turn of the seat that may lack a box, the boxes that would have brought just that.

    The readings' `played` is the tile of the turn, and their shares are a part of the turn's one. Nobody knows which
    orders went along: their boxes hold none, and what they pay is decided.
    """
    without = {table.applied[place].line.seq for place in laid_without_box(table)}
    for played in recount.played:
        if played.seat == seat and played.applied.line.seq in without:
            possible, found = _in_turn(recount, played, difference)
            if possible:
                yield [replace(reading, share=reading.share / possible) for reading in found]


def _in_turn(recount: Recount, played: Played, difference: int) -> tuple[int, list[Reading]]:
    """How many boxes were possible in this turn, and those that bring the difference, each with its likelihood."""
    state: ShopState = played.applied.state
    seat, last, possible = played.seat, recount.last, 0
    ways = _Ways(state, last, seat)
    found: list[Reading] = []
    for box in BOXES.values():
        own = is_own(box, seat, state, last)
        if not own and last.boxes.get(box.size, 1) < 1:
            continue
        for at in _places(state, last, box):
            squares = box.squares(at)
            asked = ways.asked([state.case.open[square] for square in squares])
            if asked is None:
                continue
            possible += 1
            cents = difference - recount.later(seat, played.place, Change(gone=frozenset(squares)))
            share = ways.bonuses(asked).get(cents - box.cents, 0.0)
            if share:
                pack = Pack(box, at, (), (), own)
                found.append(Reading("box", "box", played, pack, difference, "", share, cents))
    return possible, found


def _places(state: ShopState, last: ShopState, box: Box) -> Iterator[Square]:
    """Where the box lies over donuts that were open then and never went under another box."""
    free = state.case.open.keys() & last.case.open.keys()
    for at in free:
        if all(square in free for square in box.squares(at)):
            yield at


class _Ways:
    """How the seat may have ordered each type in a turn: by what it held then and holds still at the end."""

    def __init__(self, state: ShopState, last: ShopState, seat: int) -> None:
        hand, rest = state.hands[seat], last.hands[seat]
        self._types = state.edition.types
        self._by_donut = state.has_ruling("sprinkles", "donut")
        self._rulings = (state.party.rulings["coffee-four"], state.party.rulings["wild-coffee"])
        known = [order for order in hand.orders if order in rest.orders]
        guess = hand.unknown is None or rest.unknown is None or min(hand.unknown, rest.unknown) > 0
        self._count = rest.count
        self._cards = {kind: _held(kind, known, self._rulings[1]) for kind in self._types}
        if guess:
            self._cards = {kind: cards or _guessed(self._rulings[1]) for kind, cards in self._cards.items()}

    def asked(self, letters: list[str]) -> Asked | None:
        """What the types of these donuts ask; None where they cannot be ordered."""
        under = {kind_of(letter) for letter in letters}
        kinds = [kind for kind in self._types if kind in under]
        if under == {HOLES}:  # one order of any type
            kinds = [kind for kind in self._types if self._cards[kind]][:1]
        if UNKNOWN in under or not kinds or (self._count is not None and len(kinds) > self._count):
            return None
        asked = []
        for kind in kinds:
            if not self._cards[kind]:
                return None
            sprinkled = letters.count(kind.lower())
            asked.append((PER_SPRINKLES * (sprinkled if self._by_donut else min(sprinkled, 1)), self._cards[kind]))
        return tuple(asked)

    def bonuses(self, asked: Asked) -> Mapping[int, float]:
        return _bonuses(asked, self._rulings[0])


@cache
def _guessed(wild_coffee: str) -> tuple[Card, ...]:
    """The ways to order a type of a hand nobody knows: any order, or a pair of another type."""
    cards = [Card((1 - WILD) * share, signs[1], signs[0]) for signs, share in SIGNED.items()]
    pairs = [Card(WILD * share, cups, False) for cups, share in ((0, 0.36), (1, 0.48), (2, 0.16))]
    return (*cards, *(_wild(pair, wild_coffee) for pair in pairs))


def _held(kind: str, orders: list[Order], wild_coffee: str) -> tuple[Card, ...]:
    """The ways to order a type of known orders: one of the type, else a pair of another."""
    plain = [order for order in dict.fromkeys(orders) if order.kind == kind]
    if plain:
        return tuple(Card(1 / len(plain), order.coffee, order.sprinkles) for order in plain)
    pairs = [a.coffee + b.coffee for a, b in combinations(orders, 2) if a.kind == b.kind]
    return tuple(_wild(Card(1 / len(pairs), cups, False), wild_coffee) for cups in pairs)


def _wild(card: Card, wild_coffee: str) -> Card:
    return card._replace(cups=0) if wild_coffee == "no" else card


@lru_cache(maxsize=1024)  # a turn asks hundreds of places, most of them for the same types
def _bonuses(asked: Asked, coffee_four: str) -> Mapping[int, float]:
    """How likely each bonus in cents is, where each type is ordered once and now and then one more."""
    reached: dict[tuple[int, int], float] = {(0, 0): 1 - MORE_COFFEE, (1, 0): MORE_COFFEE}
    for sprinkles, cards in asked:
        after: dict[tuple[int, int], float] = defaultdict(float)
        for (cups, cents), share in reached.items():
            for card in cards:
                after[cups + card.cups, cents + sprinkles * card.sprinkles] += share * card.likely
        reached = after
    bonuses: dict[int, float] = defaultdict(float)
    for (cups, cents), share in reached.items():
        bonuses[cents + coffee_bonus(cups, {"coffee-four": coffee_four})] += share
    return bonuses
