"""Synthetic photographs: the same for the same seed, with a legal case, whole in the picture."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.donut_shop.case import problems, read_rows
from vision.layout import can_cover
from vision.training.datasets import CELL, make_edition_folders
from vision.training.evaluation import read_truth
from vision.training.paint.art import art_of
from vision.training.paint.camera import PIXELS, SHAPES, develop, size_of
from vision.training.paint.canvas import ROOM
from vision.training.paint.cases import BOX, EMPTY, lay_case
from vision.training.paint.donuts import LOOKS, style_of
from vision.training.paint.prints import PRINTS
from vision.training.paint.scene import sheet, shoot
from vision.training.photographed import CUTS, TRIOS, copy_photographs, cut_photographs, middles_of
from vision.training.photos import EACH

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


def test_a_continued_net_may_go_a_part_of_the_way() -> None:
    torch = pytest.importorskip("torch")
    from vision.training.nets import SprinkleNet
    from vision.training.weights import copy_of, go_part_way

    net = SprinkleNet()
    before = copy_of(net)
    with torch.no_grad():
        net.head[0].bias += 1
    go_part_way(net, before, 0.25)
    assert torch.allclose(net.head[0].bias, before["head.0.bias"] + 0.25)
    assert torch.equal(net.head[0].weight, before["head.0.weight"])


@pytest.fixture
def photographs(tmp_path: Path) -> Path:
    """Return a folder with three photographs, as they lie beside their truth."""
    make_edition_folders(tmp_path, range(7000, 7001), EACH)
    return tmp_path / "synthetic-7000"


def test_photographs_become_what_painted_ones_are(photographs: Path, tmp_path: Path) -> None:
    copy_photographs([photographs], tmp_path / "copies", 80001)
    names = {path.name for path in (tmp_path / "copies").iterdir()}
    assert {
        f"{80001 + trio:05d}-{n}.{end}" for trio in range(TRIOS) for n in range(EACH) for end in ("jpg", "npz")
    } == names
    truth = dict(np.load(tmp_path / "copies" / "80001-0.npz"))
    assert truth["nominal"].shape[1] == 4 and truth["kind"].shape == truth["type"].shape == truth["hidden"].shape
    rows = [(path, path.with_suffix(".case").read_text().split()) for path in photographs.glob("*.jpg")]
    path, case = next(row for row in rows if (len(row[1]), len(row[1][0])) == truth["kind"].shape)
    boxed = [[letter == "#" for letter in row] for row in case]
    assert np.array_equal(truth["kind"] == BOX, boxed)
    for (x, y), middle in middles_of(path).items():
        found = cv2.perspectiveTransform(np.array([[[x + 0.5, y + 0.5]]]), truth["homography"])[0, 0]
        assert np.abs(found - middle).max() < 2


def test_donuts_are_cut_out_of_photographs_with_their_letters(photographs: Path, tmp_path: Path) -> None:
    cut_photographs([photographs], tmp_path / "cut", 80001)
    data = np.load(tmp_path / "cut" / "80001.npz")
    assert data["cells"].shape[1:] == (CELL, CELL, 3) and len(data["cells"]) == len(data["labels"])
    for n, path in enumerate(sorted(photographs.glob("*.jpg"))):
        letters, hidden = read_truth(path)
        shown = [letter for square, letter in letters.items() if square not in hidden and letter not in "#O"]
        own = data["labels"][data["labels"][:, 0] == n]
        assert len(own) == CUTS * len(shown)
        assert own[:, 2].sum() == CUTS * sum(letter.islower() for letter in shown)
