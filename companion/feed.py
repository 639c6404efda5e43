"""Wakes the phones that wait: a table's version as a tag, and nothing else, so that no secret can ride on it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field


@dataclass(slots=True)
class Feed:
    """The latest tag (`EPOCH.18`) of each table somebody waits for; one for the whole process."""

    limit: int = 48  # phones that may wait at once: each holds a thread of the server
    _news: threading.Condition = field(default_factory=threading.Condition)
    _tags: dict[str, str] = field(default_factory=dict)
    _waiting: int = 0
    _closed: bool = False

    def wake(self, code: str, tag: str) -> None:
        """Tell everybody who waits for this table. Call only once the lines are on the disk."""
        with self._news:
            self._tags[code] = tag
            self._news.notify_all()

    def wait(self, code: str, seen: str, seconds: float) -> str | None:
        """The table's tag as soon as it is another than `seen`; None when the time is up or the server stops."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._tags.get(code, seen) != seen, seconds)
            tag = self._tags.get(code, seen)
            return tag if tag != seen else None

    def enter(self) -> bool:
        """Take a place among those who wait; False where all are taken."""
        with self._news:
            if self._closed or self._waiting >= self.limit:
                return False
            self._waiting += 1
            return True

    def leave(self) -> None:
        with self._news:
            self._waiting -= 1

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> None:
        """Send everybody home: the server stops."""
        with self._news:
            self._closed = True
            self._news.notify_all()
