"""Repairs: which they may be, what stands after them, and that putting back undoes them exactly."""

from __future__ import annotations

import pytest

from companion.kernel.entry import Entry
from companion.kernel.table import Table
from tests.transcripts import SHOP, asides, line, loaded, marks, money, opened, played, refused, same, standing

HEADERS = "game donut-shop\nseats Ana Bo\nfollow case\nstart BBVV/BBMM\n"
A, B = "Ana: place BBBB @0,2 B", "Bo: place VVVV @2,2 V"
A2, B2 = "Ana: place MMMM @4,0 M", "Bo: place CCCC @4,2 C"
LINES = f"{A}\n{B}\n{A2}\n{B2}\n"
BOX = "Bo: box 2x2 @2,2 with V"
NOTE = 'table: note "hm"'

# Repairs after four lines, and what stands then.
STANDS = [
    ("nothing is repaired", [], [A, B, A2, B2]),
    ("the last line taken back", ["table: take-back"], [A, B, A2]),
    ("the last two, one by one", ["table: take-back", "table: take-back"], [A, B]),
    ("line 2 and all after it", ["table: take-back 2"], [A]),
    ("line 2 struck", ["table: strike 2"], [A, A2, B2]),
    ("a box inserted before line 3", [f"table: insert 3 {BOX}"], [A, B, BOX, A2, B2]),
    (
        "an inserted line struck by the number of its insert",
        [f"table: insert 3 {BOX}", "table: strike 5"],
        [A, B, A2, B2],
    ),
    (
        "two lines inserted at one place stand in the order they were told",
        [f"table: insert 3 {BOX}", f"table: insert 3 {NOTE}"],
        [A, B, BOX, NOTE, A2, B2],
    ),
    (
        "a line inserted before an inserted one",
        [f"table: insert 3 {NOTE}", f"table: insert 5 {BOX}"],
        [A, B, BOX, NOTE, A2, B2],
    ),
    ("line 4 corrected", ["table: correct 4 Bo: place CCCC @6,0 C"], [A, B, A2, "Bo: place CCCC @6,0 C"]),
    (
        "a line corrected twice reads as it was last",
        ["table: correct 4 Bo: place CCCC @6,0 C", f"table: correct 4 {B2}"],
        [A, B, A2, B2],
    ),
    ("an inserted line corrected", [f"table: insert 3 {NOTE}", f"table: correct 5 {BOX}"], [A, B, BOX, A2, B2]),
    ("the seat of a line corrected", ["table: correct 1 Bo: place BBBB @0,2 B"], ["Bo: place BBBB @0,2 B", B, A2, B2]),
    ("put back what was taken back", ["table: take-back 2", "table: put-back"], [A, B, A2, B2]),
    ("put back what was struck", ["table: strike 2", "table: put-back"], [A, B, A2, B2]),
    ("put back the latest first", ["table: strike 2", "table: strike 3", "table: put-back"], [A, A2, B2]),
    (
        "put back twice: the one before",
        ["table: strike 2", "table: strike 3", "table: put-back", "table: put-back"],
        [A, B, A2, B2],
    ),
    ("what was put back can be repaired again", ["table: strike 2", "table: put-back", "table: strike 3"], [A, B, B2]),
    ("a line told in between stays", ["table: strike 4", NOTE, "table: put-back"], [A, B, A2, B2, NOTE]),
    (
        "repairs of other lines stay when later ones are taken back",
        [f"table: insert 2 {NOTE}", "table: take-back 3"],
        [A, NOTE, B],
    ),
    (
        "a correction of an earlier line stays",
        ["table: correct 1 Ana: place BBBB @-2,0 B", "table: take-back 2"],
        ["Ana: place BBBB @-2,0 B"],
    ),
    ("lines inserted after the one taken back to go too", [f"table: insert 3 {BOX}", "table: take-back 2"], [A]),
    (
        "a correction comes back with its line",
        ["table: correct 4 Bo: place CCCC @6,0 C", "table: take-back 3", "table: put-back"],
        [A, B, A2, "Bo: place CCCC @6,0 C"],
    ),
    (
        "insert, strike it, put back",
        [f"table: insert 3 {BOX}", "table: strike 5", "table: put-back"],
        [A, B, BOX, A2, B2],
    ),
    (
        "insert, strike it, put back both",
        [f"table: insert 3 {BOX}", "table: strike 5", "table: put-back", "table: put-back"],
        [A, B, A2, B2],
    ),
    ("words of a repair in capitals", ["TABLE: Strike 2", "Table: PUT-BACK", "table: Take-Back 4"], [A, B, A2]),
    ("a note is taken back like any line", [NOTE, "table: take-back"], [A, B, A2, B2]),
]


