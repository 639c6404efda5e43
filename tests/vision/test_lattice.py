"""Rows and columns are found among points alone: made planes, lost and invented points, other things about."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import lattice
from vision.lattice import Maps, find, framed, peaks, tiles_whole
from vision.values import Frame

pytestmark = pytest.mark.photo

CROSS = [
    (x + i, y + j) for x, y in ((2, 2), (0, 2), (4, 2), (2, 0), (2, 4), (4, 4), (6, 4)) for i in (0, 1) for j in (0, 1)
]


def plane(tilt: float, turn: float, pitch: float = 40) -> np.ndarray:
    """Squares to pixels for a camera tilted and turned by so many degrees."""
    a, b = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    spin = np.array([[a, -b, 0], [b, a, 0], [0, 0, 1]]) @ np.array([[1, 0, -4], [0, 1, -3], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, np.cos(np.radians(tilt)), 0], [0, -np.sin(np.radians(tilt)) / 20, 1.0]])
    return np.array([[pitch, 0, 380], [0, pitch, 280], [0, 0, 1.0]]) @ lean @ spin


def maps(to_pixels: np.ndarray, squares: list[tuple[int, int]], others: int = 0, seed: int = 0) -> Maps:
    """Heat where the squares' middles lie, and where other round things do."""
    rng = np.random.default_rng(seed)
    heat = np.zeros((150, 200), np.float32)
    spots = cv2.perspectiveTransform(np.array([squares]) + 0.5, to_pixels)[0] + rng.normal(0, 0.6, (len(squares), 2))
    spots = np.concatenate([spots, rng.uniform((20, 20), (780, 580), (others, 2))])
    y, x = np.mgrid[:150, :200]
    for sx, sy in spots:
        heat = np.maximum(heat, 0.9 * np.exp(-((x - (sx - 1.5) / 4) ** 2 + (y - (sy - 1.5) / 4) ** 2) / 1.6))
    nothing = np.zeros_like(heat)
    return Maps(heat.astype(np.float32), nothing, nothing, 4.0)


@pytest.mark.parametrize("turn", [0, 20, 45, 70, 130])
@pytest.mark.parametrize("tilt", [0, 25, 48])
def test_squares_are_found_at_any_tilt_and_turn(tilt: float, turn: float) -> None:
    true = plane(tilt, turn)
    found = find(maps(true, CROSS, others=8))
    assert found is not None
    seen = cv2.perspectiveTransform(
        cv2.perspectiveTransform(np.array([CROSS]) + 0.5, true), np.linalg.inv(found.plane)
    )[0]
    assert np.abs(seen - np.floor(seen) - 0.5).max() < 0.12
    assert tiles_whole(np.floor(seen).astype(int)) == 1
    assert np.linalg.det(found.plane) * np.linalg.det(true) > 0, "mirrored"


@pytest.mark.parametrize("seed", range(6))
def test_lost_donuts_do_no_harm(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kept = [CROSS[i] for i in sorted(rng.permutation(len(CROSS))[:22])]
    true = plane(30, 33)
    found = find(maps(true, kept, others=5, seed=seed))
    assert found is not None
    seen = cv2.perspectiveTransform(
        cv2.perspectiveTransform(np.array([CROSS]) + 0.5, true), np.linalg.inv(found.plane)
    )[0]
    assert np.abs(seen - np.floor(seen) - 0.5).max() < 0.2


def test_two_donuts_are_no_lattice() -> None:
    assert find(maps(plane(0, 0), CROSS[:2])) is None


def test_corners_tapped_at_one_place_show_nothing() -> None:
    seen = maps(plane(0, 0), CROSS)
    assert framed(seen, Frame(((10, 10), (10, 10), (300, 300), (10, 300)), 4, 2), 1.0) is None
    assert framed(seen, Frame(((10, 10), (20, 20), (30, 30), (40, 40)), 4, 2), 1.0) is None


def test_a_peak_is_found_finer_than_the_map() -> None:
    heat = np.zeros((40, 40), np.float32)
    y, x = np.mgrid[:40, :40]
    heat = np.exp(-((x - 12.3) ** 2 + (y - 20.6) ** 2) / 1.6).astype(np.float32)
    spots, strength = peaks(heat, 4.0)
    assert len(spots) == 1 and strength[0] > 0.8
    assert np.allclose(spots[0], (12.8 * 4 - 0.5, 21.1 * 4 - 0.5), atol=0.6)


def test_a_net_that_was_used_is_not_kept() -> None:
    assert lattice.net("lattice") is not lattice.net("lattice")
