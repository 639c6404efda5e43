"""SQLite as this project uses it: one kind of connection, one kind of transaction, its errors in players' words.

Nothing here knows a table: `schema`, `journal` and `samples` hold the SQL.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from companion.refusals import Unavailable
from companion.store.journal import PATIENCE

# TRUNCATE, not WAL: the SQLite that Debian ships can corrupt a WAL file when two connections write and checkpoint
# at the same time. fullfsync: down to the disk's own memory on a Mac too; elsewhere it changes nothing.
PRAGMAS = ("journal_mode=TRUNCATE", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON")

# The beginning of SQLite's name for an error, and what it means to a player. Any other error is a bug.
REASONS = {
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
    "SQLITE_READONLY_DBMOVED": "missing",  # another file lies there now, or none
    "SQLITE_READONLY": "read-only",
    "SQLITE_FULL": "full",
    "SQLITE_CORRUPT": "corrupt",
    "SQLITE_NOTADB": "corrupt",
    # The disk gave back something else than was written, or nothing.
    "SQLITE_IOERR_READ": "corrupt",
    "SQLITE_IOERR_SHORT_READ": "corrupt",
    "SQLITE_IOERR_DATA": "corrupt",
    "SQLITE_IOERR_CORRUPTFS": "corrupt",
    "SQLITE_IOERR": "failed",  # it took nothing: a quota, a drive that went away
    "SQLITE_CANTOPEN": "missing",
}


def connect(path: Path, mode: str, patience: float = PATIENCE) -> Database:
    """Return a connection with the pragmas this project relies on. Raises Unavailable.

    Mode `rw`, or `rwc` to make a missing file; one that may only be read is opened for reading. `patience` in seconds.
    """
    with usable():
        # No isolation level: nothing but BEGIN begins a transaction, so sqlite-utils and we see the same ones.
        db = sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=patience, isolation_level=None)
        try:
            for pragma in PRAGMAS:
                db.execute(f"PRAGMA {pragma}")
            return Database(db, execute_plugins=False)
        except BaseException:
            db.close()
            raise


@contextmanager
def immediate(db: Database) -> Iterator[None]:
    """Hold a transaction that may write from its first statement on.

    `Database.atomic` begins by reading; two of those that then want to write block each other, and no patience helps.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        db.rollback()  # nothing to do where SQLite has rolled back by itself, as for a full disk
        raise


def unavailable(error: sqlite3.Error) -> str | None:
    """Return the reason of Unavailable behind an error; None for a bug of ours."""
    name = getattr(error, "sqlite_errorname", "")
    return next((reason for start, reason in REASONS.items() if name.startswith(start)), None)


@contextmanager
def usable(made: bool = False) -> Iterator[None]:
    """Turn an SQLite that cannot be used just now into Unavailable; let bugs through.

    `made`: all tables were there when the file was opened, so a missing one means that somebody emptied it since.
    """
    try:
        yield
    except sqlite3.Error as error:
        reason = "corrupt" if made and str(error).startswith("no such table") else unavailable(error)
        if reason is None:
            raise
        raise Unavailable(reason) from error


def copy(source: str | Path, target: str | Path) -> None:
    """Make `target` a sound copy of the database `source`, also while others use either. Raises Unavailable.

    A database at `target` is overwritten in one transaction: a copy that breaks off leaves it as it was, and no file
    where there was none. A file that is no database is not overwritten but refused as corrupt.
    """
    path = Path(target).absolute()
    there = path.exists()
    try:
        with closing(connect(Path(source).absolute(), "rw")) as old, closing(connect(path, "rwc")) as new, usable():
            new.execute("PRAGMA journal_mode=DELETE")  # leaves no empty file beside the copy
            old.conn.backup(new.conn)
    except Unavailable:
        if not there:  # somebody might take half a copy for a whole one
            for half in (path, path.with_name(f"{path.name}-journal")):
                half.unlink(missing_ok=True)
        raise
