"""Lattices found among key points alone: invented homographies, missing and additional points."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.keypoints import HeatMaps, peaks
from vision.lattice import Lattice, find_lattices, lattice_from_frame, whole_tile_share
from vision.networks import load_net
from vision.values import Frame

pytestmark = pytest.mark.photo

CROSS = [
    (x + i, y + j) for x, y in ((2, 2), (0, 2), (4, 2), (2, 0), (2, 4), (4, 4), (6, 4)) for i in (0, 1) for j in (0, 1)
]


def find_lattice(seen: HeatMaps) -> Lattice | None:
    return next(iter(find_lattices(seen)), None)


def homography(tilt: float, turn: float, pitch: float = 40) -> np.ndarray:
    """Return squares to pixels for a camera tilted and turned by so many degrees."""
    a, b = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    spin = np.array([[a, -b, 0], [b, a, 0], [0, 0, 1]]) @ np.array([[1, 0, -4], [0, 1, -3], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, np.cos(np.radians(tilt)), 0], [0, -np.sin(np.radians(tilt)) / 20, 1.0]])
    return np.array([[pitch, 0, 380], [0, pitch, 280], [0, 0, 1.0]]) @ lean @ spin


def maps(to_pixels: np.ndarray, squares: list[tuple[int, int]], others: int = 0, seed: int = 0) -> HeatMaps:
    """Return heat maps with peaks at the squares' centres and at other random places."""
    rng = np.random.default_rng(seed)
    heat = np.zeros((150, 200), np.float32)
    spots = cv2.perspectiveTransform(np.array([squares]) + 0.5, to_pixels)[0] + rng.normal(0, 0.6, (len(squares), 2))
    spots = np.concatenate([spots, rng.uniform((20, 20), (780, 580), (others, 2))])
    y, x = np.mgrid[:150, :200]
    for sx, sy in spots:
        heat = np.maximum(heat, 0.9 * np.exp(-((x - (sx - 1.5) / 4) ** 2 + (y - (sy - 1.5) / 4) ** 2) / 1.6))
    nothing = np.zeros_like(heat)
    return HeatMaps(heat.astype(np.float32), nothing, nothing, 4.0)


@pytest.mark.parametrize("turn", [0, 20, 45, 70, 130])
@pytest.mark.parametrize("tilt", [0, 25, 48])
def test_squares_are_found_at_any_tilt_and_turn(tilt: float, turn: float) -> None:
    true = homography(tilt, turn)
    found = find_lattice(maps(true, CROSS, others=8))
    assert found is not None
    seen = cv2.perspectiveTransform(
        cv2.perspectiveTransform(np.array([CROSS]) + 0.5, true), np.linalg.inv(found.homography)
    )[0]
    assert np.abs(seen - np.floor(seen) - 0.5).max() < 0.12
    assert whole_tile_share(np.floor(seen).astype(int)) == 1
    assert np.linalg.det(found.homography) * np.linalg.det(true) > 0, "mirrored"
    across = cv2.perspectiveTransform(found.squares[:1] + np.array([[[0, 0], [1.0, 0]]]), found.homography)[0]
    x, y = across[1] - across[0]
    assert x > 0.7 * abs(y), "rows go to the right"


@pytest.mark.parametrize("turn", [0, 33, 60])
def test_a_photo_that_shows_the_horizon_keeps_its_perspective(turn: float) -> None:
    """A tall photo of a tilted case reaches far beyond it, where squares become so small that all is on a lattice."""
    true = homography(50, turn)
    seen = maps(true, CROSS)
    high = 300
    heat = np.concatenate([np.zeros((high, 200), np.float32), seen.centres])
    rng = np.random.default_rng(5)
    for x, y in rng.integers((2, 2), (198, high), (25, 2)):
        heat[y, x] = 0.8
    nothing = np.zeros_like(heat)
    found = find_lattice(HeatMaps(heat, nothing, nothing, 4.0))
    assert found is not None
    at = cv2.perspectiveTransform(np.array([CROSS]) + 0.5, true) + np.array([0, 4 * high])
    squares = cv2.perspectiveTransform(at, np.linalg.inv(found.homography))[0]
    assert np.abs(squares - np.floor(squares) - 0.5).max() < 0.12
    corners = tuple(
        (float(x), float(y) + 4 * high)
        for x, y in cv2.perspectiveTransform(np.array([[[0, 0], [8, 0], [8, 6], [0, 6.0]]]), true)[0]
    )
    assert lattice_from_frame(HeatMaps(heat, nothing, nothing, 4.0), Frame(corners, 8, 6), 1.0) is not None


@pytest.mark.parametrize("seed", range(6))
def test_missing_donuts_do_no_harm(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kept = [CROSS[i] for i in sorted(rng.permutation(len(CROSS))[:22])]
    true = homography(30, 33)
    found = find_lattice(maps(true, kept, others=5, seed=seed))
    assert found is not None
    seen = cv2.perspectiveTransform(
        cv2.perspectiveTransform(np.array([CROSS]) + 0.5, true), np.linalg.inv(found.homography)
    )[0]
    assert np.abs(seen - np.floor(seen) - 0.5).max() < 0.2


def test_two_donuts_are_no_lattice() -> None:
    assert find_lattice(maps(homography(0, 0), CROSS[:2])) is None


def test_corners_tapped_at_one_place_give_no_lattice() -> None:
    seen = maps(homography(0, 0), CROSS)
    assert lattice_from_frame(seen, Frame(((10, 10), (10, 10), (300, 300), (10, 300)), 4, 2), 1.0) is None
    assert lattice_from_frame(seen, Frame(((10, 10), (20, 20), (30, 30), (40, 40)), 4, 2), 1.0) is None


def test_a_peak_is_found_with_subpixel_precision() -> None:
    heat = np.zeros((40, 40), np.float32)
    y, x = np.mgrid[:40, :40]
    heat = np.exp(-((x - 12.3) ** 2 + (y - 20.6) ** 2) / 1.6).astype(np.float32)
    spots, strength = peaks(heat, 4.0)
    assert len(spots) == 1 and strength[0] > 0.8
    assert np.allclose(spots[0], (12.8 * 4 - 0.5, 21.1 * 4 - 0.5), atol=0.6)


def test_a_used_net_is_not_reused() -> None:
    assert load_net("lattice") is not load_net("lattice")
