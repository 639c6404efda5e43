"""Repairs at random thrown into random games: the fold never refuses, marks are honest, put-back undoes exactly."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.donut_shop.game import GAME
from companion.donut_shop.moves import Deal, Draw, EndTurn, Pack, PaidOut, Place
from companion.donut_shop.state import ShopState
from companion.kernel.common import COMMON, Rule
from companion.kernel.repairs import REPAIRS, counting, standing_lines
from companion.kernel.table import Table
from companion.refusals import Illegal, Refusal
from tests.cardboard import NAMES, Game, random_game
from tests.properties import examples, given, st
from tests.transcripts import SHOP, loaded, opened, played, same, standing, transcript_of

LEVELS = [(seats, level) for seats in (2, 3, 4) for level in ("everything", "case", "bank")]
PLAYED = [random_game(Random(seed), seats, level, 0.2) for seed, (seats, level) in enumerate(LEVELS)]
TABLE_LINES = [
    "table: ruling holes-join=no",
    "table: ruling sprinkles=donut from-the-start",
    "table: leaves Bo",
    "table: returns Bo",
    "table: rename Ana Zoë",
    "table: rename Bo Ana",
    "table: mend @2,2 b",
    "table: end",
    "table: final Ana 10 Bo 20",
    'table: adjust Bo -5 "a slip"',
]


def a_repair(rng: Random, table: Table, game: Game) -> str:
    """A repair at random, now and then one that points at nothing."""
    number = rng.randint(1, table.version + 1)
    line = rng.choice([*game.lines, *game.lines, *TABLE_LINES])
    if rng.random() < 0.2:
        line = f"{rng.choice(NAMES[: game.seats])}:{line.partition(':')[2]}"
    if rng.random() < 0.2 and not line.startswith("table"):
        line += rng.choice([" !", " !30"])
    kinds = ["take-back", f"take-back {number}", f"strike {number}", "put-back", "put-back"]
    return f"table: {rng.choice([*kinds, f'insert {number} {line}', f'correct {number} {line}'])}"


def try_to_enter(table: Table, line: str) -> Table:
    try:
        return table.play(line)
    except Refusal:
        return table


def repaired(rng: Random, game: Game) -> Table:
    """A game with a repair after every fourth line or so; lines that no longer fit are forced or left out."""
    table = opened(game.headers)
    for line in game.lines[: rng.randint(8, len(game.lines))]:
        table = try_to_enter(table, line)
        if rng.random() < 0.1:
            table = try_to_enter(table, f"{line} !")
        if rng.random() < 0.25:
            table = try_to_enter(table, a_repair(rng, table, game))
        if rng.random() < 0.05:
            table = try_to_enter(table, rng.choice(TABLE_LINES))
    return table


seeds = st.integers(0, 2**32).map(Random)
games = st.sampled_from(PLAYED)


@examples(200)
@given(seeds, games)
def test_a_repaired_game_loads_as_it_was_played(rng: Random, game: Game) -> None:
    table = repaired(rng, game)
    assert same(loaded(game.headers, table), table)
    assert table.names.now == table.state.party.names
    assert [t.line for t in table.applied] == standing_lines(table.log)
    assert same(played(transcript_of(game.headers, table)), table)


@examples(100)
@given(seeds, games, st.integers(0, 100))
def test_a_journal_may_be_loaded_in_two_goes(rng: Random, game: Game, percent: int) -> None:
    table = repaired(rng, game)
    entries = [table.entry(seq) for seq in range(1, table.version + 1)]
    half = len(entries) * percent // 100
    assert same(opened(game.headers).load(entries[:half]).load(entries[half:]), table)


@examples(200)
@given(seeds, games)
def test_marks_and_asides_are_honest(rng: Random, game: Game) -> None:
    """Unmarked: the rules allow it. Marked: they do not, for that reason. Set aside: no effect but whose turn it is."""
    table = repaired(rng, game)
    before = start_of(table)
    for applied in table.applied:
        why = reason(before, applied.line.seat, applied.line.move)
        if applied.line.decided is None:
            assert applied.mark == why or (applied.aside and why is not None)
        else:
            assert applied.mark == (why or "decided") or applied.aside
        if applied.aside:
            assert applied.paid == {}
            assert (applied.state.case, applied.state.money, applied.state.laid) == (
                before.case,
                before.money,
                before.laid,
            )
        if applied.line.seat is not None:
            assert_in_turn_after(applied.line.seat, applied.line.move, applied.state)
        before = applied.state


def start_of(table: Table) -> ShopState:
    """The state before the first line that stands, under the rulings chosen for the whole game."""
    chosen = {
        t.line.move.ruling: t.line.move.choice
        for t in table.applied
        if isinstance(t.line.move, Rule) and t.line.move.from_the_start
    }
    shop: ShopState = table.start
    return shop._replace(party=replace(shop.party, rulings={**shop.party.rulings, **chosen}))


def reason(shop: ShopState, seat: int | None, move: object) -> str | None:
    try:
        GAME.rules.check(shop, seat, move)  # type: ignore[arg-type]
    except Illegal as refusal:
        return str(refusal.reason)
    return None


def assert_in_turn_after(seat: int, move: object, shop: ShopState) -> None:
    """Whoever's line it was is in turn, at the step after it, however the line came to stand there."""
    if isinstance(move, Place):
        assert (shop.turn, shop.step) == (seat, "box")
    elif isinstance(move, Pack):
        assert (shop.turn, shop.step) == (seat, "draw")
    elif isinstance(move, Draw | EndTurn):
        assert shop.step == "place"
        others = set(range(len(shop.hands))) - shop.party.away - {seat}
        left = [other for other in others if shop.owed is None or shop.owed[other]]
        assert shop.turn != seat or not left
    else:
        assert isinstance(move, Deal | PaidOut)


