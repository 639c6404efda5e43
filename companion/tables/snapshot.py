"""A table as it stands in the journal, or as a phone may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from companion.kernel.common import MARKS as MOST_MARKS
from companion.kernel.table import Table

MARKS = "marks"  # names of settings in the store: a digit a seat
COINS = "coins"  # "no" where nobody hands out coins
RENEWED = "renewed"  # "yes" where the table was given another code
EVERY_MARK = frozenset(map(str, range(1, MOST_MARKS + 1)))


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Choices of the people of a table that are no lines; no entry, transcript or export depends on it.

    `marks`: the colour and topping of each seat, empty until somebody chose one; see `Party.mark`.
    `coins`: whether they hand out coins, so that pages show which. `renewed`: whether it was given another code, so
    that none but the phones that followed may be led to it.
    """

    marks: tuple[int, ...] = ()
    coins: bool = True
    renewed: bool = False

    @classmethod
    def of(cls, kept: Mapping[str, str]) -> Self:
        """Return the settings as the store keeps them; without marks that were edited by hand and are none."""
        marks = kept.get(MARKS, "")
        known = set(marks) <= EVERY_MARK and len(set(marks)) == len(marks)  # no two seats look alike
        return cls(tuple(map(int, marks)) if known else (), kept.get(COINS) != "no", kept.get(RENEWED) == "yes")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as it stands in the journal.

    `seed`: of the shuffling, where the server deals; empty in what a phone may see. `dealt`: whether the server deals.
    `peek`: what the seat that draws gets to see of the stock, where a phone may see it too. `opener`: the phone that
    opened the table. `locked`: only phones with a seat may enter something.
    """

    code: str
    epoch: str
    table: Table
    seed: str = ""
    dealt: bool = False
    peek: tuple[str, ...] = ()
    settings: TableSettings = TableSettings()
    opener: str = ""
    locked: bool = False

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def tag(self) -> str:
        """The version as phones compare it: another epoch means a restored journal and always wins."""
        return f"{self.epoch}.{self.version}"
