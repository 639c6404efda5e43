"""The kinds of store that the suite of the contract runs on, and how each is brought into trouble."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol

import psycopg
import pytest

from companion.store.embedded.connection import SqliteConnection
from companion.store.embedded.database import connect
from companion.store.embedded.samples import FILE
from companion.store.embedded.store import EmbeddedStore
from companion.store.embedded.takeovers import TakeoversInMemory
from companion.store.embedded.uses import UsesInMemory
from companion.store.journal import Connection
from companion.store.postgres.connection import PostgresConnection
from companion.store.postgres.database import REPLACING
from companion.store.postgres.store import PostgresStore
from companion.store.store import Store
from companion.store.takeovers import Takeovers
from companion.store.uses import Uses
from tests.postgres import Server


class Kind(Protocol):
    """One kind of store. `refused`: the error of its database where a constraint or trigger forbids something."""

    refused: type[Exception]

    def make(self, place: Path, clock: Callable[[], float] = time.time, patience: float = 0.2) -> Store:
        """Return a store of this place; a second one of it stands for another process. `patience` in seconds."""
        ...

    def takeovers(self, place: Path, clock: Callable[[], float]) -> Takeovers:
        """Return the takeovers of a store by a clock of the test's own."""
        ...

    def uses(self, place: Path, clock: Callable[[], float]) -> Uses:
        """Return the uses of a store by a clock of the test's own."""
        ...

    def another_writer(self, store: Store) -> contextmanager[None]:
        """Hold the journal as a program does that writes and does not finish."""
        ...

    def full(self, connection: Connection) -> contextmanager[None]: ...

    def read_only(self, connection: Connection) -> contextmanager[None]: ...

    def damage(self, store: Store) -> None: ...

    def damage_learnt(self, store: Store) -> None:
        """Damage what photos taught, which is not the journal."""
        ...

    def lose(self, store: Store) -> None: ...

    def meddle(self, store: Store, sql: str) -> None:
        """Run a statement beside the program."""
        ...

    def close(self) -> None:
        """Remove all that was made."""
        ...


class Embedded:
    """SQLite and files."""

    refused = sqlite3.IntegrityError

    def make(self, place: Path, clock: Callable[[], float] = time.time, patience: float = 0.2) -> Store:
        return EmbeddedStore(place / "new folder" / "companion.db", patience, clock)

    def takeovers(self, place: Path, clock: Callable[[], float]) -> Takeovers:
        return TakeoversInMemory(clock)

    def uses(self, place: Path, clock: Callable[[], float]) -> Uses:
        return UsesInMemory(clock)

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

    def damage_learnt(self, store: Store) -> None:
        assert store.file is not None
        (store.file.parent / FILE).write_bytes(b"shopping list " * 1000)

    def lose(self, store: Store) -> None:
        assert store.file is not None
        store.file.unlink()

    def meddle(self, store: Store, sql: str) -> None:
        assert store.file is not None
        with closing(sqlite3.connect(store.file, isolation_level=None)) as stranger:
            stranger.execute(sql)

    def close(self) -> None:
        """Do nothing: all of it is in the test's folder."""


class Postgres:
    """A database for each place."""

    refused = psycopg.IntegrityError

    def __init__(self, server: Server) -> None:
        self._server = server
        self._addresses: dict[Path, str] = {}
        self._stores: dict[int, tuple[PostgresStore, str]] = {}

    def make(self, place: Path, clock: Callable[[], float] = time.time, patience: float = 0.2) -> Store:
        if place not in self._addresses:
            self._addresses[place] = self._server.database(place)
        store = PostgresStore(self._addresses[place], patience, clock)
        self._stores[id(store)] = store, self._addresses[place]
        return store

    def takeovers(self, place: Path, clock: Callable[[], float]) -> Takeovers:
        return self.make(place, clock).takeovers

    def uses(self, place: Path, clock: Callable[[], float]) -> Uses:
        return self.make(place, clock).uses

    @contextmanager
    def another_writer(self, store: Store) -> Iterator[None]:
        with self._stranger(store) as other, other.transaction():
            other.execute("SELECT pg_advisory_xact_lock(%s)", (REPLACING,))
            yield

    @contextmanager
    def full(self, connection: Connection) -> Iterator[None]:
        """The server says so with the error of a full disk; `tests/store/postgres` has a disk that is full."""
        db = self._db(connection)
        db.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
        )
        for table in ("entries", "results"):
            db.execute(f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} EXECUTE FUNCTION full_disk()")
        yield
        db.execute("DROP FUNCTION full_disk CASCADE")

    @contextmanager
    def read_only(self, connection: Connection) -> Iterator[None]:
        self._db(connection).execute("SET default_transaction_read_only = on")
        yield
        self._db(connection).execute("SET default_transaction_read_only = off")

    def damage(self, store: Store) -> None:
        self.meddle(store, "DROP TABLE entries CASCADE")

    def damage_learnt(self, store: Store) -> None:
        self.meddle(store, "DROP TABLE tallies")

    def lose(self, store: Store) -> None:
        self.meddle(store, "DROP SCHEMA companion CASCADE")

    def meddle(self, store: Store, sql: str) -> None:
        with self._stranger(store) as stranger:
            stranger.execute(sql)

    def close(self) -> None:
        for store, _ in self._stores.values():
            store.close()
        for address in self._addresses.values():
            self._server.drop(address)

    def _stranger(self, store: Store) -> psycopg.Connection:
        address = self._stores[id(store)][1]
        return psycopg.connect(address, autocommit=True, options="-c search_path=companion,companion_house")

    def _db(self, connection: Connection) -> psycopg.Connection:
        assert isinstance(connection, PostgresConnection)
        return connection.db


KINDS = ["embedded", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.long])]


def kind_of(request: pytest.FixtureRequest) -> Kind:
    """Return the kind of store a test is run for; a server is started for the first that needs one."""
    return Postgres(request.getfixturevalue("postgres_server")) if request.param == "postgres" else Embedded()
