"""Lines of Donut Shop: read with patience, written one way; whatever is typed is Malformed or a fixed point."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from companion.donut_shop.moves import (
    Deal,
    DrawOrder,
    DrawTile,
    DrawUnknown,
    EndTurn,
    FinalMoney,
    Mend,
    Pack,
    PaidOut,
    Place,
    RevealFaceUp,
)
from companion.donut_shop.notation import RULINGS, read, write
from companion.donut_shop.parts import BOXES, Edition, Order, Tile, Wild
from companion.kernel.common import Adjust, EndGame, Leaves, Note, Rename, Returns, Rule
from companion.kernel.reading import read_line
from companion.kernel.repairs import Line, write_repair
from companion.kernel.text import LONGEST_LINE, Names, line_parts, words
from companion.refusals import Malformed, Refusal
from tests.drawing import CLASSIC
from tests.properties import examples, given, st
from tests.transcripts import SHOP, opened

NAMES = Names.of(("Ana", "Cy Lee", "Orders", "0"))
TABLE = opened(SHOP.replace("Ana Bo", 'Ana "Cy Lee" Orders'))

# Whose line it is, as it may be typed, and as it is kept.
WRITTEN = [
    ("a tile", 0, "PLACE BnOV  @6,2 b", "place BnOV @6,2 B"),
    ("a square left of and above the frame", 0, "place BnOV @-06,-2 B", "place BnOV @-6,-2 B"),
    ("a box", 0, "Box 2X3 @4,2 WITH b n*", "box 2x3 @4,2 with B N*"),
    ("a box turned", 0, "box 3x2 @4,2 with B", "box 3x2 @4,2 with B"),
    ("the own box", 0, "box 2x2 OWN @4,2 with B", "box 2x2 own @4,2 with B"),
    ("a wild", 0, "box 2x2 @4,2 with n&N*>v B", "box 2x2 @4,2 with B N&N*>V"),
    ("several wilds among orders", 0, "box 2x2 @4,2 with N&N>V B M&M>C B+*", "box 2x2 @4,2 with B B*+ N&N>V M&M>C"),
    ("coffee before sprinkles", 0, "box 2x2 @4,2 with b+*", "box 2x2 @4,2 with B*+"),
    ("no orders", 0, "box 2x2 @4,2 with", "box 2x2 @4,2 with"),
    ("drew an order", 0, "draw ORDER b* REVEAL n+ TILE BnOV", "draw order B* reveal N+ tile BnOV"),
    ("drew a tile", 0, "Draw Tile BnOV Reveal MMVC Order ?", "draw tile BnOV reveal MMVC order ?"),
    ("drew, untold", 0, "draw ?", "draw ?"),
    ("all parts untold", 0, "draw order ? reveal ? tile ?", "draw order ? reveal ? tile ?"),
    ("the end of a turn", 0, "END", "end"),
    ("dealt", 0, "deal TILE BnOV ORDER b*", "deal tile BnOV order B*"),
    ("dealt, secret", 0, "deal tile ? order ?", "deal tile ? order ?"),
    ("paid", 0, 'paid 035  "box"', 'paid 35 "box"'),
    ("paid, no reason", 0, "paid 35", "paid 35"),
    ("face up", None, "reveal ORDERS b* n+ TILES BnOV MMVC", "reveal tiles BnOV MMVC orders B* N+"),
    ("face up, orders alone", None, "reveal orders ? N", "reveal orders ? N"),
    ("face up, one tile", None, "reveal tiles BnOV", "reveal tiles BnOV"),
    ("mended", None, "mend @3,2 b", "mend @3,2 b"),
    ("mended to holes", None, "mend @3,2 O", "mend @3,2 O"),
    ("counted", None, 'final ANA 625 ORDERS 2 "cy lee" 0610', 'final Ana 625 orders 2 "Cy Lee" 610'),
    ("counted, a seat called Orders", None, 'final Ana 5 "orders" 10 orders 3', 'final Ana 5 "Orders" 10 orders 3'),
    ("counted, that seat first", None, "final orders 5", 'final "Orders" 5'),
    ("counted, a seat called 0", None, "final 0 5 Ana 6", "final 0 5 Ana 6"),
]
MALFORMED = [
    ("a tile of three", 0, "place BnO @6,2 B"),
    ("a tile of five", 0, "place BnOVB @6,2 B"),
    ("a tile in digits", 0, "place 1234 @6,2 B"),
    ("a place without a type", 0, "place BnOV @6,2"),
    ("a place with two types", 0, "place BnOV @6,2 B V"),
    ("a type of two letters", 0, "place BnOV @6,2 BV"),
    ("a square without a sign", 0, "place BnOV 6,2 B"),
    ("a square far away", 0, "place BnOV @1000,2 B"),
    ("a square with a plus", 0, "place BnOV @+6,2 B"),
    ("a square in another script's digits", 0, "place BnOV @٦,2 B"),
    ("a box without with", 0, "box 2x3 @4,2 B"),
    ("own at the end", 0, "box 2x2 @4,2 own with B"),
    ("a box of no size", 0, "box 4x4 @4,2 with B"),
    ("an order with two stars", 0, "box 2x3 @4,2 with B**"),
    ("an order with a sign before", 0, "box 2x3 @4,2 with *B"),
    ("a wild without a type", 0, "box 2x3 @4,2 with B&B"),
    ("a wild of one", 0, "box 2x3 @4,2 with B>V"),
    ("a wild of three", 0, "box 2x3 @4,2 with B&B&B>V"),
    ("a wild for two", 0, "box 2x3 @4,2 with B&B>V>M"),
    ("a wild for an order", 0, "box 2x3 @4,2 with B&B>V*"),
    ("an untold order", 0, "box 2x3 @4,2 with ?"),
    ("half a draw", 0, "draw order B reveal N"),
    ("a draw the wrong way round", 0, "draw tile BnOV order B reveal N"),
    ("a draw of nothing", 0, "draw"),
    ("an order as a tile", 0, "draw tile B reveal N order C"),
    ("an end with more", 0, "end now"),
    ("nothing paid", 0, "paid 0"),
    ("paid less than nothing", 0, "paid -5"),
    ("paid in cents", 0, "paid 7"),
    ("paid for two reasons", 0, 'paid 5 "a" "b"'),
    ("paid for a bare reason", 0, "paid 5 box"),
    ("nothing revealed", None, "reveal"),
    ("no tiles revealed", None, "reveal tiles orders B"),
    ("three tiles revealed", None, "reveal tiles BBBB BBBB BBBB"),
    ("tiles revealed twice", None, "reveal tiles BBBB tiles BBBB"),
    ("what is revealed is not told", None, "reveal BBBB"),
    ("mended to a question", None, "mend @3,2 ?"),
    ("mended to a box", None, "mend @3,2 #"),
    ("mended to nothing", None, "mend @3,2 ."),
    ("counted twice", None, "final Ana 5 ana 6"),
    ("counted without money", None, "final Ana"),
    ("counted below nothing", None, "final Ana -5"),
    ("orders without a number", None, "final Ana 5 orders"),
    ("nobody counted", None, "final"),
    ("a letter that only looks like one", 0, "place BBBВ @0,0 B"),
]


@pytest.mark.parametrize(("seat", "typed", "kept"), [pytest.param(*row[1:], id=row[0]) for row in WRITTEN])
def test_a_line_is_kept_one_way(seat: int | None, typed: str, kept: str) -> None:
    move = read(seat, words(typed), NAMES, CLASSIC)
    assert write(move, NAMES) == kept
    assert read(seat, words(kept), NAMES, CLASSIC) == move


@pytest.mark.parametrize(("seat", "typed"), [pytest.param(*row[1:], id=row[0]) for row in MALFORMED])
def test_a_line_cannot_be_read(seat: int | None, typed: str) -> None:
    with pytest.raises(Malformed):
        read(seat, words(typed), NAMES, CLASSIC)


def test_letters_beyond_ascii_are_no_donuts_though_they_have_such_capitals() -> None:
    edition = Edition("s", {"S": CLASSIC.donuts["B"], "I": CLASSIC.donuts["N"]})
    assert "\u017f".upper() == "S"
    for text in ("place S\u017fSS @0,0 S", "place SSSS @0,0 \u017f", "place SS\u0131S @0,0 S"):
        with pytest.raises(Malformed):
            read(0, words(text), NAMES, edition)


kinds = st.sampled_from("BNMVC")
tiles = st.text("BNMVCbnmvcO", min_size=4, max_size=4).map(Tile)
orders = st.builds(Order, kinds, st.booleans(), st.booleans())
squares = st.tuples(st.integers(-999, 999), st.integers(-999, 999))
seats = st.integers(0, 3)
letters = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=20)
pairs = st.lists(st.one_of(st.none(), tiles), min_size=1, max_size=2).map(tuple)
order_pairs = st.lists(st.one_of(st.none(), orders), min_size=1, max_size=2).map(tuple)
maybe_tile, maybe_order = st.one_of(st.none(), tiles), st.one_of(st.none(), orders)
counts = st.lists(
    st.tuples(seats, st.integers(0, 999_999), st.one_of(st.none(), st.integers(0, 40))),
    min_size=1,
    max_size=4,
    unique_by=lambda count: count[0],
)
boxes = st.sampled_from(list(BOXES.values()))
wilds = st.lists(st.builds(Wild, orders, orders, kinds), max_size=3).map(tuple)
SEAT_MOVES: Any = st.one_of(
    st.builds(Place, tiles, squares, kinds),
    st.builds(
        Pack,
        st.sampled_from(list(BOXES.values())),
        squares,
        st.lists(orders, max_size=5).map(tuple),
        wilds,
        st.booleans(),
    ),
    st.builds(DrawOrder, maybe_order, maybe_order, maybe_tile),
    st.builds(DrawTile, maybe_tile, maybe_tile, maybe_order),
    st.builds(Deal, maybe_tile, maybe_order),
    st.builds(PaidOut, st.integers(1, 9_999).map(lambda fives: fives * 5), st.one_of(st.just(""), letters)),
    st.just(DrawUnknown()),
    st.just(EndTurn()),
)
TABLE_MOVES: Any = st.one_of(
    st.builds(RevealFaceUp, pairs, order_pairs)
    | st.builds(RevealFaceUp, pairs, st.none())
    | st.builds(RevealFaceUp, st.none(), order_pairs),
    st.builds(Mend, squares, st.sampled_from("BNMVCbnmvcO")),
    st.builds(FinalMoney, counts.map(tuple)),
    st.builds(Adjust, seats, st.integers(-99_999, 99_999), st.one_of(st.just(""), letters)),
    st.builds(Rename, seats, letters.filter(lambda name: name.casefold() != "table")),
    st.builds(Note, letters),
    st.builds(Leaves, seats) | st.builds(Returns, seats) | st.just(EndGame()),
    st.sampled_from([Rule(r.id, c, whole) for r in RULINGS for c in r.choices for whole in (True, False)]),
)


@given(SEAT_MOVES)
def test_every_move_of_a_seat_is_read_as_it_is_written(move: Any) -> None:
    assert read(0, words(write(move, NAMES)), NAMES, CLASSIC) == move


@given(TABLE_MOVES)
def test_every_move_of_the_table_is_read_as_it_is_written(move: Any) -> None:
    text = write(move, NAMES)
    found = read(None, words(text), NAMES, CLASSIC)
    assert write(found, NAMES) == text
    assert found == move or isinstance(move, Rename), "a name may be composed another way"


GOOD = [
    *(f"{'table' if seat is None else 'Ana'}: {typed}" for _, seat, typed, _ in WRITTEN if '"cy' not in typed),
    "Ana: place BnOV @6,2 B !30",
    'table: insert 3 "Cy Lee": box 2x2 @4,2 with B N&N*>V !',
    'table: correct 17 table: rename Ana "An \\"A\\""',
    "table: take-back 4",
    'table: adjust "cy lee" +15 "why: because"',
]
NOISE = [*' :"\\!@,?#&>*+Ob-0\t\né\u202eſ', "", "Ana", "table"]


@st.composite
def mutated(draw: Any) -> str:
    """A good line with a few slips in it."""
    line = list(draw(st.sampled_from(GOOD)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(line)))
        line[at : at + draw(st.integers(0, 2))] = draw(st.sampled_from(NOISE))
    return "".join(line)


def kept(line: str) -> str | None:
    """The line as the journal keeps it, None where it is Malformed; any other exception is a bug and flies."""
    try:
        entered = read_line(TABLE.game, TABLE.start, TABLE.names, 5, *line_parts(line))
    except Malformed:
        return None
    return str(entered) if isinstance(entered, Line) else f"table: {write_repair(entered)}"


@examples(500)
@given(st.one_of(mutated(), st.text(max_size=60), st.text('Anatble: "placeBO@0,26!&>\\', max_size=30)))
def test_any_line_is_malformed_or_a_fixed_point(line: str) -> None:
    once = kept(line)
    if once is not None:
        assert kept(once) == once
        assert len(once) <= LONGEST_LINE


@given(st.lists(mutated(), max_size=5))
def test_any_lines_are_accepted_or_refused_and_load_again(lines: list[str]) -> None:
    table = TABLE
    for line in lines:
        with suppress(Refusal):
            table = table.play(line)
    assert TABLE.load([table.entry(seq) for seq in range(1, table.version + 1)]).applied == table.applied
