"""Used links in memory, for one process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.store.links import KEPT


class LinksInMemory:
    """The used links of a process; see `companion.store.links.UsedLinks`."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._used: dict[str, tuple[str, float]] = {}  # by number: the phone, and until when it is kept

    def use(self, number: str, phone: str) -> str:
        with self._lock:
            at = self._clock()
            self._used = {used: kept for used, kept in self._used.items() if kept[1] > at}
            return self._used.setdefault(number, (phone, at + KEPT))[0]

    def user(self, number: str) -> str:
        with self._lock:
            return self._used.get(number, ("", 0.0))[0]
