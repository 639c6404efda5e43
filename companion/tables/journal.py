"""The journal: every line told at every table, kept in one SQLite file and only ever added to.

The journal knows lines and their numbers, no game. Two promises stand in the file itself, whatever program writes to
it: a line is never changed, and the lines of a table are numbered 1, 2, 3 … without a gap. A line that was acknowledged
is on the disk. All SQL about tables and their lines is here.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlite_utils import Database, Migrations

from companion.files import reason_of
from companion.kernel.entry import Entry
from companion.refusals import Stale, Unavailable
from companion.tables.database import PATIENCE, connect, copy, immediate, unavailable, usable

LETTERS = "BCDFGHJKMNPQRSTVWXZ"  # nothing that looks like a digit, and no vowel or Y: no code spells a word
CODE_LENGTH = 5

migrations = Migrations("journal")  # named, only ever added to; a published one is never edited


@migrations(name="001_the_journal")
def the_journal(db: Database) -> None:
    """Sheets, their entries and results; the rules of the file as triggers; the epoch."""
    said = {"at": str, "phone": str}
    _create(db, "about", {"name": str, "value": str}, "name")
    _create(db, "sheets", {"code": str, "game": str, "header": str, **said}, "code")
    _create(
        db,
        "entries",
        {"code": str, "seq": int, "who": str, "text": str, **said},
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
    db.table("about").insert({"name": "epoch", "value": _random_epoch()})


def _create(
    db: Database,
    name: str,
    columns: dict[str, type],
    pk: str | tuple[str, ...],
    foreign_keys: Sequence[tuple[str | tuple[str, ...], str, str | tuple[str, ...]]] = (),
) -> None:
    """A STRICT table whose every column is filled."""
    db.table(name).create(columns, pk=pk, foreign_keys=list(foreign_keys), not_null=set(columns), strict=True)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is known of a table before its first line."""

    code: str
    game: str
    header: str  # the header lines of its transcript, as text
    at: str  # UTC, ISO 8601 with seconds
    phone: str  # which phone opened it


@dataclass(frozen=True, slots=True)
class Result:
    """The standings of an ended game as the program of that day told them."""

    seq: int  # the entry after which the game was over
    program: str  # the program's version
    standings: str  # JSON text


