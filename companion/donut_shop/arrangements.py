"""The ways to fill a box with given orders: as they are, or if that is not allowed, some of them in pairs as wilds.

Table, judge and photo all use this, so that they offer the same. All the orders are used: the search is over the number
of pairs of each type, not over single cards. Of a type's orders, those that lose least are paired; the types the pairs
stand for change no amount.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement, islice, product

from companion.donut_shop.case import Case
from companion.donut_shop.moves import Pack
from companion.donut_shop.parts import HOLES, UNKNOWN, Edition, Order, Wild, kind_of
from companion.donut_shop.pay import box_parts, coffee_bonus, sprinkle_bonus, sprinkled

MOST_WAYS = 4  # ways offered for one box
SIGNS = ((False, False), (True, False), (False, True), (True, True))  # sprinkles, coffee

Rulings = Mapping[str, str]
Pairs = Mapping[str, int]  # number of pairs by the type they are of
Taken = tuple[int, int, int, int]  # number of a type's orders by sign


def ways_to_fill(case: Case, pack: Pack, edition: Edition, rulings: Rulings) -> list[Pack]:
    """Return the ways to use all the orders of a box, best first; without wilds where that is allowed.

    `pack` has every order as it is. Empty where no way is allowed; hands and boxes left are not considered.
    """
    letters = [case.open.get(square, UNKNOWN) for square in pack.box.squares(pack.at)]
    if UNKNOWN in letters or not pack.orders:
        return []
    box = _Contents(frozenset(map(kind_of, letters)) - {HOLES}, letters.count(HOLES), edition.types)
    if box.allows({order.kind for order in pack.orders}):
        return [pack]
    held = {kind: [order for order in pack.orders if order.kind == kind] for kind in edition.types}
    found = [replace(pack, orders=orders, wilds=wilds) for orders, wilds in _with_wilds(held, box, case, pack, rulings)]
    found.sort(key=lambda way: (-sum(box_parts(case, way, rulings).values()), len(way.wilds)))
    return found[:MOST_WAYS]


@dataclass(frozen=True, slots=True)
class _Contents:
    """The contents of a box: types to be ordered, and piles of holes, each of which allows one more type."""

    kinds: frozenset[str]
    piles: int
    types: tuple[str, ...]

    def allows(self, ordered: set[str]) -> bool:
        """Return whether orders of these types fill the box."""
        return self.kinds <= ordered and len(ordered - self.kinds) <= self.piles


def _with_wilds(
    held: Mapping[str, Sequence[Order]], box: _Contents, case: Case, pack: Pack, rulings: Rulings
) -> Iterator[tuple[tuple[Order, ...], tuple[Wild, ...]]]:
    """Yield orders and wilds: for every number of pairs of each type the best pairs, with some of their targets."""
    donuts = sprinkled(case, pack)
    kinds = [kind for kind in box.types if held[kind]]
    for numbers in product(*(range(len(held[kind]) // 2 + 1) for kind in kinds)):
        pairs = {kind: number for kind, number in zip(kinds, numbers, strict=True) if number}
        left = {kind for kind in kinds if len(held[kind]) > 2 * pairs.get(kind, 0)}
        targets = list(islice(_targets(pairs, left, box), MOST_WAYS)) if pairs else []
        if targets:
            paired = _least_lost(held, pairs, donuts, rulings)
            given = list(pack.orders)
            for card in (card for pair in paired for card in pair):
                given.remove(card)
            for target in targets:
                wilds = [Wild(*pair, kind) for pair, kind in zip(paired, target, strict=True)]
                yield tuple(given), tuple(sorted(wilds, key=str))


def _targets(pairs: Pairs, left: set[str], box: _Contents) -> Iterator[tuple[str, ...]]:
    """Yield the types the pairs may stand for, in the order of the pairs: every choice that fills the box.

    Missing types come first, so that a choice is found early.
    """
    missing = sorted(box.kinds - left)
    if len(missing) > sum(pairs.values()) or len(left - box.kinds) > box.piles:
        return
    known = box.kinds | left
    order = sorted(box.types, key=lambda kind: (kind not in missing, kind not in known))
    if len(left - box.kinds) == box.piles:  # no pile is left for another type
        order = [kind for kind in order if kind in known]
    choices = [
        combinations_with_replacement([kind for kind in order if kind != pair_kind], number)
        for pair_kind, number in pairs.items()
    ]
    for chosen in product(*choices):
        target = tuple(kind for kinds in chosen for kind in kinds)
        if box.allows(left | set(target)):
            yield target


def _least_lost(
    held: Mapping[str, Sequence[Order]], pairs: Pairs, donuts: Mapping[str, int], rulings: Rulings
) -> list[tuple[Order, Order]]:
    """Return the pairs with which the box pays most, then those with the fewest signs."""
    counts = rulings["wild-coffee"] == "counts"
    best: dict[int, tuple[int, int, tuple[tuple[str, Taken], ...]]] = {0: (0, 0, ())}
    for kind, orders in held.items():
        if not orders:
            continue
        after: dict[int, tuple[int, int, tuple[tuple[str, Taken], ...]]] = {}
        for taken in _takings(tuple((order.sprinkles, order.coffee) for order in orders), 2 * pairs.get(kind, 0)):
            kept = _without(orders, taken)
            cups = sum(order.coffee for order in (orders if counts else kept))
            cents = sprinkle_bonus(tuple(order for order in kept if order.sprinkles), donuts, rulings)
            signs = -taken[1] - taken[2] - 2 * taken[3]
            for had, (paid, spared, chosen) in best.items():
                now = (paid + cents, spared + signs, (*chosen, (kind, taken)))
                if had + cups not in after or now[:2] > after[had + cups][:2]:
                    after[had + cups] = now
        best = after
    cups = max(best, key=lambda cups: (best[cups][0] + coffee_bonus(cups, rulings), best[cups][1]))
    paired: list[tuple[Order, Order]] = []
    for kind, taken in best[cups][2]:
        cards = [Order(kind, *sign) for sign, number in zip(SIGNS, taken, strict=True) for _ in range(number)]
        paired += zip(cards[::2], cards[1::2], strict=True)
    return paired


@lru_cache(maxsize=512)
def _takings(signs: tuple[tuple[bool, bool], ...], number: int) -> tuple[Taken, ...]:
    """Return every way to take this number of a type's orders, by sign."""
    ranges = [range(min(signs.count(sign), number) + 1) for sign in SIGNS]
    return tuple((a, b, c, d) for a, b, c, d in product(*ranges) if a + b + c + d == number)


def _without(orders: Sequence[Order], taken: Taken) -> list[Order]:
    """Return the orders without those taken."""
    rest = list(orders)
    for sign, number in zip(SIGNS, taken, strict=True):
        for _ in range(number):
            rest.remove(Order(orders[0].kind, *sign))
    return rest
