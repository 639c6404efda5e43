"""Slips planted in whole games are found from the counted money: a few of what `make bench` measures with many."""

from __future__ import annotations

from random import Random

import pytest

from companion.donut_shop.explanations.search import MOST, explanations
from tests.bench.explanations import AMONG_FIRST, FOUND, Rates, searched, together
from tests.bench.planted import planted
from tests.tiers import chosen

pytestmark = pytest.mark.slow

SLIPS = 8 if chosen().share == 1 else 4  # of each kind


@pytest.fixture(scope="module")
def rates() -> dict[str, Rates]:
    return dict(searched(SLIPS))


def test_as_many_are_found_and_as_high_as_is_required(rates: dict[str, Rates]) -> None:
    whole = together(list(rates.values()))
    assert whole.found >= FOUND * whole.planted
    assert whole.first >= AMONG_FIRST * whole.planted
    assert whole.offered <= MOST


def test_no_kind_is_seldom_found(rates: dict[str, Rates]) -> None:
    """Of so few of a kind three of eight may be missed; seven of ten are required of many."""
    assert {kind: one.found for kind, one in rates.items() if one.found < SLIPS - 3 * SLIPS // 8} == {}


@pytest.mark.parametrize("kind", ["spot", "tile turned", "box size", "donut misread"])
def test_every_correction_offered_brings_the_difference(kind: str) -> None:
    slip = planted(kind, "case", Random(f"offered {kind}"))
    offered = [one.text for one in explanations(slip.table, slip.seat, slip.difference) if one.text]
    assert offered
    for text in offered:
        assert slip.table.play(text).state.cents(slip.seat) - slip.table.state.cents(slip.seat) == slip.difference
