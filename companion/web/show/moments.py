"""The replay: the table as it stood after a line, as the journal is now, with the ways to the other moments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.kernel.game import Moment
from companion.kernel.table import Table
from companion.web.table.table_view import LineView, mark_of, short_view


@dataclass(frozen=True, slots=True)
class MomentView:
    """A moment of a table: after a line that stands, or at the start.

    `numbers`: the lines of all moments in their order, 0 for the start; `place`: of this one among them. `line`: what
    it did, None at the start.
    """

    numbers: Sequence[int]
    place: int
    line: LineView | None
    picture: Moment

    @property
    def at(self) -> int:
        """The number of its line, 0 at the start."""
        return self.numbers[self.place]

    @property
    def first(self) -> int | None:
        """The number of the first moment's line; None where this is the first. So with the other ways."""
        return self.numbers[0] if self.place else None

    @property
    def previous(self) -> int | None:
        return self.numbers[self.place - 1] if self.place else None

    @property
    def next(self) -> int | None:
        return self.numbers[self.place + 1] if self.place < self.latest else None

    @property
    def last(self) -> int | None:
        return self.numbers[-1] if self.place < self.latest else None

    @property
    def latest(self) -> int:
        """The place of the last moment."""
        return len(self.numbers) - 1


def moment_view(table: Table, at: int, likes: Mapping[str, str]) -> MomentView:
    """Return the moment after entry `at`. Where it does not stand, the last one whose line was entered before it.

    `likes`: this phone's settings for drawings. The table holds only what this phone may see, so the moment does too.
    Its states were kept when it was folded.
    """
    numbers = [0, *(one.line.seq for one in table.applied)]
    place = next((place for place in reversed(range(len(numbers))) if numbers[place] == at), None)
    if place is None:
        place = next(place for place in reversed(range(len(numbers))) if numbers[place] <= at)
    return MomentView(numbers, place, _line(table, place), table.game.screen.moment(table, place, likes))


def _line(table: Table, place: int) -> LineView | None:
    if not place:
        return None
    applied = table.applied[place - 1]
    return replace(
        short_view(table, applied), aside=applied.aside, decided=applied.line.forced, mark=mark_of(table, applied)
    )
