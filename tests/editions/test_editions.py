"""Editions: the shipped set, a house's own beside it, and every way a set's file can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.editions import BadSet, load_sets, read_set
from tests.transcripts import SETS

GRANDMA = """\
name = "Grandma"
cross = ["..ZY..", "..YZ..", "ZYZYzy", "YZYZOO", "..ZY..", "..YZ.."]

[box]
colour = "#ffffff"

[donuts.Z]
name = "Zimt"
colour = "#aa6633"

[donuts.Y]
name = "Yuzu"
colour = "#ffee00"
"""


def test_the_shipped_set_is_the_printed_game() -> None:
    classic = SETS["classic"]
    assert classic.types == ("B", "N", "M", "V", "C")
    assert [donut.name for donut in classic.donuts.values()] == [
        "Blue Frosted",
        "Banana Cream",
        "Maple Frosted",
        "Vanilla Frosted",
        "Boston Creme",
    ]
    assert (classic.name, classic.cross) == ("classic", ())
    assert set(SETS) == {"classic"}


def test_a_set_in_the_order_of_its_file() -> None:
    grandma = read_set(GRANDMA)
    assert (grandma.name, grandma.types, grandma.box_colour) == ("grandma", ("Z", "Y"), "#ffffff")
    assert grandma.cross[2] == "ZYZYzy"
    assert [grandma.is_square(letter) for letter in "ZzYyOBbo?"] == [
        True,
        True,
        True,
        True,
        True,
        False,
        False,
        False,
        False,
    ]


ALLOWED = [
    ("without a cross", ("cross = ", "# cross = ")),
    ("without a box", ('[box]\ncolour = "#ffffff"', "")),
    ("a cross that is any case", ('"..ZY..", "..YZ..", "ZYZYzy", "YZYZOO", "..ZY..", "..YZ.."', '"ZY", "??"')),
    ("a donut of one letter", ('"Zimt"', '"Z"')),
    ("a name with digits and hyphens", ('"Grandma"', '"grandma-2-0"')),
]
REFUSED = [
    ("no TOML", ("name = ", "name "), "not TOML"),
    ("a number without end", ("cross = ", f"title = {'1' * 5000}\ncross = "), "not TOML"),
    ("brackets in brackets", ("cross = ", f"title = {'[' * 3000}{']' * 3000}\ncross = "), "not TOML"),
    ("a book", ("cross = ", "#" * 10_000 + "\ncross = "), "at most"),
    ("no name", ("name = ", "title = "), "`name`"),
    ("a name that is a number", ('"Grandma"', "5"), "`name`"),
    ("an empty name", ('"Grandma"', '""'), "`name`"),
    ("a name with a blank", ('"Grandma"', '"my set"'), "`name`"),
    ("a name with a slash", ('"Grandma"', '"../set"'), "`name`"),
    ("a name too long", ('"Grandma"', f'"{"g" * 41}"'), "`name`"),
    ("no donuts", ("[donuts.", "[doughnuts."), "[donuts.X]"),
    ("one donut", ('[donuts.Y]\nname = "Yuzu"\ncolour = "#ffee00"', ""), "2 to 25"),
    ("holes as a donut", ("donuts.Y", "donuts.O"), "A to Z but O"),
    ("a small letter", ("donuts.Y", "donuts.y"), "A to Z but O"),
    ("a letter with an accent", ("[donuts.Y]", '[donuts."É"]'), "A to Z but O"),
    ("two letters", ("donuts.Y", "donuts.YY"), "A to Z but O"),
    ("a donut without a name", ('name = "Yuzu"', ""), "donut Y needs a name"),
    ("a donut with a name of blanks", ('"Yuzu"', '"  "'), "donut Y needs a name"),
    ("a donut with a control in its name", ('"Yuzu"', r'"Yu\u007fzu"'), "donut Y needs a name"),
    ("a donut with a name that turns the page", ('"Yuzu"', r'"\u202euzuY"'), "donut Y needs a name"),
    ("a donut with a name nobody sees", ('"Yuzu"', r'"\u200b"'), "donut Y needs a name"),
    ("a donut with an empty name", ('"Yuzu"', '""'), "donut Y needs a name"),
    ("a donut with a long name", ('"Yuzu"', f'"{"y" * 41}"'), "donut Y needs a name"),
    ("a donut without a colour", ('colour = "#ffee00"', ""), "donut Y needs a colour"),
    ("a colour by name", ('"#ffee00"', '"yellow"'), "donut Y needs a colour"),
    ("a colour that would be script", ('"#ffee00"', '"#ffee00;x"'), "donut Y needs a colour"),
    ("a box's colour by name", ('"#ffffff"', '"white"'), "`colour` of the box"),
    ("a cross that is one text", ('["..ZY..",', '"..ZY.." # '), "`cross` must be a list"),
    ("a cross of numbers", ('"..ZY..", "..YZ..",', "1, 2,"), "`cross` must be a list"),
    ("rows of two lengths", ('"..ZY..",', '"..ZY",'), "one length"),
    ("half a tile in the cross", ('"..YZ..", "ZY', '"..Y...", "ZY'), "whole 2x2 tiles"),
    ("letters of no donut in the cross", ("ZYZYzy", "ZYZYxx"), "in the letters of the set"),
]


@pytest.mark.parametrize("change", [pytest.param(row[1], id=row[0]) for row in ALLOWED])
def test_a_set_may_be(change: tuple[str, str]) -> None:
    assert GRANDMA.replace(*change) != GRANDMA
    assert read_set(GRANDMA.replace(*change)).types == ("Z", "Y")


@pytest.mark.parametrize(("change", "message"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_a_set_is_refused(change: tuple[str, str], message: str) -> None:
    assert GRANDMA.replace(*change) != GRANDMA
    with pytest.raises(BadSet) as refusal:
        read_set(GRANDMA.replace(*change))
    assert message in str(refusal.value)


def test_twenty_five_donuts_are_the_whole_alphabet_but_one() -> None:
    letters = "ABCDEFGHIJKLMNPQRSTUVWXYZ"
    text = 'name = "all"\n' + "".join(f'[donuts.{x}]\nname = "{x}"\ncolour = "#000000"\n' for x in letters)
    assert "".join(read_set(text).types) == letters


def test_a_folder_of_own_sets(tmp_path: Path) -> None:
    (tmp_path / "grandma.toml").write_text(GRANDMA, encoding="utf-8")
    (tmp_path / "readme.txt").write_text("no set", encoding="utf-8")
    assert set(load_sets(tmp_path)) == {"classic", "grandma"}
    assert set(load_sets(tmp_path / "missing")) == {"classic"}


def test_a_shipped_set_cannot_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GRANDMA.replace("Grandma", "CLASSIC"), encoding="utf-8")
    assert load_sets(tmp_path) == SETS


def test_of_two_folders_the_first_counts(tmp_path: Path) -> None:
    for folder, colour in (("one", "#111111"), ("two", "#222222")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "g.toml").write_text(GRANDMA.replace("#ffffff", colour), encoding="utf-8")
    assert load_sets(tmp_path / "one", tmp_path / "two")["grandma"].box_colour == "#111111"


@pytest.mark.parametrize("content", [GRANDMA.replace("name = ", "name "), "\ufffd\x00", ""])
def test_a_bad_file_in_a_folder_is_left_out_and_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: str
) -> None:
    (tmp_path / "broken.toml").write_text(content, encoding="utf-8")
    (tmp_path / "grandma.toml").write_text(GRANDMA, encoding="utf-8")
    assert set(load_sets(tmp_path)) == {"classic", "grandma"}
    assert "broken.toml" in caplog.text


def test_a_file_in_another_encoding_is_left_out_and_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "latin.toml").write_bytes(GRANDMA.replace("Zimt", "Zimt\u00e9").encode("latin-1"))
    assert set(load_sets(tmp_path)) == {"classic"}
    assert "latin.toml" in caplog.text


def test_a_bad_file_that_was_shipped_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.editions.SHIPPED", tmp_path)
    (tmp_path / "broken.toml").write_text("name = 1", encoding="utf-8")
    with pytest.raises(BadSet, match=r"broken\.toml"):
        load_sets()


def test_blanks_and_accents_of_a_name_are_one_way_only() -> None:
    assert read_set(GRANDMA.replace("Zimt", "Cafe\u0301  au lait")).donuts["Z"].name == "Caf\u00e9 au lait"
