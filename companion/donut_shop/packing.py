"""The best orders of a hand for a box: an exact search, quick for forty orders too.

A type's orders differ only by their signs, so what a type can offer is counted, not listed order by order. Two facts
keep the search small:
- For a type under the box a pair is worth a wild only if it stands for a type without an order; otherwise the two
  orders bring no less as they are. So a type under the box offers pairs only beside an order of its own.
- Of a type's offers with as many pairs and coffees, only the one with the most cents, then the fewest orders, matters.
The search then takes one type after the other and keeps the best partial assignment for each progress.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from companion.donut_shop.parts import Order, Wild
from companion.donut_shop.pay import COFFEES, PER_SPRINKLES, coffee_bonus

Rulings = Mapping[str, str]
Assignment = tuple[tuple[Order, ...], tuple[Wild, ...]]  # orders used as they are, and wilds
MOST_COFFEES = max(COFFEES)  # more pay nothing, except under ruling coffee-four=sum


@dataclass(frozen=True, slots=True)
class Requirement:
    """The requirement of a box: types covered, number of piles of holes, and sprinkled donuts by type."""

    kinds: frozenset[str]
    piles: int
    sprinkled: tuple[tuple[str, int], ...]


class SignCounts(NamedTuple):
    """The numbers of a type's orders with no sign, sprinkles, coffee, or both."""

    bare: int
    sprinkles: int
    coffee: int
    both: int

    @property
    def cups(self) -> int:
        """The number of orders with coffee."""
        return self.coffee + self.both


class Offer(NamedTuple):
    """Orders of one type to be used.

    `cents` for sprinkles, `cups` of coffee that count, `cards` in all, of them `plain` ones as they are and `pairs`.
    """

    kind: str
    cents: int
    cups: int
    cards: int
    pairs: int
    plain: SignCounts
    paired: tuple[int, int]  # orders in pairs: without coffee, with coffee

    @property
    def signs(self) -> int:
        """The number of signs on these orders: of equal offers the one with fewer signs is better."""
        return self.plain.sprinkles + self.plain.coffee + 2 * self.plain.both + self.paired[1]

    @property
    def ordered(self) -> bool:
        """Return whether an order is used as it is, not in a pair."""
        return self.cards > 2 * self.pairs


class HandRequirement(NamedTuple):
    """A requirement reduced to a hand: types held, number of types missing, usable piles, cents of sprinkles."""

    kinds: frozenset[str]
    missing: int
    piles: int
    sprinkled: tuple[tuple[str, int], ...]


Progress = tuple[int, int, int]  # types still without an order minus pairs, types on piles, coffees
Chain = tuple[Offer, "Chain"] | None
Worth = tuple[int, int, int, int]  # cents of sprinkles, minus orders, minus pairs, minus signs
Partial = tuple[Worth, Chain]  # a worth, and the offers that reach it


