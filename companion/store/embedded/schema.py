"""The schema of the journal's database: its migrations, its epoch, and what makes a file a journal."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from sqlite_utils import Database, Migrations

from companion.store.embedded.database import copy, immediate, unavailable

migrations = Migrations("journal")  # named, only ever added to; a published one is never edited


@migrations(name="001_the_journal")
def the_journal(db: Database) -> None:
    """Create tables (`sheets`), their entries and results, the triggers that keep them, and the epoch."""
    moment = {"at": str, "phone": str}
    _create(db, "about", {"name": str, "value": str}, "name")
    _create(db, "sheets", {"code": str, "game": str, "header": str, **moment}, "code")
    _create(
        db,
        "entries",
        {"code": str, "seq": int, "who": str, "text": str, **moment},
        ("code", "seq"),
        [("code", "sheets", "code")],
    )
    result = {"id": int, "code": str, "seq": int, "program": str, "standings": str}
    _create(db, "results", result, "id", [(("code", "seq"), "entries", ("code", "seq"))])
    _create(db, "forgetting", {"code": str}, "code")  # holds a code only inside the transaction that forgets it
    for table in ("sheets", "entries", "results"):
        refuse = f"BEGIN SELECT RAISE(ABORT, '{table} are only added'); END"
        forgotten = "EXISTS (SELECT 1 FROM forgetting WHERE code = old.code)"
        db.execute(f"CREATE TRIGGER {table}_update BEFORE UPDATE ON {table} {refuse}")
        db.execute(f"CREATE TRIGGER {table}_delete BEFORE DELETE ON {table} WHEN NOT {forgotten} {refuse}")
    following = "(SELECT ifnull(max(seq), 0) + 1 FROM entries WHERE code = new.code)"
    db.execute(
        f"CREATE TRIGGER entries_insert BEFORE INSERT ON entries WHEN new.seq IS NOT {following} "
        "BEGIN SELECT RAISE(ABORT, 'entries follow each other'); END"
    )
    db.table("about").insert({"name": "epoch", "value": random_epoch()})


@migrations(name="002_claims")
def the_claims(db: Database) -> None:
    """Create the claims of phones on seats. They may be changed and removed, unlike entries."""
    claim = {"code": str, "seat": int, "phone": str, "since": str}
    _create(db, "claims", claim, ("code", "seat"), [("code", "sheets", "code")])


@migrations(name="003_holders_locks_and_new_codes")
def the_holders_locks_and_new_codes(db: Database) -> None:
    """Create who held a seat after which entry, the locked tables, and the phones that follow a table to a new code."""
    sheet = [("code", "sheets", "code")]
    _create(db, "holders", {"code": str, "seat": int, "after": int, "phone": str}, ("code", "seat", "after"), sheet)
    db.execute("INSERT INTO holders SELECT code, seat, 0, phone FROM claims")
    _create(db, "locks", {"code": str, "since": str}, "code", sheet)
    _create(db, "moved", {"old": str, "phone": str, "code": str}, ("old", "phone"), sheet)
    db.table("moved").create_index(["code"])


@migrations(name="004_settings")
def the_settings(db: Database) -> None:
    """Create what the people of a table chose for it that is no line: the colours of seats, whether coins are shown."""
    _create(db, "settings", {"code": str, "name": str, "value": str}, ("code", "name"), [("code", "sheets", "code")])


@migrations(name="005_chains")
def the_chains(db: Database) -> None:
    """Create the chains of rematches: tables of one chain follow each other in the order they were opened."""
    _create(db, "chains", {"code": str, "chain": str}, "code", [("code", "sheets", "code")])
    db.table("chains").create_index(["chain"])


def _create(
    db: Database,
    name: str,
    columns: dict[str, type],
    pk: str | tuple[str, ...],
    foreign_keys: Sequence[tuple[str | tuple[str, ...], str, str | tuple[str, ...]]] = (),
) -> None:
    """Create a STRICT table whose every column is filled."""
    db.table(name).create(columns, pk=pk, foreign_keys=list(foreign_keys), not_null=set(columns), strict=True)


def is_journal(db: Database) -> bool:
    """Return whether this is the database of a journal, of whatever version."""
    return bool(migrations.applied(db))


def migrate(db: Database, path: Path, *, keep: bool = True) -> None:
    """Apply the migrations a file lacks, all or none. `keep`: an existing file is copied beside itself first.

    A journal that may only be read stays as it is.
    """
    if not migrations.pending(db):
        return
    try:
        with immediate(db):
            pending = migrations.pending(db)  # again: another process may have been quicker
            if keep and pending and db.table_names():
                _check_writable(db)
                copy(path, path.with_name(f"{path.name}.before-{pending[0].name}"))
            migrations.apply(db)
    except sqlite3.Error as error:
        if unavailable(error) != "read-only" or not is_journal(db):
            raise


def _check_writable(db: Database) -> None:
    """Write what is there already: this raises where the file may only be read, which BEGIN IMMEDIATE does not."""
    db.execute(f"PRAGMA user_version = {db.execute('PRAGMA user_version').fetchone()[0]}")


def random_epoch() -> str:
    return secrets.token_hex(4)


def renew_epoch(db: Database) -> str:
    """Give the file another epoch, and return it."""
    epoch = random_epoch()
    db.execute("UPDATE about SET value = ? WHERE name = 'epoch'", (epoch,))
    return epoch


def renew_epoch_if_writable(db: Database) -> None:
    """Give the file another epoch; a file that may only be read keeps its own, so that reading goes on."""
    try:
        renew_epoch(db)
    except sqlite3.Error as error:
        if unavailable(error) != "read-only":
            raise
