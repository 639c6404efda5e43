"""Samples in an SQLite file beside the journal. All SQL about them is here."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database, Migrations

from companion.files import reason_of
from companion.refusals import Unavailable
from companion.store.embedded.database import connect, immediate, usable
from companion.store.journal import PATIENCE
from companion.store.samples import MOST_OF_A_LETTER, MOST_OF_A_PHOTO, MOST_PHOTOS, TaughtPhoto, packed, unpacked
from vision.values import Sample

FILE = "learnt.sqlite"  # beside the journal
SHORT_PATIENCE = 1.0  # seconds reading waits for a writer at most: a photo is read without rather than late

migrations = Migrations("learnt")  # named, only ever added to; a published one is never edited

COUNTING = """
SELECT letter, numbers, net, patch FROM (
    SELECT *, row_number() OVER (PARTITION BY letter ORDER BY turn, id DESC) AS place FROM (
        SELECT *, row_number() OVER (PARTITION BY photo, letter ORDER BY id) AS turn FROM samples WHERE edition = ?
    ) WHERE turn <= ?
) WHERE place <= ? ORDER BY letter, place
"""
TOO_OLD = """
DELETE FROM samples WHERE edition = ? AND photo NOT IN (
    SELECT photo FROM samples WHERE edition = ? GROUP BY photo ORDER BY max(id) DESC LIMIT ?
)
"""


@migrations(name="001_samples")
def the_samples(db: Database) -> None:
    """Create the samples, one row a confirmed square."""
    columns = {"id": int, "edition": str, "photo": str, "letter": str, "numbers": bytes, "net": str, "patch": bytes}
    columns |= {"at": str}
    samples = db.table("samples")
    samples.create(columns, pk="id", not_null=set(columns), strict=True)
    samples.create_index(["edition", "photo"])


class LearntFile:
    """The file, for a whole process; each call opens it, so that it may be replaced."""

    def __init__(self, path: str | Path, patience: float = PATIENCE) -> None:
        """`patience` is in seconds. The file is made when something is first learnt."""
        self.path = Path(path).absolute()
        self.patience = patience
        self._lock = threading.Lock()  # one writer of this process at a time, woken at once, as in the journal

    @contextmanager
    def reading(self, table: str) -> Iterator[Database | None]:
        """Open the file for reading; None where it has no such table yet: nothing was ever kept there."""
        if not self.path.exists():
            yield None
            return
        patience = min(self.patience, SHORT_PATIENCE)
        with _of_this_file(), closing(connect(self.path, "rw", patience)) as db, usable():
            yield db if db.table(table).exists() else None

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Be the one writer of this process, inside one transaction; the file is made and migrated where needed."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable(reason_of(error), file=FILE) from error
        if not self._lock.acquire(timeout=self.patience):
            raise Unavailable("busy", file=FILE)
        try:
            with _of_this_file(), closing(connect(self.path, "rwc", self.patience)) as db, usable(), immediate(db):
                if migrations.pending(db):
                    migrations.apply(db)
                yield db
        finally:
            self._lock.release()


class SqliteSamples(LearntFile):
    """The samples in the file; see `companion.store.samples.Samples`."""

    def samples(self, edition: str) -> tuple[Sample, ...]:
        with self.reading("samples") as db:
            rows = db.execute(COUNTING, (edition, MOST_OF_A_PHOTO, MOST_OF_A_LETTER)) if db else ()
            return tuple(_sample(*row) for row in rows)

    def photos(self, edition: str) -> list[TaughtPhoto]:
        with self.reading("samples") as db:
            sql = "SELECT photo, max(at), count(*) FROM samples WHERE edition = ? GROUP BY photo ORDER BY max(id) DESC"
            return [TaughtPhoto(*row) for row in db.execute(sql, (edition,)).fetchall()] if db else []

    def of_photo(self, edition: str, photo: str) -> tuple[Sample, ...]:
        with self.reading("samples") as db:
            sql = "SELECT letter, numbers, net, patch FROM samples WHERE edition = ? AND photo = ? ORDER BY id"
            rows = db.execute(sql, (edition, photo)) if db else ()
            return tuple(_sample(*row) for row in rows)

    def add(self, edition: str, photo: str, samples: Sequence[Sample], at: str) -> None:
        rows = [(edition, photo, s.letter, packed(s.numbers), s.net, s.patch, at) for s in samples]
        with self.writing() as db:
            db.execute("DELETE FROM samples WHERE edition = ? AND photo = ?", (edition, photo))
            db.conn.executemany(
                "INSERT INTO samples (edition, photo, letter, numbers, net, patch, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                rows,
            )
            db.execute(TOO_OLD, (edition, edition, MOST_PHOTOS))

    def undo(self, edition: str, photo: str) -> int:
        return self._delete("edition = ? AND photo = ?", edition, photo)

    def forget(self, edition: str) -> int:
        return self._delete("edition = ?", edition)

    def _delete(self, where: str, *values: str) -> int:
        if not self.path.exists():
            return 0
        with self.writing() as db:
            return db.execute(f"DELETE FROM samples WHERE {where}", values).rowcount


@contextmanager
def _of_this_file() -> Iterator[None]:
    """Name this file in refusals; content that we did not write is damage too."""
    try:
        yield
    except Unavailable as refusal:
        raise Unavailable(refusal.reason, file=FILE) from refusal
    except (sqlite3.Error, ValueError) as error:
        raise Unavailable("corrupt", file=FILE) from error


def _sample(letter: str, numbers: bytes, net: str, patch: bytes) -> Sample:
    """Return a row as a sample. Raises ValueError where the row holds other types."""
    if not (
        isinstance(letter, str) and isinstance(net, str) and isinstance(numbers, bytes) and isinstance(patch, bytes)
    ):
        raise ValueError(letter)
    return Sample(letter, unpacked(numbers), net, patch)
