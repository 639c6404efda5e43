"""Hands and face-up pieces: dealt, drawn and used, known or unknown."""

from __future__ import annotations

import pytest

from companion.donut_shop.parts import Order
from companion.donut_shop.state import FaceUp, Hand, ShopState
from companion.kernel.table import Table
from companion.refusals import Illegal
from tests.transcripts import played, refused

TWO = "game donut-shop\nseats Ana Bo\nstart BBVV/BBMM\n"
REVEAL = "table: reveal tiles BnOV MMVC orders B* N+\n"


def state(table: Table) -> ShopState:
    assert isinstance(table.state, ShopState)
    return table.state


def hand(lines: str, headers: str = TWO) -> tuple[str | None, list[str], int | None]:
    """Ana's hand: her tile, her known orders, how many more."""
    ana = state(played(headers + lines)).hands[0]
    return (str(ana.tile) if ana.tile else None, [str(order) for order in ana.orders], ana.unknown)


ROUND = "Ana: place BBBB @0,2 B\nAna: draw ?\nBo: place BBBB @0,4 B\nBo: draw ?\n"
HANDS = [
    ("from the set-up: one order, unknown", "", (None, [], 1)),
    ("dealt", "Ana: deal tile BnOV order B*\n", ("BnOV", ["B*"], 0)),
    ("the tile told, the order secret", "Ana: deal tile BnOV order ?\n", ("BnOV", [], 1)),
    ("filled in later", "Ana: deal tile ? order ?\nAna: deal tile BnOV order B*\n", ("BnOV", ["B*"], 0)),
    ("put right", "Ana: deal tile BnOV order B*\nAna: deal tile VOnB order N\n", ("VOnB", ["N"], 0)),
    ("taken back to unknown", "Ana: deal tile BnOV order B*\nAna: deal tile ? order ?\n", (None, [], 1)),
    ("laid", "Ana: deal tile BnOV order B*\nAna: place BnOV @0,2 B\n", (None, ["B*"], 0)),
    ("drew, nothing told", "Ana: place BnOV @0,2 B\nAna: draw ?\n", (None, [], 2)),
    ("took an order", f"{REVEAL}Ana: place BnOV @0,2 B\nAna: draw order B* reveal M tile CCCC\n", ("CCCC", ["B*"], 1)),
    (
        "took a tile, the order secret",
        f"{REVEAL}Ana: place BnOV @0,2 B\nAna: draw tile BnOV reveal ? order ?\n",
        ("BnOV", [], 2),
    ),
    (
        "took a tile, turned",
        f"{REVEAL}Ana: place BnOV @0,2 B\nAna: draw tile OBVn reveal ? order C+\n",
        ("OBVn", ["C+"], 1),
    ),
    ("an unknown order stands for any", "Ana: place BBBB @0,2 B\nAna: box 2x2 @0,2 with B*+\n", (None, [], 0)),
    (
        "a known order goes before an unknown one",
        f"Ana: deal tile ? order B\n{ROUND}Ana: place BBBB @0,6 B\nAna: box 2x2 @0,6 with B\n",
        (None, [], 1),
    ),
    (
        "dealt otherwise after the first tile: one order all the same",
        "Ana: deal tile BBBB order C*+\nAna: place BBBB @0,2 B\nAna: deal tile CbNv order B !\n",
        ("CbNv", ["B"], 0),
    ),
    (
        "dealt otherwise turns later",
        f"Ana: deal tile ? order C\n{ROUND}Ana: deal tile ? order N !\nAna: deal tile ? order V !\n",
        (None, ["V"], 1),
    ),
    (
        "dealt otherwise after that order was used: none is added",
        "Ana: deal tile ? order B\nAna: place BBBB @0,2 B\nAna: box 2x2 @0,2 with B\nAna: deal tile ? order N !\n",
        (None, [], 0),
    ),
    (
        "dealt for the first time after the order was used: none is added",
        "Ana: place BBBB @0,2 B\nAna: box 2x2 @0,2 with B\nAna: deal tile ? order N !\n",
        (None, [], 0),
    ),
]


@pytest.mark.parametrize(("lines", "expected"), [pytest.param(*row[1:], id=row[0]) for row in HANDS])
def test_a_hand(lines: str, expected: tuple[str | None, list[str], int | None]) -> None:
    assert hand(lines) == expected


def test_an_order_is_exactly_like_it_or_unknown() -> None:
    b, star = Order("B"), Order("B", sprinkles=True)
    assert Hand(None, (b,), 0).without((star,)) is None
    assert Hand(None, (b,), 1).without((star, b)) == Hand(None, (), 0)
    assert Hand(None, (b,), 1).without((b, b, b)) is None
    assert Hand(None, (), None).without((b,) * 9) == Hand(None, (), None), "not counted: any order goes"
    assert Hand(None, (b,), 1).without_any((star, star, star)) == Hand(None, (b,), 0)


