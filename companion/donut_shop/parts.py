"""Donuts, tiles, orders and boxes as values.

Letters: a capital is a type, a small letter the same with sprinkles, `O` a pile of holes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

Square = tuple[int, int]  # x to the right, y down

HOLES = "O"
UNTOLD = "?"


@dataclass(frozen=True, slots=True)
class Donut:
    """One type of an edition: what is printed on it, and roughly its colour (`#rrggbb`)."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Edition:
    """A printed set: its types by letter in the set's order, its starting cross as a picture (empty where unknown)."""

    name: str
    donuts: Mapping[str, Donut]
    cross: tuple[str, ...] = ()
    box_colour: str = ""

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(self.donuts)

    def is_square(self, letter: str) -> bool:
        """May this letter lie on a tile?"""
        return letter == HOLES or (letter.isascii() and letter.upper() in self.donuts)


def counted_from(origin: Square, square: Square) -> tuple[int, int]:
    """The row and the column of a square, from 1; `origin` is the top left of the case at that moment."""
    return square[1] - origin[1] + 1, square[0] - origin[0] + 1


def kind_of(letter: str) -> str:
    """The type a donut's letter counts as: sprinkles do not change it."""
    return letter.upper()


@dataclass(frozen=True, slots=True)
class Tile:
    """Four donuts in reading order as the tile lies."""

    donuts: str

    def __str__(self) -> str:
        return self.donuts

    def turned(self, quarters: int = 1) -> Tile:
        """The tile turned clockwise."""
        donuts = self.donuts
        for _ in range(quarters % 4):
            donuts = donuts[2] + donuts[0] + donuts[3] + donuts[1]
        return Tile(donuts)

    def turns(self) -> tuple[Tile, ...]:
        """The different ways it can lie, as it lies first."""
        return tuple(dict.fromkeys(self.turned(quarters) for quarters in range(4)))

    def is_same(self, other: Tile) -> bool:
        """The same cardboard, however it is turned? Mirrored is another tile."""
        if self.donuts == other.donuts:
            return True
        return _ring(other.donuts) in 2 * _ring(self.donuts)

    def kinds(self, edition: Edition) -> tuple[str, ...]:
        """Types that may be chosen to be paid for, in the edition's order: any where there are holes."""
        if HOLES in self.donuts:
            return edition.types
        on = set(self.donuts.upper())
        return tuple(kind for kind in edition.types if kind in on)


def _ring(donuts: str) -> str:
    """A tile's donuts once round, clockwise."""
    return donuts[:2] + donuts[3] + donuts[2]


class Order(NamedTuple):
    """An order card: one type, perhaps with sprinkles, perhaps with coffee. (A hand compares them at every box.)"""

    kind: str
    sprinkles: bool = False
    coffee: bool = False

    def __str__(self) -> str:
        return self.kind + "*" * self.sprinkles + "+" * self.coffee


@dataclass(frozen=True, slots=True)
class Wild:
    """Two orders of one type, discarded as one order of another."""

    first: Order
    second: Order
    kind: str

    def __str__(self) -> str:
        return f"{self.first}&{self.second}>{self.kind}"


@dataclass(frozen=True, slots=True)
class Box:
    """A box as it lies: width and height in squares."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def size(self) -> str:
        """Which of the five boxes it is, whichever way it is turned."""
        return f"{min(self.width, self.height)}x{max(self.width, self.height)}"

    @property
    def cents(self) -> int:
        return SIZES[self.size]

    def squares(self, at: Square) -> tuple[Square, ...]:
        """What it covers with its top left square there, in reading order."""
        x, y = at
        return tuple([(i, j) for j in range(y, y + self.height) for i in range(x, x + self.width)])


SIZES: Mapping[str, int] = {"2x2": 20, "2x3": 30, "2x4": 40, "3x3": 45, "3x4": 60}  # cents on each box
COPIES = 4  # boxes of each size
TOKENS = (100, 50, 25, 10, 5)  # cents on each kind of money token
BOXES: Mapping[str, Box] = {
    str(box): box for size in SIZES for a, b in [(int(size[0]), int(size[2]))] for box in (Box(a, b), Box(b, a))
}
