"""Before the reveal others read nothing that depends on a bid, and never anything of a card put back on the deck."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion.go_nuts.game import GAME
from companion.go_nuts.moves import HIDDEN, Draw, Select
from companion.kernel.redact import as_seen
from companion.kernel.repairs import Correct, Insert, Line
from companion.kernel.table import Table
from tests.go_nuts.cardboard import NAMES, Game, random_game
from tests.go_nuts.drawing import game
from tests.properties import examples, given, st
from tests.transcripts import opened

games = st.builds(
    random_game, st.integers(0, 2**32).map(Random), st.sampled_from([2, 3, 4, 6]), st.sampled_from([0.5, 1.0])
)


def read_by(table: Table, seats: frozenset[int] | None) -> list[str]:
    """Every line of the journal as these seats may read it now, and the state as JSON."""
    seen = as_seen(table, seats)
    read = [line.canonical for line in seen.log if isinstance(line, Line)]
    return [*read, json.dumps(GAME.rules.show(seen.state))]


@examples(60)
@given(games, st.data())
def test_a_bid_is_nobody_elses_until_the_reveal(game: Game, data: st.DataObject) -> None:
    selects = [place for place, line in enumerate(game.lines) if ": select" in line]
    if not selects:
        return
    place = data.draw(st.sampled_from(selects))
    upto = next(n for n in range(place, len(game.lines)) if game.lines[n].startswith("table: reveal"))
    who, _, text = game.lines[place].partition(": ")
    number = data.draw(st.integers(1, game.seats + 1))
    changed = [*game.lines[:place], f"{who}: select {number} in {text.split()[-1]}", *game.lines[place + 1 : upto]]
    one, other = opened(game.headers).play_all(game.lines[:upto]), opened(game.headers).play_all(changed)
    mine = NAMES.index(who)
    others = frozenset(range(game.seats)) - {mine}
    for seats in (others, frozenset[int](), None):
        assert read_by(one, seats) == read_by(other, seats)
    assert read_by(one, frozenset({mine}))[place] == text, "whose bid it is reads it"
    shown = one.play(game.lines[upto]) if place and "select" in game.lines[upto - 1] else one
    assert shown is one or read_by(shown, frozenset())[upto - 1] == game.lines[upto - 1].partition(": ")[2]


DOUBLE = """
seats Ana Bo Cy
row 1=double-chocolate 2=plain 3=plain 4=glazed
table: reveal Ana=1 Bo=2 Cy=3
"""
LINES = ["Ana: draw plain eclair keep eclair", "Ana: draw eclair glazed keep eclair", "Ana: draw ? eclair keep eclair"]


def test_a_card_put_back_is_nobody_elses() -> None:
    tables = [game(DOUBLE).play(text) for text in LINES]
    for seats in (frozenset({1}), frozenset({1, 2}), frozenset[int]()):
        assert {tuple(read_by(table, seats)[:-1]) for table in tables} == {tuple(read_by(tables[2], seats)[:-1])}
    assert read_by(tables[0], frozenset({0}))[-2] == "draw plain eclair keep eclair"
    assert read_by(tables[0], None)[-2] == "draw plain eclair keep eclair", "on paper the table may read it"
    assert len({json.dumps(GAME.rules.show(table.state)) for table in tables}) == 1


def test_others_read_the_same_whichever_of_the_two_was_kept() -> None:
    both = [Draw(("plain", "glazed"), "glazed"), Draw(("glazed", "plain"), "glazed")]
    assert {GAME.rules.redact(move, 0, frozenset({1}), False) for move in both} == {Draw((None, "glazed"), "glazed")}


BIDS = """
seats Ana Bo
row 1=plain 2=glazed 3=plain
table: reveal Ana=1 Bo=1
table: refill 1=plain
table: reveal Ana=1 Bo=1
table: refill 1=plain
Ana: select 3 in 3
"""
REPAIRS = [
    ("nothing was repaired", []),
    ("an earlier round did not happen", ["table: strike 1"]),
    ("two earlier rounds did not happen", ["table: strike 1", "table: strike 3"]),
    ("a forgotten round was put before", ["table: insert 3 table: reveal Ana=1 Bo=1"]),
    ("all rounds were taken back, the bid too", ["table: take-back 1"]),
    ("the bid alone was taken back", ["table: take-back"]),
    ("the bid was corrected", ["table: correct 5 Ana: select 3 in 1"]),
    ("the table ended the game before the reveal", ["table: end"]),
    ("its seat left", ["table: leaves Ana"]),
]


@pytest.mark.parametrize("repairs", [pytest.param(row[1], id=row[0]) for row in REPAIRS])
def test_a_bid_not_revealed_stays_secret_whatever_is_repaired(repairs: list[str]) -> None:
    table = game(BIDS).play_all(repairs)
    for seats, number in ((frozenset({1}), HIDDEN), (None, HIDDEN), (frozenset({0}), 3)):
        seen = as_seen(table, seats)
        lines = [entry.new if isinstance(entry, Insert | Correct) else entry for entry in seen.log]
        lines += [applied.line for applied in seen.applied]
        selects = [line.move for line in lines if isinstance(line, Line) and isinstance(line.move, Select)]
        assert selects and {move.number for move in selects} == {number}


def test_a_bid_is_everybodys_once_it_is_revealed() -> None:
    table = game(BIDS).play("table: reveal Bo=1")
    assert read_by(table, frozenset({1}))[4] == "select 3 in 3"
    asked = game(BIDS.replace("3=plain", "3=chocolate-frosted")).play("table: reveal Bo=1")
    assert asked.state.choice is not None
    assert read_by(asked, frozenset({1}))[4] == "select 3 in 3", "already while the round resolves"
    assert GAME.rules.show(asked.state)["bids"] == {"Ana": 3, "Bo": 1}


def test_the_state_shows_only_that_somebody_bid() -> None:
    assert GAME.rules.show(game(BIDS).state)["bids"] == {"Ana": "?", "Bo": None}
