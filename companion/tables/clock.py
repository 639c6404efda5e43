"""The clock of tables: when lines were entered and seats taken."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """UTC, ISO 8601 with seconds."""
    return written(datetime.now(UTC))


def written(at: datetime) -> str:
    """Return a moment of UTC as the journal writes it; in the order of time these are in the order of text."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
