"""*Deal for me*: whole games are played with nothing but what the server deals, and nothing dealt is known before."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.editions import load_sets
from companion.go_nuts.cards import deck_for
from companion.kernel.entry import Entry
from companion.kernel.reasons import CommonReason
from companion.kernel.table import Table
from companion.kernel.viewer import Viewer
from companion.refusals import Illegal
from companion.store.journal import Connection
from companion.store.store import open_store
from companion.tables.dealer import NEWEST, check, drawn, peek, seed_line, seed_of, stock
from companion.tables.door import Command, contradicts_deal
from companion.tables.feed import Feed
from companion.tables.play import Play
from companion.tables.snapshot import Snapshot
from tests.transcripts import opened

GAMES = ["game donut-shop\nseats Ana Bo\nfollow everything", "game go-nuts\nseats Ana Bo Cy Di"]


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    with open_store(tmp_path / "companion.db").open() as opened:
        yield opened


EVERYBODY = Viewer(open=frozenset(range(6)))  # a phone on which every cover is open


def record(door: Play, connection: Connection, snapshot: Snapshot, *lines: str, viewer: Viewer = EVERYBODY) -> Snapshot:
    """The table after lines, as it is."""
    door.play(connection, Command(snapshot.code, snapshot.epoch, snapshot.version, lines, "phone"), viewer)
    return door.snapshot(connection, snapshot.code)


def draw(snapshot: Snapshot, wanted: str) -> str:
    """The line of a draw as the dealer has it; empty for none."""
    return str(drawn(snapshot.table, snapshot.seed, wanted) or "")


def peeked_by(snapshot: Snapshot, seats: frozenset[int] = EVERYBODY.open) -> tuple[str, ...]:
    return peek(snapshot.table, snapshot.seed, seats)


def answer(door: Play, snapshot: Snapshot, dice: random.Random) -> str:
    """Any line that may be entered now: a draw as the dealer has it, else a legal move."""
    table = snapshot.table
    peeked = peeked_by(snapshot)
    if peeked:
        return draw(snapshot, f"keep {dice.choice(peeked)}")
    if table.game.id == "go-nuts" and (line := draw(snapshot, "")):
        return line
    if table.game.id == "go-nuts" and table.state.bidding:
        bids = " ".join(f"{table.names.write(seat)}={dice.randint(1, 5)}" for seat in range(len(table.names.now)))
        return f"table: reveal {bids}"
    shop = table.state
    if table.game.id == "donut-shop" and shop.step != "place":
        order = f"order {dice.choice(shop.face_up.orders)}"
        return draw(snapshot, order) if shop.stacks else f"{table.names.write(shop.turn)}: end"
    seat, move = dice.choice(
        [legal for legal, _ in zip(table.game.rules.legal_moves(table.state), range(40), strict=False)]
    )
    return f"{table.names.write(seat)}: {table.game.rules.write(move, table.names)}"


def play_out(door: Play, connection: Connection, snapshot: Snapshot, seed: int) -> Snapshot:
    dice = random.Random(seed)
    for _ in range(600):
        if snapshot.table.over:
            return snapshot
        snapshot = record(door, connection, snapshot, answer(door, snapshot, dice))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("header", GAMES, ids=["donut-shop", "go-nuts"])
@pytest.mark.parametrize("seed", range(3))
def test_a_dealt_game_is_played_to_its_end_and_every_line_is_legal(
    connection: Connection, header: str, seed: int
) -> None:
    door = Play(load_sets(), Feed())
    snapshot = play_out(door, connection, door.open(connection, header, "phone", deal=True), seed)
    assert not [applied for applied in snapshot.table.applied if applied.mark]
    again = Play(load_sets(), Feed()).snapshot(connection, snapshot.code)
    assert again.table.state == snapshot.table.state and again.seed == snapshot.seed


def test_the_donut_shop_dealt_has_36_placements(connection: Connection) -> None:
    door = Play(load_sets(), Feed())
    assert play_out(door, connection, door.open(connection, GAMES[0], "phone", deal=True), 1).table.state.laid == 36


def test_no_card_is_dealt_that_the_box_does_not_hold(connection: Connection) -> None:
    door = Play(load_sets(), Feed())
    snapshot = play_out(door, connection, door.open(connection, GAMES[1], "phone", deal=True), 5)
    table: Table = snapshot.table
    nuts = table.state
    deck = stock(table, snapshot.seed).deck(table)
    seen = [*deck, *nuts.pile, *(card for card in nuts.row if card), *(card for tray in nuts.trays for card in tray)]
    assert Counter(seen) == Counter(deck_for(4)) and len(deck) == nuts.deck


@pytest.mark.parametrize("header", GAMES, ids=["donut-shop", "go-nuts"])
def test_two_tables_are_shuffled_apart_and_a_line_taken_back_is_dealt_the_same(
    connection: Connection, header: str
) -> None:
    door = Play(load_sets(), Feed())
    snapshot, other = (door.open(connection, header, "phone", deal=True) for _ in range(2))
    assert snapshot.table.state != other.table.state
    before = snapshot.table.entry(snapshot.version)
    assert (
        record(door, connection, snapshot, f"table: take-back {before.seq}").table.state == snapshot.table.state
        or before.who != "table"
    )


@pytest.mark.parametrize("asked", ["", "order", "order Z", "tile ????", "keep plain", "order B*\nBo: end"])
@pytest.mark.parametrize("header", GAMES, ids=["donut-shop", "go-nuts"])
def test_nonsense_draws_nothing(connection: Connection, header: str, asked: str) -> None:
    door = Play(load_sets(), Feed())
    assert draw(door.open(connection, header, "phone", deal=True), asked) == ""


# Nobody enters what the dealer dealt


def refused(door: Play, connection: Connection, snapshot: Snapshot, line: str) -> str:
    with pytest.raises(Illegal) as caught:
        record(door, connection, snapshot, line)
    assert door.snapshot(connection, snapshot.code).version == snapshot.version
    return str(caught.value.reason)


def dealt(door: Play, connection: Connection, game: int = 0, turns: int = 0, drawn: bool = True) -> Snapshot:
    """A table that is dealt, after some turns; the last one without its draw where not `drawn`."""
    snapshot, dice = door.open(connection, GAMES[game], "phone", deal=True), random.Random(2)
    for turn in range(turns):
        snapshot = record(door, connection, snapshot, answer(door, snapshot, dice))
        if drawn or turn < turns - 1:
            snapshot = record(door, connection, snapshot, answer(door, snapshot, dice))
    return snapshot


ENTERED_OTHERWISE = [
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


@pytest.mark.parametrize("line", ENTERED_OTHERWISE)
def test_nobody_enters_what_the_dealer_dealt(connection: Connection, line: str) -> None:
    door = Play(load_sets(), Feed())
    assert refused(door, connection, dealt(door, connection), line) == CommonReason.DEALER


DRAWN_OTHERWISE = [
    "Ana: draw ?",
    "Ana: box 2x2 @2,2 with B*+ V*+ C*+ N*+ !",
    "table: leaves Ana",
    "Bo: place {2} @8,2 B !",
    "Ana: end !",
]


@pytest.mark.parametrize("line", DRAWN_OTHERWISE)
def test_nobody_draws_what_the_dealer_did_not_deal(connection: Connection, line: str) -> None:
    door = Play(load_sets(), Feed())
    snapshot = dealt(door, connection, turns=1, drawn=False)
    shop = snapshot.table.state
    entered = line.format(shop.face_up.orders[0], shop.face_up.tiles[0], shop.hands[1].tile)
    assert refused(door, connection, snapshot, entered) == CommonReason.DEALER
    after = record(door, connection, snapshot, draw(snapshot, f"tile {shop.face_up.tiles[1]}"))
    assert refused(door, connection, after, f"table: strike {after.version}") == CommonReason.DEALER
    assert record(door, connection, after, "table: take-back").table.state == shop


def test_a_draw_is_the_dealers_whatever_is_guessed_in_it(connection: Connection) -> None:
    door = Play(load_sets(), Feed())
    for template in ("Ana: draw order {0} reveal B tile BBBB", "Ana: draw tile {1} reveal BBBB order B"):
        snapshot = dealt(door, connection, turns=1, drawn=False)
        up = snapshot.table.state.face_up
        kind, piece = ("order", up.orders[0]) if "{0}" in template else ("tile", up.tiles[0])
        right = draw(snapshot, f"{kind} {piece}")
        after = record(door, connection, snapshot, template.format(up.orders[0], up.tiles[0]))
        assert str(after.table.log[-1]) == right


def test_what_comes_from_a_hand_is_entered_where_it_may_be_seen(connection: Connection) -> None:
    """Else whether it is taken or refused would show whether a guess was right."""
    door = Play(load_sets(), Feed())
    snapshot = dealt(door, connection)
    x, y = snapshot.table.state.case.spots()[0]
    tile = snapshot.table.state.hands[0].tile
    for viewer, reason in (
        (Viewer(), CommonReason.COVERED),
        (Viewer(open=frozenset({1})), CommonReason.COVERED),
        (Viewer(others=frozenset({0})), CommonReason.OTHER_PHONE),
    ):
        for guess in (tile, "VVVV"):
            for line in (f"Ana: place {guess} @{x},{y} V", f"Ana: place {guess} @{x},{y} V !"):
                with pytest.raises(Illegal) as refusal:
                    record(door, connection, snapshot, line, viewer=viewer)
                assert refusal.value.reason == reason
    record(door, connection, snapshot, f"Ana: place {tile} @{x},{y} B !", viewer=Viewer(open=frozenset({0})))


def test_what_the_table_decides_and_every_other_repair_stays_free(connection: Connection) -> None:
    door = Play(load_sets(), Feed())
    snapshot = dealt(door, connection, turns=2)
    place = next(applied.line for applied in snapshot.table.applied if " @" in applied.line.canonical)
    for line in ('table: note "hm"', "table: adjust Ana +5", f"table: strike {place.seq}", "table: put-back"):
        snapshot = record(door, connection, snapshot, line)
    spot = snapshot.table.state.case.spots()[0]
    tile = snapshot.table.state.hands[0].tile
    kind = next(kind for kind in "BNMVC" if kind not in str(tile).upper())
    forced = record(door, connection, snapshot, f"Ana: place {tile} @{spot[0]},{spot[1]} {kind} !")
    assert forced.table.applied[-1].mark or "O" in str(tile)


@pytest.mark.parametrize("back", ["1", "2", "3"])
def test_what_was_dealt_is_dealt_again_where_it_was_taken_back(connection: Connection, back: str) -> None:
    door = Play(load_sets(), Feed())
    snapshot = dealt(door, connection)
    again = record(door, connection, snapshot, f"table: take-back {back}")
    assert again.table.state == snapshot.table.state


@pytest.mark.parametrize(
    "line",
    ["table: refill 1=plain", "table: refill 1=plain !", "table: strike 1", "table: insert 1 table: refill 1=milk"],
)
def test_nobody_refills_the_dealers_row(connection: Connection, line: str) -> None:
    door = Play(load_sets(), Feed())
    assert refused(door, connection, dealt(door, connection, game=1), line) == CommonReason.DEALER


def test_nobody_draws_another_card_than_the_dealers(connection: Connection) -> None:
    door, dice = Play(load_sets(), Feed()), random.Random(5)
    snapshot = dealt(door, connection, game=1)
    while not peeked_by(snapshot):  # not every game comes to a draw
        over = snapshot.table.over
        snapshot = (
            dealt(door, connection, game=1)
            if over
            else record(door, connection, snapshot, answer(door, snapshot, dice))
        )
    seat = snapshot.table.names.write(snapshot.table.state.choice.seat)
    cards = peeked_by(snapshot)
    left = snapshot.table.state.left
    other = next(card for card in deck_for(4) if card not in cards and left[card])
    entered = " ".join([other, *cards[1:]])
    assert (
        refused(door, connection, snapshot, f"{seat}: draw {entered}{f' keep {other}' if cards[1:] else ''}")
        == CommonReason.DEALER
    )


@pytest.mark.parametrize("game", range(len(GAMES)), ids=["Donut Shop", "Go Nuts"])
def test_names_that_are_quoted_draw_too(connection: Connection, game: int) -> None:
    door = Play(load_sets(), Feed())
    header = GAMES[game].replace("Ana", '"Anna B"').replace("Bo", '"A.J."')
    snapshot = door.open(connection, header, "phone", deal=True)
    assert play_out(door, connection, snapshot, 3).table.over


def test_a_draw_is_guessed_once_a_line(connection: Connection) -> None:
    door = Play(load_sets(), Feed())
    snapshot = dealt(door, connection)
    while snapshot.table.state.step == "place":
        snapshot = record(door, connection, snapshot, answer(door, snapshot, random.Random(1)))
    right = draw(snapshot, f"order {snapshot.table.state.face_up.orders[0]}")
    with pytest.raises(Illegal) as refusal:
        door.play(
            connection, Command(snapshot.code, snapshot.epoch, snapshot.version, (right, "table: nonsense"), "phone")
        )
    assert refusal.value.reason == CommonReason.ALONE


@pytest.mark.parametrize("line", ["table: correct 2 table: reveal Ana=2 Bo=1 Cy=3 Di=4", "table: strike 2"])
def test_what_would_have_been_dealt_otherwise_is_taken_back_not_put_right(connection: Connection, line: str) -> None:
    door = Play(load_sets(), Feed())
    snapshot = dealt(door, connection, game=1)
    snapshot = record(door, connection, snapshot, "table: reveal Ana=1 Bo=2 Cy=3 Di=4")
    dice = random.Random(5)
    while not snapshot.table.state.bidding:
        snapshot = record(door, connection, snapshot, answer(door, snapshot, dice))
    assert refused(door, connection, snapshot, line) == CommonReason.DEALER
    assert record(door, connection, snapshot, "table: take-back 2").table.state.bidding


def test_no_tile_is_laid_before_it_is_dealt(connection: Connection) -> None:
    door = Play(load_sets(), Feed())
    snapshot = dealt(door, connection)
    x, y = snapshot.table.state.case.spots()[0]
    assert refused(door, connection, snapshot, f"table: insert 1 Ana: place VVVV @{x},{y} V") == CommonReason.DEALER


# Nobody confirms a guess with a line that is refused anyway


def answered(door: Play, connection: Connection, snapshot: Snapshot, line: str) -> str:
    """The refusal a line ends in on a phone that may see nobody's hand, and what a page would show of it there."""
    nobody = Viewer()
    with pytest.raises(Illegal) as caught:
        door.play(connection, Command(snapshot.code, snapshot.epoch, snapshot.version, (line,), "phone"), nobody)
    refusal, repair = caught.value, f"table: insert 1 {line}"
    seen = door.seen(connection, snapshot.code, nobody.open)
    pages = [contradicts_deal(seen, nobody, shown) for shown in (line, f"{line} !", repair)]
    return f"{refusal.reason} {dict(refusal.facts)} {pages}"


