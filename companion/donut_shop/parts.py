"""Donuts, tiles, orders and boxes as values.

A capital letter is a type, a small letter the same type with sprinkles, `O` a pile of holes, `?` an unknown donut.
Squares are `(x, y)` with x to the right and y down; amounts are cents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

Square = tuple[int, int]  # (x, y): x to the right, y down

HOLES = "O"
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Donut:
    """One type of an edition: its printed name and its approximate colour (`#rrggbb`)."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Edition:
    """A printed edition: its types by letter, in its own order, and the rows of its starting cross (if known)."""

    name: str
    donuts: Mapping[str, Donut]
    cross: tuple[str, ...] = ()
    box_colour: str = ""

    @property
    def types(self) -> tuple[str, ...]:
        """The letters of the types, in the edition's order."""
        return tuple(self.donuts)

    def is_square(self, letter: str) -> bool:
        """Return whether a tile of this edition can have this letter."""
        return letter == HOLES or (letter.isascii() and letter.upper() in self.donuts)


def row_and_column(origin: Square, square: Square) -> tuple[int, int]:
    """Return the row and the column of a square, from 1; `origin` is the top left square of the case."""
    return square[1] - origin[1] + 1, square[0] - origin[0] + 1


def kind_of(letter: str) -> str:
    """Return the type of a donut's letter; sprinkles do not change it."""
    return letter.upper()


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: four donuts in reading order, in its present orientation."""

    donuts: str

    def __str__(self) -> str:
        return self.donuts

    def turned(self, quarters: int = 1) -> Tile:
        """Return the tile turned clockwise by quarter turns."""
        donuts = self.donuts
        for _ in range(quarters % 4):
            donuts = donuts[2] + donuts[0] + donuts[3] + donuts[1]
        return Tile(donuts)

    def orientations(self) -> tuple[Tile, ...]:
        """Return the tile's different orientations, the present one first."""
        return tuple(dict.fromkeys(self.turned(quarters) for quarters in range(4)))

    def is_same(self, other: Tile) -> bool:
        """Return whether both are the same tile in any orientation; a mirrored tile is another one."""
        if self.donuts == other.donuts:
            return True
        return _ring(other.donuts) in 2 * _ring(self.donuts)

    def kinds(self, edition: Edition) -> tuple[str, ...]:
        """Return the types the tile may be paid for, in the edition's order: all of them if it has a pile of holes."""
        if HOLES in self.donuts:
            return edition.types
        on = set(self.donuts.upper())
        return tuple(kind for kind in edition.types if kind in on)


def _ring(donuts: str) -> str:
    """Return a tile's donuts clockwise from the top left."""
    return donuts[:2] + donuts[3] + donuts[2]


class Order(NamedTuple):
    """An order card: one type, with or without sprinkles and coffee.

    A named tuple, since hands compare orders at every box.
    """

    kind: str
    sprinkles: bool = False
    coffee: bool = False

    def __str__(self) -> str:
        return self.kind + "*" * self.sprinkles + "+" * self.coffee


@dataclass(frozen=True, slots=True)
class Wild:
    """Two orders of one type, discarded together as one order of another type."""

    first: Order
    second: Order
    kind: str

    def __str__(self) -> str:
        return f"{self.first}&{self.second}>{self.kind}"


@dataclass(frozen=True, slots=True)
class Box:
    """A box in its orientation on the case: width and height in squares."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def size(self) -> str:
        """The size as printed, in either orientation: a key of `SIZES`."""
        return f"{min(self.width, self.height)}x{max(self.width, self.height)}"

    @property
    def cents(self) -> int:
        """The amount printed on the box."""
        return SIZES[self.size]

    def squares(self, at: Square) -> tuple[Square, ...]:
        """Return the squares covered from the top left square `at`, in reading order."""
        x, y = at
        return tuple([(i, j) for j in range(y, y + self.height) for i in range(x, x + self.width)])


SIZES: Mapping[str, int] = {"2x2": 20, "2x3": 30, "2x4": 40, "3x3": 45, "3x4": 60}  # cents on each box
COPIES = 4  # boxes of each size in the game
TOKENS = (100, 50, 25, 10, 5)  # cents on each kind of money token
BOXES: Mapping[str, Box] = {
    str(box): box for size in SIZES for a, b in [(int(size[0]), int(size[2]))] for box in (Box(a, b), Box(b, a))
}
