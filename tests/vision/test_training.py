"""Synthetic photographs: the same for the same seed, with a legal case, whole in the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.donut_shop.case import problems, read_rows
from vision.layout import can_cover
from vision.training.paint.art import art_of
from vision.training.paint.camera import PIXELS, SHAPES, develop, size_of
from vision.training.paint.canvas import ROOM
from vision.training.paint.cases import BOX, EMPTY, lay_case
from vision.training.paint.donuts import LOOKS, style_of
from vision.training.paint.prints import PRINTS
from vision.training.paint.scene import sheet, shoot

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


def test_photos_have_every_shape_of_a_phone() -> None:
    rng = np.random.default_rng(1)
    sizes = [size_of(rng) for _ in range(300)]
    shapes = {round(max(size) / min(size), 1) for size in sizes}
    assert {round(shape, 1) for shape in SHAPES} <= shapes
    assert {width > height for width, height in sizes} == {True, False}
    assert all(abs(width * height / PIXELS - 1) < 0.01 for width, height in sizes)


@pytest.mark.parametrize("seed", range(6))
def test_every_camera_delivers_a_photo_of_the_same_size(seed: int) -> None:
    picture = np.random.default_rng(seed).random((90, 120, 3), np.float32)
    photo = develop(np.random.default_rng(seed), picture)
    assert photo.shape == picture.shape and photo.dtype == np.uint8
    assert np.array_equal(photo, develop(np.random.default_rng(seed), picture))


@pytest.mark.parametrize("top", sorted(set(PRINTS), key=lambda top: top.__name__))
def test_printed_table_tops_show_something(top) -> None:
    picture = top(np.random.default_rng(3), 300)
    assert picture.shape == (300, 300, 3) and picture.dtype == np.float32
    assert picture.std((0, 1)).max() > 0.01


def test_editions_differ_in_how_they_are_drawn() -> None:
    styles = [style_of(np.random.default_rng(seed)) for seed in range(80)]
    assert {style.look for style in styles} == set(LOOKS)
    for part in ("bite", "half", "halftone", "carved", "outline"):
        assert 0 < sum(bool(getattr(style, part)) for style in styles) < 80, part


def test_sprinkles_change_a_donut_and_its_picture_may_reach_over_its_square() -> None:
    art = art_of(np.random.default_rng(7))
    for i in range(len(art.types)):
        plain, sprinkled = art.sprites[i, False][0], art.sprites[i, True][0]
        assert plain.shape == (ROOM, ROOM, 4)
        assert np.abs(plain - sprinkled).max() > 0.15


def test_a_committed_net_is_continued_from_its_file() -> None:
    torch = pytest.importorskip("torch")
    from vision.networks import NETS
    from vision.training.nets import CellNet, LatticeNet, SprinkleNet
    from vision.training.weights import load

    for name, net, shape in (
        ("cells", CellNet(), (1, 3, 96, 144)),
        ("lattice", LatticeNet(), (1, 3, 96, 160)),
        ("sprinkles", SprinkleNet(), (2, 4, 48, 48)),
    ):
        load(net, NETS / f"{name}.onnx", shape[1])
        picture = np.random.default_rng(1).random(shape, np.float32)
        file = cv2.dnn.readNetFromONNX(str(NETS / f"{name}.onnx"))
        file.setInput(picture)
        with torch.no_grad():
            assert np.allclose(net.eval()(torch.from_numpy(picture)).numpy(), file.forward(), atol=1e-4)
