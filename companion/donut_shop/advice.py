"""The best placements and the best boxes, found by trying every possibility."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from companion.donut_shop.case import Case
from companion.donut_shop.moves import Pack
from companion.donut_shop.packing import AssignmentSolver, Requirement
from companion.donut_shop.parts import BOXES, HOLES, UNKNOWN, Box, Edition, Order, Square, Tile, kind_of
from companion.donut_shop.pay import PER_DONUT, box_parts, placement_pays

Rulings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile in its orientation at a spot, with the type chosen and the cents it pays."""

    tile: Tile
    at: Square
    kind: str
    cents: int


@dataclass(frozen=True, slots=True)
class Packing:
    """A box with the orders that fill it best, and the cents it pays."""

    pack: Pack
    cents: int


def best_placements(case: Case, tile: Tile, edition: Edition, rulings: Rulings, limit: int) -> list[Placement]:
    """Return the best placements, at most `limit`: by cents, then by spot in reading order, orientation and type."""
    found = [
        Placement(turned, at, kind, PER_DONUT * len(squares))
        for at in case.spots()
        for turned in tile.orientations()
        for kind, squares in placement_pays(case, turned, at, edition, rulings).items()
    ]
    return sorted(found, key=lambda placement: -placement.cents)[:limit]


def requirement_of(case: Case, box: Box, at: Square) -> Requirement | None:
    """Return the requirement of a box at a place; None where a donut under it is unknown."""
    letters = [case.open[square] for square in box.squares(at)]
    if UNKNOWN in letters:
        return None
    kinds = frozenset(kind_of(letter) for letter in letters if letter != HOLES)
    small = [kind_of(letter) for letter in letters if letter.islower()]
    return Requirement(kinds, letters.count(HOLES), tuple(sorted((kind, small.count(kind)) for kind in set(small))))


def best_boxes(
    case: Case,
    hand: Sequence[Order],
    boxes: Mapping[str, int | None],
    own: bool,
    edition: Edition,
    rulings: Rulings,
    limit: int,
) -> list[Packing]:
    """Return the best boxes with their orders, at most `limit`: by cents, fewer orders, smaller box, reading order.

    `boxes`: common boxes left by size, None or missing if unknown. `own`: the seat has its own 2x2, which is used only
    where no common one is left.
    """
    solver = AssignmentSolver(hand, edition.types, rulings)
    places = _places(case, boxes, own)
    possible = [(pack, need) for pack in places if (need := requirement_of(case, pack.box, pack.at))]
    bounded = sorted(
        ((pack.box.cents + solver.upper_bound(need), pack, need) for pack, need in possible), key=lambda one: -one[0]
    )
    found: list[Packing] = []
    best: list[int] = []  # cents of the best found, a heap
    for bound, pack, need in bounded:
        if len(best) == limit and bound < best[0]:
            break
        assignment = solver.best(need)
        if assignment is None:
            continue
        filled = replace(pack, orders=assignment[0], wilds=assignment[1])
        cents = sum(box_parts(case, filled, rulings).values())
        found.append(Packing(filled, cents))
        heappush(best, cents)
        if len(best) > limit:
            heappop(best)
    found.sort(key=lambda p: (-p.cents, len(p.pack.cards), p.pack.box.width * p.pack.box.height, p.pack.at[::-1]))
    return found[:limit]


def _places(case: Case, boxes: Mapping[str, int | None], own: bool) -> Iterator[Pack]:
    """Yield every box at every place where it fits, without orders; a common 2x2 before the own one."""
    for box in BOXES.values():
        left = boxes.get(box.size)
        common = left is None or left > 0
        if common or (own and box.size == "2x2"):
            for at in case.places_for(box):
                yield Pack(box, at, (), (), own=not common)
