"""Best placements and best boxes, exact: every spot, turn and type; every size, place and way to give orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

from companion.donut_shop.case import Case
from companion.donut_shop.moves import Pack
from companion.donut_shop.packing import fits
from companion.donut_shop.parts import BOXES, HOLES, UNTOLD, Box, Edition, Order, Square, Tile, Wild, kind_of
from companion.donut_shop.pay import PER_DONUT, box_parts, coffee_bonus, placement_pays, sprinkle_bonus

Rulings = Mapping[str, str]
Gift = tuple[tuple[Order, ...], tuple[Wild, ...]]  # orders given as they are, and wilds


@dataclass(frozen=True, slots=True)
class Placement:
    """The tile as it would lie, where, the type chosen and what it pays in cents."""

    tile: Tile
    at: Square
    kind: str
    cents: int


@dataclass(frozen=True, slots=True)
class Packing:
    """A box and the orders that fill it best, with what it pays in cents."""

    pack: Pack
    cents: int


def best_placements(case: Case, tile: Tile, edition: Edition, rulings: Rulings, limit: int) -> list[Placement]:
    """What pays most first; equals in reading order of the spot, then as the tile lies now, then the set's order."""
    found = [
        Placement(turned, at, kind, PER_DONUT * len(squares))
        for at in case.spots()
        for turned in tile.turns()
        for kind, squares in placement_pays(case, turned, at, edition, rulings).items()
    ]
    return sorted(found, key=lambda placement: -placement.cents)[:limit]


@dataclass(frozen=True, slots=True)
class Need:
    """What a place asks of the orders: types covered, piles of holes, sprinkled donuts by type."""

    kinds: frozenset[str]
    piles: int
    sprinkled: tuple[tuple[str, int], ...]


def need_of(case: Case, box: Box, at: Square) -> Need | None:
    """What a box there needs; None where a donut under it is not told."""
    letters = [case.open[square] for square in box.squares(at)]
    if UNTOLD in letters:
        return None
    kinds = frozenset(kind_of(letter) for letter in letters if letter != HOLES)
    small = [kind_of(letter) for letter in letters if letter.islower()]
    return Need(kinds, letters.count(HOLES), tuple(sorted((kind, small.count(kind)) for kind in set(small))))


def best_boxes(
    case: Case,
    hand: Sequence[Order],
    boxes: Mapping[str, int | None],
    own: bool,
    edition: Edition,
    rulings: Rulings,
    limit: int,
) -> list[Packing]:
    """The best orders for every size and place: cents, then fewer orders, the smaller box, reading order.

    `boxes`: common ones left by size, None or missing where nobody knows. The own 2x2 waits while a common one is left.
    """
    givers = Givers(tuple(sorted(hand, key=str)), edition.types, rulings)
    found: list[Packing] = []
    for box in BOXES.values():
        common = (boxes.get(box.size) or 0) > 0 if boxes.get(box.size) is not None else True
        if not common and not (own and box.size == "2x2"):
            continue
        for at in fits(case, box):
            need = need_of(case, box, at)
            gift = givers.best(need) if need else None
            if gift is not None:
                pack = Pack(box, at, *gift, own=not common)
                found.append(Packing(pack, sum(box_parts(case, pack, rulings).values())))
    found.sort(key=lambda p: (-p.cents, len(p.pack.cards), p.pack.box.width * p.pack.box.height, p.pack.at[::-1]))
    return found[:limit]


@dataclass(frozen=True, slots=True)
class Part:
    """What one type's orders can give: some as they are, some in pairs as wilds."""

    kind: str
    plain: tuple[Order, ...]
    pairs: tuple[tuple[Order, Order], ...]

    @property
    def cards(self) -> int:
        return len(self.plain) + 2 * len(self.pairs)


@dataclass(frozen=True, slots=True)
class Way:
    """A part with what it brings: sprinkles in cents, coffees, orders given, pairs among them."""

    part: Part
    bonus: int
    cups: int
    cards: int
    pairs: int

    def beats(self, other: Way) -> bool:
        """Orders the same and brings no less with no more cards?"""
        same = bool(self.part.plain) == bool(other.part.plain) and self.pairs == other.pairs
        return same and self.bonus >= other.bonus and self.cups >= other.cups and self.cards <= other.cards


class _Search:
    """One way of each type, tried together; what cannot catch up with the best is not tried."""

    def __init__(self, givers: Givers, need: Need, ways: list[list[Way]]) -> None:
        self._givers, self._need, self._ways = givers, need, ways
        self._value: tuple[int, int, int] | None = None
        self._found: Gift | None = None
        self._bonus, self._cups = [0], [0]  # the most that the types from here on can still bring
        for choices in reversed(ways):
            self._bonus.insert(0, self._bonus[0] + max(way.bonus for way in choices))
            self._cups.insert(0, self._cups[0] + max(way.cups for way in choices))

    def best(self) -> Gift | None:
        self._try(0, [], 0, 0, 0, 0)
        return self._found

    def _try(self, place: int, chosen: list[Part], bonus: int, cups: int, cards: int, pairs: int) -> None:
        """`bonus` in cents, `cups`, `cards` and `pairs` of the ways chosen before `place`."""
        bound = (bonus + self._bonus[place] + self._givers.coffee(cups + self._cups[place]), -cards, -pairs)
        if self._value is not None and bound <= self._value:
            return
        if place < len(self._ways):
            for way in self._ways[place]:
                more = [*chosen, way.part] if way.cards else chosen
                self._try(place + 1, more, bonus + way.bonus, cups + way.cups, cards + way.cards, pairs + way.pairs)
            return
        gift = self._givers.gift(chosen, self._need)
        if gift is not None:
            self._value, self._found = bound, gift


