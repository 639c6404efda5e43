"""A connection to the journal's SQLite file: all SQL about tables, their lines and their seats.

Two promises stand in the file itself, whatever program writes to it: a line is never changed, and the lines of a table
are numbered 1, 2, 3 … without a gap.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from secrets import token_hex
from types import TracebackType
from typing import Any, Self

from sqlite_utils import Database

from companion.kernel.entry import Entry
from companion.refusals import Stale, Unavailable
from companion.store.embedded.database import immediate, usable
from companion.store.embedded.schema import renew_epoch
from companion.store.journal import Claim, Head, Holding, Result, TableRecord

CLAIM = """
INSERT INTO claims (code, seat, phone, since)
SELECT :code, :seat, :phone, :since WHERE EXISTS (SELECT 1 FROM sheets WHERE code = :code)
ON CONFLICT (code, seat) DO UPDATE SET phone = excluded.phone, since = excluded.since
WHERE claims.phone = :instead_of AND claims.phone <> excluded.phone
"""


HOLDS = """
INSERT OR REPLACE INTO holders (code, seat, after, phone)
VALUES (:code, :seat, (SELECT ifnull(max(seq), 0) FROM entries WHERE code = :code), :phone)
"""
HEAD = """
SELECT (SELECT value FROM about WHERE name = 'epoch'),
    (SELECT ifnull(max(seq), 0) FROM entries WHERE code = asked.code),
    EXISTS (SELECT 1 FROM locks WHERE code = asked.code),
    (SELECT json_group_object(name, value) FROM settings WHERE code = asked.code)
