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
from companion.kernel.reasons import Shared
from companion.kernel.table import Table
from companion.play import Command, Look, Play
from companion.refusals import Illegal
from companion.sets import load_sets

GAMES = ["game donut-shop\nseats Ana Bo\nfollow everything", "game go-nuts\nseats Ana Bo Cy Di"]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with Journal(tmp_path / "companion.db").open() as opened:
        yield opened


def say(door: Play, book: Book, look: Look, line: str) -> Look:
    return door.play(book, Command(look.code, look.epoch, look.version, (line,), "phone"))


def answer(door: Play, look: Look, dice: random.Random) -> str:
    """Anything the table may say now: a draw as the dealer has it, else a legal move."""
    table = look.table
    peeked = door.peek(look)
    if peeked:
        return door.drawn(look, f"keep {dice.choice(peeked)}")
    if table.game.id == "go-nuts" and table.state.bidding:
        bids = " ".join(f"{table.names.write(seat)}={dice.randint(1, 5)}" for seat in range(len(table.names.now)))
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


# Nobody tells the dealer what it dealt


def refused(door: Play, book: Book, look: Look, line: str) -> str:
    with pytest.raises(Illegal) as caught:
        say(door, book, look, line)
    assert door.look(book, look.code).version == look.version
    return str(caught.value.reason)


def dealt(door: Play, book: Book, game: int = 0, turns: int = 0, drawn: bool = True) -> Look:
    """A table that is dealt, after some turns; the last one without its draw where not `drawn`."""
    look, dice = door.open(book, GAMES[game], "phone", deal=True), random.Random(2)
    for turn in range(turns):
        look = say(door, book, look, answer(door, look, dice))
        if drawn or turn < turns - 1:
            look = say(door, book, look, answer(door, look, dice))
    return look


TOLD_OTHERWISE = [
    "table: reveal tiles BBBB NNNN orders B N",
    "Ana: deal tile BBBB order B",
    "Ana: place OOOO @0,0 B !",
    "table: mend @2,2 B",
    "table: strike 1",
    "table: correct 2 Ana: deal tile BBBB order B",
    "table: insert 2 Ana: deal tile BBBB order B",
    "Ana: end !",
    "Ana: draw ? !",
]


@pytest.mark.parametrize("line", TOLD_OTHERWISE)
def test_nobody_tells_the_dealer_what_it_dealt(book: Book, line: str) -> None:
    door = Play(load_sets(), Feed())
    assert refused(door, book, dealt(door, book), line) == Shared.DEALER


DRAWN_OTHERWISE = [
    "Ana: draw ?",
    "Ana: draw order {0} reveal B tile BBBB",
    "Ana: draw tile {1} reveal BBBB order B",
    "Ana: box 2x2 @2,2 with B*+ V*+ C*+ N*+ !",
    "table: leaves Ana",
    "Bo: place {2} @8,2 B !",
    "Ana: end !",
]


@pytest.mark.parametrize("line", DRAWN_OTHERWISE)
def test_nobody_draws_what_the_dealer_did_not_deal(book: Book, line: str) -> None:
    door = Play(load_sets(), Feed())
    look = dealt(door, book, turns=1, drawn=False)
    shop = look.table.state
    said = line.format(shop.face_up.orders[0], shop.face_up.tiles[0], shop.hands[1].tile)
    assert refused(door, book, look, said) == Shared.DEALER
    told = say(door, book, look, door.drawn(look, f"tile {shop.face_up.tiles[1]}"))
    assert refused(door, book, told, f"table: strike {told.version}") == Shared.DEALER
    assert say(door, book, told, "table: take-back").table.state == shop


