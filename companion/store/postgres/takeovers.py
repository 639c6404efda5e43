"""Requests to take over a seat, and notices about seats, in a PostgreSQL database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.store.postgres.database import Db, Row
from companion.store.postgres.house import HouseTables
from companion.store.postgres.notifications import notify_people
from companion.store.takeovers import AGAIN, MOST_NOTICES, SHOWN, WAIT, Notice, NoticeKind, Request

NOTIFIED = "INSERT INTO notices (code, kind, seat, phone, until) VALUES (%s, %s, %s, %s, %s)"
SHOWING = """
SELECT kind, seat, phone, until FROM notices WHERE code = %s AND until > %s AND phone = ANY(%s) ORDER BY id
"""
TOO_MANY = "DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE code = %s ORDER BY id DESC OFFSET %s)"
REFUSED = """
INSERT INTO refusals (code, phone, until) VALUES (%s, %s, %s)
ON CONFLICT (code, phone) DO UPDATE SET until = excluded.until
"""


class PostgresTakeovers:
    """The requests, refusals and notices in the database; see `companion.store.takeovers.Takeovers`."""

    def __init__(self, house: HouseTables, clock: Callable[[], float] = time.time) -> None:
        """`clock`: seconds since 1970; those of all processes should agree within a second."""
        self._house = house
        self._clock = clock

    def ask(self, code: str, seat: int, phone: str, holder: str) -> float:
        now = self._clock()
        with self._changing(code) as db:
            db.execute("DELETE FROM refusals WHERE until <= %s", (now,))
            sql = "SELECT until FROM refusals WHERE code = %s AND phone = %s"
            if row := db.execute(sql, (code, phone)).fetchone():
                return float(str(row[0])) - now
            for waiting in _requests(db, code):
                if phone == waiting.phone and seat == waiting.seat:
                    return 0.0
                if phone == waiting.phone or seat == waiting.seat:
                    return max(1.0, waiting.due - now)
            sql = "INSERT INTO requests (code, seat, phone, holder, due) VALUES (%s, %s, %s, %s, %s)"
            db.execute(sql, (code, seat, phone, holder, now + WAIT))
            notify_people(db, code)
        return 0.0

    def refused(self, code: str, phone: str) -> bool:
        sql = "SELECT 1 FROM refusals WHERE code = %s AND phone = %s AND until > %s"
        with self._house.reading() as db:
            return db.execute(sql, (code, phone, self._clock())).fetchone() is not None

    def waiting(self, code: str) -> list[Request]:
        with self._house.reading() as db:
            return _requests(db, code)

    def any_waiting(self) -> bool:
        with self._house.reading() as db:
            return db.execute("SELECT 1 FROM requests LIMIT 1").fetchone() is not None

    def drop(self, code: str, seat: int) -> Request | None:
        with self._changing(code) as db:
            return _drop(db, code, seat)

    def refuse(self, code: str, seat: int) -> Request | None:
        with self._changing(code) as db:
            request = _drop(db, code, seat)
            if request is not None:
                db.execute(REFUSED, (code, request.phone, self._clock() + AGAIN))
                self._notify(db, code, NoticeKind.REFUSED, seat, request.phone)
        return request

    def due(self) -> list[Request]:
        sql = "DELETE FROM requests WHERE due <= %s RETURNING code, seat, phone, holder, due"
        with self._house.writing() as db:
            found = [_request(row) for row in db.execute(sql, (self._clock(),)).fetchall()]
            for code in sorted({request.code for request in found}):
                notify_people(db, code)
        return found

    def notify(self, code: str, kind: NoticeKind, seat: int = -1, phone: str = "") -> None:
        with self._changing(code) as db:
            self._notify(db, code, kind, seat, phone)

    def notices(self, code: str, phone: str) -> list[Notice]:
        with self._house.reading() as db:
            rows = db.execute(SHOWING, (code, self._clock(), ["", phone])).fetchall()
        return [Notice(NoticeKind(str(kind)), int(str(seat)), str(to), float(str(at))) for kind, seat, to, at in rows]

    def _notify(self, db: Db, code: str, kind: NoticeKind, seat: int, phone: str) -> None:
        now = self._clock()
        db.execute("DELETE FROM notices WHERE until <= %s OR (code = %s AND seat = %s)", (now, code, seat))
        db.execute(NOTIFIED, (code, kind, seat, phone, now + SHOWN))
        db.execute(TOO_MANY, (code, MOST_NOTICES))
        notify_people(db, code)

    @contextmanager
    def _changing(self, code: str) -> Iterator[Db]:
        """Be the only one who changes requests and notices of a table, inside one transaction."""
        with self._house.writing() as db:
            db.execute("SELECT pg_advisory_xact_lock(hashtext('takeovers'), hashtext(%s))", (code,))
            yield db


def _requests(db: Db, code: str) -> list[Request]:
    sql = "SELECT code, seat, phone, holder, due FROM requests WHERE code = %s ORDER BY seat"
    return [_request(row) for row in db.execute(sql, (code,)).fetchall()]


def _drop(db: Db, code: str, seat: int) -> Request | None:
    sql = "DELETE FROM requests WHERE code = %s AND seat = %s RETURNING code, seat, phone, holder, due"
    row = db.execute(sql, (code, seat)).fetchone()
    if row is None:
        return None
    notify_people(db, code)
    return _request(row)


def _request(row: Row) -> Request:
    code, seat, phone, holder, due = row
    return Request(str(code), int(str(seat)), str(phone), str(holder), float(str(due)))
