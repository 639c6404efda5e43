"""Plans for a table from a reading: the lines a confirmation records, their seats, and what they pay."""

from __future__ import annotations

import numpy
import pytest

from companion.donut_shop.parts import BOXES, Order, Tile
from companion.kernel.table import Table
from companion.photos.plan import Plan, PlanChoices, make_plan
from companion.photos.proposals import CaseChanges, correction_line, find_changes
from companion.refusals import Illegal
from tests.transcripts import played
from vision.values import Reading

pytestmark = pytest.mark.photo

CROSS = "..VV../..NB../VOOBMC/NVNBMm/..nB../..cC.."
GAME = "game donut-shop\nseats Ana Bo Cy\nfollow {follow}\nstart {start}\n"


def table(*lines: str, start: str = CROSS, follow: str = "case") -> Table:
    return played("\n".join([GAME.format(start=start, follow=follow).rstrip(), *lines]) + "\n")


def reading_of(drawing: str) -> Reading:
    """Return a reading without doubts."""
    return Reading(tuple(drawing.split("/")), {}, {}, numpy.eye(3))


def planned(at: Table, drawing: str, **chosen: object) -> Plan:
    changes, alignment = find_changes(reading_of(drawing), at.state.case)
    assert alignment is not None
    return make_plan(at, changes, PlanChoices(**chosen))  # type: ignore[arg-type]


def test_one_tile_goes_to_the_seat_in_turn_for_its_best_type() -> None:
    plan = planned(table(), "..VV..../..NB..../VOOBMCMB/NVNBMmON/..nB..../..cC....")
    assert plan.lines == ("Ana: place MBON @6,2 M",)
    assert plan.tiles[0].taken.cents == max(pay.cents for pay in plan.tiles[0].pays)


def test_a_photo_taken_from_another_side_gives_the_same_plan() -> None:
    upright = ["..VV....", "..NB....", "VOOBMCMB", "NVNBMmON", "..nB....", "..cC...."]
    quarter = "/".join("".join(column) for column in zip(*upright[::-1], strict=True))
    assert planned(table(), quarter).lines == planned(table(), "/".join(upright)).lines


TWO = "..VV..../..NB..../VOOBMCMB/NVNBMmON/..nB..../..cC..../..CC..../..BV...."


def test_two_tiles_go_to_two_seats_in_turn_order() -> None:
    plan = planned(table(), TWO)
    assert plan.lines == ("Ana: place MBON @6,2 M", "Bo: place CCBV @2,6 C")


def test_the_other_order_and_another_type() -> None:
    first = planned(table(), TWO)
    order = tuple(one.number for one in reversed(first.tiles))
    kind = first.tiles[0].pays[-1].kind
    kinds = tuple(kind if number == first.tiles[0].number else "" for number in range(2))
    plan = planned(table(), TWO, order=order, kinds=kinds)
    assert [one.tile for one in plan.tiles] == [one.tile for one in reversed(first.tiles)]
    assert [one.seat for one in plan.tiles] == ["Ana", "Bo"]
    assert plan.tiles[1].taken.kind == kind
    assert plan.lines[1].endswith(f" {kind}")


def test_a_tile_beside_another_new_one_is_laid_after_it() -> None:
    far = "..VV....../..NB....../VOOBMCMBNN/NVNBMmONNN/..nB....../..cC......"
    assert [one.at for one in planned(table(), far).tiles] == [(6, 2), (8, 2)]
    plan = planned(table(), far, order=(1, 0))
    assert isinstance(plan.refusal, Illegal)
    assert plan.lines == ()


def test_at_everything_unknown_draws_are_recorded_between_two_tiles() -> None:
    plan = planned(table(follow="everything"), TWO)
    assert plan.lines[1] == "Ana: draw ?"
    assert [line.split(":")[0] for line in plan.lines] == ["Ana", "Ana", "Bo"]


def test_orders_nobody_told_are_asked_for() -> None:
    laid = table("Ana: place MMMM @6,2 M")
    drawing = "..VV..../..NB..../VOOBMC##/NVNBMm##/..nB..../..cC...."
    asked = planned(laid, drawing)
    assert (asked.lines, asked.asks, asked.is_refused, asked.may_decide) == ((), True, False, False)
    plan = planned(laid, drawing, cards=(Order("M"),))
    assert (plan.lines, plan.asks) == (("Ana: box 2x2 @6,2 with M",), False)
    assert plan.boxes[0].ways[0].cents == 20


def test_a_box_with_chosen_orders() -> None:
    laid = table("Ana: place MMMM @6,2 M")
    cards = (Order("M", coffee=True), Order("V"))
    plan = planned(laid, "..VV..../..NB..../VOOBMC##/NVNBMm##/..nB..../..cC....", cards=cards)
    assert plan.lines == ()
    assert plan.boxes[0].refusal is not None


def test_at_everything_the_orders_in_the_hand_are_taken() -> None:
    laid = table("Ana: deal tile MMMM order M+", "Ana: place MMMM @6,2 M", follow="everything")
    plan = planned(laid, "..VV..../..NB..../VOOBMC##/NVNBMm##/..nB..../..cC....")
    assert plan.lines == ("Ana: box 2x2 @6,2 with M+",)


