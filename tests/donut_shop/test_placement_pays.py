"""The pay of a tile: pictures of the case before, the tile, and the cents. Squares of the tile are drawn as dots."""

from __future__ import annotations

from itertools import product

import pytest

from companion.donut_shop.case import Case, read_rows, tile_squares
from companion.donut_shop.parts import Square, Tile
from companion.donut_shop.pay import PER_DONUT, best_kind, explain_placement, paid_squares, placement_pays
from tests.drawing import CLASSIC, case, rulings

JOIN, APART = rulings(), rulings("holes-join=no")


def cents(picture: str, tile: str, at: Square, kind: str, choices: str = "") -> int:
    after = case(picture).laid(Tile(tile), at)
    return PER_DONUT * len(paid_squares(after, at, kind, rulings(choices)))


PAYS = [
    ("four alike and no neighbour", "..##\n..##", "VVVV", (0, 0), "V", "", 20),
    ("two across the tile are both on it, though they do not touch", "..##\n..##", "VBBV", (0, 0), "V", "", 10),
    ("two on the tile and two beside it", "VV..\nMN..", "VBVB", (2, 0), "V", "", 20),
    ("five white donuts", "VV..\nVB..\nMBNN\nNNMM", "VVBM", (2, 0), "V", "", 25),
    ("the same tile, a group of three blue ones", "VV..\nVB..\nMBNN\nNNMM", "VVBM", (2, 0), "B", "", 15),
    ("two groups, one through each donut of the type", "VV..VM\nNV..MM", "BVVB", (2, 0), "V", "", 30),
    ("holes beside the tile join a donut further off", "VO..\nMM..", "VVNN", (2, 0), "V", "", 20),
    (
        "holes beside the tile join nothing where the table says no",
        "VO..\nMM..",
        "VVNN",
        (2, 0),
        "V",
        "holes-join=no",
        10,
    ),
    ("a tile of four holes counts as vanilla", "..VV\n..VM", "OOOO", (0, 0), "V", "", 35),
    ("a tile of four holes counts as maple as well", "..VV\n..MM", "OOOO", (0, 0), "M", "", 30),
    (
        "a tile of four holes pays its piles only, where holes join nothing",
        "..VV\n..VM",
        "OOOO",
        (0, 0),
        "V",
        "holes-join=no",
        20,
    ),
    ("squares under a box are left out, the rest hangs together", "##VV..\n##VM..", "VVVM", (4, 0), "V", "", 30),
    ("a box cuts a group", "VV##..\nMM##..", "VVNN", (4, 0), "V", "", 10),
    ("diagonals do not hang together", "VMNN\nMVBB\nNB..\nBN..", "VNNM", (2, 2), "V", "", 5),
    ("twelve round the corner", "MVVM\nMVVM\nVV..\nVV..", "VVVV", (2, 2), "V", "", 60),
    ("the type is on the tile through its holes alone", "NO..\nNM..", "OMOM", (2, 0), "N", "", 25),
    (
        "where holes join nothing, the piles of the tile count and no more",
        "NO..\nNM..",
        "OMOM",
        (2, 0),
        "N",
        "holes-join=no",
        10,
    ),
    ("a checkerboard is no group", "VB..\nBV..", "VBBV", (2, 0), "V", "", 10),
    ("sprinkles do not change a type", "vV..\nMN..", "vBvB", (2, 0), "V", "", 20),
    (
        "a neighbour of the type beside another type of the tile is not counted",
        "BB..\nBB..",
        "VBVB",
        (2, 0),
        "B",
        "",
        10,
    ),
    ("a group that meets the tile twice is counted once", "VVVV\nV..V\nV..V\nVVVV", "VVVV", (1, 1), "V", "", 80),
    ("untold donuts are of no type", "??..\n??..", "VVVV", (2, 0), "V", "", 20),
]


@pytest.mark.parametrize(
    ("picture", "tile", "at", "kind", "choices", "expected"), [pytest.param(*row[1:], id=row[0]) for row in PAYS]
)
def test_a_tile_pays(picture: str, tile: str, at: Square, kind: str, choices: str, expected: int) -> None:
    assert cents(picture, tile, at, kind, choices) == expected


