"""What people taught of each edition: samples of donuts they confirmed, in an SQLite file beside the journal.

Every sample remembers the photo it came from, so that a photo can be taken back; and however many squares a photo
shows, it counts no more than others. All SQL about what was learnt is here.
"""

from __future__ import annotations

import sqlite3
import sys
from array import array
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from companion.files import reason_of
from companion.refusals import Unavailable
from companion.tables.database import PATIENCE, connect, immediate, usable
from vision.values import Sample

FILE = "learnt.sqlite"  # beside the journal
SHORT_PATIENCE = 1.0  # seconds reading waits for a writer at most: a photo is read without rather than late
MOST_OF_A_PHOTO = 6  # samples of one letter that count of one photo
MOST_OF_A_LETTER = 48  # samples of one letter that count at all; of every photo one before a second of any
MOST_PHOTOS = 400  # of an edition; when more come the oldest go

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
    """One row a square somebody confirmed."""
    columns = {"id": int, "edition": str, "photo": str, "letter": str, "numbers": bytes, "net": str, "patch": bytes}
    columns |= {"at": str}
    samples = db.table("samples")
    samples.create(columns, pk="id", not_null=set(columns), strict=True)
    samples.create_index(["edition", "photo"])


class TaughtPhoto(NamedTuple):
    """A photo something was learnt from."""

    photo: str
    at: str  # UTC, ISO 8601 with seconds
    squares: int


class SampleStore:
    """The file, for a whole process; each call opens it anew.

    Every call raises Unavailable, with the fact `file`, where it cannot be used.
    """

    def __init__(self, path: str | Path, patience: float = PATIENCE) -> None:
        """`patience` is in seconds. The file is made when something is first learnt."""
        self.path = Path(path).absolute()
        self.patience = patience

    def samples(self, edition: str) -> tuple[Sample, ...]:
        """What counts of an edition: of every letter a few of each photo, the newest photos first."""
        with self._reading() as db:
            rows = db.execute(COUNTING, (edition, MOST_OF_A_PHOTO, MOST_OF_A_LETTER)) if db else ()
            return tuple(_sample(*row) for row in rows)

    def photos(self, edition: str) -> list[TaughtPhoto]:
        """The photos something was learnt from, the newest first."""
        with self._reading() as db:
            sql = "SELECT photo, max(at), count(*) FROM samples WHERE edition = ? GROUP BY photo ORDER BY max(id) DESC"
            return [TaughtPhoto(*row) for row in db.execute(sql, (edition,)).fetchall()] if db else []

    def of_photo(self, edition: str, photo: str) -> tuple[Sample, ...]:
        """All that was learnt from one photo."""
        with self._reading() as db:
            sql = "SELECT letter, numbers, net, patch FROM samples WHERE edition = ? AND photo = ? ORDER BY id"
            rows = db.execute(sql, (edition, photo)) if db else ()
            return tuple(_sample(*row) for row in rows)

    def add(self, edition: str, photo: str, samples: Sequence[Sample], at: str) -> None:
        """Learn a photo (see `photo_id`), in the place of what was learnt from the same photo before; `at` is UTC."""
        rows = [(edition, photo, s.letter, packed(s.numbers), s.net, s.patch, at) for s in samples]
        with self._writing() as db:
            db.execute("DELETE FROM samples WHERE edition = ? AND photo = ?", (edition, photo))
            db.conn.executemany(
                "INSERT INTO samples (edition, photo, letter, numbers, net, patch, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                rows,
            )
            db.execute(TOO_OLD, (edition, edition, MOST_PHOTOS))

    def undo(self, edition: str, photo: str) -> int:
        """Forget what an edition learnt from a photo; how many squares that were."""
        return self._delete("edition = ? AND photo = ?", edition, photo)

    def forget(self, edition: str) -> int:
        """Forget all that was learnt of an edition; how many squares that were."""
        return self._delete("edition = ?", edition)

    def _delete(self, where: str, *values: str) -> int:
        if not self.path.exists():
            return 0
        with self._writing() as db:
            return db.execute(f"DELETE FROM samples WHERE {where}", values).rowcount

    @contextmanager
    def _reading(self) -> Iterator[Database | None]:
        """A connection; None where nothing was ever learnt."""
        if not self.path.exists():
            yield None
            return
        patience = min(self.patience, SHORT_PATIENCE)
        with _of_this_file(), closing(connect(self.path, "rw", patience)) as db, usable():
            yield db if db.table("samples").exists() else None

    @contextmanager
    def _writing(self) -> Iterator[Database]:
        """A connection inside one transaction, the file made and up to date."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable(reason_of(error), file=FILE) from error
        with _of_this_file(), closing(connect(self.path, "rwc", self.patience)) as db, usable(), immediate(db):
            if migrations.pending(db):
                migrations.apply(db)
            yield db


@contextmanager
def _of_this_file() -> Iterator[None]:
    """Says of what cannot be used that it is this file; whatever else stands there than we wrote is damage too."""
    try:
        yield
    except Unavailable as refusal:
        raise Unavailable(refusal.reason, file=FILE) from refusal
    except (sqlite3.Error, ValueError) as error:
        raise Unavailable("corrupt", file=FILE) from error


def _sample(letter: str, numbers: bytes, net: str, patch: bytes) -> Sample:
    """A row of the file. Raises ValueError where something else was written into it."""
    if not (
        isinstance(letter, str) and isinstance(net, str) and isinstance(numbers, bytes) and isinstance(patch, bytes)
    ):
        raise ValueError(letter)
    return Sample(letter, unpacked(numbers), net, patch)


def photo_id(data: bytes) -> str:
    """How a photo is named: by its bytes, so that the same one is never learnt twice."""
    return sha256(data).hexdigest()[:16]


def packed(numbers: Sequence[float]) -> bytes:
    """Numbers as they are stored: four bytes each, the lowest first. Raises OverflowError for one that has no room."""
    values = array("f", numbers)
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def unpacked(data: bytes) -> tuple[float, ...]:
    """The numbers of `packed`. Raises ValueError where bytes are left over."""
    values = array("f")
    values.frombytes(data)
    if sys.byteorder == "big":
        values.byteswap()
    return tuple(values)
