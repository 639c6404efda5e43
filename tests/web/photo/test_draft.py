"""What an address says of a photo: squares mended, tiles whole, doubts settled, one answer for all that look alike."""

from __future__ import annotations

import numpy
import pytest

from companion.donut_shop.parts import Order, Square
from companion.editions import load_sets
from companion.web.photo.draft import PhotoDraft, read_photo_draft
from tests.properties import given, st
from vision.values import Doubt, Reading

pytestmark = pytest.mark.photo

CLASSIC = load_sets()["classic"]
ROWS = ("BNmV", "VO##", "CC..", "Cc..")


def ask(
    doubts: dict[Square, Doubt] | None = None, guesses: dict[Square, str] | None = None, **said: object
) -> PhotoDraft:
    """`guesses`: the letters of a square, the likeliest first."""
    likely = {square: tuple((one, 0.5) for one in letters) for square, letters in (guesses or {}).items()}
    return PhotoDraft(Reading(ROWS, doubts or {}, likely, numpy.eye(3)), CLASSIC, **said)  # type: ignore[arg-type]


def test_a_square_tapped_is_mended() -> None:
    assert ask(sel=(0, 0)).put("c").rows() == ("cNmV", *ROWS[1:])


def test_nothing_there_takes_the_whole_tile() -> None:
    assert ask(sel=(1, 3)).put(".").case().rows() == ["BNmV", "VO##"]


def test_something_on_the_table_is_a_whole_tile_to_tell() -> None:
    missed = ask(sel=(3, 2)).put("B")
    assert missed.rows() == ("BNmV", "VO##", "CC?B", "Cc??")
    assert missed.sel == (2, 2)
    assert missed.doubts() == [(2, 2), (2, 3), (3, 3)]


def test_a_tile_the_reader_missed_lies_outside_the_drawing() -> None:
    missed = ask(sel=(-1, 1)).put("M")
    reading, corner = missed.mended()
    assert (reading.case, corner) == (("??BNmV", "?MVO##", "..CC..", "..Cc.."), (-2, 0))
    assert reading.guesses[1, 1] == (("M", 1.0),)


def test_the_likeliest_come_first_and_what_stands_there_leads() -> None:
    assert ask(guesses={(0, 0): "BbO#."}).likely((0, 0)) == ["B", "b", "O"]
    assert ask(guesses={(0, 0): "BxX?"}).likely((0, 0)) == ["B"]


def test_a_doubt_somebody_settled_is_none() -> None:
    doubted = ask({(0, 0): Doubt.ALIKE, (2, 0): Doubt.GLARE}, sel=(0, 0))
    settled = doubted.put("B")
    assert (doubted.doubts(), settled.doubts(), settled.sel) == ([(0, 0), (2, 0)], [(2, 0)], (2, 0))


def test_a_mistake_nobody_doubted_leads_back_to_the_whole() -> None:
    assert ask({(2, 0): Doubt.GLARE}, sel=(0, 0)).put("M").sel is None


def test_kinds_never_seen_that_look_alike_are_one_question() -> None:
    unseen = dict.fromkeys([(0, 2), (1, 2), (0, 3), (1, 3), (0, 0)], Doubt.UNSEEN)
    likely = {(0, 2): "C", (1, 2): "C", (0, 3): "C", (1, 3): "c", (0, 0): "B"}
    asked = ask(unseen, likely, sel=(1, 2))
    assert asked.questions() == [[(0, 0)], [(0, 2), (1, 2), (0, 3)], [(1, 3)]]
    assert asked.put("M").rows()[2:] == ("MM..", "Mc..")
    assert asked.replace(alone=True).put("M").rows()[2:] == ("CM..", "Cc..")


@pytest.mark.parametrize(
    ("mend", "rows"),
    [
        ("0,0c", ("cNmV", *ROWS[1:])),
        ("0,0.", ROWS),  # a tile half taken away is none
        ("2,2B", ROWS),  # nor is one half put there
        ("0,0x/9/,/0,0", ROWS),
        ("0,0c/99,99B", ("cNmV", *ROWS[1:])),
    ],
)
def test_an_address_typed_by_hand_leaves_tiles_whole(mend: str, rows: tuple[str, ...]) -> None:
    assert read_photo_draft({"mend": mend}, ask().reading, CLASSIC).rows() == rows


@given(
    st.lists(st.tuples(st.integers(-2, 5), st.integers(-2, 5), st.sampled_from("BbNOmV#.?")), max_size=8),
    st.lists(st.sampled_from(["", *CLASSIC.types]), max_size=4),
    st.integers(0, 4),
)
def test_what_was_tapped_is_read_back(taps: list[tuple[int, int, str]], kinds: list[str], way: int) -> None:
    said = ask(kinds=tuple(kinds) if any(kinds) else ("",), way=way, cards=(Order("V", True, True),), order=(1, 0))
    said = said.with_turn(1, 0, 2).replace(anyway=True)
    for x, y, letter in taps:
        said = said.replace(sel=(x, y)).put(letter) if letter != "?" else said
    again = read_photo_draft(said.query(), said.reading, CLASSIC)
    assert (again.query(), again.case()) == (said.query(), said.case())


def test_a_large_case_is_a_map_whose_parts_are_near() -> None:
    reading = Reading(("B" * 24,) * 18, {}, {}, numpy.eye(3))
    large = PhotoDraft(reading, CLASSIC)
    assert (large.is_large, large.frame()) == (True, (-1, -1, 26, 20))
    for part in ((0, 0), (23, 17), (12, 9), (-1, -1), (24, 18)):
        left, top, wide, high = large.replace(part=part).frame()
        assert left <= part[0] < left + wide
        assert top <= part[1] < top + high
        assert (left >= -1, top >= -1, left + wide <= 25, top + high <= 19) == (True,) * 4
