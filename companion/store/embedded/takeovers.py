"""Requests to take over a seat, and notices about seats, in memory, for one process.

A request that waits does not survive a restart: whoever asked asks again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.store.takeovers import AGAIN, MOST_NOTICES, SHOWN, WAIT, Notice, NoticeKind, Request

MOST_TABLES = 1_000


class TakeoversInMemory:
    """The requests, refusals and notices of a process; see `companion.store.takeovers.Takeovers`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: seconds from any beginning."""
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: dict[tuple[str, int], Request] = {}
        self._refused: dict[tuple[str, str], float] = {}  # by table and phone, until when it may not ask again
        self._notices: dict[str, list[Notice]] = {}

    def ask(self, code: str, seat: int, phone: str, holder: str) -> float:
        with self._lock:
            now = self._clock()
            self._refused = {key: until for key, until in self._refused.items() if until > now}
            if (until := self._refused.get((code, phone), now)) > now:
                return until - now
            for waiting in self._waiting.values():
                if waiting.code == code and phone == waiting.phone and seat == waiting.seat:
                    return 0.0
                if waiting.code == code and (phone == waiting.phone or seat == waiting.seat):
                    return max(1.0, waiting.due - now)
            self._waiting[code, seat] = Request(code, seat, phone, holder, now + WAIT)
            return 0.0

    def refused(self, code: str, phone: str) -> bool:
        with self._lock:
            now = self._clock()
            return self._refused.get((code, phone), now) > now

    def waiting(self, code: str) -> list[Request]:
        with self._lock:
            return sorted((one for one in self._waiting.values() if one.code == code), key=lambda one: one.seat)

    def any_waiting(self) -> bool:
        with self._lock:
            return bool(self._waiting)

    def drop(self, code: str, seat: int) -> Request | None:
        with self._lock:
            return self._waiting.pop((code, seat), None)

    def refuse(self, code: str, seat: int) -> Request | None:
        request = self.drop(code, seat)
        if request is not None:
            with self._lock:
                self._refused[code, request.phone] = self._clock() + AGAIN
            self.notify(code, NoticeKind.REFUSED, seat, request.phone)
        return request

    def due(self) -> list[Request]:
        with self._lock:
            now = self._clock()
            due = [one for one in self._waiting.values() if one.due <= now]
            for one in due:
                del self._waiting[one.code, one.seat]
            return due

    def notify(self, code: str, kind: NoticeKind, seat: int = -1, phone: str = "") -> None:
        with self._lock:
            now = self._clock()
            kept = [one for one in self._notices.pop(code, []) if one.until > now and one.seat != seat]
            self._notices[code] = [*kept, Notice(kind, seat, phone, now + SHOWN)][-MOST_NOTICES:]
            if len(self._notices) > MOST_TABLES:
                self._notices.pop(next(iter(self._notices)))

    def notices(self, code: str, phone: str) -> list[Notice]:
        with self._lock:
            now = self._clock()
            return [one for one in self._notices.get(code, []) if one.until > now and one.phone in ("", phone)]
