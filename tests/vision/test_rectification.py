"""Squares from above: a photo's own pixels are averaged, and fine print is made stronger before it is judged."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import classification
from vision.lattice import Lattice
from vision.rectification import SIDE, LatticeWindow, rectify, rectify_reading
from vision.training.datasets import cut_out_donuts
from vision.training.paint.art import plain_art_of
from vision.training.paint.scene import sheet
from vision.values import Reading

pytestmark = pytest.mark.photo

NOISE = 30.0  # grey levels


def test_the_noise_of_a_fine_photo_is_averaged_out() -> None:
    pixels = np.random.default_rng(1).normal(128, NOISE, (800, 800, 3)).clip(0, 255).astype(np.uint8)
    fine = SIDE * 2.0  # pixels a square in the photo
    homography = np.array([[fine, 0, 40], [0, fine, 40], [0, 0, 1.0]])
    squares = np.array([[x, y] for y in range(4) for x in range(4)])
    lattice = Lattice(homography, squares, np.zeros((16, 2)), 1.0)
    view = rectify(pixels, lattice, LatticeWindow(0, 0, 4, 4))
    assert view.shape == (4 * SIDE, 4 * SIDE, 3)
    assert view.std() < 0.6 * NOISE
    reading = Reading(("MMMM",) * 4, {}, {}, homography, {}, frozenset())
    assert rectify_reading(pixels, reading, SIDE)[SIDE:-SIDE, SIDE:-SIDE].std() < 0.6 * NOISE


@pytest.mark.parametrize("seed", [1, 4, 90005])
def test_sprinkles_out_of_focus_are_told_from_none_more_clearly_once_sharpened(seed: int, monkeypatch) -> None:
    rng = np.random.default_rng(seed)
    squares, labels = cut_out_donuts(rng, sheet(rng, plain_art_of(rng)))
    blurred = [cv2.GaussianBlur(square, (0, 0), 2.4) for square in squares]

    def apart() -> float:
        logits = classification.classify(np.concatenate(blurred, 1)).sprinkles[0]
        plain, sprinkled = (np.sort(logits[labels[:, 1] == has]) for has in (0, 1))
        return float(np.median(sprinkled) - np.median(plain))

    sharpened = apart()
    monkeypatch.setattr(classification, "_sharpened", lambda square: square)
    assert sharpened > 1.1 * apart()
