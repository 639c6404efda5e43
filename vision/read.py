"""Reads a photo: finds the squares, looks at each, makes a legal case of it, and says what it doubts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from companion.donut_shop.parts import Edition, Square
from vision import cells, doubt, lattice, layout, photo, tell
from vision.settings import SETTINGS
from vision.values import Doubt, Frame, NotRead, Picture, Reading, Sample, WhyNot

if TYPE_CHECKING:
    from vision.values import Pixels, Plane

T = TypeVar("T")


def read(picture: Picture, edition: Edition, samples: Sequence[Sample] = (), frame: Frame | None = None) -> Reading:
    """The case in a picture, in the letters of an edition, with what was taught of it.

    `frame` says where it lies where the reader did not find it. Raises NotRead: `too-dark`, `too-blurred`, `no-case`,
    `cut-off`.
    """
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
    guesses, doubts = _timed(stages, "tell", lambda: doubt.judged(seen, laid, tell.prototypes(edition, samples)))
    return _drawn(guesses, doubts, found.plane, (bounds.left, bounds.top), stages)


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


def _drawn(
    guesses: dict[Square, doubt.Guesses],
    doubts: dict[Square, Doubt],
    plane: Plane,
    corner: Square,
    stages: dict[str, float],
) -> Reading:
    """The reading, its drawing cut at the first column and row with a donut, or where one is doubted."""
    import numpy as np

    letter = {square: of[0][0] for square, of in guesses.items()}
    left, top = min(x for x, _ in letter), min(y for _, y in letter)
    right, bottom = max(x for x, _ in letter), max(y for _, y in letter)
    rows = tuple("".join(letter.get((x, y), ".") for x in range(left, right + 1)) for y in range(top, bottom + 1))
    shift = np.array([[1, 0, corner[0] + left], [0, 1, corner[1] + top], [0, 0, 1.0]])
    return Reading(
        rows,
        {(x - left, y - top): why for (x, y), why in doubts.items()},
        {(x - left, y - top): of for (x, y), of in guesses.items()},
        plane @ shift,
        stages,
    )


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
