"""Whole games at random, with real stacks beside them: the companion must agree with the cardboard, line by line."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.donut_shop.game import GAME
from companion.donut_shop.moves import Deal, DrawOrder, DrawTile, Mend, Pack, Place
from companion.donut_shop.parts import Box, Order, Tile
from companion.donut_shop.state import ShopState
from companion.kernel.reading import read_line
from companion.kernel.repairs import Line
from companion.kernel.table import Table
from companion.kernel.text import line_parts, words
from companion.refusals import Illegal
from tests.cardboard import Game, random_game
from tests.properties import examples, given, st
from tests.transcripts import loaded, marks, money, opened, played, same, transcript_of

LEVELS = ["everything", "case", "bank"]
games = st.builds(
    random_game,
    st.integers(0, 2**32).map(Random),
    st.sampled_from([2, 3, 4]),
    st.sampled_from(LEVELS),
    st.sampled_from([0.0, 0.0, 0.3, 1.0]),
)
whole = st.builds(random_game, st.integers(0, 2**32).map(Random), st.sampled_from([2, 3, 4]))


def table_of(game: Game) -> Table:
    return opened(game.headers).play_all(game.lines)


@examples(150)
@given(games)
def test_the_companion_agrees_with_the_cardboard(game: Game) -> None:
    """Every line of a game played by the rulebook is accepted unmarked, kept as entered, and pays what it must."""
    table = table_of(game)
    assert [str(t.line) for t in table.applied] == game.lines
    assert [sum(t.paid.values()) for t in table.applied] == game.pays
    assert marks(table) == {}
    assert table.over
    assert not any(t.state.over for t in table.applied[:-1])
    assert money(table) == dict(zip(table.names.now, game.money, strict=True))
    if game.level != "bank":
        assert table.state.laid == 36
        assert table.state.case.open == {s: d for s, d in game.case.items() if s not in game.boxed}
        assert table.state.case.boxed == {s: game.case[s] for s in game.boxed}
        assert [hand.count for hand in table.state.hands] == [len(hand) for hand in game.hands]
        assert {f"{w}x{h}": n for (w, h), n in game.boxes.items()} == table.state.boxes
        assert table.state.own == game.own


@examples(60)
@given(games)
def test_playing_loading_and_playing_the_transcript_agree(game: Game) -> None:
    table = table_of(game)
    assert same(loaded(game.headers, table), table)
    assert same(played(transcript_of(game.headers, table)), table)


@examples(40)
@given(games)
def test_cards_and_tiles_are_conserved(game: Game) -> None:
    """38 of each come to the table: in the stacks, face up, in hands, laid or discarded."""
    if game.level == "bank":
        return
    table = opened(game.headers)
    discarded = 0
    for line in game.lines:
        table = table.play(line)
        shop: ShopState = table.state
        move = table.applied[-1].line.move
        discarded += len(move.cards) if isinstance(move, Pack) else 0
        assert sum(hand.count or 0 for hand in shop.hands) + shop.stacks + 2 + discarded == 38
        holding = sum(shop.owed) if shop.owed else game.seats
        laid_this_turn = shop.step != "place"
        assert shop.laid + shop.stacks + holding - laid_this_turn == 36


@examples(60)
@given(games, st.data())
def test_legal_moves_are_accepted_and_written_as_they_are_read(game: Game, data: st.DataObject) -> None:
    """Also that the move really played is among them, where the tile is known."""
    upto = data.draw(st.integers(0, len(game.lines) - 1))
    table = opened(game.headers).play_all(game.lines[:upto])
    shop: ShopState = table.state
    if max(len(hand.orders) for hand in shop.hands) > 5:
        return
    for seat, move in islice(GAME.rules.legal_moves(shop), 300):
        GAME.rules.check(shop, seat, move)
        text = GAME.rules.write(move, table.names)
        assert GAME.rules.read(seat, words(text), table.names, shop) == move
    entered = read_line(GAME, table.start, table.names, 0, *line_parts(game.lines[upto]))
    assert isinstance(entered, Line)
    if isinstance(entered.move, Place) and shop.hands[shop.turn].tile is not None:
        assert (entered.seat, entered.move) in set(GAME.rules.legal_moves(shop))


@examples(15)
@given(whole)
def test_the_spots_of_a_tile_are_all_the_places_that_are_accepted(game: Game) -> None:
    """Against trying every square around the case."""
    table = opened(game.headers).play_all(game.lines[:9])
    shop: ShopState = table.state
    tile = Tile("BNMV")
    shop = shop._replace(hands=shop.hands_with(shop.turn, shop.hands[shop.turn].drawn(None, tile)), step=shop.step)
    found = {(m.at, m.tile, m.kind) for _, m in GAME.rules.legal_moves(shop) if isinstance(m, Place)}
    accepted = set()
    for x in range(-9, 16):
        for y in range(-9, 16):
            for turned in tile.orientations():
                for kind in "BNMV":
                    if is_accepted(shop, Place(turned, (x, y), kind)):
                        accepted.add(((x, y), turned, kind))
    assert found == accepted


def is_accepted(shop: ShopState, move: Any) -> bool:
    try:
        GAME.rules.check(shop, shop.turn, move)
    except Illegal:
        return False
    return True


other_tile = st.one_of(st.none(), st.text("BNMVCbnO", min_size=4, max_size=4).map(Tile))
other_order = st.one_of(st.none(), st.builds(Order, st.sampled_from("BNMVC"), st.booleans(), st.booleans()))


def with_other_secrets(move: Any, tile: Tile | None, order: Order | None) -> Any:
    """The same move, had the seat been dealt or drawn something else unseen."""
    match move:
        case Deal():
            return Deal(tile, order)
        case DrawOrder(taken, turned_up, _):
            return DrawOrder(taken, turned_up, tile)
        case DrawTile(taken, turned_up, _):
            return DrawTile(taken, turned_up, order)
    return move


@examples(30)
@given(games, other_tile, other_order)
def test_what_others_read_does_not_depend_on_a_secret(game: Game, tile: Tile | None, order: Order | None) -> None:
    for applied in table_of(game).applied:
        seat, move = applied.line.seat, applied.line.move
        if seat is None:
            assert GAME.rules.redact(move, seat, frozenset(), False) == move
            continue
        others = frozenset(range(game.seats)) - {seat}
        read = GAME.rules.redact(move, seat, others, False)
        assert read == GAME.rules.redact(with_other_secrets(move, tile, order), seat, others, False)
        assert read == GAME.rules.redact(move, seat, frozenset(), False), "a stranger reads the same"
        assert GAME.rules.redact(move, seat, frozenset({seat}), False) == move, "its holder reads everything"


def turned(move: Any) -> Any:
    """A move a quarter turn clockwise round the frame of six by six."""
    match move:
        case Place(tile, (x, y), kind):
            return Place(tile.turned(), (4 - y, x), kind)
        case Pack(box, (x, y), orders, wilds, own):
            return Pack(Box(box.height, box.width), (6 - y - box.height, x), orders, wilds, own)
        case Mend((x, y), letter):
            return Mend((5 - y, x), letter)
    return move


def replayed(game: Game, start: str, change: Any) -> Table:
    table = table_of(game)
    other = opened(game.headers.replace(game.start, start))
    for applied in table.applied:
        who = "table" if applied.line.seat is None else table.names.write(applied.line.seat)
        other = other.play(f"{who}: {GAME.rules.write(change(applied.line.move), table.names)}")
    return other


@examples(20)
@given(whole)
def test_a_quarter_turn_of_the_table_keeps_all_pays(game: Game) -> None:
    rows = game.start.split("/")
    start = "/".join("".join(rows[5 - x][y] for x in range(6)) for y in range(6))
    table = replayed(game, start, turned)
    assert [sum(t.paid.values()) for t in table.applied] == game.pays


@examples(20)
@given(whole, st.integers(0, 4), st.integers(0, 4))
def test_the_frame_further_right_and_down_keeps_all_pays(game: Game, right: int, down: int) -> None:
    def moved(move: Any) -> Any:
        match move:
            case Place(tile, (x, y), kind):
                return Place(tile, (x + 2 * right, y + 2 * down), kind)
            case Pack(box, (x, y), orders, wilds, own):
                return Pack(box, (x + 2 * right, y + 2 * down), orders, wilds, own)
        return move

    rows = ["." * (6 + 2 * right)] * (2 * down) + [".." * right + row for row in game.start.split("/")]
    table = replayed(game, "/".join(rows), moved)
    assert [sum(t.paid.values()) for t in table.applied] == game.pays


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_level_and_number_of_seats_was_played(level: str, seats: int) -> None:
    game = random_game(Random(7), seats, level, 0.3)
    assert table_of(game).over
    assert game.money != [0] * seats
