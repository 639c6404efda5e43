"""Every way a round can be bid on, counted; and who gets what where bids meet."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from math import comb, factorial, perm, prod
from random import Random

import pytest

from companion.go_nuts.powers import start
from companion.go_nuts.state import NutsState
from tests.go_nuts.drawing import game, missing
from tests.transcripts import opened

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay")
QUIET = ("plain", "glazed", "powdered", "donut-holes", "jelly-filled", "maple-bar", "plain")  # cards without powers
# How many bid profiles end with so many cards taken and so many discarded, by number of seats.
PROFILES = {
    2: {(2, 0): 6, (0, 1): 3},
    3: {(3, 0): 24, (1, 1): 36, (0, 1): 4},
    4: {(4, 0): 120, (2, 1): 360, (1, 1): 80, (0, 2): 60, (0, 1): 5},
    5: {(5, 0): 720, (3, 1): 3600, (2, 1): 1200, (1, 2): 1800, (1, 1): 150, (0, 2): 300, (0, 1): 6},
    6: {
        (6, 0): 5040,
        (4, 1): 37800,
        (3, 1): 16800,
        (2, 2): 37800,
        (2, 1): 3150,
        (1, 2): 12600,
        (1, 1): 252,
        (0, 3): 3150,
        (0, 2): 1050,
        (0, 1): 7,
    },
}


def row_of(seats: int) -> NutsState:
    """A full row of cards without powers before so many seats."""
    row = " ".join(f"{number}={card}" for number, card in enumerate(QUIET[: seats + 1], 1))
    state: NutsState = opened(f"game go-nuts\nseats {' '.join(NAMES[:seats])}\nrow {row}\n").state
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_bid_profile_takes_and_discards_what_it_must(seats: int) -> None:
    before = row_of(seats)
    found = Counter(outcome(before, bids) for bids in product(range(1, seats + 2), repeat=seats))
    assert found == PROFILES[seats]
    assert found.total() == (seats + 1) ** seats


def test_six_seats_whoever_bid_what() -> None:
    """All 117,649 profiles as the 924 that differ in more than who bid what, each as often as seats can swap."""
    before, rng = row_of(6), Random(6)
    found: Counter[tuple[int, int]] = Counter()
    for bids in combinations_with_replacement(range(1, 8), 6):
        ways = factorial(6) // prod(factorial(bidders) for bidders in Counter(bids).values())
        found[outcome(before, tuple(rng.sample(bids, 6)))] += ways
    assert found == PROFILES[6]
    assert found.total() == 7**6


def outcome(before: NutsState, bids: tuple[int, ...]) -> tuple[int, int]:
    """How many cards are taken and how many discarded; the cards must lie where these bids put them."""
    after = start(before, bids)
    counts = Counter(bids)
    alone = {number for number, bidders in counts.items() if bidders == 1}
    assert after.trays == tuple((before.row[bid - 1],) if bid in alone else () for bid in bids)
    assert after.pile == tuple(before.row[number - 1] for number in sorted(counts.keys() - alone))
    assert after.gaps == sorted(counts)
    assert (after.at, after.choice, after.round, after.bids) == (0, None, 2, (None,) * len(bids))
    return len(alone), len(after.pile)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_counts_are_those_of_arithmetic(seats: int) -> None:
    """Seats split into groups that chose alike: partitions, times the numbers they may have chosen."""
    numbers = seats + 1
    found: Counter[tuple[int, int]] = Counter()
    for groups in partitions(seats, seats):
        ways = factorial(seats)
        for size, times in Counter(groups).items():
            ways //= factorial(size) ** times * factorial(times)
        alone = groups.count(1)
        found[alone, len(groups) - alone] += ways * perm(numbers, len(groups))
    assert found == PROFILES[seats]
    assert PROFILES[seats][seats, 0] == comb(numbers, seats) * factorial(seats)


def partitions(total: int, most: int) -> list[tuple[int, ...]]:
    """Ways to write a number as a sum, the largest part first."""
    if total == 0:
        return [()]
    return [(part, *rest) for part in range(min(total, most), 0, -1) for rest in partitions(total - part, part)]


ROUND = """
seats Ana Bo Cy Di
row 1=plain 2=glazed 3=powdered 4=jelly-filled 5=donut-holes
deck 20
"""
ROWS = [
    (
        "everybody alone takes a card and one stays in the row",
        "table: reveal Ana=5 Bo=4 Cy=2 Di=1",
        "Ana: donut-holes\nBo: jelly-filled\nCy: glazed\nDi: plain\nrow . . powdered . .\npile\nround 2",
    ),
    (
        "two on one number discard its card",
        "table: reveal Ana=2 Bo=2 Cy=1 Di=5",
        "Ana:\nBo:\nCy: plain\nDi: donut-holes\npile glazed\nrow . . powdered jelly-filled .",
    ),
    (
        "contested cards go on the pile from the lowest number up",
        "table: reveal Ana=4 Bo=1 Cy=4 Di=1",
        "pile plain jelly-filled\nrow . glazed powdered . donut-holes",
    ),
    (
        "all on one number",
        "table: reveal Ana=3 Bo=3 Cy=3 Di=3",
        "pile powdered\nrow plain glazed . jelly-filled donut-holes",
    ),
    (
        "secret bids need not be named at the reveal",
        "Bo: select 2 in 1\nDi: select 2 in 1\ntable: reveal Ana=1 Cy=5",
        "Ana: plain\nCy: donut-holes\npile glazed",
    ),
    (
        "secret bids may be named where they agree",
        "Bo: select 2 in 1\ntable: reveal Ana=1 Bo=2 Cy=5 Di=4",
        "Bo: glazed\nAna: plain",
    ),
    (
        "a secret bid may be changed until the reveal: the last counts",
        "Bo: select 2 in 1\nBo: select 3 in 1\ntable: reveal Ana=2 Cy=5 Di=4",
        "Bo: powdered\nAna: glazed",
    ),
    (
        "a bid shown as ? is no bid: its seat must be named",
        "Bo: select 2 in 1\nBo: select ? in 1\ntable: reveal Ana=2 Bo=4 Cy=5 Di=4",
        "Ana: glazed\npile jelly-filled",
    ),
    (
        "the order in which seats are named does not matter",
        "table: reveal Di=1 Cy=2 Bo=4 Ana=5",
        "Ana: donut-holes\nBo: jelly-filled\nCy: glazed\nDi: plain",
    ),
]


@pytest.mark.parametrize(("lines", "expected"), [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_a_round_of_bids(lines: str, expected: str) -> None:
    assert missing(game(f"{ROUND}{lines}\n"), expected) == []
