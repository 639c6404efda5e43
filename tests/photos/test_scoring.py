"""The score of a host's own photos: squares right, silent and doubted, counted as the published ones are."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy
import pytest

from companion.donut_shop.case import read_rows
from companion.photos.scoring import Score, compared, photos_in
from tests.client import House
from tests.photographs import photographed
from vision.values import Doubt, Reading

pytestmark = pytest.mark.photo

TRUTH = read_rows(["BNmV", "VOBB", "CC..", "Cc.."])


def reading(rows: str, doubts: dict[tuple[int, int], Doubt] | None = None) -> Reading:
    return Reading(tuple(rows.split("/")), doubts or {}, {}, numpy.eye(3))


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        (reading("BNmV/VOBB/CC../Cc.."), Score(1, 0, 12, 12, 0, 0, 1)),
        (reading("CCVB/cCON/..Bm/..BV"), Score(1, 0, 12, 12, 0, 0, 1)),  # turned
        (reading("BNmV/VOBB/CC../CC.."), Score(1, 0, 12, 11, 1)),
        (reading("BNmV/VOBB/CC../CC..", {(1, 3): Doubt.SPRINKLES}), Score(1, 0, 12, 11, 0, 1)),
        (reading("BNmV/VOBB/CCBB/CcBB"), Score(1, 0, 12, 8, 4)),  # invented
    ],
)
def test_a_reading_is_compared_with_its_truth(read: Reading, expected: Score) -> None:
    assert compared(read, TRUTH, set()) == expected


def test_hidden_squares_count_for_nobody() -> None:
    assert compared(reading("BNmV/VOBB/CC../CC.."), TRUTH, {(1, 3)}) == Score(1, 0, 11, 11, 0, 0, 1)


def test_the_command_scores_a_folder(tmp_path: Path) -> None:
    house = House(tmp_path)
    shutil.copy(photographed().set, tmp_path / "set.toml")
    for name in ("a", "b"):
        shutil.copy(photographed().jpg, tmp_path / f"{name}.jpg")
        shutil.copy(photographed().case, tmp_path / f"{name}.case")
    (tmp_path / "without.jpg").write_bytes(b"no case beside it")
    assert [path.name for path in photos_in(tmp_path)] == ["a.jpg", "b.jpg"]
    runner = house.app.test_cli_runner()
    said = runner.invoke(args=["photo", "score", str(tmp_path)]).output.splitlines()
    assert [line.partition(":")[0] for line in said] == ["b.jpg", tmp_path.name]
    total = json.loads(runner.invoke(args=["photo", "score", "--untaught", "--json", str(tmp_path)]).output)
    assert (total["photos"], total["squares"]) == (2, 2 * len(read_rows(photographed().rows)))
    (tmp_path / "b.case").unlink()
    alone = runner.invoke(args=["photo", "score", str(tmp_path)])
    assert alone.exit_code == 1 and "no photos with a case beside them" in alone.output
