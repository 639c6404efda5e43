"""The contract of presence: the phones at a table just now, on whichever process each is served.

Kept for the moment only: after a restart every phone is heard of again within seconds.
"""

from __future__ import annotations

from typing import Protocol

GONE = 12.0  # seconds: a page without a stream asks every five, so it has missed two of its requests by then


class Presence(Protocol):
    """The phones at each table: those with an open stream, and when the others were last heard of.

    No call waits for long, and none raises: where others cannot be asked, what this process knows counts.
    """

    def touch(self, code: str, phone: str) -> None:
        """Note a request of a phone about a table."""
        ...

    def connect(self, code: str, phone: str) -> None:
        """Note that a phone opened a stream; it may have several."""
        ...

    def disconnect(self, code: str, phone: str) -> None:
        """Note that one of its streams ended: it was heard of until now."""
        ...

    def silent(self, code: str, phone: str) -> float:
        """Return the seconds since a phone was heard of; a few at most while it has a stream.

        One never heard of has been silent since this process began: after a restart nobody counts as gone at once.
        """
        ...

    def connected(self, code: str) -> frozenset[str]:
        """Return the phones that have a stream, or asked within the last GONE seconds."""
        ...

    def within(self, code: str, seconds: float) -> frozenset[str]:
        """Return the phones that have a stream, or were heard of within so many seconds."""
        ...

    def move(self, code: str, new: str) -> None:
        """Note that a table has a new code: who was heard of at the old one is at the new one.

        A phone with a stream was heard of until now: it follows in a moment, and nobody may take its seat meanwhile.
        """
        ...
