"""Headers: a game from the set-up or from the middle; cases and tiles read from pictures."""

from __future__ import annotations

from itertools import product

import pytest

from companion.donut_shop.case import Problem, problems, read_rows
from companion.donut_shop.notation import RULINGS
from companion.donut_shop.parts import Tile
from companion.donut_shop.setup import UNKNOWN_CROSS
from companion.donut_shop.state import ShopState
from tests.drawing import case, picture
from tests.transcripts import SHOP, asides, opened, played, refused, refused_line


def start(headers: str = "", seats: str = "Ana Bo") -> ShopState:
    shop = opened(f"game donut-shop\nseats {seats}\n{headers}").state
    assert isinstance(shop, ShopState)
    return shop


@pytest.mark.parametrize(("seats", "count"), [("Ana Bo", 2), ("Ana Bo Cy", 3), ("Ana Bo Cy Di", 4)])
def test_from_the_set_up(seats: str, count: int) -> None:
    shop = start(seats=seats)
    assert (shop.stacks, shop.laid, shop.turn, shop.over, str(shop.level)) == (36 - count, 0, 0, False, "everything")
    assert shop.boxes == {"2x2": 4 - count, "2x3": 4, "2x4": 4, "3x3": 4, "3x4": 4}
    assert shop.own == frozenset(range(count))
    assert [hand.count for hand in shop.hands] == [1] * count
    assert shop.case.rows() == list(UNKNOWN_CROSS)
    assert shop.party.rulings == {ruling.id: ruling.default for ruling in RULINGS}


MIDDLE = ["money Ana 5", "hand Ana B", "boxes 2x2=1", "own Ana", "laid 4", "deck 20", "start BB##/BB##"]


@pytest.mark.parametrize("header", MIDDLE)
def test_any_of_these_is_a_middle_start(header: str) -> None:
    """In the middle, missing headers mean: money 0, boxes unknown, no own boxes, hands not counted."""
    shop = start(f"{header}\n")
    assert (shop.own == {0}) == header.startswith("own")
    assert shop.own <= {0}
    assert bool(shop.boxes) == header.startswith("boxes")
    assert shop.hands[1].count is None
    assert shop.cents(1) == 0


@pytest.mark.parametrize("header", ["start BB/VV", "first Bo", "follow case", "set classic", "rulings holes-join=no"])
def test_these_are_not(header: str) -> None:
    shop = start(f"{header}\n")
    assert (shop.own, shop.hands[1].count, shop.boxes["2x2"]) == ({0, 1}, 1, 2)


def test_a_box_is_named_either_way_round_in_the_header() -> None:
    assert start("boxes 3X2=1 4x2=0 3x3=2\n").boxes == {"2x3": 1, "2x4": 0, "3x3": 2}


def test_a_box_named_both_ways_round_is_named_twice() -> None:
    assert refused_line(lambda: start("boxes 2x3=1 3x2=1\n")) == 3


def test_a_middle_start_with_all_headers() -> None:
    shop = start(
        "set classic\nfirst Bo\nstart ##VV/##MM\nfollow everything\nmoney Ana 125\nmoney bo 90\n"
        "hand Ana B N* ?\nhand Bo\nboxes 2x2=1 2x3=4 2x4=3 3x3=4 3x4=4\nown Ana\nlaid 14\ndeck 20\n"
    )
    assert (shop.turn, shop.laid, shop.stacks, shop.owed) == (1, 14, 20, None)
    assert [shop.cents(seat) for seat in (0, 1)] == [125, 90]
    assert [hand.count for hand in shop.hands] == [3, 0]
    assert shop.boxes == {"2x2": 1, "2x3": 4, "2x4": 3, "3x3": 4, "3x4": 4}
    assert shop.own == {0}
    assert shop.case.rows() == ["##VV", "##MM"]


# Headers, seats, then what is laid and what is left in each stack.
COUNTS = [
    ("the cross", "", "Ana Bo", 0, 34),
    ("the cross, four seats", "", "Ana Bo Cy Di", 0, 32),
    ("fewer blocks than a cross are none laid", "start BBVV/BBMM\n", "Ana Bo", 0, 34),
    ("seven blocks are two laid", f"start {'BB' * 7}/{'BB' * 7}\n", "Ana Bo", 2, 32),
    ("blocks under boxes count", f"start {'#B' * 7}/{'BB' * 7}\n", "Ana Bo Cy", 2, 31),
    ("laid told", "laid 10\n", "Ana Bo", 10, 24),
    ("laid told, nothing left", "laid 34\n", "Ana Bo", 34, 0),
    ("laid told, not under nought", "laid 36\n", "Ana Bo", 36, 0),
    ("deck told", "deck 3\n", "Ana Bo", 0, 3),
    ("both told", "laid 14\ndeck 5\n", "Ana Bo", 14, 5),
]


