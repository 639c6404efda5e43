"""The pay of a box: the donuts under it as a picture, the orders discarded, the cents by part."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from companion.donut_shop.parts import BOXES, COPIES, SIZES, Box
from companion.donut_shop.pay import box_parts, coffee_bonus, explain_box, sprinkle_bonus
from tests.drawing import case, order, pack, rulings
from tests.transcripts import SHOP, played, refused

PAYS = [
    ("the rulebook's example: a six pack of four banana and two blue", "NN\nNN\nBB\nBB", "2x3", "B N", "", {"box": 30}),
    (
        "the rulebook's sprinkles: maple has none, banana has",
        "MM\nMn",
        "2x2",
        "M* N*",
        "",
        {"box": 20, "sprinkles": 10},
    ),
    ("three sprinkled of a type count once", "CCCC\nCccc", "4x2", "C*", "", {"box": 40, "sprinkles": 10}),
    (
        "three sprinkled of a type count each by the table's choice",
        "CCCC\nCccc",
        "4x2",
        "C*",
        "sprinkles=donut",
        {"box": 40, "sprinkles": 30},
    ),
    ("one order serves all donuts of its type", "VV\nVB\nBB\nBB", "2x3", "V B", "", {"box": 30}),
    ("one coffee pays nothing", "VV\nVV", "2x2", "V+", "", {"box": 20}),
    ("two coffees, both of one type", "VV\nVV", "2x2", "V+ V+", "", {"box": 20, "coffee": 15}),
    ("three coffees", "VV\nBB", "2x2", "V+ B+ V+", "", {"box": 20, "coffee": 25}),
    ("four coffees pay as three", "VV\nBB", "2x2", "V+ B+ V+ B+", "", {"box": 20, "coffee": 25}),
    (
        "four coffees pay as two pairs by the table's choice",
        "VV\nBB",
        "2x2",
        "V+ B+ V+ B+",
        "coffee-four=sum",
        {"box": 20, "coffee": 30},
    ),
    ("two types with sprinkles", "vvbB\nbVVB\nBBVB\nBBBB", "3x3", "V* B*", "", {"box": 45, "sprinkles": 20}),
    (
        "two and two sprinkled, each donut counted",
        "vvbB\nbVVB\nBBVB\nBBBB",
        "3x3",
        "V* B*",
        "sprinkles=donut",
        {"box": 45, "sprinkles": 40},
    ),
    (
        "two sprinkle orders of a type count once",
        "VVVV\nVVVV\nVVVv\nBBBB",
        "4x3",
        "V*+ V*+ V+",
        "",
        {"box": 60, "sprinkles": 10, "coffee": 25},
    ),
    (
        "two sprinkle orders of a type count each",
        "VVVV\nVVVV\nVVVv\nBBBB",
        "4x3",
        "V*+ V*+ V+",
        "sprinkles-same-type=each",
        {"box": 60, "sprinkles": 20, "coffee": 25},
    ),
    (
        "two sprinkle orders of a type, each for each donut",
        "Vv\nvV",
        "2x2",
        "V* V*",
        "sprinkles=donut sprinkles-same-type=each",
        {"box": 20, "sprinkles": 40},
    ),
    (
        "two sprinkle orders of a type, once for each donut",
        "Vv\nvV",
        "2x2",
        "V* V*",
        "sprinkles=donut",
        {"box": 20, "sprinkles": 20},
    ),
    ("a wild stands for a type", "VV\nVM", "2x2", "V B&B>M", "", {"box": 20}),
    ("sprinkles inside a wild pay nothing", "VV\nVm", "2x2", "V B*&B>M", "", {"box": 20}),
    ("not even where the type of its cards lies there with sprinkles", "VV\nbm", "2x2", "V B B*&B*>M", "", {"box": 20}),
    ("coffee inside a wild counts", "VV\nVM", "2x2", "V+ B+&B>M", "", {"box": 20, "coffee": 15}),
    (
        "coffee inside a wild does not count by the table's choice",
        "VV\nVM",
        "2x2",
        "V+ B+&B>M",
        "wild-coffee=no",
        {"box": 20},
    ),
    ("holes are served by the order there is", "VV\nVO", "2x2", "V", "", {"box": 20}),
    (
        "sprinkle orders without sprinkles, coffee counts all the same",
        "NNNN\nBBNN",
        "4x2",
        "N*+ B*+",
        "",
        {"box": 40, "coffee": 15},
    ),
    ("sprinkles without a sprinkle order pay nothing", "vv\nvv", "2x2", "V", "", {"box": 20}),
    ("a pile ordered with sprinkles has none", "VV\nVO", "2x2", "V B*", "", {"box": 20}),
]


@pytest.mark.parametrize(
    ("picture", "size", "cards", "choices", "parts"), [pytest.param(*row[1:], id=row[0]) for row in PAYS]
)
def test_a_box_pays(picture: str, size: str, cards: str, choices: str, parts: dict[str, int]) -> None:
    assert box_parts(case(picture), pack(size, (0, 0), cards), rulings(choices)) == parts


@pytest.mark.parametrize(("size", "cents"), [("2x2", 20), ("2x3", 30), ("2x4", 40), ("3x3", 45), ("3x4", 60)])
def test_there_are_four_boxes_of_each_size_turned_either_way(size: str, cents: int) -> None:
    box = BOXES[size]
    turned = Box(box.height, box.width)
    assert COPIES == 4
    assert (box.cents, turned.cents, turned.size) == (cents, cents, size)
    assert str(turned) in BOXES
    assert len(box.squares((-3, 1))) == box.width * box.height
    assert len(SIZES) == 5


COFFEES = [
    (0, 0, 0),
    (1, 0, 0),
    (2, 15, 15),
    (3, 25, 25),
    (4, 25, 30),
    (5, 25, 40),
    (6, 25, 50),
    (7, 25, 55),
    (8, 25, 65),
]


@pytest.mark.parametrize(("cards", "as_three", "added_up"), COFFEES)
def test_coffees(cards: int, as_three: int, added_up: int) -> None:
    assert coffee_bonus(cards, rulings()) == as_three
    assert coffee_bonus(cards, rulings("coffee-four=sum")) == added_up


def test_the_sum_of_coffees_is_the_best_division_into_pairs_and_threes() -> None:
    best = [0, 0]
    for cards in range(2, 40):
        best.append(max(best[cards - 2] + 15, best[cards - 3] + 25 if cards > 2 else 0, best[cards - 1]))
    assert [coffee_bonus(cards, rulings("coffee-four=sum")) for cards in range(40)] == best


def test_sprinkles_by_counting_them_one_by_one() -> None:
    """Every hand of up to three orders, beside every number of sprinkled donuts of two types."""
    deck = [order(text) for text in ("B", "B*", "V*", "V*+", "M*")]
    for hand in (cards for size in range(4) for cards in combinations_with_replacement(deck, size)):
        for donuts in ({}, {"B": 1}, {"B": 2, "V": 1}, {"V": 3}):
            for by_donut in (False, True):
                for each in (False, True):
                    choices = (
                        f"sprinkles={'donut' if by_donut else 'card'} sprinkles-same-type={'each' if each else 'once'}"
                    )
                    expected, paid = 0, set()
                    for card in hand:
                        if card.sprinkles and card.kind in donuts and (each or card.kind not in paid):
                            expected += 10 * (donuts[card.kind] if by_donut else 1)
                            paid.add(card.kind)
                    assert sprinkle_bonus(hand, donuts, rulings(choices)) == expected


NOT_SO = [
    ("a type without an order", "VV/VM", "2x2 @0,0 with V", "no-order-for-type"),
    ("no order at all for types", "VV/VM", "2x2 @0,0 with", "no-order-for-type"),
    ("holes alone need an order", "OO/OO", "2x2 @0,0 with", "no-orders"),
    ("over the edge", "VV../VV..", "2x2 @1,0 with V", "box-over-nothing"),
    ("over another box", "VV##/VV##", "2x2 @1,0 with V", "box-over-box"),
    ("an order for a type that is not there", "VV/VV", "2x2 @0,0 with V B", "extra-order"),
    ("a wild for a type that is not there", "VV/VV", "2x2 @0,0 with V B&B>M", "extra-order"),
    ("one pile cannot stand for two types", "VV/VO", "2x2 @0,0 with V B M", "extra-order"),
    ("a wild of two types", "VV/VM", "2x2 @0,0 with V B&N>M", "wild-unlike"),
    ("a wild for its own type", "VV/VM", "2x2 @0,0 with V M&M>M", "wild-own-type"),
    ("over donuts nobody told", "V?/VV", "2x2 @0,0 with V", "box-over-untold"),
    ("the own box is the smallest", "VVVV/VVVV/VVVV/VVVV", "2x3 own @0,0 with V", "own-not-2x2"),
]
SO = [
    ("one pile stands for a type of its own", "VV/VO", "2x2 @0,0 with V B", 20),
    ("two piles stand for two types", "VO/VO", "2x2 @0,0 with V B M", 20),
    ("four piles stand for four types", "OO/OO", "2x2 @0,0 with V B M C", 20),
    ("holes alone with one order", "OO/OO", "2x2 @0,0 with V", 20),
    ("more orders of a type", "VV/VV", "2x2 @0,0 with V V V V+ V+", 35),
    ("a wild for a type that has its order", "VV/VV", "2x2 @0,0 with V B&B>V", 20),
    ("wilds alone", "VV/MM", "2x2 @0,0 with B&B>V N&N>M", 20),
    ("two wilds of one type", "VV/MM", "2x2 @0,0 with B&B>V B&B>M", 20),
    ("a wild for a pile", "VV/VO", "2x2 @0,0 with V B&B>M", 20),
    ("sprinkled is of its type", "vV/VV", "2x2 @0,0 with V", 20),
    ("a box turned, across tiles", "BVVM/BVVM", "2x2 @1,0 with V", 20),
]


def boxed(start: str, box: str) -> int:
    """What a box pays right after a far tile, in a middle start where hands are not counted."""
    place = f"place CCCC @0,{2 * ((start.count('/') + 1) // 2)} C"
    table = played(f"{SHOP}start {start}\nmoney Ana 5\nown Ana\nAna: {place}\nAna: box {box}\n")
    return sum(table.applied[-1].paid.values())


@pytest.mark.parametrize(("start", "box", "reason"), [pytest.param(*row[1:], id=row[0]) for row in NOT_SO])
def test_a_box_is_refused(start: str, box: str, reason: str) -> None:
    assert refused(lambda: boxed(start, box)) == ("Illegal", reason)


@pytest.mark.parametrize(("start", "box", "cents"), [pytest.param(*row[1:], id=row[0]) for row in SO])
def test_a_box_is_allowed(start: str, box: str, cents: int) -> None:
    assert boxed(start, box) == cents


def test_why_names_the_rulings_that_touch_each_part() -> None:
    parts = explain_box(case("vM\nVM"), pack("2x2", (0, 0), "V*+ B*+&B>M"), rulings())
    assert [(why.part, why.cents) for why in parts] == [("box", 20), ("sprinkles", 10), ("coffee", 15)]
    assert [why.rulings for why in parts] == [
        (),
        ("sprinkles", "sprinkles-same-type", "wild-sprinkles"),
        ("wild-coffee", "coffee-four"),
    ]
    assert sum(why.cents for why in parts) == sum(
        box_parts(case("vM\nVM"), pack("2x2", (0, 0), "V*+ B*+&B>M"), rulings()).values()
    )
