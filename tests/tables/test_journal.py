"""The journal: what it keeps, what it refuses, and what survives two writers, a kill and a new program."""

from __future__ import annotations

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
from companion.refusals import Stale, Unavailable
from companion.tables import journal as journal_module
from companion.tables.backup import restore
from companion.tables.database import REASONS, connect, copy, unavailable
from companion.tables.journal import LETTERS, Connection, Journal, Result, Sheet, new_code, new_epoch
from tests.properties import given, st

ROOT = Path(__file__).parents[2]
VERSION_1 = Path(__file__).parent / "journal" / "version-1.sql"
AT = "2026-05-01T19:30:00Z"
CODE = "KRMPF"
LINES = [("Ana", "place BnOV @6,2 B"), ("Bo", "place VOnB @4,0 V")]
TOLD = [Entry(1, *LINES[0], AT, "p1"), Entry(2, *LINES[1], AT, "p1")]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """A journal with one table and two lines; it waits a fifth of a second, not five."""
    journal = Journal(tmp_path / "new folder" / "journal.db", patience=0.2)
    with journal.open() as connection:
        connection.create(CODE, "donut-shop", "game donut-shop\nseats Ana Bo\n", AT, "p1")
        connection.append(CODE, connection.epoch, 0, LINES, AT, "p1")
    return journal


@pytest.fixture
def connection(journal: Journal) -> Iterator[Connection]:
    with journal.open() as connection:
        yield connection


# What is kept


def test_a_table_reads_back_as_it_was_told(connection: Connection) -> None:
    assert connection.sheet(CODE) == Sheet(CODE, "donut-shop", "game donut-shop\nseats Ana Bo\n", AT, "p1")
    assert connection.entries(CODE) == TOLD
    assert connection.version(CODE) == 2


@pytest.mark.parametrize(("after", "numbers"), [(0, [1, 2]), (1, [2]), (2, []), (99, []), (-1, [1, 2])])
def test_only_the_lines_after_a_number(connection: Connection, after: int, numbers: list[int]) -> None:
    assert [entry.seq for entry in connection.entries(CODE, after)] == numbers


def test_an_unknown_table_is_empty(connection: Connection) -> None:
    assert (
        connection.sheet("NNNNN"),
        connection.entries("NNNNN"),
        connection.version("NNNNN"),
        connection.result("NNNNN"),
    ) == (
        None,
        [],
        0,
        None,
    )


def test_sheets_are_listed_by_when_they_were_opened_whatever_the_clock_said(connection: Connection) -> None:
    connection.create("BBBBB", "go-nuts", "game go-nuts\n", "1970-01-01T00:00:00Z", "p2")
    assert [sheet.code for sheet in connection.sheets([CODE, "BBBBB", "NNNNN", "BBBBB"])] == ["BBBBB", CODE]
    assert connection.sheets([]) == []
    assert len(connection.sheets([f"C{n}" for n in range(40_000)] + [CODE])) == 1  # more than SQLite takes as variables


def test_an_import_brings_its_lines_with_their_own_times(connection: Connection) -> None:
    lines = [Entry(1, "Ana", "end", "2020-01-01T00:00:00Z", "old"), Entry(2, "table", "end", AT, "")]
    connection.create("BBBBB", "donut-shop", "", AT, "p1", lines)
    assert connection.entries("BBBBB") == lines


def test_a_code_in_use_is_refused_and_the_table_is_untouched(connection: Connection) -> None:
    with pytest.raises(Stale) as refusal:
        connection.create(CODE, "go-nuts", "", AT, "p2", TOLD)
    assert (refusal.value.reason, refusal.value.facts) == ("taken", {"code": CODE})
    assert connection.entries(CODE) == TOLD


