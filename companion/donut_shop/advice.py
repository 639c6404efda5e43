"""Best placements and best boxes, exact: every spot, turn and type; every size, place and way to give orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from companion.donut_shop.case import Case
from companion.donut_shop.moves import Pack
from companion.donut_shop.packing import AssignmentSolver, Need
from companion.donut_shop.parts import BOXES, HOLES, UNKNOWN, Box, Edition, Order, Square, Tile, kind_of
from companion.donut_shop.pay import PER_DONUT, box_parts, placement_pays

Rulings = Mapping[str, str]


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
        for turned in tile.orientations()
        for kind, squares in placement_pays(case, turned, at, edition, rulings).items()
    ]
    return sorted(found, key=lambda placement: -placement.cents)[:limit]


def requirement_of(case: Case, box: Box, at: Square) -> Need | None:
    """What a box there needs; None where a donut under it is not told."""
    letters = [case.open[square] for square in box.squares(at)]
    if UNKNOWN in letters:
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
    givers = AssignmentSolver(hand, edition.types, rulings)
    places = _places(case, boxes, own)
    asked = [(pack, need) for pack in places if (need := requirement_of(case, pack.box, pack.at))]
    hopeful = sorted(
        ((pack.box.cents + givers.most(need), pack, need) for pack, need in asked), key=lambda one: -one[0]
    )
    found: list[Packing] = []
    best: list[int] = []  # cents of the best found, the least of them first
    for hope, pack, need in hopeful:
        if len(best) == limit and hope < best[0]:
            break
        gift = givers.best(need)
        if gift is None:
            continue
        given = replace(pack, orders=gift[0], wilds=gift[1])
        cents = sum(box_parts(case, given, rulings).values())
        found.append(Packing(given, cents))
        heappush(best, cents)
        if len(best) > limit:
            heappop(best)
    found.sort(key=lambda p: (-p.cents, len(p.pack.cards), p.pack.box.width * p.pack.box.height, p.pack.at[::-1]))
    return found[:limit]


def _places(case: Case, boxes: Mapping[str, int | None], own: bool) -> Iterator[Pack]:
    """Every box there is, wherever it fits, without orders yet; a common 2x2 before one’s own."""
    for box in BOXES.values():
        left = boxes.get(box.size)
        common = left is None or left > 0
        if common or (own and box.size == "2x2"):
            for at in case.places_for(box):
                yield Pack(box, at, (), (), own=not common)