class Givers:
    """The best way to give a hand's orders, for any need; asked again for the same need it remembers."""

    def __init__(self, hand: tuple[Order, ...], types: tuple[str, ...], rulings: Rulings) -> None:
        self._types = types
        self._rulings = rulings
        self._parts = [_parts(tuple(o for o in hand if o.kind == kind)) for kind in types]
        self.best = cache(self._best)

    def _best(self, need: Need) -> Gift | None:
        """The orders that bring most, then the fewest, then the fewest wilds; None where none will do."""
        donuts = dict(need.sprinkled)
        ways = [self._worth_keeping(parts, need, donuts) for parts in self._parts]
        return _Search(self, need, [kept for kept in ways if kept]).best()

    def _worth_keeping(self, parts: list[Part], need: Need, donuts: Mapping[str, int]) -> list[Way]:
        """One type's ways without those that another beats: as much ordered, coffee and bonus, with no more cards."""
        rated = [
            Way(part, sprinkle_bonus(part.plain, donuts, self._rulings), self._cups(part), part.cards, len(part.pairs))
            for part in parts
            if not part.plain or part.kind in need.kinds or need.piles
        ]
        rated.sort(key=lambda way: (-way.bonus, -way.cups, way.cards))
        kept: list[Way] = []
        for way in rated:
            if not any(other.beats(way) for other in kept):
                kept.append(way)
        return kept

    def _cups(self, part: Part) -> int:
        """Coffees that count (ruling wild-coffee)."""
        cups = sum(order.coffee for order in part.plain)
        if self._rulings["wild-coffee"] == "counts":
            cups += sum(order.coffee for pair in part.pairs for order in pair)
        return cups

    def coffee(self, cups: int) -> int:
        return coffee_bonus(cups, self._rulings)

    def gift(self, parts: Sequence[Part], need: Need) -> Gift | None:
        """The orders and wilds of a choice, each pair standing for a type it may; None where it cannot be."""
        ordered = {part.kind for part in parts if part.plain}
        pairs = [pair for part in parts for pair in part.pairs]
        missing = [kind for kind in self._types if kind in need.kinds and kind not in ordered]
        extra = len(ordered - need.kinds)
        if len(pairs) < len(missing) or extra > need.piles or not (ordered or pairs):
            return None
        wilds = self._wilds(pairs, missing, ordered | need.kinds, need.piles - extra)
        return None if wilds is None else (tuple(o for part in parts for o in part.plain), wilds)

    def _wilds(
        self, pairs: list[tuple[Order, Order]], missing: list[str], known: set[str], piles: int
    ) -> tuple[Wild, ...] | None:
        """Every missing type gets a pair of another type; pairs left over are more orders of what is ordered."""
        for order in permutations(range(len(pairs)), len(missing)):
            if any(pairs[place][0].kind == kind for place, kind in zip(order, missing, strict=True)):
                continue
            wilds = [Wild(*pairs[place], kind) for place, kind in zip(order, missing, strict=True)]
            free, targets = piles, set(known)
            for place in range(len(pairs)):
                if place in order:
                    continue
                target = next((k for k in self._types if k in targets and k != pairs[place][0].kind), None)
                if target is None and free:
                    target = next(k for k in self._types if k != pairs[place][0].kind)
                    targets.add(target)
                    free -= 1
                if target is None:
                    break
                wilds.append(Wild(*pairs[place], target))
            else:
                return tuple(sorted(wilds, key=str))
        return None


def _parts(orders: tuple[Order, ...]) -> list[Part]:
    """Every different way to give some of one type's orders as they are and some in pairs."""
    kind = orders[0].kind if orders else ""
    found: dict[tuple[object, ...], Part] = {}
    for count in range(len(orders) + 1):
        for plain in dict.fromkeys(combinations(orders, count)):
            rest = list(orders)
            for order in plain:
                rest.remove(order)
            for pairs in _pairings(tuple(rest)):
                found.setdefault((plain, pairs), Part(kind, plain, pairs))
    return list(found.values())


def _pairings(orders: tuple[Order, ...]) -> Iterator[tuple[tuple[Order, Order], ...]]:
    """Every different set of pairs of these orders: which cards are in a pair matters, with which other does not."""
    for count in range(0, len(orders) + 1, 2):
        for used in dict.fromkeys(combinations(orders, count)):
            yield tuple((used[i], used[i + 1]) for i in range(0, count, 2))