def dealt_alike(door: Play, connection: Connection, snapshot: Snapshot, template: str, guesses: list[str]) -> None:
    """A line is answered in one way, whatever is guessed in it."""
    assert len({answered(door, connection, snapshot, template.format(guess)) for guess in guesses}) == 1, template


def shop_guesses(snapshot: Snapshot) -> Iterator[tuple[str, list[str]]]:
    """Lines nobody may enter now, whatever the guess in them; the first guess is right."""
    table, shop, dealt = snapshot.table, snapshot.table.state, stock(snapshot.table, snapshot.seed)
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
def test_no_refused_line_shows_what_somebody_holds_or_draws_next(
    connection: Connection, turns: int, ended: bool
) -> None:
    door = Play(load_sets(), Feed())
    for has_drawn in (True, False):
        snapshot = dealt(door, connection, turns=turns, drawn=has_drawn)
        if ended:
            snapshot = record(door, connection, snapshot, "table: end")
        for template, guesses in shop_guesses(snapshot):
            dealt_alike(door, connection, snapshot, template, guesses)


@pytest.mark.parametrize("ended", [False, True], ids=["in the game", "after its end"])
def test_no_refused_line_shows_the_next_card(connection: Connection, ended: bool) -> None:
    door, dice = Play(load_sets(), Feed()), random.Random(5)
    snapshot, asked = dealt(door, connection, game=1), 0
    while not snapshot.table.over and asked < 4:
        deck = [*stock(snapshot.table, snapshot.seed).deck(snapshot.table), "plain", "plain"]
        asked += (choice := snapshot.table.state.choice) is not None
        there = record(door, connection, snapshot, "table: end") if ended else snapshot
        for seat, who in enumerate(snapshot.table.names.now):
            mine = choice is not None and seat == choice.seat
            others = [card for card in deck_for(4) if card not in deck[:2]][:3]
            for sign in ("!",) if mine and not ended else ("", "!"):
                dealt_alike(door, connection, there, f"{who}: draw {{}} {sign}", [deck[0], *others])
                pairs = [f"{deck[0]} {deck[1]} keep {deck[0]}", *(f"{card} {card} keep {card}" for card in others)]
                dealt_alike(door, connection, there, f"{who}: draw {{}} {sign}", pairs)
        if ended:
            there = record(door, connection, there, "table: take-back")
        snapshot = record(door, connection, there, answer(door, there, dice))


