"""Listening to what any process announces: one connection of a process, made again where it is lost."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from contextlib import closing, suppress

import psycopg

from companion.refusals import Unavailable
from companion.store.news import Hear, News, What
from companion.store.postgres.database import Database, Db
from companion.store.postgres.house import HouseTables
from companion.store.postgres.notifications import CHANNEL, heard

GLANCE = 0.5  # seconds between two checks whether to stop
QUIET = 10.0  # seconds without a message after which the connection is tried: a broken one may say nothing
AGAIN = 0.5  # seconds until a lost connection is made again

log = logging.getLogger(__name__)


class Listening:
    """The news of a database, for a whole process."""

    def __init__(self, database: Database, house: HouseTables) -> None:
        self._database = database
        self._house = house
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, hear: Hear) -> None:
        """Call `hear` for all news from now on, in a thread of its own; begun already, nothing happens."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, args=(hear,), name="news", daemon=True)
                self._thread.start()

    def people(self, codes: Sequence[str]) -> dict[str, int]:
        """See `Store.people`."""
        numbers = dict.fromkeys(codes, 0)
        with self._house.reading() as db:
            rows = db.execute("SELECT code, number FROM people WHERE code = ANY(%s)", (list(codes),)).fetchall()
        return numbers | {str(code): int(str(number)) for code, number in rows}

    def close(self) -> None:
        """End the thread."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _run(self, hear: Hear) -> None:
        while not self._stopped.is_set():
            try:
                with suppress(Unavailable, psycopg.Error), closing(self._database.single()) as db:
                    self._listen(db, hear)
            except Exception:  # an error of what is called must not end the listening
                log.exception("news could not be handled")
            self._stopped.wait(AGAIN)

    def _listen(self, db: Db, hear: Hear) -> None:
        """Listen until the connection breaks or this stops. What was announced before is heard now, as ALL."""
        db.execute(f"LISTEN {CHANNEL}")
        hear(News(What.ALL))
        quiet = 0.0
        while not self._stopped.is_set():
            quiet += GLANCE
            for message in db.notifies(timeout=GLANCE):
                quiet = 0.0
                if news := heard(message.payload):
                    hear(news)
                if self._stopped.is_set():
                    return
            if quiet >= QUIET:
                db.execute("SELECT 1")
                quiet = 0.0
