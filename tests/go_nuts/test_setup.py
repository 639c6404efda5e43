"""The beginning of a Go Nuts table: the deck by number of seats, every header of a middle start, a game on paper."""

from __future__ import annotations

import pytest

from companion.go_nuts.cards import CARDS, NEGATIVE, Tally, deck_for
from tests.go_nuts.drawing import game, missing
from tests.transcripts import money, opened, refused, refused_line, winners

TWO = "seats Ana Bo\n"
PRINTED = {  # seats a card comes in with, and its copies: the list at the end of the printed rules
    2: "chocolate-frosted 3 donut-holes 6 eclair 3 glazed 5 jelly-filled 6 maple-bar 2 plain 7 powdered 4",
    3: "boston-cream 6 double-chocolate 2 red-velvet 2 sprinkled 2",
    4: "bear-claw 2 cinnamon-twist 2 coffee 2 day-old-donuts 1 milk 1 old-fashioned 2",
    5: "maple-frosted 2 mucho-matcha 2 raspberry-frosted 2 strawberry-glazed 2",
}


@pytest.mark.parametrize(("seats", "count"), [(2, 37), (3, 50), (4, 61), (5, 70), (6, 70)])
def test_the_deck_for_so_many_seats(seats: int, count: int) -> None:
    printed = {"french-cruller": min(seats, 5) - 1}
    for group, cards in PRINTED.items():
        if group <= seats:
            names = cards.split()
            printed |= dict(zip(names[::2], map(int, names[1::2]), strict=True))
    assert deck_for(seats) == printed
    assert sum(printed.values()) == count


def test_the_negative_cards_are_those_that_score_below_zero() -> None:
    tally = Tally(cards=1, kinds=1, negatives=0, plain_bonus=0, fewest=False, boston_pair=6)
    assert {card.name for card in CARDS if card.score(1, tally) < 0} == NEGATIVE


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_an_untouched_table_waits_for_its_first_refill(seats: int) -> None:
    names = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay")[:seats]
    table = opened(f"game go-nuts\nseats {' '.join(names)}\n")
    row = " ".join("." * (seats + 1))
    assert missing(table, f"row {row}\npile\nround 1\ndeck {(37, 50, 61, 70, 70)[seats - 2]}\ngoes on") == []


STARTS = [
    ("a row that is full waits for bids", f"{TWO}row 1=plain 2=glazed 3=plain\ntable: reveal Ana=1 Bo=2", "Ana: plain"),
    (
        "a row with a gap waits for its refill",
        f"{TWO}row 1=plain 3=plain\ntable: refill 2=glazed",
        "row plain glazed plain",
    ),
    (
        "the cards in row, pile and trays are not in the deck",
        f"{TWO}row 1=plain\npile glazed\ntray Bo eclair plain",
        "deck 33",
    ),
    ("a deck told is what is left without the row", f"{TWO}row 1=plain 2=plain 3=plain\ndeck 12", "deck 12"),
    (
        "the pile's last card is on top",
        f"{TWO}pile eclair plain\nrow 1=eclair 2=glazed 3=glazed\ntable: reveal Ana=1 Bo=1",
        "pile eclair plain eclair",
    ),
    ("rounds count from one", f"{TWO}row 1=plain 2=glazed 3=plain\ntray Ana plain\nAna: select 1 in 1\n", "round 1"),
    (
        "words in any letter case",
        f"{TWO}ROW 1=Plain 2=GLAZED\nTray bo Eclair\nPile PLAIN\n",
        "row plain glazed .\nBo: eclair\npile plain",
    ),
    ("an empty tray may be said", f"{TWO}tray Ana\n", "Ana:"),
    (
        "headers in any order",
        f"deck 9\nrow 1=plain\nrulings tie=shared\n{TWO}tray Ana glazed\n",
        "deck 9\nrow plain . .\nAna: glazed",
    ),
]


@pytest.mark.parametrize(("text", "expected"), [pytest.param(*row[1:], id=row[0]) for row in STARTS])
def test_a_middle_start(text: str, expected: str) -> None:
    assert missing(game(text), expected) == []


