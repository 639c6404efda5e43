"""The viewport of a phone: how the case is turned, how much of it fits, and whether spots show what they pay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.donut_shop.parts import Square

Rect = tuple[int, int, int, int]  # left, top, width, height in squares

# What a phone of 390 x 844 shows with 24 px a square, so 48 px a spot, the smallest that a thumb hits.
WIDE, HIGH = 14, 13
LEAST, MOST = 6, 60  # limits of the room a phone can ask for, in squares


@dataclass(frozen=True, slots=True)
class Viewport:
    """`quarters`: clockwise turns of the drawing. `pays`: spots show their cents. `room`: width, height in squares."""

    quarters: int = 0
    pays: bool = False
    room: tuple[int, int] = (WIDE, HIGH)

    def to_drawing(self, x: int, y: int, width: int = 1, height: int = 1) -> Rect:
        """Return a rectangle of the table's squares in the drawing."""
        for _ in range(self.quarters):
            x, y, width, height = -y - height, x, height, width
        return x, y, width, height

    def to_table(self, x: int, y: int, width: int = 1, height: int = 1) -> Rect:
        """Return a rectangle of the drawing in the table's squares."""
        for _ in range(self.quarters):
            x, y, width, height = y, -x - width, height, width
        return x, y, width, height

    def reading_order(self, spot: Square, size: int) -> tuple[int, int]:
        """Return a key that sorts squares or tiles in the reading order of the drawing."""
        x, y, _, _ = self.to_drawing(*spot, size, size)
        return y, x

    def step_at_table(self, across: int, down: int) -> Square:
        """Return a step in the drawing as a step at the table."""
        for _ in range(self.quarters):
            across, down = down, -across
        return across, down


PLAIN = Viewport()


def read_viewport(args: Mapping[str, str]) -> Viewport:
    """Read a viewport from query arguments; unreadable values get their defaults."""
    quarters, (wide, _, high) = args.get("quarters", ""), args.get("room", "").partition("x")
    return Viewport(
        int(quarters) if quarters in ("1", "2", "3") else 0,
        args.get("pays") == "1",
        (_squares(wide, WIDE), _squares(high, HIGH)),
    )


def _squares(text: str, default: int) -> int:
    return max(LEAST, min(int(text), MOST)) if text.isascii() and text.isdigit() and len(text) < 5 else default
