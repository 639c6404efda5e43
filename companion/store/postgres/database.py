"""PostgreSQL as this project uses it: one pool of connections, its errors in players' words.

No table of the database is named here: `schema` makes them, the modules beside it have the rest of the SQL.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import conninfo
from psycopg_pool import ConnectionPool, PoolTimeout

from companion.refusals import Unavailable

Row = tuple[object, ...]
Db = psycopg.Connection[Row]

JOURNAL, HOUSE = "companion", "companion_house"  # schemas: the journal with its claims, and all else that is kept
# Keys of advisory locks. Whoever writes to the journal shares REPLACING, whoever replaces it has it alone.
REPLACING, MIGRATING, EDITIONS = 0x646F6E01, 0x646F6E02, 0x646F6E03
MOST = 16  # connections of a process: one for each of its threads, and some for what a request needs beside its own
SLICE = 0.25  # seconds between two checks whether the server answers at all
AWAY = 1.0  # seconds for which a server that refused a connection is not asked again by everybody
SILENT = 15_000  # milliseconds after which a connection without an answer from the network is given up

# SQLSTATE, or how it begins, and what it means to a player; the longest that fits. Any other error is a bug.
REASONS = {
    "08": "away",  # connections
    "28": "away",  # a wrong user or password
    "3D": "missing",  # there is no such database
    "25006": "read-only",  # a replica, or set so
    "42501": "read-only",  # no right to it
    "40": "busy",  # a deadlock
    "55P03": "busy",  # another holds the lock
    "57014": "busy",  # it took too long
    "53": "busy",  # too many connections, no memory
    "53100": "full",
    "54000": "full",
    "57P": "away",  # it stops, or starts
    "58": "failed",  # its disk
    "58P01": "corrupt",  # a file of it is missing
    "XX001": "corrupt",
    "XX002": "corrupt",
}
EMPTIED = ("42P01", "42703", "42883", "3F000")  # a table, column, function or schema that was there is missing


def unavailable(error: psycopg.Error) -> str | None:
    """Return the reason of Unavailable behind an error; None for a bug of ours."""
    state = error.sqlstate
    if state is None:  # the connection broke, or there was none
        return "away" if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) else None
    fitting = [start for start in REASONS if state.startswith(start)]
    return REASONS[max(fitting, key=len)] if fitting else None


@contextmanager
def usable() -> Iterator[None]:
    """Turn a PostgreSQL that cannot be used just now into Unavailable; let bugs through."""
    try:
        yield
    except psycopg.Error as error:
        reason = "corrupt" if error.sqlstate in EMPTIED else unavailable(error)
        if reason is None:
            raise
        raise Unavailable(reason) from error


class Database:
    """The database, for a whole process and all its threads. Nothing is touched before the first connection."""

    def __init__(self, address: str, patience: float) -> None:
        """`address`: a URL, else ValueError is raised; `patience`: seconds to wait for a lock or a connection."""
        self.patience = patience
        self._conninfo = _with_settings(address, patience)
        self._lock = threading.Lock()
        self._pool: ConnectionPool[Db] | None = None
        self._process = 0  # that opened the pool
        self._away = 0.0  # when the server last refused a connection
        self._taken: set[Db] = set()
        self.connected = 0  # how often a connection was made: another number may mean another server

    def take(self) -> Db:
        """Return a connection that answers; `give` it back. Raises Unavailable."""
        pool = self._opened()
        deadline = time.monotonic() + self.patience
        while True:
            left = deadline - time.monotonic()
            try:
                db = pool.getconn(timeout=max(0.01, min(SLICE, left)))
            except PoolTimeout:
                if time.monotonic() - self._away < AWAY:
                    raise Unavailable("away") from None
                if left <= SLICE:
                    raise Unavailable("busy") from None
                continue
            self._taken.add(db)
            return db

    def give(self, db: Db) -> None:
        """Give a connection back; a broken one is thrown away."""
        self._taken.discard(db)
        if self._pool is None:  # closed meanwhile
            db.close()
        else:
            self._pool.putconn(db)

    @contextmanager
    def connection(self) -> Iterator[Db]:
        """Have a connection for a while. Raises Unavailable."""
        db = self.take()
        try:
            with usable():
                yield db
        finally:
            self.give(db)

    def single(self) -> Db:
        """Return a connection outside the pool, for a caller that keeps it. Raises Unavailable."""
        with usable():
            return psycopg.connect(self._conninfo, autocommit=True)

    def close(self) -> None:
        """Close all connections, those in use too; the next use opens them again."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            for db in list(self._taken):
                db.close()
            pool.close()

    def _opened(self) -> ConnectionPool[Db]:
        with self._lock:
            if self._pool is None or self._process != os.getpid():  # a process that was forked has no pool of its own
                self._process = os.getpid()
                self._pool = ConnectionPool(
                    self._conninfo,
                    kwargs={"autocommit": True},
                    min_size=0,
                    max_size=MOST,
                    open=False,
                    configure=self._made,
                    check=ConnectionPool.check_connection,
                    reconnect_timeout=SLICE,  # then the next one who wants a connection has it tried again
                    reconnect_failed=self._refused,
                    num_workers=2,
                    name="store",
                )
                logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # whoever asks hears that it is away
                self._pool.open()
            return self._pool

    def _made(self, _db: Db) -> None:
        self.connected += 1
        self._away = 0.0

    def _refused(self, _pool: object) -> None:
        self._away = time.monotonic()


def _with_settings(address: str, patience: float) -> str:
    """Return an address with the settings of every connection. Raises ValueError for none of PostgreSQL's."""
    try:
        given = str(conninfo.conninfo_to_dict(address).get("options") or "")
    except psycopg.ProgrammingError as error:
        raise ValueError(str(error).strip()) from None
    wait = max(1, round(patience * 1000))
    own = f"-c search_path={JOURNAL},{HOUSE} -c lock_timeout={wait} -c client_encoding=UTF8"
    return conninfo.make_conninfo(
        address,
        options=f"{given} {own}".strip(),
        application_name="companion",
        connect_timeout=max(2, round(patience)),
        tcp_user_timeout=SILENT,
    )