def test_an_unknown_cross_is_revealed_and_tiles_beside_it_are_laid() -> None:
    untold = table(start="..??../..??../??????/??????/..??../..??..")
    plan = planned(untold, "..VV..../..NB..../VOOBMCMB/NVNBMmON/..nB..../..cC....")
    assert plan.lines[:2] == ("table: mend @2,0 V", "table: mend @3,0 V")
    assert len(plan.lines) == 21
    assert len(plan.first_lines) == 20
    assert plan.lines[20].startswith("Ana: place MBON @6,2")


def test_without_changes_there_are_no_lines() -> None:
    plan = planned(table(), CROSS)
    assert (plan.lines, plan.refusal) == ((), None)


def test_another_case_is_not_aligned() -> None:
    changes, alignment = find_changes(reading_of("BBBBBBBB/BBBBBBBB"), table().state.case)
    assert (changes, alignment) == (CaseChanges(), None)


def test_an_incompletely_read_tile_is_not_planned() -> None:
    changes, _ = find_changes(reading_of("..VV..../..NB..../VOOBMCM?/NVNBMmON/..nB..../..cC...."), table().state.case)
    assert changes.is_incomplete


@pytest.mark.parametrize(
    ("square", "letter", "line"),
    [
        ((2, 0), "v", "table: mend @2,0 v"),
        ((7, 3), "n", "table: correct 1 Ana: place MBOn @6,2 M"),
        ((6, 2), "C", "table: correct 1 Ana: place CBON @6,2 M"),
    ],
)
def test_a_wrong_donut_is_corrected_in_the_line_that_laid_it(square: tuple[int, int], letter: str, line: str) -> None:
    laid = table("Ana: place MBON @6,2 M")
    assert correction_line(laid, square, letter) == line
    laid.play(line)


# Seats of boxes, and refusals


BOXED_BOTH = "##VV..../##NB..../VOOBMCMB/NVNBMmON/..nB..../..cC..../..CC..../..BV...."
OLD = "VVVV../VVNB../VOOBMC/NVNBMm/..nB../..cC.."


def test_a_box_beside_two_new_tiles_is_the_last_seats_or_the_others() -> None:
    plan = planned(table(start=OLD), BOXED_BOTH)
    assert [one.seat for one in plan.boxes] == ["Bo"]
    assert plan.boxes[0].turns == [(1, "Ana"), (2, "Bo")]
    assert plan.asks and plan.lines == ()
    other = planned(table(start=OLD), BOXED_BOTH, turns=(1,), cards=(Order("V"),))
    assert [line.split(" with")[0] for line in other.lines] == [
        "Ana: place MBON @6,2 M",
        "Ana: box 2x2 @0,0",
        "Bo: place CCBV @2,6 C",
    ]
    assert planned(table(start=OLD), BOXED_BOTH, turns=(0,)).boxes == plan.boxes, "nobody had laid before"


def test_a_box_may_belong_to_the_unfinished_turn() -> None:
    at = table("Cy: place BBBB @6,4 B !", start=OLD)
    assert at.state.turn == 2
    plan = planned(
        at, BOXED_BOTH.replace("..nB....", "..nB..BB").replace("..cC....", "..cC..BB"), turns=(0,), cards=(Order("V"),)
    )
    assert plan.boxes[0].turns == [(0, "Cy"), (1, "Ana"), (2, "Bo")]
    assert plan.lines[0] == "Cy: box 2x2 @0,0 with V"


def test_a_box_over_a_new_tile_is_its_seats_or_a_later_ones() -> None:
    changes = CaseChanges(tiles=(((6, 2), Tile("MMMM")), ((2, 6), Tile("CCBV"))), boxes=(((6, 2), BOXES["2x2"]),))
    plan = make_plan(table(), changes, PlanChoices(cards=(Order("M"),)))
    assert [line.split(" with")[0] for line in plan.lines][:2] == ["Ana: place MMMM @6,2 M", "Ana: box 2x2 @6,2"]
    assert plan.boxes[0].turns == [(1, "Ana"), (2, "Bo")]


def test_a_refused_box_can_be_the_tables_decision() -> None:
    laid = table("Ana: place MMMM @6,2 M")
    drawing, cards = "..VV..../..NB..../VOOBMC##/NVNBMm##/..nB..../..cC....", (Order("M"), Order("V"))
    refused = planned(laid, drawing, cards=cards)
    assert (refused.lines, refused.may_decide) == ((), True)
    decided = planned(laid, drawing, cards=cards, anyway=True)
    assert decided.lines == ("Ana: box 2x2 @6,2 with M V !",)
    assert (decided.may_decide, decided.boxes[0].ways[0].cents) == (False, 20)
    assert laid.play_all(decided.lines).applied[-1].mark == "extra-order"


def test_a_tile_that_is_not_in_hand_can_be_the_tables_decision() -> None:
    dealt = table("Ana: deal tile VVVV order M", follow="everything")
    drawing = "..VV..../..NB..../VOOBMCMB/NVNBMmON/..nB..../..cC...."
    refused = planned(dealt, drawing)
    assert refused.refusal is not None and refused.may_decide
    assert planned(dealt, drawing, anyway=True).lines == ("Ana: place MBON @6,2 M !",)


def test_a_physically_impossible_box_is_nobodys_decision() -> None:
    hangs_over = CaseChanges(boxes=(((2, 2), BOXES["3x3"]),))
    plan = make_plan(table("Ana: place MMMM @6,2 M"), hangs_over, PlanChoices())
    assert plan.is_refused and not plan.may_decide
