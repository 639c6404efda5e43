"""Requests to take over a seat, and notices about seats for everybody at a table; in memory, for one process.

A request that waits does not survive a restart: whoever asked asks again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

SILENT = 20.0  # seconds: the seat of a phone not heard of for so long is taken over without asking it
WAIT = 10.0  # seconds a phone has to say no
AGAIN = 60.0  # seconds before a phone that was refused may ask again
SHOWN = 60.0  # seconds for which a notice is shown
MOST_NOTICES = 4  # of a table
MOST_TABLES = 1_000


class NoticeKind(StrEnum):
    """Kinds of notices."""

    TAKEN = "taken"  # the seat is now on another phone
    REFUSED = "refused"  # the phone that holds the seat said no; for the phone that asked
    LOCKED = "locked"
    UNLOCKED = "unlocked"
    RENEWED = "renewed"  # the table has a new code


@dataclass(frozen=True, slots=True)
class Request:
    """A phone that asks for a seat of another. `due`: when it gets the seat unless the other says no."""

    code: str
    seat: int
    phone: str
    holder: str
    due: float


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice the phones at a table show for a while; only the phone that `phone` names, if it names one."""

    kind: NoticeKind
    seat: int = -1
    phone: str = ""
    until: float = 0.0


class Takeovers:
    """The requests that wait, the refusals, and the notices of all tables."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: seconds from any beginning."""
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: dict[tuple[str, int], Request] = {}
        self._refused: dict[tuple[str, str], float] = {}  # by table and phone, until when it may not ask again
        self._notices: dict[str, list[Notice]] = {}

    def ask(self, code: str, seat: int, phone: str, holder: str) -> float:
        """Keep a request; return 0, or the seconds for which this phone may not ask.

        A phone waits for one answer at a time, and a seat is asked for by one phone at a time.
        """
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
        """Return whether a phone was told no a moment ago, so that it may not ask again yet."""
        with self._lock:
            now = self._clock()
            return self._refused.get((code, phone), now) > now

    def waiting(self, code: str) -> list[Request]:
        """Return the requests that wait at a table, by seat."""
        with self._lock:
            return sorted((one for one in self._waiting.values() if one.code == code), key=lambda one: one.seat)

    def any_waiting(self) -> bool:
        with self._lock:
            return bool(self._waiting)

    def drop(self, code: str, seat: int) -> Request | None:
        """Take a request away, and return it."""
        with self._lock:
            return self._waiting.pop((code, seat), None)

    def refuse(self, code: str, seat: int) -> Request | None:
        """Take a request away because the holder said no: its phone may not ask again for a while."""
        request = self.drop(code, seat)
        if request is not None:
            with self._lock:
                self._refused[code, request.phone] = self._clock() + AGAIN
            self.notify(code, NoticeKind.REFUSED, seat, request.phone)
        return request

    def due(self) -> list[Request]:
        """Take the requests away whose time is up, and return them."""
        with self._lock:
            now = self._clock()
            due = [one for one in self._waiting.values() if one.due <= now]
            for one in due:
                del self._waiting[one.code, one.seat]
            return due

    def notify(self, code: str, kind: NoticeKind, seat: int = -1, phone: str = "") -> None:
        """Show the phones at a table a notice for a while; a later one about the same seat replaces it."""
        with self._lock:
            now = self._clock()
            kept = [one for one in self._notices.pop(code, []) if one.until > now and one.seat != seat]
            self._notices[code] = [*kept, Notice(kind, seat, phone, now + SHOWN)][-MOST_NOTICES:]
            if len(self._notices) > MOST_TABLES:
                self._notices.pop(next(iter(self._notices)))

    def notices(self, code: str, phone: str) -> list[Notice]:
        """Return the notices that a phone shows at a table now."""
        with self._lock:
            now = self._clock()
            return [one for one in self._notices.get(code, []) if one.until > now and one.phone in ("", phone)]
