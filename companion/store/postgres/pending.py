"""Pending photos in a PostgreSQL database: taken by one process, confirmed by another."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.refusals import Unavailable
from companion.store.pending import FLAT, KEPT, LARGEST, MOST_OF_A_PHONE, PIECE, NoPendingPhoto, PendingPhoto, Purpose
from companion.store.pending_json import pending_of, to_json
from companion.store.postgres.house import HouseTables

if TYPE_CHECKING:
    from vision.values import Reading

MOST = 600  # pending photos of all tables together, of about a megabyte each: the oldest goes

_TOKEN = re.compile(r"[A-Za-z0-9_-]{16}")

# The oldest of this phone go, then the oldest of all, until there is room for one more.
ROOM_OF_A_PHONE = """
DELETE FROM pending WHERE token IN (SELECT token FROM pending WHERE phone = %s ORDER BY at DESC, token OFFSET %s)
"""
ROOM = "DELETE FROM pending WHERE token IN (SELECT token FROM pending ORDER BY at DESC, token OFFSET %s)"


class PostgresPending:
    """The pending photos in the database; see `companion.store.pending.PendingPhotos`."""

    most = MOST

    def __init__(self, house: HouseTables, clock: Callable[[], float] = time.time) -> None:
        """`clock`: seconds since 1970."""
        self._house = house
        self._clock = clock
        self._cleaned = 0.0

    def add(self, phone: str, purpose: Purpose, photo: bytes, size: tuple[int, int]) -> PendingPhoto:
        _check_size(photo)
        pending = PendingPhoto(secrets.token_urlsafe(12), phone, purpose, size)
        with self._house.writing() as db:
            db.execute("SELECT pg_advisory_xact_lock(hashtext('pending'))")  # each makes room for one
            db.execute(ROOM_OF_A_PHONE, (phone, MOST_OF_A_PHONE - 1))
            db.execute(ROOM, (MOST - 1,))
            db.execute(
                "INSERT INTO pending (token, phone, at, content, photo) VALUES (%s, %s, %s, %s, %s)",
                (pending.token, phone, self._clock(), to_json(pending), photo),
            )
        return pending

    def set_reading(self, pending: PendingPhoto, reading: Reading | None, why: str, flat: bytes = b"") -> PendingPhoto:
        _check_size(flat)
        seen = replace(pending, reading=reading, why=why)
        with self._house.writing() as db:
            db.execute(
                "UPDATE pending SET content = %s, flat = coalesce(%s, flat) WHERE token = %s",
                (to_json(seen), flat or None, pending.token),
            )
        return seen

    def find(self, token: str, phone: str) -> PendingPhoto:
        self.remove_old()
        if not phone or not _TOKEN.fullmatch(token):
            raise NoPendingPhoto(token)
        sql = "SELECT content FROM pending WHERE token = %s AND phone = %s AND at >= %s"
        with self._house.reading() as db:
            row = db.execute(sql, (token, phone, self._clock() - KEPT)).fetchone()
        if row is None:
            raise NoPendingPhoto(token)
        try:
            return pending_of(token, str(row[0]))
        except (ValueError, KeyError, TypeError):
            raise NoPendingPhoto(token) from None

    def picture(self, pending: PendingPhoto, which: str) -> bytes:
        sql = "SELECT CASE WHEN %s THEN flat ELSE photo END FROM pending WHERE token = %s"
        with self._house.reading() as db:
            row = db.execute(sql, (which == FLAT, pending.token)).fetchone()
        if row is None or not isinstance(row[0], bytes):
            raise NoPendingPhoto(pending.token)
        return row[0]

    def pieces(self, pending: PendingPhoto, which: str) -> tuple[int, Iterator[bytes]]:
        picture = self.picture(pending, which)
        return len(picture), (picture[at : at + PIECE] for at in range(0, len(picture), PIECE))

    def remove(self, pending: PendingPhoto) -> None:
        with suppress(Unavailable), self._house.writing() as db:
            db.execute("DELETE FROM pending WHERE token = %s", (pending.token,))

    def remove_old(self) -> None:
        now = self._clock()
        if abs(now - self._cleaned) < 60:
            return
        self._cleaned = now
        with suppress(Unavailable), self._house.writing() as db:
            db.execute("DELETE FROM pending WHERE at < %s", (now - KEPT,))


def _check_size(picture: bytes) -> None:
    if len(picture) > LARGEST:
        raise Unavailable("full")
