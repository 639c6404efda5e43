"""One slip planted in a game is found from the difference alone, whichever kind it is."""

from __future__ import annotations

import pytest

from companion.donut_shop.explanations.search import Explanation, explanations
from companion.kernel.table import Table
from tests.transcripts import GOLDEN, played

HEAD = "game donut-shop\nseats Ana Bo\nfollow case\nstart BBVv/BBMM\nlaid 2\n"  # a middle start: hands are not counted
TURN = "Ana: place BVVM @4,0 B\nAna: box 2x2 @0,0 with B+ B\nBo: place MMMM @4,2 M\n"


def found(text: str, seat: int, difference: int) -> list[Explanation]:
    return explanations(played(HEAD + text), seat, difference)


def after(text: str, slip: Explanation) -> Table:
    return played(HEAD + text).play(slip.text)


@pytest.mark.parametrize(
    ("text", "difference", "what", "detail"),
    [
        pytest.param(TURN, 5, "type", "V", id="another type was taken: two Vanilla, not one Blue"),
        pytest.param(
            "Ana: place VVBB @4,0 V\nAna: box 2x2 @2,0 with V M\n", 10, "sprinkles", "V", id="the order had sprinkles"
        ),
        pytest.param("Ana: place VVBB @4,0 V\nAna: box 2x2 @2,0 with V* M\n", -10, "sprinkles", "V*", id="it had none"),
        pytest.param(TURN, 15, "coffee", "B", id="a second coffee"),
        pytest.param(
            "Ana: place OOOO @4,0 V\n", -10, "ruling", "holes-join=no", id="the table plays that holes do not join"
        ),
    ],
)
def test_a_planted_slip_is_found_and_its_repair_explains_the_difference(
    text: str, difference: int, what: str, detail: str
) -> None:
    before = played(HEAD + text).state.cents(0)
    slip = next(slip for slip in found(text, 0, difference) if (slip.what, slip.detail) == (what, detail))
    assert after(text, slip).state.cents(0) - before == difference


def test_a_forgotten_box_is_looked_for_in_the_latest_turns() -> None:
    text = TURN + "Bo: end\nAna: place BBBB @0,2 B\nAna: end\nBo: place MMMM @2,2 M\n"
    boxes = [slip.seq for slip in found(text, 0, 30) if slip.what == "box"]
    assert boxes == [5], "the turn with a box is not named"
    assert [slip.seq for slip in found(text, 1, 40) if slip.what == "box"] == [7, 3]


def test_a_small_difference_is_no_box_and_none_is_no_slip() -> None:
    assert not [slip for slip in found(TURN, 0, 15) if slip.what == "box"]
    assert found(TURN, 0, 0) == []


def test_an_amount_the_table_decided_is_not_explained_away() -> None:
    assert not [s for s in found("Ana: place BVVM @4,0 B !50\n", 0, 15) if s.what == "type"]


@pytest.mark.parametrize(
    ("text", "seat", "difference", "what", "repair"),
    [
        ("Ana: place BVVM @4,0 B\ntable: adjust Ana +15\n", 0, -15, "gone", "table: strike 2"),
        ("Ana: place BVVM @4,0 B\ntable: adjust Bo +15\n", 0, 15, "seat", "table: correct 2 table: adjust Ana +15"),
        ("Ana: place BVVM @4,0 B !50\n", 0, -45, "rules", "table: correct 1 Ana: place BVVM @4,0 B"),
        ("Ana: place BVBV @4,0 V\n", 0, 10, "turned", "table: correct 1 Ana: place VBVB @4,0 V"),
        ("Ana: place BVVM @4,0 B\nAna: box 2x2 @0,0 with B\n", 0, -20, "gone", "table: strike 2"),
    ],
    ids=["an adjustment twice", "another's", "by the rules after all", "the tile lay otherwise", "no box"],
)
def test_a_line_entered_wrong_is_found(text: str, seat: int, difference: int, what: str, repair: str) -> None:
    assert (what, repair) in [(slip.what, slip.text) for slip in found(text, seat, difference)]


def test_money_of_the_bank_was_another_seats() -> None:
    table = played("game donut-shop\nseats Ana Bo\nfollow bank\nAna: paid 35\nAna: paid 20\n")
    assert [slip.text for slip in explanations(table, 1, 20)] == ["table: correct 2 Bo: paid 20"]
    assert [slip.text for slip in explanations(table, 0, -35)] == ["table: strike 1"]


def test_a_donut_read_wrong_is_looked_for_on_the_tiles() -> None:
    """It was a Vanilla or a pile of holes where a Maple was entered: which one, the table has to look."""
    misread = [slip for slip in found("Ana: place BVMM @4,0 V\n", 0, 5) if slip.what == "donut"]
    assert misread == [Explanation("donut", 1, "")]


def test_in_whole_games_every_repair_offered_explains_the_difference() -> None:
    table = played((GOLDEN / "told-shop-case-0.txt").read_text())
    offered = 0
    for seat in (0, 1):
        for difference in range(-30, 35, 5):
            for slip in explanations(table, seat, difference):
                if slip.text:
                    offered += 1
                    now = table.play(slip.text).state.cents(seat)
                    assert now - table.state.cents(seat) == difference, slip
    assert offered > 20


FIRST_LINE = """game donut-shop
seats Ana Bo
follow case
start VO../MM../VVVV/VVVV
Ana: place VVNN @2,0 N
table: ruling holes-join=no from-the-start
"""


def test_a_ruling_from_the_start_holds_for_the_first_line_too() -> None:
    """Vanilla would have paid 20¢, 10¢ more than Banana, had holes joined at this table."""
    table = played(FIRST_LINE)
    assert [slip for slip in explanations(table, 0, 10) if slip.what == "type"] == []
    assert [
        slip.detail for slip in explanations(played(FIRST_LINE.rpartition("table")[0]), 0, 10) if slip.what == "type"
    ] == ["V"]
    assert table.opening.party.rulings["holes-join"] == "no"
