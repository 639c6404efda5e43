"""*Deal for me*: whole games are played with nothing but what the server deals, and nothing dealt is known before."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.editions import load_sets
from companion.go_nuts.cards import deck_for
from companion.go_nuts.dealing import deck_now
from companion.kernel.entry import Entry
from companion.kernel.reasons import Shared
from companion.kernel.table import Table
from companion.refusals import Illegal
from companion.tables.dealer import NEWEST, check, check_open, seed_line, seed_of, stock
from companion.tables.feed import Feed
from companion.tables.journal import Book, Journal
from companion.tables.play import Command, Look, Play
from tests.transcripts import opened

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
    deck = deck_now(table, stock(table, look.seed))
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


# Nobody confirms a guess with a line that is refused anyway


def answered(door: Play, book: Book, look: Look, line: str) -> str:
    """The refusal a line ends in, and what a page would show of it."""
    with pytest.raises(Illegal) as caught:
        door.play(book, Command(look.code, look.epoch, look.version, (line,), "phone"))
    refusal, repair = caught.value, f"table: insert 1 {line}"
    pages = [door.knows_otherwise(look, shown) for shown in (line, f"{line} !", repair)]
    return f"{refusal.reason} {dict(refusal.facts)} {pages}"


def told_alike(door: Play, book: Book, look: Look, template: str, guesses: list[str]) -> None:
    """A line is answered in one way, whatever is guessed in it."""
    assert len({answered(door, book, look, template.format(guess)) for guess in guesses}) == 1, template


def shop_guesses(look: Look) -> Iterator[tuple[str, list[str]]]:
    """Lines nobody may enter now, whatever the guess in them; the first guess is right."""
    table, shop, dealt = look.table, look.table.state, stock(look.table, look.seed)
    (x, y), (free_x, free_y) = min(shop.case.blocks()), shop.case.spots()[0]
    for seat, who in enumerate(table.names.now):
        tiles = [str(shop.hands[seat].tile or "BBBB"), "BBBB", "VVVV", "bNmC"]
        orders = [*map(str, shop.hands[seat].orders), "B", "B*", "N+", "C*+"]
        yield f"{who}: place {{}} @{x},{y} B", tiles
        yield f"{who}: place {{}} @{x},{y} B !", tiles
        yield f"{who}: place {{}} @{free_x + 1},{free_y} B !", tiles
        if seat != shop.turn or shop.step != "place":
            yield f"{who}: place {{}} @{free_x},{free_y} B", tiles
        yield f"{who}: box 2x2 @80,80 with {{}}", orders
        yield f"{who}: box 2x2 @80,80 with {{}} !", orders
        at = 4 + len(dealt.tiles) - 4 - shop.stacks
        if 0 <= at < len(dealt.tiles):
            draws = [f"{dealt.orders[at]} tile {dealt.tiles[at]}", "B tile BBBB", "N+ tile VVVV"]
            drawing = f"{who}: draw order {shop.face_up.orders[0]} reveal {{}}"
            yield f"{drawing} !", draws
            if seat != shop.turn or shop.step == "place":
                yield drawing, draws


@pytest.mark.parametrize("turns", [0, 1, 4, 9])
@pytest.mark.parametrize("ended", [False, True], ids=["in the game", "after its end"])
def test_no_refused_line_tells_what_somebody_holds_or_draws_next(book: Book, turns: int, ended: bool) -> None:
    door = Play(load_sets(), Feed())
    for drawn in (True, False):
        look = dealt(door, book, turns=turns, drawn=drawn)
        if ended:
            look = say(door, book, look, "table: end")
        for template, guesses in shop_guesses(look):
            told_alike(door, book, look, template, guesses)


@pytest.mark.parametrize("ended", [False, True], ids=["in the game", "after its end"])
def test_no_refused_line_tells_the_next_card(book: Book, ended: bool) -> None:
    door, dice = Play(load_sets(), Feed()), random.Random(5)
    look, asked = dealt(door, book, game=1), 0
    while not look.table.over and asked < 4:
        deck = [*deck_now(look.table, stock(look.table, look.seed)), "plain", "plain"]
        peeked = door.peek(look)
        asked += bool(peeked)
        there = say(door, book, look, "table: end") if ended else look
        for seat, who in enumerate(look.table.names.now):
            mine = bool(peeked) and seat == look.table.state.choice.seat
            others = [card for card in deck_for(4) if card not in deck[:2]][:3]
            for sign in ("!",) if mine and not ended else ("", "!"):
                told_alike(door, book, there, f"{who}: draw {{}} {sign}", [deck[0], *others])
                pairs = [f"{deck[0]} {deck[1]} keep {deck[0]}", *(f"{card} {card} keep {card}" for card in others)]
                told_alike(door, book, there, f"{who}: draw {{}} {sign}", pairs)
        if ended:
            there = say(door, book, there, "table: take-back")
        look = say(door, book, there, answer(door, there, dice))


def test_what_the_page_shows_of_a_repair_confirms_no_guess(book: Book) -> None:
    """A line put in earlier is compared with what its seat held only as it is recorded."""
    door = Play(load_sets(), Feed())
    look = dealt(door, book, turns=3)
    x, y = look.table.state.case.spots()[0]
    held = look.table.state.hands[1].tile
    for tile in (held, "VVVV"):
        for line in (f"table: insert 6 Bo: place {tile} @{x},{y} V", f"Bo: place {tile} @{x},{y} V !"):
            assert not door.knows_otherwise(look, line)
            check_open(look.table, line)
    with pytest.raises(Illegal):
        check(look.table, look.seed, f"table: insert 6 Bo: place VVVV @{x},{y} V")


# No release of Python changes a table that is being played

SHUFFLED = {
    "0123456789abcdef": (
        "..BB../..Cb../cvCMBM/MBmcvB/..BN../..NM..",
        (
            "bbNB NNCv CBCV VCbB OVBC CNbM nmCO VVmc cVnM VNvB OVVb ncCO MOMn MObM bNMV VVNN ONnN NvOn BMmc "
            "NCVC MvCM vNBO VnNv CCCv OMOB CmnN BbVc vBmB CbMO OCCM BOVV CNBv NMmV nVCV bmMm NNcV COON nMVB"
        ),
        ("B*+ M+ V C* B+ M+ V+ N M* B C* C* N* B V* V N* N N V*+ M+ N V C+ M+ M+ B N* C* B+ C* V* B* N+ M+ C* C B+"),
        (
            "jelly-filled plain chocolate-frosted glazed powdered jelly-filled donut-holes plain chocolate-"
            "frosted jelly-filled donut-holes chocolate-frosted plain plain glazed maple-bar donut-holes plain "
            "powdered jelly-filled powdered donut-holes eclair eclair eclair glazed jelly-filled glazed donut-"
            "holes plain jelly-filled french-cruller plain maple-bar glazed powdered donut-holes"
        ),
    ),
    "2 0123456789abcdef": (
        "..OB../..BV../BNNOOb/cOBVBO/..bV../..bM..",
        (
            "BVMO MBbO CbMC MOBm VNMc nMBV CcNM cnVB McVC NNMC mMOM vbCc bOcC vNVm bNNO vOMC mvCN NnMC NbcN "
            "Bnnn nVNB nBbM MvCB VOMv CBvC CMVn CVmb NCMb NBNB MBCN VCNN VNvO VvNB mVMv vCMM mVCc VmVC nMCB"
        ),
        ("N N* N*+ M+ B+ B M+ B* N+ V N* C* C V+ C B* V C V+ M+ M*+ N C+ M V* C B* C N+ B*+ B+ M* N V*+ C*+ B M M*"),
        (
            "jelly-filled chocolate-frosted donut-holes chocolate-frosted donut-holes eclair plain donut-holes "
            "plain powdered glazed glazed maple-bar maple-bar plain jelly-filled powdered donut-holes powdered "
            "plain jelly-filled jelly-filled plain powdered glazed glazed jelly-filled donut-holes eclair plain "
            "french-cruller plain donut-holes jelly-filled glazed eclair chocolate-frosted"
        ),
    ),
}


@pytest.mark.parametrize("seed", SHUFFLED)
def test_a_seed_deals_this_and_nothing_else_for_ever(book: Book, seed: str) -> None:
    """Tables are being played that were dealt so: a change here deals them otherwise in the middle of a game."""
    cross, tiles, orders, cards = SHUFFLED[seed]
    shop, deck = (stock(opened(f"{header}\n"), seed) for header in (GAMES[0], "game go-nuts\nseats Ana Bo"))
    assert "/".join(shop.cross) == cross
    assert (" ".join(map(str, shop.tiles)), " ".join(map(str, shop.orders))) == (tiles, orders)
    assert " ".join(deck) == cards


def test_a_table_dealt_by_the_first_version_goes_on_as_it_began(book: Book) -> None:
    header = f"{GAMES[1]}\n# dealt 0123456789abcdef"
    entry = Entry(1, "table", "refill 1=jelly-filled 2=powdered 3=cinnamon-twist 4=french-cruller 5=plain")
    door = Play(load_sets(), Feed())
    look = door.look(book, book.create("BCDFG", "go-nuts", header, "2026-01-01T00:00:00Z", "Ana's", [entry]).code)
    assert look.seed == "0123456789abcdef"
    assert tuple(stock(look.table, look.seed))[:5] == tuple(look.table.state.row)
    assert play_out(door, book, look, 1).table.over


def test_new_tables_say_how_they_are_shuffled(book: Book) -> None:
    look = Play(load_sets(), Feed()).open(book, GAMES[1], "phone", deal=True)
    assert look.seed.startswith(f"{NEWEST} ") and seed_of(f"game go-nuts\n{seed_line(look.seed)}") == look.seed
    assert seed_of("# dealt 3 0123456789abcdef") == ""
