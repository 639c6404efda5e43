"""The journal's schema in a PostgreSQL database: made, migrated and recognized again; connections to it."""

from __future__ import annotations

import threading

import psycopg

from companion.refusals import Unavailable
from companion.store.postgres.connection import PostgresConnection
from companion.store.postgres.database import JOURNAL, REPLACING, Database, Db, usable
from companion.store.postgres.notifications import notify_all
from companion.store.postgres.schema import (
    OF_HOUSE,
    OF_JOURNAL,
    migrate,
    place_of,
    renew_epoch,
)


class PostgresJournal:
    """The journal, for a whole process; `open` a connection for each request or thread."""

    def __init__(self, database: Database) -> None:
        """Nothing is touched before the first `open`."""
        self._database = database
        self._lock = threading.Lock()
        self._known: tuple[int, int] | None = None  # the schema that is known to be up to date, and on which connection

    def exists(self) -> bool:
        """See `Store.exists`."""
        with self._database.connection() as db:
            return db.execute("SELECT to_regclass(%s)", (f"{JOURNAL}.about",)).fetchone() != (None,)

    def open(self) -> PostgresConnection:
        """See `Store.open`. The first call makes the schema where it is missing."""
        db = self._database.take()
        try:
            with usable():
                self._bring_up_to_date(db)
        except BaseException:
            self._database.give(db)
            raise
        return PostgresConnection(db, self._database.give)

    def _bring_up_to_date(self, db: Db) -> None:
        """Migrate a schema not seen before; one that took the place of another gets a new epoch."""
        known, now = self._known, self._place(db)
        if now is not None and now == known:
            return
        with self._lock:
            if now is None and known is not None:
                raise Unavailable("missing")
            migrate(db, OF_JOURNAL)
            migrate(db, OF_HOUSE)
            self._renew_epoch_elsewhere(db)
            self._known = self._place(db)

    def _place(self, db: Db) -> tuple[int, int] | None:
        """Return which schema is the journal, cheaply; None where there is none.

        With the number of connections made so far: the server behind a new one may be another.
        """
        row = db.execute("SELECT to_regnamespace(%s)::oid", (JOURNAL,)).fetchone()
        return (int(str(row[0])), self._database.connected) if row and row[0] is not None else None

    def _renew_epoch_elsewhere(self, db: Db) -> None:
        """Give a journal that was put in place of another a new epoch; one that may only be read keeps its own."""
        place = place_of(db)
        if db.execute("SELECT 1 FROM about WHERE name = 'place' AND value = %s", (place,)).fetchone():
            return
        try:
            with db.transaction():
                db.execute("SELECT pg_advisory_xact_lock(%s)", (REPLACING,))
                changed = db.execute(
                    "UPDATE about SET value = %s WHERE name = 'place' AND value <> %s", (place, place)
                ).rowcount
                if changed:  # no other process was quicker
                    renew_epoch(db)
                    notify_all(db)
        except psycopg.errors.ReadOnlySqlTransaction:
            return
