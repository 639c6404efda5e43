"""What a reading means for a table: which lines a yes would tell, for whom, and what they pay."""

from __future__ import annotations

import numpy
import pytest

from companion.donut_shop.parts import BOXES, Order, Tile
from companion.kernel.table import Table
from companion.photos.lines import Plan, Wish, plan
from companion.photos.proposals import News, correction, news_of
from companion.refusals import Illegal
from tests.transcripts import played
from vision.values import Reading

pytestmark = pytest.mark.photo

CROSS = "..VV../..NB../VOOBMC/NVNBMm/..nB../..cC.."
GAME = "game donut-shop\nseats Ana Bo Cy\nfollow {follow}\nstart {start}\n"


def table(*lines: str, start: str = CROSS, follow: str = "case") -> Table:
    return played("\n".join([GAME.format(start=start, follow=follow).rstrip(), *lines]) + "\n")


def seen(drawing: str) -> Reading:
    """A photo read without a doubt."""
    return Reading(tuple(drawing.split("/")), {}, {}, numpy.eye(3))


def planned(at: Table, drawing: str, **chosen: object) -> Plan:
    news, lie = news_of(seen(drawing), at.state.case)
    assert lie is not None
    return plan(at, news, Wish(**chosen))  # type: ignore[arg-type]


def test_one_tile_goes_to_the_seat_in_turn_for_its_best_type() -> None:
    said = planned(table(), "..VV..../..NB..../VOOBMCMB/NVNBMmON/..nB..../..cC....")
    assert said.lines == ("Ana: place MBON @6,2 M",)
    assert said.laid[0].taken.cents == max(pay.cents for pay in said.laid[0].pays)


def test_a_photo_taken_from_another_side_says_the_same() -> None:
    upright = ["..VV....", "..NB....", "VOOBMCMB", "NVNBMmON", "..nB....", "..cC...."]
    quarter = "/".join("".join(column) for column in zip(*upright[::-1], strict=True))
    assert planned(table(), quarter).lines == planned(table(), "/".join(upright)).lines


TWO = "..VV..../..NB..../VOOBMCMB/NVNBMmON/..nB..../..cC..../..CC..../..BV...."


def test_two_tiles_go_to_two_seats_in_turn_order() -> None:
    said = planned(table(), TWO)
    assert said.lines == ("Ana: place MBON @6,2 M", "Bo: place CCBV @2,6 C")


def test_the_other_way_round_and_another_type() -> None:
    first = planned(table(), TWO)
    order = tuple(one.number for one in reversed(first.laid))
    kind = first.laid[0].pays[-1].kind
    kinds = tuple(kind if number == first.laid[0].number else "" for number in range(2))
    said = planned(table(), TWO, order=order, kinds=kinds)
    assert [one.tile for one in said.laid] == [one.tile for one in reversed(first.laid)]
    assert [one.seat for one in said.laid] == ["Ana", "Bo"]
    assert said.laid[1].taken.kind == kind
    assert said.lines[1].endswith(f" {kind}")


def test_a_tile_that_hangs_on_another_new_one_is_laid_after_it() -> None:
    far = "..VV....../..NB....../VOOBMCMBNN/NVNBMmONNN/..nB....../..cC......"
    assert [one.at for one in planned(table(), far).laid] == [(6, 2), (8, 2)]
    said = planned(table(), far, order=(1, 0))
    assert isinstance(said.refusal, Illegal)
    assert said.lines == ()


def test_at_everything_untold_draws_are_told_between_two_tiles() -> None:
    said = planned(table(follow="everything"), TWO)
    assert said.lines[1] == "Ana: draw ?"
    assert [line.split(":")[0] for line in said.lines] == ["Ana", "Ana", "Bo"]


def test_a_box_of_the_seat_that_laid_takes_the_barest_orders() -> None:
    laid = table("Ana: place MMMM @6,2 M")
    said = planned(laid, "..VV..../..NB..../VOOBMC##/NVNBMm##/..nB..../..cC....")
    assert said.lines == ("Ana: box 2x2 @6,2 with M",)
    assert said.packed[0].ways[0].cents == 20


def test_a_box_with_the_orders_somebody_tapped() -> None:
    laid = table("Ana: place MMMM @6,2 M")
    cards = (Order("M", coffee=True), Order("V"))
    said = planned(laid, "..VV..../..NB..../VOOBMC##/NVNBMm##/..nB..../..cC....", cards=cards)
    assert said.lines == ()
    assert said.packed[0].refusal is not None


def test_at_everything_the_orders_in_the_hand_are_taken() -> None:
    laid = table("Ana: deal tile MMMM order M+", "Ana: place MMMM @6,2 M", follow="everything")
    said = planned(laid, "..VV..../..NB..../VOOBMC##/NVNBMm##/..nB..../..cC....")
    assert said.lines == ("Ana: box 2x2 @6,2 with M+",)