class AssignmentSolver:
    """Finds the best orders of a hand for any requirement, and keeps its results."""

    def __init__(self, hand: Sequence[Order], types: tuple[str, ...], rulings: Rulings) -> None:
        self._types = types
        self._rulings = rulings
        # From the last type: of equal assignments the one with the first types of the edition is then found first.
        by_sign = {kind: [hand.count(Order(kind, *signs)) for signs in SIGNS] for kind in reversed(types)}
        self._signs = {kind: SignCounts(*counts) for kind, counts in by_sign.items() if any(counts)}
        self._most = sum(order.coffee for order in hand) if rulings["coffee-four"] == "sum" else MOST_COFFEES
        self._chain = cache(self._best_chain)
        self._offers_of = cache(self._offers)

    def best(self, requirement: Requirement) -> Assignment | None:
        """Return the assignment that pays most, then with the fewest orders, wilds and signs; None if there is none."""
        chain = self._chain(self._of_hand(requirement))
        return None if chain is None else self._assignment(chain, requirement)

    def upper_bound(self, requirement: Requirement) -> int:
        """Return cents that no assignment exceeds, -1 if there surely is none."""
        reduced = self._of_hand(requirement)
        if reduced.missing > sum(sum(signs) // 2 for signs in self._signs.values()):
            return -1
        sprinkles = sum(cents * self._paying_orders(kind) for kind, cents in reduced.sprinkled)
        return sprinkles + coffee_bonus(
            min(self._most, sum(signs.cups for signs in self._signs.values())), self._rulings
        )

    def _paying_orders(self, kind: str) -> int:
        signs = self._signs[kind]
        return 1 if self._rulings["sprinkles-same-type"] == "once" else signs.sprinkles + signs.both

    def _of_hand(self, requirement: Requirement) -> HandRequirement:
        held = frozenset(kind for kind in requirement.kinds if kind in self._signs)
        by_donut = self._rulings["sprinkles"] == "donut"
        sprinkled = tuple(
            (kind, PER_SPRINKLES * (count if by_donut else 1))
            for kind, count in requirement.sprinkled
            if kind in held and self._signs[kind].sprinkles + self._signs[kind].both
        )
        return HandRequirement(
            held, len(requirement.kinds - held), min(requirement.piles, len(self._signs) - len(held)), sprinkled
        )

    def _best_chain(self, requirement: HandRequirement) -> Chain:
        """Combine one offer of each type, keeping the best of all that reach the same progress."""
        cents = dict(requirement.sprinkled)
        stages = [
            self._offers_of(kind, kind in requirement.kinds, cents.get(kind, 0), _all_holes(requirement))
            for kind in self._signs
        ]
        partials: dict[Progress, Partial] = {(requirement.missing, 0, 0): ((0, 0, 0, 0), None)}
        for place, offers in enumerate(stages):
            kinds_after = [kind for kind in list(self._signs)[place + 1 :] if kind in requirement.kinds]
            pairs_after = sum(sum(self._signs[kind]) // 2 for kind in list(self._signs)[place + 1 :])
            partials = self._extended(partials, offers, requirement, (-len(kinds_after), pairs_after))
        final = [
            ((value[0] + coffee_bonus(cups, self._rulings), *value[1:]), chain)
            for (missing, _, cups), (value, chain) in partials.items()
            if missing <= 0 and value[1] < 0
        ]
        return max(final, key=lambda found: found[0])[1] if final else None

    def _extended(
        self,
        partials: dict[Progress, Partial],
        offers: Sequence[Offer],
        requirement: HandRequirement,
        pair_bounds: tuple[int, int],
    ) -> dict[Progress, Partial]:
        """Extend partial assignments by one more type.

        `pair_bounds`: the most pairs to spare (negative) and the most still missing that the types after it can use.
        """
        spare, most = pair_bounds
        after: dict[Progress, Partial] = {}
        for (missing, piles, cups), (value, chain) in partials.items():
            for offer in offers:
                covered = offer.kind in requirement.kinds
                left = missing + (covered and not offer.ordered) - offer.pairs
                filled = piles + (not covered and offer.ordered)
                if left > most or filled > requirement.piles:
                    continue
                progress = (max(left, spare), filled, min(cups + offer.cups, self._most))
                now = (value[0] + offer.cents, value[1] - offer.cards, value[2] - offer.pairs, value[3] - offer.signs)
                if progress not in after or now > after[progress][0]:
                    after[progress] = now, (offer, chain) if offer.cards else chain
        return after

    def _offers(self, kind: str, covered: bool, cents: int, all_holes: bool) -> list[Offer]:
        """Return the offers of one type that can be part of a best assignment; `cents` of an order with sprinkles."""
        signs = self._signs[kind]
        offers = [
            self._offer(kind, 0, SignCounts(0, 0, 0, 0), pairs)
            for pairs in range(1 if covered else sum(signs) // 2 + 1)
        ]
        if covered or all_holes or signs.cups:
            for paying, plain in self._plain_orders(signs, cents):
                offers += [
                    self._offer(kind, paying * cents, plain, pairs)
                    for pairs in range((sum(signs) - sum(plain)) // 2 + 1)
                ]
        best: dict[tuple[bool, int, int], Offer] = {}
        for offer in offers:
            key = (offer.ordered, offer.pairs, offer.cups)
            if key not in best or (offer.cents, -offer.cards) > (best[key].cents, -best[key].cards):
                best[key] = offer
        return self._undominated(list(best.values()))

    def _undominated(self, offers: list[Offer]) -> list[Offer]:
        """Return the offers that no other offer of the same kind beats."""
        strictly = self._rulings["coffee-four"] == "sum"

        def beats(one: Offer, other: Offer) -> bool:
            if one.pairs != other.pairs or one.ordered != other.ordered:
                return False
            if one.cents < other.cents or one.cups < other.cups:
                return False
            more_coffee = strictly and one.cups > max(1, other.cups)
            return more_coffee or one.cents > other.cents or one.cards < other.cards

        return [offer for offer in offers if not any(beats(other, offer) for other in offers)]

    def _plain_orders(self, signs: SignCounts, cents: int) -> Iterator[tuple[int, SignCounts]]:
        """Yield orders used as they are, at least one and as few as possible, with the number that pays sprinkles."""
        for cups in range(signs.cups + 1):
            if not cents:
                coffee = min(cups, signs.coffee)
                bare = (cups == 0) and signs.bare > 0
                plain = SignCounts(int(bare), int(not cups and not bare), coffee, cups - coffee)
                if plain.sprinkles <= signs.sprinkles:
                    yield 0, plain
            elif self._rulings["sprinkles-same-type"] == "once":
                yield from _once_per_type(signs, cups)
            else:
                yield from _for_each_order(signs, cups)

    def _offer(self, kind: str, cents: int, plain: SignCounts, pairs: int) -> Offer:
        """Return the offer of these plain orders and a number of pairs of the rest, with the coffees that pay."""
        signs, counts = self._signs[kind], self._rulings["wild-coffee"] == "counts"
        bare = signs.bare + signs.sprinkles - plain.bare - plain.sprinkles
        least, most = max(0, 2 * pairs - bare), min(2 * pairs, signs.cups - plain.cups)
        coffee = max(least, min(most, self._most - plain.cups)) if counts else least
        cups = min(self._most, plain.cups + (coffee if counts else 0))
        return Offer(kind, cents, cups, sum(plain) + 2 * pairs, pairs, plain, (2 * pairs - coffee, coffee))

    # From counts back to orders

    def _assignment(self, chain: Chain, requirement: Requirement) -> Assignment:
        """Return the orders and wilds of the offers chosen."""
        orders: list[Order] = []
        pairs: list[tuple[Order, Order]] = []
        while chain is not None:
            offer, chain = chain
            orders += [
                card for sign, count in zip(SIGNS, offer.plain, strict=True) for card in _cards(offer.kind, sign, count)
            ]
            rest = self._paired(offer)
            pairs += zip(rest[::2], rest[1::2], strict=True)
        ordered = {order.kind for order in orders}
        missing = [kind for kind in self._types if kind in requirement.kinds and kind not in ordered]
        wilds = self._wilds(sorted(pairs, key=str), missing, ordered | requirement.kinds)
        place = self._types.index
        return tuple(sorted(orders, key=lambda order: (place(order.kind), str(order)))), wilds

    def _paired(self, offer: Offer) -> list[Order]:
        """Return the orders in a type's pairs: those with the fewest signs."""
        signs = self._signs[offer.kind]
        bare, coffee = offer.paired
        left = SignCounts(*(had - gone for had, gone in zip(signs, offer.plain, strict=True)))
        counts = (
            min(bare, left.bare),
            max(0, bare - left.bare),
            min(coffee, left.coffee),
            max(0, coffee - left.coffee),
        )
        return [card for sign, count in zip(SIGNS, counts, strict=True) for card in _cards(offer.kind, sign, count)]

    def _wilds(self, pairs: list[tuple[Order, Order]], missing: list[str], known: set[str]) -> tuple[Wild, ...]:
        """Return the wilds: one pair for each missing type; others stand for types already ordered, or one more."""
        wilds = [Wild(*pair, kind) for pair, kind in zip(pairs, missing, strict=False)]
        for pair in pairs[len(missing) :]:
            others = [kind for kind in self._types if kind != pair[0].kind]
            target = next((kind for kind in others if kind in known), others[0])
            known = known | {target}
            wilds.append(Wild(*pair, target))
        return tuple(sorted(wilds, key=str))


SIGNS = ((False, False), (True, False), (False, True), (True, True))  # sprinkles, coffee: in the order of SignCounts


def _cards(kind: str, sign: tuple[bool, bool], count: int) -> list[Order]:
    return [Order(kind, *sign)] * count


def _all_holes(requirement: HandRequirement) -> bool:
    return not requirement.kinds and not requirement.missing


def _once_per_type(signs: SignCounts, cups: int) -> Iterator[tuple[int, SignCounts]]:
    """Yield orders with this many coffees where only one order with sprinkles of the type pays."""
    if cups <= signs.coffee and (cups or signs.bare):
        yield 0, SignCounts(int(not cups), 0, cups, 0)
    if cups and signs.both:
        both = max(1, cups - signs.coffee)
        yield 1, SignCounts(0, 0, cups - both, both)
    elif signs.sprinkles and cups <= signs.coffee:
        yield 1, SignCounts(0, 1, cups, 0)


def _for_each_order(signs: SignCounts, cups: int) -> Iterator[tuple[int, SignCounts]]:
    """Yield orders with this many coffees where every order with sprinkles pays."""
    for paying in range(signs.sprinkles + signs.both + 1):
        both = min(signs.both, paying, cups)
        plain = SignCounts(int(not paying and not cups), paying - both, cups - both, both)
        if all(given <= had for given, had in zip(plain, signs, strict=True)):
            yield paying, plain