REFUSED = [
    ("one seat", "seats Ana\n", 2, ("Malformed", "wrong-number-of-seats")),
    ("seven seats", "seats Ana Bo Cy Di Eve Fay Gus\n", 2, ("Malformed", "wrong-number-of-seats")),
    ("a card nobody knows", f"{TWO}row 1=muffin\n", 3, ("Malformed", "unknown-card")),
    ("a card of a bigger deck", f"{TWO}tray Ana milk\n", 3, ("Illegal", "not-in-this-deck")),
    ("a copy too many in one header", f"{TWO}pile {'eclair ' * 4}\n", 3, ("Illegal", "one-too-many")),
    (
        "a copy too many over several headers",
        f"{TWO}tray Ana eclair eclair\npile eclair\nrow 1=eclair\n",
        5,
        ("Illegal", "one-too-many"),
    ),
    ("a number the row has not", f"{TWO}row 4=plain\n", 3, ("Illegal", "no-such-number")),
    ("number nought", f"{TWO}row 0=plain\n", 3, ("Illegal", "no-such-number")),
    ("a number told twice", f"{TWO}row 1=plain 1=glazed\n", 3, ("Malformed", "unreadable")),
    ("a row that is no pairs", f"{TWO}row plain\n", 3, ("Malformed", "unreadable")),
    ("more cards in the deck than there are", f"{TWO}row 1=plain\ndeck 37\n", 4, ("Malformed", "bad-number")),
    ("two numbers for the deck", f"{TWO}deck 3 4\n", 3, ("Malformed", "unreadable")),
    ("a tray of nobody", f"{TWO}tray Cy plain\n", 3, ("Malformed", "unknown-seat")),
    ("a tray before the seats", f"tray Ana plain\n{TWO}", 2, ("Malformed", "missing-header")),
    ("two trays of one seat", f"{TWO}tray Ana plain\ntray Ana glazed\n", 4, ("Malformed", "repeated-header")),
    ("two rows", f"{TWO}row 1=plain\nrow 2=plain\n", 4, ("Malformed", "repeated-header")),
    ("two piles", f"{TWO}pile plain\npile plain\n", 4, ("Malformed", "repeated-header")),
    ("who is first", f"{TWO}first Bo\n", 3, ("Malformed", "unknown-header")),
    ("a case", f"{TWO}start ..BO/BVVM\n", 3, ("Malformed", "unknown-header")),
    ("a level to follow", f"{TWO}follow bank\n", 3, ("Malformed", "unknown-header")),
    ("a hand", f"{TWO}hand Ana B\n", 3, ("Malformed", "unknown-header")),
    ("a ruling of the other game", f"{TWO}rulings sprinkles=donut\n", 3, ("Malformed", "unknown-ruling")),
    ("a ruling without another choice", f"{TWO}rulings twist-empty=no\n", 3, ("Malformed", "unknown-ruling")),
    ("a choice the ruling has not", f"{TWO}rulings boston-pair=5\n", 3, ("Malformed", "unknown-choice")),
]


@pytest.mark.parametrize(("text", "line", "why"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_a_start_that_is_refused_at_its_line(text: str, line: int, why: tuple[str, str]) -> None:
    assert refused(lambda: game(text)) == why
    assert refused_line(lambda: game(text)) == line


# A game followed on paper


def test_a_count_is_over_when_each_seat_has_one() -> None:
    table = game("seats Ana Bo Cy\ntable: final Ana plain plain glazed\ntable: final Cy\n")
    assert not table.over
    table = table.play("table: final Bo powdered")
    assert table.over
    assert money(table) == {"Ana": 7, "Bo": 3, "Cy": 0}
    assert winners(table) == ["Ana"]
    assert table.game.rules.show(table.state)["trays"] == {
        "Ana": ["plain", "plain", "glazed"],
        "Bo": ["powdered"],
        "Cy": [],
    }


def test_a_count_may_be_entered_again_until_the_last_and_replaces_the_first() -> None:
    table = game(f"{TWO}table: final Ana {'plain ' * 7}\ntable: final Ana {'plain ' * 6}\ntable: final Bo plain\n")
    assert money(table) == {"Ana": 9, "Bo": 1}


def test_a_count_counts_every_card_also_those_that_lay_in_trays_row_and_pile() -> None:
    table = game(f"{TWO}tray Ana eclair eclair\npile eclair\nrow 1=plain\n").play(
        "table: final Ana eclair eclair eclair"
    )
    assert table.play(f"table: final Bo {'plain ' * 7}").over


COUNTS = [
    ("more copies than the deck has", f"{TWO}table: final Ana {'plain ' * 8}", "one-too-many"),
    ("more than others left", f"{TWO}table: final Ana eclair eclair\ntable: final Bo eclair eclair", "one-too-many"),
    ("a card not in this deck", f"{TWO}table: final Ana milk", "not-in-this-deck"),
    ("after a refill", f"{TWO}table: refill 1=plain\ntable: final Ana plain", "counted"),
    ("after a bid", f"{TWO}row 1=plain 2=plain 3=plain\nAna: select 1 in 1\ntable: final Ana plain", "counted"),
    ("a refill after a count", f"{TWO}table: final Ana plain\ntable: refill 1=plain", "counted"),
    ("a bid after a count", f"{TWO}row 1=plain 2=plain 3=plain\ntable: final Ana plain\nAna: select 1 in 1", "counted"),
    ("a third count", f"{TWO}table: final Ana\ntable: final Bo\ntable: final Bo plain", "over"),
]


@pytest.mark.parametrize(("text", "reason"), [pytest.param(*row[1:], id=row[0]) for row in COUNTS])
def test_a_count_that_is_refused(text: str, reason: str) -> None:
    assert refused(lambda: game(text)) == ("Illegal", reason)


def test_notes_rulings_and_leaving_do_not_keep_a_count_away() -> None:
    table = game(f'{TWO}table: note "on paper"\ntable: leaves Bo\ntable: ruling tie=shared\ntable: final Ana plain\n')
    assert table.play("table: final Bo plain").over
