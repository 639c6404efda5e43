"""The contract of tallies: how well an edition's photos were read, counted from what people confirmed; no picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Protocol

MOST_LINES = 20_000  # lines of photos that are remembered; when more come the oldest go


class Counted(StrEnum):
    """The things that are counted, by edition."""

    PHOTOS = "photos"  # that were confirmed; a turn the camera over a table saw counts as one
    SQUARES = "squares"  # read in them
    DOUBTED = "doubted"  # squares asked about
    MENDED = "mended"  # squares that people corrected before the confirmation
    TURNS = "turns"  # confirmed
    CHANGED = "changed"  # turns confirmed otherwise than first proposed
    REFUSED = "refused"  # photos thrown away, and turns seen that people said no to
    SILENT = "silent"  # squares corrected later, in a line that was confirmed


class Tallies(Protocol):
    """The tallies of a house. Every call raises Unavailable where they cannot be used."""

    def add(self, edition: str, counts: Mapping[Counted, int]) -> None:
        """Count some more of an edition."""
        ...

    def of(self, edition: str) -> dict[Counted, int]:
        """Return the counts of an edition; without what was never counted."""
        ...

    def editions(self) -> list[str]:
        """Return the names of the editions something was counted of."""
        ...

    def note_lines(self, edition: str, code: str, lines: Iterable[int]) -> None:
        """Remember that lines of a table, by their numbers, come from a photo."""
        ...

    def edition_of_line(self, code: str, line: int) -> str:
        """Return the edition of a line that comes from a photo; empty for all others."""
        ...

    def forget(self, edition: str) -> None:
        """Remove the counts of an edition."""
        ...