def test_a_repair_of_what_comes_from_a_hand_confirms_no_guess(connection: Connection) -> None:
    door = Play(load_sets(), Feed())
    snapshot = dealt(door, connection, turns=3)
    x, y = snapshot.table.state.case.spots()[0]
    held = snapshot.table.state.hands[1].tile
    dealt_alike(door, connection, snapshot, f"table: insert 6 Bo: place {{}} @{x},{y} V", [str(held), "VVVV"])
    seen = door.seen(connection, snapshot.code, frozenset({1})).table
    with pytest.raises(Illegal):
        check(seen, seen.read(f"table: insert 6 Bo: place VVVV @{x},{y} V"), Viewer(open=frozenset({1})))


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
def test_a_seed_deals_this_and_nothing_else_for_ever(connection: Connection, seed: str) -> None:
    """Tables are being played that were dealt so: a change here deals them otherwise in the middle of a game."""
    cross, tiles, orders, cards = SHUFFLED[seed]
    shop, deck = (stock(opened(f"{header}\n"), seed) for header in (GAMES[0], "game go-nuts\nseats Ana Bo"))
    assert "/".join(shop.cross) == cross
    assert (" ".join(map(str, shop.tiles)), " ".join(map(str, shop.orders))) == (tiles, orders)
    assert " ".join(deck.cards) == cards


def test_a_table_dealt_by_the_first_version_goes_on_as_it_began(connection: Connection) -> None:
    header = f"{GAMES[1]}\n# dealt 0123456789abcdef"
    entry = Entry(1, "table", "refill 1=jelly-filled 2=powdered 3=cinnamon-twist 4=french-cruller 5=plain")
    door = Play(load_sets(), Feed())
    snapshot = door.snapshot(
        connection, connection.create("BCDFG", "go-nuts", header, "2026-01-01T00:00:00Z", "Ana's", [entry]).code
    )
    assert snapshot.seed == "0123456789abcdef"
    assert stock(snapshot.table, snapshot.seed).cards[:5] == tuple(snapshot.table.state.row)
    assert play_out(door, connection, snapshot, 1).table.over


def test_new_tables_hold_how_they_are_shuffled(connection: Connection) -> None:
    snapshot = Play(load_sets(), Feed()).open(connection, GAMES[1], "phone", deal=True)
    assert (
        snapshot.seed.startswith(f"{NEWEST} ") and seed_of(f"game go-nuts\n{seed_line(snapshot.seed)}") == snapshot.seed
    )
    assert seed_of("# dealt 3 0123456789abcdef") == ""
