"""Rectifies a photo: the rectangle of squares worth classifying, as seen from straight above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.homography import horizon_distance, project
from vision.keypoints import HeatMaps
from vision.lattice import Lattice
from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array, Pixels, Reading

SIDE = 48  # pixels a square, as the nets were trained
FINER = 2  # times as many pixels a side are sampled, then averaged: against the noise of a photo that has more of them


@dataclass(frozen=True, slots=True)
class LatticeWindow:
    """A rectangle of squares of the lattice."""

    left: int
    top: int
    width: int
    height: int


def find_window(maps: HeatMaps, lattice: Lattice) -> LatticeWindow:
    """Return the rectangle around all squares that look like cardboard and are connected with the seen ones."""
    import cv2
    import numpy as np

    most = int(SETTINGS.cells["widest"])
    middle = np.median(lattice.squares, 0).astype(int)
    near = lattice.squares[(np.abs(lattice.squares - middle) < most).all(1)]
    low, high = near.min(0) - 10, near.max(0) + 11
    cardboard = _cardboard(maps, lattice, LatticeWindow(*low, *(high - low)))
    seeds = near - low
    cardboard[seeds[:, 1], seeds[:, 0]] = 1
    _, parts = cv2.connectedComponents(cardboard, connectivity=4)
    count = np.bincount(parts[seeds[:, 1], seeds[:, 0]], minlength=parts.max() + 1)
    count[0] = 0
    largest = parts == count.argmax()
    rows, columns = np.flatnonzero(largest.any(1)), np.flatnonzero(largest.any(0))
    rim = int(SETTINGS.cells["rim"])
    left, top = int(columns[0] + low[0]) - rim, int(rows[0] + low[1]) - rim
    width, height = int(np.ptp(columns)) + 1 + 2 * rim, int(np.ptp(rows)) + 1 + 2 * rim
    return LatticeWindow(left, top, min(width, most), min(height, most))


def _cardboard(maps: HeatMaps, lattice: Lattice, window: LatticeWindow) -> Array:
    """Return 1 for each square whose middle looks like part of the case in the net's map, else 0."""
    import numpy as np

    middles = _grid_points(window, 1)
    shape, middles = middles.shape[:2], middles.reshape(-1, 2)
    at = maps.places(project(lattice.homography, middles)).reshape(*shape, 2)
    height, width = maps.case.shape
    visible = (at >= 0).all(-1) & (at < (width, height)).all(-1)
    visible &= horizon_distance(lattice.homography, middles).reshape(shape) > 0
    cardboard = np.zeros(shape, np.uint8)
    cardboard[visible] = maps.case[at[visible][:, 1], at[visible][:, 0]] > SETTINGS.cells["cardboard"]
    return cardboard


def rectify(pixels: Pixels, lattice: Lattice, window: LatticeWindow, side: int = SIDE) -> Pixels:
    """Return the window from above, `side` pixels a square, with tiles a little off moved into place."""
    import cv2
    import numpy as np

    offsets = _smooth_offsets(lattice, window)
    fine = cv2.resize(offsets, (window.width * 4, window.height * 4), interpolation=cv2.INTER_LINEAR)
    squares = _grid_points(window, 4) + fine
    source = project(lattice.homography, squares.reshape(-1, 2)).reshape(*squares.shape).astype(np.float32)
    size = (window.width * side * FINER, window.height * side * FINER)
    x, y = (cv2.resize(np.ascontiguousarray(source[..., k]), size, interpolation=cv2.INTER_LINEAR) for k in (0, 1))
    return _averaged(np.asarray(cv2.remap(pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)))


def _averaged(fine: Pixels) -> Pixels:
    """Return a picture made FINER times smaller."""
    import cv2
    import numpy as np

    height, width = fine.shape[:2]
    return np.asarray(cv2.resize(fine, (width // FINER, height // FINER), interpolation=cv2.INTER_AREA))


def rectify_reading(pixels: Pixels, reading: Reading, side: int) -> Pixels:
    """Return the squares of a reading from above, `side` pixels each, with a margin of one square."""
    import cv2
    import numpy as np

    width, height = len(reading.case[0]) + 2, len(reading.case) + 2
    fine = side * FINER
    to_square = np.array([[1 / fine, 0, 0.5 / fine - 1], [0, 1 / fine, 0.5 / fine - 1], [0, 0, 1.0]])
    method = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = reading.homography @ to_square
    return _averaged(np.asarray(cv2.warpPerspective(pixels, matrix, (width * fine, height * fine), flags=method)))


def visible_share(pixels: Pixels, lattice: Lattice, window: LatticeWindow) -> Array:
    """Return the share of each square of the window that is in the photo, height x width."""
    import numpy as np

    points = _grid_points(window, 3).reshape(-1, 2)
    at = project(lattice.homography, points)
    inside = (at >= 0).all(1) & (at < pixels.shape[1::-1]).all(1) & (horizon_distance(lattice.homography, points) > 0)
    return np.asarray(inside.reshape(window.height, 3, window.width, 3).mean((1, 3)), np.float32)


def _grid_points(window: LatticeWindow, fine: int) -> Array:
    """Return `fine` points evenly across each square, in squares of the lattice: height * fine x width * fine x 2."""
    import numpy as np

    y, x = np.mgrid[: window.height * fine, : window.width * fine].astype(np.float64)
    return np.stack([(x + 0.5) / fine + window.left, (y + 0.5) / fine + window.top], -1)


def _smooth_offsets(lattice: Lattice, window: LatticeWindow) -> Array:
    """Return how far each square is from where the homography has it, smoothed over neighbours; in squares."""
    import cv2
    import numpy as np

    total: Array = np.zeros((window.height, window.width, 2), np.float32)
    weight: Array = np.zeros((window.height, window.width), np.float32)
    for (x, y), offset in zip(lattice.squares - (window.left, window.top), lattice.offsets, strict=True):
        if 0 <= x < window.width and 0 <= y < window.height:
            total[y, x] += offset
            weight[y, x] += 1
    spread = SETTINGS.cells["spread"]
    total = cv2.GaussianBlur(total, (0, 0), spread, borderType=cv2.BORDER_CONSTANT)
    weight = cv2.GaussianBlur(weight, (0, 0), spread, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(total / (weight[..., None] + SETTINGS.cells["stiff"]))
