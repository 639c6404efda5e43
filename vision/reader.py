"""Reads a photo by stages: key points, lattice, rectification, classification, layout, letters and doubts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from companion.donut_shop.case import EMPTY
from companion.donut_shop.parts import Edition, Square
from vision import photo
from vision.classification import DONUT, HOLES, SquareClasses, classify
from vision.doubts import assess_squares
from vision.keypoints import HeatMaps, find_part, predict_maps
from vision.lattice import Lattice, lattice_from_frame, look_for_lattices
from vision.layout import Layout, find_layout
from vision.prototypes import make_prototypes
from vision.rectification import LatticeWindow, find_window, rectify, visible_share
from vision.settings import SETTINGS
from vision.values import Doubt, Frame, Picture, Reading, Sample, UnreadablePhoto, UnreadableReason

if TYPE_CHECKING:
    from vision.values import Homography, Pixels

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Analysis:
    """The content of a photo before letters are assigned: classified squares, and which of them make a case."""

    classes: SquareClasses
    layout: Layout
    homography: Homography  # from the drawing's squares to pixels
    corner: Square  # the drawing's top left among the classified squares
    stages: Mapping[str, float]  # milliseconds by stage


def read(picture: Picture, edition: Edition, samples: Sequence[Sample] = (), frame: Frame | None = None) -> Reading:
    """Return the case in a picture, in an edition's letters, with the help of its samples. Raises as `analyse`."""
    return assign_letters(analyse(picture, frame), edition, samples)


def analyse(picture: Picture, frame: Frame | None = None) -> Analysis:
    """Find the case in a picture and classify its squares; `frame` shows where it is, if the reader did not find it.

    Raises UnreadablePhoto: `too-dark`, `too-blurred`, `no-case`, `cut-off`.
    """
    stages: dict[str, float] = {}
    pixels = picture.pixels
    if photo.is_dark(pixels):
        raise UnreadablePhoto(UnreadableReason.TOO_DARK)
    found: _Found | None = None
    for maps, lattice in _lattices(picture, frame, stages):
        one = _classify(pixels, maps, lattice, stages)
        if found is None or one.likelihood > found.likelihood:
            found = one
        if one.donuts >= SETTINGS.read["convincing"]:
            break
    if found is not None and photo.is_colourless(pixels):
        raise UnreadablePhoto(UnreadableReason.NO_COLOUR)
    if found is None or found.layout is None or not _is_case(found.lattice, found.classes, found.layout):
        raise _no_case(pixels)
    if found.layout.is_cut_off:
        raise UnreadablePhoto(UnreadableReason.CUT_OFF)
    layout, window = found.layout, found.window
    left, top = (min(s[axis] for s in (*layout.present, *layout.uncertain)) for axis in (0, 1))
    homography = _shifted(found.lattice.homography, (window.left + left, window.top + top))
    return Analysis(found.classes, layout, homography, (left, top), stages)


def assign_letters(
    analysis: Analysis, edition: Edition, samples: Sequence[Sample] = (), known: Mapping[Square, str] = {}
) -> Reading:
    """Return the reading of an analysed photo in the letters of an edition.

    `known` are letters of some squares of the drawing that were known before: they calibrate the reader to this photo's
    own light and art, but each square is read as it looks.
    """
    left, top = analysis.corner
    stages = dict(analysis.stages)
    moved = {(x + left, y + top): letter for (x, y), letter in known.items()}
    prototypes = make_prototypes(edition, samples)
    guesses, doubts = _timed(
        stages, "letters", lambda: assess_squares(analysis.classes, analysis.layout, prototypes, moved)
    )
    if len(analysis.layout.present) < SETTINGS.read["whole"]:  # the cross of a case has as many: some of it is missing
        doubts = dict.fromkeys(guesses, Doubt.TILE) | doubts
    letters = {(x - left, y - top): ranked[0][0] for (x, y), ranked in guesses.items()}
    width, height = (1 + max(square[axis] for square in letters) for axis in (0, 1))
    return Reading(
        tuple("".join(letters.get((x, y), EMPTY) for x in range(width)) for y in range(height)),
        {(x - left, y - top): doubt for (x, y), doubt in doubts.items()},
        {(x - left, y - top): ranked for (x, y), ranked in guesses.items()},
        analysis.homography,
        stages,
        frozenset((x - left, y - top) for x, y in analysis.layout.washed_out),
    )


