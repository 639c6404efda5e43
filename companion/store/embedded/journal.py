"""The journal's one SQLite file: made, migrated and recognized again; connections to it."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

from sqlite_utils import Database

from companion.files import make_folder, reason_of
from companion.refusals import Unavailable
from companion.store.embedded.connection import SqliteConnection
from companion.store.embedded.database import connect, usable
from companion.store.embedded.identity import Identity, hold, identity_of
from companion.store.embedded.schema import migrate, renew_epoch_if_writable
from companion.store.journal import PATIENCE


class SqliteJournal:
    """The file, for a whole process; `open` a connection for each request or thread."""

    def __init__(self, path: str | Path, patience: float = PATIENCE) -> None:
        """`patience` is in seconds. Nothing is touched before the first `open`."""
        self.path = Path(path).absolute()
        self.patience = patience
        # One writer of this process at a time: a lock wakes the next one at once, SQLite would look again now and then.
        self._lock = threading.Lock()
        self._known: Identity | None = None  # the file that is known to be up to date
        self._names: dict[Identity, frozenset[str]] = {}  # of the tables in that file, once one was asked for

    def open(self) -> SqliteConnection:
        """See `Store.open`. The first call makes folder and file where they are missing."""
        if self._known is None:
            self._make_folder()
        db, file = self._connect()
        try:
            self._bring_up_to_date(db, file)
        except BaseException:
            db.close()
            raise
        names = self._names.get(file, frozenset())
        return SqliteConnection(
            db,
            self._lock,
            self.patience,
            lambda: identity_of(self.path) == file,
            names,
            partial(self._keep_names, file),
        )

    def _keep_names(self, file: Identity, names: frozenset[str]) -> None:
        self._names = {file: names}

    def _connect(self) -> tuple[Database, Identity]:
        """Return a connection and which file it is to: one put in place while we connect is connected to in turn."""
        before = identity_of(self.path) if self._known else None
        while True:
            db = connect(self.path, "rw" if self._known else "rwc", self.patience)
            try:
                after = identity_of(self.path)
            except BaseException:
                db.close()
                raise
            if before in (None, after):
                return db, after
            db.close()
            before = after

    def _make_folder(self) -> None:
        try:
            make_folder(self.path.parent)
        except OSError as error:
            raise Unavailable(reason_of(error)) from error

    def _bring_up_to_date(self, db: Database, file: Identity) -> None:
        """Migrate a file not seen before; one that took the place of another gets a new epoch."""
        if file == self._known:
            return
        with self._lock, usable():
            if self._known and not db.table_names():
                raise Unavailable("corrupt")
            migrate(db, self.path)
            if self._known not in (None, file):
                renew_epoch_if_writable(db)
            if file != self._known:
                hold(self.path, self)
            self._known = file
