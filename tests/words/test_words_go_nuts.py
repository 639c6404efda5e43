"""The words of Go Nuts: moves, cards, questions, the story of a round; a secret bid has no number."""

from __future__ import annotations

import pytest

from companion.go_nuts.cards import CARDS, Power
from companion.go_nuts.notation import RULINGS
from companion.kernel.reading import read_line
from companion.kernel.redact import as_seen
from companion.kernel.table import Table
from companion.kernel.text import line_parts
from companion.refusals import Illegal
from companion.words import Words, go_nuts
from tests.transcripts import opened, played

ENGLISH, MADE_UP = Words("en"), Words("qps")
NAMES = ("Ana", "Bo", "Cy")
EMPTY = "game go-nuts\nseats Ana Bo Cy\n"
FULL = EMPTY + "row 1=plain 2=glazed 3=powdered 4=eclair\n"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("table: refill 4=eclair 1=plain", "Cards turned up: 1 Plain, 4 Eclair"),
        ("table: refill 1=plain !", "Cards turned up: 1 Plain — the table decided so"),
        ("Ana: select 3 in 4", "Ana bid on 3 in round 4"),
        ("Ana: select ? in 4", "Ana has bid"),
        ("table: reveal", "Cards turned over"),
        ("table: reveal Bo=3 Cy=1", "Cards turned over: Bo 3, Cy 1"),
        ("Ana: draw plain", "Ana drew Plain"),
        ("Ana: draw plain glazed keep glazed", "Ana drew Plain and Glazed, and kept Glazed"),
        ("Ana: draw plain plain keep plain", "Ana drew Plain and Plain, and kept Plain"),
        ("Ana: draw ? glazed keep glazed", "Ana drew two cards and kept Glazed"),
        ("Ana: discard 4 3", "Ana discarded the cards at 4 and 3 in the row"),
        ("Ana: discard none", "Ana left the row as it was"),
        ("Bo: take plain", "Bo took Plain out of the discard pile"),
        ("Bo: take plain glazed milk", "Bo took Plain, Glazed and Milk out of the discard pile"),
        ("Bo: take none", "Bo took nothing out of the discard pile"),
        ("Ana: give plain to Bo", "Ana gave Plain to Bo"),
        ("Ana: give plain to Bo !", "Ana gave Plain to Bo — the table decided so"),
        ("Ana: take plain from Bo", "Ana took Plain from Bo"),
        ("Ana: pass day-old-donuts", "Ana passed Day-Old Donuts to the left"),
        ("table: pass Ana=plain Bo=jelly-filled", "Passed to the left: Ana Plain, Bo Jelly-Filled"),
        ("Ana: discard plain glazed eclair", "Ana discarded Plain, Glazed and Eclair"),
        ("Ana: discard milk", "Ana discarded Milk"),
        ("Ana: discard plain from Bo", "Ana discarded Plain from the tray of Bo"),
        ("table: final Ana plain glazed plain", "Counted: Ana has 1 Glazed, 2 Plain"),
        ("table: final Ana", "Counted: Ana has no cards"),
        ('table: adjust Ana +2 "a card on the floor"', "Corrected by hand: Ana +2 (a card on the floor)"),
        ("table: adjust Ana -12", "Corrected by hand: Ana −12"),
        ("table: ruling tie=shared", "From now on: Who wins when points are equal? The win is shared at once."),
        ("table: insert 17 Bo: take plain", "Inserted before line 17: Bo took Plain out of the discard pile"),
        ("table: correct 17 Bo: select ? in 2", "Line 17 now reads: Bo has bid"),
    ],
)
def test_a_line_in_plain_words(line: str, sentence: str) -> None:
    table = opened(EMPTY)
    entry = read_line(table.game, table.start, table.names, 1, *line_parts(line))
    assert ENGLISH.move(entry, NAMES) == sentence


def test_a_card_is_called_as_it_is_printed_and_in_another_language_both_ways() -> None:
    assert ENGLISH.card("day-old-donuts") == "Day-Old Donuts"
    assert MADE_UP.card("plain") == "⟦Plååîîñ⟧"
    assert MADE_UP.card_both("plain") == "⟦Plååîîñ⟧ (Plain)"
    assert ENGLISH.card_both("plain") == "Plain"
    assert MADE_UP.printed_beside("plain") == "Plain"
    assert ENGLISH.printed_beside("eclair") == ""
    assert MADE_UP.card_printed("plain") == "Plain"
    assert ENGLISH.card("cronut") == "cronut"
    for card in CARDS:
        assert go_nuts.CARDS[card.name].title == card.title


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_a_card_has_words_for_its_points_and_power(card) -> None:  # type: ignore[no-untyped-def]
    assert ENGLISH.card_points(card.name).endswith(".")
    assert bool(ENGLISH.card_power(card.name)) == (card.power != Power.NONE)


def test_every_power_that_waits_for_somebody_asks() -> None:
    for power in set(Power) - {Power.NONE, Power.TAKE_TOP}:
        assert ENGLISH.asks(power, "Ana").endswith("?")
    assert ENGLISH.asks(Power.GIVE, "Bo") == "Which card does Bo give away, and who gets it?"


def test_cards_are_counted_and_a_row_is_numbered() -> None:
    assert ENGLISH.cards(["plain", "milk", "plain"]) == "2 Plain, 1 Milk"
    assert ENGLISH.cards([]) == ""
    assert ENGLISH.row([(1, "plain"), (2, None)]) == "1 Plain, 2 –"


