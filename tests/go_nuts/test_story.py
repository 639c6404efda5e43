"""Every power: the story describes its effect, a decision of the table closes its question, the heading asks it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.go_nuts.cards import CARDS, Power
from companion.go_nuts.moves import Answer
from companion.go_nuts.screen.view import nuts_view
from companion.go_nuts.state import NutsState
from companion.kernel.entry import Entry
from companion.kernel.repairs import Line
from companion.kernel.table import Table
from companion.words import Words
from tests.transcripts import asides, played

ENGLISH = Words("en")
ROW = (
    "game go-nuts\nseats Ana Bo Cy Di Eve\ntray Ana plain plain plain donut-holes\ntray Bo glazed powdered\n"
    "tray Cy eclair\ntray Di powdered\ntray Eve glazed\npile maple-frosted eclair\n"
    "row 1={} 2=plain 3=glazed 4=maple-bar 5=donut-holes 6=coffee\ntable: reveal Ana=1 Bo=4 Cy=5 Di=6 Eve=6\n"
)
REST = ["4: Bo takes Maple Bar.", "5: Cy takes Donut Holes.", "6: Di and Eve collide, so Coffee is discarded."]


@dataclass(frozen=True)
class Row:
    """A card, the answer to it, the story of the answer, and a line the table may decide instead."""

    card: str
    answer: str
    story: tuple[str, ...]
    instead: str = "Ana: discard plain !"


ROWS = (
    Row("chocolate-frosted", "Ana: draw plain", ("Ana gets Plain from the deck.",)),
    Row(
        "double-chocolate",
        "Ana: draw plain glazed keep glazed",
        ("Ana gets Glazed from the deck.", "Ana puts the other card back on the deck."),
    ),
    Row("eclair", "", ("Ana takes Eclair off the discard pile.",)),
    Row("red-velvet", "Ana: take maple-frosted", ("Ana takes Maple Frosted out of the discard pile.",)),
    Row(
        "day-old-donuts",
        "Ana: take maple-frosted eclair",
        ("Ana takes Maple Frosted and Eclair out of the discard pile.",),
    ),
    Row("day-old-donuts", "Ana: take none", ("Ana takes nothing out of the discard pile.",)),
    Row("french-cruller", "Ana: discard 3 2", ("Ana discards Glazed and Plain from the row.",)),
    Row("french-cruller", "Ana: discard none", ("Ana leaves the row as it is.",)),
    Row("sprinkled", "Ana: give plain to Bo", ("Ana gives Plain to Bo.",)),
    Row("bear-claw", "Ana: take glazed from Bo", ("Ana takes Glazed from Bo.",)),
    Row("strawberry-glazed", "Ana: discard eclair from Cy", ("Ana discards Eclair from the tray of Cy.",)),
    Row(
        "cinnamon-twist",
        "table: pass Eve=glazed Ana=plain Bo=glazed Cy=eclair Di=powdered",
        (
            "Ana passes Plain to Bo.",
            "Bo passes Glazed to Cy.",
            "Cy passes Eclair to Di.",
            "Di passes Powdered to Eve.",
            "Eve passes Glazed to Ana.",
        ),
    ),
    Row(
        "milk",
        "Ana: discard plain plain plain",
        ("Ana discards Plain, Plain and Plain.",),
        "Ana: take maple-frosted !",
    ),
    Row("milk", "Ana: discard milk", ("Ana discards Milk.",), "Ana: take maple-frosted !"),
    Row("raspberry-frosted", "Ana: discard plain", ("Ana discards Plain.",), "Ana: take maple-frosted !"),
)
ASKING = [row for row in ROWS if row.answer]


def named(row: Row) -> str:
    return f"{row.card}: {row.answer}"


def asked(row: Row) -> Table:
    return played(ROW.format(row.card))


def story(table: Table) -> list[str]:
    return ENGLISH.story(nuts_view(table.state, table.names, {}).story)


def test_every_power_is_in_the_table() -> None:
    assert {row.card for row in ROWS} == {card.name for card in CARDS if card.power}


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_what_a_power_does_is_in_the_story(row: Row) -> None:
    table = asked(row)
    table = table.play(row.answer) if row.answer else table
    title = ENGLISH.card(row.card)
    assert story(table) == [f"1: Ana takes {title}.", *row.story, *REST]


@pytest.mark.parametrize("row", ASKING, ids=named)
def test_what_the_table_decides_instead_counts_as_the_answer(row: Row) -> None:
    table = asked(row)
    assert table.state.choice is not None and not table.can_put_back
    decided = table.play(row.instead)
    assert decided.applied[-1].mark == "wrong-answer" and not decided.applied[-1].aside
    state: NutsState = decided.state
    assert (state.choice, state.round) == (None, 2)
    assert story(decided)[-3:] == REST


@pytest.mark.parametrize("row", ASKING, ids=named)
@pytest.mark.parametrize(
    "line",
    [
        "draw plain !",
        "draw plain glazed keep plain !",
        "take none !",
        "take maple-frosted !",
        "take glazed from Bo !",
        "give plain to Bo !",
        "discard 2 !",
        "discard none !",
        "discard plain !",
        "discard glazed from Bo !",
    ],
)
def test_no_forced_answer_of_the_seat_asked_leaves_a_question_open(row: Row, line: str) -> None:
    assert asked(row).play(f"Ana: {line}").state.choice is None


def test_a_decision_for_another_seat_leaves_the_question_to_the_one_asked() -> None:
    table = asked(ASKING[0]).play("Bo: take maple-frosted !")
    assert table.state.choice is not None and table.state.choice.seat == 0


@pytest.mark.parametrize("row", [row for row in ASKING if row.card != "cinnamon-twist"], ids=named)
def test_an_answer_a_journal_holds_after_such_a_decision_still_counts(row: Row) -> None:
    """Once the question stayed open: who then answered it keeps what the answer brought, and the line is marked."""
    decided = asked(row).play(row.instead)
    answer = row.answer.removeprefix("Ana: ")
    loaded = decided.load([Entry(decided.version + 1, "Ana", answer)])
    late = loaded.applied[-1]
    assert isinstance(late.line, Line) and isinstance(late.line.move, Answer)
    if not asides(loaded):  # Milk cannot cost three cards one of which is gone
        assert late.mark == "not-asked"
        assert loaded.state.choice is None


# What is asked

QUESTIONS = [
    ("chocolate-frosted", {}, "Which card did Ana draw from the deck?"),
    ("double-chocolate", {}, "Which two cards did Ana draw?"),
    ("double-chocolate", {"cards": "plain"}, "Which other card did Ana draw?"),
    ("double-chocolate", {"cards": "plain.glazed"}, "Which of the two cards does Ana keep?"),
    ("double-chocolate", {"cards": "plain.?"}, "Which of the two cards does Ana keep?"),
    ("red-velvet", {}, "Which card does Ana take out of the discard pile?"),
    ("day-old-donuts", {}, "Which cards, up to three, does Ana take out of the discard pile?"),
    ("french-cruller", {}, "Which cards that nobody chose does Ana discard from the row?"),
    ("sprinkled", {}, "Which card does Ana give away, and who gets it?"),
    ("sprinkled", {"cards": "plain"}, "Who gets Plain from Ana?"),
    ("bear-claw", {}, "Which card does Ana take, and from whom?"),
    ("strawberry-glazed", {}, "Whose card does Ana discard, and which?"),
    ("cinnamon-twist", {}, "Which card does everybody pass to the left?"),
    ("cinnamon-twist", {"seat": "1"}, "Which card does Bo pass to the left?"),
    ("milk", {}, "Which three cards does Ana discard for Milk, or Milk itself?"),
    ("raspberry-frosted", {}, "Which earlier card does Ana discard?"),
]


def question(table: Table, draft: dict[str, str]) -> str:
    ask = nuts_view(table.state, table.names, draft).ask
    return ENGLISH.asks(ask.question, ask.actor, ask.other, ask.about)


@pytest.mark.parametrize(("card", "draft", "expected"), QUESTIONS)
def test_the_heading_asks_what_is_still_open(card: str, draft: dict[str, str], expected: str) -> None:
    assert question(played(ROW.format(card)), draft) == expected


ALONE = [
    ("sprinkled", "Which card does Ana give to Bo?"),
    ("bear-claw", "Which card does Ana take from Bo?"),
    ("strawberry-glazed", "Which card of Bo does Ana discard?"),
    ("double-chocolate", "Which card did Ana draw from the deck?"),
]


@pytest.mark.parametrize(("card", "expected"), ALONE)
def test_the_heading_leaves_out_what_has_one_answer(card: str, expected: str) -> None:
    leaving = "".join(f"table: leaves {name}\n" for name in ("Cy", "Di", "Eve"))
    text = (
        f"game go-nuts\nseats Ana Bo Cy Di Eve\ntray Ana plain\ntray Bo glazed\n{leaving}"
        f"table: refill 1={card} 2=plain 3=glazed 4=maple-bar 5=donut-holes 6=coffee\ntable: reveal Ana=1 Bo=2\n"
    ).replace("tray Bo glazed\n", "tray Bo glazed\ndeck 7\n" if card == "double-chocolate" else "tray Bo glazed\n")
    table = played(text)
    assert table.state.asked_power == (Power.DRAW if card == "double-chocolate" else table.state.choice.power)
    assert question(table, {}) == expected