def test_any_type_may_be_chosen_where_the_tile_has_holes() -> None:
    """The example in the interfaces: B 10, N 10, M 15, V 10, C 5, and what `holes-join=no` changes."""
    before = case("BBVV\nBBMM")
    pays = {k: PER_DONUT * len(s) for k, s in placement_pays(before, Tile("BnOV"), (4, 0), CLASSIC, JOIN).items()}
    assert pays == {"B": 10, "N": 10, "M": 15, "V": 10, "C": 5}
    apart = {k: PER_DONUT * len(s) for k, s in placement_pays(before, Tile("BnOV"), (4, 0), CLASSIC, APART).items()}
    assert {k: cents for k, cents in apart.items() if cents != pays[k]} == {"M": 5}
    assert best_kind(placement_pays(before, Tile("BnOV"), (4, 0), CLASSIC, JOIN)) == "M"


def test_equal_pays_go_by_the_order_of_the_set() -> None:
    assert best_kind(placement_pays(case("CC..\nCC.."), Tile("VMNB"), (2, 0), CLASSIC, JOIN)) == "B"


def test_only_types_on_the_tile_may_be_chosen_where_it_has_no_holes() -> None:
    assert Tile("VnVb").kinds(CLASSIC) == ("B", "N", "V")
    assert Tile("VnVO").kinds(CLASSIC) == CLASSIC.types


def naive(after: Case, at: Square, kind: str, join: bool) -> set[Square]:
    """Paid squares, by growing a set until it stays: written to be unlike the real one."""
    tile = set(tile_squares(at))

    def counts(square: Square) -> bool:
        letter = after.open.get(square, "")
        return letter.upper() == kind or (letter == "O" and (join or square in tile))

    paid = {square for square in tile if counts(square)}
    while True:
        seeds = {s for s in paid if join or after.open[s] != "O"}
        more = {s for s in after.open for t in seeds if abs(s[0] - t[0]) + abs(s[1] - t[1]) == 1 and counts(s)}
        if not join:
            more = {s for s in more if after.open[s] != "O"}
        if more <= paid:
            return paid
        paid |= more


@pytest.mark.parametrize("join", [True, False], ids=["holes join", "holes join nothing"])
def test_all_small_cases_pay_as_in_a_simple_count(join: bool) -> None:
    """Every case of two tiles in the letters V, B, O, beside one of every tile with three letters the same way."""
    choices = JOIN if join else APART
    for left in product("VBO#", repeat=4):
        before = read_rows(["".join(left[:2]), "".join(left[2:])])
        for donuts in product("VvO", "VB", "BO", "VO"):
            after = before.laid(Tile("".join(donuts)), (2, 0))
            for kind in "VB":
                assert set(paid_squares(after, (2, 0), kind, choices)) == naive(after, (2, 0), kind, join)


def test_three_tiles_in_a_row_pay_as_in_a_simple_count() -> None:
    for left, right in product(product("VO", repeat=4), product("VBO", repeat=4)):
        before = read_rows([f"{left[0]}{left[1]}..{right[0]}{right[1]}", f"{left[2]}{left[3]}..{right[2]}{right[3]}"])
        for donuts in ("VBBV", "OVBB"):
            after = before.laid(Tile(donuts), (2, 0))
            for join, choices in ((True, JOIN), (False, APART)):
                assert set(paid_squares(after, (2, 0), "V", choices)) == naive(after, (2, 0), "V", join)


def test_a_paid_square_is_counted_once() -> None:
    squares = paid_squares(case("VVVV\nV..V\nV..V\nVVVV").laid(Tile("OOOO"), (1, 1)), (1, 1), "V", JOIN)
    assert len(squares) == len(set(squares)) == 16


def test_the_parts_of_a_placement_count_donuts_and_piles() -> None:
    (why,) = explain_placement(case("VO..\nMM.."), Tile("VVNN"), (2, 0), "V", JOIN)
    assert (why.part, why.cents) == ("placement", 20)
    assert why.facts == {"type": "V", "count": 4, "piles": 1}
    assert why.rulings == ("holes-join",)
    (apart,) = explain_placement(case("VO..\nMM.."), Tile("VVNN"), (2, 0), "V", APART)
    assert (apart.cents, apart.rulings) == (10, ("holes-join",))