def test_an_untold_cross_is_told_and_what_lies_beside_it_laid() -> None:
    untold = table(start="..??../..??../??????/??????/..??../..??..")
    said = planned(untold, "..VV..../..NB..../VOOBMCMB/NVNBMmON/..nB..../..cC....")
    assert said.lines[:2] == ("table: mend @2,0 V", "table: mend @3,0 V")
    assert len(said.lines) == 21
    assert len(said.at_once) == 20
    assert said.lines[20].startswith("Ana: place MBON @6,2")


def test_nothing_new_tells_nothing() -> None:
    said = planned(table(), CROSS)
    assert (said.lines, said.refusal) == ((), None)


def test_another_case_is_not_forced_onto_this_one() -> None:
    news, lie = news_of(seen("BBBBBBBB/BBBBBBBB"), table().state.case)
    assert (news, lie) == (News(), None)


def test_a_tile_not_read_whole_is_not_taken() -> None:
    news, _ = news_of(seen("..VV..../..NB..../VOOBMCM?/NVNBMmON/..nB..../..cC...."), table().state.case)
    assert news.unready


@pytest.mark.parametrize(
    ("square", "letter", "line"),
    [
        ((2, 0), "v", "table: mend @2,0 v"),
        ((7, 3), "n", "table: correct 1 Ana: place MBOn @6,2 M"),
        ((6, 2), "C", "table: correct 1 Ana: place CBON @6,2 M"),
    ],
)
def test_a_wrong_donut_is_put_right_where_it_was_laid(square: tuple[int, int], letter: str, line: str) -> None:
    laid = table("Ana: place MBON @6,2 M")
    said = correction(laid, square, letter)
    assert said == line
    laid.play(said)


# Whose box it is, and what the rules refuse


BOXED_BOTH = "##VV..../##NB..../VOOBMCMB/NVNBMmON/..nB..../..cC..../..CC..../..BV...."
OLD = "VVVV../VVNB../VOOBMC/NVNBMm/..nB../..cC.."


def test_a_box_beside_two_new_tiles_is_the_last_seats_and_can_be_the_others() -> None:
    said = planned(table(start=OLD), BOXED_BOTH)
    assert [one.seat for one in said.packed] == ["Bo"]
    assert said.packed[0].may == [(1, "Ana"), (2, "Bo")]
    other = planned(table(start=OLD), BOXED_BOTH, turns=(1,))
    assert [line.split(" with")[0] for line in other.lines] == [
        "Ana: place MBON @6,2 M",
        "Ana: box 2x2 @0,0",
        "Bo: place CCBV @2,6 C",
    ]
    assert planned(table(start=OLD), BOXED_BOTH, turns=(0,)).packed == said.packed, "nobody had laid before"


def test_a_box_may_be_of_the_turn_that_was_not_over() -> None:
    at = table("Cy: place BBBB @6,4 B !", start=OLD)
    assert at.state.turn == 2
    said = planned(at, BOXED_BOTH.replace("..nB....", "..nB..BB").replace("..cC....", "..cC..BB"), turns=(0,))
    assert said.packed[0].may == [(0, "Cy"), (1, "Ana"), (2, "Bo")]
    assert said.lines[0] == "Cy: box 2x2 @0,0 with V"


def test_a_box_over_a_new_tile_is_the_seats_that_laid_it_or_a_later_ones() -> None:
    news = News(tiles=(((6, 2), Tile("MMMM")), ((2, 6), Tile("CCBV"))), boxes=(((6, 2), BOXES["2x2"]),))
    said = plan(table(), news, Wish())
    assert [line.split(" with")[0] for line in said.lines][:2] == ["Ana: place MMMM @6,2 M", "Ana: box 2x2 @6,2"]
    assert said.packed[0].may == [(1, "Ana"), (2, "Bo")]


def test_what_the_rules_refuse_can_be_the_tables_decision() -> None:
    laid = table("Ana: place MMMM @6,2 M")
    drawing, cards = "..VV..../..NB..../VOOBMC##/NVNBMm##/..nB..../..cC....", (Order("M"), Order("V"))
    refused = planned(laid, drawing, cards=cards)
    assert (refused.lines, refused.may_decide) == ((), True)
    decided = planned(laid, drawing, cards=cards, anyway=True)
    assert decided.lines == ("Ana: box 2x2 @6,2 with M V !",)
    assert (decided.may_decide, decided.packed[0].ways[0].cents) == (False, 20)
    assert laid.play_all(decided.lines).applied[-1].mark == "extra-order"


def test_a_tile_that_is_not_the_one_in_hand_can_be_the_tables_decision() -> None:
    dealt = table("Ana: deal tile VVVV order M", follow="everything")
    drawing = "..VV..../..NB..../VOOBMCMB/NVNBMmON/..nB..../..cC...."
    refused = planned(dealt, drawing)
    assert refused.refusal is not None and refused.may_decide
    assert planned(dealt, drawing, anyway=True).lines == ("Ana: place MBON @6,2 M !",)


def test_what_cardboard_cannot_do_is_nobodys_decision() -> None:
    hangs_over = News(boxes=(((2, 2), BOXES["3x3"]),))
    said = plan(table("Ana: place MMMM @6,2 M"), hangs_over, Wish())
    assert said.is_refused and not said.may_decide
