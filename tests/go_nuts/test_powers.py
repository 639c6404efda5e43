"""The effect of each power when its card is taken from the row, and when nobody is asked: draw, take, clear the row."""

from __future__ import annotations

import pytest

from tests.go_nuts.drawing import game, missing

TWO = "seats Ana Bo\n"
THREE = "seats Ana Bo Cy\n"
FOUR = "seats Ana Bo Cy Di\n"
SIX = "seats Ana Bo Cy Di Eve Fay\n"
DRAWS = [
    (
        "chocolate frosted asks what came off the deck",
        f"{TWO}row 1=chocolate-frosted 2=plain 3=plain\ntable: reveal Ana=1 Bo=2",
        "asked Ana by chocolate-frosted\nAna: chocolate-frosted\nBo:\nround 1",
    ),
    (
        "the card drawn lies in the tray and the round goes on",
        f"{TWO}row 1=chocolate-frosted 2=plain 3=plain\ndeck 9\ntable: reveal Ana=1 Bo=2\nAna: draw glazed",
        "nobody asked\nAna: chocolate-frosted glazed\nBo: plain\ndeck 8\nround 2",
    ),
    (
        "a power card that was drawn has no power",
        f"{TWO}row 1=chocolate-frosted 2=plain 3=plain\ntable: reveal Ana=1 Bo=2\nAna: draw chocolate-frosted",
        "nobody asked\nAna: chocolate-frosted chocolate-frosted\nround 2",
    ),
    (
        "nothing is asked where the deck is empty",
        f"{TWO}row 1=chocolate-frosted 2=plain 3=plain\ndeck 0\ntable: reveal Ana=1 Bo=2",
        "nobody asked\nAna: chocolate-frosted\nBo: plain\nover",
    ),
    (
        "contested, it has no power",
        f"{TWO}row 1=chocolate-frosted 2=plain 3=plain\ntable: reveal Ana=1 Bo=1",
        "nobody asked\npile chocolate-frosted\nround 2",
    ),
    (
        "the last card of the row may ask as well, and the round waits",
        f"{TWO}row 1=plain 2=plain 3=chocolate-frosted\ntable: reveal Ana=1 Bo=3",
        "asked Bo by chocolate-frosted\nround 1\nAna: plain",
    ),
    (
        "the last card of the row: the round is done with the answer",
        f"{TWO}row 1=plain 2=plain 3=chocolate-frosted\ntable: reveal Ana=1 Bo=3\nBo: draw glazed",
        "nobody asked\nround 2\nBo: chocolate-frosted glazed",
    ),
    (
        "of two cards drawn one is kept, the other is known to be on top",
        f"{THREE}row 1=double-chocolate 2=plain 3=plain 4=glazed\ndeck 9\ntable: reveal Ana=1 Bo=2 Cy=3\n"
        "Ana: draw plain eclair keep eclair",
        "Ana: double-chocolate eclair\ndeck 8\ntop plain",
    ),
    (
        "of two alike one is kept and one is on top",
        f"{THREE}row 1=double-chocolate 2=plain 3=plain 4=glazed\ndeck 9\ntable: reveal Ana=1 Bo=2 Cy=3\n"
        "Ana: draw eclair eclair keep eclair",
        "Ana: double-chocolate eclair\ndeck 8\ntop eclair",
    ),
    (
        "the one put back may stay secret",
        f"{THREE}row 1=double-chocolate 2=plain 3=plain 4=glazed\ndeck 9\ntable: reveal Ana=1 Bo=2 Cy=3\n"
        "Ana: draw ? eclair keep eclair",
        "Ana: double-chocolate eclair\ndeck 8\ntop ?",
    ),
    (
        "double chocolate keeps the one card there is",
        f"{THREE}row 1=double-chocolate 2=plain 3=plain 4=glazed\ndeck 1\n"
        "table: reveal Ana=1 Bo=2 Cy=3\nAna: draw eclair",
        "Ana: double-chocolate eclair\ndeck 0\nover",
    ),
    (
        "double chocolate asks nothing where the deck is empty",
        f"{THREE}row 1=double-chocolate 2=plain 3=plain 4=glazed\ndeck 0\ntable: reveal Ana=1 Bo=2 Cy=3",
        "nobody asked\nAna: double-chocolate\nover",
    ),
    (
        "chocolate frosted after double chocolate draws the card put back",
        f"{THREE}row 1=double-chocolate 2=chocolate-frosted 3=plain 4=glazed\ndeck 9\ntable: reveal Ana=1 Bo=2 Cy=3\n"
        "Ana: draw plain eclair keep eclair\nBo: draw plain",
        "Bo: chocolate-frosted plain\ndeck 7\ntop unknown",
    ),
    (
        "the second double chocolate draws the card put back first and may put it back again",
        f"{THREE}row 1=double-chocolate 2=double-chocolate 3=plain 4=glazed\ndeck 9\ntable: reveal Ana=1 Bo=2 Cy=3\n"
        "Ana: draw plain eclair keep eclair\nBo: draw plain glazed keep glazed",
        "Bo: double-chocolate glazed\ndeck 7\ntop plain",
    ),
    (
        "a known top card lies at the lowest gap of the refill",
        f"{THREE}row 1=double-chocolate 2=plain 3=plain 4=glazed\ndeck 9\ntable: reveal Ana=1 Bo=2 Cy=3\n"
        "Ana: draw plain eclair keep eclair\ntable: refill 1=plain 2=glazed 3=glazed",
        "row plain glazed glazed glazed\ntop unknown",
    ),
    (
        "told in several lines, a refill of higher gaps leaves the top card known",
        f"{THREE}row 1=double-chocolate 2=plain 3=plain 4=glazed\ndeck 9\ntable: reveal Ana=1 Bo=2 Cy=3\n"
        "Ana: draw plain eclair keep eclair\ntable: refill 3=glazed\ntable: refill 2=glazed",
        "row . glazed glazed glazed\ntop plain",
    ),
    (
        "told in several lines, the lowest gap takes the top card whenever it is told",
        f"{THREE}row 1=double-chocolate 2=plain 3=plain 4=glazed\ndeck 9\ntable: reveal Ana=1 Bo=2 Cy=3\n"
        "Ana: draw plain eclair keep eclair\ntable: refill 3=glazed\ntable: refill 1=plain\ntable: refill 2=powdered",
        "row plain powdered glazed glazed\ntop unknown\ndeck 5",
    ),
    (
        "a secret top card binds nobody",
        f"{THREE}row 1=double-chocolate 2=plain 3=plain 4=glazed\ndeck 9\ntable: reveal Ana=1 Bo=2 Cy=3\n"
        "Ana: draw ? eclair keep eclair\ntable: refill 1=powdered 2=glazed 3=glazed",
        "row powdered glazed glazed glazed\ntop unknown",
    ),
]
TAKES = [
    (
        "an eclair at 3 takes a card contested at 1, and nobody is asked",
        f"{FOUR}row 1=plain 2=glazed 3=eclair 4=powdered 5=glazed\ntable: reveal Ana=1 Bo=1 Cy=3 Di=5",
        "nobody asked\nCy: eclair plain\npile",
    ),
    (
        "an eclair at 3 takes no card contested at 4",
        f"{FOUR}row 1=plain 2=glazed 3=eclair 4=powdered 5=glazed\ntable: reveal Ana=4 Bo=4 Cy=3 Di=5",
        "Cy: eclair\npile powdered",
    ),
    (
        "an eclair on an empty pile takes nothing",
        f"{TWO}row 1=eclair 2=glazed 3=plain\ntable: reveal Ana=1 Bo=2",
        "Ana: eclair\npile\nround 2",
    ),
    (
        "an eclair takes the top card only, its power sleeps",
        f"{TWO}pile glazed eclair\nrow 1=eclair 2=glazed 3=plain\ntable: reveal Ana=1 Bo=2",
        "Ana: eclair eclair\npile glazed",
    ),
    (
        "two eclairs take one card each",
        f"{TWO}pile glazed powdered\nrow 1=eclair 2=eclair 3=plain\ntable: reveal Ana=2 Bo=1",
        "Bo: eclair powdered\nAna: eclair glazed\npile",
    ),
    (
        "red velvet takes the topmost copy of one card",
        f"{THREE}pile plain glazed plain powdered\nrow 1=red-velvet 2=glazed 3=plain 4=plain\n"
        "table: reveal Ana=1 Bo=2 Cy=2\nAna: take plain",
        "Ana: red-velvet plain\npile plain glazed powdered glazed",
    ),
    (
        "red velvet is asked even where one card is all there is",
        f"{THREE}pile plain\nrow 1=red-velvet 2=glazed 3=plain 4=plain\ntable: reveal Ana=1 Bo=2 Cy=2",
        "asked Ana by red-velvet",
    ),
    (
        "red velvet is not asked where the pile is empty",
        f"{THREE}row 1=red-velvet 2=glazed 3=plain 4=plain\ntable: reveal Ana=1 Bo=2 Cy=2",
        "nobody asked\nAna: red-velvet\npile glazed",
    ),
    (
        "day-old donuts take three, in the order said",
        f"{FOUR}pile plain glazed plain powdered\nrow 1=day-old-donuts 2=glazed 3=plain 4=plain 5=glazed\n"
        "table: reveal Ana=1 Bo=2 Cy=3 Di=4\nAna: take powdered plain plain",
        "Ana: day-old-donuts powdered plain plain\npile glazed",
    ),
    (
        "day-old donuts take none where the seat says so",
        f"{FOUR}pile plain glazed\nrow 1=day-old-donuts 2=glazed 3=plain 4=plain 5=glazed\n"
        "table: reveal Ana=1 Bo=2 Cy=3 Di=4\nAna: take none",
        "Ana: day-old-donuts\npile plain glazed\nround 2",
    ),
    (
        "day-old donuts may take fewer than three",
        f"{FOUR}pile plain glazed\nrow 1=day-old-donuts 2=glazed 3=plain 4=plain 5=glazed\n"
        "table: reveal Ana=1 Bo=2 Cy=3 Di=4\nAna: take plain",
        "Ana: day-old-donuts plain\npile glazed",
    ),
    (
        "day-old donuts are not asked where the pile is empty",
        f"{FOUR}row 1=day-old-donuts 2=glazed 3=plain 4=plain 5=glazed\ntable: reveal Ana=1 Bo=2 Cy=3 Di=4",
        "nobody asked\nAna: day-old-donuts\nround 2",
    ),
    (
        "power cards taken from the pile have no power",
        f"{FOUR}pile eclair day-old-donuts\nrow 1=red-velvet 2=glazed 3=plain 4=plain 5=glazed\n"
        "table: reveal Ana=1 Bo=2 Cy=3 Di=4\nAna: take day-old-donuts",
        "nobody asked\nAna: red-velvet day-old-donuts\npile eclair",
    ),
]
CLEARS = [
    (
        "the cruller discards row cards in the order said, the last on top",
        f"{FOUR}row 1=french-cruller 2=eclair 3=plain 4=powdered 5=glazed\ntable: reveal Ana=1 Bo=3 Cy=3 Di=3\n"
        "Ana: discard 5 2 4",
        "pile glazed eclair powdered plain\nrow . . . . .",
    ),
    (
        "the cruller may discard none",
        f"{FOUR}row 1=french-cruller 2=eclair 3=plain 4=powdered 5=glazed\ntable: reveal Ana=1 Bo=3 Cy=3 Di=3\n"
        "Ana: discard none",
        "pile plain\nrow . eclair . powdered glazed\nround 2",
    ),
    (
        "an eclair at a higher number takes what the cruller discarded last",
        f"{FOUR}row 1=french-cruller 2=eclair 3=plain 4=powdered 5=glazed\ntable: reveal Ana=1 Bo=2 Cy=3 Di=3\n"
        "Ana: discard 5 4",
        "Bo: eclair powdered\npile glazed plain",
    ),
    (
        "the cruller asks for lower numbers too",
        f"{TWO}row 1=plain 2=glazed 3=french-cruller\ntable: reveal Ana=3 Bo=2\nAna: discard 1",
        "pile plain\nrow . . .",
    ),
    (
        "a second cruller is not asked where the first left no card that nobody chose",
        f"{THREE}row 1=french-cruller 2=glazed 3=french-cruller 4=plain\ntable: reveal Ana=1 Bo=2 Cy=3\nAna: discard 4",
        "nobody asked\nCy: french-cruller\npile plain\nround 2",
    ),
    (
        "a number chosen by a seat that left meanwhile is free again",
        f"{THREE}row 1=french-cruller 2=glazed 3=plain 4=powdered\ntable: reveal Ana=1 Bo=2 Cy=3\ntable: leaves Bo\n"
        "Ana: discard 2 4",
        "pile glazed powdered\nBo:\nCy: plain",
    ),
    (
        "with as many seats as numbers bid on, one card is always left for the cruller",
        f"{TWO}row 1=plain 2=french-cruller 3=glazed\ntable: reveal Ana=2 Bo=1",
        "asked Ana by french-cruller\nrow . . glazed",
    ),
]


@pytest.mark.parametrize(("text", "expected"), [pytest.param(*row[1:], id=row[0]) for row in (*DRAWS, *TAKES, *CLEARS)])
def test_a_power(text: str, expected: str) -> None:
    assert missing(game(f"{text}\n"), expected) == []
