"""A case is found in a photo of any shape: no stage may stretch the two axes differently.

One photo, with more or less of its table beside the case, so that only the shape differs; the truth is where the case
was before.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.editions import read_set
from vision import photo, reader
from vision.keypoints import predict_maps
from vision.values import Frame, Picture, Reading

pytestmark = pytest.mark.photo

PHOTOS = Path(__file__).parents[1] / "photos"
NAME = "cartoon-small"
EDITION = read_set((PHOTOS / "cartoon-101.toml").read_text())
MOST_OFF = 0.12  # of a square; where one axis was stretched by 4 % it is half a square
SHAPES = {
    "4:3": (1200, 900),
    "3:2": (1200, 800),
    "16:9": (1280, 720),
    "2:1": (1400, 700),
    "19.5:9": (1560, 720),
    "20:9": (1600, 720),
    "21:9": (1680, 720),
    "5:4": (1000, 800),
    "1:1": (900, 900),
    "odd": (1237, 811),
    "odder": (1001, 763),
    "a little more than a multiple": (1537, 961),
    "a little less than a multiple": (1535, 959),
}
SIZES = [pytest.param(size, id=f"{name} lying") for name, size in SHAPES.items()]
SIZES += [pytest.param(size[::-1], id=f"{name} upright") for name, size in SHAPES.items() if size[0] != size[1]]


@cache
def original() -> tuple[Picture, Reading]:
    picture = photo.decode((PHOTOS / f"{NAME}.jpg").read_bytes())
    return picture, reader.read(picture, EDITION)


def corners_of(reading: Reading) -> np.ndarray:
    """Return the drawing's four corners in pixels, clockwise from its top left."""
    width, height = len(reading.case[0]), len(reading.case)
    squares = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float)
    return cv2.perspectiveTransform(squares, reading.homography)[0]


def shaped(size: tuple[int, int]) -> tuple[Picture, np.ndarray]:
    """Return the photo on a table of another shape, neither turned nor scaled, and the shift of its pixels.

    Where the shape is smaller than the photo the case stays in its middle.
    """
    picture, reading = original()
    width, height = size
    middle = corners_of(reading).mean(0)
    left, top = (round(side / 2 - at) for side, at in zip(size, middle, strict=True))
    move = np.array([[1, 0, left], [0, 1, top]], float)
    pixels = cv2.warpAffine(picture.pixels, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return Picture(np.ascontiguousarray(pixels)), np.array([left, top])


def off(reading: Reading, moved: np.ndarray) -> float:
    """Return the distance between the lattice of a reading and the true one, in squares, at the worst corner.

    The drawing may be turned and may start at another square: both are whole squares, so only the rest counts.
    """
    true = corners_of(original()[1]) + moved
    found = cv2.perspectiveTransform(true[None], np.linalg.inv(reading.homography))[0]
    return float(np.abs(found - np.round(found)).max())


@pytest.mark.parametrize("size", SIZES)
def test_the_case_is_found_in_a_photo_of_any_shape(size: tuple[int, int]) -> None:
    picture, moved = shaped(size)
    reading = reader.read(picture, EDITION)
    assert off(reading, moved) < MOST_OFF
    assert turned_to(reading) == original()[1].case


def turned_to(reading: Reading) -> tuple[str, ...]:
    """Return the drawing turned like the original's, where it is the same one turned."""
    rows = reading.case
    for _ in range(4):
        if rows == original()[1].case:
            return rows
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
    return reading.case


@pytest.mark.parametrize("size", SIZES)
def test_an_outlined_case_is_read_between_the_tapped_corners(size: tuple[int, int]) -> None:
    picture, moved = shaped(size)
    shown = corners_of(original()[1]) + moved
    rows = original()[1].case
    frame = Frame(tuple((float(x), float(y)) for x, y in shown), len(rows[0]), len(rows))
    reading = reader.read(picture, EDITION, frame=frame)
    assert off(reading, moved) < MOST_OFF
    assert reading.case == rows


@pytest.mark.parametrize("size", SIZES)
def test_the_maps_have_one_scale_and_end_where_the_photo_ends(size: tuple[int, int]) -> None:
    picture, _ = shaped(size)
    maps = predict_maps(picture.pixels)
    for side, pixels in zip(maps.centres.shape, picture.pixels.shape, strict=False):
        assert abs(side * maps.scale - pixels) < maps.scale
    assert maps.centres.shape == maps.corners.shape == maps.case.shape


@pytest.mark.parametrize("shape", [(64, 64), (64, 2560), (2560, 64), (100, 767), (333, 500)])
def test_tiny_and_narrow_pictures_give_maps_too(shape: tuple[int, int]) -> None:
    maps = predict_maps(np.full((*shape, 3), 128, np.uint8))
    assert min(maps.centres.shape) >= 1 and np.isfinite(maps.centres).all()
