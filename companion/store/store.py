"""The contract of a store, and the choice of one by its address."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from companion.store.editions import OwnEditions
from companion.store.journal import PATIENCE, Connection
from companion.store.links import UsedLinks
from companion.store.news import Hear
from companion.store.pending import PendingPhotos
from companion.store.presence import Presence
from companion.store.samples import Samples
from companion.store.sightings import Sightings
from companion.store.takeovers import Takeovers
from companion.store.tallies import Tallies
from companion.store.uses import Uses

SERVERS = ("postgresql://", "postgres://")  # how the address of a database begins that several processes share


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
    def presence(self) -> Presence: ...

    @property
    def takeovers(self) -> Takeovers: ...

    @property
    def links(self) -> UsedLinks: ...

    @property
    def uses(self) -> Uses: ...

    @property
    def shared(self) -> bool:
        """True where several servers may use the store at once; otherwise presence and the like are in memory."""
        ...

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

    def follow(self, hear: Hear) -> None:
        """Call `hear` for what any process changes from now on, in a thread of the store's own; a second time nothing.

        First, and whenever news may have been missed, it hears ALL. A store that is not shared has no news.
        """
        ...

    def people(self, codes: Sequence[str]) -> dict[str, int]:
        """Return the number of people of these tables, which each change of seats raises; 0 for none so far.

        A store that is not shared has no such numbers, and returns none.
        """
        ...

    def close(self) -> None:
        """Give back connections and end threads; the end of the process does the same."""
        ...


def open_store(address: str | Path, patience: float = PATIENCE) -> Store:
    """Return the store at an address: the URL of a PostgreSQL database, or else the path of an SQLite file.

    `patience` is in seconds. Nothing is touched yet. Exits with a sentence where the packages for it are missing, or
    where the URL is none.
    """
    # Each is imported here, so that only the engine chosen is.
    if is_server(address):
        try:
            from companion.store.postgres.store import PostgresStore
        except ImportError as error:
            sys.exit(f"PostgreSQL needs more packages: pip install -r requirements-postgres.txt ({error})")
        try:
            return PostgresStore(str(address), patience)
        except ValueError as error:
            sys.exit(f"DONUT_DATABASE is no address of a PostgreSQL database: {error}")
    from companion.store.embedded.store import EmbeddedStore

    return EmbeddedStore(address, patience)


def is_server(address: str | Path) -> bool:
    """Return whether an address is that of a database server, so that no files lie beside the journal."""
    return str(address).startswith(SERVERS)
