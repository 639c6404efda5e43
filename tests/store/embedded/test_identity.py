"""Another file in the journal's place is noticed at any moment; no answered line goes into one taken away."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import files
from companion.refusals import Unavailable
from companion.store.embedded import journal as journal_module
from companion.store.embedded.database import unavailable
from companion.store.embedded.journal import SqliteJournal
from tests.store.table import AT, CODE, ENTRIES, HEADER, LINES

pytestmark = pytest.mark.posix


@pytest.fixture
def journal(tmp_path: Path) -> SqliteJournal:
    journal = SqliteJournal(tmp_path / "journal.db", patience=1)
    with journal.open() as connection:
        connection.create(CODE, "donut-shop", HEADER, AT, "p1", ENTRIES)
    return journal


def epoch_of(journal: SqliteJournal) -> str:
    with journal.open() as connection:
        return connection.epoch


def test_a_copy_put_in_place_of_a_removed_file_is_another_epoch(journal: SqliteJournal, tmp_path: Path) -> None:
    """The disk gives a new file the number of a removed one, if it may."""
    before = epoch_of(journal)
    for _ in range(5):
        content = journal.path.read_bytes()
        journal.path.unlink()
        journal.path.write_bytes(content)
        after = epoch_of(journal)
        assert after != before
        before = after
    assert epoch_of(journal) == before


@contextmanager
def replaced_while_connecting(journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put a copy in the journal's place at the moment a connection is made to the old file."""
    plainly, pending = journal_module.connect, [True]

    def connect(path: Path, mode: str, patience: float) -> object:
        db = plainly(path, mode, patience)
        if pending.pop() if pending else False:
            shutil.copy(path, path.with_name("copy.db"))
            os.replace(path.with_name("copy.db"), path)
        return db

    monkeypatch.setattr(journal_module, "connect", connect)
    yield
    assert not pending
    monkeypatch.undo()


def test_a_file_replaced_while_somebody_connects_is_another_epoch(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = epoch_of(journal)
    with replaced_while_connecting(journal, monkeypatch):
        during = epoch_of(journal)
    assert during == epoch_of(journal) != before


@pytest.mark.parametrize("how", ["taken away", "replaced"])
@pytest.mark.parametrize("when", ["before it is stored", "while it is stored"])
def test_a_line_that_went_into_a_file_no_longer_there_is_not_answered(
    journal: SqliteJournal, tmp_path: Path, how: str, when: str
) -> None:
    def take_away() -> None:
        shutil.copy(journal.path, tmp_path / "copy.db")
        journal.path.rename(tmp_path / "old.db")
        if how == "replaced":
            (tmp_path / "copy.db").rename(journal.path)

    with journal.open() as connection:
        epoch = connection.epoch
        if when.startswith("before"):
            take_away()
        else:  # SQLite looks for its file itself, when it begins to write
            connection.db.register_function(take_away, name="take_away")
            connection.db.execute(
                "CREATE TEMP TRIGGER moves AFTER INSERT ON entries WHEN new.seq = 4 BEGIN SELECT take_away(); END"
            )
        with pytest.raises(Unavailable, match="missing"):
            connection.append(CODE, epoch, 2, LINES, AT, "p1")
    os.replace(tmp_path / "old.db", journal.path)
    with journal.open() as connection:
        stored = connection.version(CODE)
    assert stored == (2 if when.startswith("before") else 4), "where the file comes back, a repeat finds it stored"


@pytest.mark.parametrize(
    ("name", "why"),
    [("SQLITE_IOERR_WRITE", "failed"), ("SQLITE_IOERR_FSYNC", "failed"), ("SQLITE_IOERR_SHORT_READ", "corrupt")],
)
def test_a_disk_that_takes_nothing_is_no_damaged_journal(name: str, why: str) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = name
    assert unavailable(error) == why


def test_a_new_folder_is_synced_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(files, "_sync_folder", synced.append)
    for _ in range(2):
        files.make_folder(tmp_path / "instance")
    assert synced == [tmp_path]
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError) as refused:
        files.make_folder(tmp_path / "file")
    assert refused.value.errno == errno.EEXIST
