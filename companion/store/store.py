"""The contract of a store, and the choice of one by its address."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from companion.store.editions import OwnEditions
from companion.store.journal import PATIENCE, Connection
from companion.store.pending import PendingPhotos
from companion.store.samples import Samples
from companion.store.sightings import Sightings
from companion.store.tallies import Tallies


class Store(Protocol):
    """All that a house keeps, for a whole process and all its threads.

    Every call, of its parts too, raises Unavailable where the store cannot be used just now.
    """

    @property
    def pending(self) -> PendingPhotos: ...

    @property
    def samples(self) -> Samples: ...

    @property
    def editions(self) -> OwnEditions: ...

    @property
    def sightings(self) -> Sightings: ...

    @property
    def tallies(self) -> Tallies: ...

    @property
    def file(self) -> Path | None:
        """The file that holds the journal, which no backup may overwrite; None where it is not one file."""
        ...

    def exists(self) -> bool:
        """Return whether a journal was made already; the first `open` makes one."""
        ...

    def open(self) -> Connection:
        """Return a connection to journal and claims, for one thread; leaving its `with` block closes it.

        The first call makes what is missing and brings older data up to date. Later a store that went missing is
        refused: an empty journal never takes the place of a full one. Data put in its place under a running program
        get a new epoch, for the phones have seen other lines.
        """
        ...

    def back_up(self, target: Path) -> None:
        """Copy journal and claims into a file, also while others write; an older backup there is replaced."""
        ...

    def restore(self, backup: Path) -> str:
        """Put a backup in the journal's place under a new epoch, also while others write.

        Return the name under which the replaced journal is kept; empty where there was none. A file that is no backup
        is refused as corrupt, and nothing is changed.
        """
        ...


def open_store(address: str | Path, patience: float = PATIENCE) -> Store:
    """Return the store at an address: the path of an SQLite file. `patience` is in seconds. Nothing is touched yet."""
    from companion.store.embedded.store import EmbeddedStore  # here, so that only the engine chosen is imported

    return EmbeddedStore(address, patience)
