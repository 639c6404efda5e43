"""Advice is exact: nothing a brute search over every spot, place and way to give orders finds pays more."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from companion.donut_shop.advice import best_boxes, best_placements
from companion.donut_shop.case import Case, read_rows
from companion.donut_shop.moves import Pack
from companion.donut_shop.notation import RULINGS
from companion.donut_shop.parts import BOXES, Order, Tile
from companion.donut_shop.pay import box_parts, placement_pays
from companion.donut_shop.rules import check_orders
from companion.editions import load_sets
from companion.refusals import Illegal
from tests.arrangements import arrangements
from tests.properties import examples, given, st

CLASSIC = load_sets()["classic"]
DEFAULT = {ruling.id: ruling.default for ruling in RULINGS}

letters = st.sampled_from("BbNnMmO")
cases = st.lists(letters, min_size=16, max_size=16).map(
    lambda drawn: read_rows(["".join(drawn[row * 4 : row * 4 + 4]) for row in range(4)])
)
orders = st.builds(Order, st.sampled_from("BNMV"), st.booleans(), st.booleans())
rulings = st.fixed_dictionaries({ruling.id: st.sampled_from(ruling.choices) for ruling in RULINGS})


def brute_boxes(case: Case, hand: list[Order], chosen: dict[str, str]) -> list[int]:
    """What every legal box pays, by trying everything."""
    possible = {
        (tuple(sorted(map(str, plain))), wilds): (plain, wilds)
        for count in range(1, len(hand) + 1)
        for cards in combinations(hand, count)
        for plain, wilds in arrangements(cards, CLASSIC)
    }
    paid = []
    for box in BOXES.values():
        for at, (plain, wilds) in product(case.places_for(box), possible.values()):
            pack = Pack(box, at, plain, wilds)
            try:
                check_orders(case, pack, CLASSIC)
            except Illegal:
                continue
            paid.append(sum(box_parts(case, pack, chosen).values()))
    return paid


@examples(60)
@given(cases, st.lists(orders, min_size=1, max_size=5), rulings)
def test_no_box_pays_more_than_the_first_one_advised(case: Case, hand: list[Order], chosen: dict[str, str]) -> None:
    advised = best_boxes(case, hand, {}, False, CLASSIC, chosen, 500)
    paid = brute_boxes(case, hand, chosen)
    assert bool(advised) == bool(paid)
    if paid:
        assert advised[0].cents == max(paid)


@examples(60)
@given(cases, st.lists(orders, min_size=1, max_size=8), rulings)
def test_every_box_advised_may_be_packed_and_pays_that(case: Case, hand: list[Order], chosen: dict[str, str]) -> None:
    advised = best_boxes(case, hand, {}, False, CLASSIC, chosen, 500)
    for packing in advised:
        check_orders(case, packing.pack, CLASSIC)
        left = list(hand)
        for card in packing.pack.cards:
            left.remove(card)
        assert sum(box_parts(case, packing.pack, chosen).values()) == packing.cents
    keys = [(-p.cents, len(p.pack.cards), p.pack.box.width * p.pack.box.height, p.pack.at[::-1]) for p in advised]
    assert keys == sorted(keys)


@examples(40)
@given(cases, st.lists(letters, min_size=4, max_size=4).map("".join), rulings)
def test_placements_are_all_spots_turns_and_types_best_first(case: Case, tile: str, chosen: dict[str, str]) -> None:
    advised = best_placements(case, Tile(tile), CLASSIC, chosen, 10_000)
    expected = sorted(
        5 * len(squares)
        for at in case.spots()
        for turned in Tile(tile).orientations()
        for squares in placement_pays(case, turned, at, CLASSIC, chosen).values()
    )
    assert [placement.cents for placement in advised] == expected[::-1]


@pytest.mark.parametrize(
    ("boxes", "own", "sizes"),
    [
        pytest.param({"2x2": 0}, False, set(), id="no 2x2 left and none of one's own"),
        pytest.param({"2x2": 0}, True, {True}, id="the own one when no common one is left"),
        pytest.param({"2x2": 1}, True, {False}, id="a common one first, the own one keeps"),
        pytest.param({}, True, {False}, id="unknown stock counts as there"),
    ],
)
def test_which_2x2_is_advised(boxes: dict[str, int | None], own: bool, sizes: set[bool]) -> None:
    case = read_rows(["BB", "BB"])
    advised = best_boxes(case, [Order("B")], boxes, own, CLASSIC, DEFAULT, 9)
    assert {packing.pack.own for packing in advised} == sizes