def repaired(*repairs: str) -> Table:
    return played(HEADERS + LINES).play_all(repairs)


@pytest.mark.parametrize(("repairs", "stands"), [pytest.param(*row[1:], id=row[0]) for row in STANDS])
def test_what_stands(repairs: list[str], stands: list[str]) -> None:
    table = repaired(*repairs)
    assert standing(table) == stands
    assert table.version == 4 + len(repairs), "numbers are never used again"
    assert same(loaded(HEADERS, table), table)


@pytest.mark.parametrize(("repairs", "stands"), [pytest.param(*row[1:], id=row[0]) for row in STANDS])
def test_a_fold_is_the_standing_lines_applied(repairs: list[str], stands: list[str]) -> None:
    """Where no mark is left, the state is as if the standing lines alone had been entered."""
    table = repaired(*repairs)
    if not marks(table) and not asides(table):
        assert opened(HEADERS).play_all(stands).state == table.state


REFUSED = [
    ("a number that does not exist yet", ["table: strike 5"], "no-such-line"),
    ("number nought", ["table: strike 0"], "no-such-line"),
    ("a struck line struck again", ["table: strike 2", "table: strike 2"], "no-such-line"),
    ("a struck line corrected", ["table: strike 2", f"table: correct 2 {B}"], "no-such-line"),
    ("before a struck line", ["table: strike 2", f"table: insert 2 {B}"], "no-such-line"),
    ("back to a line taken back", ["table: take-back 2", "table: take-back 3"], "no-such-line"),
    ("a repair struck", ["table: strike 2", "table: strike 5"], "no-such-line"),
    ("a repair corrected", ["table: take-back", f"table: correct 5 {B}"], "no-such-line"),
    ("an insert that was put back", [f"table: insert 3 {BOX}", "table: put-back", "table: strike 5"], "no-such-line"),
    ("the number of a correction", [f"table: correct 2 {B}", "table: strike 5"], "no-such-line"),
    ("a put-back", ["table: strike 2", "table: put-back", "table: strike 6"], "no-such-line"),
    ("nothing to put back", ["table: put-back"], "nothing-to-put-back"),
    ("nothing more to put back", ["table: strike 2", "table: put-back", "table: put-back"], "nothing-to-put-back"),
    ("nothing left to take back", ["table: take-back 1", "table: take-back"], "nothing-to-take-back"),
    ("a repair in a repair", ["table: insert 2 table: strike 1"], "repair-in-a-repair"),
    ("a put-back in a correction", ["table: correct 2 table: put-back"], "repair-in-a-repair"),
    ("a take-back in capitals in an insert", ["table: insert 2 Table: TAKE-BACK"], "repair-in-a-repair"),
    ("an insert in an insert", [f"table: insert 2 table: insert 1 {A}"], "repair-in-a-repair"),
    ("a strike without a number", ["table: strike"], "unreadable"),
    ("a strike of two", ["table: strike 1 2"], "unreadable"),
    ("an insert of nothing", ["table: insert 2"], "unreadable"),
    ("an insert of nobody", ["table: insert 2 end"], "unreadable"),
    ("an insert of nothing said", ["table: insert 2 Ana:"], "unreadable"),
    ("an insert of what no game knows", ["table: insert 2 Ana: bake"], "unreadable"),
    ("an insert of a stranger", ["table: insert 2 Cy: end"], "unknown-seat"),
    ("put-back of a number", ["table: put-back 2"], "unreadable"),
    ("a number that is none", ["table: take-back two"], "bad-number"),
    ("a negative number", ["table: strike -1"], "bad-number"),
    ("a repair by a seat", ["Ana: strike 1"], "unreadable"),
]


