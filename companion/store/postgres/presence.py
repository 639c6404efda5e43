"""The presence of phones in a PostgreSQL database: each process writes there whom it heard of, a few times a minute.

A phone with a stream is written again and again as long as its process lives, so that one of a killed process is gone
after a while. Nobody waits for any of it: a thread writes, and what it cannot write now it writes later.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from companion.refusals import Unavailable
from companion.store.embedded.presence import PresenceInMemory
from companion.store.postgres.house import HouseTables
from companion.store.presence import GONE

BEAT = 4.0  # seconds between two writings of the phones with a stream
PAUSE = 0.2  # seconds between two writings of what is new
KEPT = 3_600.0  # seconds: a phone not heard of for so long is forgotten

HEARD = """
INSERT INTO presence (code, phone, at) SELECT code, phone, %s FROM unnest(%s::text[], %s::text[]) AS heard (code, phone)
ON CONFLICT (code, phone) DO UPDATE SET at = greatest(presence.at, excluded.at)
"""
# A phone at both codes is heard of at the new one already.
MOVED = """
INSERT INTO presence (code, phone, at)
SELECT %(new)s, phone, CASE WHEN at >= %(now)s - %(gone)s THEN %(now)s ELSE at END FROM presence WHERE code = %(code)s
ON CONFLICT (code, phone) DO NOTHING
"""


class PostgresPresence:
    """The phones at each table, on any process; see `companion.store.presence.Presence`."""

    def __init__(self, house: HouseTables, clock: Callable[[], float] = time.time) -> None:
        """`clock`: seconds since 1970; those of all processes should agree within a second."""
        self._house = house
        self._clock = clock
        self._own = PresenceInMemory(clock)  # the phones this process heard of
        self._lock = threading.Lock()
        self._new: set[tuple[str, str]] = set()  # tables and phones to write
        self._woken, self._stopped = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def touch(self, code: str, phone: str) -> None:
        self._own.touch(code, phone)
        self._note(code, phone)

    def connect(self, code: str, phone: str) -> None:
        self._own.connect(code, phone)
        self._note(code, phone)

    def disconnect(self, code: str, phone: str) -> None:
        self._own.disconnect(code, phone)
        self._note(code, phone)

    def silent(self, code: str, phone: str) -> float:
        silent = self._own.silent(code, phone)
        with suppress(Unavailable), self._house.reading() as db:
            sql = "SELECT at FROM presence WHERE code = %s AND phone = %s"
            if row := db.execute(sql, (code, phone)).fetchone():
                return max(0.0, min(silent, self._clock() - float(str(row[0]))))
        return silent

    def connected(self, code: str) -> frozenset[str]:
        return self.within(code, GONE)

    def within(self, code: str, seconds: float) -> frozenset[str]:
        phones = self._own.within(code, seconds)
        with suppress(Unavailable), self._house.reading() as db:
            sql = "SELECT phone FROM presence WHERE code = %s AND at >= %s"
            phones |= {str(row[0]) for row in db.execute(sql, (code, self._clock() - seconds)).fetchall()}
        return phones

    def move(self, code: str, new: str) -> None:
        self._own.move(code, new)
        with suppress(Unavailable), self._house.writing() as db:
            db.execute(MOVED, {"code": code, "new": new, "now": self._clock(), "gone": GONE})
            db.execute("DELETE FROM presence WHERE code = %s", (code,))

    def write(self, every: bool = False) -> None:
        """Write the phones this process heard of since the last time; with `every`, all that have a stream too."""
        with self._lock:
            new, self._new = self._new, set()
        heard = sorted(new | (self._own.streams() if every else set()))
        try:
            with self._house.writing() as db:
                if heard:
                    codes, phones = zip(*heard, strict=True)
                    db.execute(HEARD, (self._clock(), list(codes), list(phones)))
                if every:
                    db.execute("DELETE FROM presence WHERE at < %s", (self._clock() - KEPT,))
        except Unavailable:
            with self._lock:
                self._new |= new

    def close(self) -> None:
        """End the thread that writes."""
        self._stopped.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _note(self, code: str, phone: str) -> None:
        """Have a phone written by the thread, which the first one starts."""
        if not phone:
            return
        with self._lock:
            self._new.add((code, phone))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="presence", daemon=True)
                self._thread.start()
        self._woken.set()

    def _run(self) -> None:
        beaten = time.monotonic()
        while not self._stopped.is_set():
            self._woken.wait(max(0.0, beaten + BEAT - time.monotonic()))
            self._woken.clear()
            if every := time.monotonic() - beaten >= BEAT:
                beaten = time.monotonic()
            self.write(every)
            self._stopped.wait(PAUSE)
