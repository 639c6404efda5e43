"""The phones at a table just now: those with an open stream, and when the others were last heard of.

Kept in memory only: after a restart every phone is heard of again within seconds.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

GONE = 12.0  # seconds: a page without a stream asks every five, so it has missed two of its requests by then
MOST_TABLES = 1_000  # the table heard of longest ago is forgotten
MOST_PHONES = 200  # of a table, without those that are connected


class Presence:
    """The phones at each table; one for the whole process, for all its threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: seconds from any beginning."""
        self._clock = clock
        self._began = clock()
        self._lock = threading.Lock()
        self._heard: OrderedDict[str, OrderedDict[str, float]] = OrderedDict()  # by table and phone, the latest last
        self._streams: dict[str, Counter[str]] = {}  # open streams by table and phone

    def touch(self, code: str, phone: str) -> None:
        """Note a request of a phone about a table."""
        if phone:
            with self._lock:
                self._hear(code, phone)

    def connect(self, code: str, phone: str) -> None:
        """Note that a phone opened a stream; it may have several."""
        if phone:
            with self._lock:
                self._hear(code, phone)
                self._streams.setdefault(code, Counter())[phone] += 1

    def disconnect(self, code: str, phone: str) -> None:
        """Note that one of its streams ended: it was heard of until now."""
        with self._lock:
            streams = self._streams.get(code, Counter())
            if streams[phone] > 0:
                self._hear(code, phone)
                streams[phone] -= 1
            self._streams[code] = +streams
            if not self._streams[code]:
                del self._streams[code]

    def silent(self, code: str, phone: str) -> float:
        """Return the seconds since a phone was heard of, 0 while it has a stream.

        One never heard of has been silent since this process began: after a restart nobody counts as gone at once.
        """
        with self._lock:
            return self._silent(code, phone)

    def connected(self, code: str) -> frozenset[str]:
        """Return the phones that have a stream, or asked within the last GONE seconds."""
        return self.within(code, GONE)

    def within(self, code: str, seconds: float) -> frozenset[str]:
        """Return the phones that have a stream, or were heard of within so many seconds."""
        with self._lock:
            known = {*self._heard.get(code, ()), *self._streams.get(code, ())}
            return frozenset(phone for phone in known if self._silent(code, phone) <= seconds)

    def move(self, code: str, new: str) -> None:
        """Note that a table has a new code: who was heard of at the old one is at the new one.

        A phone with a stream was heard of until now: it follows in a moment, and nobody may take its seat meanwhile.
        """
        with self._lock:
            streams, now = self._streams.get(code, Counter()), self._clock()
            for phone, at in self._heard.pop(code, OrderedDict[str, float]()).items():
                self._heard.setdefault(new, OrderedDict()).setdefault(phone, now if streams[phone] else at)

    def _silent(self, code: str, phone: str) -> float:
        if self._streams.get(code, Counter())[phone]:
            return 0.0
        at = self._heard.get(code, OrderedDict[str, float]()).get(phone, self._began)
        return max(0.0, self._clock() - at)

    def _hear(self, code: str, phone: str) -> None:
        phones = self._heard.setdefault(code, OrderedDict())
        phones[phone] = self._clock()
        phones.move_to_end(phone)
        self._heard.move_to_end(code)
        if len(phones) > MOST_PHONES:
            phones.popitem(last=False)
        if len(self._heard) > MOST_TABLES:
            self._heard.popitem(last=False)
