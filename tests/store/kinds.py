"""The kinds of store that the suite of the contract runs on, and how each is brought into trouble."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol

from companion.store.embedded.database import connect
from companion.store.embedded.journal import SqliteConnection
from companion.store.embedded.store import EmbeddedStore
from companion.store.journal import Connection
from companion.store.store import Store


class Kind(Protocol):
    """One kind of store. `refused`: the error of its database where a constraint or trigger forbids something."""

    refused: type[Exception]

    def make(self, place: Path, clock: Callable[[], float] = time.time, patience: float = 0.2) -> Store:
        """Return a store of this place; a second one of it stands for another process. `patience` in seconds."""
        ...

    def another_writer(self, store: Store) -> contextmanager[None]:
        """Hold the journal as a program does that writes and does not finish."""
        ...

    def full(self, connection: Connection) -> contextmanager[None]: ...

    def read_only(self, connection: Connection) -> contextmanager[None]: ...

    def damage(self, store: Store) -> None: ...

    def lose(self, store: Store) -> None: ...

    def meddle(self, store: Store, sql: str) -> None:
        """Run a statement beside the program."""
        ...


class Embedded:
    """SQLite and files."""

    refused = sqlite3.IntegrityError

    def make(self, place: Path, clock: Callable[[], float] = time.time, patience: float = 0.2) -> Store:
        return EmbeddedStore(place / "new folder" / "companion.db", patience, clock)

    @contextmanager
    def another_writer(self, store: Store) -> Iterator[None]:
        assert store.file is not None
        with closing(connect(store.file, "rw")) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")

    @contextmanager
    def full(self, connection: Connection) -> Iterator[None]:
        assert isinstance(connection, SqliteConnection)
        pages = connection.db.execute("PRAGMA page_count").fetchone()[0]
        connection.db.execute(f"PRAGMA max_page_count={pages}")
        yield
        connection.db.execute(f"PRAGMA max_page_count={pages + 100}")

    @contextmanager
    def read_only(self, connection: Connection) -> Iterator[None]:
        assert isinstance(connection, SqliteConnection)
        connection.db.execute("PRAGMA query_only=ON")
        yield
        connection.db.execute("PRAGMA query_only=OFF")

    def damage(self, store: Store) -> None:
        assert store.file is not None
        store.file.write_bytes(b"shopping list " * 1000)

    def lose(self, store: Store) -> None:
        assert store.file is not None
        store.file.unlink()

    def meddle(self, store: Store, sql: str) -> None:
        assert store.file is not None
        with closing(sqlite3.connect(store.file, isolation_level=None)) as stranger:
            stranger.execute(sql)


KINDS: dict[str, Kind] = {"embedded": Embedded()}
