"""A table as it stands in the journal, or as a phone may see it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kernel.table import Table


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as it stands in the journal.

    `seed`: of the shuffling, where the server deals; empty in what a phone may see. `dealt`: whether the server deals.
    `peek`: what the seat that draws gets to see of the stock, where a phone may see it too.
    """

    code: str
    epoch: str
    table: Table
    seed: str = ""
    dealt: bool = False
    peek: tuple[str, ...] = ()

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def tag(self) -> str:
        """The version as phones compare it: another epoch means a restored journal and always wins."""
        return f"{self.epoch}.{self.version}"
