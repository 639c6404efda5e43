"""The eye over a table: from a camera's pictures to what was done since the table's latest line.

It reads once hands are gone and the picture is still. What it is not sure of it looks at again, and then asks; what
contradicts the table it leaves alone. It keeps no picture and records nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import process_time
from typing import TYPE_CHECKING

from companion.donut_shop.case import Case, tile_squares
from companion.donut_shop.parts import UNKNOWN, Edition, Square
from companion.photos.stillness import Stillness
from companion.store.sightings import Sighting
from companion.tables.snapshot import Snapshot
from vision.alignment import Alignment, align_pattern, align_reading, turn
from vision.reconciliation import FoundBox, FoundChange, FoundTile, Reconciliation, reconcile
from vision.values import Doubt, Reading, UnreadablePhoto

if TYPE_CHECKING:
    from vision.values import Pixels

SURELY = 9.0  # nats of a tile or a box that is offered
AGAIN, LONGEST = 0.4, 12.0  # seconds until an unclear picture is read again: twice as long each time, at most so long
TRIES = 2  # readings after which a box is offered that may be a donut
MORE_TRIES = 3  # the same where it is doubtful whether something lies on it, or whether there is a tile at all
HAND = 6.0  # seconds a hand may lie there before it is taken for something that stays
DIFFERENT, SHARE = 4, 0.15  # squares, and the share of the case, that may differ from the table without being new
NEAR = 0.3  # squares by which the same square may lie elsewhere before the camera has moved
OF_A_LETTER = frozenset({Doubt.ALIKE, Doubt.SPRINKLES, Doubt.UNSEEN, Doubt.HOLES})  # doubts about which donut it is

Align = Callable[[Reading, Case], Alignment | None]
Read = Callable[["Pixels", Edition, Case, Align], tuple[Reading, Alignment | None]]


@dataclass(slots=True)
class Eye:
    """Follows one table. `read` reads a picture beside the case the table knows, with the given alignment.

    It may raise UnreadablePhoto.

    `sighting`: what was seen last; None for nothing new. `trouble`: why the latest picture was not understood, a
    reason or `hand`; empty where it was.
    """

    read: Read
    sighting: Sighting | None = None
    trouble: str = ""
    _stillness: Stillness = field(default_factory=Stillness)
    _reading: tuple[Reading, Alignment] | None = None
    _place: tuple[Reading, Alignment] | None = None  # the latest reading that was aligned: the camera is still there
    _read_of: float = -1.0  # the stillness the reading belongs to
    _due: float = 0.0  # when this stillness is read again
    _tries: int = 0
    _rests: float = 0.0  # until when nothing is read
    _hand_at: float = 0.0  # since when there may be a hand; 0 for none
    _tag: str = ""
    _order: list[tuple[type, Square]] = field(default_factory=list)  # what is new, in the order in which it was seen

    def see(self, time: float, pixels: Pixels, table: Snapshot) -> Sighting | None:
        """Take the next picture of the table; return what is new on it, as far as it is known."""
        still = self._stillness.see(time, pixels)
        since = self._stillness.since
        if table.tag != self._tag:  # what was offered stands, was taken back, or another thing was entered
            self._tag, self.sighting = table.tag, None
            if self._reading is not None and self._read_of == since and not self._match(*self._reading, table):
                self._due = time
        if not still:
            return self.sighting
        if self._read_of != since:
            if self._stillness.hand:
                self._hand_at = self._hand_at or time
                if time - self._hand_at < HAND:
                    self.trouble = "hand"
                    return self.sighting
            self._read_of, self._due, self._tries = since, time, 0
        if time >= max(self._due, self._rests):
            began = process_time()
            self._look(time, table)
            self._rests = time + process_time() - began  # one processor is at most half busy
        return self.sighting

    def _look(self, time: float, table: Snapshot) -> None:
        """Read the picture; where it is not clear, once more later."""
        self._tries += 1
        self._due = float("inf")
        state = table.table.state
        try:
            reading, alignment = self.read(self._stillness.mean(), state.edition, state.case, self._align)
            self._reading = None if alignment is None else (reading, alignment)
            self.trouble = "other-case"
        except UnreadablePhoto as error:
            self._reading, self.trouble = None, str(error.reason)
        clear = self._reading is not None and self._match(*self._reading, table)
        if clear:
            self.trouble, self._hand_at = "", 0.0
            self._stillness.understood()
        else:
            self._due = time + min(LONGEST, AGAIN * 2 ** (self._tries - 1))

    def _align(self, reading: Reading, known: Case) -> Alignment | None:
        """Return how a reading lies on the known case: as the one before, where the camera is still in its place."""
        if self._place is not None and (same := same_place(reading, *self._place)) is not None:
            return same
        return align_reading(reading, known) or align_pattern(reading, known)

    def _match(self, reading: Reading, alignment: Alignment, table: Snapshot) -> bool:
        """Compare a reading with the table; return whether it is clear what is new, if anything."""
        known: Case = table.table.state.case
        found = reconcile(reading, known, alignment)
        if len(found.differences) > max(DIFFERENT, SHARE * len(known)):
            self.trouble, self._place = "other-case", None
            return False
        self._place = reading, alignment
        changes = found.proposals[0].changes if found.proposals else ()
        new = {(type(change), change.at): change for change in changes}
        self._order = [*(one for one in self._order if one in new), *(one for one in new if one not in self._order)]
        change = next((new[one] for one in self._order if _fits(known, new[one])), None)
        if change is None:
            self.sighting = None
            return not changes
        seen = self._sighting(change, found, reading, table)
        if seen is None:
            self.trouble = "unclear"
            return False
        self.sighting = seen
        return True

    def _sighting(
        self, change: FoundChange, found: Reconciliation, reading: Reading, table: Snapshot
    ) -> Sighting | None:
        """Return a change as a sighting; None while it is not clear enough."""
        weights = {one.changes[0]: one.weight for one in found.proposals if len(one.changes) == 1}
        if weights.get(change, 0.0) < SURELY:
            return None
        if isinstance(change, FoundBox):
            if not found.is_clear:
                return None
            doubts = {found.doubts.get(square) for square in change.box.squares(change.at)}
            if self._tries < (MORE_TRIES if Doubt.HIDDEN in doubts else TRIES if Doubt.BOXED in doubts else 1):
                return None
            return Sighting(table.code, table.tag, change.at, box=str(change.box), squares=len(reading.guesses))
        letters = self._letters(change, found, reading, table.table.state.edition)
        if letters is None:
            return None
        return Sighting(table.code, table.tag, change.at, letters, squares=len(reading.guesses))

    def _letters(
        self, change: FoundTile, found: Reconciliation, reading: Reading, edition: Edition
    ) -> tuple[str, ...] | None:
        """Return for each donut of a tile what it may be; None while looking again may tell more."""
        assert found.alignment is not None
        letters = []
        for square, letter in zip(tile_squares(change.at), change.tile.donuts, strict=True):
            doubt = found.doubts.get(square)
            if doubt is None and letter != UNKNOWN:
                letters.append(letter)
                continue
            if doubt not in OF_A_LETTER and self._tries < MORE_TRIES:
                return None
            guesses = [one for one, _ in reading.guesses.get(found.alignment.to_reading(square), ())]
            likely = [one for one in dict.fromkeys([letter, *guesses]) if edition.is_square(one)]
            if not likely:  # a box lies on it already
                return None
            others = filter(edition.is_square, [likely[0].swapcase(), *edition.types])
            letters.append("".join(list(dict.fromkeys([*likely, *others]))[:2]))
        return tuple(letters)


def _fits(case: Case, change: FoundChange) -> bool:
    """Return whether a change can be the next one: a tile beside the case on a free spot, a box over open donuts."""
    if isinstance(change, FoundBox):
        return all(square in case.open for square in change.box.squares(change.at))
    return case.touches_tile(change.at) and not _any_in(case, tile_squares(change.at))


def _any_in(case: Case, squares: tuple[Square, ...]) -> bool:
    return any(square in case for square in squares)


def same_place(reading: Reading, before: Reading, alignment: Alignment) -> Alignment | None:
    """Return how a reading is aligned whose camera has hardly moved since one that was; None where it has.

    The squares of both lie on the same cardboard: their middles fall on the same pixels.
    """
    import numpy

    from vision.homography import project

    width, height = len(reading.case[0]), len(reading.case)
    corners = [(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)]
    pixels = project(reading.homography, numpy.array(corners, float) + 0.5)
    exact = project(numpy.linalg.inv(before.homography), pixels)
    squares = numpy.floor(exact).astype(int)
    if numpy.abs(exact - squares - 0.5).max() > NEAR:
        return None
    known = [alignment.to_known((int(x), int(y))) for x, y in squares]
    for quarters in range(4):
        (x, y), (i, j) = turn(corners[0], quarters), known[0]
        found = Alignment(quarters, (i - x, j - y))
        if [found.to_known(corner) for corner in corners] == known:
            even = found.shift[0] % 2 == found.shift[1] % 2 == 0
            return found if even else None
    return None
