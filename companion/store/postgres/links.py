"""Used links in a PostgreSQL database."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.store.links import KEPT
from companion.store.postgres.house import HouseTables


class PostgresLinks:
    """The used links in the database; see `companion.store.links.UsedLinks`."""

    def __init__(self, house: HouseTables, clock: Callable[[], float] = time.time) -> None:
        """`clock`: seconds since 1970."""
        self._house = house
        self._clock = clock

    def use(self, number: str, phone: str) -> str:
        now = self._clock()
        with self._house.writing() as db:
            db.execute("DELETE FROM used_links WHERE until <= %s", (now,))
            sql = "INSERT INTO used_links (number, phone, until) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
            db.execute(sql, (number, phone, now + KEPT))
        return self.user(number)

    def user(self, number: str) -> str:
        with self._house.reading() as db:
            row = db.execute("SELECT phone FROM used_links WHERE number = %s", (number,)).fetchone()
        return str(row[0]) if row else ""
