"""Sightings in a PostgreSQL database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict

from companion.refusals import Unavailable
from companion.store.postgres.house import HouseTables
from companion.store.postgres.notifications import notify_people
from companion.store.sightings import Sighting, sighting_of

PUT = """
INSERT INTO sightings (code, content) VALUES (%s, %s)
ON CONFLICT (code) DO UPDATE SET content = excluded.content, mark = DEFAULT
"""


class PostgresSightings:
    """The sightings in the database; see `companion.store.sightings.Sightings`."""

    def __init__(self, house: HouseTables) -> None:
        self._house = house

    def put(self, sighting: Sighting) -> None:
        with self._house.writing() as db:
            db.execute(PUT, (sighting.code, json.dumps(asdict(sighting))))
            notify_people(db, sighting.code)

    def of(self, code: str) -> Sighting | None:
        with suppress(Unavailable), self._house.reading() as db:
            row = db.execute("SELECT content FROM sightings WHERE code = %s", (code,)).fetchone()
            return sighting_of(str(row[0])) if row else None
        return None

    def remove(self, code: str) -> None:
        with suppress(Unavailable), self._house.writing() as db:
            if db.execute("DELETE FROM sightings WHERE code = %s", (code,)).rowcount:
                notify_people(db, code)

    def marks(self, codes: Sequence[str]) -> dict[str, str]:
        marks = dict.fromkeys(codes, "")
        with suppress(Unavailable), self._house.reading() as db:
            rows = db.execute("SELECT code, mark FROM sightings WHERE code = ANY(%s)", (list(codes),)).fetchall()
            marks |= {str(code): str(mark) for code, mark in rows}
        return marks
