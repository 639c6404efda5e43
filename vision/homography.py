"""Homographies from squares to pixels: projecting points, fitting to matched pairs, rejecting impossible cameras."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array, Homography


def project(homography: Array, points: Array) -> Array:
    """Map points (n x 2, at least one) from squares to pixels, or back with the inverse homography."""
    import cv2
    import numpy as np

    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), homography)[0])


def horizon_distance(homography: Homography, points: Array) -> Array:
    """Return a number for each point (n x 2): positive on the camera's side of the horizon.

    The sign of a homography is arbitrary, but the same for the whole picture.
    """
    import numpy as np

    distance = points @ homography[2, :2] + homography[2, 2]
    return np.asarray(distance * np.sign(np.median(distance)))


def fit_homography(squares: Array, points: Array) -> Homography | None:
    """Return the homography most pairs agree on, affine where there are few; None for collinear points."""
    import cv2
    import numpy as np

    settings = SETTINGS.lattice
    if len(squares) < 3 or np.linalg.matrix_rank(np.c_[squares, np.ones(len(squares))]) < 3:
        return None
    homogeneous = np.c_[squares, np.ones(len(squares))]
    homography = np.vstack([np.linalg.lstsq(homogeneous, points, rcond=None)[0].T, [0, 0, 1.0]])
    if len(squares) >= settings["enough_for_perspective"]:
        pitch = np.sqrt(abs(np.linalg.det(homography[:2, :2])))
        tolerance = settings["agree"] * pitch
        try:
            fitted, agreeing = cv2.findHomography(squares.astype(float), points, cv2.USAC_MAGSAC, tolerance)
        except cv2.error:  # hardly any pairs agree
            return None
        if fitted is not None and is_plausible(fitted, squares[agreeing[:, 0] > 0]):
            homography = fitted
    return None if is_degenerate(homography) else np.asarray(homography, np.float64)


def is_degenerate(homography: Array) -> bool:
    import numpy as np

    return bool(not np.isfinite(homography).all() or abs(np.linalg.det(homography)) < 1e-9)


def is_plausible(homography: Array, squares: Array) -> bool:
    """Return whether a camera tilted by about 55 degrees at most could see these squares (n x 2) this way.

    Then none is much further away than the others. The rest of the photo may show the horizon.
    """
    import numpy as np

    if is_degenerate(homography) or not len(squares):
        return False
    closeness = np.c_[squares, np.ones(len(squares))] @ homography[2]
    same_side = bool((closeness > 0).all() or (closeness < 0).all())
    return same_side and bool(np.abs(closeness).max() / np.abs(closeness).min() < SETTINGS.lattice["steepest"])


def within_reach(homography: Homography, points: Array, squares: Array) -> Array:
    """Return which points (n x 2) are not much further away, or nearer, than the middle of these squares.

    Towards the horizon the squares become so small that any point lies on one.
    """
    import numpy as np

    closeness = np.c_[points, np.ones(len(points))] @ homography[2]
    ratio = closeness / (np.append(np.median(squares, 0), 1) @ homography[2])
    steepest = SETTINGS.lattice["steepest"]
    return np.asarray((ratio < steepest) & (ratio > 1 / steepest))
