"""Notices what another program did to the journal, a restore above all, so that waiting phones hear of it unasked."""

from __future__ import annotations

import threading
from contextlib import suppress

from companion.refusals import Unavailable
from companion.tables.journal import Journal
from companion.tables.play import Play

EVERY = 2.0  # seconds between two looks; a phone must hear of a restore within five


class Watch:
    """Looks at the file while somebody waits for a table, in one thread for the whole process."""

    def __init__(self, journal: Journal, play: Play, every: float = EVERY) -> None:
        """`every` is in seconds."""
        self._journal = journal
        self._play = play
        self._every = every
        self._lock = threading.Lock()
        self._running = False

    def begin(self) -> None:
        """Look from now on, until nobody waits any more; where it looks already, nothing changes."""
        with self._lock:
            if not self._running:
                self._running = True
                threading.Thread(target=self._run, name="watch", daemon=True).start()

    def look(self) -> None:
        """Compare the file with what the waiting phones know, once; a file that cannot be read now is left for later.

        It is opened anew each time: one put in its place by name is seen too.
        """
        known = self._play.feed.watched()
        with suppress(Unavailable), self._journal.open() as connection:
            epoch, versions = connection.stands(list(known))
            self._play.drop_others(epoch)
            for code, version in versions.items():
                if (tag := f"{epoch}.{version}") != known[code]:
                    self._play.feed.correct(code, known[code], tag)

    def _run(self) -> None:
        try:
            while self._is_needed():
                self._play.feed.rest(self._every)
                self.look()
        except BaseException:
            self._running = False  # the next phone that comes begins it again
            raise

    def _is_needed(self) -> bool:
        """Does somebody wait? Where nobody does, the thread ends, and `begin` knows it."""
        with self._lock:
            self._running = bool(self._play.feed.watched()) and not self._play.feed.closed
            return self._running