def test_the_story_of_a_round() -> None:
    events = [
        ("takes", "Ana", "eclair", 1),
        ("top", "Ana", "plain"),
        ("collide", ["Bo", "Cy"], "glazed", 2),
        ("takes", "Di", "raspberry-frosted", 4),
        ("gone", "Di", "raspberry-frosted"),
        ("nothing", "Eve", "bear-claw"),
        ("draws", "Fay", "milk"),
    ]
    assert ENGLISH.story(events) == [
        "1: Ana takes Eclair.",
        "Ana takes Plain off the discard pile.",
        "2: Bo and Cy collide, so Glazed is discarded.",
        "4: Di takes Raspberry Frosted.",
        "Di discards Raspberry Frosted: there is no other card to discard for it.",
        "Eve’s Bear Claw has no effect.",
        "Fay gets Milk from the deck.",
    ]
    with pytest.raises(ValueError, match="sings"):
        ENGLISH.story([("sings", "Ana")])


def test_the_events_of_a_round_have_sentences() -> None:
    table = played(FULL + "table: reveal Ana=4 Bo=1 Cy=1")
    view = table.game.screen.view(table, {})
    assert ENGLISH.story(view.story) == [
        "1: Bo and Cy collide, so Plain is discarded.",
        "4: Ana takes Eclair.",
        "Ana takes Plain off the discard pile.",
    ]


def test_a_part_is_a_card_and_coffee_is_in_both_games() -> None:
    assert ENGLISH.part("day-old-donuts") == "Day-Old Donuts"
    assert (ENGLISH.part("coffee"), ENGLISH.part("coffee", "donut-shop")) == ("coffee", "coffee")
    assert ENGLISH.part("coffee", "go-nuts") == "Coffee"
    assert ENGLISH.part("adjust", "go-nuts") == "corrected by hand"


def test_every_ruling_that_can_be_chosen_has_its_words() -> None:
    assert [ruling.id for ruling in RULINGS] == list(go_nuts.RULINGS)[: len(RULINGS)]
    assert ENGLISH.ruling("maple-frosted-tie") == "Who scores Maple Frosted when several have the fewest cards?"
    assert ENGLISH.choice("boston-pair") == "6 points."
    assert ENGLISH.choice("boston-pair", "3") == "3 points."


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (Illegal("choice-first", card="cinnamon-twist", seats=["Bo", "Cy"]), "Cinnamon Twist comes first: Bo and Cy"),
        (Illegal("row-not-full", numbers=[2, 3]), "Nobody can bid yet: no card lies at 2 and 3."),
        (Illegal("too-many", card="red-velvet", fewest=1, most=1), "Red Velvet takes 1 out of the discard pile."),
        (Illegal("too-many", card="day-old-donuts", fewest=0, most=3), "Day-Old Donuts takes 0 to 3 out of"),
        (Illegal("one-too-many", card="plain"), "The deck has no Plain left: all have been entered."),
        (
            Illegal("one-too-many", card="plain", lines=[1, 3, 8]),
            "The deck has no Plain left: all were entered, ",
        ),
    ],
    ids=lambda value: str(value)[:50],
)
def test_a_refusal_uses_the_players_terms(refusal: Illegal, sentence: str) -> None:
    assert ENGLISH.refusal(refusal).sentence.startswith(sentence)


def test_the_earlier_copies_are_named_by_their_lines() -> None:
    lines = ["table: refill 1=maple-bar 2=plain 3=plain 4=plain", "table: reveal Ana=1 Bo=2 Cy=2"]
    with pytest.raises(Illegal) as caught:
        played(EMPTY + "\n".join(lines)).play_all(["table: refill 1=maple-bar", "table: refill 2=maple-bar"])
    assert ENGLISH.refusal(caught.value).sentence.endswith("entered, in these lines: 1 and 3.")


# Secrets


def journal(table: Table, seats: frozenset[int] | None = None) -> list[str]:
    return [ENGLISH.move(entry, table.start.party.names) for entry in as_seen(table, seats).log]


OPEN = FULL + "Ana: select 3 in 1\nBo: select 2 in 1\n"


def test_a_bid_of_an_open_round_has_no_number_but_for_its_own_seat() -> None:
    table = played(OPEN)
    assert journal(table) == ["Ana has bid", "Bo has bid"]
    assert journal(table, frozenset()) == ["Ana has bid", "Bo has bid"]
    assert journal(table, frozenset({0})) == ["Ana bid on 3 in round 1", "Bo has bid"]


def test_once_the_cards_are_turned_over_everybody_sees_the_bids() -> None:
    assert journal(played(OPEN + "table: reveal Cy=2"))[:2] == ["Ana bid on 3 in round 1", "Bo bid on 2 in round 1"]


def test_a_bid_inside_a_repair_is_as_secret() -> None:
    table = played(OPEN + "table: correct 1 Ana: select 4 in 1\ntable: insert 2 Cy: select 4 in 1\ntable: strike 2")
    assert journal(table)[2:] == [
        "Line 1 now reads: Ana has bid",
        "Inserted before line 2: Cy has bid",
        "Removed: line 2",
    ]
    assert journal(table, frozenset({2}))[3] == "Inserted before line 2: Cy bid on 4 in round 1"


def test_a_bid_stays_secret_though_a_repair_renumbers_its_round() -> None:
    lines = "table: reveal Ana=1 Bo=1 Cy=1\ntable: refill 1=plain\nAna: select 3 in 2\ntable: strike 1"
    assert journal(played(FULL + lines))[2] == "Ana has bid"
