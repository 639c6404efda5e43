"""Repairs at random thrown into random games: the fold never refuses, marks are honest, put-back undoes exactly."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from companion.go_nuts.game import GAME
from companion.go_nuts.moves import Draw, Refill
from companion.go_nuts.state import NutsState
from companion.kernel.common import COMMON, Rule
from companion.kernel.repairs import REPAIRS, Line, counting, standing_lines
from companion.kernel.table import Table
from companion.refusals import Illegal, Refusal
from tests.go_nuts.cardboard import NAMES, Game, random_game
from tests.properties import examples, given, st
from tests.transcripts import loaded, opened, played, same, transcript_of

PLAYED = [random_game(Random(seed), seats, secrecy) for seed, secrecy in enumerate((0.0, 0.5)) for seats in range(2, 7)]
TABLE_LINES = [
    "table: ruling sprinkled-self=yes",
    "table: ruling types=no from-the-start",
    "table: leaves Bo",
    "table: returns Bo",
    "table: leaves Ana",
    "table: returns Ana",
    "table: rename Ana Zoe",
    "table: end",
    "table: final Ana plain",
    "table: refill 1=plain 2=eclair !",
    "Ana: draw eclair !",
    "Ana: discard 1 3 !",
    "Bo: pass plain !",
    "Ana: select ? in 1",
    'table: adjust Bo -5 "a slip"',
]


def a_repair(rng: Random, table: Table, game: Game) -> str:
    """A repair at random, now and then one that points at nothing."""
    number = rng.randint(1, table.version + 1)
    line = rng.choice([*game.lines, *game.lines, *TABLE_LINES])
    if rng.random() < 0.2:
        line = f"{rng.choice(NAMES[: game.seats])}:{line.partition(':')[2]}"
    if rng.random() < 0.2 and not line.endswith("!"):
        line += " !"
    kinds = ["take-back", f"take-back {number}", f"strike {number}", f"strike {number}", "put-back", "put-back"]
    return f"table: {rng.choice([*kinds, f'insert {number} {line}', f'correct {number} {line}'])}"


def try_to_enter(table: Table, line: str) -> Table:
    try:
        return table.play(line)
    except Refusal:
        return table


def repaired(rng: Random, game: Game) -> Table:
    """A game with a repair after every fifth line or so; lines that no longer fit are forced or left out."""
    table = opened(game.headers)
    for line in game.lines[: rng.randint(8, len(game.lines))]:
        table = try_to_enter(table, line)
        if rng.random() < 0.1:
            table = try_to_enter(table, f"{line} !")
        if rng.random() < 0.2:
            table = try_to_enter(table, a_repair(rng, table, game))
        if rng.random() < 0.05:
            table = try_to_enter(table, rng.choice(TABLE_LINES))
    return table


seeds = st.integers(0, 2**32)
games = st.integers(0, len(PLAYED) - 1)


@examples(150)
@given(seeds, games)
def test_a_repaired_game_loads_as_it_was_played(seed: int, which: int) -> None:
    rng, game = Random(seed), PLAYED[which]
    table = repaired(rng, game)
    assert same(loaded(game.headers, table), table)
    assert [t.line for t in table.applied] == standing_lines(table.log)
    assert same(played(transcript_of(game.headers, table)), table)


@examples(150)
@given(seeds, games)
def test_marks_and_asides_are_honest(seed: int, which: int) -> None:
    """Unmarked: the rules allow it. Marked: they do not, for that reason. Set aside: it changes nothing at all."""
    rng, game = Random(seed), PLAYED[which]
    table = repaired(rng, game)
    before: NutsState = start_of(table)
    for applied in table.applied:
        if applied.aside:
            assert applied.state == before
        elif applied.line.move is not None:
            assert applied.mark == reason(before, applied.line)
        before = applied.state


def start_of(table: Table) -> NutsState:
    """The state before the first line that stands, under the rulings chosen for the whole game."""
    moves = [t.line.move for t in table.applied if isinstance(t.line.move, Rule) and t.line.move.from_the_start]
    chosen = {move.ruling: move.choice for move in moves}
    nuts: NutsState = table.start
    return nuts._replace(party=replace(nuts.party, rulings={**nuts.party.rulings, **chosen}))


def reason(nuts: NutsState, line: Line) -> str | None:
    try:
        GAME.rules.check(nuts, line.seat, line.move)
        if line.forced:
            GAME.rules.check_entered(nuts, line.seat, line.move)
    except Illegal as refusal:
        return str(refusal.reason)
    return None


@examples(150)
@given(seeds, games)
def test_a_card_comes_from_the_deck_or_from_where_it_lay(seed: int, which: int) -> None:
    """However lines are repaired or forced, only a refill and a draw bring cards, and no card is ever lost."""
    rng, game = Random(seed), PLAYED[which]
    table = repaired(rng, game)
    before = lying(table.start)
    for applied in table.applied:
        after = lying(applied.state)
        brought = after - before
        assert not before - after, f"lost by {applied.line}"
        if not isinstance(applied.line.move, Refill | Draw):
            assert not brought, f"out of nothing by {applied.line}"
        assert applied.state.deck >= 0
        assert all(copies >= 0 for copies in applied.state.left.values())
        before = after


def lying(nuts: NutsState) -> Counter[str]:
    """Cards in row, pile and trays."""
    return Counter([*filter(None, nuts.row), *nuts.pile, *(card for tray in nuts.trays for card in tray)])


@examples(100)
@given(seeds, games)
def test_put_back_undoes_a_repair_exactly(seed: int, which: int) -> None:
    rng, game = Random(seed), PLAYED[which]
    table = repaired(rng, game)
    for _ in range(4):
        again = try_to_enter(table, a_repair(rng, table, game))
        if again is table or str(again.text(again.version)[1]) == "put-back":
            continue
        back = again.play("table: put-back")
        assert back.applied == table.applied
        assert back.state == table.state


@examples(50)
@given(seeds, games)
def test_everything_put_back_is_the_game_without_repairs(seed: int, which: int) -> None:
    rng, game = Random(seed), PLAYED[which]
    table = repaired(rng, game)
    while counting(table.log):
        table = table.play("table: put-back")
    assert [t.line for t in table.applied] == [line for line in table.log if not isinstance(line, REPAIRS)]


@examples(100)
@given(seeds, games)
def test_a_repair_loses_no_line(seed: int, which: int) -> None:
    """Correct, insert and strike leave every other line standing, with the same words; no word of the table is lost."""
    rng, game = Random(seed), PLAYED[which]
    table = opened(game.headers).play_all(game.lines[: rng.randint(5, len(game.lines))])
    number = rng.randint(1, table.version)
    others = [str(t.line) for t in table.applied if t.line.seq != number]
    line = rng.choice(game.lines)
    for repair in (f"correct {number} {line}", f"insert {number} {line}", f"strike {number}"):
        after = table.play(f"table: {repair}")
        new = {table.version + 1} if repair.startswith("insert") else set()
        assert [str(t.line) for t in after.applied if t.line.seq not in {number} | new] == others
        assert not any(t.aside for t in after.applied if isinstance(t.line.move, COMMON))


@examples(60)
@given(seeds, games)
def test_one_answer_struck_leaves_every_other_answer_of_its_round(seed: int, which: int) -> None:
    """Its question lapses; who was asked after it in the round is asked all the same, unless a card is missing now."""
    rng, game = Random(seed), PLAYED[which]
    table = opened(game.headers).play_all(game.lines)
    answers = [t.line.seq for t in table.applied if t.line.seat is not None and ": select" not in str(t.line)]
    if not answers:
        return
    number = rng.choice(answers)
    after = table.play(f"table: strike {number}")
    reveals = [t.line.seq for t in table.applied if "reveal" in t.line.text and t.line.seq > number]
    following = reveals[0] if reveals else table.version
    for t in after.applied:
        if number < t.line.seq < following and t.aside:
            assert t.mark in ("not-in-tray", "not-in-pile", "not-asked", "number-empty")
