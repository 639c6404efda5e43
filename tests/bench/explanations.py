"""How often a planted slip is found from the counted money alone: by kind, how high it stands, and what it costs.

`python -m tests.bench.explanations [SLIPS]` prints the table alone.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from companion.donut_shop.explanations.search import MOST, explanations
from tests.bench.planted import TWELVE, Planted, planted

LEVELS = ("case", "everything")
SLIPS = 50  # of each kind, half of them at each level
FIRST = 3
FOUND, OF_A_KIND, AMONG_FIRST, SECONDS = 0.9, 0.7, 0.75, 0.3  # what is required


@dataclass
class Rates:
    """Of some slips: how many were planted, found, found among the first, and the processor time of each search."""

    planted: int = 0
    found: int = 0
    first: int = 0
    offered: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, slip: Planted) -> None:
        began = time.process_time()
        offered = explanations(slip.table, slip.seat, slip.difference)
        self.seconds.append(time.process_time() - began)
        place = place_of(slip, offered)
        self.planted += 1
        self.offered = max(self.offered, len(offered))
        self.found += place is not None
        self.first += place is not None and place < FIRST

    def row(self, kind: str) -> str:
        mean = sum(self.seconds) / len(self.seconds)
        found, first = self.found / self.planted, self.first / self.planted
        return f"{kind:24} {self.planted:6} {found:7.0%} {first:7.0%} {mean * 1e3:6.0f} {max(self.seconds) * 1e3:6.0f}"


def place_of(slip: Planted, offered: Sequence[object]) -> int | None:
    """Where the line to be corrected stands among those offered; of a ruling its choice, of a missed box its turn."""
    for place, one in enumerate(offered):
        what, seq, detail = one.what, one.seq, one.detail  # type: ignore[attr-defined]
        right = {"ruling": detail == slip.truth, "box forgotten": what == "box"}.get(slip.kind, True)
        if seq == slip.seq and right:
            return place
    return None


def searched(number: int) -> Iterator[tuple[str, Rates]]:
    """The rates of each kind, of so many slips planted in seeded games."""
    for kind in TWELVE:
        rates = Rates()
        for one in range(number):
            level = LEVELS[one % len(LEVELS)]
            rates.add(planted(kind, level, Random(f"{kind} at {level}, {one}")))
        yield kind, rates


def together(rates: Sequence[Rates]) -> Rates:
    return Rates(
        sum(one.planted for one in rates),
        sum(one.found for one in rates),
        sum(one.first for one in rates),
        max(one.offered for one in rates),
        [seconds for one in rates for seconds in one.seconds],
    )


def enough(by_kind: Sequence[Rates]) -> bool:
    """Are as many found as is required, as high, and as quickly?"""
    whole = together(by_kind)
    return (
        whole.found >= FOUND * whole.planted
        and whole.first >= AMONG_FIRST * whole.planted
        and all(one.found >= OF_A_KIND * one.planted for one in by_kind)
        and whole.offered <= MOST
        and max(whole.seconds) <= SECONDS
    )


def measure(number: int = SLIPS) -> bool:
    """Prints the table; whether all that is required holds."""
    print(f"{'planted slips':24} {'number':>6} {'found':>7} {'first 3':>7} {'ms':>6} {'most':>6}")
    by_kind = []
    for kind, rates in searched(number):
        by_kind.append(rates)
        print(rates.row(kind), flush=True)
    print(together(by_kind).row("all"))
    return enough(by_kind)


if __name__ == "__main__":
    sys.exit(0 if measure(*map(int, sys.argv[1:2])) else 1)
