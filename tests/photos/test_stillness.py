"""Stillness of a camera's pictures: noise and light are no movement, a finger is; hands reach in from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy
import pytest

from companion.photos.stillness import SETTLED, Stillness

if TYPE_CHECKING:
    from vision.values import Pixels

pytestmark = pytest.mark.photo

RANDOM = numpy.random.default_rng(5)
TABLE = numpy.kron(RANDOM.integers(60, 200, (36, 48, 3)), numpy.ones((20, 20, 1))).astype(numpy.uint8)
STEP = 0.2  # seconds


def noisy(pixels: Pixels, light: float = 1.0) -> Pixels:
    return numpy.clip(pixels * light + RANDOM.normal(0, 6, pixels.shape), 0, 255).astype(numpy.uint8)


def with_block(pixels: Pixels, top: int, left: int, high: int, wide: int) -> Pixels:
    changed = pixels.copy()
    changed[top : top + high, left : left + wide] = 255 - changed[top : top + high, left : left + wide]
    return changed


def shown(stillness: Stillness, pixels: Pixels, start: float, count: int = 6, light: float = 1.0) -> list[bool]:
    return [stillness.see(start + number * STEP, noisy(pixels, light)) for number in range(count)]


def test_a_picture_is_still_after_a_moment() -> None:
    assert shown(Stillness(), TABLE, 0) == [number * STEP >= SETTLED for number in range(6)]


def test_a_finger_moves_and_light_does_not() -> None:
    stillness = Stillness()
    shown(stillness, TABLE, 0)
    assert all(shown(stillness, TABLE, 2, light=0.8)), "a cloud"
    assert not stillness.see(4, noisy(with_block(TABLE, 300, 400, 60, 25)))
    assert stillness.since == 4


def test_a_hand_reaches_in_from_outside_and_a_tile_lies_within() -> None:
    stillness = Stillness()
    shown(stillness, TABLE, 0)
    assert not stillness.hand, "nothing was ever read"
    stillness.understood()
    shown(stillness, with_block(TABLE, 300, 400, 100, 100), 2)
    assert not stillness.hand
    shown(stillness, with_block(TABLE, 300, 400, 420, 100), 4)
    assert stillness.hand
    shown(stillness, numpy.roll(TABLE, (30, 40), (0, 1)), 6)
    assert not stillness.hand, "the camera was pushed"


def test_the_mean_has_less_noise() -> None:
    stillness = Stillness()
    shown(stillness, TABLE, 0)
    assert numpy.std(stillness.mean().astype(float) - TABLE) < 4


def test_pictures_of_another_size_begin_anew() -> None:
    stillness = Stillness()
    assert shown(stillness, TABLE, 0)[-1]
    larger = numpy.kron(TABLE, numpy.ones((2, 2, 1))).astype(numpy.uint8)
    assert shown(stillness, larger, 2.0) == [number * STEP >= SETTLED for number in range(6)]
    assert stillness.mean().shape == larger.shape