class Journal:
    """The file, for a whole process: make one, and open a `Book` for each request or thread."""

    def __init__(self, path: str | Path, patience: float = PATIENCE) -> None:
        """`patience` is in seconds. Nothing is touched before the first `open`."""
        self.path = Path(path).absolute()
        self.patience = patience
        # One writer of this process at a time: a lock wakes the next one at once, SQLite would look again now and then.
        self._lock = threading.Lock()
        self._settled: tuple[int, int] | None = None  # the file (device, inode) that is known to be up to date

    def open(self) -> Connection:
        """One connection, for one thread; leave it as a context manager, which closes it. Raises Unavailable.

        The first call makes folder and file where they are missing and applies the migrations. Later a missing file is
        refused: an empty journal is never slipped in for a full one. A file put in its place under a running program
        is migrated too, and gets a new epoch, for the phones have seen other lines.
        """
        if self._settled is None:
            self._make_folder()
        db = connect(self.path, "rw" if self._settled else "rwc", self.patience)
        try:
            self._settle(db)
        except BaseException:
            db.close()
            raise
        return Connection(db, self._lock, self.patience)

    def _make_folder(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable(reason_of(error)) from error

    def _settle(self, db: Database) -> None:
        """Bring a file not seen before up to date, once."""
        try:
            seen = os.stat(self.path)
        except OSError as error:
            raise Unavailable(reason_of(error)) from error
        file = (seen.st_dev, seen.st_ino)
        if file == self._settled:
            return
        with self._lock, usable():
            if self._settled and not db.table_names():
                raise Unavailable("corrupt")
            _migrate(db, self.path)
            if self._settled not in (None, file):
                _renew_if_writable(db)
            self._settled = file


class Connection:
    """One connection to the journal. Every call raises Unavailable where SQLite cannot be used just now."""

    __slots__ = ("_lock", "_patience", "db")

    def __init__(self, db: Database, lock: threading.Lock, patience: float) -> None:
        """`db` comes from `connect`; `lock` is the one write lock of the process; `patience` is in seconds."""
        self.db = db
        self._lock = lock
        self._patience = patience

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the connection back; a second time does nothing."""
        self.db.close()

    @property
    def epoch(self) -> str:
        """A random id made with the file; another epoch means that another file, a restored one, is in place."""
        # Read from the file each time: a restore may write into it while the program runs, and while this is open.
        return self.stand("")[0]

    def create(self, code: str, game: str, header: str, at: str, phone: str, entries: Sequence[Entry] = ()) -> Sheet:
        """Open a table, with the entries an import brings along (numbered from 1, each with its own time and phone).

        Raises Stale("taken", code=…) where the code is in use.
        """
        sheet = {"code": code, "game": game, "header": header, "at": at, "phone": phone}
        with self._writing():
            try:
                self.db.table("sheets").insert(sheet)
            except sqlite3.IntegrityError as error:
                if error.sqlite_errorname != "SQLITE_CONSTRAINT_PRIMARYKEY":
                    raise
                raise Stale("taken", code=code) from error
            self._insert(code, entries)
        return Sheet(**sheet)

    def sheet(self, code: str) -> Sheet | None:
        """The table of this code, or None."""
        found = self.sheets([code])
        return found[0] if found else None

    def sheets(self, codes: Sequence[str]) -> list[Sheet]:
        """Those of these tables that exist, the one opened last first."""
        # By rowid, not by time: a small computer without a clock of its own starts in the past.
        rows = self._rows(
            "SELECT code, game, header, at, phone FROM sheets"
            " WHERE code IN (SELECT value FROM json_each(?)) ORDER BY rowid DESC",
            json.dumps(list(codes)),
        )
        return [Sheet(*row) for row in rows]

    def codes(self) -> list[str]:
        """All tables, the one opened last first."""
        return [str(row[0]) for row in self._rows("SELECT code FROM sheets ORDER BY rowid DESC")]

    def entries(self, code: str, after: int = 0) -> list[Entry]:
        """The lines of a table whose number is above `after`, in order; none where there is no such table."""
        rows = self._rows(
            "SELECT seq, who, text, at, phone FROM entries WHERE code = ? AND seq > ? ORDER BY seq", code, after
        )
        return [Entry(*row) for row in rows]

    def version(self, code: str) -> int:
        """The number of the table's last line, 0 for none."""
        return self.stand(code)[1]

    def stand(self, code: str) -> tuple[str, int]:
        """The file's epoch and the number of the table's last line (0 for none), both of one moment."""
        epoch, versions = self.stands([code])
        return epoch, versions[code]

    def stands(self, codes: Sequence[str]) -> tuple[str, dict[str, int]]:
        """The file's epoch and the number of the last line of each of these tables, all of one moment."""
        rows = self._rows(
            "SELECT (SELECT value FROM about WHERE name = 'epoch'),"
            " (SELECT ifnull(max(seq), 0) FROM entries WHERE code = asked.value)"
            " FROM json_each(?) AS asked ORDER BY asked.key",
            json.dumps(["", *codes]),
        )
        return str(rows[0][0]), {code: int(version) for code, (_, version) in zip(codes, rows[1:], strict=True)}

    def append(
        self,
        code: str,
        epoch: str,
        version: int,
        lines: Sequence[tuple[str, str]],
        at: str,
        phone: str,
        result: tuple[str, str] | None = None,
    ) -> list[Entry]:
        """Store the (who, text) lines right after line `version` of this epoch, all or none.

        When it returns they are on the disk.

        `result`, where the game is over with them, is stored with them: the program's version and the standings.

        Raises Stale("moved-on", version=<the last line there is>) where `version` is not the number of the last line,
        or the file is of another epoch.
        """
        entries = [Entry(seq, who, text, at, phone) for seq, (who, text) in enumerate(lines, version + 1)]
        with self._writing():
            now = self.stand(code)
            if now != (epoch, version):
                raise Stale("moved-on", version=now[1])
            self._insert(code, entries)
            if result:
                self._insert_result(code, version + len(entries), *result)
        return entries

    def store_result(self, code: str, seq: int, program: str, standings: str) -> None:
        """Keep the standings (JSON text) of a game that is over after entry `seq`; earlier results stay."""
        with self._writing():
            self._insert_result(code, seq, program, standings)

    def result(self, code: str) -> Result | None:
        """The result stored last, or None."""
        rows = self._rows("SELECT seq, program, standings FROM results WHERE code = ? ORDER BY id DESC LIMIT 1", code)
        return Result(*rows[0]) if rows else None

    def forget(self, code: str) -> bool:
        """Remove a table, its lines and results, and overwrite their place in the file. False: no such table."""
        with self._writing():
            self.db.execute("PRAGMA secure_delete=ON")
            self.db.execute("INSERT INTO forgetting VALUES (?)", (code,))
            self.db.execute("DELETE FROM results WHERE code = ?", (code,))
            self.db.execute("DELETE FROM entries WHERE code = ?", (code,))
            gone = self.db.execute("DELETE FROM sheets WHERE code = ?", (code,)).rowcount
            self.db.execute("DELETE FROM forgetting")
        return gone > 0

    def renew_epoch(self) -> str:
        """Give the file another epoch, and return it."""
        with self._writing():
            return _renew(self.db)

    def problems(self) -> list[str]:
        """What SQLite finds wrong in the file, in its words; empty for a sound one. Reads the whole file.

        Raises Unavailable("corrupt") where it is too damaged even for that.
        """
        found = [str(row[0]) for row in self._rows("PRAGMA integrity_check") if row[0] != "ok"]
        return found + [
            f"{row[0]} row {row[1]} points at a missing {row[2]} row" for row in self._rows("PRAGMA foreign_key_check")
        ]

    def _insert(self, code: str, entries: Sequence[Entry]) -> None:
        # Plain SQL: sqlite-utils would look the table up first, which costs as much as the insert itself.
        rows = [(code, entry.seq, entry.who, entry.text, entry.at, entry.phone) for entry in entries]
        self.db.conn.executemany(
            "INSERT INTO entries (code, seq, who, text, at, phone) VALUES (?, ?, ?, ?, ?, ?)", rows
        )

    def _insert_result(self, code: str, seq: int, program: str, standings: str) -> None:
        self.db.table("results").insert({"code": code, "seq": seq, "program": program, "standings": standings})

    def _rows(self, sql: str, *values: str | int) -> list[tuple[Any, ...]]:
        with usable(made=True):
            return self.db.execute(sql, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """The process's one writer, inside one transaction."""
        if not self._lock.acquire(timeout=self._patience):
            raise Unavailable("busy")
        try:
            with usable(made=True), immediate(self.db):
                yield
        finally:
            self._lock.release()


def new_code(connection: Connection) -> str:
    """Five letters for a new table, unused; easy to say, read and type."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if connection.sheet(code) is None:
            return code


def new_epoch(path: str | Path) -> str:
    """Mark a restored journal as another one than the phones know; returns its new epoch. Migrates the file first."""
    with Journal(path).open() as connection:
        return connection.renew_epoch()


def is_journal(db: Database) -> bool:
    """Is this the database of a journal, of whatever version?"""
    return bool(migrations.applied(db))


def _migrate(db: Database, path: Path) -> None:
    """Apply what this file lacks, all or nothing; an existing file is copied beside itself first."""
    pending = migrations.pending(db)
    if not pending:
        return
    if db.table_names():
        copy(path, path.with_name(f"{path.name}.before-{pending[0].name}"))
    with immediate(db):
        migrations.apply(db)  # it looks again what is pending: another process may have been quicker


def _random_epoch() -> str:
    return secrets.token_hex(4)


def _renew(db: Database) -> str:
    epoch = _random_epoch()
    db.execute("UPDATE about SET value = ? WHERE name = 'epoch'", (epoch,))
    return epoch


def _renew_if_writable(db: Database) -> None:
    """A file that may only be read keeps its epoch: reading goes on."""
    try:
        _renew(db)
    except sqlite3.Error as error:
        if unavailable(error) != "read-only":
            raise
