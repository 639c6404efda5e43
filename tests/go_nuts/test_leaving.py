"""The end of a game, and what happens where a seat leaves, comes back, or the table ends it early."""

from __future__ import annotations

import pytest

from tests.go_nuts.drawing import game, missing
from tests.transcripts import money, refused, winners

THREE = "seats Ana Bo Cy\n"
ROW = "row 1=plain 2=glazed 3=powdered 4=eclair\n"
MILK = f"{THREE}row 1=chocolate-frosted 2=sprinkled 3=powdered 4=plain\ntray Ana plain\ndeck 12\n"
ENDS = [
    (
        "as many cards as gaps: the game goes on",
        f"{THREE}{ROW}deck 3\ntable: reveal Ana=1 Bo=2 Cy=3",
        "goes on\ndeck 3",
    ),
    ("fewer cards than gaps: it is over", f"{THREE}{ROW}deck 2\ntable: reveal Ana=1 Bo=2 Cy=3", "over\ndeck 2"),
    (
        "all on one number make one gap only",
        f"{THREE}{ROW}deck 1\ntable: reveal Ana=2 Bo=2 Cy=2",
        "goes on\nrow plain . powdered eclair",
    ),
    (
        "the end is looked for when all powers are done: the cruller makes more gaps",
        f"{THREE}row 1=french-cruller 2=glazed 3=powdered 4=eclair\ndeck 3\n"
        "table: reveal Ana=1 Bo=2 Cy=3\nAna: discard 4",
        "over\npile eclair",
    ),
    (
        "while a power is asked it is not over, however few cards are left",
        f"{THREE}row 1=chocolate-frosted 2=glazed 3=powdered 4=eclair\ndeck 1\ntable: reveal Ana=1 Bo=2 Cy=3",
        "goes on\nasked Ana by chocolate-frosted",
    ),
    (
        "a draw may take the card the refill would have needed",
        f"{THREE}row 1=chocolate-frosted 2=glazed 3=powdered 4=eclair\ndeck 3\n"
        "table: reveal Ana=1 Bo=2 Cy=3\nAna: draw plain",
        "over\ndeck 2",
    ),
    (
        "the last refill may empty the deck, and a round is played yet",
        f"{THREE}{ROW}deck 3\ntable: reveal Ana=1 Bo=2 Cy=3\ntable: refill 1=plain 2=plain 3=plain",
        "goes on\ndeck 0\nrow plain plain plain eclair",
    ),
    ("a middle start that cannot fill its row is over", f"{THREE}row 1=plain\ndeck 2\n", "over"),
]
LEAVES = [
    (
        "before the bids: the row keeps its size and the seat is not waited for",
        f"{THREE}{ROW}table: leaves Bo\ntable: reveal Ana=1 Cy=3",
        "Ana: plain\nCy: powdered\nrow . glazed . eclair\nround 2",
    ),
    (
        "its secret bid lapses",
        f"{THREE}{ROW}Bo: select 1 in 1\ntable: leaves Bo\ntable: reveal Ana=1 Cy=3",
        "Ana: plain\nBo:\npile",
    ),
    (
        "a seat that comes back bids anew",
        f"{THREE}{ROW}Bo: select 1 in 1\ntable: leaves Bo\ntable: returns Bo\nBo: select 2 in 1\n"
        "table: reveal Ana=1 Cy=3",
        "Ana: plain\nBo: glazed\nCy: powdered",
    ),
    (
        "its question lapses and the round goes on",
        f"{MILK}table: reveal Ana=1 Bo=3 Cy=4\ntable: leaves Ana",
        "nobody asked\nAna: plain chocolate-frosted\nBo: powdered\nCy: plain\nround 2",
    ),
    (
        "in the middle of a round its bid on a number not turned up yet lapses",
        f"{MILK}table: reveal Ana=1 Bo=3 Cy=3\ntable: leaves Bo\nAna: draw glazed",
        "Bo:\nCy: powdered\npile",
    ),
    (
        "another seat's question stays",
        f"{MILK}table: reveal Ana=1 Bo=3 Cy=4\ntable: leaves Bo",
        "asked Ana by chocolate-frosted",
    ),
    (
        "a seat that comes back in the middle of a round has no bid in it",
        f"{MILK}table: reveal Ana=1 Bo=3 Cy=3\ntable: leaves Bo\ntable: returns Bo\nAna: draw glazed",
        "Bo:\nCy: powdered\nround 2",
    ),
    (
        "sprinkled can be given to nobody any more: nothing is asked",
        f"{MILK}table: reveal Ana=2 Bo=3 Cy=3\ntable: leaves Bo\ntable: leaves Cy",
        "nobody asked\nAna: plain sprinkled\nrow chocolate-frosted . powdered plain\nround 2",
    ),
    (
        "sprinkled is not asked of the only seat left",
        f"{MILK}table: leaves Bo\ntable: leaves Cy\ntable: reveal Ana=2",
        "nobody asked\nAna: plain sprinkled",
    ),
    (
        "the last seat plays on alone",
        f"{THREE}{ROW}table: leaves Bo\ntable: leaves Cy\ntable: reveal Ana=4\ntable: refill 4=plain\n"
        "table: reveal Ana=4",
        "Ana: eclair plain\nround 3",
    ),
    (
        "while the refill is told",
        f"{THREE}row 1=plain 2=glazed\ntable: refill 3=plain\ntable: leaves Cy\ntable: refill 4=plain\n"
        "table: reveal Ana=1 Bo=2",
        "Ana: plain\nBo: glazed",
    ),
]


