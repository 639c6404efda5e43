"""Backups of the journal in the format all stores share, and restoring them; others may use the database meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import LiteralString

from psycopg import sql

from companion.store.embedded.exchange import COLUMNS, BackupRows, Row, read_backup, write_backup
from companion.store.postgres.database import JOURNAL, REPLACING, Database, Db, usable
from companion.store.postgres.notifications import notify_all
from companion.store.postgres.schema import OF_HOUSE, OF_JOURNAL, make, migrate

KEPT = f"{JOURNAL}_before_restore"  # the schema a replaced journal is kept in
ORDERS: dict[str, LiteralString] = {"sheets": "place", "entries": "code, seq", "results": "id"}
AT_ONCE = 1_000  # rows in memory


def back_up(database: Database, target: Path) -> None:
    """Write a backup of one moment. Raises Unavailable."""
    with database.connection() as db, db.transaction():
        db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        row = db.execute("SELECT value FROM about WHERE name = 'epoch'").fetchone()
        write_backup(target, str(row[0]) if row else "", ((name, _rows(db, name)) for name in COLUMNS))


def restore(database: Database, backup: Path) -> str:
    """Put a backup in the journal's place; return the schema in which the replaced one is kept, empty for none.

    All of it is one transaction, and those who write wait for it. Raises Unavailable.
    """
    with TemporaryDirectory() as folder:
        rows = read_backup(backup, Path(folder))
        with database.connection() as db, usable():
            migrate(db, OF_HOUSE)
            with db.transaction():
                db.execute("SELECT pg_advisory_xact_lock(%s)", (REPLACING,))
                there = db.execute("SELECT to_regnamespace(%s) IS NOT NULL", (JOURNAL,)).fetchone() == (True,)
                if there:
                    db.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(KEPT)))
                    db.execute(
                        sql.SQL("ALTER SCHEMA {} RENAME TO {}").format(sql.Identifier(JOURNAL), sql.Identifier(KEPT))
                    )
                make(db, OF_JOURNAL)
                _fill(db, rows)
                notify_all(db)
    return KEPT if there else ""


def _fill(db: Db, rows: BackupRows) -> None:
    """Put the rows of a backup into the empty tables of a journal, whose epoch is a new one already."""
    for name, columns in COLUMNS.items():
        names = sql.SQL(", ").join(map(sql.Identifier, columns))
        command = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(name), names)
        with db.cursor().copy(command) as copy:
            for row in rows.of(name):
                copy.write_row(row)


def _rows(db: Db, name: str) -> Iterator[Row]:
    columns = COLUMNS[name]
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    order = sql.SQL(ORDERS.get(name, "1, 2"))
    with db.cursor(name=f"backup_{name}") as cursor:
        cursor.itersize = AT_ONCE
        yield from cursor.execute(sql.SQL("SELECT {} FROM {} ORDER BY {}").format(names, sql.Identifier(name), order))