def _timed(stages: dict[str, float], name: str, work: Callable[[], T]) -> T:
    """Return the result of some work, and add the time it took to a stage."""
    start = time.perf_counter()
    result = work()
    stages[name] = stages.get(name, 0.0) + (time.perf_counter() - start) * 1000
    return result


@dataclass(frozen=True, slots=True)
class _Found:
    """The classified squares of a lattice, and the case that they make."""

    lattice: Lattice
    window: LatticeWindow
    classes: SquareClasses
    layout: Layout | None

    @property
    def likelihood(self) -> float:
        """Return the log-odds of all its tiles together."""
        return 0.0 if self.layout is None else sum(self.layout.present.values())

    @property
    def donuts(self) -> float:
        """Return the share of centres seen on the lattice in whose square there is a donut, or holes."""
        import numpy as np

        x, y = (self.lattice.squares - (self.window.left, self.window.top)).T
        inside = (x >= 0) & (y >= 0) & (x < self.window.width) & (y < self.window.height)
        kinds = self.classes.kinds[y[inside], x[inside]]
        return float((kinds[:, [DONUT, HOLES]].sum(1) > 0.5).sum() / max(len(np.atleast_1d(x)), 1))


def _lattices(picture: Picture, frame: Frame | None, stages: dict[str, float]) -> Iterator[tuple[HeatMaps, Lattice]]:
    """Yield the lattices to be judged by their squares; of an outlined case its own."""
    if frame is None:
        looks = look_for_lattices(picture.pixels)
        while (look := _timed(stages, "lattice", lambda: next(looks, None))) is not None:
            yield look
    else:
        maps = _timed(stages, "lattice", lambda: predict_maps(picture.pixels))
        lattice = lattice_from_frame(maps, frame, picture.scale)
        if lattice is not None:
            yield maps, lattice


def _classify(pixels: Pixels, maps: HeatMaps, lattice: Lattice, stages: dict[str, float]) -> _Found:
    window = find_window(maps, lattice)
    view = _timed(stages, "rectify", lambda: rectify(pixels, lattice, window))
    classes = _timed(stages, "classify", lambda: classify(view, visible_share(pixels, lattice, window)))
    return _Found(lattice, window, classes, _timed(stages, "layout", lambda: find_layout(classes)))


def _is_case(lattice: Lattice, classes: SquareClasses, layout: Layout) -> bool:
    """Return whether this is a case, and not a card or two with a donut on them, or another game's tiles."""
    settings = SETTINGS.read
    strength = sum(layout.present.values()) / len(layout.present)
    unboxed = layout.present.keys() - layout.boxed - layout.washed_out
    sure = sum(float(classes.kinds[y, x, [DONUT, HOLES]].sum()) > SETTINGS.layout["surely_open"] for x, y in unboxed)
    shows_donuts = sure >= settings["donuts"] * len(unboxed)
    return shows_donuts and lattice.score >= settings["score"] and strength >= settings["strength"]


def _no_case(pixels: Pixels) -> UnreadablePhoto:
    """Return the error for a photo in which no case was found: too dark or blurred where one seems to lie, or none."""
    left, top, right, bottom = find_part(predict_maps(pixels))
    part = pixels[top:bottom, left:right]
    if photo.is_dim(part):
        return UnreadablePhoto(UnreadableReason.TOO_DARK)
    blurred = photo.is_blurred(pixels) or photo.is_blurred(part)
    return UnreadablePhoto(UnreadableReason.TOO_BLURRED if blurred else UnreadableReason.NO_CASE)


def _shifted(homography: Homography, origin: Square) -> Homography:
    """Return the homography for squares counted from this origin."""
    import numpy as np

    x, y = origin
    return np.asarray(homography @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]))
