"""Notices what other programs do, a restore or a camera above all, and notifies the phones that wait."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from companion.refusals import Unavailable
from companion.store.journal import Connection
from companion.store.sightings import Sightings
from companion.tables.play import Play

EVERY = 2.0  # seconds between two comparisons; a phone must hear of a restore within five
GLANCE = 0.3  # seconds between two looks at what cameras saw


class Watch:
    """Compares journal and feed while phones wait for a table, in one thread for the whole process."""

    def __init__(
        self, open_journal: Callable[[], Connection], play: Play, sightings: Sightings, every: float = EVERY
    ) -> None:
        """`open_journal`: `Store.open`; `every` is in seconds."""
        self._open = open_journal
        self._play = play
        self._sightings = sightings
        self._marks: dict[str, str] = {}  # of the sightings, by table
        self._every = every
        self._lock = threading.Lock()
        self._running = False

    def begin(self) -> None:
        """Start the thread unless it runs; it ends when no phone waits any more."""
        with self._lock:
            if not self._running:
                self._running = True
                threading.Thread(target=self._run, name="watch", daemon=True).start()

    def look(self) -> None:
        """Compare the journal with what the waiting phones know, once; skipped where it cannot be read now.

        It is opened each time, so that a file put in its place is noticed too.
        """
        known = self._play.feed.watched()
        with suppress(Unavailable), self._open() as connection:
            epoch, versions = connection.versions(list(known))
            self._play.drop_others(epoch)
            for code, version in versions.items():
                if (tag := f"{epoch}.{version}") != known[code]:
                    self._play.feed.correct(code, known[code], tag)

    def glance(self) -> None:
        """Wake the phones of tables over which a camera saw something new, or whose sighting went."""
        marks = self._sightings.marks(list(self._play.feed.watched()))
        for code, mark in marks.items():
            if mark != self._marks.get(code, ""):
                self._play.feed.wake_people(code)
        self._marks = marks

    def _run(self) -> None:
        try:
            while self._is_needed():
                for _ in range(max(1, round(self._every / GLANCE))):
                    self._play.feed.rest(min(self._every, GLANCE))
                    self.glance()
                self.look()
        except BaseException:
            self._running = False  # so that the next phone starts it again
            raise

    def _is_needed(self) -> bool:
        """Return whether a phone waits; where none does, the thread ends, and `begin` starts another."""
        with self._lock:
            self._running = bool(self._play.feed.watched()) and not self._play.feed.closed
            return self._running
