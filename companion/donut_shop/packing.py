"""The best way to give the orders of a hand for a box: exact, and quick for forty orders too.

A type's orders matter only by their signs, so its ways are counted, not listed card by card. What makes it quick:
- A pair of a type under the box is worth a wild only where it stands for a type nobody ordered; else its two orders,
  given as they are, bring no less. So a type under the box gives pairs only beside an order of its own.
- Of a type's ways with as many pairs and coffees, the one with the most sprinkles counts, then the one of fewest cards.
The types then follow each other; of all ways to get equally far only the best is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from companion.donut_shop.parts import Order, Wild
from companion.donut_shop.pay import COFFEES, PER_SPRINKLES, coffee_bonus

Rulings = Mapping[str, str]
Gift = tuple[tuple[Order, ...], tuple[Wild, ...]]  # orders given as they are, and wilds
MOST_COFFEES = max(COFFEES)  # more bring nothing, unless ruling coffee-four says `sum`


@dataclass(frozen=True, slots=True)
class Need:
    """What a place asks of the orders: types covered, piles of holes, sprinkled donuts by type."""

    kinds: frozenset[str]
    piles: int
    sprinkled: tuple[tuple[str, int], ...]


class Signs(NamedTuple):
    """How many of a type's orders have no sign, sprinkles, coffee, both."""

    bare: int
    sprinkles: int
    coffee: int
    both: int

    @property
    def cups(self) -> int:
        return self.coffee + self.both


class Way(NamedTuple):
    """What one type gives: `cents` of sprinkles, coffees that count, orders in all, pairs, whether any as they are."""

    kind: str
    cents: int
    cups: int
    cards: int
    pairs: int
    plain: Signs
    paired: tuple[int, int]  # orders in the pairs: without coffee, with

    @property
    def signs(self) -> int:
        """Sprinkles and coffees on the orders given: what is not needed is kept for later."""
        return self.plain.sprinkles + self.plain.coffee + 2 * self.plain.both + self.paired[1]

    @property
    def ordered(self) -> bool:
        return self.cards > 2 * self.pairs


class Short(NamedTuple):
    """A need as far as a hand can tell: types it has, how many it has not, piles of use, cents a sprinkle order."""

    kinds: frozenset[str]
    missing: int
    piles: int
    sprinkled: tuple[tuple[str, int], ...]


State = tuple[int, int, int]  # types still without an order, less pairs; types in piles; coffees
Chain = tuple[Way, "Chain"] | None
Value = tuple[int, int, int, int]  # cents of sprinkles, less orders, less pairs, less signs that are then gone
Reached = tuple[Value, Chain]  # and the ways that led there


