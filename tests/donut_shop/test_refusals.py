"""Every reason a Donut Shop line can be refused for: the game that leads there, and whether `!` may record it."""

from __future__ import annotations

from enum import Enum

import pytest

from companion.donut_shop.reasons import CANNOT_FORCE, ShopReason
from companion.kernel.reasons import CANNOT_FORCE as SHARED_CANNOT_FORCE
from companion.kernel.reasons import CommonReason, Unread
from companion.refusals import Illegal, Malformed
from tests.transcripts import opened, played, refused

CROSS = """\
game donut-shop
seats Ana Bo
start ..BO../..VO../CVVbBN/NVMMCB/..VB../..CN..
"""
DEALT = f"""{CROSS}table: reveal tiles BnOV MMVC orders B* N+
Ana: deal tile VVVV order B
Bo: deal tile ? order ?
"""
PLACED = f"{DEALT}Ana: place VVVV @0,0 V\n"
MIDDLE = """\
game donut-shop
seats Ana Bo
start BBVV##/BBMM##
hand Ana B B B* V+ M
hand Bo V ?
boxes 2x2=0 2x3=1 2x4=4
own Bo
laid 10
deck 24
Ana: place VVOO @0,2 V
"""
LAST = "game donut-shop\nseats Ana Bo\nstart BBVV/BBMM\nlaid 34\ndeck 0\n"
OVER = f"{LAST}Ana: place VVVV @4,0 V\nAna: end\nBo: place BBBB @4,2 B\nBo: end\n"
BANK = "game donut-shop\nseats Ana Bo\nfollow bank\n"
FOLLOW_CASE = f"{CROSS}follow case\nAna: place VVVV @0,0 V\n"

