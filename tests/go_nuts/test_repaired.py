"""The fold after repairs: what lapses, what is marked, what is set aside, and what still counts."""

from __future__ import annotations

import pytest

from tests.go_nuts.drawing import game, missing
from tests.transcripts import asides, marks, refused, same

THREE = "seats Ana Bo Cy\n"
FOUR = "seats Ana Bo Cy Di\n"
# 1 the bids, 2 Ana draws, 3 Bo gives, 4 the row is filled again, 5 the next bids
TWO_QUESTIONS = f"""{THREE}tray Bo plain
row 1=chocolate-frosted 2=plain 3=sprinkled 4=glazed
deck 20
table: reveal Ana=1 Bo=3 Cy=4
Ana: draw eclair
Bo: give plain to Cy
table: refill 1=jelly-filled 3=jelly-filled 4=donut-holes
table: reveal Ana=1 Bo=2 Cy=3
"""
# 1 the bids, 2 a draw, 3-6 the passes, 7 the milk, 8 the next refill
TWIST = f"""{FOUR}tray Ana plain glazed
tray Bo plain
tray Cy glazed
tray Di powdered
row 1=chocolate-frosted 2=cinnamon-twist 3=milk 4=glazed 5=plain
table: reveal Ana=1 Bo=2 Cy=4 Di=4
Ana: draw eclair
Ana: pass plain
Bo: pass plain
Cy: pass glazed
Di: pass powdered
table: refill 1=jelly-filled 2=jelly-filled 4=jelly-filled
"""
ROWS = [
    (
        "a struck answer: its question lapses, the next seat's answer counts",
        f"{TWO_QUESTIONS}table: strike 2",
        "Ana: chocolate-frosted jelly-filled\nBo: sprinkled plain\nCy: plain glazed jelly-filled\ndeck 17\nround 3",
        {3: "wrong-seat"},
        {},
    ),
    (
        "two struck answers: both questions lapse when the row is filled again",
        f"{TWO_QUESTIONS}table: strike 2\ntable: strike 3",
        "Ana: chocolate-frosted jelly-filled\nBo: plain sprinkled plain\nCy: glazed jelly-filled\nround 3",
        {4: "choice-first"},
        {},
    ),
    (
        "the answer told after its question lapsed is set aside",
        f"{TWO_QUESTIONS}table: strike 2\ntable: insert 4 Ana: draw eclair",
        "Ana: chocolate-frosted jelly-filled\nBo: sprinkled plain",
        {3: "wrong-seat"},
        {7: "not-asked"},
    ),
    (
        "a forgotten answer put in its place",
        f"{TWO_QUESTIONS}table: strike 2\ntable: insert 3 Ana: draw powdered",
        "Ana: chocolate-frosted powdered jelly-filled\nBo: sprinkled plain\ndeck 16",
        {},
        {},
    ),
    (
        "corrected bids under which nobody is asked: the answers are set aside",
        f"{TWO_QUESTIONS}table: correct 1 table: reveal Ana=4 Bo=2 Cy=2",
        "Ana: glazed chocolate-frosted\nrow . . sprinkled donut-holes\npile plain\nasked Ana by chocolate-frosted",
        {4: "number-taken", 5: "row-not-full"},
        {2: "not-asked", 3: "not-asked"},
    ),
    (
        "a refill fills those of its numbers that are empty; a bid on a number without a card gets nothing",
        f"{TWO_QUESTIONS}table: correct 1 table: reveal Ana=2 Bo=4 Cy=4",
        "row . . sprinkled donut-holes\nAna: plain chocolate-frosted\nCy:\nBo: plain\npile glazed\ndeck 19",
        {4: "number-taken", 5: "row-not-full"},
        {2: "not-asked", 3: "not-asked"},
    ),
    (
        "a struck reveal: its answers have nothing to answer, the next reveal is the first",
        f"{TWO_QUESTIONS}table: strike 1",
        "Ana: chocolate-frosted\nasked Ana by chocolate-frosted\nround 1",
        {4: "row-full"},
        {2: "not-asked", 3: "not-asked"},
    ),
    (
        "a struck refill: bids on gaps get nothing",
        f"{TWO_QUESTIONS}table: strike 4",
        "Ana: chocolate-frosted eclair\nBo: sprinkled plain\nCy: plain glazed\nrow . . . .\nround 3\ndeck 19",
        {5: "row-not-full"},
        {},
    ),
    (
        "a missing bid is no bid",
        f"{TWO_QUESTIONS}table: correct 5 table: reveal Ana=1 Cy=1",
        "Bo: sprinkled\nCy: plain glazed\npile jelly-filled\nround 3",
        {5: "bid-missing"},
        {},
    ),
    (
        "the number told aloud stands against the one bid secretly",
        f"{TWO_QUESTIONS}table: insert 5 Bo: select 4 in 2",
        "Bo: sprinkled plain\nround 3",
        {5: "bid-differs"},
        {},
    ),
    (
        "the round of a bid is looked at only when it is said",
        f"{TWO_QUESTIONS}table: insert 5 Bo: select 2 in 99\ntable: correct 5 table: reveal Ana=1 Cy=3",
        "Bo: sprinkled plain\nround 3",
        {},
        {},
    ),
    (
        "a bid on a number the row has not is set aside",
        f"{TWO_QUESTIONS}table: insert 5 Bo: select 9 in 2",
        "Bo: sprinkled plain\nround 3",
        {},
        {6: "no-such-number"},
    ),
    (
        "a bid said in the middle of a question: the question lapses, the bid stands",
        f"{TWO_QUESTIONS}table: correct 2 Ana: select 1 in 2\ntable: correct 5 table: reveal Bo=2 Cy=3",
        "Ana: chocolate-frosted jelly-filled\nBo: plain sprinkled plain\nround 3",
        {2: "choice-first"},
        {3: "not-asked"},
    ),
    (
        "an eighth copy by correction is the table's decision",
        f"{THREE}tray Ana {'plain ' * 7}\nrow 1=glazed 2=glazed 3=glazed\ntable: refill 4=eclair\n"
        "table: correct 1 table: refill 4=plain",
        "row glazed glazed glazed plain",
        {1: "one-too-many"},
        {},
    ),
    (
        "an answer with a card the tray has not is set aside, and the question stays open",
        f"{TWO_QUESTIONS}table: take-back 4\ntable: correct 3 Bo: give glazed to Cy",
        "asked Bo by sprinkled\nBo: plain sprinkled",
        {},
        {3: "not-in-tray"},
    ),
    (
        "giving to oneself is set aside",
        f"{TWO_QUESTIONS}table: take-back 4\ntable: correct 3 Bo: give plain to Bo",
        "asked Bo by sprinkled",
        {},
        {3: "to-oneself"},
    ),
    (
        "a draw before the twist struck: its question lapses, everybody passes all the same",
        f"{TWIST}table: strike 2",
        "Ana: glazed chocolate-frosted powdered\nBo: cinnamon-twist plain\nCy: plain\nDi: glazed\nround 2",
        {3: "wrong-answer"},
        {},
    ),
    (
        "one pass struck: nobody passes, the round goes on",
        f"{TWIST}table: strike 5",
        "Ana: plain glazed chocolate-frosted eclair\nBo: plain cinnamon-twist\nDi: powdered\nround 2",
        {7: "choice-first"},
        {},
    ),
    (
        "one pass corrected",
        f"{TWIST}table: correct 3 Ana: pass eclair",
        "Ana: plain glazed chocolate-frosted powdered\nBo: cinnamon-twist eclair",
        {},
        {},
    ),
    (
        "a pass by the table in one line, one of its cards gone: the whole line is set aside",
        f"{TWIST}table: take-back 3\ntable: pass Ana=eclair Bo=plain Cy=glazed Di=powdered\n"
        "table: correct 2 Ana: draw glazed",
        "asked Ana Bo Cy Di by cinnamon-twist",
        {},
        {9: "not-in-tray"},
    ),
    (
        "a draw struck before a twist told in one line: everybody passes all the same",
        f"{TWIST}table: take-back 3\ntable: pass Ana=plain Bo=plain Cy=glazed Di=powdered\ntable: strike 2",
        "Ana: glazed chocolate-frosted powdered\nBo: cinnamon-twist plain\nCy: plain\nDi: glazed\npile glazed",
        {9: "not-asked"},
        {},
    ),
    (
        "two cards drawn where one is asked: taken as told",
        f"{TWO_QUESTIONS}table: correct 2 Ana: draw eclair glazed keep glazed",
        "Ana: chocolate-frosted glazed jelly-filled\nBo: sprinkled plain",
        {2: "draw-one", 4: "known-top"},
        {},
    ),
    (
        "after the table ended it, lines still count, marked",
        f"{TWO_QUESTIONS}table: insert 2 table: end",
        "over\nAna: chocolate-frosted eclair jelly-filled\nround 3",
        {2: "over", 3: "over", 4: "over", 5: "over"},
        {},
    ),
    (
        "a seat that had left: its answer is set aside, its bid is none",
        f"{TWO_QUESTIONS}table: insert 2 table: leaves Ana",
        "Ana: chocolate-frosted\nBo: sprinkled plain\nround 3",
        {5: "left"},
        {2: "not-asked"},
    ),
    (
        "a seat that had left bids on nothing in that round; the next round asks it",
        f"{TWO_QUESTIONS}table: insert 1 table: leaves Ana\ntable: insert 2 table: returns Ana",
        "Ana: chocolate-frosted\nBo: sprinkled\nCy: plain glazed\nasked Ana by chocolate-frosted\nround 2",
        {1: "left", 4: "number-taken"},
        {2: "not-asked"},
    ),
]


