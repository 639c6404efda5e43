"""Used links, and how much of their allowances addresses have used, in a PostgreSQL database."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import LiteralString

from companion.store.links import KEPT
from companion.store.postgres.house import HouseTables
from companion.store.uses import Allowance

CLEANED = 60.0  # seconds between two removals of addresses that have all again

# An address has all of an allowance again at `settled`; each use moves that away by `every`.
USE: LiteralString = """
INSERT INTO uses (name, address, settled) VALUES (%(name)s, %(address)s, %(now)s + %(every)s)
ON CONFLICT (name, address) DO UPDATE SET settled = greatest(uses.settled, %(now)s) + %(every)s
"""
IF_THERE_IS_ONE: LiteralString = "WHERE uses.settled - %(now)s <= (%(most)s - 1) * %(every)s"
GIVE_BACK = "UPDATE uses SET settled = settled - %(every)s WHERE name = %(name)s AND address = %(address)s"


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


class PostgresUses:
    """The uses in the database; see `companion.store.uses.Uses`."""

    def __init__(self, house: HouseTables, clock: Callable[[], float] = time.time) -> None:
        """`clock`: seconds since 1970; those of all processes should agree within a second."""
        self._house = house
        self._clock = clock
        self._cleaned = 0.0

    def wait(self, allowance: Allowance, address: str) -> float:
        sql = "SELECT settled FROM uses WHERE name = %s AND address = %s"
        with self._house.reading() as db:
            row = db.execute(sql, (allowance.name, address)).fetchone()
        return allowance.wait(float(str(row[0])) - self._clock()) if row else 0.0

    def take(self, allowance: Allowance, address: str) -> float:
        taken = self._use(USE + IF_THERE_IS_ONE, allowance, address)
        return 0.0 if taken else max(0.001, self.wait(allowance, address))

    def count(self, allowance: Allowance, address: str) -> None:
        self._use(USE, allowance, address)

    def give_back(self, allowance: Allowance, address: str) -> None:
        self._use(GIVE_BACK, allowance, address)

    def _use(self, sql: LiteralString, allowance: Allowance, address: str) -> bool:
        """Change the use of an address; return whether it was changed."""
        now = self._clock()
        with self._house.writing() as db:
            if abs(now - self._cleaned) >= CLEANED:
                self._cleaned = now
                db.execute("DELETE FROM uses WHERE settled <= %s", (now,))
            values = {**allowance._asdict(), "address": address, "now": now}
            return bool(db.execute(sql, values).rowcount)
