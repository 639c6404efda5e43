"""Values that go in and out of the reader: a picture, a reading with its doubts, samples, reasons for failure."""

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
    Array = NDArray[Any]  # numbers; the output of OpenCV has no better type
    Homography = NDArray[numpy.float64]  # 3x3, from squares (x, y; 0, 0 the drawing's top left corner) to pixels


class UnreadableReason(StrEnum):
    """Reasons why a photo cannot be read at all."""

    UNREADABLE_FILE = "unreadable-file"  # not a picture, cut short, animated, or of a kind that is not read
    TOO_LARGE = "too-large"  # more bytes or pixels than a phone's camera makes
    NO_CASE = "no-case"  # no squares in rows and columns were found
    TOO_DARK = "too-dark"
    TOO_BLURRED = "too-blurred"
    CUT_OFF = "cut-off"  # the case runs out of the picture
    NO_COLOUR = "no-colour"  # black and white


class UnreadablePhoto(Exception):
    """A photo cannot be read, for this reason."""

    def __init__(self, reason: UnreadableReason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Doubt(StrEnum):
    """Reasons why a person should look at a square."""

    GLARE = "glare"
    ALIKE = "two-types-alike"
    SPRINKLES = "sprinkles-or-not"
    UNSEEN = "type-never-seen"
    HOLES = "holes-or-donut"
    BOXED = "box-or-donut"
    TILE = "tile-or-table"
    HIDDEN = "something-lies-on-it"


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded photo: turned upright, at most `photo.LONGEST` pixels long."""

    pixels: Pixels
    scale: float = 1.0  # pixels of this picture for one of the photo as sent


class Frame(NamedTuple):
    """A rectangle of donuts a person outlined: its four outer corners and its size in donuts.

    Corners are in pixels of the photo as sent (upright), clockwise from the drawing's top left.
    """

    corners: tuple[tuple[float, float], ...]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Sample:
    """A square a person confirmed: its letter, the nets' numbers for it, and a patch to compute them again."""

    letter: str  # a type, small with sprinkles, or `O`
    numbers: tuple[float, ...]
    net: str  # version of the nets that made the numbers; others compute them again from the patch
    patch: bytes  # JPEG of the rectified 3x3 squares around it


@dataclass(frozen=True, slots=True)
class Reading:
    """A case as a photo shows it. Its turn and origin cannot be known from the photo."""

    case: tuple[str, ...]  # a legal picture in the notation, `#` under a box
    doubts: Mapping[Square, Doubt]  # by square of `case`, top left 0, 0
    guesses: Mapping[Square, tuple[tuple[str, float], ...]]  # by square: letters, `#`, `.`, most likely first
    homography: Homography
    stages: Mapping[str, float] = field(default_factory=dict)  # milliseconds by stage
    washed_out: frozenset[Square] = frozenset()  # squares burnt white: what is read there is evidence of nothing
