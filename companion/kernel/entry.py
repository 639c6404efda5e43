"""One line as the journal keeps it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A line entered at a table and accepted; its number is never used again."""

    seq: int
    who: str  # the seat's name as it was entered, or "table"
    text: str  # the move in canonical notation, without `who:`
    at: str = ""  # UTC, ISO 8601 with seconds
    phone: str = ""  # the phone that entered it
