"""A table under a camera: what the eye sees is put into the store, where the server of the phones finds it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.photos.eye import Eye
from companion.photos.reading import Reader
from companion.refusals import Unavailable
from companion.store.sightings import Sighting
from companion.store.store import Store
from companion.tables.play import NOBODY, Play
from companion.tables.snapshot import Snapshot
from vision.values import Picture

if TYPE_CHECKING:
    from vision.values import Pixels

LOOK = 0.3  # seconds between two looks at the journal
REPORT_AFTER = 5.0  # seconds for which pictures are not understood before that is reported


@dataclass(slots=True)
class WatchedTable:
    """One table and the eye over it. `report` is called with a new sighting, and with what keeps it from seeing."""

    code: str
    store: Store
    play: Play
    reader: Reader
    report: Callable[[Snapshot, Sighting | str], object] = lambda table, what: None
    _eye: Eye = field(init=False)
    _looked: float = float("-inf")
    _table: Snapshot | None = None
    _put: Sighting | None = None
    _trouble: tuple[str, float] = ("", 0.0)  # what is not understood, and since when; infinity: reported already

    def __post_init__(self) -> None:
        self._eye = Eye(lambda pixels, *known: self.reader.read_beside(Picture(pixels), *known))
        self._put = self.store.sightings.of(self.code)  # left by a program that was killed: seen anew, or removed

    def table(self, at: float) -> Snapshot:
        """Return the table as everybody may see it, not much older than `at`, in seconds.

        Raises NoSuchTable; and Unavailable where it was never read.
        """
        if self._table is None or at - self._looked >= LOOK:
            try:
                with self.store.open() as connection:
                    self._table = self.play.seen(connection, self.code, NOBODY)
            except Unavailable:
                if self._table is None:
                    raise
            self._looked = at
        return self._table

    def see(self, at: float, pixels: Pixels) -> None:
        """Look at a picture taken `at`, in seconds. Raises NoSuchTable; and Unavailable where it was never read."""
        table = self.table(at)
        sighting = self._eye.see(at, pixels, table)
        if sighting != self._put:
            with suppress(Unavailable):  # tried again with the next picture
                self._offer(table, sighting)
        trouble, since = self._trouble
        if self._eye.trouble != trouble:
            self._trouble = self._eye.trouble, at
        elif trouble and at - since > REPORT_AFTER:
            self._trouble = trouble, float("inf")
            self.report(table, trouble)

    def _offer(self, table: Snapshot, sighting: Sighting | None) -> None:
        """Put what was seen into the store in the place of what was seen before. Raises Unavailable."""
        if sighting is None:
            self.store.sightings.remove(self.code)
        else:
            self.store.sightings.put(sighting)
            self.report(table, sighting)
        self._put = sighting

    def close(self) -> None:
        """Take back what was offered: nobody looks any more."""
        with suppress(Unavailable):
            self.store.sightings.remove(self.code)
