"""A clock that a test sets."""

from __future__ import annotations


class Clock:
    """Seconds, as many as the test says."""

    def __init__(self, at: float = 1_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at

    def go(self, seconds: float) -> None:
        self.at += seconds
