"""How one phone looks at the case: turned by quarters, as much of it as its screen holds, and what its spots tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.donut_shop.parts import Square

Rect = tuple[int, int, int, int]  # left, top, width, height in squares

# What a phone of 390 x 844 shows with 24 px a square, so 48 px a spot, the smallest that a thumb hits.
WIDE, HIGH = 14, 13
LEAST, MOST = 6, 60  # squares a phone may say that it has room for


@dataclass(frozen=True, slots=True)
class Viewport:
    """`quarters`: clockwise turns of the drawing; `pays`: do spots tell what they pay; `room`: squares of 24 px."""

    quarters: int = 0
    pays: bool = False
    room: tuple[int, int] = (WIDE, HIGH)

    def seen(self, x: int, y: int, width: int = 1, height: int = 1) -> Rect:
        """Where squares of the table lie in the drawing."""
        for _ in range(self.quarters):
            x, y, width, height = -y - height, x, height, width
        return x, y, width, height

    def told(self, x: int, y: int, width: int = 1, height: int = 1) -> Rect:
        """Where squares of the drawing lie at the table."""
        for _ in range(self.quarters):
            x, y, width, height = y, -x - width, height, width
        return x, y, width, height

    def reading(self, spot: Square, size: int) -> tuple[int, int]:
        """Sorts squares or tiles as the drawing is read, row by row."""
        x, y, _, _ = self.to_drawing(*spot, size, size)
        return y, x

    def step(self, across: int, down: int) -> Square:
        """A step in the drawing as the table counts it."""
        for _ in range(self.quarters):
            across, down = down, -across
        return across, down


PLAIN = Viewport()


def read_viewport(args: Mapping[str, str]) -> Viewport:
    """What a phone told about itself; what cannot be read is as on any phone."""
    quarters, (wide, _, high) = args.get("quarters", ""), args.get("room", "").partition("x")
    return Viewport(
        int(quarters) if quarters in ("1", "2", "3") else 0,
        args.get("pays") == "1",
        (_squares(wide, WIDE), _squares(high, HIGH)),
    )


def _squares(said: str, otherwise: int) -> int:
    return max(LEAST, min(int(said), MOST)) if said.isascii() and said.isdigit() and len(said) < 5 else otherwise