def test_deal_is_entered_out_of_turn_until_the_first_tile_of_that_seat() -> None:
    table = played(f"{TWO}Ana: place BBBB @0,2 B\nBo: deal tile BnOV order B\n")
    assert refused(lambda: table.play("Ana: deal tile ? order B")) == ("Illegal", "already-placed")
    later = table.play("Ana: draw ?").play("Bo: deal tile VVVV order N").play("Bo: place VVVV @2,2 V")
    assert refused(lambda: later.play("Bo: deal tile ? order B")) == ("Illegal", "already-placed")
    assert [str(order) for order in state(later).hands[1].orders] == ["N"]


def face_up(lines: str) -> str:
    shown: FaceUp = state(played(f"{TWO}{lines}")).face_up
    return " ".join(str(thing or "?") for thing in (*shown.tiles, *shown.orders))


LAID = "Ana: place BBBB @0,2 B\n"
PLACED = f"{REVEAL}{LAID}"
FACE_UP = [
    ("nobody told", "", "? ? ? ?"),
    ("told", REVEAL, "BnOV MMVC B* N+"),
    ("told in two lines", "table: reveal orders B* N+\ntable: reveal tiles BnOV MMVC\n", "BnOV MMVC B* N+"),
    ("told in part", "table: reveal tiles BnOV\n", "BnOV ? ? ?"),
    ("put right", f"{REVEAL}table: reveal orders C ?\n", "BnOV MMVC C ?"),
    ("an order taken, another turned up", f"{PLACED}Ana: draw order B* reveal M tile ?\n", "BnOV MMVC N+ M"),
    ("a tile taken as it lies", f"{PLACED}Ana: draw tile MMVC reveal CCCC order ?\n", "BnOV CCCC B* N+"),
    ("a tile taken, told turned", f"{PLACED}Ana: draw tile OBVn reveal CCCC order ?\n", "MMVC CCCC B* N+"),
    ("what was turned up is not told", f"{PLACED}Ana: draw tile BnOV reveal ? order ?\n", "MMVC ? B* N+"),
    ("nothing told: all unknown", f"{PLACED}Ana: draw ?\n", "? ? ? ?"),
    (
        "an unlisted order is an unknown one",
        f"table: reveal orders B*\n{LAID}Ana: draw order C reveal M tile ?\n",
        "? ? B* M",
    ),
    (
        "an unlisted tile is an unknown one",
        f"table: reveal tiles BnOV\n{LAID}Ana: draw tile CCCC reveal MMMM order ?\n",
        "BnOV MMMM ? ?",
    ),
    ("which of two known ones was taken is not told", f"{PLACED}Ana: draw order ? reveal M tile ?\n", "BnOV MMVC ? M"),
    (
        "the unknown one was taken, told or not",
        f"table: reveal orders B*\n{LAID}Ana: draw order ? reveal M tile ?\n",
        "? ? B* M",
    ),
]


@pytest.mark.parametrize(("lines", "expected"), [pytest.param(*row[1:], id=row[0]) for row in FACE_UP])
def test_what_lies_face_up(lines: str, expected: str) -> None:
    assert face_up(lines) == expected


def test_either_of_two_may_be_taken_after_an_unknown_draw() -> None:
    table = played(f"{TWO}{PLACED}Ana: draw order ? reveal M tile ?\nBo: place BBBB @2,2 B\n")
    for order in ("B*", "N+", "M"):
        assert table.play(f"Bo: draw order {order} reveal ? tile ?").version == table.version + 1


def test_where_draws_are_not_followed_a_refusal_names_the_number_of_orders() -> None:
    """Unknown orders are never refused as not in hand."""
    one, two = (played(f"{TWO}follow {level}\nAna: place BBBB @0,2 B\n") for level in ("case", "everything"))
    for table, held in ((one, {"held": 1}), (two, {})):
        with pytest.raises(Illegal) as caught:
            table.play("Ana: box 2x2 @0,2 with B B+")
        assert caught.value.facts == {"orders": ["B+"], **held}


def test_every_type_without_an_order_is_named_at_once() -> None:
    table = played(f"{TWO}follow case\nAna: place BBBB @0,2 B\n")
    for given, facts in (("", {"type": "B", "types": ["B", "M", "V"]}), (" B V+", {"type": "M"})):
        with pytest.raises(Illegal) as caught:
            table.play(f"Ana: box 4x2 @0,0 with{given}")
        assert caught.value.facts == facts
