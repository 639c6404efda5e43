"""The display case: squares with donuts, some of them under boxes; its groups, its spots, and its picture as text.

A picture has a letter for each square: a donut, `#` for a boxed square, `?` for an unknown donut, `.` for none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntFlag

from companion.donut_shop.parts import HOLES, UNKNOWN, Box, Square, Tile

BOXED = "#"
EMPTY = "."
EDGE = 99  # largest coordinate accepted: no table is wider


class Problem(IntFlag):
    """Reasons why a picture is no case; 0 for a valid one."""

    NONE = 0
    HALF_BLOCK = 1  # a 2x2 block on even coordinates is partly filled
    UNKNOWN_LETTER = 2
    DETACHED = 4  # not all blocks are connected
    OFF_TABLE = 8


def tile_squares(at: Square) -> tuple[Square, Square, Square, Square]:
    """Return the four squares of the tile at `at`, in reading order."""
    x, y = at
    return at, (x + 1, y), (x, y + 1), (x + 1, y + 1)


def neighbours(square: Square) -> tuple[Square, Square, Square, Square]:
    """Return the four squares that share a side with this one."""
    x, y = square
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def neighbouring_spots(spot: Square) -> tuple[Square, Square, Square, Square]:
    """Return the four spots that share a side with this one."""
    x, y = spot
    return (x - 2, y), (x + 2, y), (x, y - 2), (x, y + 2)


@dataclass(frozen=True, slots=True)
class Case:
    """The display case: the letters of open donuts and of donuts under boxes (`?` where unknown), by square."""

    open: dict[Square, str]  # never changed in place; a plain dict, since it is the quickest to copy
    boxed: dict[Square, str]

    def __contains__(self, square: Square) -> bool:
        return square in self.open or square in self.boxed

    def __len__(self) -> int:
        return len(self.open) + len(self.boxed)

    def letter(self, square: Square) -> str:
        """Return the letter of a square in the picture: a donut, `#`, `?`, or `.` for an empty square."""
        return BOXED if square in self.boxed else self.open.get(square, EMPTY)

    def squares(self) -> list[Square]:
        """Return all squares with a donut, in reading order."""
        return sorted((*self.open, *self.boxed), key=lambda s: (s[1], s[0]))

    def blocks(self) -> set[Square]:
        """Return the top left squares of all tiles laid."""
        return {(x - x % 2, y - y % 2) for x, y in (*self.open, *self.boxed)}

    def spots(self) -> list[Square]:
        """Return the spots where a tile may lie, in reading order: free, on even coordinates, beside a tile."""
        blocks = self.blocks()
        free = {spot for block in blocks for spot in neighbouring_spots(block)} - blocks
        return sorted(free, key=lambda s: (s[1], s[0]))

    def touches_tile(self, spot: Square) -> bool:
        """Return whether a tile lies beside this spot (even coordinates)."""
        return any(other in self for other in neighbouring_spots(spot))

    def places_for(self, box: Box) -> list[Square]:
        """Return where the box fits over open donuts: the top left squares, in reading order."""
        is_open, right, low = self.open.__contains__, box.width - 1, box.height - 1
        return [
            (x, y)
            for x, y in self.squares()
            if is_open((x + right, y + low)) and all(map(is_open, box.squares((x, y))))
        ]

    def laid(self, tile: Tile, at: Square) -> Case:
        """Return the case with one more tile."""
        opened = self.open.copy()
        opened.update(zip(tile_squares(at), tile.donuts, strict=True))
        return Case(opened, self.boxed)

    def with_box_over(self, squares: Iterable[Square]) -> Case:
        """Return the case with these squares under a box. Raises KeyError where one is not open."""
        opened = self.open.copy()
        covered = {square: opened.pop(square) for square in squares}
        return Case(opened, {**self.boxed, **covered})

    def corrected(self, square: Square, letter: str) -> Case:
        """Return the case with another donut on a square, which stays open or boxed."""
        if square in self.boxed:
            return Case(self.open, {**self.boxed, square: letter})
        return Case({**self.open, square: letter}, self.boxed)

    def group(self, kind: str, start: Iterable[Square], join: bool = True) -> list[Square]:
        """Return the open squares of the type connected with `start` by sides, `start` included.

        `join`: piles of holes count as the type (ruling holes-join).
        """
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
        """Return the top left square of the picture."""
        squares = (*self.open, *self.boxed)
        return min((x for x, _ in squares), default=0), min((y for _, y in squares), default=0)

    def rows(self) -> list[str]:
        """Return the picture, its rows from the top; empty for an empty case."""
        squares = (*self.open, *self.boxed)
        if not squares:
            return []
        left, top = self.origin()
        right, bottom = max(x for x, _ in squares), max(y for _, y in squares)
        return ["".join(self.letter((x, y)) for x in range(left, right + 1)) for y in range(top, bottom + 1)]

    def __str__(self) -> str:
        return "/".join(self.rows())


def read_rows(rows: Sequence[str], origin: Square = (0, 0)) -> Case:
    """Read a picture whose top left square is `origin`. Letters are not checked here, see `problems`."""
    opened: dict[Square, str] = {}
    boxed: dict[Square, str] = {}
    for y, row in enumerate(rows, origin[1]):
        for x, letter in enumerate(row, origin[0]):
            if letter == BOXED:
                boxed[x, y] = UNKNOWN
            elif letter != EMPTY:
                opened[x, y] = letter
    return Case(opened, boxed)


def problems(case: Case, letters: str) -> Problem:
    """Return every problem of a picture; `letters` are the types of its edition, as capitals."""
    found = Problem.NONE
    blocks = case.blocks()
    if any(square not in case for block in blocks for square in tile_squares(block)):
        found |= Problem.HALF_BLOCK
    if any(letter.upper() not in letters + HOLES + UNKNOWN or letter == "o" for letter in case.open.values()):
        found |= Problem.UNKNOWN_LETTER
    if any(abs(x) > EDGE or abs(y) > EDGE for x, y in blocks):
        found |= Problem.OFF_TABLE
    if blocks and len(_connected(blocks)) < len(blocks):
        found |= Problem.DETACHED
    return found


def _connected(blocks: set[Square]) -> set[Square]:
    """Return the blocks connected with the first one."""
    waiting = [min(blocks)]
    found = set(waiting)
    for block in waiting:
        for other in neighbouring_spots(block):
            if other in blocks and other not in found:
                found.add(other)
                waiting.append(other)
    return found
