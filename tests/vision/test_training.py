"""The studio that teaches the nets: a seed is a photo, and what it calls true is a legal case in sight."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.donut_shop.case import problems, read_rows
from vision.layout import covers
from vision.training.art import art_of
from vision.training.case import BOX, EMPTY, lay
from vision.training.scene import sheet, shoot

pytestmark = pytest.mark.photo


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_seed_is_a_photo(seed: int) -> None:
    first, second = (shoot(rng, art_of(rng)) for rng in (np.random.default_rng(seed), np.random.default_rng(seed)))
    assert np.array_equal(first.pixels, second.pixels)
    assert np.array_equal(first.laid.kind, second.laid.kind)


@pytest.mark.parametrize("seed", range(12))
def test_cases_are_legal(seed: int) -> None:
    laid = lay(np.random.default_rng(seed), 5)
    rows = ["".join("#" if k == BOX else "." if k == EMPTY else "B" for k in row) for row in laid.kind]
    case = read_rows(rows)
    assert not problems(case, "B") and covers(frozenset(case.boxed))


@pytest.mark.parametrize("make", [shoot, sheet])
def test_the_whole_case_is_in_sight(make) -> None:
    rng = np.random.default_rng(4)
    shot = make(rng, art_of(rng))
    height, width = shot.laid.kind.shape
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float)
    seen = cv2.perspectiveTransform(corners, shot.plane)[0]
    assert (seen >= 0).all() and (seen <= shot.pixels.shape[1::-1]).all()
