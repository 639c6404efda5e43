"""Reads a photo: finds the squares, looks at each, makes a legal case of it, and says what it doubts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from companion.donut_shop.parts import Edition, Square
from vision import cells, doubt, lattice, layout, photo, types
from vision.settings import SETTINGS
from vision.values import Frame, NotRead, Picture, Reading, Sample, WhyNot

if TYPE_CHECKING:
    from vision.values import Pixels, Plane

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Looked:
    """A photo looked at: what the nets say of its squares, and which of them make a case; no letters yet."""

    seen: cells.Cells
    laid: layout.Layout
    plane: Plane  # from the drawing's squares to pixels
    corner: Square  # the drawing's top left among the squares looked at
    stages: Mapping[str, float]  # milliseconds by stage


def read(picture: Picture, edition: Edition, samples: Sequence[Sample] = (), frame: Frame | None = None) -> Reading:
    """The case in a picture, in the letters of an edition, with what was taught of it. Raises as `look`."""
    return told(look(picture, frame), edition, samples)


def look(picture: Picture, frame: Frame | None = None) -> Looked:
    """Where the case lies in a picture, and what the nets say of it.

    `frame` says where it lies where the reader did not find it. Raises NotRead: `too-dark`, `too-blurred`, `no-case`,
    `cut-off`.
    """
    import numpy as np

    stages: dict[str, float] = {}
    pixels = picture.pixels
    if photo.is_dark(pixels):
        raise NotRead(WhyNot.TOO_DARK)
    maps = _timed(stages, "look", lambda: lattice.look(pixels))
    found = _timed(stages, "lattice", lambda: _found(maps, picture, frame))
    if found is None:
        raise NotRead(WhyNot.TOO_BLURRED if photo.is_blurred(pixels) else WhyNot.NO_CASE)
    bounds = cells.bounds(maps, found)
    view = _timed(stages, "straighten", lambda: cells.straighten(pixels, found, bounds))
    seen = _timed(stages, "cells", lambda: cells.look(view, cells.inside(pixels, found, bounds)))
    laid = _timed(stages, "layout", lambda: layout.lay(seen))
    if laid is None or not _is_case(found, laid):
        raise NotRead(WhyNot.TOO_BLURRED if photo.is_blurred(pixels) else WhyNot.NO_CASE)
    if laid.cut:
        raise NotRead(WhyNot.CUT_OFF)
    left, top = (min(s[axis] for s in (*laid.there, *laid.left_out)) for axis in (0, 1))
    shift = np.array([[1, 0, bounds.left + left], [0, 1, bounds.top + top], [0, 0, 1.0]])
    return Looked(seen, laid, found.plane @ shift, (left, top), stages)


def told(looked: Looked, edition: Edition, samples: Sequence[Sample] = (), known: Mapping[Square, str] = {}) -> Reading:
    """What was looked at in the letters of an edition, with what was taught of it.

    `known` are letters of some squares of the drawing that were known before: they teach this photo's own light and
    art, but each square is read as it looks.
    """
    left, top = looked.corner
    stages = dict(looked.stages)
    surely = {(x + left, y + top): letter for (x, y), letter in known.items()}
    guesses, doubts = _timed(
        stages, "tell", lambda: doubt.judged(looked.seen, looked.laid, types.prototypes(edition, samples), surely)
    )
    letter = {(x - left, y - top): of[0][0] for (x, y), of in guesses.items()}
    width, height = (1 + max(square[axis] for square in letter) for axis in (0, 1))
    return Reading(
        tuple("".join(letter.get((x, y), ".") for x in range(width)) for y in range(height)),
        {(x - left, y - top): why for (x, y), why in doubts.items()},
        {(x - left, y - top): of for (x, y), of in guesses.items()},
        looked.plane,
        stages,
    )


def _timed(stages: dict[str, float], name: str, work: Callable[[], T]) -> T:
    start = time.perf_counter()
    result = work()
    stages[name] = (time.perf_counter() - start) * 1000
    return result


def _found(maps: lattice.Maps, picture: Picture, frame: Frame | None) -> lattice.Lattice | None:
    return lattice.find(maps) if frame is None else lattice.framed(maps, frame, picture.scale)


def _is_case(found: lattice.Lattice, laid: layout.Layout) -> bool:
    """Is what was found a case, and not a card or two with a donut on them?"""
    tuned = SETTINGS.read
    strength = sum(laid.there.values()) / len(laid.there)
    return found.score >= tuned["score"] and strength >= tuned["strength"]


def straightened(picture: Picture, reading: Reading, px: int = cells.SIDE) -> bytes:
    """A JPEG of the reading's drawing from above, `px` pixels a square, with one square around it."""
    import cv2

    encoded = cv2.imencode(".jpg", above(picture.pixels, reading, px), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return bytes(encoded)


def above(pixels: Pixels, reading: Reading, px: int) -> Pixels:
    """The reading's drawing as seen from above, with one square around it."""
    import cv2
    import numpy as np

    width, height = len(reading.case[0]) + 2, len(reading.case) + 2
    to_square = np.array([[1 / px, 0, 0.5 / px - 1], [0, 1 / px, 0.5 / px - 1], [0, 0, 1.0]])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(pixels, reading.plane @ to_square, (width * px, height * px), flags=how))
