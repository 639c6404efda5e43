"""The viewer of a table: a phone, the seats it holds, and the seats whose private things it may be shown now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.store.journal import Claim


@dataclass(frozen=True, slots=True)
class Viewer:
    """A phone at one table.

    `seats`: the seats it holds. `open`: the seats whose hand, draw and secret bid it may be shown now: its only seat,
    or the one whose cover was opened on it. `others`: the seats that other phones hold.
    """

    phone: str
    seats: frozenset[int] = frozenset()
    open: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()

    @property
    def shared(self) -> bool:
        """Return whether this is a shared phone: what is private lies under a cover there."""
        return len(self.seats) != 1

    def may_open(self, seat: int) -> bool:
        """Return whether this phone may open the cover of a seat: nobody else's."""
        return seat not in self.others


def viewer_of(phone: str, claims: Sequence[Claim], opened: int | None = None) -> Viewer:
    """Return how a phone looks at a table with these claims. `opened`: the seat whose cover is open on it."""
    seats = frozenset(claim.seat for claim in claims if claim.phone == phone)
    others = frozenset(claim.seat for claim in claims if claim.phone != phone)
    covered = frozenset() if opened is None or opened in others else frozenset({opened})
    return Viewer(phone, seats, seats if len(seats) == 1 else covered, others)
