"""The part of the database that is not the journal: made at its first use, kept by a restore."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.store.postgres.database import Database, Db, usable
from companion.store.postgres.schema import OF_HOUSE, migrate


class HouseTables:
    """Connections to what is kept beside the journal, for a whole process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._ready = False

    @contextmanager
    def reading(self) -> Iterator[Db]:
        """Have a connection for single statements, each of which stands for itself. Raises Unavailable."""
        with self._database.connection() as db:
            if not self._ready:
                with self._lock:
                    migrate(db, OF_HOUSE)
                    self._ready = True
            yield db

    @contextmanager
    def writing(self) -> Iterator[Db]:
        """Be inside one transaction. Raises Unavailable."""
        with self.reading() as db, usable(), db.transaction():
            yield db
