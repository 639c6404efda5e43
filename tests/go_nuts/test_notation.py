"""Reading and writing Go Nuts lines: tolerant one way, canonical the other, and never anything but Malformed."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from companion.go_nuts.cards import BY_NAME
from companion.go_nuts.game import GAME
from companion.go_nuts.moves import (
    Discard,
    DiscardFrom,
    DiscardRow,
    Draw,
    FinalTray,
    Give,
    Pass,
    PassAll,
    Refill,
    Reveal,
    Select,
    Take,
    TakeFrom,
)
from companion.kernel.reading import read_line
from companion.kernel.repairs import Line, write_repair
from companion.kernel.text import LONGEST_LINE, Names, line_parts, words
from companion.refusals import Malformed, Refusal
from tests.properties import examples, given, st
from tests.transcripts import opened

SEATS = ("Ana", "Bo", "Cy Lee", 'Q "x=1"', "Eve")
NAMES = Names.of(SEATS)
CY = '"Cy Lee"'
QUOTED = '"Q \\"x=1\\""'
HEADERS = f"game go-nuts\nseats Ana Bo {CY} {QUOTED} Eve\n"
TABLE = opened(HEADERS)
WRITTEN: list[tuple[str, int | None, str, Any, str]] = [
    ("a refill", None, "refill 1=plain 4=eclair", Refill(((1, "plain"), (4, "eclair"))), ""),
    (
        "its numbers in order",
        None,
        "REFILL 4=Eclair 1=PLAIN",
        Refill(((1, "plain"), (4, "eclair"))),
        "refill 1=plain 4=eclair",
    ),
    ("a bid", 0, "select 3 in 4", Select(3, 4), ""),
    ("a bid in capitals", 0, "SELECT 03 IN 004", Select(3, 4), "select 3 in 4"),
    ("a bid as an export shows it", 0, "select ? in 4", Select(None, 4), ""),
    ("bids turned over", None, f"reveal Bo=3 {CY}=1", Reveal(((1, 3), (2, 1))), ""),
    ("a name with a sign in it", None, f"reveal {QUOTED}=1", Reveal(((3, 1),)), ""),
    ("bids all told by phone", None, "reveal", Reveal(()), ""),
    ("names in any letter case", None, "reveal BO=3", Reveal(((1, 3),)), "reveal Bo=3"),
    ("one card drawn", 0, "draw Plain", Draw(("plain",)), "draw plain"),
    ("two drawn", 0, "draw plain glazed keep glazed", Draw(("plain", "glazed"), "glazed"), ""),
    ("the other one secret", 0, "draw ? glazed keep glazed", Draw((None, "glazed"), "glazed"), ""),
    ("the second one secret", 0, "draw glazed ? keep glazed", Draw(("glazed", None), "glazed"), ""),
    ("the row cleared", 0, "discard 4 3", DiscardRow((4, 3)), ""),
    ("nothing of the row", 0, "discard None", DiscardRow(()), "discard none"),
    ("one taken", 0, "take plain", Take(("plain",)), ""),
    ("several taken, in that order", 0, "take plain glazed plain", Take(("plain", "glazed", "plain")), ""),
    ("none taken", 0, "take NONE", Take(()), "take none"),
    ("taken from an opponent", 0, f"take plain FROM {CY}", TakeFrom("plain", 2), f"take plain from {CY}"),
    ("given", 0, "give plain to bo", Give("plain", 1), "give plain to Bo"),
    ("passed", 0, "pass plain", Pass("plain"), ""),
    ("passed by several", None, f"pass Ana=plain {CY}=eclair", PassAll(((0, "plain"), (2, "eclair"))), ""),
    ("three discarded", 0, "discard plain glazed eclair", Discard(("plain", "glazed", "eclair")), ""),
    ("an opponent's discarded", 0, "discard plain from Bo", DiscardFrom("plain", 1), ""),
    ("a final count", None, f"final {CY} plain glazed plain", FinalTray(2, ("plain", "glazed", "plain")), ""),
    ("a final count of nothing", None, "final Ana", FinalTray(0, ()), ""),
    ("a final count of none", None, "final Ana none", FinalTray(0, ()), "final Ana"),
]


@pytest.mark.parametrize(("seat", "typed", "move", "canonical"), [pytest.param(*row[1:], id=row[0]) for row in WRITTEN])
def test_read_and_written(seat: int | None, typed: str, move: Any, canonical: str) -> None:
    assert GAME.rules.read(seat, words(typed), NAMES, TABLE.state) == move
    assert GAME.rules.write(move, NAMES) == (canonical or typed)


cards = st.sampled_from(list(BY_NAME))
trays = st.lists(cards, max_size=6).map(tuple)
seats = st.integers(0, len(SEATS) - 1)
numbers = st.integers(0, 999_999)
by_seat = st.lists(st.tuples(seats, numbers), max_size=5, unique_by=lambda pair: pair[0]).map(tuple)
passes = st.lists(st.tuples(seats, cards), min_size=1, max_size=5, unique_by=lambda pair: pair[0]).map(tuple)
rows = st.lists(st.tuples(numbers, cards), min_size=1, max_size=7, unique_by=lambda pair: pair[0])
pairs = st.one_of(st.tuples(cards, cards), st.tuples(st.none(), cards), st.tuples(cards, st.none()))
SEAT_MOVES: Any = st.one_of(
    st.builds(Select, st.one_of(st.none(), numbers), numbers),
    st.builds(Draw, st.tuples(cards)),
    st.builds(Draw, pairs, cards),
    st.builds(Take, trays),
    st.builds(TakeFrom, cards, seats),
    st.builds(Give, cards, seats),
    st.builds(Pass, cards),
    st.builds(DiscardRow, st.lists(numbers, max_size=6, unique=True).map(tuple)),
    st.builds(Discard, trays.filter(bool)),
    st.builds(DiscardFrom, cards, seats),
)
TABLE_MOVES: Any = st.one_of(
    st.builds(Refill, rows.map(lambda row: tuple(sorted(row)))),
    st.builds(Reveal, by_seat),
    st.builds(PassAll, passes),
    st.builds(FinalTray, seats, trays),
)


@examples(300)
@given(SEAT_MOVES)
def test_every_move_of_a_seat_is_read_as_it_is_written(move: Any) -> None:
    assert GAME.rules.read(0, words(GAME.rules.write(move, NAMES)), NAMES, TABLE.state) == move


@examples(200)
@given(TABLE_MOVES)
def test_every_move_of_the_table_is_read_as_it_is_written(move: Any) -> None:
    assert GAME.rules.read(None, words(GAME.rules.write(move, NAMES)), NAMES, TABLE.state) == move


GOOD = [
    *(f"{'table' if seat is None else 'Ana'}: {typed}" for _, seat, typed, _, _ in WRITTEN),
    "table: refill 1=plain 2=plain !",
    "Ana: draw plain !",
    f"table: insert 3 {CY}: take plain from {QUOTED} !",
    "table: correct 17 table: refill 1=plain !",
]
NOISE = [*' :"\\!=,?#&0-1\t\né\u202eſ³', "", "Ana", "table", "plain", "none", "from", "keep"]


@st.composite
def mutated(draw: Any) -> str:
    """A good line with a few slips in it."""
    line = list(draw(st.sampled_from(GOOD)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(line)))
        line[at : at + draw(st.integers(0, 2))] = draw(st.sampled_from(NOISE))
    return "".join(line)


def kept(line: str) -> str | None:
    """The line as the journal keeps it, None where it is Malformed; any other exception is a bug and flies."""
    try:
        entered = read_line(TABLE.game, TABLE.start, TABLE.names, 5, *line_parts(line))
    except Malformed:
        return None
    return str(entered) if isinstance(entered, Line) else f"table: {write_repair(entered)}"


@examples(500)
@given(st.one_of(mutated(), st.text(max_size=60), st.text('Anatble: "plin=drwkp1?!\\', max_size=30)))
def test_any_line_is_malformed_or_a_fixed_point(line: str) -> None:
    once = kept(line)
    if once is not None:
        assert kept(once) == once
        assert len(once) <= LONGEST_LINE


FULL = f"{HEADERS}row 1=chocolate-frosted 2=plain 3=milk 4=cinnamon-twist 5=glazed 6=french-cruller\n"


@examples(150)
@given(st.lists(st.one_of(mutated(), st.sampled_from(GOOD)), max_size=6))
def test_any_lines_are_accepted_or_refused_and_load_again(lines: list[str]) -> None:
    start = opened(FULL)
    table = start
    for line in lines:
        with suppress(Refusal):
            table = table.play(line)
    assert start.load([table.entry(seq) for seq in range(1, table.version + 1)]).applied == table.applied