@pytest.mark.parametrize(("repairs", "reason"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_a_repair_is_refused(repairs: list[str], reason: str) -> None:
    table = repaired(*repairs[:-1])
    assert refused(lambda: table.play(repairs[-1]))[1] == reason


def test_several_lines_are_stored_together_or_not_at_all() -> None:
    table = repaired()
    assert refused(lambda: table.play_all(["table: strike 2", "table: strike 9"]))[1] == "no-such-line"
    assert table.version == 4


def test_canonical_repairs() -> None:
    table = repaired(
        "TABLE:  insert 3  bo :BOX 2X2 @2,2  with v", "table: correct 4  Bo:place CCCC @6,0 c !", "table: take-back"
    )
    assert [table.text(seq)[1] for seq in (5, 6, 7)] == [
        "insert 3 Bo: box 2x2 @2,2 with V",
        "correct 4 Bo: place CCCC @6,0 C !",
        "take-back",
    ]


def test_a_struck_tile_leaves_its_box_set_aside_and_everybody_in_turn() -> None:
    table = repaired(f"table: insert 3 {BOX}", "table: strike 2")
    assert asides(table) == {5: "box-over-nothing"}
    assert marks(table) == {}
    assert line(table, 5).paid == {}
    assert line(table, 5).state.turn == 1, "Bo is in turn, as if the box had been said"
    assert (line(table, 5).state.step, table.state.turn) == ("draw", 1)


def test_every_line_is_tried_again_at_the_next_repair() -> None:
    """Struck and entered elsewhere: what did not fit fits again."""
    table = repaired("table: strike 1")
    assert marks(table) == {2: "turn"}
    assert marks(table.play(f"table: insert 2 {A}")) == {}


def test_a_repair_may_reopen_a_game() -> None:
    table = repaired("table: end")
    assert table.over
    assert not table.play("table: take-back").over
    assert not table.play("table: strike 5").over
    assert table.play("table: strike 5").play("table: put-back").over


def test_a_game_that_ends_earlier_by_a_repair_keeps_what_came_after() -> None:
    """A line that is now too late counts as the table's decision: cardboard lay so, donuts were mended, people left."""
    table = repaired(
        "table: mend @0,0 b", "table: ruling sprinkles=donut", "table: leaves Bo", "table: insert 2 table: end"
    )
    assert marks(table) == dict.fromkeys((2, 3, 4, 5, 6, 7), "over")
    assert table.state.case.open[0, 0] == "b"
    assert table.state.party.rulings["sprinkles"] == "donut"
    assert table.state.party.away == {1}
    assert money(table) == money(repaired()), "nobody loses what cardboard earned"


def test_mending_nothing_after_the_end_is_set_aside() -> None:
    table = repaired("table: mend @4,0 b", "table: strike 3", "table: insert 2 table: end")
    assert asides(table) == {5: "mend-nothing"}


def test_a_table_line_nobody_can_do_is_set_aside() -> None:
    table = repaired("table: leaves Bo", "table: insert 1 table: leaves Bo", "table: insert 1 table: rename Bo ana")
    assert asides(table) == {5: "has-left", 7: "name-in-use"}
    assert table.names.seat("Ana") == 0


def test_an_unreadable_stored_line_stays_without_effect() -> None:
    entries = [Entry(1, "Ana", "place BBBB @0,2 B"), Entry(2, "Bo", "bake a cake"), Entry(3, "Zed", "end")]
    table = opened(HEADERS).load([*entries, Entry(4, "table", "fold everything"), Entry(5, "Bo", "place VVVV @2,2 V")])
    assert asides(table) == dict.fromkeys((2, 3, 4), "unreadable")
    assert marks(table) == {}
    assert [table.text(seq) for seq in (2, 3)] == [("Bo", "bake a cake"), ("Zed", "end")]
    assert standing(table.play("table: strike 3"))[1:3] == ["Bo: bake a cake", "table: fold everything"]


def test_repairs_of_lines_that_are_gone_change_nothing_when_loaded() -> None:
    entries = [Entry(1, "Ana", "place BBBB @0,2 B"), Entry(2, "table", "strike 7"), Entry(3, "table", "put-back")]
    assert standing(
        opened(HEADERS).load([*entries, Entry(4, "table", "put-back"), Entry(5, "table", "take-back 9")])
    ) == [A]


def test_taking_back_everything_is_the_start() -> None:
    table = played(f"{SHOP}table: ruling holes-join=no from-the-start\n")
    assert table.state.party.rulings["holes-join"] == "no"
    assert table.play("table: take-back").state == opened(SHOP).state
