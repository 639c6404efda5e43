"""A house's own editions: typed, written, read back, shared."""

from __future__ import annotations

import os
import time
from pathlib import Path
from unicodedata import normalize

import pytest

from companion.donut_shop.parts import Donut, Edition
from companion.editions import load_sets, read_set
from companion.editions.own import DonutRow, NoEdition, SetReason, brought, is_cross, named, with_cross, write_set
from companion.refusals import Unavailable
from companion.store.embedded.editions import EditionFolder
from companion.web import create_app

CROSS = ("..VV..", "..NB..", "VOOBMC", "NVNBMm", "..nB..", "..cC..")
ROWS = [DonutRow("", "Blue Frosted", "#4aa8e0"), DonutRow("", "Banana", "#f2d64b"), DonutRow("b", "Berry", "#aa0044")]


def test_letters_nobody_typed_are_chosen() -> None:
    assert {letter: donut.name for letter, donut in named("Ours", ROWS).donuts.items()} == {
        "L": "Blue Frosted",
        "A": "Banana",
        "B": "Berry",
    }


def test_rows_without_a_name_are_left_out() -> None:
    assert named("Ours", [*ROWS, DonutRow("X", "  ", "#000000")]).types == ("L", "A", "B")


@pytest.mark.parametrize(
    ("name", "rows", "reason"),
    [
        ("", ROWS, SetReason.NO_NAME),
        ("?!", ROWS, SetReason.NO_NAME),
        ("Classic", ROWS, SetReason.TAKEN),
        ("New", ROWS, SetReason.TAKEN),
        ("Import", ROWS, SetReason.TAKEN),
        ("ours", ROWS[:1], SetReason.TOO_FEW),
        ("ours", [DonutRow("B", "Blue", ""), DonutRow("b", "Berry", "")], SetReason.LETTERS),
        ("ours", [DonutRow("O", "Orange", ""), DonutRow("", "Berry", "")], SetReason.LETTERS),
        ("ours", [*ROWS, DonutRow("Z", "\x7f", "")], SetReason.UNSEEN),
        ("ours", [*ROWS, DonutRow("Z", "half\ud83c", "")], SetReason.UNSEEN),
        ("ours", [*ROWS, DonutRow("Z", "\u202edlog", "")], SetReason.UNSEEN),
        ("ours", [*ROWS, DonutRow("Z", "\u200b", "")], SetReason.UNSEEN),
        ("ours", [*ROWS, DonutRow("Z", "\u200d", "")], SetReason.UNSEEN),
        ("ours", [*ROWS, DonutRow("Z", "\u3164", "")], SetReason.UNSEEN),
        ("ours", [DonutRow("Ö", "Öl", ""), DonutRow("", "Berry", "")], SetReason.LETTERS),
    ],
)
def test_what_cannot_be_an_edition_is_refused(name: str, rows: list[DonutRow], reason: SetReason) -> None:
    with pytest.raises(NoEdition) as refused:
        named(name, rows, ["classic"])
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    "name", ['He said "mmm" \\ twice', "Crème brûlée", "tab\there", "🍩", "👩\u200d🍳", "cafe\u0301", "x" * 39 + " y"]
)
def test_a_written_set_is_read_back(name: str) -> None:
    edition = with_cross(named("Ours at Home", [DonutRow("V", name, "#123456"), *ROWS[:2]]), ())
    assert read_set(write_set(edition)) == edition
    assert edition.donuts["V"].name == normalize("NFC", " ".join(name.split()))[:40].rstrip()


@pytest.mark.parametrize("name", ["", " ", "\x7f", "two  blanks", "half\ud83c"])
def test_a_file_that_would_not_read_back_is_not_kept(tmp_path: Path, name: str) -> None:
    ours = named("Ours", ROWS)
    EditionFolder(tmp_path).save(ours)
    with pytest.raises(NoEdition):
        EditionFolder(tmp_path).save(Edition("ours", {**ours.donuts, "Z": Donut(name, "#123456")}))
    assert load_sets(tmp_path)["ours"] == ours


def test_a_kept_edition_is_loaded_with_its_cross(tmp_path: Path) -> None:
    edition = with_cross(load_sets()["classic"], CROSS)
    ours = with_cross(named("Ours", [DonutRow(k, d.name, d.colour) for k, d in edition.donuts.items()]), CROSS)
    EditionFolder(tmp_path / "sets").save(ours)
    assert load_sets(tmp_path / "sets")["ours"] == ours


def test_a_shared_file_is_brought(tmp_path: Path) -> None:
    ours = named("Ours", ROWS)
    assert brought(write_set(ours), load_sets()) == ours
    assert brought(write_set(ours), {"ours": ours}) == ours
    crossed = with_cross(ours, ("BA", "AL"))
    assert brought(write_set(crossed), {"ours": ours}) == crossed
    assert brought(write_set(ours), {"ours": crossed}) == crossed
    other = write_set(named("Ours", ROWS[1:]))
    for text, reason in ((other, SetReason.TAKEN), ("name = 3", SetReason.FILE), ("\0", SetReason.FILE)):
        with pytest.raises(NoEdition) as refused:
            brought(text, {"ours": crossed})
        assert refused.value.reason == reason


def test_a_cross_is_five_known_tiles_in_a_cross() -> None:
    assert is_cross(CROSS)
    assert not is_cross(row.replace("V", "?") for row in CROSS)
    assert not is_cross((*CROSS[:4], "nB....", "cC...."))


def test_what_a_killed_program_left_half_written_is_cleared(tmp_path: Path) -> None:
    """By the next edition that is kept, and when a program starts; what may be written just now stays."""
    left, fresh = tmp_path / "sets" / "moon.new", tmp_path / "sets" / "sun.toml.12ab34cd.new"
    ours = named("Ours", ROWS)
    for clear in (
        lambda: EditionFolder(tmp_path / "sets").save(ours),
        lambda: create_app({"DATABASE": str(tmp_path / "companion.db"), "TESTING": True}),
    ):
        left.parent.mkdir(exist_ok=True)
        for path in (left, fresh):
            path.write_text("name = ")
        for age in (3_600, -3_600):
            left.touch()
            os.utime(left, (time.time() - age, time.time() - age))
            clear()
            assert (left.exists(), fresh.exists()) == (False, True)
    assert "ours" in load_sets(tmp_path / "sets")


def test_where_the_disk_takes_no_edition_the_refusal_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "sets").write_text("in the way")
    with pytest.raises(Unavailable) as refused:
        EditionFolder(tmp_path / "sets").save(named("Ours", ROWS))
    assert (refused.value.reason, refused.value.facts["path"]) == ("missing", "ours.toml")
