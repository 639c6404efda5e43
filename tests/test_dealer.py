"""*Deal for me*: whole games are played with nothing but what the server deals, and nothing dealt is known before."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.feed import Feed
from companion.go_nuts.cards import deck_for
from companion.go_nuts.dealing import deck_now
from companion.journal import Book, Journal
from companion.kernel.table import Table
from companion.play import Command, Look, Play
from companion.sets import load_sets

GAMES = ["game donut-shop\nseats Ana Bo\nfollow everything", "game go-nuts\nseats Ana Bo Cy Di"]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with Journal(tmp_path / "companion.db").open() as opened:
        yield opened


def say(door: Play, book: Book, look: Look, line: str) -> Look:
    return door.play(book, Command(look.code, look.version, (line,), "phone"))


def answer(door: Play, look: Look, dice: random.Random) -> str:
    """Anything the table may say now: a draw as the dealer has it, else a legal move."""
    table = look.table
    peeked = door.peek(look)
    if peeked:
        return door.drawn(look, f"keep {dice.choice(peeked)}")
    if table.game.id == "go-nuts" and table.state.bidding:
        bids = " ".join(f"{name}={dice.randint(1, 5)}" for name in table.names.now)
        return f"table: reveal {bids}"
    shop = table.state
    if table.game.id == "donut-shop" and shop.step != "place":
        order = f"order {dice.choice(shop.face_up.orders)}"
        return door.drawn(look, order) if shop.stacks else f"{table.names.write(shop.turn)}: end"
    seat, move = dice.choice([legal for legal, _ in zip(table.game.legal_moves(table.state), range(40), strict=False)])
    return f"{table.names.write(seat)}: {table.game.write(move, table.names)}"


def play_out(door: Play, book: Book, look: Look, seed: int) -> Look:
    dice = random.Random(seed)
    for _ in range(600):
        if look.table.over:
            return look
        look = say(door, book, look, answer(door, look, dice))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("header", GAMES, ids=["donut-shop", "go-nuts"])
@pytest.mark.parametrize("seed", range(3))
def test_a_dealt_game_is_played_to_its_end_and_every_line_is_legal(book: Book, header: str, seed: int) -> None:
    door = Play(load_sets(), Feed())
    look = play_out(door, book, door.open(book, header, "phone", deal=True), seed)
    assert not [told for told in look.table.told if told.mark]
    again = Play(load_sets(), Feed()).look(book, look.code)
    assert again.table.state == look.table.state and again.seed == look.seed


def test_the_donut_shop_dealt_has_36_placements(book: Book) -> None:
    door = Play(load_sets(), Feed())
    assert play_out(door, book, door.open(book, GAMES[0], "phone", deal=True), 1).table.state.laid == 36


def test_no_card_is_dealt_that_the_box_does_not_hold(book: Book) -> None:
    door = Play(load_sets(), Feed())
    look = play_out(door, book, door.open(book, GAMES[1], "phone", deal=True), 5)
    table: Table = look.table
    nuts = table.state
    deck = deck_now(table, table.game.stock(table.start, random.Random(look.seed).shuffle))
    seen = [*deck, *nuts.pile, *(card for card in nuts.row if card), *(card for tray in nuts.trays for card in tray)]
    assert Counter(seen) == Counter(deck_for(4)) and len(deck) == nuts.deck


@pytest.mark.parametrize("header", GAMES, ids=["donut-shop", "go-nuts"])
def test_two_tables_are_shuffled_apart_and_a_line_taken_back_is_dealt_the_same(book: Book, header: str) -> None:
    door = Play(load_sets(), Feed())
    look, other = (door.open(book, header, "phone", deal=True) for _ in range(2))
    assert look.table.state != other.table.state
    before = look.table.entry(look.version)
    assert (
        say(door, book, look, f"table: take-back {before.seq}").table.state == look.table.state or before.who != "table"
    )


@pytest.mark.parametrize("asked", ["", "order", "order Z", "tile ????", "keep plain", "order B*\nBo: end"])
@pytest.mark.parametrize("header", GAMES, ids=["donut-shop", "go-nuts"])
def test_nonsense_draws_nothing(book: Book, header: str, asked: str) -> None:
    door = Play(load_sets(), Feed())
    assert door.drawn(door.open(book, header, "phone", deal=True), asked) == ""
