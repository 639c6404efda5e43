"""Wakes the phones that wait: a table's version as a tag, and nothing else, so that no secret can ride on it."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Feed:
    """The latest tag (`EPOCH.18`) of each table somebody waits for; one for the whole process."""

    limit: int = 48  # phones that may wait at once: each holds a thread of the server
    _news: threading.Condition = field(default_factory=threading.Condition)  # around a lock its holder may take again
    _tags: dict[str, str] = field(default_factory=dict)
    _waiting: Counter[str] = field(default_factory=Counter)  # phones by table
    _closed: bool = False

    def wake(self, code: str, tag: str) -> None:
        """Tell everybody who waits for this table. Call only once the lines are on the disk."""
        with self._news:
            self._tags[code] = tag
            self._news.notify_all()

    def correct(self, code: str, was: str, tag: str) -> None:
        """The same for what another program stored, found out by comparing: only where the tag still is `was`."""
        with self._news:
            if self._tags.get(code) == was:
                self.wake(code, tag)

    def wait(self, code: str, seen: str, seconds: float) -> str | None:
        """The table's tag as soon as it is another than `seen`; None when the time is up or the server stops."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._tags.get(code, seen) != seen, seconds)
            tag = self._tags.get(code, seen)
            return tag if tag != seen else None

    def enter(self, code: str, tag: str) -> bool:
        """Take a place among those who wait for a table, whose tag is `tag`; False where all are taken."""
        with self._news:
            if self._closed or self._waiting.total() >= self.limit:
                return False
            self._waiting[code] += 1
            if _is_news(tag, self._tags.get(code, "")):
                self.wake(code, tag)
            return True

    def leave(self, code: str) -> None:
        """Give the place back."""
        with self._news:
            self._waiting[code] -= 1
            self._waiting += Counter()  # keeps what is above zero

    def watched(self) -> dict[str, str]:
        """The tables somebody waits for, each with the tag that is known here."""
        with self._news:
            return {code: self._tags[code] for code in self._waiting}

    def rest(self, seconds: float) -> None:
        """Let time pass, until the server stops at the latest."""
        with self._news:
            self._news.wait_for(lambda: self._closed, seconds)

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> None:
        """Send everybody home: the server stops."""
        with self._news:
            self._closed = True
            self._news.notify_all()


def _is_news(tag: str, known: str) -> bool:
    """Is a tag just read another file's, or further on in the same one?"""
    epoch, _, version = tag.rpartition(".")
    known_epoch, _, known_version = known.rpartition(".")
    return epoch != known_epoch or int(version) > int(known_version)