@pytest.mark.parametrize(("text", "expected", "marked", "aside"), [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_after_the_repair(text: str, expected: str, marked: dict[int, str], aside: dict[int, str]) -> None:
    table = game(f"{text}\n")
    assert missing(table, expected) == []
    assert marks(table) == marked
    assert asides(table) == aside


@pytest.mark.parametrize("text", [pytest.param(row[1], id=row[0]) for row in ROWS if row[1].count("strike") == 1])
def test_putting_back_gives_the_game_before_the_repair(text: str) -> None:
    before, _, repair = text.rpartition("\n")
    table = game(f"{before}\n")
    again = table.play(repair).play("table: put-back")
    assert again.applied == table.applied
    assert not same(again, table), "the journal keeps both lines"


FORCED = [
    (
        "an eighth plain is recorded anyway",
        f"seats Ana Bo\ntray Ana {'plain ' * 7}\nrow 1=glazed 2=glazed\n",
        "table: refill 3=plain !",
        "one-too-many",
        "row glazed glazed plain\ndeck 27",
    ),
    (
        "a card of a bigger deck",
        "seats Ana Bo\nrow 1=glazed 2=glazed\n",
        "table: refill 3=milk !",
        "not-in-this-deck",
        "row glazed glazed milk",
    ),
    (
        "a refill before the answer: the question lapses",
        f"{TWO_QUESTIONS}table: take-back 2\n",
        "table: refill 1=plain !",
        "choice-first",
        "nobody asked\nrow plain plain . .\nAna: chocolate-frosted\nround 2",
    ),
    (
        "a bid for another round",
        f"{THREE}row 1=plain 2=plain 3=plain 4=glazed\n",
        "Ana: select 4 in 7 !",
        "other-round",
        "round 1",
    ),
    (
        "a draw nobody asked for",
        f"{THREE}row 1=plain 2=plain 3=plain 4=glazed\ndeck 9\n",
        "Ana: draw eclair !",
        "not-asked",
        "Ana: eclair\ndeck 8\nround 1",
    ),
    (
        "a card passed though nobody asked goes to the left at once",
        f"{THREE}row 1=plain 2=plain 3=plain 4=glazed\ntray Ana eclair\n",
        "Ana: pass eclair !",
        "not-asked",
        "Ana:\nBo: eclair",
    ),
    (
        "an answer out of turn: the seat asked is asked still",
        f"{TWO_QUESTIONS}table: take-back 2\n",
        "Cy: draw eclair !",
        "wrong-seat",
        "Cy: eclair\nasked Ana by chocolate-frosted",
    ),
    (
        "a chosen number cleared: who chose it gets nothing",
        f"{THREE}row 1=french-cruller 2=glazed 3=plain 4=plain\ntable: reveal Ana=1 Bo=2 Cy=3\n",
        "Ana: discard 2 4 !",
        "number-chosen",
        "Bo:\nCy: plain\npile glazed plain",
    ),
    (
        "sprinkled given itself",
        f"{THREE}row 1=sprinkled 2=glazed 3=plain 4=plain\ntray Ana plain\ntable: reveal Ana=1 Bo=2 Cy=3\n",
        "Ana: give sprinkled to Bo !",
        "sprinkled-itself",
        "Ana: plain\nBo: sprinkled glazed",
    ),
    (
        "four cards out of the pile",
        f"{FOUR}pile plain plain plain plain\nrow 1=day-old-donuts 2=glazed 3=plain 4=plain 5=glazed\n"
        "table: reveal Ana=1 Bo=2 Cy=3 Di=4\n",
        "Ana: take plain plain plain plain !",
        "too-many",
        "Ana: day-old-donuts plain plain plain plain\npile",
    ),
    (
        "another card than the known one on top",
        f"{THREE}row 1=double-chocolate 2=chocolate-frosted 3=plain 4=glazed\ntable: reveal Ana=1 Bo=2 Cy=3\n"
        "Ana: draw plain eclair keep eclair\n",
        "Bo: draw glazed !",
        "known-top",
        "Bo: chocolate-frosted glazed\ntop unknown",
    ),
    (
        "milk paid with two",
        f"{FOUR}row 1=milk 2=glazed 3=plain 4=plain 5=glazed\ntray Ana plain plain glazed\n"
        "table: reveal Ana=1 Bo=2 Cy=3 Di=4\n",
        "Ana: discard plain plain !",
        "three-or-milk",
        "Ana: glazed milk\npile plain plain",
    ),
    (
        "a card given to a seat that left",
        f"{THREE}row 1=sprinkled 2=glazed 3=plain 4=plain\ntray Ana plain\ntable: leaves Cy\n"
        "table: reveal Ana=1 Bo=2\n",
        "Ana: give plain to Cy !",
        "to-absent-seat",
        "Ana: sprinkled\nCy: plain",
    ),
]


@pytest.mark.parametrize(
    ("before", "line", "reason", "expected"), [pytest.param(*row[1:], id=row[0]) for row in FORCED]
)
def test_the_table_decides(before: str, line: str, reason: str, expected: str) -> None:
    table = game(before)
    assert refused(lambda: table.play(line.removesuffix(" !"))) == ("Illegal", reason)
    forced = table.play(line)
    assert (forced.applied[-1].mark, forced.applied[-1].aside) == (reason, False)
    assert missing(forced, expected) == []
    assert forced.play("table: take-back").state == table.state


def test_a_force_nobody_needed_is_dropped() -> None:
    table = game(f"{THREE}row 1=chocolate-frosted 2=glazed 3=plain 4=plain\ntable: reveal Ana=1 Bo=2 Cy=3\n")
    table = table.play("Ana: draw plain !").play("table: refill 1=plain 2=plain 3=glazed !")
    assert [table.text(seq)[1] for seq in (2, 3)] == ["draw plain", "refill 1=plain 2=plain 3=glazed"]
    assert marks(table) == {}


@pytest.mark.parametrize(
    "line",
    ["table: reveal Ana=1 !", "table: pass Ana=plain !", "table: final Ana plain !", "Ana: draw plain !30"],
)
def test_what_takes_no_force(line: str) -> None:
    table = game(f"{THREE}row 1=plain 2=glazed 3=plain 4=plain\n")
    assert refused(lambda: table.play(line)) == ("Malformed", "unreadable")