@pytest.mark.parametrize(("text", "expected"), [pytest.param(*row[1:], id=row[0]) for row in (*ENDS, *LEAVES)])
def test_the_table(text: str, expected: str) -> None:
    assert missing(game(f"{text}\n"), expected) == []


def test_what_is_left_in_the_row_counts_for_nobody() -> None:
    table = game(f"{THREE}{ROW}deck 0\ntable: reveal Ana=1 Bo=1 Cy=2")
    assert table.over
    assert money(table) == {"Ana": 0, "Bo": 0, "Cy": 2}
    assert winners(table) == ["Cy"]


def test_a_seat_that_left_stays_in_the_standings_and_may_win() -> None:
    table = game(f"{THREE}{ROW}tray Cy plain plain\ntable: leaves Cy\ntable: end")
    assert money(table) == {"Ana": 0, "Bo": 0, "Cy": 5}
    assert winners(table) == ["Cy"]


def test_the_table_may_end_in_the_middle_of_a_question() -> None:
    table = game(f"{MILK}table: reveal Ana=1 Bo=3 Cy=4\ntable: end")
    assert table.over
    assert list(table.game.rules.legal_moves(table.state)) == []
    assert money(table) == {"Ana": 4, "Bo": 0, "Cy": 0}
    assert refused(lambda: table.play("Ana: draw glazed")) == ("Illegal", "over")
    assert refused(lambda: table.play("table: refill 1=plain")) == ("Illegal", "over")
    assert refused(lambda: table.play("table: leaves Bo")) == ("Illegal", "over")
    table = table.play("table: adjust Bo +7").play('table: note "well"').play("table: ruling tie=shared from-the-start")
    assert money(table) == {"Ana": 4, "Bo": 7, "Cy": 0}
    assert winners(table) == ["Bo"]
    reopened = table.play("table: strike 2")
    assert not reopened.over
    assert missing(reopened.play("Ana: draw glazed"), "Ana: plain chocolate-frosted glazed\nround 2") == []


@pytest.mark.parametrize(
    ("rulings", "winner"), [("", ["Ana"]), ("rulings tie=shared\n", ["Ana", "Bo"])], ids=["most cards", "shared"]
)
def test_equal_points(rulings: str, winner: list[str]) -> None:
    trays = "tray Ana glazed glazed glazed eclair\ntray Bo powdered powdered\n"
    assert winners(game(f"{THREE}{rulings}{trays}table: end")) == winner


def test_equal_points_and_cards_are_shared_by_default_too() -> None:
    trays = "tray Ana glazed glazed glazed\ntray Bo powdered powdered eclair\n"
    assert winners(game(f"{THREE}{trays}table: end")) == ["Ana", "Bo"]
