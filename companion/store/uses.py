"""The contract of uses: how much of its allowances an address has used, counted alike by all processes.

Kept for the moment only: a use is forgotten once the address may have all of its allowance again.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Allowance(NamedTuple):
    """An amount that an address may have: `most` at once, and one more each `every` seconds."""

    name: str
    most: int
    every: float

    def wait(self, left: float) -> float:
        """Return the seconds until there is one more; `left`: seconds until the address has all of it again."""
        return max(0.0, left - (self.most - 1) * self.every)


class Uses(Protocol):
    """The uses of each allowance by each address. Every call raises Unavailable."""

    def wait(self, allowance: Allowance, address: str) -> float:
        """Return the seconds until an address has one; 0 where it has one now."""
        ...

    def take(self, allowance: Allowance, address: str) -> float:
        """Use one, where the address has one, and return 0; else return the seconds until it has one."""
        ...

    def count(self, allowance: Allowance, address: str) -> None:
        """Count a use that has happened, also beyond what the address had."""
        ...

    def give_back(self, allowance: Allowance, address: str) -> None:
        """Take back a use: nothing came of it."""
        ...
