"""A phone that looks at a table: the seats it holds, and the seats whose private things it may show now."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Viewer:
    """A phone at one table.

    `seats`: the seats it holds. `others`: the seats that other phones hold. `open`: the seats whose hand, draw and
    secret bid it may show now: its only seat, or the one whose cover was opened on it.
    """

    seats: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    open: frozenset[int] = frozenset()

    @property
    def only(self) -> int | None:
        """Return its seat where it holds exactly one, whose own page it then shows; None for a shared phone."""
        return next(iter(self.seats)) if len(self.seats) == 1 else None

    @property
    def shared(self) -> bool:
        """Return whether this is a shared phone: what is private lies under a cover there."""
        return self.only is None

    def may_open(self, seat: int) -> bool:
        """Return whether this phone may open the cover of a seat: nobody else's."""
        return seat not in self.others


ANY_PHONE = Viewer()  # a phone at a table where nobody claimed a seat