def test_what_the_table_decides_and_every_other_repair_stays_free(book: Book) -> None:
    door = Play(load_sets(), Feed())
    look = dealt(door, book, turns=2)
    place = next(told.line for told in look.table.told if " @" in told.line.canonical)
    for line in ('table: note "hm"', "table: adjust Ana +5", f"table: strike {place.seq}", "table: put-back"):
        look = say(door, book, look, line)
    spot = look.table.state.case.spots()[0]
    tile = look.table.state.hands[0].tile
    kind = next(kind for kind in "BNMVC" if kind not in str(tile).upper())
    forced = say(door, book, look, f"Ana: place {tile} @{spot[0]},{spot[1]} {kind} !")
    assert forced.table.told[-1].mark or "O" in str(tile)


@pytest.mark.parametrize("back", ["1", "2", "3"])
def test_what_was_dealt_is_dealt_again_where_it_was_taken_back(book: Book, back: str) -> None:
    door = Play(load_sets(), Feed())
    look = dealt(door, book)
    again = say(door, book, look, f"table: take-back {back}")
    assert again.table.state == look.table.state


@pytest.mark.parametrize(
    "line",
    ["table: refill 1=plain", "table: refill 1=plain !", "table: strike 1", "table: insert 1 table: refill 1=milk"],
)
def test_nobody_refills_the_dealers_row(book: Book, line: str) -> None:
    door = Play(load_sets(), Feed())
    assert refused(door, book, dealt(door, book, game=1), line) == Shared.DEALER


def test_nobody_draws_another_card_than_the_dealers(book: Book) -> None:
    door, dice = Play(load_sets(), Feed()), random.Random(5)
    look = dealt(door, book, game=1)
    while not door.peek(look):
        look = say(door, book, look, answer(door, look, dice))
    seat = look.table.names.write(look.table.state.choice.seat)
    cards = door.peek(look)
    other = next(card for card in deck_for(4) if card not in cards)
    said = " ".join([other, *cards[1:]])
    assert refused(door, book, look, f"{seat}: draw {said}{f' keep {other}' if cards[1:] else ''}") == Shared.DEALER


@pytest.mark.parametrize("game", range(len(GAMES)), ids=["Donut Shop", "Go Nuts"])
def test_names_that_are_quoted_draw_too(book: Book, game: int) -> None:
    door = Play(load_sets(), Feed())
    header = GAMES[game].replace("Ana", '"Anna B"').replace("Bo", '"A.J."')
    look = door.open(book, header, "phone", deal=True)
    assert play_out(door, book, look, 3).table.over


def test_a_draw_is_guessed_once_a_line(book: Book) -> None:
    door = Play(load_sets(), Feed())
    look = dealt(door, book)
    while look.table.state.step == "place":
        look = say(door, book, look, answer(door, look, random.Random(1)))
    right = door.drawn(look, f"order {look.table.state.face_up.orders[0]}")
    with pytest.raises(Illegal) as refusal:
        door.play(book, Command(look.code, look.epoch, look.version, (right, "table: nonsense"), "phone"))
    assert refusal.value.reason == Shared.ALONE


@pytest.mark.parametrize("line", ["table: correct 2 table: reveal Ana=2 Bo=1 Cy=3 Di=4", "table: strike 2"])
def test_what_would_have_been_dealt_otherwise_is_taken_back_not_put_right(book: Book, line: str) -> None:
    door = Play(load_sets(), Feed())
    look = dealt(door, book, game=1)
    look = say(door, book, look, "table: reveal Ana=1 Bo=2 Cy=3 Di=4")
    dice = random.Random(5)
    while not look.table.state.bidding:
        look = say(door, book, look, answer(door, look, dice))
    assert refused(door, book, look, line) == Shared.DEALER
    assert say(door, book, look, "table: take-back 2").table.state.bidding


def test_no_tile_is_laid_before_it_is_dealt(book: Book) -> None:
    door = Play(load_sets(), Feed())
    look = dealt(door, book)
    x, y = look.table.state.case.spots()[0]
    assert refused(door, book, look, f"table: insert 1 Ana: place VVVV @{x},{y} V") == Shared.DEALER