class AssignmentSolver:
    """The best way to give a hand's orders, for any need; asked again for the same need it remembers."""

    def __init__(self, hand: Sequence[Order], types: tuple[str, ...], rulings: Rulings) -> None:
        self._types = types
        self._rulings = rulings
        # The last type first: of ways that are worth the same, the one with the set's first types is found first.
        by_sign = {kind: [hand.count(Order(kind, *signs)) for signs in SIGNS] for kind in reversed(types)}
        self._signs = {kind: Signs(*counts) for kind, counts in by_sign.items() if any(counts)}
        self._most = sum(order.coffee for order in hand) if rulings["coffee-four"] == "sum" else MOST_COFFEES
        self._chain = cache(self._best_chain)
        self._ways = cache(self._all_ways)

    def best(self, need: Need) -> Gift | None:
        """The orders that bring most, then the fewest, the fewest wilds, the fewest signs; None where none will do."""
        chain = self._chain(self._short(need))
        return None if chain is None else self._gift(chain, need)

    def most(self, need: Need) -> int:
        """No way to give the orders brings more cents than this."""
        short = self._short(need)
        if short.missing > sum(sum(signs) // 2 for signs in self._signs.values()):
            return -1
        sprinkles = sum(cents * self._paying(kind) for kind, cents in short.sprinkled)
        return sprinkles + coffee_bonus(
            min(self._most, sum(signs.cups for signs in self._signs.values())), self._rulings
        )

    def _paying(self, kind: str) -> int:
        signs = self._signs[kind]
        return 1 if self._rulings["sprinkles-same-type"] == "once" else signs.sprinkles + signs.both

    def _short(self, need: Need) -> Short:
        held = frozenset(kind for kind in need.kinds if kind in self._signs)
        by_donut = self._rulings["sprinkles"] == "donut"
        sprinkled = tuple(
            (kind, PER_SPRINKLES * (count if by_donut else 1))
            for kind, count in need.sprinkled
            if kind in held and self._signs[kind].sprinkles + self._signs[kind].both
        )
        return Short(held, len(need.kinds - held), min(need.piles, len(self._signs) - len(held)), sprinkled)

    def _best_chain(self, need: Short) -> Chain:
        """One way of each type, in turn; of all that lead to the same state the best."""
        cents = dict(need.sprinkled)
        turns = [self._ways(kind, kind in need.kinds, cents.get(kind, 0), _all_holes(need)) for kind in self._signs]
        reached: dict[State, Reached] = {(need.missing, 0, 0): ((0, 0, 0, 0), None)}
        for place, ways in enumerate(turns):
            kinds_after = [kind for kind in list(self._signs)[place + 1 :] if kind in need.kinds]
            pairs_after = sum(sum(self._signs[kind]) // 2 for kind in list(self._signs)[place + 1 :])
            reached = self._step(reached, ways, need, (-len(kinds_after), pairs_after))
        final = [
            ((value[0] + coffee_bonus(cups, self._rulings), *value[1:]), chain)
            for (missing, _, cups), (value, chain) in reached.items()
            if missing <= 0 and value[1] < 0
        ]
        return max(final, key=lambda found: found[0])[1] if final else None

    def _step(
        self, reached: dict[State, Reached], ways: Sequence[Way], need: Short, range_: tuple[int, int]
    ) -> dict[State, Reached]:
        """Everything one more type leads to; `range_`: the pairs that may be spare after it, and may be missing."""
        spare, most = range_
        after: dict[State, Reached] = {}
        for (missing, piles, cups), (value, chain) in reached.items():
            for way in ways:
                covered = way.kind in need.kinds
                left = missing + (covered and not way.ordered) - way.pairs
                filled = piles + (not covered and way.ordered)
                if left > most or filled > need.piles:
                    continue
                state = (max(left, spare), filled, min(cups + way.cups, self._most))
                now = (value[0] + way.cents, value[1] - way.cards, value[2] - way.pairs, value[3] - way.signs)
                if state not in after or now > after[state][0]:
                    after[state] = now, (way, chain) if way.cards else chain
        return after

    def _all_ways(self, kind: str, covered: bool, cents: int, all_holes: bool) -> list[Way]:
        """The ways of one type that may be best; `cents`: what an order with sprinkles pays here."""
        signs = self._signs[kind]
        ways = [self._way(kind, 0, Signs(0, 0, 0, 0), pairs) for pairs in range(1 if covered else sum(signs) // 2 + 1)]
        if covered or all_holes or signs.cups:
            for paying, plain in self._plains(signs, cents):
                ways += [
                    self._way(kind, paying * cents, plain, pairs) for pairs in range((sum(signs) - sum(plain)) // 2 + 1)
                ]
        best: dict[tuple[bool, int, int], Way] = {}
        for way in ways:
            key = (way.ordered, way.pairs, way.cups)
            if key not in best or (way.cents, -way.cards) > (best[key].cents, -best[key].cards):
                best[key] = way
        return self._kept(list(best.values()))

    def _kept(self, ways: list[Way]) -> list[Way]:
        """Without the ways that another one, as good to go on from, beats."""
        strictly = self._rulings["coffee-four"] == "sum"

        def beats(one: Way, other: Way) -> bool:
            if one.pairs != other.pairs or one.ordered != other.ordered:
                return False
            if one.cents < other.cents or one.cups < other.cups:
                return False
            more_coffee = strictly and one.cups > max(1, other.cups)
            return more_coffee or one.cents > other.cents or one.cards < other.cards

        return [way for way in ways if not any(beats(other, way) for other in ways)]

    def _plains(self, signs: Signs, cents: int) -> Iterator[tuple[int, Signs]]:
        """Orders given as they are, at least one: how many pay sprinkles, and which they are, as few as can be."""
        for cups in range(signs.cups + 1):
            if not cents:
                coffee = min(cups, signs.coffee)
                bare = (cups == 0) and signs.bare > 0
                plain = Signs(int(bare), int(not cups and not bare), coffee, cups - coffee)
                if plain.sprinkles <= signs.sprinkles:
                    yield 0, plain
            elif self._rulings["sprinkles-same-type"] == "once":
                yield from _once(signs, cups)
            else:
                yield from _each(signs, cups)

    def _way(self, kind: str, cents: int, plain: Signs, pairs: int) -> Way:
        """These orders as they are, and so many pairs of the rest, with the coffees that help."""
        signs, counts = self._signs[kind], self._rulings["wild-coffee"] == "counts"
        bare = signs.bare + signs.sprinkles - plain.bare - plain.sprinkles
        least, most = max(0, 2 * pairs - bare), min(2 * pairs, signs.cups - plain.cups)
        coffee = max(least, min(most, self._most - plain.cups)) if counts else least
        cups = min(self._most, plain.cups + (coffee if counts else 0))
        return Way(kind, cents, cups, sum(plain) + 2 * pairs, pairs, plain, (2 * pairs - coffee, coffee))

    # From counts back to cards

    def _gift(self, chain: Chain, need: Need) -> Gift:
        """The orders and wilds of the ways chosen, each pair standing for a type it may."""
        orders: list[Order] = []
        pairs: list[tuple[Order, Order]] = []
        while chain is not None:
            way, chain = chain
            orders += [
                card for sign, count in zip(SIGNS, way.plain, strict=True) for card in _cards(way.kind, sign, count)
            ]
            rest = self._paired(way)
            pairs += zip(rest[::2], rest[1::2], strict=True)
        ordered = {order.kind for order in orders}
        missing = [kind for kind in self._types if kind in need.kinds and kind not in ordered]
        wilds = self._wilds(sorted(pairs, key=str), missing, ordered | need.kinds)
        place = self._types.index
        return tuple(sorted(orders, key=lambda order: (place(order.kind), str(order)))), wilds

    def _paired(self, way: Way) -> list[Order]:
        """The orders in a type’s pairs: those with the fewest signs."""
        signs = self._signs[way.kind]
        bare, coffee = way.paired
        left = Signs(*(had - gone for had, gone in zip(signs, way.plain, strict=True)))
        counts = (
            min(bare, left.bare),
            max(0, bare - left.bare),
            min(coffee, left.coffee),
            max(0, coffee - left.coffee),
        )
        return [card for sign, count in zip(SIGNS, counts, strict=True) for card in _cards(way.kind, sign, count)]

    def _wilds(self, pairs: list[tuple[Order, Order]], missing: list[str], known: set[str]) -> tuple[Wild, ...]:
        """Every missing type gets a pair; pairs left over are more orders of what is ordered, or of one more pile."""
        wilds = [Wild(*pair, kind) for pair, kind in zip(pairs, missing, strict=False)]
        for pair in pairs[len(missing) :]:
            others = [kind for kind in self._types if kind != pair[0].kind]
            target = next((kind for kind in others if kind in known), others[0])
            known = known | {target}
            wilds.append(Wild(*pair, target))
        return tuple(sorted(wilds, key=str))


SIGNS = ((False, False), (True, False), (False, True), (True, True))  # sprinkles, coffee: in the order of Signs


def _cards(kind: str, sign: tuple[bool, bool], count: int) -> list[Order]:
    return [Order(kind, *sign)] * count


def _all_holes(need: Short) -> bool:
    return not need.kinds and not need.missing


def _once(signs: Signs, cups: int) -> Iterator[tuple[int, Signs]]:
    """So many coffees where one order with sprinkles pays, and more of them nothing."""
    if cups <= signs.coffee and (cups or signs.bare):
        yield 0, Signs(int(not cups), 0, cups, 0)
    if cups and signs.both:
        both = max(1, cups - signs.coffee)
        yield 1, Signs(0, 0, cups - both, both)
    elif signs.sprinkles and cups <= signs.coffee:
        yield 1, Signs(0, 1, cups, 0)


def _each(signs: Signs, cups: int) -> Iterator[tuple[int, Signs]]:
    """So many coffees where every order with sprinkles pays."""
    for paying in range(signs.sprinkles + signs.both + 1):
        both = min(signs.both, paying, cups)
        plain = Signs(int(not paying and not cups), paying - both, cups - both, both)
        if all(given <= had for given, had in zip(plain, signs, strict=True)):
            yield paying, plain
