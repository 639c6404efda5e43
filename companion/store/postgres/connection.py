"""A connection to the journal in a PostgreSQL database: all SQL about tables, their lines and their seats.

Every change is announced to the other processes in the transaction that makes it: `NOTIFY` with the table's code, and
its tag or the number of its people. Whoever hears it finds the change done; what is not done is not announced.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from secrets import token_hex
from types import TracebackType
from typing import LiteralString, Self

from companion.kernel.entry import Entry
from companion.refusals import Stale
from companion.store.journal import Claim, Head, Holding, Result, TableRecord
from companion.store.postgres.database import REPLACING, Db, Row, usable
from companion.store.postgres.notifications import notify_all, notify_lines, notify_people
from companion.store.postgres.schema import (
    renew_epoch,
)

CLAIM = """
INSERT INTO claims (code, seat, phone, since) VALUES (%s, %s, %s, %s)
ON CONFLICT (code, seat) DO UPDATE SET phone = excluded.phone, since = excluded.since
WHERE claims.phone = %s AND claims.phone <> excluded.phone
"""
HOLDS = """
INSERT INTO holders (code, seat, after, phone)
VALUES (%(code)s, %(seat)s, (SELECT coalesce(max(seq), 0) FROM entries WHERE code = %(code)s), %(phone)s)
ON CONFLICT (code, seat, after) DO UPDATE SET phone = excluded.phone
"""
VERSIONS = """
SELECT (SELECT value FROM about WHERE name = 'epoch'),
    (SELECT coalesce(max(seq), 0) FROM entries WHERE entries.code = asked.code)
FROM unnest(%s::text[]) WITH ORDINALITY AS asked (code, nr) ORDER BY asked.nr
"""
HEAD = """
SELECT (SELECT value FROM about WHERE name = 'epoch'),
    (SELECT coalesce(max(seq), 0) FROM entries WHERE entries.code = asked.code),
    EXISTS (SELECT 1 FROM locks WHERE locks.code = asked.code),
    (SELECT coalesce(json_object_agg(name, value), '{}')::text FROM settings WHERE settings.code = asked.code)
