"""Used links, and how much of their allowances addresses have used, in memory, for one process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.store.links import KEPT
from companion.store.uses import Allowance

MOST_ADDRESSES = 10_000  # that are remembered
CLEANED = 60.0  # seconds between two removals of addresses that have all again


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


class UsesInMemory:
    """The uses of a process; see `companion.store.uses.Uses`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: seconds from any beginning."""
        self._clock = clock
        self._lock = threading.Lock()
        self._settled: dict[tuple[str, str], float] = {}  # when an address will have all of an allowance again
        self._cleaned = 0.0

    def wait(self, allowance: Allowance, address: str) -> float:
        with self._lock:
            return allowance.wait(self._left(allowance, address))

    def take(self, allowance: Allowance, address: str) -> float:
        with self._lock:
            wait = allowance.wait(self._left(allowance, address))
            if not wait:
                self._add(allowance, address)
            return wait

    def count(self, allowance: Allowance, address: str) -> None:
        with self._lock:
            self._add(allowance, address)

    def give_back(self, allowance: Allowance, address: str) -> None:
        with self._lock:
            if (key := (allowance.name, address)) in self._settled:
                self._settled[key] -= allowance.every

    def _left(self, allowance: Allowance, address: str) -> float:
        return self._settled.get((allowance.name, address), 0.0) - self._clock()

    def _add(self, allowance: Allowance, address: str) -> None:
        now, key = self._clock(), (allowance.name, address)
        if abs(now - self._cleaned) >= CLEANED:
            self._cleaned = now
            self._settled = {one: when for one, when in self._settled.items() if when > now}
        self._settled[key] = max(self._settled.get(key, now), now) + allowance.every
        if len(self._settled) > MOST_ADDRESSES:  # the tenth that are nearest to having all again are forgotten
            due = sorted(self._settled, key=self._settled.__getitem__)
            for key in due[: MOST_ADDRESSES // 10]:
                del self._settled[key]
