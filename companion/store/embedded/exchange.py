"""The rows of a journal's file, for moving them to another store and back: a backup is the same file for every store.

A row is a tuple of text and numbers; its columns are in `COLUMNS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.files import reason_of
from companion.refusals import Unavailable
from companion.store.embedded.backup import restore
from companion.store.embedded.database import connect, copy, immediate, usable
from companion.store.embedded.journal import SqliteJournal

Row = tuple[object, ...]

# The tables of a journal in the order in which they can be filled, with their columns; each is read in its own order.
COLUMNS = {
    "sheets": ("code", "game", "header", "at", "phone"),
    "entries": ("code", "seq", "who", "text", "at", "phone"),
    "results": ("code", "seq", "program", "standings"),
    "claims": ("code", "seat", "phone", "since"),
    "holders": ("code", "seat", "after", "phone"),
    "locks": ("code", "since"),
    "moved": ("old", "phone", "code"),
    "settings": ("code", "name", "value"),
    "chains": ("code", "chain"),
}
ORDERS = {"sheets": "rowid", "entries": "code, seq", "results": "id"}


class BackupRows:
    """The rows of a backup, of whatever version of this program, with an epoch of its own."""

    def __init__(self, file: Path, epoch: str) -> None:
        self._file = file
        self.epoch = epoch

    def of(self, table: str) -> Iterator[Row]:
        """Return the rows of a table, in the order in which they were added."""
        columns, order = ", ".join(COLUMNS[table]), ORDERS.get(table, "rowid")
        with closing(connect(self._file, "rw")) as db, usable():
            yield from map(tuple, db.execute(f"SELECT {columns} FROM {table} ORDER BY {order}"))


def read_backup(backup: Path, folder: Path) -> BackupRows:
    """Return the rows of a backup, through a copy in `folder`. Raises Unavailable; as corrupt for what is none."""
    file = folder / "backup.db"
    restore(file, backup)
    with SqliteJournal(file).open() as connection:
        return BackupRows(file, connection.epoch)


def write_backup(target: Path, epoch: str, tables: Iterable[tuple[str, Iterable[Row]]]) -> None:
    """Write a backup of these tables and their rows, in place of an earlier one. Raises Unavailable."""
    try:
        with TemporaryDirectory(dir=target.absolute().parent) as folder:
            file = Path(folder) / "backup.db"
            with SqliteJournal(file).open() as connection, usable(), immediate(connection.db):
                connection.db.execute("UPDATE about SET value = ? WHERE name = 'epoch'", (epoch,))
                for name, rows in tables:
                    columns = COLUMNS[name]
                    gaps = ", ".join("?" for _ in columns)
                    connection.db.conn.executemany(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({gaps})", rows)
            copy(file, target)
    except OSError as error:
        raise Unavailable(reason_of(error)) from error