@examples(200)
@given(seeds, games)
def test_put_back_undoes_a_repair_exactly(rng: Random, game: Game) -> None:
    table = repaired(rng, game)
    for _ in range(4):
        again = try_to_enter(table, a_repair(rng, table, game))
        if again is table or "put-back" in again.text(again.version)[1]:
            continue
        back = again.play("table: put-back")
        assert (standing(back), back.applied, back.state) == (standing(table), table.applied, table.state)
        assert back.names.now == table.names.now
        table = again


@examples(100)
@given(seeds, games)
def test_putting_everything_back_leaves_every_line_ever_entered(rng: Random, game: Game) -> None:
    table = repaired(rng, game)
    while counting(table.log):
        table = table.play("table: put-back")
    assert [t.line for t in table.applied] == [line for line in table.log if not isinstance(line, REPAIRS)]
    assert try_to_enter(table, "table: put-back") is table


@examples(100)
@given(seeds, games)
def test_a_repair_loses_no_line_and_unseats_nobody(rng: Random, game: Game) -> None:
    """Correct, insert and strike leave every other line standing, with its seat and text."""
    table = opened(game.headers).play_all(game.lines[: rng.randint(5, len(game.lines))])
    number = rng.randint(1, table.version)
    others = [str(t.line) for t in table.applied if t.line.seq != number]
    line = rng.choice(game.lines)
    for repair in (f"correct {number} {line}", f"insert {number} {line}", f"strike {number}"):
        after = table.play(f"table: {repair}")
        new = {table.version + 1} if repair.startswith("insert") else set()
        assert [str(t.line) for t in after.applied if t.line.seq not in {number} | new] == others
        assert not any(t.aside for t in after.applied if isinstance(t.line.move, COMMON))


def test_a_game_may_be_repaired_after_its_end_and_go_on() -> None:
    game = PLAYED[0]
    table = opened(game.headers).play_all(game.lines)
    assert table.over
    reopened = table.play("table: take-back")
    assert not reopened.over
    assert reopened.play(game.lines[-1]).state == table.state


def test_an_empty_table_can_be_repaired_by_nothing() -> None:
    for repair in ("take-back", "take-back 1", "strike 1", "put-back", "insert 1 Ana: end", "correct 1 Ana: end"):
        table = opened(SHOP)
        assert try_to_enter(table, f"table: {repair}") is table