def test_an_import_with_a_gap_stores_nothing(connection: Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        connection.create("BBBBB", "go-nuts", "", AT, "p2", [Entry(1, "Ana", "end"), Entry(3, "Bo", "end")])
    assert connection.sheet("BBBBB") is None


def test_the_latest_result_is_told_and_the_earlier_ones_stay(connection: Connection) -> None:
    for program in ("1.0", "1.1"):
        connection.store_result(CODE, 2, program, f'["{program}"]')
    assert connection.result(CODE) == Result(2, "1.1", '["1.1"]')
    assert connection.db.table("results").count == 2


def test_a_result_needs_the_entry_that_ended_the_game(connection: Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        connection.store_result(CODE, 3, "1.0", "[]")


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(header=texts, lines=st.lists(st.tuples(texts, texts), max_size=4))
def test_any_text_reads_back_the_same(
    tmp_path_factory: pytest.TempPathFactory, header: str, lines: list[tuple[str, str]]
) -> None:
    with Journal(tmp_path_factory.getbasetemp() / "any-text.db").open() as connection:
        code = new_code(connection)
        sheet = connection.create(code, header, header, AT, header)
        entries = connection.append(code, connection.epoch, 0, lines, AT, header)
        assert connection.sheet(code) == sheet
        assert connection.entries(code) == entries
        assert [(entry.who, entry.text) for entry in entries] == lines


# Who comes too late


@pytest.mark.parametrize("seen", [0, 1, 3, 2**70, -1], ids=str)
@pytest.mark.parametrize("lines", [LINES, []], ids=["two lines", "no line"])
def test_only_the_last_version_may_be_followed(connection: Connection, seen: int, lines: list[tuple[str, str]]) -> None:
    with pytest.raises(Stale) as refusal:
        connection.append(CODE, connection.epoch, seen, lines, AT, "p1")
    assert (refusal.value.reason, refusal.value.facts) == ("moved-on", {"version": 2})
    assert connection.entries(CODE) == TOLD


def test_lines_are_stored_all_or_none(connection: Connection) -> None:
    with pytest.raises(UnicodeEncodeError):
        connection.append(CODE, connection.epoch, 2, [("Ana", "end"), ("Bo", "\ud800")], AT, "p1")
    assert connection.entries(CODE) == TOLD
    connection.append(CODE, connection.epoch, 2, LINES, AT, "p1")  # the failed one holds no lock
    assert connection.version(CODE) == 4


def test_a_line_for_another_epoch_is_not_stored(connection: Connection) -> None:
    seen = connection.epoch
    connection.renew_epoch()
    with pytest.raises(Stale):
        connection.append(CODE, seen, 2, LINES, AT, "p1")
    assert connection.entries(CODE) == TOLD


def test_where_tables_stand_is_asked_at_once(connection: Connection) -> None:
    assert connection.stand(CODE) == (connection.epoch, 2)
    assert connection.stands([CODE, "NNNNN"]) == (connection.epoch, {CODE: 2, "NNNNN": 0})
    assert connection.stands([]) == (connection.epoch, {})


def test_a_line_for_a_table_that_is_not_there_is_a_bug(connection: Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        connection.append("NNNNN", connection.epoch, 0, LINES, AT, "p1")


@pytest.mark.parametrize("processes", [1, 2], ids=["one process", "two processes"])
def test_of_many_who_saw_the_same_version_one_is_stored(journal: Journal, processes: int) -> None:
    journals = [journal, Journal(journal.path) if processes == 2 else journal]
    rounds, barrier, stale = 30, threading.Barrier(2, timeout=120), []

    def tell(journal: Journal, who: str) -> None:
        for number in range(rounds):
            barrier.wait()
            with journal.open() as connection:
                try:
                    connection.append(
                        CODE, connection.epoch, 2 + 2 * number, [(who, "first"), (who, "second")], AT, who
                    )
                except Stale as refusal:
                    stale.append(refusal.facts["version"])

    threads = [threading.Thread(target=tell, args=pair) for pair in zip(journals, ("Ana", "Bo"), strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with journal.open() as connection:
        entries = connection.entries(CODE, 2)
    assert stale == [2 + 2 * number for number in range(1, rounds + 1)]
    assert [entry.seq for entry in entries] == list(range(3, 3 + 2 * rounds))
    assert [entry.text for entry in entries] == ["first", "second"] * rounds
    assert all(first.who == second.who for first, second in zip(entries[::2], entries[1::2], strict=True))


# What the file refuses, whoever writes to it

MEDDLING = {
    "changing a line": "UPDATE entries SET text = 'x'",
    "removing a line": "DELETE FROM entries WHERE seq = 2",
    "replacing a line": f"REPLACE INTO entries VALUES ('{CODE}', 1, 'Ana', 'x', '', '')",
    "leaving a gap": f"INSERT INTO entries VALUES ('{CODE}', 4, 'Ana', 'x', '', '')",
    "a line before the first": f"INSERT INTO entries VALUES ('{CODE}', 0, 'Ana', 'x', '', '')",
    "changing a sheet": "UPDATE sheets SET header = 'x'",
    "removing a sheet": "DELETE FROM sheets",
    "changing a result": "UPDATE results SET standings = 'x'",
    "removing a result": "DELETE FROM results",
    "a number that is none": f"INSERT INTO results VALUES (9, '{CODE}', 'two', '', '')",
    "a text that is none": f"INSERT INTO entries VALUES ('{CODE}', 3, 'Ana', NULL, '', '')",
}


@pytest.mark.parametrize("sql", MEDDLING.values(), ids=MEDDLING.keys())
def test_the_file_refuses(journal: Journal, connection: Connection, sql: str) -> None:
    connection.store_result(CODE, 2, "1.0", "[]")
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as stranger:
        before = list(stranger.iterdump())
        with pytest.raises(sqlite3.IntegrityError):
            stranger.execute(sql)
        assert list(stranger.iterdump()) == before


def test_forgetting_a_table_leaves_no_trace_of_it_and_all_of_the_others(journal: Journal) -> None:
    with journal.open() as connection:
        connection.create(
            "BBBBB", "donut-shop", "seats Rumpelstilzchen Bo", AT, "p2", [Entry(1, "Rumpelstilzchen", "end")]
        )
        connection.store_result("BBBBB", 1, "1.0", "[]")
        assert b"Rumpelstilzchen" in journal.path.read_bytes()
        assert [connection.forget("BBBBB"), connection.forget("BBBBB")] == [True, False]
        assert (connection.sheet("BBBBB"), connection.entries("BBBBB"), connection.result("BBBBB")) == (None, [], None)
        assert connection.entries(CODE) == TOLD
        with pytest.raises(sqlite3.IntegrityError):
            connection.db.execute("DELETE FROM entries")
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
    journal = Journal(tmp_path / "journal.db")
    for _ in range(2):
        with journal.open() as connection:
            assert connection.db.execute(f"PRAGMA {pragma}").fetchone()[0] == value


def test_tables_are_strict_and_the_file_is_sound(connection: Connection) -> None:
    ours = [table for table in connection.db.tables if table.name != "_sqlite_migrations"]
    assert len(ours) == 5
    assert all(table.strict for table in ours)
    assert connection.problems() == []


def test_leaving_a_book_closes_its_connection(journal: Journal) -> None:
    with journal.open() as connection:
        pass
    with pytest.raises(sqlite3.ProgrammingError):
        connection.version(CODE)


def test_a_code_is_five_letters_without_doubles_or_words(connection: Connection) -> None:
    codes = {new_code(connection) for _ in range(200)}
    assert len(codes) > 190
    assert all(len(code) == 5 and set(code) <= set(LETTERS) for code in codes)
    assert not set(LETTERS) & set("0O1ILAEUY")


def test_a_code_in_use_is_not_given_again(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("BBBBB" + "CCCCC")
    connection.create("BBBBB", "go-nuts", "", AT, "p1")
    monkeypatch.setattr("companion.tables.journal.secrets.choice", lambda _: next(letters))
    assert new_code(connection) == "CCCCC"


# When SQLite cannot be used just now: always with a real file

WRITES: dict[str, Callable[[Connection], object]] = {
    "create": lambda connection: connection.create("BBBBB", "go-nuts", "", AT, "p1"),
    "append": lambda connection: connection.append(CODE, connection.epoch, 2, [("Ana", "long " * 10_000)], AT, "p1"),
    "store_result": lambda connection: connection.store_result(CODE, 2, "1.0", "[]" * 10_000),
    "forget": lambda connection: connection.forget(CODE),
    "renew_epoch": lambda connection: connection.renew_epoch(),
}
each_write = pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(Unavailable) as refusal:
        call()
    return refusal.value.reason


@each_write
def test_busy_while_another_program_writes(
    journal: Journal, connection: Connection, write: Callable[[Connection], object]
) -> None:
    with closing(connect(journal.path, "rw")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert refused(lambda: write(connection)) == "busy"
        assert connection.entries(CODE) == TOLD
        other.execute("ROLLBACK")
    write(connection)


def test_busy_for_reading_only_while_another_program_holds_the_whole_file(journal: Journal) -> None:
    with closing(connect(journal.path, "rw")) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert refused(lambda: journal.open().version(CODE)) == "busy"


@each_write
def test_busy_while_another_thread_does_not_finish(journal: Journal, write: Callable[[Connection], object]) -> None:
    lock = threading.Lock()
    with closing(connect(journal.path, "rw")) as db, lock:
        assert refused(lambda: write(Connection(db, lock, 0.05))) == "busy"


@each_write
def test_read_only_refuses_to_write_and_lets_read(
    connection: Connection, write: Callable[[Connection], object]
) -> None:
    connection.db.execute("PRAGMA query_only=ON")
    assert refused(lambda: write(connection)) == "read-only"
    assert connection.entries(CODE) == TOLD


AS_ANOTHER_USER = """
import os, sys
import urllib.parse  # Python 3.13 imports it late, perhaps from a folder the other user may not read
from companion.tables.journal import Journal
from companion.refusals import Unavailable
if os.geteuid() == 0:
    os.setuid(65534)
with Journal(sys.argv[1]).open() as book:
    print(len(book.entries("KRMPF")))
    try:
        book.append("KRMPF", book.epoch, 2, [("Ana", "end")], "", "")
    except Unavailable as refusal:
        print(refusal.reason)
"""


@pytest.mark.posix
def test_a_file_that_may_only_be_read_is_read(journal: Journal) -> None:
    with tempfile.TemporaryDirectory() as name:  # tmp_path is closed to the other user
        path = Path(name) / "journal.db"
        copy(journal.path, path)
        path.chmod(0o444)
        path.parent.chmod(0o555)
        command = [sys.executable, "-c", AS_ANOTHER_USER, str(path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        path.parent.chmod(0o755)
    assert done.stdout.split() == ["2", "read-only"]


@pytest.mark.parametrize("name", ["append", "store_result"])
def test_full_refuses_and_keeps_what_is_there(connection: Connection, name: str) -> None:
    limit = connection.db.execute("PRAGMA page_count").fetchone()[0]
    connection.db.execute(f"PRAGMA max_page_count={limit}")
    assert refused(lambda: WRITES[name](connection)) == "full"
    assert (connection.entries(CODE), connection.problems()) == (TOLD, [])
    connection.db.execute(f"PRAGMA max_page_count={limit + 100}")
    WRITES[name](connection)


def test_a_file_that_is_no_database_is_corrupt_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"shopping list " * 1000)
    assert refused(Journal(path).open) == "corrupt"
    assert path.read_bytes() == b"shopping list " * 1000


def test_a_damaged_file_is_corrupt(journal: Journal) -> None:
    with journal.open() as connection:
        size = connection.db.execute("PRAGMA page_size").fetchone()[0]
        page = connection.db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").fetchone()[0]
    with journal.path.open("r+b") as file:
        file.seek(size * (page - 1))
        file.write(b"\xff" * size)
    with journal.open() as connection:
        assert refused(lambda: connection.entries(CODE)) == "corrupt"
        assert refused(connection.problems) == "corrupt"


def test_a_line_without_its_table_is_told_as_a_problem(journal: Journal, connection: Connection) -> None:
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as stranger:
        stranger.execute("INSERT INTO entries VALUES ('NNNNN', 1, 'Ana', 'end', '', '')")
    assert connection.problems() == ["entries row 3 points at a missing sheets row"]


def test_a_file_that_went_missing_is_not_replaced_by_an_empty_one(journal: Journal) -> None:
    journal.path.unlink()
    assert refused(journal.open) == "missing"
    assert not journal.path.exists()


@pytest.mark.parametrize("inside", ["", "journal.db"], ids=["a folder", "a file where the folder should be"])
def test_a_path_that_cannot_be_a_file_is_missing(tmp_path: Path, inside: str) -> None:
    path = tmp_path / "there"
    if inside:
        path.write_text("a file")
    else:
        path.mkdir()
    assert refused(Journal(path / inside).open) == "missing"


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
    with Journal(tmp_path / "journal.db").open() as connection:
        connection.db.execute("DROP TABLE entries")
        assert refused(lambda: connection.version("BCDFG")) == "corrupt"


# Another file in its place


def test_the_epoch_stays_until_it_is_renewed(journal: Journal) -> None:
    with journal.open() as first, Journal(journal.path).open() as second:
        before = first.epoch
        assert before == second.epoch
        renewed = new_epoch(journal.path)
        assert first.epoch == renewed, "one that is open notices it too"
    with journal.open() as connection:
        assert connection.epoch == renewed != before
        assert connection.entries(CODE) == TOLD


def test_a_file_moved_into_place_under_a_running_program_is_another_epoch(journal: Journal, tmp_path: Path) -> None:
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
    journal: Journal, tmp_path: Path, damaged: bool
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
        assert (connection.entries(CODE), connection.epoch != before, connection.problems()) == (TOLD, True, [])
    aside = journal.path.with_name("journal.db.before-restore")
    if damaged:
        assert aside.read_bytes() == kept
    else:
        with Journal(aside).open() as connection:
            assert (connection.version(CODE), connection.epoch) == (4, before)
    left = {path.name.removesuffix("-journal") for path in journal.path.parent.iterdir()}
    assert left == {"journal.db", "journal.db.before-restore"}


@pytest.mark.parametrize("content", [b"shopping list", b""], ids=["garbage", "an empty database"])
def test_a_backup_that_is_no_journal_changes_nothing(journal: Journal, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "backup.db").write_bytes(content)
    before = journal.path.read_bytes()
    assert refused(lambda: restore(journal.path, tmp_path / "backup.db")) == "corrupt"
    assert journal.path.read_bytes() == before
    assert refused(lambda: restore(journal.path, tmp_path / "none.db")) == "missing"


def test_a_copy_does_not_overwrite_what_is_no_database(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"not a database" * 100)
    assert refused(lambda: copy(journal.path, tmp_path / "photo.jpg")) == "corrupt"
    assert (tmp_path / "photo.jpg").read_bytes() == b"not a database" * 100


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
    with Journal(version_1).open() as connection:
        assert connection.epoch == "5eedf00d"
        assert [sheet.code for sheet in connection.sheets(["BBBBB", CODE])] == ["BBBBB", CODE]
        assert connection.entries(CODE) == TOLD
        assert connection.result(CODE) == Result(2, "0.1", '{"Ana": 30}')
        assert connection.append(CODE, connection.epoch, 2, LINES, AT, "p1")[-1].seq == 4
        assert connection.problems() == []
    with Journal(tmp_path / "new.db").open():
        assert schema(tmp_path / "new.db") == schema(version_1)


def second_migration(monkeypatch: pytest.MonkeyPatch, then: str) -> None:
    """Give the program one more migration."""
    later = Migrations("journal")
    later(name="001_the_journal")(journal_module.the_journal)

    @later(name="002_more")
    def more(db: Database) -> None:
        db.execute("ALTER TABLE sheets ADD COLUMN title TEXT NOT NULL DEFAULT ''")
        db.execute(then)

    monkeypatch.setattr(journal_module, "migrations", later)


def test_a_copy_is_kept_before_an_existing_file_is_migrated(version_1: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = schema(version_1)
    second_migration(monkeypatch, "SELECT 1")
    with Journal(version_1).open() as connection:
        assert connection.entries(CODE) == TOLD
    assert schema(version_1) != old == schema(version_1.with_name("journal.db.before-002_more"))
    assert list(version_1.parent.glob("*.before-001*")) == []


def test_a_migration_that_fails_leaves_the_file_as_it_was(version_1: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = schema(version_1)
    second_migration(monkeypatch, "INSERT INTO nowhere VALUES (1)")
    for _ in range(2):
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            Journal(version_1).open()
    assert schema(version_1) == old


def test_two_programs_may_make_the_same_file_at_the_same_moment(tmp_path: Path) -> None:
    epochs: list[str] = []

    def first_open() -> None:
        with Journal(tmp_path / "journal.db").open() as connection:
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
from companion.tables.journal import Journal
journal = Journal(sys.argv[1])
while True:
    with journal.open() as book:
        seen = book.version("KRMPF")
        stored = book.append("KRMPF", book.epoch, seen, [("Ana", f"{seen} {n}" * 300) for n in range(3)], "", "")
    print(stored[-1].seq, flush=True)
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    path, chance, acknowledged = tmp_path / "journal.db", random.Random(20), 0
    with Journal(path).open() as connection:
        connection.create(CODE, "go-nuts", "", AT, "p1")
    for _ in range(20):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            told = [writer.stdout.readline()]
            time.sleep(chance.uniform(0, 0.02))
            writer.kill()
            told += [line for line in writer.stdout if line.endswith("\n")]
        assert int(told[-1]) > acknowledged
        acknowledged = int(told[-1])
        with Journal(path).open() as connection:
            numbers = [entry.seq for entry in connection.entries(CODE)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) % 3 == 0  # lines said together are stored together
            assert len(numbers) >= acknowledged
            assert connection.problems() == []