FROM (SELECT ? AS code) AS asked
"""
# A table's row of its chain, where both tables are there; one that has a chain already keeps it.
CHAIN = """
INSERT OR IGNORE INTO chains (code, chain)
SELECT :code, ifnull((SELECT chain FROM chains WHERE code = :with), :new)
WHERE (SELECT count(*) FROM sheets WHERE code IN (:with, :other)) = 2
"""
# By the last line's time, not the latest: a line of an import has a time of its own.
IDLE = """
SELECT code FROM sheets WHERE at < ?1
AND ifnull((SELECT at FROM entries WHERE code = sheets.code ORDER BY seq DESC LIMIT 1), '') < ?1
"""
# What belongs to a table, in the order in which it can be removed.
BELONGS = ("moved", "settings", "chains", "locks", "holders", "claims", "results", "entries", "sheets")
# The same for a copy under another code: the columns after the code, and the order of the rows.
COPIED = {
    "entries": ("seq, who, text, at, phone", "seq"),
    "results": ("seq, program, standings", "id"),
    "claims": ("seat, phone, since", "seat"),
    "holders": ("seat, after, phone", "seat"),
    "locks": ("since", "since"),
    "settings": ("name, value", "name"),
    "chains": ("chain", "chain"),
}


class SqliteConnection:
    """A connection to the file; see `companion.store.journal.Connection`."""

    __slots__ = ("_in_place", "_keep_names", "_lock", "_names", "_patience", "db")

    def __init__(
        self,
        db: Database,
        lock: threading.Lock,
        patience: float,
        in_place: Callable[[], bool] = lambda: True,
        names: frozenset[str] = frozenset(),
        keep_names: Callable[[frozenset[str]], object] = lambda names: None,
    ) -> None:
        """`db` comes from `connect`; `lock` is the one write lock of the process; `patience` is in seconds.

        `in_place`: whether the file it is connected to still lies where the journal should. `names`: tables it is known
        to have; `keep_names` is given them once they were read.
        """
        self.db = db
        self._lock = lock
        self._patience = patience
        self._in_place = in_place
        self._names = names
        self._keep_names = keep_names

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.db.close()

    @property
    def epoch(self) -> str:
        # Read from the file each time: a restore may write into it while the program runs, and while this is open.
        return self.versions([])[0]

    def renew_epoch(self) -> str:
        with self._writing():
            return renew_epoch(self.db)

    # Tables

    def create(
        self, code: str, game: str, header: str, at: str, phone: str, entries: Sequence[Entry] = ()
    ) -> TableRecord:
        row = {"code": code, "game": game, "header": header, "at": at, "phone": phone}
        with self._writing():
            try:
                self.db.table("sheets").insert(row)
            except sqlite3.IntegrityError as error:
                if error.sqlite_errorname != "SQLITE_CONSTRAINT_PRIMARYKEY":
                    raise
                raise Stale("taken", code=code) from error
            self._insert(code, entries)
        return TableRecord(**row)

    def table(self, code: str) -> TableRecord | None:
        rows = self._rows("SELECT code, game, header, at, phone FROM sheets WHERE code = ?", code)
        return TableRecord(*rows[0]) if rows else None

    def tables(self, codes: Sequence[str]) -> list[TableRecord]:
        # By rowid, not by time: a small computer without a clock of its own starts in the past.
        rows = self._rows(
            "SELECT code, game, header, at, phone FROM sheets"
            " WHERE code IN (SELECT value FROM json_each(?)) ORDER BY rowid DESC",
            json.dumps(list(codes)),
        )
        return [TableRecord(*row) for row in rows]

    def codes(self) -> list[str]:
        return [str(row[0]) for row in self._rows("SELECT code FROM sheets ORDER BY rowid DESC")]

    def idle(self, before: str) -> list[str]:
        return [str(row[0]) for row in self._rows(f"{IDLE} ORDER BY rowid", before)]

    def forget(self, code: str, before: str = "") -> bool:
        with self._writing():
            if before and not self._rows(f"{IDLE} AND code = ?2", before, code):
                return False
            return self._forget(code)

    # Entries and results

    def entries(self, code: str, after: int = 0) -> list[Entry]:
        rows = self._rows(
            "SELECT seq, who, text, at, phone FROM entries WHERE code = ? AND seq > ? ORDER BY seq", code, after
        )
        return [Entry(*row) for row in rows]

    def version(self, code: str) -> int:
        return self.versions([code])[1][code]

    def versions(self, codes: Sequence[str]) -> tuple[str, dict[str, int]]:
        rows = self._rows(
            "SELECT (SELECT value FROM about WHERE name = 'epoch'),"
            " (SELECT ifnull(max(seq), 0) FROM entries WHERE code = asked.value)"
            " FROM json_each(?) AS asked ORDER BY asked.key",
            json.dumps(["", *codes]),
        )
        return str(rows[0][0]), {code: int(version) for code, (_, version) in zip(codes, rows[1:], strict=True)}

    def head(self, code: str) -> Head:
        if not self._has_tables("locks", "settings"):  # an older file, which may only be read
            epoch, versions = self.versions([code])
            return Head(epoch, versions[code], self.locked(code), self.settings(code))
        epoch, version, locked, settings = self._rows(HEAD, code)[0]
        return Head(str(epoch), int(version), bool(locked), json.loads(settings))

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
        entries = [Entry(seq, who, text, at, phone) for seq, (who, text) in enumerate(lines, version + 1)]
        with self._writing():
            epoch_now, versions = self.versions([code])
            gone = not version and not self._has(code)
            if gone or (epoch_now, versions[code]) != (epoch, version):
                raise Stale("moved-on", version=versions[code])
            self._insert(code, entries)
            if result:
                self._insert_result(code, version + len(entries), *result)
        return entries

    def store_result(self, code: str, seq: int, program: str, standings: str) -> None:
        with self._writing():
            self._insert_result(code, seq, program, standings)

    def result(self, code: str) -> Result | None:
        rows = self._rows("SELECT seq, program, standings FROM results WHERE code = ? ORDER BY id DESC LIMIT 1", code)
        return Result(*rows[0]) if rows else None

    # Claims

    def claims(self, code: str) -> list[Claim]:
        rows = self._rows_of("claims", "SELECT code, seat, phone, since FROM claims WHERE code = ? ORDER BY seat", code)
        return [Claim(*row) for row in rows]

    def claim(self, code: str, seat: int, phone: str, since: str, instead_of: str = "") -> bool:
        values = {"code": code, "seat": seat, "phone": phone, "since": since, "instead_of": instead_of}
        with self._writing():
            if self.db.execute(CLAIM, values).rowcount > 0:
                self.db.execute(HOLDS, {"code": code, "seat": seat, "phone": phone})
            holder = self._rows("SELECT phone FROM claims WHERE code = ? AND seat = ?", code, seat)
        return holder == [(phone,)]

    def release(self, code: str, seat: int, phone: str) -> bool:
        with self._writing():
            sql = "DELETE FROM claims WHERE code = ? AND seat = ? AND phone = ?"
            gone = self.db.execute(sql, (code, seat, phone)).rowcount > 0
            if gone:
                self.db.execute(HOLDS, {"code": code, "seat": seat, "phone": ""})
        return gone

    def holdings(self, code: str) -> list[Holding]:
        sql = "SELECT seat, after, phone FROM holders WHERE code = ? ORDER BY seat, after"
        return [Holding(*row) for row in self._rows_of("holders", sql, code)]

    # Settings

    def settings(self, code: str) -> dict[str, str]:
        return dict(self._rows_of("settings", "SELECT name, value FROM settings WHERE code = ?", code))

    def choose(self, code: str, name: str, value: str, instead_of: str = "") -> bool:
        with self._writing():
            if self.settings(code).get(name, "") != instead_of or not self._has(code):
                return False
            self.db.execute("DELETE FROM settings WHERE code = ? AND name = ?", (code, name))
            if value:
                self.db.execute("INSERT INTO settings (code, name, value) VALUES (?, ?, ?)", (code, name, value))
        return True

    # The lock, and new codes

    def lock(self, code: str, since: str, locked: bool = True) -> bool:
        with self._writing():
            if not self._has(code):
                return False
            if locked:
                self.db.execute("INSERT OR IGNORE INTO locks (code, since) VALUES (?, ?)", (code, since))
            else:
                self.db.execute("DELETE FROM locks WHERE code = ?", (code,))
        return True

    def locked(self, code: str) -> bool:
        return bool(self._rows_of("locks", "SELECT 1 FROM locks WHERE code = ?", code))

    def renew(self, code: str, new: str, phones: Iterable[str]) -> bool:
        follow = set(phones)
        with self._writing():
            self.db.execute("PRAGMA defer_foreign_keys=ON")  # the table keeps its place, so its old row goes first
            sheet = self._rows("SELECT rowid, game, header, at, phone FROM sheets WHERE code = ?", code)
            if not sheet:
                return False
            if self._has(new):
                raise Stale("taken", code=new)
            earlier = self._rows("SELECT old, phone FROM moved WHERE code = ?", code)
            rows = {
                name: self._rows(f"SELECT {columns} FROM {name} WHERE code = ? ORDER BY {order}", code)
                for name, (columns, order) in COPIED.items()
            }
            self._forget(code)
            self._insert_rows("sheets", "rowid, game, header, at, phone", sheet, new)
            for name, (columns, _order) in COPIED.items():
                self._insert_rows(name, columns, rows[name], new)
            moved = [(old, phone) for old, phone in earlier if phone in follow]
            self._insert_rows("moved", "old, phone", moved + [(code, phone) for phone in follow], new)
        return True

    def moved(self, codes: Sequence[str], phone: str) -> dict[str, str]:
        rows = self._rows_of(
            "moved",
            "SELECT old, code FROM moved WHERE phone = ? AND old IN (SELECT value FROM json_each(?))"
            " AND NOT EXISTS (SELECT 1 FROM sheets WHERE sheets.code = moved.old)",
            phone,
            json.dumps(list(codes)),
        )
        return {str(old): str(code) for old, code in rows}

    def chain(self, code: str, after: str, latest: str = "") -> bool:
        with self._writing():
            if latest and self.chained(after)[-1] != latest:
                return False
            # The chain of the earlier table, or a new one named by a random number.
            for table in (after, code):
                self.db.execute(CHAIN, {"code": table, "with": after, "other": code, "new": token_hex(8)})
            return code != after and code in self.chained(after)

    def chained(self, code: str) -> list[str]:
        rows = self._rows_of(
            "chains",
            "SELECT sheets.code FROM sheets JOIN chains ON chains.code = sheets.code"
            " WHERE chain = (SELECT chain FROM chains WHERE code = ?) ORDER BY sheets.rowid",
            code,
        )
        return [str(row[0]) for row in rows] or [code]

    def problems(self) -> list[str]:
        found = [str(row[0]) for row in self._rows("PRAGMA integrity_check") if row[0] != "ok"]
        return found + [
            f"{row[0]} row {row[1]} points at a missing {row[2]} row" for row in self._rows("PRAGMA foreign_key_check")
        ]

    def _has(self, code: str) -> bool:
        return bool(self._rows("SELECT 1 FROM sheets WHERE code = ?", code))

    def _forget(self, code: str) -> bool:
        """Remove a table inside a transaction; False where there is none."""
        self.db.execute("PRAGMA secure_delete=ON")
        self.db.execute("INSERT INTO forgetting VALUES (?)", (code,))
        for name in BELONGS:
            gone = self.db.execute(f"DELETE FROM {name} WHERE code = ?", (code,)).rowcount
        self.db.execute("DELETE FROM forgetting")
        return gone > 0

    def _insert(self, code: str, entries: Sequence[Entry]) -> None:
        # Plain SQL: sqlite-utils would look the table up first, which costs as much as the insert itself.
        rows = [(code, entry.seq, entry.who, entry.text, entry.at, entry.phone) for entry in entries]
        self.db.conn.executemany(
            "INSERT INTO entries (code, seq, who, text, at, phone) VALUES (?, ?, ?, ?, ?, ?)", rows
        )

    def _insert_rows(self, name: str, columns: str, rows: Sequence[Sequence[str | int]], code: str) -> None:
        """Insert rows of these columns, and the code as the last one."""
        gaps = ", ".join("?" for _ in columns.split(","))
        self.db.conn.executemany(
            f"INSERT INTO {name} ({columns}, code) VALUES ({gaps}, ?)", [(*row, code) for row in rows]
        )

    def _insert_result(self, code: str, seq: int, program: str, standings: str) -> None:
        self.db.table("results").insert({"code": code, "seq": seq, "program": program, "standings": standings})

    def _rows(self, sql: str, *values: str | int) -> list[Any]:
        with usable(made=True):
            return self.db.execute(sql, values).fetchall()

    def _rows_of(self, name: str, sql: str, *values: str | int) -> list[Any]:
        """Return the rows of a table that an older file, which may only be read, does not have."""
        return self._rows(sql, *values) if self._has_tables(name) else []

    def _has_tables(self, *names: str) -> bool:
        """Return whether this file has these tables."""
        if not self._names.issuperset(names):
            self._names = frozenset(row[0] for row in self._rows("SELECT name FROM sqlite_schema"))
            self._keep_names(self._names)
        return self._names.issuperset(names)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Be the one writer of this process, inside one transaction.

        What went into a file that was taken away meanwhile is refused as if it had not been stored.
        """
        if not self._lock.acquire(timeout=self._patience):
            raise Unavailable("busy")
        try:
            with usable(made=True), immediate(self.db):
                yield
            if not self._in_place():
                raise Unavailable("missing")
        finally:
            self._lock.release()
