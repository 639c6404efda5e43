"""The journal as an SQLite file: its connections, its errors, its migrations, and a power cut in the middle.

What every store must do is tested in `tests/store/test_store.py`.
"""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from companion.kernel.entry import Entry
from companion.store.embedded import schema as schema_module
from companion.store.embedded.backup import restore
from companion.store.embedded.connection import SqliteConnection
from companion.store.embedded.database import REASONS, connect, copy, unavailable
from companion.store.embedded.journal import SqliteJournal
from companion.store.journal import Claim, Connection, Holding, Result
from tests.store.table import AT, CODE, ENTRIES, HEADER, LINES
from tests.store.test_store import each_write, reason

ROOT = Path(__file__).parents[3]
VERSION_1 = Path(__file__).parent / "journal" / "version-1.sql"


@pytest.fixture
def journal(tmp_path: Path) -> SqliteJournal:
    """A journal with one table and two lines; it waits a fifth of a second, not five."""
    journal = SqliteJournal(tmp_path / "new folder" / "journal.db", patience=0.2)
    with journal.open() as connection:
        connection.create(CODE, "donut-shop", HEADER, AT, "p1")
        connection.append(CODE, connection.epoch, 0, LINES, AT, "p1")
    return journal


@pytest.fixture
def connection(journal: SqliteJournal) -> Iterator[SqliteConnection]:
    with journal.open() as connection:
        yield connection


# What is kept


def test_earlier_results_stay(connection: SqliteConnection) -> None:
    for program in ("1.0", "1.1"):
        connection.store_result(CODE, 2, program, f'["{program}"]')
    assert connection.result(CODE) == Result(2, "1.1", '["1.1"]')
    assert connection.db.table("results").count == 2


# What the file refuses, whoever writes to it

CHANGES = {
    "changing a line": "UPDATE entries SET text = 'x'",
    "removing a line": "DELETE FROM entries WHERE seq = 2",
    "replacing a line": f"REPLACE INTO entries VALUES ('{CODE}', 1, 'Ana', 'x', '', '')",
    "leaving a gap": f"INSERT INTO entries VALUES ('{CODE}', 4, 'Ana', 'x', '', '')",
    "a line before the first": f"INSERT INTO entries VALUES ('{CODE}', 0, 'Ana', 'x', '', '')",
    "changing a table": "UPDATE sheets SET header = 'x'",
    "removing a table": "DELETE FROM sheets",
    "changing a result": "UPDATE results SET standings = 'x'",
    "removing a result": "DELETE FROM results",
    "a word instead of a number": f"INSERT INTO results VALUES (9, '{CODE}', 'two', '', '')",
    "a line without text": f"INSERT INTO entries VALUES ('{CODE}', 3, 'Ana', NULL, '', '')",
}


@pytest.mark.parametrize("sql", CHANGES.values(), ids=CHANGES)
def test_the_file_refuses(journal: SqliteJournal, connection: SqliteConnection, sql: str) -> None:
    connection.store_result(CODE, 2, "1.0", "[]")
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as stranger:
        before = list(stranger.iterdump())
        with pytest.raises(sqlite3.IntegrityError):
            stranger.execute(sql)
        assert list(stranger.iterdump()) == before


def test_a_forgotten_table_leaves_no_trace_in_the_file(journal: SqliteJournal) -> None:
    with journal.open() as connection:
        connection.create(
            "BBBBB", "donut-shop", "seats Rumpelstilzchen Bo", AT, "p2", [Entry(1, "Rumpelstilzchen", "end")]
        )
        connection.store_result("BBBBB", 1, "1.0", "[]")
        assert b"Rumpelstilzchen" in journal.path.read_bytes()
        assert connection.forget("BBBBB")
    assert b"Rumpelstilzchen" not in journal.path.read_bytes()


# The connection


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "truncate"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("busy_timeout", 5000),
        ("recursive_triggers", 1),
    ],
)
def test_every_connection_is_set_up(tmp_path: Path, pragma: str, value: str | int) -> None:
    journal = SqliteJournal(tmp_path / "journal.db")
    for _ in range(2):
        with journal.open() as connection:
            assert connection.db.execute(f"PRAGMA {pragma}").fetchone()[0] == value


def test_tables_are_strict_and_the_file_is_sound(connection: SqliteConnection) -> None:
    ours = [table for table in connection.db.tables if table.name != "_sqlite_migrations"]
    assert len(ours) == 11
    assert all(table.strict for table in ours)
    assert connection.problems() == []


