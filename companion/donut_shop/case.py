"""The display case: squares with donuts, some under boxes. Groups, spots, and the case as a picture of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntFlag

from companion.donut_shop.parts import HOLES, UNTOLD, Square, Tile

BOXED = "#"
EMPTY = "."
EDGE = 99  # no table is wider: squares further out than this are refused


class Problem(IntFlag):
    """Why a picture cannot be a case; 0 is a case."""

    NONE = 0
    HALF_BLOCK = 1  # a 2x2 block on even squares is neither full nor empty
    UNKNOWN_LETTER = 2
    DETACHED = 4  # blocks that do not hang together
    OFF_TABLE = 8


def tile_squares(at: Square) -> tuple[Square, Square, Square, Square]:
    """The four squares of a tile, in reading order."""
    x, y = at
    return at, (x + 1, y), (x, y + 1), (x + 1, y + 1)


def beside(square: Square) -> tuple[Square, Square, Square, Square]:
    """The four squares that share a side with this one."""
    x, y = square
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def spots_beside(spot: Square) -> tuple[Square, Square, Square, Square]:
    """The four spots that share a side with the tile at this spot."""
    x, y = spot
    return (x - 2, y), (x + 2, y), (x, y - 2), (x, y + 2)


@dataclass(frozen=True, slots=True)
class Case:
    """What lies on the table: letters of open donuts, and of those under boxes (`?` where nobody told them)."""

    open: dict[Square, str]  # never changed in place; a dict, since its own copy is the quickest there is
    boxed: dict[Square, str]

    def __contains__(self, square: Square) -> bool:
        return square in self.open or square in self.boxed

    def __len__(self) -> int:
        return len(self.open) + len(self.boxed)

    def letter(self, square: Square) -> str:
        """How a picture shows a square: a letter, `#`, `?`, or `.` where nothing lies."""
        return BOXED if square in self.boxed else self.open.get(square, EMPTY)

    def squares(self) -> list[Square]:
        """All squares with a donut, in reading order."""
        return sorted((*self.open, *self.boxed), key=lambda s: (s[1], s[0]))

    def blocks(self) -> set[Square]:
        """Top left squares of the tiles that lie there."""
        return {(x - x % 2, y - y % 2) for x, y in (*self.open, *self.boxed)}

    def spots(self) -> list[Square]:
        """Where a tile may go, in reading order: free even spots with a tile on at least one side."""
        blocks = self.blocks()
        free = {spot for block in blocks for spot in spots_beside(block)} - blocks
        return sorted(free, key=lambda s: (s[1], s[0]))

    def is_beside_tile(self, spot: Square) -> bool:
        """Has a tile at this even spot another one on a side?"""
        return any(other in self for other in spots_beside(spot))

    def laid(self, tile: Tile, at: Square) -> Case:
        """The case with one more tile."""
        opened = self.open.copy()
        opened.update(zip(tile_squares(at), tile.donuts, strict=True))
        return Case(opened, self.boxed)

    def under_box(self, squares: Iterable[Square]) -> Case:
        """The case with these squares under a box."""
        opened = self.open.copy()
        covered = {square: opened.pop(square) for square in squares}
        return Case(opened, {**self.boxed, **covered})

    def mended(self, square: Square, letter: str) -> Case:
        """The case with one donut read anew; under a box it stays under it."""
        if square in self.boxed:
            return Case(self.open, {**self.boxed, square: letter})
        return Case({**self.open, square: letter}, self.boxed)

    def group(self, kind: str, start: Iterable[Square], join: bool = True) -> list[Square]:
        """Squares reached from `start` over sides through donuts of the type (and holes where they join)."""
        alike = kind + kind.lower() + (HOLES if join else "")
        letter = self.open.get
        waiting = [square for square in start if letter(square, EMPTY) in alike]
        found = set(waiting)
        for x, y in waiting:
            for other in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if other not in found and letter(other, EMPTY) in alike:
                    found.add(other)
                    waiting.append(other)
        return waiting

    def origin(self) -> Square:
        """The square at the top left of the picture."""
        squares = (*self.open, *self.boxed)
        return min((x for x, _ in squares), default=0), min((y for _, y in squares), default=0)

    def rows(self) -> list[str]:
        """The case as a picture, its rows from the top; empty for an empty case."""
        squares = (*self.open, *self.boxed)
        if not squares:
            return []
        left, top = self.origin()
        right, bottom = max(x for x, _ in squares), max(y for _, y in squares)
        return ["".join(self.letter((x, y)) for x in range(left, right + 1)) for y in range(top, bottom + 1)]

    def __str__(self) -> str:
        return "/".join(self.rows())


def read_rows(rows: Sequence[str], origin: Square = (0, 0)) -> Case:
    """The case a picture shows, its top left at `origin`; letters are not judged here (see `problems`)."""
    opened: dict[Square, str] = {}
    boxed: dict[Square, str] = {}
    for y, row in enumerate(rows, origin[1]):
        for x, letter in enumerate(row, origin[0]):
            if letter == BOXED:
                boxed[x, y] = UNTOLD
            elif letter != EMPTY:
                opened[x, y] = letter
    return Case(opened, boxed)


def problems(case: Case, letters: str) -> Problem:
    """All that is wrong with a picture at once; `letters` are the types of its set, as capitals."""
    found = Problem.NONE
    blocks = case.blocks()
    if any(square not in case for block in blocks for square in tile_squares(block)):
        found |= Problem.HALF_BLOCK
    if any(letter.upper() not in letters + HOLES + UNTOLD or letter == "o" for letter in case.open.values()):
        found |= Problem.UNKNOWN_LETTER
    if any(abs(x) > EDGE or abs(y) > EDGE for x, y in blocks):
        found |= Problem.OFF_TABLE
    if blocks and len(_connected(blocks)) < len(blocks):
        found |= Problem.DETACHED
    return found


def _connected(blocks: set[Square]) -> set[Square]:
    """The blocks that hang together with the first one."""
    waiting = [min(blocks)]
    found = set(waiting)
    for block in waiting:
        for other in spots_beside(block):
            if other in blocks and other not in found:
                found.add(other)
                waiting.append(other)
    return found