SHOP = ShopReason
# The case, the game before, the last line, the reason. Where `!` is a way on, it is tried; else it must fail.
ILLEGAL: list[tuple[str, str, str, Enum]] = [
    ("a tile after the end", OVER, "Ana: place NNNN @4,4 N", CommonReason.OVER),
    ("ending the turn after the end", OVER, "Ana: end", CommonReason.OVER),
    ("face-up tiles after the end", OVER, "table: reveal tiles BBBB", CommonReason.OVER),
    ("mending after the end", OVER, "table: mend @0,0 V", CommonReason.OVER),
    ("leaving after the end", OVER, "table: leaves Bo", CommonReason.OVER),
    ("coming back after the end", OVER, "table: returns Bo", CommonReason.OVER),
    ("ending what is over", OVER, "table: end", CommonReason.OVER),
    ("a ruling from here on after the end", OVER, "table: ruling sprinkles=donut", CommonReason.OVER),
    ("a count after the end", OVER, "table: final Ana 10 Bo 20", CommonReason.OVER),
    ("money told where everything is followed", CROSS, "Ana: paid 35", CommonReason.LEVEL),
    ("a draw told where the case is followed", FOLLOW_CASE, "Ana: draw ?", CommonReason.LEVEL),
    ("a deal told where the case is followed", FOLLOW_CASE, "Bo: deal tile ? order ?", CommonReason.LEVEL),
    ("face-up tiles told where the case is followed", FOLLOW_CASE, "table: reveal tiles BBBB", CommonReason.LEVEL),
    ("a tile told where the bank is followed", BANK, "Ana: place VVVV @0,0 V", CommonReason.LEVEL),
    ("mending where the bank is followed", BANK, "table: mend @2,2 V", CommonReason.LEVEL),
    ("another level's line of the wrong seat is of another level first", BANK, "Bo: draw ?", CommonReason.LEVEL),
    ("a tile of somebody who left", f"{CROSS}table: leaves Ana\n", "Ana: place VVVV @0,0 V", CommonReason.LEFT),
    ("money for somebody who left", f"{BANK}table: leaves Bo\n", "Bo: paid 5", CommonReason.LEFT),
    ("a tile out of turn", CROSS, "Bo: place VVVV @0,0 V", CommonReason.TURN),
    ("ending out of turn where the bank is followed", BANK, "Bo: end", CommonReason.TURN),
    (
        "a tile out of turn before the seat in turn has laid",
        f"{CROSS}follow case\n",
        "Bo: place VVVV @0,0 V",
        CommonReason.TURN,
    ),
    ("a box before the tile", DEALT, "Ana: box 2x2 @2,2 with V", CommonReason.STEP),
    ("a draw before the tile", DEALT, "Ana: draw ?", CommonReason.STEP),
    ("a second tile", PLACED, "Ana: place BBBB @4,0 B", CommonReason.STEP),
    ("ending before the tile", f"{CROSS}follow case\n", "Ana: end", CommonReason.STEP),
    ("a second box", f"{MIDDLE}Ana: box 2x3 @0,1 with B V+\n", "Ana: box 2x2 @2,0 with V+ M", SHOP.ONE_BOX),
    ("ending without a draw while the stacks last", PLACED, "Ana: end", SHOP.MUST_DRAW),
    ("a draw in the last round", f"{LAST}Ana: place VVVV @4,0 V\n", "Ana: draw ?", SHOP.STACKS_OUT),
    ("a deal told after the first tile", PLACED, "Ana: deal tile VVVV order B", SHOP.DEALT),
    ("another tile than the one in hand", DEALT, "Ana: place VVVB @0,0 V", SHOP.NOT_YOUR_TILE),
    ("the mirrored tile", DEALT.replace("VVVV order", "BNMV order"), "Ana: place NBVM @0,0 V", SHOP.NOT_YOUR_TILE),
    ("a tile on a tile", CROSS, "Ana: place VVVV @2,0 V", SHOP.OVERLAP),
    ("a tile that overlaps comes before its being askew", CROSS, "Ana: place VVVV @1,1 V", SHOP.OVERLAP),
    ("a tile across two tiles", CROSS, "Ana: place VVVV @-2,3 V", SHOP.ACROSS),
    ("a tile off the even squares, beside nothing", CROSS, "Ana: place VVVV @21,21 V", SHOP.OFF_EVEN),
    ("a tile no table is wide enough for", CROSS, "Ana: place VVVV @100,0 V", SHOP.OFF_TABLE),
    ("a tile beside nothing", CROSS, "Ana: place VVVV @20,20 V", SHOP.DETACHED),
    ("a tile at a corner", CROSS, "Ana: place VVVV @-2,0 V", SHOP.DETACHED),
    ("a type that is not on the tile", CROSS, "Ana: place VVVV @0,0 B", SHOP.TYPE),
    ("a bigger own box", MIDDLE, "Ana: box 2x3 own @0,1 with B V+", SHOP.OWN_SIZE),
    ("a box over nothing", MIDDLE, "Ana: box 2x2 @0,3 with V+", SHOP.OVER_NOTHING),
    ("a box over a box", MIDDLE, "Ana: box 2x2 @3,0 with V+ M", SHOP.OVER_BOX),
    (
        "a box over untold donuts",
        "game donut-shop\nseats Ana Bo\nAna: place VVVV @0,0 V\n",
        "Ana: box 2x2 @2,2 with V",
        SHOP.OVER_UNKNOWN,
    ),
    ("a wild of two types", MIDDLE, "Ana: box 2x3 @0,1 with B B&M>V", SHOP.WILD_UNLIKE),
    ("a wild for its own type", MIDDLE, "Ana: box 2x3 @0,1 with V+ B&B>B", SHOP.WILD_OWN_TYPE),
    ("holes boxed for nobody", MIDDLE.replace("VVOO", "OOOO"), "Ana: box 2x2 @0,2 with", SHOP.NO_ORDERS),
    ("a type without an order", MIDDLE, "Ana: box 2x3 @0,1 with B", SHOP.NO_ORDER),
    (
        "an order for what is not there",
        MIDDLE,
        "Ana: box 2x3 @0,1 with B V+ M B*&B>N B&B>C",
        SHOP.EXTRA_ORDER,
    ),
    ("an order the hand has not got", MIDDLE, "Ana: box 2x3 @0,1 with B+ V+", SHOP.NOT_HELD),
    ("an order used twice", MIDDLE, "Ana: box 2x3 @0,1 with B V+ V+", SHOP.NOT_HELD),
    ("the own box of a seat that has none", MIDDLE, "Ana: box 2x2 own @0,0 with B", SHOP.OWN_USED),
    ("a box of a size that is used up", MIDDLE, "Ana: box 2x2 @0,0 with B", SHOP.NONE_LEFT),
    ("orders not held come before boxes used up", MIDDLE, "Ana: box 2x2 @0,0 with B+", SHOP.NOT_HELD),
    ("an order that does not lie face up", PLACED, "Ana: draw order C reveal M tile ?", SHOP.NOT_FACE_UP),
    ("a tile that does not lie face up", PLACED, "Ana: draw tile CCCC reveal MMMM order ?", SHOP.NOT_FACE_UP),
    ("mending where nothing lies", CROSS, "table: mend @0,0 V", SHOP.MEND_NOTHING),
    ("a repair of a line that never was", PLACED, "table: strike 9", CommonReason.NO_SUCH_LINE),
    ("putting back nothing", PLACED, "table: put-back", CommonReason.NOTHING_TO_PUT_BACK),
    ("taking back nothing", CROSS, "table: take-back", CommonReason.NOTHING_TO_TAKE_BACK),
    ("a name in use", CROSS, "table: rename Ana BO", CommonReason.NAME_IN_USE),
    ("the last seat leaving", f"{CROSS}table: leaves Bo\n", "table: leaves Ana", CommonReason.LAST_SEAT),
    ("leaving twice", f"{CROSS.replace('Bo', 'Bo Cy')}table: leaves Bo\n", "table: leaves Bo", CommonReason.HAS_LEFT),
    ("coming back without having left", CROSS, "table: returns Bo", CommonReason.IS_HERE),
    ("a count where the game was followed", PLACED, "table: final Ana 10 Bo 5", CommonReason.COUNTED),
    (
        "a tile where only the count is told",
        f"{CROSS}table: final Ana 10\n",
        "Ana: place VVVV @0,0 V",
        CommonReason.COUNTED,
    ),
    (
        "orders left before the end",
        "game donut-shop\nseats Ana Bo\nfollow case\n",
        "table: orders Ana 1",
        CommonReason.NOT_OVER,
    ),
    ("orders left where hands are followed", f"{CROSS}table: end\n", "table: orders Ana 1", CommonReason.LEVEL),
    ("a case with half a tile", "game donut-shop\nseats Ana Bo\nstart BBV/BBV\n", "", SHOP.HALF_BLOCK),
    (
        "a case too wide for any table",
        f"game donut-shop\nseats Ana Bo\nstart {'BB' * 60}/{'BB' * 60}\n",
        "",
        SHOP.HALF_BLOCK,
    ),
]
MALFORMED: list[tuple[str, str, str, Enum]] = [
    ("no words at all", CROSS, "Ana:", Unread.WORDS),
    ("a verb nobody knows", CROSS, "Ana: bake B", Unread.WORDS),
    ("a seat's move said by the table", CROSS, "table: place VVVV @0,0 V", Unread.WORDS),
    ("the table's move said by a seat", CROSS, "Ana: mend @2,2 V", Unread.WORDS),
    ("the table deciding for itself", CROSS, "table: mend @2,2 V !", Unread.WORDS),
    ("orders without a number", CROSS, "table: orders Ana", Unread.WORDS),
    ("orders of a seat twice", CROSS, "table: orders Ana 1 Ana 2", Unread.WORDS),
    ("a quote left open", CROSS, 'table: note "and so', Unread.WORDS),
    ("a seat nobody has", CROSS, "Cy: place VVVV @0,0 V", Unread.SEAT),
    ("a name with a direction mark", CROSS, 'table: rename Ana "A\u202en"', Unread.NAME),
    ("a note without quotes", CROSS, "table: note hello", Unread.TEXT),
    ("a square without a comma", CROSS, "Ana: place VVVV @00 V", Unread.NUMBER),
    ("money that is no multiple of five", BANK, "Ana: paid 12", Unread.NUMBER),
    ("an adjustment without a sign", CROSS, "table: adjust Ana 15", Unread.NUMBER),
    ("a game nobody knows", "game tiddlywinks\nseats Ana Bo\n", "", Unread.GAME),
    ("one seat", "game donut-shop\nseats Ana\n", "", Unread.SEATS),
    ("five seats", "game donut-shop\nseats Ana Bo Cy Di Ed\n", "", Unread.SEATS),
    ("a header nobody knows", f"{CROSS}napkins 4\n", "", Unread.HEADER),
    ("a header said again", f"{CROSS}seats Ana Bo\n", "", Unread.HEADER_AGAIN),
    ("no seats", "game donut-shop\n", "Ana: end", Unread.HEADER_MISSING),
    ("a notation of the future", f"notation 2\n{CROSS}", "", Unread.NOTATION),
    ("a ruling nobody knows", CROSS, "table: ruling tie=shared", Unread.RULING),
    ("a ruling without another choice", CROSS, "table: ruling wild-sprinkles=never", Unread.RULING),
    ("a choice a ruling has not", CROSS, "table: ruling sprinkles=often", Unread.CHOICE),
    ("a repair in a repair", PLACED, "table: insert 4 table: strike 1", Unread.NESTED),
    ("a line without an end", CROSS, f'table: note "{"a" * 2000}"', Unread.TOO_LONG),
    ("a set nobody has", f"{CROSS}set grandma\n", "", Unread.SET),
    ("a donut the set has not", CROSS, "Ana: place VVVX @0,0 V", Unread.DONUT),
    ("sprinkled holes", CROSS, "Ana: place VVVo @0,0 V", Unread.DONUT),
    ("an untold tile laid", CROSS, "Ana: place ? @0,0 V", Unread.DONUT),
    ("an untold order used", MIDDLE, "Ana: box 2x3 @0,1 with B ?", Unread.DONUT),
    ("holes as a type", CROSS, "Ana: place VVOO @0,0 O", Unread.DONUT),
    ("a box no set has", MIDDLE, "Ana: box 1x4 @0,0 with B", Unread.SIZE),
    ("rows of two lengths", "game donut-shop\nseats Ana Bo\nstart BBVV/BBV\n", "", Unread.PICTURE),
]
NO_ROW = {
    Unread.CARD,  # Go Nuts for Donuts alone has cards
    CommonReason.DEALER,  # only where the server deals
    CommonReason.ALONE,  # only of several lines at once
    CommonReason.OTHER_PHONE,  # only of a seat that another phone holds
    CommonReason.COVERED,  # only where the server deals
    CommonReason.TURNS_OVER,  # only of a repair at a table with secret bids
    CommonReason.FULL,  # only of a table of thousands of lines
    CommonReason.DECIDED,  # no refusal: the mark of an amount the table set
}