def test_leaving_the_block_closes_the_connection(journal: SqliteJournal) -> None:
    with journal.open() as connection:
        pass
    with pytest.raises(sqlite3.ProgrammingError):
        connection.version(CODE)


# When SQLite cannot be used just now: always with a real file


@each_write
def test_busy_while_another_thread_does_not_finish(
    journal: SqliteJournal, write: Callable[[Connection], object]
) -> None:
    lock = threading.Lock()
    with closing(connect(journal.path, "rw")) as db, lock:
        assert reason(lambda: write(SqliteConnection(db, lock, 0.05))) == "busy"


AS_ANOTHER_USER = """
import os, sys
import urllib.parse  # Python 3.13 imports it late, perhaps from a folder the other user may not read
from companion.store.embedded.journal import SqliteJournal
from companion.refusals import Unavailable
if os.geteuid() == 0:
    os.setuid(65534)
with SqliteJournal(sys.argv[1]).open() as connection:
    print(len(connection.entries("KRMPF")), len(connection.claims("KRMPF")))
    try:
        connection.append("KRMPF", connection.epoch, 2, [("Ana", "end")], "", "")
    except Unavailable as refusal:
        print(refusal.reason)
"""


@pytest.mark.posix
@pytest.mark.parametrize("version", [1, 2])
def test_a_file_that_may_only_be_read_is_read(journal: SqliteJournal, version_1: Path, version: int) -> None:
    with tempfile.TemporaryDirectory() as name:  # tmp_path is closed to the other user
        path = Path(name) / "journal.db"
        copy(journal.path if version == 2 else version_1, path)
        path.chmod(0o444)
        path.parent.chmod(0o555)
        command = [sys.executable, "-c", AS_ANOTHER_USER, str(path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        path.parent.chmod(0o755)
    assert done.stdout.split() == ["2", "0", "read-only"]


def test_a_file_that_is_no_database_is_corrupt_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"shopping list " * 1000)
    assert reason(SqliteJournal(path).open) == "corrupt"
    assert path.read_bytes() == b"shopping list " * 1000


def test_a_damaged_file_is_corrupt(journal: SqliteJournal) -> None:
    with journal.open() as connection:
        size = connection.db.execute("PRAGMA page_size").fetchone()[0]
        page = connection.db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").fetchone()[0]
    with journal.path.open("r+b") as file:
        file.seek(size * (page - 1))
        file.write(b"\xff" * size)
    with journal.open() as connection:
        assert reason(lambda: connection.entries(CODE)) == "corrupt"
        assert reason(connection.problems) == "corrupt"


def test_a_line_without_its_table_is_a_problem(journal: SqliteJournal, connection: SqliteConnection) -> None:
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as stranger:
        stranger.execute("INSERT INTO entries VALUES ('NNNNN', 1, 'Ana', 'end', '', '')")
    assert connection.problems() == ["entries row 3 points at a missing sheets row"]


@pytest.mark.parametrize("inside", ["", "journal.db"], ids=["a folder", "a file where the folder should be"])
def test_a_path_that_cannot_be_a_file_is_missing(tmp_path: Path, inside: str) -> None:
    path = tmp_path / "there"
    if inside:
        path.write_text("a file")
    else:
        path.mkdir()
    assert reason(SqliteJournal(path / inside).open) == "missing"


@pytest.mark.parametrize(
    ("name", "reason"),
    [*REASONS.items(), ("SQLITE_BUSY_SNAPSHOT", "busy"), ("SQLITE_CONSTRAINT_TRIGGER", None), ("SQLITE_ERROR", None)],
)
def test_what_an_error_of_sqlite_means(name: str, reason: str | None) -> None:
    error = sqlite3.OperationalError("as SQLite says it")
    assert unavailable(error) is None
    error.sqlite_errorname = name
    assert unavailable(error) == reason


def test_a_table_that_is_gone_means_a_file_that_is_damaged(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path / "journal.db").open() as connection:
        connection.db.execute("DROP TABLE entries")
        assert reason(lambda: connection.version("BCDFG")) == "corrupt"


# Another file in its place


def test_the_epoch_stays_until_it_is_renewed(journal: SqliteJournal) -> None:
    with journal.open() as first, SqliteJournal(journal.path).open() as second:
        before = first.epoch
        assert before == second.epoch
        renewed = second.renew_epoch()
        assert first.epoch == renewed, "one that is open notices it too"
    with journal.open() as connection:
        assert connection.epoch == renewed != before
        assert connection.entries(CODE) == ENTRIES


def test_a_file_moved_into_place_under_a_running_program_is_another_epoch(
    journal: SqliteJournal, tmp_path: Path
) -> None:
    copy(journal.path, tmp_path / "backup.db")
    with journal.open() as connection:
        connection.append(CODE, connection.epoch, 2, LINES, AT, "p1")
        before = connection.epoch
    (tmp_path / "backup.db").replace(journal.path)
    with journal.open() as connection:
        assert (connection.version(CODE), connection.epoch != before) == (2, True)
        after = connection.epoch
    with journal.open() as connection:
        assert connection.epoch == after


@pytest.mark.parametrize("damaged", [False, True], ids=["over a sound file", "over a damaged file"])
def test_a_restore_reaches_a_running_program_and_keeps_what_was_there(
    journal: SqliteJournal, tmp_path: Path, damaged: bool
) -> None:
    copy(journal.path, tmp_path / "backup.db")
    with journal.open() as connection:
        connection.append(CODE, connection.epoch, 2, LINES, AT, "p1")
        before = connection.epoch
    if damaged:
        journal.path.write_bytes(b"?" * 9000)
    kept = journal.path.read_bytes()
    restore(journal.path, tmp_path / "backup.db")
    with journal.open() as connection:
        assert (connection.entries(CODE), connection.epoch != before, connection.problems()) == (ENTRIES, True, [])
    aside = journal.path.with_name("journal.db.before-restore")
    if damaged:
        assert aside.read_bytes() == kept
    else:
        with SqliteJournal(aside).open() as connection:
            assert (connection.version(CODE), connection.epoch) == (4, before)
    left = {path.name.removesuffix("-journal") for path in journal.path.parent.iterdir()}
    assert left == {"journal.db", "journal.db.before-restore"}


@pytest.mark.parametrize("content", [b"shopping list", b""], ids=["garbage", "an empty database"])
def test_a_backup_that_is_no_journal_changes_nothing(journal: SqliteJournal, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "backup.db").write_bytes(content)
    before = journal.path.read_bytes()
    assert reason(lambda: restore(journal.path, tmp_path / "backup.db")) == "corrupt"
    assert journal.path.read_bytes() == before
    assert reason(lambda: restore(journal.path, tmp_path / "none.db")) == "missing"


def test_a_copy_does_not_overwrite_what_is_no_database(journal: SqliteJournal, tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"not a database" * 100)
    assert reason(lambda: copy(journal.path, tmp_path / "photo.jpg")) == "corrupt"
    assert (tmp_path / "photo.jpg").read_bytes() == b"not a database" * 100


@pytest.mark.skipif(os.name != "posix", reason="limits the size of files as only posix can")
@pytest.mark.parametrize("there", [False, True], ids=["a new file", "over an older backup"])
def test_a_copy_that_breaks_off_leaves_no_half_of_one(journal: SqliteJournal, tmp_path: Path, there: bool) -> None:
    import resource

    folder = tmp_path / "kept"
    folder.mkdir()
    if there:
        copy(journal.path, folder / "backup.db")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        reason(lambda: copy(journal.path, folder / "backup.db"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert {path.name: path.read_bytes() for path in folder.glob("*.db")} == before


# Migrations


@pytest.fixture
def version_1(tmp_path: Path) -> Path:
    """A file as the first migration left it, with two tables."""
    path = tmp_path / "journal.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(VERSION_1.read_text(encoding="utf-8"))
    return path


def schema(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()


def test_the_first_version_opens_and_becomes_what_a_new_file_is(version_1: Path, tmp_path: Path) -> None:
    with SqliteJournal(version_1).open() as connection:
        assert connection.epoch == "5eedf00d"
        assert [sheet.code for sheet in connection.tables(["BBBBB", CODE])] == ["BBBBB", CODE]
        assert connection.entries(CODE) == ENTRIES
        assert connection.result(CODE) == Result(2, "0.1", '{"Ana": 30}')
        assert connection.append(CODE, connection.epoch, 2, LINES, AT, "p1")[-1].seq == 4
        assert connection.problems() == []
        assert connection.claim(CODE, 1, "p1", AT)
        assert connection.claims(CODE) == [Claim(CODE, 1, "p1", AT)]
    with SqliteJournal(tmp_path / "new.db").open():
        assert schema(tmp_path / "new.db") == schema(version_1)


def test_a_backup_of_the_first_version_is_restored_under_a_running_program(
    journal: SqliteJournal, version_1: Path
) -> None:
    with journal.open() as connection:
        before = connection.epoch
        restore(journal.path, version_1)
        assert (connection.entries(CODE), connection.claims(CODE)) == (ENTRIES, [])
        assert connection.epoch not in (before, "5eedf00d")
    left = {path.name.removesuffix("-journal") for path in journal.path.parent.iterdir()}
    assert left == {"journal.db", "journal.db.before-restore"}
    assert [path.name for path in version_1.parent.glob("*.db*")] == ["journal.db"], "the backup stays as it is"


def test_claims_made_before_holders_were_kept_hold_from_the_first_entry(version_1: Path) -> None:
    before = Migrations("journal")
    before(name="001_the_journal")(schema_module.the_journal)
    before(name="002_claims")(schema_module.the_claims)
    with closing(connect(version_1, "rw")) as db:
        before.apply(db)
        db.execute("INSERT INTO claims VALUES (?, 1, 'p1', ?)", (CODE, AT))
    with SqliteJournal(version_1).open() as connection:
        assert connection.holdings(CODE) == [Holding(1, 0, "p1")]


def test_a_renewed_code_leaves_no_trace_of_the_lines_twice(journal: SqliteJournal) -> None:
    with journal.open() as connection:
        note = Entry(1, "table", 'note "Rumpelstilzchen"')
        connection.create("BBBBB", "donut-shop", "seats Ana Bo", AT, "p2", [note])
        assert connection.renew("BBBBB", "CCCCC", ["p2"])
        assert connection.forget("CCCCC")
        assert connection.moved(["BBBBB"], "p2") == {}
        assert connection.problems() == []
    assert b"Rumpelstilzchen" not in journal.path.read_bytes()


def one_more_migration(monkeypatch: pytest.MonkeyPatch, then: str) -> None:
    """Give the program one more migration."""
    later = Migrations("journal")
    later(name="001_the_journal")(schema_module.the_journal)
    later(name="002_claims")(schema_module.the_claims)
    later(name="003_holders_locks_and_new_codes")(schema_module.the_holders_locks_and_new_codes)
    later(name="004_settings")(schema_module.the_settings)
    later(name="005_chains")(schema_module.the_chains)

    @later(name="006_more")
    def more(db: Database) -> None:
        db.execute("ALTER TABLE sheets ADD COLUMN title TEXT NOT NULL DEFAULT ''")
        db.execute(then)

    monkeypatch.setattr(schema_module, "migrations", later)


def test_a_copy_is_kept_before_an_existing_file_is_migrated(version_1: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = schema(version_1)
    one_more_migration(monkeypatch, "SELECT 1")
    with SqliteJournal(version_1).open() as connection:
        assert connection.entries(CODE) == ENTRIES
    assert schema(version_1) != old == schema(version_1.with_name("journal.db.before-002_claims"))
    assert list(version_1.parent.glob("*.before-001*")) == []


def test_a_migration_that_fails_leaves_the_file_as_it_was(version_1: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = schema(version_1)
    one_more_migration(monkeypatch, "INSERT INTO nowhere VALUES (1)")
    for _ in range(2):
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            SqliteJournal(version_1).open()
    assert schema(version_1) == old


def test_two_programs_may_make_the_same_file_at_the_same_moment(tmp_path: Path) -> None:
    epochs: list[str] = []

    def first_open() -> None:
        with SqliteJournal(tmp_path / "journal.db").open() as connection:
            epochs.append(connection.epoch)

    threads = [threading.Thread(target=first_open) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(epochs) == 4
    assert len(set(epochs)) == 1


# Power cuts, as far as a test can cut it

WRITER = """
import sys
from companion.store.embedded.journal import SqliteJournal
journal = SqliteJournal(sys.argv[1])
while True:
    with journal.open() as connection:
        seen = connection.version("KRMPF")
        lines = [("Ana", f"{seen} {n}" * 300) for n in range(3)]
        stored = connection.append("KRMPF", connection.epoch, seen, lines, "", "")
    print(stored[-1].seq, flush=True)
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    path, chance, acknowledged = tmp_path / "journal.db", random.Random(20), 0
    with SqliteJournal(path).open() as connection:
        connection.create(CODE, "go-nuts", "", AT, "p1")
    for _ in range(20):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            printed = [writer.stdout.readline()]
            time.sleep(chance.uniform(0, 0.02))
            writer.kill()
            printed += [line for line in writer.stdout if line.endswith("\n")]
        assert int(printed[-1]) > acknowledged
        acknowledged = int(printed[-1])
        with SqliteJournal(path).open() as connection:
            numbers = [entry.seq for entry in connection.entries(CODE)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) % 3 == 0  # lines of one command are stored together
            assert len(numbers) >= acknowledged
            assert connection.problems() == []
