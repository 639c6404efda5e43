"""Samples and tallies in a PostgreSQL database. All SQL about them is here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.refusals import Unavailable
from companion.store.postgres.database import Row
from companion.store.postgres.house import HouseTables
from companion.store.samples import MOST_OF_A_LETTER, MOST_OF_A_PHOTO, MOST_PHOTOS, TaughtPhoto, packed, unpacked
from companion.store.tallies import MOST_LINES, Counted
from vision.values import Sample

COUNTING = """
SELECT letter, numbers, net, patch FROM (
    SELECT *, row_number() OVER (PARTITION BY letter ORDER BY turn, id DESC) AS place FROM (
        SELECT *, row_number() OVER (PARTITION BY photo, letter ORDER BY id) AS turn FROM samples WHERE edition = %s
    ) AS turns WHERE turn <= %s
) AS places WHERE place <= %s ORDER BY letter COLLATE "C", place
"""
TOO_OLD = """
DELETE FROM samples WHERE edition = %(edition)s AND photo NOT IN (
    SELECT photo FROM samples WHERE edition = %(edition)s GROUP BY photo ORDER BY max(id) DESC LIMIT %(most)s
)
"""
ADDED = """
INSERT INTO tallies (edition, what, count) VALUES (%s, %s, %s)
ON CONFLICT (edition, what) DO UPDATE SET count = tallies.count + excluded.count
"""
NOTED = """
INSERT INTO photographed (code, line, edition) VALUES (%s, %s, %s)
ON CONFLICT (code, line) DO UPDATE SET edition = excluded.edition
"""


class PostgresSamples:
    """The samples in the database; see `companion.store.samples.Samples`."""

    def __init__(self, house: HouseTables) -> None:
        self._house = house

    def samples(self, edition: str) -> tuple[Sample, ...]:
        with self._house.reading() as db:
            rows = db.execute(COUNTING, (edition, MOST_OF_A_PHOTO, MOST_OF_A_LETTER)).fetchall()
        return tuple(map(_sample, rows))

    def photos(self, edition: str) -> list[TaughtPhoto]:
        sql = "SELECT photo, max(at), count(*) FROM samples WHERE edition = %s GROUP BY photo ORDER BY max(id) DESC"
        with self._house.reading() as db:
            rows = db.execute(sql, (edition,)).fetchall()
        return [TaughtPhoto(str(photo), str(at), int(str(squares))) for photo, at, squares in rows]

    def of_photo(self, edition: str, photo: str) -> tuple[Sample, ...]:
        sql = "SELECT letter, numbers, net, patch FROM samples WHERE edition = %s AND photo = %s ORDER BY id"
        with self._house.reading() as db:
            return tuple(map(_sample, db.execute(sql, (edition, photo)).fetchall()))

    def add(self, edition: str, photo: str, samples: Sequence[Sample], at: str) -> None:
        rows = [(edition, photo, s.letter, packed(s.numbers), s.net, s.patch, at) for s in samples]
        with self._house.writing() as db:
            db.execute("SELECT pg_advisory_xact_lock(hashtext('samples'), hashtext(%s))", (edition,))
            db.execute("DELETE FROM samples WHERE edition = %s AND photo = %s", (edition, photo))
            db.cursor().executemany(
                "INSERT INTO samples (edition, photo, letter, numbers, net, patch, at)"
                " VALUES (%s, %s, %s, %s, %s, %s, %s)",
                rows,
            )
            db.execute(TOO_OLD, {"edition": edition, "most": MOST_PHOTOS})

    def undo(self, edition: str, photo: str) -> int:
        with self._house.writing() as db:
            return db.execute("DELETE FROM samples WHERE edition = %s AND photo = %s", (edition, photo)).rowcount

    def forget(self, edition: str) -> int:
        with self._house.writing() as db:
            return db.execute("DELETE FROM samples WHERE edition = %s", (edition,)).rowcount


class PostgresTallies:
    """The tallies in the database; see `companion.store.tallies.Tallies`."""

    def __init__(self, house: HouseTables) -> None:
        self._house = house

    def add(self, edition: str, counts: Mapping[Counted, int]) -> None:
        # Sorted: two that count at the same moment lock the same rows in the same order.
        rows = [(edition, str(what), count) for what, count in sorted(counts.items()) if count]
        with self._house.writing() as db:
            db.cursor().executemany(ADDED, rows)

    def of(self, edition: str) -> dict[Counted, int]:
        with self._house.reading() as db:
            rows = db.execute("SELECT what, count FROM tallies WHERE edition = %s", (edition,)).fetchall()
        return {Counted(str(what)): int(str(count)) for what, count in rows if what in set(Counted)}

    def editions(self) -> list[str]:
        with self._house.reading() as db:
            rows = db.execute('SELECT DISTINCT edition COLLATE "C" FROM tallies ORDER BY 1').fetchall()
        return [str(edition) for (edition,) in rows]

    def note_lines(self, edition: str, code: str, lines: Iterable[int]) -> None:
        with self._house.writing() as db:
            db.cursor().executemany(NOTED, [(code, line, edition) for line in sorted(lines)])
            db.execute("DELETE FROM photographed WHERE id <= (SELECT max(id) FROM photographed) - %s", (MOST_LINES,))

    def edition_of_line(self, code: str, line: int) -> str:
        with self._house.reading() as db:
            sql = "SELECT edition FROM photographed WHERE code = %s AND line = %s"
            row = db.execute(sql, (code, line)).fetchone()
        return str(row[0]) if row else ""

    def forget(self, edition: str) -> None:
        with self._house.writing() as db:
            db.execute("DELETE FROM tallies WHERE edition = %s", (edition,))


def _sample(row: Row) -> Sample:
    letter, numbers, net, patch = row
    assert isinstance(numbers, bytes) and isinstance(patch, bytes)
    try:
        return Sample(str(letter), unpacked(numbers), str(net), patch)
    except ValueError as error:  # not written by us
        raise Unavailable("corrupt") from error
