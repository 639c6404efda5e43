"""Tallies in the SQLite file of what photos taught. All SQL about them is here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlite_utils import Database

from companion.store.embedded.samples import LearntFile, migrations
from companion.store.tallies import MOST_LINES, Counted

ADDED = """
INSERT INTO tallies (edition, what, count) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count
"""
TOO_OLD = "DELETE FROM photographed WHERE rowid <= (SELECT max(rowid) FROM photographed) - ?"


@migrations(name="002_tallies")
def the_tallies(db: Database) -> None:
    """Create the counts of each edition, and the lines that come from photos."""
    counts = {"edition": str, "what": str, "count": int}
    db.table("tallies").create(counts, pk=("edition", "what"), not_null=set(counts), strict=True)
    lines = {"code": str, "line": int, "edition": str}
    db.table("photographed").create(lines, pk=("code", "line"), not_null=set(lines), strict=True)


class SqliteTallies:
    """The tables of one file; see `companion.store.tallies.Tallies`."""

    def __init__(self, file: LearntFile) -> None:
        self._file = file

    def add(self, edition: str, counts: Mapping[Counted, int]) -> None:
        with self._file.writing() as db:
            db.conn.executemany(ADDED, [(edition, str(what), count) for what, count in counts.items() if count])

    def of(self, edition: str) -> dict[Counted, int]:
        with self._file.reading("tallies") as db:
            rows = db.execute("SELECT what, count FROM tallies WHERE edition = ?", (edition,)).fetchall() if db else ()
            return {Counted(what): count for what, count in rows if what in set(Counted)}

    def editions(self) -> list[str]:
        with self._file.reading("tallies") as db:
            rows = db.execute("SELECT DISTINCT edition FROM tallies ORDER BY edition").fetchall() if db else ()
            return [edition for (edition,) in rows]

    def note_lines(self, edition: str, code: str, lines: Iterable[int]) -> None:
        with self._file.writing() as db:
            db.conn.executemany(
                "INSERT OR REPLACE INTO photographed (code, line, edition) VALUES (?, ?, ?)",
                [(code, line, edition) for line in lines],
            )
            db.execute(TOO_OLD, (MOST_LINES,))

    def edition_of_line(self, code: str, line: int) -> str:
        with self._file.reading("photographed") as db:
            sql = "SELECT edition FROM photographed WHERE code = ? AND line = ?"
            row = db.execute(sql, (code, line)).fetchone() if db else None
            return str(row[0]) if row else ""

    def forget(self, edition: str) -> None:
        if self._file.path.exists():
            with self._file.writing() as db:
                db.execute("DELETE FROM tallies WHERE edition = ?", (edition,))
