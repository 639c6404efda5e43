"""The orders given for a box are the best there are: most cents, then the fewest orders, then the fewest wilds."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.donut_shop.advice import best_boxes, requirement_of
from companion.donut_shop.case import Case, read_rows
from companion.donut_shop.moves import Pack
from companion.donut_shop.notation import RULINGS, read_order, write_cards
from companion.donut_shop.packing import AssignmentSolver
from companion.donut_shop.parts import BOXES, Order
from companion.donut_shop.pay import box_parts
from companion.donut_shop.rules import check_orders
from companion.editions import load_sets
from companion.refusals import Illegal
from tests.arrangements import arrangements
from tests.properties import examples, given, st

CLASSIC = load_sets()["classic"]
DEFAULT = {ruling.id: ruling.default for ruling in RULINGS}
Worth = tuple[int, int, int]

letters = st.sampled_from(["BbNnMmO", "BbO", "OOOOB", "BNMVC", "O"]).flatmap(
    lambda some: st.lists(st.sampled_from(some), min_size=12, max_size=12)
)
cases = letters.map(lambda drawn: read_rows(["".join(drawn[row * 4 : row * 4 + 4]) for row in range(3)]))
orders = st.builds(Order, st.sampled_from("BNM"), st.booleans(), st.booleans())
rulings = st.fixed_dictionaries({ruling.id: st.sampled_from(ruling.choices) for ruling in RULINGS})


def worth(case: Case, pack: Pack, chosen: dict[str, str]) -> Worth | None:
    """Cents, less orders, less wilds; None where the rules forbid it."""
    try:
        check_orders(case, pack, CLASSIC)
    except Illegal:
        return None
    return sum(box_parts(case, pack, chosen).values()), -len(pack.cards), -len(pack.wilds)


@examples(150)
@given(cases, st.lists(orders, min_size=1, max_size=6), rulings, st.sampled_from(sorted(BOXES)))
def test_no_way_to_give_them_is_better(case: Case, hand: list[Order], chosen: dict[str, str], size: str) -> None:
    box = BOXES[size]
    if box.height > 3:
        return
    possible = {
        (tuple(sorted(map(str, plain))), wilds): (plain, wilds)
        for count in range(1, len(hand) + 1)
        for cards in combinations(hand, count)
        for plain, wilds in arrangements(cards, CLASSIC)
    }
    worths = [worth(case, Pack(box, (0, 0), *assignment), chosen) for assignment in possible.values()]
    best = max((one for one in worths if one is not None), default=None)
    need = requirement_of(case, box, (0, 0))
    assert need is not None
    solver = AssignmentSolver(hand, CLASSIC.types, chosen)
    assignment = solver.best(need)
    assert (worth(case, Pack(box, (0, 0), *assignment), chosen) if assignment else None) == best
    if best is not None:
        assert best[0] <= box.cents + solver.upper_bound(need)


GIVEN = {
    "an order of each type": (["BN", "BN"], "B N M", "B N"),
    "the plain one of two": (["BB", "BB"], "B* B B*", "B"),
    "sprinkles where they pay": (["Bb", "BB"], "B* B", "B*"),
    "two coffees": (["BB", "BB"], "B+ B+ B", "B+ B+"),
    "one coffee alone is kept": (["BB", "BB"], "B+ B", "B"),
    "a pair for what is missing": (["BN", "BN"], "B M M+", "B M&M+>N"),
    "sprinkled orders not in a wild": (["Bb", "BN"], "B* B* B B", "B* B&B>N"),
    "a pair of another type for its coffees": (["BB", "BB"], "B M+ M+", "M+&M+>B"),
    "a pile for a coffee": (["BB", "BO"], "B+ M+", "B+ M+"),
    "holes alone": (["OO", "OO"], "M V", "M"),
    "holes for coffees": (["OO", "OO"], "M+ V+ C+ C", "M+ V+ C+"),
    "nothing that would do": (["BN", "MV"], "B N M C", None),
}


@pytest.mark.parametrize(("rows", "hand", "given_"), GIVEN.values(), ids=GIVEN)
def test_what_is_given(rows: list[str], hand: str, given_: str | None) -> None:
    need = requirement_of(read_rows(rows), BOXES["2x2"], (0, 0))
    assert need is not None
    assignment = AssignmentSolver([read_order(word, CLASSIC) for word in hand.split()], CLASSIC.types, DEFAULT).best(
        need
    )
    assert (write_cards(*assignment) if assignment else None) == given_


@pytest.mark.parametrize("word", ["B B* B+ B*+", "B B* N+ M*+ V C+", "B*+"])
@pytest.mark.parametrize("ruling", [{}, {"coffee-four": "sum", "sprinkles": "donut", "sprinkles-same-type": "each"}])
def test_forty_orders_on_four_hundred_squares_are_no_trouble(word: str, ruling: dict[str, str]) -> None:
    """Nothing here is tried card by card: some of these would take years."""
    hand = [read_order(one, CLASSIC) for one in (word.split() * 40)[:40]]
    rows = ["".join("BnVOmCbN"[(x * x + y) % 8] for x in range(20)) for y in range(20)]
    assert best_boxes(read_rows(rows), hand, {}, True, CLASSIC, {**DEFAULT, **ruling}, 20)
