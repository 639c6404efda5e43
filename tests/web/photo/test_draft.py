"""Drafts of a photo in the address: corrected squares, whole tiles, settled doubts, one answer for similar squares."""

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


def draft_of(
    doubts: dict[Square, Doubt] | None = None, guesses: dict[Square, str] | None = None, **chosen: object
) -> PhotoDraft:
    """Return a draft; `guesses` are the letters of a square, the likeliest first."""
    likely = {square: tuple((one, 0.5) for one in letters) for square, letters in (guesses or {}).items()}
    return PhotoDraft(Reading(ROWS, doubts or {}, likely, numpy.eye(3)), CLASSIC, **chosen)  # type: ignore[arg-type]


def rows_of(draft: PhotoDraft) -> tuple[str, ...]:
    """Return the rectangle of the reading with its corrections."""
    wide, high = draft.size
    return tuple("".join(draft.letter((x, y)) for x in range(wide)) for y in range(high))


def test_the_selected_square_is_corrected() -> None:
    assert rows_of(draft_of(selected=(0, 0)).enter("c")) == ("cNmV", *ROWS[1:])


def test_an_empty_square_empties_its_whole_tile() -> None:
    assert draft_of(selected=(1, 3)).enter(".").case().rows() == ["BNmV", "VO##"]


def test_a_donut_on_an_empty_spot_makes_a_tile_of_doubts() -> None:
    missed = draft_of(selected=(3, 2)).enter("B")
    assert rows_of(missed) == ("BNmV", "VO##", "CC?B", "Cc??")
    assert missed.selected == (2, 2)
    assert missed.doubts() == [(2, 2), (2, 3), (3, 3)]


def test_a_missed_tile_may_be_outside_the_drawing() -> None:
    missed = draft_of(selected=(-1, 1)).enter("M")
    reading, corner = missed.corrected_reading()
    assert (reading.case, corner) == (("??BNmV", "?MVO##", "..CC..", "..Cc.."), (-2, 0))
    assert reading.guesses[1, 1] == (("M", 1.0),)


def test_likely_letters_start_with_the_present_one() -> None:
    assert draft_of(guesses={(0, 0): "BbO#."}).likely((0, 0)) == ["B", "b", "O"]
    assert draft_of(guesses={(0, 0): "BxX?"}).likely((0, 0)) == ["B"]


def test_a_corrected_square_is_no_doubt() -> None:
    doubted = draft_of({(0, 0): Doubt.ALIKE, (2, 0): Doubt.GLARE}, selected=(0, 0))
    settled = doubted.enter("B")
    assert (doubted.doubts(), settled.doubts(), settled.selected) == ([(0, 0), (2, 0)], [(2, 0)], (2, 0))


def test_a_correction_without_a_doubt_selects_nothing() -> None:
    assert draft_of({(2, 0): Doubt.GLARE}, selected=(0, 0)).enter("M").selected is None


def test_similar_squares_of_an_unseen_type_are_one_question() -> None:
    unseen = dict.fromkeys([(0, 2), (1, 2), (0, 3), (1, 3), (0, 0)], Doubt.UNSEEN)
    likely = {(0, 2): "C", (1, 2): "C", (0, 3): "C", (1, 3): "c", (0, 0): "B"}
    asked = draft_of(unseen, likely, selected=(1, 2))
    assert asked.questions() == [[(0, 0)], [(0, 2), (1, 2), (0, 3)], [(1, 3)]]
    assert rows_of(asked.enter("M"))[2:] == ("MM..", "Mc..")
    assert rows_of(asked.select(asked.selected, alone=True).enter("M"))[2:] == ("CM..", "Cc..")


@pytest.mark.parametrize(
    ("mend", "rows"),
    [
        ("0,0c", ("cNmV", *ROWS[1:])),
        ("0,0.", ROWS),  # half of a tile cannot be removed
        ("2,2B", ROWS),  # nor added
        ("0,0x/9/,/0,0", ROWS),
        ("0,0c/99,99B", ("cNmV", *ROWS[1:])),
    ],
)
def test_an_address_typed_by_hand_leaves_tiles_whole(mend: str, rows: tuple[str, ...]) -> None:
    assert rows_of(read_photo_draft({"mend": mend}, draft_of().reading, CLASSIC)) == rows


@given(
    st.lists(st.tuples(st.integers(-2, 5), st.integers(-2, 5), st.sampled_from("BbNOmV#.?")), max_size=8),
    st.lists(st.sampled_from(["", *CLASSIC.types]), max_size=4),
    st.integers(0, 4),
)
def test_a_draft_is_read_back_from_its_address(taps: list[tuple[int, int, str]], kinds: list[str], way: int) -> None:
    chosen = draft_of(
        kinds=tuple(kinds) if any(kinds) else ("",), way=way, cards=(Order("V", True, True),), order=(1, 0)
    )
    chosen = chosen.with_turn(1, 0, 2).decide(anyway=True)
    for x, y, letter in taps:
        chosen = chosen.select((x, y)).enter(letter) if letter != "?" else chosen
    again = read_photo_draft(chosen.query(), chosen.reading, CLASSIC)
    assert (again.query(), again.case()) == (chosen.query(), chosen.case())


def test_a_large_case_is_a_map_of_parts_to_enlarge() -> None:
    reading = Reading(("B" * 24,) * 18, {}, {}, numpy.eye(3))
    large = PhotoDraft(reading, CLASSIC)
    assert (large.is_large, large.frame()) == (True, (-1, -1, 26, 20))
    for part in ((0, 0), (23, 17), (12, 9), (-1, -1), (24, 18)):
        left, top, wide, high = large.enlarge(part).frame()
        assert left <= part[0] < left + wide
        assert top <= part[1] < top + high
        assert (left >= -1, top >= -1, left + wide <= 25, top + high <= 19) == (True,) * 4
