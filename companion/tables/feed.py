"""Wakes the phones that wait: it sends a table's tag (epoch and version) and nothing else, so no secret can leak.

Threads wait with `wait`; whoever waits otherwise, as the server's event loop does, subscribes and is called.

What is no line (a claim, a lock, a request to take over) has a number of its own a table, `people`, which only counts.
Where several processes serve a store, it has these numbers and announces them; see `companion.tables.others`.
"""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

MOST_OF_A_PHONE = 16  # places; its pages in a browser share three

Subscriber = Callable[[str | None], object]  # called with the code of a table that has news; None: the server stops


@dataclass(slots=True, eq=False)
class StreamPlace:
    """The place of one that waits for news: its table, its phone (empty: not known) and the address it comes from."""

    code: str
    phone: str
    address: str
    lost: bool = False  # another took it


@dataclass(slots=True)
class Feed:
    """The latest tag (`EPOCH.18`) of each table somebody waits for; one for the whole process."""

    limit: int = 1_200  # phones that may wait at once
    shared: Callable[[Sequence[str]], Mapping[str, int]] | None = None  # reads the numbers of people processes share
    _news: threading.Condition = field(default_factory=threading.Condition)  # around a lock its holder may take again
    _tags: dict[str, str] = field(default_factory=dict)
    _places: dict[StreamPlace, None] = field(default_factory=dict)  # the oldest first
    _people: Counter[str] = field(default_factory=Counter)  # changes of who holds which seat, by table
    # Counting begins anywhere: a page drawn before a restart finds another number, and asks.
    _first: int = field(default_factory=lambda: secrets.randbelow(10**8))
    _subscribers: list[Subscriber] = field(default_factory=list)
    _closed: bool = False

    def __post_init__(self) -> None:
        if self.shared is not None:
            self._first = 0

    def wake(self, code: str, tag: str) -> None:
        """Wake every phone that waits for this table. Call only once the lines are on the disk."""
        with self._news:
            self._tags[code] = tag
            self._news.notify_all()
        self._call(code)

    def correct(self, code: str, was: str, tag: str) -> None:
        """Wake for a change by another program, found by comparing: only where the tag still is `was`."""
        with self._news:
            if self._tags.get(code) == was:
                self.wake(code, tag)

    def wake_people(self, code: str) -> None:
        """Wake every phone at this table for a change that is no line: of seats, the lock, a request to take over.

        Where the number is shared, the store raised it with the change, and this process hears of it too.
        """
        if self.shared is None:
            with self._news:
                self._set_people(code, self._people[code] + 1)

    def people(self, code: str) -> int:
        """Return the number that `wake_people` raises. Raises Unavailable where it has to be read first."""
        if self.shared is not None and code not in self._people and (number := self.shared([code])[code]):
            self.hear_people(code, number)
        return self.known_people(code)

    def known_people(self, code: str) -> int:
        """Return the number of people as it is known here, without waiting for a store."""
        with self._news:
            return self._first + self._people[code]

    def hear(self, code: str, tag: str) -> None:
        """Wake for lines that any process stored, unless they are known here."""
        with self._news:
            if code in self._tags and _is_news(tag, self._tags[code]):
                self.wake(code, tag)

    def hear_people(self, code: str, number: int) -> None:
        """Wake for a number of people that was read or heard, unless a later one is known here."""
        with self._news:
            if number > self._people.get(code, -1):
                self._set_people(code, number)

    def compare_people(self) -> None:
        """Wake for all numbers of people that are others now, after news were missed. Raises Unavailable."""
        known = list({*self._people, *self.watched()})
        if self.shared is not None and known:
            for code, number in self.shared(known).items():
                with self._news:
                    if number != self._people[code]:
                        self._set_people(code, number)

    def _set_people(self, code: str, number: int) -> None:
        self._people[code] = number
        self._news.notify_all()
        self._call(code)

    def wait(self, code: str, seen: str, seconds: float, people: int | None = None) -> str | None:
        """Return the table's tag as soon as it differs from `seen`; None when the time is up or the server stops.

        None too as soon as the number of `people` is another than the one seen.
        """
        with self._news:
            self._news.wait_for(
                lambda: (
                    self._closed
                    or self._tags.get(code, seen) != seen
                    or people not in (None, self._first + self._people[code])
                ),
                seconds,
            )
            tag = self._tags.get(code, seen)
            return tag if tag != seen else None

    def tag(self, code: str, seen: str) -> str:
        """Return the table's tag; `seen` where none is known."""
        with self._news:
            return self._tags.get(code, seen)

    def subscribe(self, subscriber: Subscriber) -> None:
        """Call `subscriber` at all news from now on, in the thread that brings them; it must not wait."""
        with self._news:
            self._subscribers.append(subscriber)

    def enter(self, code: str, tag: str, phone: str = "", address: str = "") -> StreamPlace | None:
        """Take a place among the phones that wait for a table, whose tag is `tag`; None where all are taken.

        A phone with MOST_OF_A_PHONE loses its oldest; and where all are taken, so does the address that has most, to
        one from an address that has fewer.
        """
        with self._news:
            if self._closed:
                return None
            own = [place for place in self._places if phone and place.phone == phone]
            if len(own) >= MOST_OF_A_PHONE:
                self._lose(own[0])
            elif len(self._places) >= self.limit and not self._make_room(address):
                return None
            self._places[place := StreamPlace(code, phone, address)] = None
            if _is_news(tag, self._tags.get(code, "")):
                self.wake(code, tag)
            return place

    def leave(self, place: StreamPlace) -> None:
        """Give a place back."""
        with self._news:
            self._places.pop(place, None)

    def _make_room(self, newcomer: str) -> bool:
        held = Counter(place.address for place in self._places)
        most = max(held, key=held.__getitem__)
        if held[most] <= held[newcomer] + 1:
            return False
        self._lose(next(place for place in self._places if place.address == most))
        return True

    def _lose(self, place: StreamPlace) -> None:
        """Take a place away. Who waits there finds out when it is woken."""
        place.lost = True
        del self._places[place]
        self._news.notify_all()
        self._call(place.code)

    def watched(self) -> dict[str, str]:
        """Return the tables that phones wait for, each with its latest tag."""
        with self._news:
            return {place.code: self._tags[place.code] for place in self._places}

    def rest(self, seconds: float) -> None:
        """Sleep for so many seconds, or until the server stops."""
        with self._news:
            self._news.wait_for(lambda: self._closed, seconds)

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> None:
        """End all waiting: the server stops."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._call(None)

    def _call(self, code: str | None) -> None:
        for subscriber in self._subscribers:
            subscriber(code)


def _is_news(tag: str, known: str) -> bool:
    """Return whether a tag just read is of another epoch, or of a later version."""
    epoch, _, version = tag.rpartition(".")
    known_epoch, _, known_version = known.rpartition(".")
    return epoch != known_epoch or int(version) > int(known_version)
