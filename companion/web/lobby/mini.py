"""A case so small that only its colours and boxes are seen: two paths a colour instead of a picture a donut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.donut_shop.parts import HOLES, UNKNOWN, Edition
from companion.donut_shop.state import ShopState

HOLES_COLOUR, UNKNOWN_COLOUR = "#e2ad70", "#cbb59b"  # of dough, and of an unknown donut


@dataclass(frozen=True, slots=True)
class MiniBox:
    """A box: its rectangle, and the number of its seat's colour, 0 where nobody knows whose it is."""

    x: int
    y: int
    width: int
    height: int
    mark: int


@dataclass(frozen=True, slots=True)
class MiniCase:
    """`frame`: left, top, width and height of all. `dots`: a path through the middles of all donuts of each colour."""

    frame: tuple[int, int, int, int]
    dots: Sequence[tuple[str, str]]
    boxes: Sequence[MiniBox]
    tiles: int

    @property
    def all_dots(self) -> str:
        """A path through the middles of all donuts."""
        return "".join(path for _, path in self.dots)


def mini_case(state: ShopState) -> MiniCase | None:
    """Return the case of a table; None where nothing lies there."""
    squares = [*state.case.open, *state.case.boxed]
    if not squares:
        return None
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    right, bottom = max(x for x, _ in squares), max(y for _, y in squares)
    paths: dict[str, list[str]] = {}
    for (x, y), letter in state.case.open.items():
        paths.setdefault(_colour(letter, state.edition), []).append(f"M{x} {y}h0")
    boxes = [MiniBox(*at, box.width, box.height, state.party.mark(seat)) for at, box, seat, _ in state.packed]
    known = {square for one in state.packed for square in one.box.squares(one.at)}
    boxes += [MiniBox(x, y, 1, 1, 0) for x, y in state.case.boxed if (x, y) not in known]
    dots = [(colour, "".join(path)) for colour, path in paths.items()]
    return MiniCase((left, top, right - left + 1, bottom - top + 1), dots, boxes, len(state.case.blocks()))


def _colour(letter: str, edition: Edition) -> str:
    if letter == HOLES:
        return HOLES_COLOUR
    donut = edition.donuts.get(letter.upper())
    return donut.colour if donut and letter != UNKNOWN else UNKNOWN_COLOUR
