"""Synthetic photographs: the same for the same seed, with a legal case, whole in the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.donut_shop.case import problems, read_rows
from vision.layout import can_cover
from vision.training.art import art_of
from vision.training.cases import BOX, EMPTY, lay_case
from vision.training.scene import sheet, shoot

pytestmark = pytest.mark.photo


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_same_seed_gives_the_same_photo(seed: int) -> None:
    first, second = (shoot(rng, art_of(rng)) for rng in (np.random.default_rng(seed), np.random.default_rng(seed)))
    assert np.array_equal(first.pixels, second.pixels)
    assert np.array_equal(first.case.kind, second.case.kind)


@pytest.mark.parametrize("seed", range(12))
def test_cases_are_legal(seed: int) -> None:
    case_arrays = lay_case(np.random.default_rng(seed), 5)
    rows = ["".join("#" if k == BOX else "." if k == EMPTY else "B" for k in row) for row in case_arrays.kind]
    case = read_rows(rows)
    assert not problems(case, "B") and can_cover(frozenset(case.boxed))


@pytest.mark.parametrize("make", [shoot, sheet])
def test_the_whole_case_is_in_the_picture(make) -> None:
    rng = np.random.default_rng(4)
    shot = make(rng, art_of(rng))
    height, width = shot.case.kind.shape
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float)
    seen = cv2.perspectiveTransform(corners, shot.homography)[0]
    assert (seen >= 0).all() and (seen <= shot.pixels.shape[1::-1]).all()
