"""Reconciling a reading with a known case: turned, shifted, misread and partly hidden; proposals, best first."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.donut_shop.case import Case, read_rows, tile_squares
from companion.donut_shop.parts import BOXES, Box, Square, Tile
from tests.vision.synthetic import NO_HOMOGRAPHY, case_of, misread, reading_of
from vision.alignment import Alignment, align_drawing, turn
from vision.reconciliation import CaseDifference, FoundBox, FoundTile, reconcile, settle_doubts, turn_text
from vision.values import Doubt, Reading

pytestmark = pytest.mark.photo

CROSS = "..BO.. ..nM.. BVMCNB MbNVOC ..Cv.. ..BN.."
LONG = "BVMCNBvM MbNVOCBN ..CvMMBC ..BNnbVV"
TYPES = "BCMNV"


def first(reading: Reading, known: Case) -> str:
    proposals = reconcile(reading, known).proposals
    return turn_text(proposals[0]) if proposals else ""


def test_quarter_turns_keep_tiles_on_even_squares() -> None:
    for quarters in range(4):
        alignment = Alignment(quarters, (4, -2))
        for square in tile_squares((2, 6)):
            assert alignment.to_reading(alignment.to_known(square)) == square
        assert len({(x // 2, y // 2) for x, y in map(alignment.to_known, tile_squares((2, 6)))}) == 1
    assert turn((0, 0), 4) == (0, 0)


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize(("tile", "at"), [("MBON", (6, 2)), ("vvBB", (0, 0)), ("OOOO", (2, -2)), ("CnCn", (-2, 2))])
def test_a_new_tile(quarters: int, tile: str, at: Square) -> None:
    known = case_of(CROSS)
    reading = reading_of(known.laid(Tile(tile), at), quarters)
    assert first(reading, known) == f"place {tile} @{at[0]},{at[1]}"


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("size", BOXES)
def test_a_new_box_of_every_size(quarters: int, size: str) -> None:
    known, box = case_of(" ".join(["BVMCNB", "MbNVOC"] * 3)), BOXES[size]
    reading = reading_of(known.with_box_over(box.squares((1, 1))), quarters)
    assert first(reading, known) == f"box {size} @1,1"


def test_the_squares_are_those_of_the_known_case() -> None:
    known = case_of(CROSS, (-2, -4))
    assert first(reading_of(known.laid(Tile("BBBB"), (-2, -4)), 1), known) == "place BBBB @-2,-4"


def test_several_tiles_come_in_an_order_in_which_they_can_be_laid() -> None:
    known = case_of(CROSS)
    case = known.laid(Tile("BBBB"), (6, 2)).laid(Tile("NNNN"), (8, 2)).laid(Tile("VVVV"), (10, 2))
    changes = reconcile(reading_of(case, 2), known).proposals[0].changes
    assert changes == (
        FoundTile(Tile("BBBB"), (6, 2)),
        FoundTile(Tile("NNNN"), (8, 2)),
        FoundTile(Tile("VVVV"), (10, 2)),
    )


def test_a_tile_and_boxes_tiles_first() -> None:
    known = case_of(LONG)
    case = known.laid(Tile("BBBB"), (8, 0)).with_box_over(BOXES["2x2"].squares((0, 0)))
    case = case.with_box_over(BOXES["3x2"].squares((4, 1)))
    assert first(reading_of(case, 3), known) == "place BBBB @8,0; box 2x2 @0,0; box 3x2 @4,1"


def test_a_box_over_the_new_tile_leaves_its_donuts_unknown() -> None:
    known = case_of(CROSS)
    case = known.laid(Tile("BNVV"), (6, 2)).with_box_over(BOXES["2x2"].squares((5, 2)))
    assert first(reading_of(case, 1), known) == "place ?N?V @6,2; box 2x2 @5,2"


def test_without_changes_there_is_no_proposal() -> None:
    known = case_of(CROSS).with_box_over(BOXES["2x2"].squares((2, 2)))
    found = reconcile(reading_of(known, 3), known)
    assert (found.proposals, found.differences) == ((), ())
    assert found.letters == {square: known.letter(square) for square in known.squares()}


def test_where_table_and_app_differ() -> None:
    known = case_of(CROSS)
    found = reconcile(reading_of(known.corrected((2, 0), "c").laid(Tile("BBBB"), (6, 2))), known)
    assert (turn_text(found.proposals[0]), found.differences) == (
        "place BBBB @6,2",
        (CaseDifference((2, 0), "B", "c"),),
    )
    assert found.alignment == Alignment(0, (0, 0))


def test_an_unknown_donut_is_no_difference() -> None:
    known = case_of(CROSS)
    unknown = Case({**known.open, (2, 0): "?"}, known.boxed)
    assert reconcile(reading_of(known), unknown).differences == ()


def test_a_box_beside_the_case_with_nothing_open_under_it_is_the_table() -> None:
    known = case_of(CROSS)
    beside_it = known.laid(Tile("????"), (6, 2)).with_box_over(tile_squares((6, 2)))
    assert first(reading_of(beside_it.laid(Tile("MMMM"), (0, 0)), 1), known) == "place MMMM @0,0"


def test_what_is_burnt_white_is_no_box() -> None:
    known = case_of(CROSS)
    box = BOXES["2x2"].squares((2, 2))
    case = known.laid(Tile("MMMM"), (6, 2)).with_box_over(box)
    reading = reading_of(case, 0, dict.fromkeys(box, (("#", 0.04), (".", 0.5), *((one, 0.04) for one in TYPES))))
    found = reconcile(replace(reading, washed_out=frozenset(box)), known)
    assert found.turn and turn_text(found.turn) == "place MMMM @6,2"
    assert not {one.at for one in found.differences} & set(box)


def test_a_turn_is_clear_if_nothing_else_explains_the_photo_as_well() -> None:
    known = case_of(CROSS)
    box = BOXES["3x2"].squares((2, 2))
    reading = reading_of(known.with_box_over(box), 0)
    found = reconcile(reading, known)
    assert found.turn and turn_text(found.turn) == "box 3x2 @2,2"
    half = {square for square in box if square[0] == 4}
    found = reconcile(replace(reading, washed_out=frozenset(half), guesses={**reading.guesses, **burnt(half)}), known)
    assert found.proposals and found.turn is None


def burnt(squares: set[Square]) -> dict[Square, tuple[tuple[str, float], ...]]:
    """Return guesses of squares of which nothing is known."""
    letters = [*TYPES, *TYPES.lower(), "O", "#"]
    return dict.fromkeys(squares, ((".", 0.5), *((letter, 0.5 / len(letters)) for letter in letters)))


def test_a_donut_not_surely_read_is_asked_for() -> None:
    known = case_of(CROSS)
    case = known.laid(Tile("MBON"), (6, 2))
    found = reconcile(reading_of(case, 0, {(7, 2): (("B", 0.7), ("b", 0.3))}), known)
    assert turn_text(found.proposals[0]) == "place M?ON @6,2" and found.turn is None


def test_a_box_over_a_new_tile_and_the_one_beside_it() -> None:
    known = case_of(CROSS)
    boxed = known.laid(Tile("BBBB"), (6, 2)).with_box_over(Box(4, 2).squares((4, 2)))
    assert first(reading_of(boxed), known).startswith("place ???? @6,2; box ")


def test_alternative_proposals_follow_the_best() -> None:
    known = case_of(CROSS)
    unsure = dict.fromkeys(tile_squares((0, 0)), (("B", 0.5), (".", 0.45)))
    case = known.laid(Tile("MMMM"), (6, 2)).laid(Tile("BBBB"), (0, 0))
    found = reconcile(reading_of(case, 2, unsure), known)
    assert turn_text(found.proposals[0]) == "place MMMM @6,2"
    assert "place BBBB @0,0" in [turn_text(one) for one in found.proposals]


@pytest.mark.parametrize("other", ["BBVV VVBB", "CCCCCC CCCCCC CCCCCC CCCCCC CCCCCC CCCCCC"])
def test_another_case_is_recognized(other: str) -> None:
    assert reconcile(reading_of(case_of(other)), case_of(CROSS)).alignment is None


def test_empty_cases_and_empty_readings() -> None:
    nothing = Reading((), {}, {}, NO_HOMOGRAPHY)
    assert reconcile(reading_of(case_of(CROSS)), case_of("")).alignment is None
    assert reconcile(nothing, case_of(CROSS)).alignment is None
    assert settle_doubts(nothing, case_of(CROSS)) is nothing
    assert align_drawing(nothing, CROSS.split()) is None


def grown(random: Random, tiles: int) -> Case:
    """Return a random case."""
    case = read_rows(CROSS.split())
    for _ in range(tiles):
        case = case.laid(a_tile(random), random.choice(case.spots()))
    return case


def a_tile(random: Random) -> Tile:
    return Tile("".join(random.choice(TYPES + TYPES.lower() + "O") for _ in range(4)))


def test_ninety_nine_of_a_hundred_turns_are_recognized_despite_misread_squares() -> None:
    random, right, count = Random(7), 0, 120
    for _ in range(count):
        known = grown(random, random.randint(2, 30))
        change: FoundTile | FoundBox = FoundTile(a_tile(random), random.choice(known.spots()))
        places = [
            (box, at) for box in BOXES.values() for at in known.open if all(s in known.open for s in box.squares(at))
        ]
        if random.random() < 0.5:
            change = FoundBox(*random.choice(places))
        if isinstance(change, FoundTile):
            case, spare = known.laid(change.tile, change.at), set(tile_squares(change.at))
        else:
            squares = change.box.squares(change.at)
            case, spare = known.with_box_over(squares), set(squares)
        right += first(misread(case, random, 0.05, spare, TYPES), known) == str(change)
    assert right >= 0.99 * count


def test_doubts_are_settled_where_the_known_square_is_unchanged() -> None:
    known = case_of(CROSS)
    sprinkled = known.corrected((2, 0), "b").corrected((4, 2), "M").laid(Tile("VVVV"), (6, 2))
    doubts = {
        (2, 0): Doubt.SPRINKLES,
        (4, 2): Doubt.HIDDEN,
        (6, 2): Doubt.ALIKE,
        (7, 3): Doubt.GLARE,
    }
    reading = reading_of(sprinkled, 0, {(2, 0): (("b", 0.6), ("B", 0.4)), (4, 2): (("M", 0.9),)}, doubts)
    settled = settle_doubts(reading, known)
    assert settled.case[0][2] == "B" and settled.case[2][4] == "N"
    assert set(settled.doubts) == {(6, 2), (7, 3)}, "of the new tile nothing is known"
    assert reading.case[0][2] == "b"


def test_a_new_box_remains_a_doubt_and_an_old_one_remains_a_box() -> None:
    known = case_of(CROSS).with_box_over(BOXES["2x2"].squares((0, 2)))
    case = Case({**known.open, (0, 2): "B"}, {s: "?" for s in [*known.boxed, (4, 2)] if s != (0, 2)})
    reading = reading_of(case, 0, None, {(0, 2): Doubt.BOXED, (4, 2): Doubt.BOXED})
    settled = settle_doubts(reading, known)
    assert settled.case[2] == "##MC#B"
    assert set(settled.doubts) == {(4, 2)}


@pytest.mark.parametrize("quarters", range(4))
def test_a_drawing_is_aligned_with_a_reading_that_confuses_types(quarters: int) -> None:
    random = Random(quarters)
    names = str.maketrans("BCMNVbcmnv", "NMVCBnmvcb")
    for _ in range(10):
        case = grown(random, random.randint(0, 25))
        read = reading_of(case, quarters)
        confused = Reading(tuple(row.translate(names) for row in read.case), {}, {}, NO_HOMOGRAPHY)
        assert align_drawing(confused, case.rows()) == read.case


def test_a_drawing_is_aligned_with_a_partly_misread_reading() -> None:
    random = Random(5)
    for _ in range(20):
        case = grown(random, random.randint(6, 25))
        reading = misread(case, random, 0.1, set(), TYPES)
        rows = align_drawing(reading, case.rows())
        assert rows is not None
        there = {(x, y) for y, row in enumerate(reading.case) for x, letter in enumerate(row) if letter != "."}
        same = sum(rows[y][x].upper() == reading.case[y][x].upper() for x, y in there)
        assert same > 0.7 * len(there)


@pytest.mark.parametrize("rows", ["BBBB BBBB BBBB BBBB", "BVVB VBBV"])
def test_a_drawing_that_fits_two_ways_fits_none_unless_both_are_the_same(rows: str) -> None:
    reading = reading_of(case_of("BVVB VBBV"))
    fits = align_drawing(reading, rows.split())
    assert fits in (None, reading.case)


def test_a_drawing_of_another_case_fits_nowhere() -> None:
    assert align_drawing(reading_of(case_of("BBVV VVBB")), CROSS.split()) is None
