"""The money a seat would have if one line were another, recounted from the squares that line affects.

A fold of a whole game takes about a millisecond, and thousands of alternatives to its lines are possible. A line is
recounted only where a square it counts, or one beside those, has changed, so most alternatives cost a few set
operations. The count is exact as long as the rules accept every line, which a fold has to show.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.donut_shop.case import Case, neighbours, tile_squares
from companion.donut_shop.moves import Pack, Place
from companion.donut_shop.parts import Square, Tile, kind_of
from companion.donut_shop.pay import PER_DONUT, box_parts, paid_squares
from companion.donut_shop.state import ShopState
from companion.kernel.table import Applied, Table

NO_SQUARES: frozenset[Square] = frozenset()


@dataclass(frozen=True, slots=True)
class CaseChange:
    """A change of the case after a line.

    `letters`: other donuts, while they are open. `added`: donuts that are now open. `gone`: squares no longer open.
    """

    letters: Mapping[Square, str] = field(default_factory=dict)
    added: Mapping[Square, str] = field(default_factory=dict)
    gone: frozenset[Square] = NO_SQUARES

    @property
    def squares(self) -> frozenset[Square]:
        """All squares changed."""
        return self.gone.union(self.letters, self.added)

    def applied_to(self, case: Case) -> Case:
        """Return a later case with this change."""
        opened = case.open.copy()
        for square, letter in self.letters.items():
            if square in opened:
                opened[square] = letter
        for square in self.gone:
            opened.pop(square, None)
        opened.update(self.added)
        return Case(opened, case.boxed)


@dataclass(frozen=True, slots=True)
class Played:
    """A tile or a box that was paid.

    `place`: its index in `table.applied`. `before`: the state before it. `paid`: its cents by the rules, None where the
    table decided the amount. `zone`: the squares on which the amount depends.
    """

    place: int
    applied: Applied
    before: ShopState
    paid: int | None
    zone: frozenset[Square]

    @property
    def move(self) -> Place | Pack:
        """The move of the line."""
        move = self.applied.line.move
        assert isinstance(move, Place | Pack)
        return move

    @property
    def seat(self) -> int:
        """The seat of the line."""
        assert self.applied.line.seat is not None
        return self.applied.line.seat

    def pays(self, change: CaseChange) -> int:
        """Return the cents it pays on a changed case."""
        move, rulings = self.move, self.before.party.rulings
        if isinstance(move, Pack):
            return sum(box_parts(change.applied_to(self.before.case), move, rulings).values())
        after = change.applied_to(self.applied.state.case)
        return PER_DONUT * len(paid_squares(after, move.at, move.kind, rulings))


class Recount:
    """The tiles and boxes of a table, prepared for recounting."""

    def __init__(self, table: Table) -> None:
        self.played: list[Played] = []
        self.covered: dict[Square, Played] = {}  # the box over each boxed square
        before: ShopState = table.opening
        for place, applied in enumerate(table.applied):
            if isinstance(applied.line.move, Place | Pack) and not applied.aside:
                self._add(Played(place, applied, before, _paid(applied), _zone(applied)))
            before = applied.state
        self.last: ShopState = before
        self._paid = [
            [one for one in self.played if one.paid is not None and one.seat == seat] for seat in _seats(before)
        ]

    def _add(self, played: Played) -> None:
        self.played.append(played)
        if isinstance(played.move, Pack):
            self.covered.update(dict.fromkeys(played.move.box.squares(played.move.at), played))

    def later(self, seat: int, place: int, change: CaseChange) -> int:
        """Return by how many cents more the seat's lines after this place pay."""
        touched, cents = change.squares, 0
        for played in self._paid[seat]:
            if played.place > place and not played.zone.isdisjoint(touched):
                cents += played.pays(change) - (played.paid or 0)
        return cents

    def allows(self, place: int, letters: Mapping[Square, str]) -> bool:
        """Return whether the boxes laid later over these squares could have been filled with these donuts."""
        for square, letter in letters.items():
            box = self.covered.get(square)
            if box is not None and box.place > place and isinstance(box.move, Pack):
                kind = kind_of(letter)
                if kind in box.before.edition.donuts and kind not in box.move.kinds:
                    return False
        return True


def donuts_at(tile: Tile, at: Square) -> dict[Square, str]:
    """Return the donuts of a tile by square."""
    return dict(zip(tile_squares(at), tile.donuts, strict=True))


def _seats(state: ShopState) -> range:
    return range(len(state.party.names))


def _paid(applied: Applied) -> int | None:
    return None if applied.line.decided is not None else sum(applied.paid.values())


def _zone(applied: Applied) -> frozenset[Square]:
    """Return the squares on which the amount of a line depends."""
    move, state = applied.line.move, applied.state
    if isinstance(move, Pack):
        with_sprinkles = any(order.sprinkles for order in move.orders)
        return frozenset(move.box.squares(move.at)) if with_sprinkles else NO_SQUARES
    assert isinstance(move, Place)
    counted = paid_squares(state.case, move.at, move.kind, state.party.rulings)
    around = [other for square in counted for other in neighbours(square)]
    return frozenset([*counted, *around, *tile_squares(move.at)])