@pytest.mark.parametrize(("headers", "seats", "laid", "stacks"), [pytest.param(*row[1:], id=row[0]) for row in COUNTS])
def test_what_is_laid_and_what_is_left(headers: str, seats: str, laid: int, stacks: int) -> None:
    shop = start(headers, seats)
    assert (shop.laid, shop.stacks) == (laid, stacks)
    assert (shop.owed is None) == (stacks > 0)
    if not stacks:
        assert sum(shop.owed or ()) == 36 - laid
        assert shop.over == (laid == 36)


REFUSED = [
    ("a set nobody has", "set grandma", "unknown-set"),
    ("two sets", "set classic grandma", "unreadable"),
    ("a level nobody follows", "follow closely", "unreadable"),
    ("a stranger first", "first Cy", "unknown-seat"),
    ("nobody first", "first", "unreadable"),
    ("more laid than there are", "laid 37", "bad-number"),
    ("a deck larger than any", "deck 99", "bad-number"),
    ("a deck of less than nothing", "deck -1", "bad-number"),
    ("no picture", "start", "unreadable"),
    ("two pictures", "start BB/BB NN/NN", "unreadable"),
    ("rows of two lengths", "start BB/BBB", "uneven-picture"),
    ("a donut the set has not", "start BX/BB", "unknown-donut"),
    ("sprinkled holes", "start Bo/BB", "unknown-donut"),
    ("half a tile", "start B./BB", "half-block"),
    ("a tile off the even squares", "start .BB./.BB.", "half-block"),
    ("money of a stranger", "money Cy 5", "unknown-seat"),
    ("money without a number", "money Ana", "unreadable"),
    ("money of less than nothing", "money Ana -5", "bad-number"),
    ("money of nobody", "money", "unknown-seat"),
    ("a hand with a tile", "hand Ana BnOV", "unknown-donut"),
    ("a hand of holes", "hand Ana O", "unknown-donut"),
    ("a size no box has", "boxes 5x5=1", "unknown-size"),
    ("a size twice", "boxes 2x2=1 2x2=2", "unknown-size"),
    ("a size without a number", "boxes 2x2", "bad-number"),
    ("own of two", "own Ana Bo", "unreadable"),
]