def last_entered(before: str, line: str) -> None:
    if line:
        played(before).play(line)
    else:
        opened(before)


@pytest.mark.parametrize(("before", "line", "reason"), [pytest.param(*row[1:], id=row[0]) for row in ILLEGAL])
def test_illegal(before: str, line: str, reason: Enum) -> None:
    assert refused(lambda: last_entered(before, line)) == ("Illegal", reason.value)


@pytest.mark.parametrize(("before", "line", "reason"), [pytest.param(*row[1:], id=row[0]) for row in MALFORMED])
def test_malformed(before: str, line: str, reason: Enum) -> None:
    assert refused(lambda: last_entered(before, line)) == ("Malformed", reason.value)


@pytest.mark.parametrize(
    ("before", "line", "reason"),
    [pytest.param(*row[1:], id=row[0]) for row in ILLEGAL if row[2] and not row[2].startswith("table:")],
)
def test_force_records_what_cardboard_can_do_and_nothing_else(before: str, line: str, reason: Enum) -> None:
    table = played(before)
    if reason in CANNOT_FORCE | SHARED_CANNOT_FORCE:
        assert refused(lambda: table.play(f"{line} !")) == ("Illegal", reason.value)
        assert refused(lambda: table.play(f"{line} !30")) == ("Illegal", reason.value)
    else:
        forced = table.play(f"{line} !").applied[-1]
        assert (forced.mark, forced.aside) == (reason.value, False)
        assert table.play(f"{line} !30").applied[-1].paid == {"decided": 30}


def test_every_reason_has_a_row() -> None:
    """A new reason without a row fails here."""
    rows = {reason for *_, reason in ILLEGAL + MALFORMED}
    assert rows | NO_ROW == {*ShopReason, *CommonReason, *Unread}
    assert not rows & NO_ROW


def test_a_refusal_changes_nothing_and_has_its_facts() -> None:
    table = played(MIDDLE)
    with pytest.raises(Illegal) as illegal:
        table.play("Ana: box 2x3 @0,1 with B")
    assert illegal.value.facts == {"type": "V"}
    with pytest.raises(Malformed) as malformed:
        table.play("Cy: end")
    assert malformed.value.facts == {"text": "Cy"}
    assert table == played(MIDDLE)


def test_a_forced_line_that_cardboard_cannot_do_names_that_reason_not_the_first() -> None:
    """Out of turn and on top of a tile: `!` is no way on, and the answer explains why."""
    assert refused(lambda: played(CROSS).play("Bo: place VVVV @2,2 V !")) == ("Illegal", "overlap")
