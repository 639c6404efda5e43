"""What goes in and out of the reader, as values: a picture, a reading with its doubts, samples, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.donut_shop.parts import Square

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Pixels = NDArray[numpy.uint8]  # height x width x 3, blue green red as OpenCV has them
    Array = NDArray[Any]  # numbers; what comes out of OpenCV has no better type
    Plane = NDArray[numpy.float64]  # 3x3, from squares (x, y; 0, 0 the drawing's top left corner) to pixels


class WhyNot(StrEnum):
    """Why a photo is not read at all."""

    UNREADABLE_FILE = "unreadable-file"  # not a picture, cut short, animated, or of a kind that is not read
    TOO_LARGE = "too-large"  # more bytes or pixels than a phone's camera makes
    NO_CASE = "no-case"  # no squares in rows and columns were found
    TOO_DARK = "too-dark"
    TOO_BLURRED = "too-blurred"
    CUT_OFF = "cut-off"  # the case runs out of the picture


class NotRead(Exception):
    """A photo cannot be read; the reason is a `WhyNot`."""

    def __init__(self, reason: WhyNot) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Doubt(StrEnum):
    """Why a square should be looked at by a person."""

    GLARE = "glare"
    ALIKE = "two-types-alike"
    SPRINKLES = "sprinkles-or-not"
    UNSEEN = "type-never-seen"
    HOLES = "holes-or-donut"
    BOXED = "box-or-donut"
    THERE = "tile-or-table"
    HIDDEN = "something-lies-on-it"


@dataclass(frozen=True, slots=True)
class Picture:
    """A photo as it is read: turned upright, at most `photo.LONGEST` pixels long."""

    pixels: Pixels
    scale: float = 1.0  # pixels of this picture for one of the photo as sent


class Frame(NamedTuple):
    """A rectangle of donuts shown by hand: its four outer corners in pixels of the photo as sent (upright), clockwise
    from the drawing's top left, and how many donuts wide and high it is."""

    corners: tuple[tuple[float, float], ...]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Sample:
    """One square a person confirmed: its letter, what the nets make of it, and a patch to look at it anew."""

    letter: str  # a type, small with sprinkles, or `O`
    numbers: tuple[float, ...]
    net: str  # which nets made the numbers; others look at the patch again
    patch: bytes  # JPEG of the straightened 3x3 squares around it


@dataclass(frozen=True, slots=True)
class Reading:
    """A case as a photo shows it. Turn and origin are not knowable from the photo."""

    case: tuple[str, ...]  # a legal picture in the notation, `#` under a box
    doubts: Mapping[Square, Doubt]  # by square of `case`, top left 0, 0
    guesses: Mapping[Square, tuple[tuple[str, float], ...]]  # by square: letters, `#`, `.`, most likely first
    plane: Plane
    stages: Mapping[str, float] = field(default_factory=dict)  # milliseconds by stage