@pytest.mark.parametrize(("header", "reason"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_a_header_is_refused_at_its_line(header: str, reason: str) -> None:
    text = f"{SHOP}# what follows is wrong\n{header}\nrulings holes-join=no\n"
    assert refused(lambda: opened(text))[1] == reason
    assert refused_line(lambda: opened(text)) == 4


@pytest.mark.parametrize("header", ["money Ana 5", "hand Ana B", "own Ana"])
def test_some_headers_are_given_once_a_seat(header: str) -> None:
    assert opened(f"{SHOP}{header}\n{header.replace('Ana', 'Bo')}\n")
    text = f"{SHOP}{header}\n{header.replace('Ana', 'ANA')}\n"
    assert refused(lambda: opened(text)) == ("Malformed", "repeated-header")
    assert refused_line(lambda: opened(text)) == 4


def test_an_unknown_cross_counts_as_no_type_and_is_corrected_square_by_square() -> None:
    table = played(f"{SHOP}Ana: place BBVV @0,0 B\n")
    assert sum(table.applied[-1].paid.values()) == 10
    assert refused(lambda: table.play("Ana: box 2x2 @0,1 with B V")) == ("Illegal", "box-over-untold")
    assert refused(lambda: table.play("Ana: box 2x2 @1,0 with B V")) == ("Illegal", "box-over-untold")
    assert refused(lambda: table.play("table: mend @2,0 ?")) == ("Malformed", "unknown-donut")
    mended = table.play("table: mend @2,0 b").play("table: mend @2,1 V")
    assert sum(mended.play("Ana: box 2x2 @1,0 with B V !").applied[-1].paid.values()) == 20
    boxed = mended.play("Ana: draw ?").play("Bo: place VVVV @4,0 V").play("Bo: box 2x2 @4,0 with V")
    assert picture(boxed.state.case).split("\n")[:2] == ["BBb?##", "VVV?##"]


def test_mending_puts_any_square_right_and_pays_from_there_on() -> None:
    start = f"{SHOP}start BBVV/BBMM\n"
    first = "Ana: place BBBB @0,2 B\n"
    table = played(f"{start}{first}table: mend @0,0 N\n")
    assert [sum(t.paid.values()) for t in table.applied] == [40, 0]
    assert sum(table.play("table: insert 1 table: mend @1,0 N").applied[1].paid.values()) == 35
    assert refused(lambda: table.play("table: mend @9,9 N")) == ("Illegal", "mend-nothing")
    assert refused(lambda: table.play("table: mend @0,0 o")) == ("Malformed", "unknown-donut")


def test_mending_under_a_box_keeps_the_box() -> None:
    table = played(f"{SHOP}start BB##/BB##\ntable: mend @2,0 b\n")
    assert table.state.case.rows() == ["BB##", "BB##"]
    assert table.state.case.boxed[2, 0] == "b"
    assert asides(table) == {}


PICTURES = [
    ("a cross", "..BO..\n..VO..\nCVVbBN\nNVMMCB\n..VB..\n..CN..", Problem.NONE),
    ("with boxes and untold ones", "##??\n##??", Problem.NONE),
    ("nothing", "..\n..", Problem.NONE),
    ("half a tile", "B.\nBB", Problem.HALF_BLOCK),
    ("off the even squares", ".BB.\n.BB.", Problem.HALF_BLOCK),
    ("letters of no set", "BX\nBB", Problem.UNKNOWN_LETTER),
    ("sprinkled holes", "Bo\nBB", Problem.UNKNOWN_LETTER),
    ("tiles that touch at a corner only", "BB..\nBB..\n..VV\n..VV", Problem.DETACHED),
    ("all at once", "Bo..\nB...\n..VV\n..VV", Problem.HALF_BLOCK | Problem.UNKNOWN_LETTER | Problem.DETACHED),
]


@pytest.mark.parametrize(("drawn", "found"), [pytest.param(*row[1:], id=row[0]) for row in PICTURES])
def test_what_is_wrong_with_a_picture(drawn: str, found: Problem) -> None:
    assert problems(case(drawn), "BNMVC") == found


def test_off_the_table() -> None:
    assert problems(read_rows(["BB", "BB"], (100, 0)), "B") == Problem.OFF_TABLE
    assert problems(read_rows(["BB", "BB"], (-100, 0)), "B") == Problem.OFF_TABLE
    assert problems(read_rows(["BB", "BB"], (98, -98)), "B") == Problem.NONE


def test_a_picture_is_drawn_as_it_is_read_from_wherever_it_begins() -> None:
    drawn = "..BO\n..VO\nCV##\nNV##"
    for origin in ((0, 0), (-4, 2), (6, -8)):
        shown = read_rows(drawn.split("\n"), origin)
        assert (picture(shown), shown.origin()) == (drawn, origin)
    assert str(case(drawn)) == "..BO/..VO/CV##/NV##"
    assert (case("..\n..").rows(), str(case("..\n.."))) == ([], "")


def test_spots_are_the_free_even_places_beside_a_tile_in_reading_order() -> None:
    assert case("BBVV\nBBVV").spots() == [(0, -2), (2, -2), (-2, 0), (4, 0), (0, 2), (2, 2)]
    assert case("BB##\nBB##").spots() == case("BBVV\nBBVV").spots(), "boxed or not"


def test_a_tile_turns_clockwise_and_mirrored_it_is_another() -> None:
    assert [str(tile) for tile in Tile("BnOV").orientations()] == ["BnOV", "OBVn", "VOnB", "nVBO"]
    assert not Tile("BnOV").is_same(Tile("nBVO"))
    assert [str(tile) for tile in Tile("BVVB").orientations()] == ["BVVB", "VBBV"]
    assert len(Tile("BBBB").orientations()) == 1


def test_sameness_is_being_one_of_the_turns() -> None:
    tiles = [Tile("".join(letters)) for letters in product("BnO", repeat=4)]
    for one, other in product(tiles, tiles):
        assert one.is_same(other) == (other in one.orientations())
