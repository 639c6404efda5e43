"""The presence of phones in memory, for one process."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from companion.store.presence import GONE

MOST_TABLES = 1_000  # the table heard of longest ago is forgotten
MOST_PHONES = 200  # of a table, without those that are connected


class PresenceInMemory:
    """The phones at each table, for all threads of a process; see `companion.store.presence.Presence`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: seconds from any beginning."""
        self._clock = clock
        self._began = clock()
        self._lock = threading.Lock()
        self._heard: OrderedDict[str, OrderedDict[str, float]] = OrderedDict()  # by table and phone, the latest last
        self._streams: dict[str, Counter[str]] = {}  # open streams by table and phone

    def touch(self, code: str, phone: str) -> None:
        if phone:
            with self._lock:
                self._hear(code, phone)

    def connect(self, code: str, phone: str) -> None:
        if phone:
            with self._lock:
                self._hear(code, phone)
                self._streams.setdefault(code, Counter())[phone] += 1

    def disconnect(self, code: str, phone: str) -> None:
        with self._lock:
            streams = self._streams.get(code, Counter())
            if streams[phone] > 0:
                self._hear(code, phone)
                streams[phone] -= 1
            self._streams[code] = +streams
            if not self._streams[code]:
                del self._streams[code]

    def silent(self, code: str, phone: str) -> float:
        with self._lock:
            return self._silent(code, phone)

    def connected(self, code: str) -> frozenset[str]:
        return self.within(code, GONE)

    def within(self, code: str, seconds: float) -> frozenset[str]:
        with self._lock:
            known = {*self._heard.get(code, ()), *self._streams.get(code, ())}
            return frozenset(phone for phone in known if self._silent(code, phone) <= seconds)

    def move(self, code: str, new: str) -> None:
        with self._lock:
            streams, now = self._streams.get(code, Counter()), self._clock()
            for phone, at in self._heard.pop(code, OrderedDict[str, float]()).items():
                self._heard.setdefault(new, OrderedDict()).setdefault(phone, now if streams[phone] else at)

    def streams(self) -> set[tuple[str, str]]:
        """Return the tables and phones of all open streams."""
        with self._lock:
            return {(code, phone) for code, phones in self._streams.items() for phone in phones}

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
