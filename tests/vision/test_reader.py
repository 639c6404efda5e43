"""Whole photos are read: rendered ones with counts of mistakes that may only fall, freshly made ones, worse ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.donut_shop.case import read_rows
from companion.editions import read_set
from vision import photo, reader, sampling
from vision.alignment import align_drawing
from vision.reconciliation import read_known_case, reconcile, turn_text
from vision.training.evaluation import count_mistakes
from vision.training.paint.art import art_of
from vision.training.paint.scene import shoot
from vision.values import Doubt, Frame, Picture, Reading, UnreadablePhoto, UnreadableReason

pytestmark = pytest.mark.photo

PHOTOS = Path(__file__).parents[1] / "photos"
# wrong squares, and those of them without a doubt, read without samples; may only fall
MISTAKES = dict.fromkeys(("cartoon-small", "cartoon-box", "twemoji-tile"), (0, 0)) | {"cartoon-tile": (2, 0)}


def edition_of(name: str):
    return read_set((PHOTOS / ("twemoji-104.toml" if name.startswith("twemoji") else "cartoon-101.toml")).read_text())


def truth_of(name: str) -> dict[tuple[int, int], str]:
    rows = (PHOTOS / f"{name}.case").read_text().split()
    return {(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row) if c != "."}


def picture_of(name: str) -> Picture:
    return photo.decode((PHOTOS / f"{name}.jpg").read_bytes())


@pytest.mark.parametrize("name", MISTAKES)
def test_the_number_of_mistakes_only_falls(name: str) -> None:
    count, wrong = count_mistakes(reader.read(picture_of(name), edition_of(name)), truth_of(name), set())
    assert (count["wrong"], count["silent"]) <= MISTAKES[name], wrong


@pytest.mark.parametrize("name", ["cartoon-tile", "twemoji-tile", "cartoon-box"])
@pytest.mark.parametrize("at", [(0.4, 0.5), (0.5, 0.5), (0.55, 0.45)])
def test_a_reflection_is_never_a_turn(name: str, at: tuple[float, float]) -> None:
    known = read_rows((PHOTOS / f"{name}.before.case").read_text().split())
    reading, alignment = read_known_case(analyse_with_light(picture_of(name), at), edition_of(name), (), known)
    assert alignment
    turn = reconcile(reading, known, alignment).turn
    assert turn is None or turn_text(turn) == (PHOTOS / f"{name}.turn").read_text().strip()


def analyse_with_light(picture: Picture, at: tuple[float, float]) -> reader.Analysis:
    """Analyse a picture with a burnt spot of light, at these shares of its width and height."""
    height, width = picture.pixels.shape[:2]
    y, x = np.mgrid[:height, :width]
    light = np.exp(-((x - at[0] * width) ** 2 + (y - at[1] * height) ** 2) / (2 * (0.05 * width) ** 2))
    pixels = np.clip(picture.pixels + 320 * light[..., None], 0, 255).astype(np.uint8)
    return reader.analyse(reencoded(pixels, 92))


def letters(reading: Reading) -> Counter[str]:
    """Count the letters of a case, however it is turned."""
    return Counter("".join(reading.case).replace(".", ""))


def reencoded(pixels: np.ndarray, quality: int = 75) -> Picture:
    """Return the picture after it was encoded and decoded once more."""
    return photo.decode(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda p: np.ascontiguousarray(np.rot90(p)), id="turned by a quarter"),
        pytest.param(lambda p: np.ascontiguousarray(np.rot90(p, 2)), id="upside down"),
        pytest.param(lambda p: cv2.resize(p, None, fx=0.85, fy=0.85, interpolation=cv2.INTER_AREA), id="smaller"),
        pytest.param(lambda p: cv2.convertScaleAbs(p, alpha=1.12), id="brighter"),
        pytest.param(lambda p: cv2.convertScaleAbs(p, alpha=0.8), id="darker"),
        pytest.param(lambda p: cv2.copyMakeBorder(p, 80, 30, 10, 200, cv2.BORDER_REPLICATE), id="framed otherwise"),
    ],
)
@pytest.mark.parametrize("name", ["cartoon-small", "twemoji-tile"])
def test_the_same_case_in_another_picture_reads_the_same(name: str, change) -> None:
    pixels = picture_of(name).pixels
    readings = reader.read(Picture(pixels), edition_of(name)), reader.read(reencoded(change(pixels)), edition_of(name))
    first, second = map(letters, readings)
    apart = (first - second).total()
    doubted = max(len(reading.doubts) for reading in readings)
    assert apart <= 1 + doubted, (first - second, second - first)
    assert apart <= 0.15 * first.total(), (first - second, second - first)


def test_samples_improve_the_reading_or_leave_it_as_good() -> None:
    name, edition = "twemoji-tile", edition_of("twemoji-tile")
    picture = picture_of(name)
    untaught = reader.read(picture, edition)
    rows = align_drawing(untaught, (PHOTOS / f"{name}.case").read_text().split())
    assert rows is not None
    samples = sampling.make_samples(picture, untaught, rows)
    assert len(samples) == sum(letter not in ".#" for row in rows for letter in row)
    count, wrong = count_mistakes(reader.read(picture, edition, samples), truth_of(name), set())
    assert count["wrong"] <= count_mistakes(untaught, truth_of(name), set())[0]["wrong"] and count["silent"] == 0, wrong


def test_samples_of_other_nets_are_updated() -> None:
    picture, edition = picture_of("cartoon-small"), edition_of("cartoon-small")
    reading = reader.read(picture, edition)
    sample = sampling.make_samples(picture, reading, reading.case)[0]
    old = type(sample)(sample.letter, (0.0,), "another", sample.patch)
    updated = sampling.update_sample(old)
    assert updated.net == sample.net and len(updated.numbers) == len(sample.numbers)
    assert np.linalg.norm(np.subtract(updated.numbers, sample.numbers)) < np.linalg.norm(sample.numbers)
    assert sampling.update_sample(sample) is sample


@pytest.mark.parametrize("seed", [3, 9, 7006])
def test_unknown_art_tables_and_light_are_read(seed: int) -> None:
    """Most squares of a freshly made photo are found."""
    rng = np.random.default_rng(seed)
    art = art_of(rng)
    shot = shoot(rng, art)
    names = "ABCDEFGHIJKLMN"[: len(art.types)]
    rows = [
        f'[donuts.{n}]\nname = "{f.name}"\ncolour = "#{"".join(f"{round(255 * c):02x}" for c in f.rgb)}"'
        for n, f in zip(names, art.types, strict=True)
    ]
    reading = reader.read(reencoded(shot.pixels, 90), read_set('name = "made"\n' + "\n".join(rows)))
    squares = sum(letter != "." for row in reading.case for letter in row)
    assert abs(squares - int((shot.case.kind > 0).sum())) <= 0.05 * squares


def test_a_case_outlined_by_its_corners_is_read_there() -> None:
    name = "cartoon-small"
    picture = picture_of(name)
    reading = reader.read(picture, edition_of(name))
    full = max(range(len(reading.case)), key=lambda y: len(reading.case[y].strip(".")))
    row = reading.case[full]
    left, right = len(row) - len(row.lstrip(".")), len(row.rstrip("."))
    top = full - full % 2
    squares = np.array([[[left, top], [right, top], [right, top + 2], [left, top + 2]]], float)
    corners = cv2.perspectiveTransform(squares, reading.homography)[0] / picture.scale
    shown = Frame(tuple((float(x), float(y)) for x, y in corners), right - left, 2)
    assert letters(reader.read(picture, edition_of(name), frame=shown)) == letters(reading)


NOISE = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)


def blank(value: int) -> np.ndarray:
    return np.full((600, 800, 3), value, np.uint8)


@pytest.mark.parametrize(
    ("pixels", "why"),
    [
        pytest.param(blank(128), {UnreadableReason.NO_CASE, UnreadableReason.TOO_BLURRED}, id="nothing at all"),
        pytest.param(blank(3), {UnreadableReason.TOO_DARK}, id="dark"),
        pytest.param(NOISE, {UnreadableReason.NO_CASE}, id="noise"),
        pytest.param(
            (np.indices((600, 800)).sum(0) // 40 % 2 * 255).astype(np.uint8)[..., None].repeat(3, 2),
            {UnreadableReason.NO_CASE},
            id="chess board",
        ),
    ],
)
def test_a_photo_without_a_case_is_refused(pixels: np.ndarray, why: set[UnreadableReason]) -> None:
    with pytest.raises(UnreadablePhoto) as refused:
        reader.read(Picture(pixels), edition_of("cartoon-small"))
    assert refused.value.reason in why


def test_a_picture_without_colour_is_refused() -> None:
    grey = cv2.cvtColor(picture_of("cartoon-small").pixels, cv2.COLOR_BGR2GRAY)
    with pytest.raises(UnreadablePhoto) as refused:
        reader.read(reencoded(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)), edition_of("cartoon-small"))
    assert refused.value.reason is UnreadableReason.NO_COLOUR


def test_a_small_case_on_a_large_table_is_looked_at_closer() -> None:
    """A third of its pixels, amid nine times the table: the donuts are ten pixels wide where the net looks first."""
    picture, edition = picture_of("cartoon-small"), edition_of("cartoon-small")
    small = cv2.resize(picture.pixels, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    wide = cv2.copyMakeBorder(small, height // 2, height // 2, width, width, cv2.BORDER_REPLICATE)
    reading = reader.read(Picture(np.ascontiguousarray(wide)), edition)
    assert sum(letter != "." for row in reading.case for letter in row) == len(truth_of("cartoon-small"))


def test_half_a_case_is_cut_off() -> None:
    pixels = picture_of("cartoon-tile").pixels
    reading = reader.read(Picture(pixels), edition_of("cartoon-tile"))
    centre = np.array([[[len(reading.case[0]) / 2, len(reading.case) / 2]]])
    middle = cv2.perspectiveTransform(centre, reading.homography)[0, 0]
    with pytest.raises(UnreadablePhoto) as refused:
        reader.read(Picture(np.ascontiguousarray(pixels[:, : int(middle[0])])), edition_of("cartoon-tile"))
    assert refused.value.reason is UnreadableReason.CUT_OFF


def test_doubts_are_squares_of_the_drawing_with_a_reason() -> None:
    reading = reader.read(picture_of("cartoon-box"), edition_of("cartoon-box"))
    for (x, y), why in reading.doubts.items():
        assert (x, y) in reading.guesses and isinstance(why, Doubt)
    for (x, y), guesses in reading.guesses.items():
        assert guesses[0][0] == reading.case[y][x]
        assert [p for _, p in guesses[1:]] == sorted((p for _, p in guesses[1:]), reverse=True)


def test_the_rectified_picture_shows_every_square_and_a_margin_of_one() -> None:
    picture = picture_of("cartoon-small")
    reading = reader.read(picture, edition_of("cartoon-small"))
    shown = cv2.imdecode(np.frombuffer(photo.encode_drawing(picture, reading, 32), np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape == ((len(reading.case) + 2) * 32, (len(reading.case[0]) + 2) * 32, 3)
