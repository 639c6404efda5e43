"""The replay: the table as it stood after a line, as the journal is now, with the ways to the other moments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.kernel.game import Moment
from companion.kernel.table import Table
from companion.web import services
from companion.web.table.journal_rows import lays_cross
from companion.web.table.table_view import LineView, mark_of, short_view


@dataclass(frozen=True, slots=True)
class MomentView:
    """A moment of a table: after a line that stands, or at the start. The starting cross is one moment.

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

    After a donut of the starting cross: the moment when the whole cross lies. `likes`: this phone's settings for
    drawings. The table holds only what this phone may see, so the moment does too. Its states were kept when it was
    folded.
    """
    lines = [0, *(one.line.seq for one in table.applied)]
    of = next((place for place in reversed(range(len(lines))) if lines[place] == at), None)
    if of is None:
        of = next(place for place in reversed(range(len(lines))) if lines[place] <= at)
    stops = _stops(table)
    place = next(place for place, stop in enumerate(stops) if stop >= of)
    since = stops[place - 1] if place else 0
    picture = table.game.screen.moment(table, stops[place], likes)
    return MomentView([lines[stop] for stop in stops], place, _line(table, since, stops[place]), picture)


def _stops(table: Table) -> Sequence[int]:
    """Return after how many of the lines that stand each moment is: after each, but the cross is not shown halfway."""
    before = [table.start, *(one.state for one in table.applied)]
    of_cross = [lays_cross(one.line, state) for one, state in zip(table.applied, before, strict=False)]
    follows = [*of_cross[1:], False]
    ends = (not (one and other) for one, other in zip(of_cross, follows, strict=False))
    return [0, *(place for place, is_end in enumerate(ends, 1) if is_end)]


def _line(table: Table, since: int, place: int) -> LineView | None:
    """Return the line before a moment; the lines of the cross since the moment before in one sentence."""
    if not place:
        return None
    applied, donuts = table.applied[place - 1], place - since
    if donuts > 1:
        words = services.words()
        sentence = words.ngettext("The starting cross, %(num)s donut", "The starting cross, %(num)s donuts", donuts)
        sentence = words.fill(sentence, {"num": donuts})
        return LineView(applied.line.seq, sentence, 0)
    return replace(
        short_view(table, applied), aside=applied.aside, decided=applied.line.forced, mark=mark_of(table, applied)
    )
