"""The contract of used links: a link that takes seats along to another browser works once."""

from __future__ import annotations

from typing import Protocol

KEPT = 1_200.0  # seconds: twice as long as a link is valid, since the clock may be set meanwhile


class UsedLinks(Protocol):
    """The links used while they were valid, each with the phone that did."""

    def use(self, number: str, phone: str) -> str:
        """Note that a phone uses a link; return the phone that did first. Raises Unavailable."""
        ...

    def user(self, number: str) -> str:
        """Return the phone that used a link; empty for none. Raises Unavailable."""
        ...
