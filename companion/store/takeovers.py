"""The contract of takeovers: requests to take over a seat, and notices about seats for everybody at a table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

SILENT = 20.0  # seconds: the seat of a phone not heard of for so long is taken over without asking it
WAIT = 10.0  # seconds a phone has to say no
AGAIN = 60.0  # seconds before a phone that was refused may ask again
SHOWN = 60.0  # seconds for which a notice is shown
MOST_NOTICES = 4  # of a table


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


class Takeovers(Protocol):
    """The requests that wait, the refusals, and the notices of all tables. Every call may raise Unavailable."""

    def ask(self, code: str, seat: int, phone: str, holder: str) -> float:
        """Keep a request; return 0, or the seconds for which this phone may not ask.

        A phone waits for one answer at a time, and a seat is asked for by one phone at a time.
        """
        ...

    def refused(self, code: str, phone: str) -> bool:
        """Return whether a phone was told no a moment ago, so that it may not ask again yet."""
        ...

    def waiting(self, code: str) -> list[Request]:
        """Return the requests that wait at a table, by seat."""
        ...

    def any_waiting(self) -> bool:
        """Return whether a request waits at any table."""
        ...

    def drop(self, code: str, seat: int) -> Request | None:
        """Take a request away, and return it."""
        ...

    def refuse(self, code: str, seat: int) -> Request | None:
        """Take a request away because the holder said no: its phone may not ask again for a while."""
        ...

    def due(self) -> list[Request]:
        """Take the requests away whose time is up, and return them; each is returned to one caller only."""
        ...

    def notify(self, code: str, kind: NoticeKind, seat: int = -1, phone: str = "") -> None:
        """Show the phones at a table a notice for a while; a later one about the same seat replaces it."""
        ...

    def notices(self, code: str, phone: str) -> list[Notice]:
        """Return the notices that a phone shows at a table now."""
        ...
