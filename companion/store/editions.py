"""The contract of a house's own editions: kept as set files' text, known to all threads and processes."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from companion.donut_shop.parts import Edition


class OwnEditions(Protocol):
    """The editions a house named or was given; the shipped ones are not among them."""

    @property
    def lock(self) -> AbstractContextManager[object]:
        """While it is held nobody else changes the editions or opens a table; its holder may take it again."""
        ...

    def load(self) -> dict[str, Edition]:
        """Return the editions by name; broken ones are left out, and the log says why."""
        ...

    def names(self) -> set[str]:
        """Return the names that are taken, by broken editions too."""
        ...

    def problems(self) -> list[str]:
        """Return a sentence for each broken edition."""
        ...

    def stamp(self) -> str:
        """Return a text that is another one after each change by another process; cheap."""
        ...

    def save(self, edition: Edition) -> None:
        """Keep an edition, instead of an earlier one of its name. Raises NoEdition where it would not read back."""
        ...

    def remove(self, name: str) -> None:
        """Remove an edition; where there is none of this name, nothing happens."""
        ...
