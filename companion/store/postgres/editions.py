"""Own editions in a PostgreSQL database, each as a set file's text."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from companion.donut_shop.parts import Edition
from companion.editions import BadSet, load_sets, read_set
from companion.editions.own import checked_set
from companion.store.postgres.database import EDITIONS
from companion.store.postgres.house import HouseTables
from companion.store.postgres.notifications import notify_editions

SAVED = """
INSERT INTO editions (name, content) VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET content = excluded.content
"""
STAMP = "SELECT coalesce(md5(string_agg(name || content, '' ORDER BY name)), '') FROM editions"


class PostgresEditions:
    """The own editions in the database; see `companion.store.editions.OwnEditions`."""

    def __init__(self, house: HouseTables) -> None:
        self._house = house
        self._lock = threading.RLock()
        self._depth = 0  # how often the thread that holds the lock took it

    @property
    def lock(self) -> AbstractContextManager[object]:
        return self._locked()

    def load(self) -> dict[str, Edition]:
        shipped = load_sets()
        found = {name: one for name, one in self._read().items() if isinstance(one, Edition)}
        return {name: one for name, one in found.items() if name not in shipped}

    def names(self) -> set[str]:
        return set(self._read())

    def problems(self) -> list[str]:
        return [str(one) for one in self._read().values() if isinstance(one, BadSet)]

    def stamp(self) -> str:
        with self._house.reading() as db:
            row = db.execute(STAMP).fetchone()
        return str(row[0]) if row else ""

    def save(self, edition: Edition) -> None:
        text = checked_set(edition)
        with self._house.writing() as db:
            db.execute(SAVED, (edition.name, text))
            notify_editions(db)

    def remove(self, name: str) -> None:
        with self._house.writing() as db:
            db.execute("DELETE FROM editions WHERE name = %s", (name,))
            notify_editions(db)

    def _read(self) -> dict[str, Edition | BadSet]:
        """Return every edition by the name it is kept under; broken ones as what is wrong with them."""
        with self._house.reading() as db:
            rows = db.execute('SELECT name, content FROM editions ORDER BY name COLLATE "C"').fetchall()
        return {str(name): _edition(str(content)) for name, content in rows}

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock of this process, and around it the one of all processes."""
        with self._lock:
            if self._depth:
                yield
                return
            with self._house.writing() as db:
                db.execute("SELECT pg_advisory_xact_lock(%s)", (EDITIONS,))
                self._depth += 1
                try:
                    yield
                finally:
                    self._depth -= 1


def _edition(text: str) -> Edition | BadSet:
    try:
        return read_set(text)
    except BadSet as bad:
        return bad