FROM (SELECT %s::text AS code) AS asked
"""
# A table's row of its chain, where both tables are there; one that has a chain already keeps it.
CHAIN = """
INSERT INTO chains (code, chain)
SELECT %(code)s, coalesce((SELECT chain FROM chains WHERE code = %(with)s), %(new)s)
WHERE (SELECT count(*) FROM sheets WHERE code IN (%(with)s, %(other)s)) = 2
ON CONFLICT DO NOTHING
"""
IDLE: LiteralString = """
SELECT code FROM sheets WHERE at < %s
AND coalesce((SELECT at FROM entries WHERE entries.code = sheets.code ORDER BY seq DESC LIMIT 1), '') < %s
"""
FORGET: tuple[LiteralString, ...] = (
    "DELETE FROM moved WHERE code = %s",
    "DELETE FROM settings WHERE code = %s",
    "DELETE FROM chains WHERE code = %s",
    "DELETE FROM locks WHERE code = %s",
    "DELETE FROM holders WHERE code = %s",
    "DELETE FROM claims WHERE code = %s",
    "DELETE FROM results WHERE code = %s",
    "DELETE FROM entries WHERE code = %s",
)
# Reads every byte of every row, which finds what is damaged where the server checks its pages.
READ_ALL: tuple[LiteralString, ...] = (
    "SELECT count(hashtext(all_of::text)) FROM sheets AS all_of",
    "SELECT count(hashtext(all_of::text)) FROM entries AS all_of",
    "SELECT count(hashtext(all_of::text)) FROM results AS all_of",
    "SELECT count(hashtext(all_of::text)) FROM claims AS all_of",
    "SELECT count(hashtext(all_of::text)) FROM holders AS all_of",
    "SELECT count(hashtext(all_of::text)) FROM moved AS all_of",
    "SELECT count(hashtext(all_of::text)) FROM settings AS all_of",
    "SELECT count(hashtext(all_of::text)) FROM chains AS all_of",
)
GAPS = "SELECT code FROM entries GROUP BY code HAVING max(seq) <> count(*) OR min(seq) <> 1 ORDER BY code"


class PostgresConnection:
    """A connection to the database; see `companion.store.journal.Connection`."""

    __slots__ = ("_give", "_open", "db")

    def __init__(self, db: Db, give: Callable[[Db], object]) -> None:
        """`give`: takes the connection back."""
        self.db = db
        self._give = give
        self._open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._open:
            self._open = False
            self._give(self.db)

    @property
    def epoch(self) -> str:
        # Read each time: a restore may come while this is open.
        return self.versions([])[0]

    def renew_epoch(self) -> str:
        with usable(), self.db.transaction():
            self.db.execute("SELECT pg_advisory_xact_lock(%s)", (REPLACING,))
            epoch = renew_epoch(self.db)
            notify_all(self.db)
        return epoch

    # Tables

    def create(
        self, code: str, game: str, header: str, at: str, phone: str, entries: Sequence[Entry] = ()
    ) -> TableRecord:
        with self._writing():
            made = self.db.execute(
                "INSERT INTO sheets (code, game, header, at, phone) VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
                (code, game, header, at, phone),
            )
            if not made.rowcount:
                raise Stale("taken", code=code)
            self._insert(code, entries)
        return TableRecord(code, game, header, at, phone)

    def table(self, code: str) -> TableRecord | None:
        rows = self.tables([code])
        return rows[0] if rows else None

    def tables(self, codes: Sequence[str]) -> list[TableRecord]:
        sql = "SELECT code, game, header, at, phone FROM sheets WHERE code = ANY(%s) ORDER BY place DESC"
        return [TableRecord(*map(str, row)) for row in self._rows(sql, _searched(codes))]

    def codes(self) -> list[str]:
        return [str(row[0]) for row in self._rows("SELECT code FROM sheets ORDER BY place DESC")]

    def idle(self, before: str) -> list[str]:
        return [str(row[0]) for row in self._rows(f"{IDLE} ORDER BY place", before, before)]

    def forget(self, code: str, before: str = "") -> bool:
        with self._writing():
            if not self._hold(code):
                return False
            if before and not self._rows(f"{IDLE} AND code = %s", before, before, code):
                return False
            self.db.execute("INSERT INTO forgetting VALUES (%s)", (code,))
            for statement in FORGET:
                self.db.execute(statement, (code,))
            self.db.execute("DELETE FROM sheets WHERE code = %s", (code,))
            self.db.execute("DELETE FROM forgetting")
            notify_people(self.db, code)
        return True

    # Entries and results

    def entries(self, code: str, after: int = 0) -> list[Entry]:
        sql = "SELECT seq, who, text, at, phone FROM entries WHERE code = %s AND seq > %s ORDER BY seq"
        return [
            Entry(int(str(seq)), str(who), str(text), str(at), str(phone))
            for seq, who, text, at, phone in self._rows(sql, _searched([code])[0], after)
        ]

    def version(self, code: str) -> int:
        return self.versions([code])[1][code]

    def versions(self, codes: Sequence[str]) -> tuple[str, dict[str, int]]:
        rows = self._rows(VERSIONS, _searched(["", *codes]))
        return str(rows[0][0]), {code: int(str(row[1])) for code, row in zip(codes, rows[1:], strict=True)}

    def head(self, code: str) -> Head:
        epoch, version, locked, settings = self._rows(HEAD, _searched([code])[0])[0]
        return Head(str(epoch), int(str(version)), bool(locked), json.loads(str(settings)))

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
            there = self._hold(code)  # before the version is read: until the end nobody else adds a line
            epoch_now, versions = self.versions([code])
            if not there or (epoch_now, versions[code]) != (epoch, version):
                raise Stale("moved-on", version=versions[code])
            self._insert(code, entries)
            if result:
                self._insert_result(code, version + len(entries), *result)
            notify_lines(self.db, code, f"{epoch}.{version + len(entries)}")
        return entries

    def store_result(self, code: str, seq: int, program: str, standings: str) -> None:
        with self._writing():
            self._insert_result(code, seq, program, standings)

    def result(self, code: str) -> Result | None:
        sql = "SELECT seq, program, standings FROM results WHERE code = %s ORDER BY id DESC LIMIT 1"
        rows = self._rows(sql, _searched([code])[0])
        return Result(int(str(rows[0][0])), str(rows[0][1]), str(rows[0][2])) if rows else None

    # Claims

    def claims(self, code: str) -> list[Claim]:
        sql = "SELECT seat, phone, since FROM claims WHERE code = %s ORDER BY seat"
        return [
            Claim(code, int(str(seat)), str(phone), str(since))
            for seat, phone, since in self._rows(sql, _searched([code])[0])
        ]

    def claim(self, code: str, seat: int, phone: str, since: str, instead_of: str = "") -> bool:
        with self._writing():
            if not self._hold(code):
                return False
            if self.db.execute(CLAIM, (code, seat, phone, since, instead_of)).rowcount > 0:
                self._note_holder(code, seat, phone)
            holder = self._rows("SELECT phone FROM claims WHERE code = %s AND seat = %s", code, seat)
        return holder == [(phone,)]

    def release(self, code: str, seat: int, phone: str) -> bool:
        with self._writing():
            if not self._hold(code):
                return False
            sql = "DELETE FROM claims WHERE code = %s AND seat = %s AND phone = %s"
            gone = self.db.execute(sql, (code, seat, phone)).rowcount > 0
            if gone:
                self._note_holder(code, seat, "")
        return gone

    def holdings(self, code: str) -> list[Holding]:
        sql = "SELECT seat, after, phone FROM holders WHERE code = %s ORDER BY seat, after"
        return [
            Holding(int(str(seat)), int(str(after)), str(phone))
            for seat, after, phone in self._rows(sql, _searched([code])[0])
        ]

    # Settings

    def settings(self, code: str) -> dict[str, str]:
        rows = self._rows("SELECT name, value FROM settings WHERE code = %s", _searched([code])[0])
        return {str(name): str(value) for name, value in rows}

    def choose(self, code: str, name: str, value: str, instead_of: str = "") -> bool:
        with self._writing():
            if not self._hold(code) or self.settings(code).get(name, "") != instead_of:
                return False
            self.db.execute("DELETE FROM settings WHERE code = %s AND name = %s", (code, name))
            if value:
                self.db.execute("INSERT INTO settings (code, name, value) VALUES (%s, %s, %s)", (code, name, value))
            notify_people(self.db, code)
        return True

    # The lock, and new codes

    def lock(self, code: str, since: str, locked: bool = True) -> bool:
        with self._writing():
            if not self._hold(code):
                return False
            if locked:
                self.db.execute("INSERT INTO locks VALUES (%s, %s) ON CONFLICT DO NOTHING", (code, since))
            else:
                self.db.execute("DELETE FROM locks WHERE code = %s", (code,))
            notify_people(self.db, code)
        return True

    def locked(self, code: str) -> bool:
        return bool(self._rows("SELECT 1 FROM locks WHERE code = %s", _searched([code])[0]))

    def renew(self, code: str, new: str, phones: Iterable[str]) -> bool:
        follow = sorted(set(phones))
        with self._writing():
            if not self._hold(code):
                return False
            if self._rows("SELECT 1 FROM sheets WHERE code = %s", new):
                raise Stale("taken", code=new)
            self.db.execute("DELETE FROM moved WHERE code = %s AND phone <> ALL(%s)", (code, follow))
            self.db.execute("INSERT INTO forgetting VALUES (%s)", (code,))
            self.db.execute("UPDATE sheets SET code = %s WHERE code = %s", (new, code))  # and what belongs to it
            self.db.execute("DELETE FROM forgetting")
            self.db.execute(
                "INSERT INTO moved (old, phone, code) SELECT %s, phone, %s FROM unnest(%s::text[]) AS phone"
                " ON CONFLICT (old, phone) DO UPDATE SET code = excluded.code",
                (code, new, follow),
            )
            notify_people(self.db, code)
            notify_people(self.db, new)
        return True

    def moved(self, codes: Sequence[str], phone: str) -> dict[str, str]:
        rows = self._rows(
            "SELECT old, code FROM moved WHERE phone = %s AND old = ANY(%s)"
            " AND NOT EXISTS (SELECT 1 FROM sheets WHERE sheets.code = moved.old)",
            phone,
            _searched(codes),
        )
        return {str(old): str(code) for old, code in rows}

    # Rematches

    def chain(self, code: str, after: str, latest: str = "") -> bool:
        with self._writing():
            self._hold(after)  # until the end nobody else adds to its chain from there
            if latest and self.chained(after)[-1] != latest:
                return False
            # The chain of the earlier table, or a new one named by a random number.
            for table in (after, code):
                values = {"code": table, "with": after, "other": code, "new": token_hex(8)}
                self.db.execute(CHAIN, values)
            notify_people(self.db, after)
            return code != after and code in self.chained(after)

    def chained(self, code: str) -> list[str]:
        rows = self._rows(
            "SELECT sheets.code FROM sheets JOIN chains ON chains.code = sheets.code"
            " WHERE chain = (SELECT chain FROM chains WHERE code = %s) ORDER BY sheets.place",
            _searched([code])[0],
        )
        return [str(row[0]) for row in rows] or [code]

    def problems(self) -> list[str]:
        for statement in READ_ALL:
            self._rows(statement)
        return [f"the lines of table {row[0]} have a gap" for row in self._rows(GAPS)]

    def _hold(self, code: str) -> bool:
        """Keep others from changing this table until the transaction ends; False where there is none."""
        return bool(self._rows("SELECT 1 FROM sheets WHERE code = %s FOR UPDATE", _searched([code])[0]))

    def _insert(self, code: str, entries: Sequence[Entry]) -> None:
        if entries:
            self.db.cursor().executemany(
                "INSERT INTO entries (code, seq, who, text, at, phone) VALUES (%s, %s, %s, %s, %s, %s)",
                [(code, entry.seq, entry.who, entry.text, entry.at, entry.phone) for entry in entries],
            )

    def _insert_result(self, code: str, seq: int, program: str, standings: str) -> None:
        sql = "INSERT INTO results (code, seq, program, standings) VALUES (%s, %s, %s, %s)"
        self.db.execute(sql, (code, seq, program, standings))

    def _note_holder(self, code: str, seat: int, phone: str) -> None:
        """Keep who holds a seat from now on, and announce it; an empty phone for nobody."""
        self.db.execute(HOLDS, {"code": code, "seat": seat, "phone": phone})
        notify_people(self.db, code)

    def _rows(self, sql: LiteralString, *values: object) -> list[Row]:
        with usable():
            return self.db.execute(sql, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Be inside a transaction, while nobody puts another journal in place of this one."""
        with usable(), self.db.transaction():
            self.db.execute("SELECT pg_advisory_xact_lock_shared(%s)", (REPLACING,))
            yield


def _searched(codes: Sequence[str]) -> list[str]:
    """Return codes as they can be searched for: PostgreSQL takes no text with a NUL in it, and no code has one."""
    return [code.replace("\0", "�") for code in codes]
