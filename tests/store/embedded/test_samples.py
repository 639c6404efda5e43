"""Samples as an SQLite file: when it is made, and what a damaged or busy one means.

What every store must do is tested in `tests/store/test_photos_and_editions.py`.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from companion.refusals import Unavailable
from companion.store.embedded.samples import SqliteSamples
from companion.store.samples import photo_id
from tests.store.table import AT
from tests.store.test_photos_and_editions import ONE, TWO, sample

pytestmark = pytest.mark.photo


@pytest.fixture
def learnt(tmp_path: Path) -> SqliteSamples:
    return SqliteSamples(tmp_path / "new folder" / "learnt.sqlite", patience=0.2)


def test_nothing_is_made_until_something_is_learnt(learnt: SqliteSamples) -> None:
    assert (
        learnt.samples("classic"),
        learnt.photos("classic"),
        learnt.undo("classic", ONE),
        learnt.forget("classic"),
    ) == (
        (),
        [],
        0,
        0,
    )
    assert not learnt.path.exists()


def test_the_oldest_photos_go(learnt: SqliteSamples, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.embedded.samples.MOST_PHOTOS", 2)
    for name in (b"one", b"two", b"three"):
        learnt.add("classic", photo_id(name), [sample("B")], AT)
    assert [photo.photo for photo in learnt.photos("classic")] == [photo_id(b"three"), TWO]


def test_a_file_that_is_none(learnt: SqliteSamples) -> None:
    learnt.path.parent.mkdir()
    learnt.path.write_text("Dear all, " * 200)
    for ask in (lambda: learnt.samples("classic"), lambda: learnt.add("classic", ONE, [sample("B")], AT)):
        with pytest.raises(Unavailable) as caught:
            ask()
        assert caught.value.reason == "corrupt"


DAMAGE = {
    "bytes left over": "UPDATE samples SET numbers = x'010203'",
    "no text": "UPDATE samples SET letter = CAST(x'C3C3' AS TEXT), net = CAST(x'FF' AS TEXT)",
    "another table": "DROP TABLE samples; CREATE TABLE samples (id, edition)",
    "another's values": "DROP TABLE samples; CREATE TABLE samples (id, edition, photo, letter, numbers, net, patch);"
    "INSERT INTO samples VALUES (1, 'classic', 'one', 7, 'text', 2, NULL)",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_what_stands_in_it_is_not_what_was_written(learnt: SqliteSamples, damage: str) -> None:
    learnt.add("classic", ONE, [sample("B")], AT)
    with closing(sqlite3.connect(learnt.path)) as db:
        db.executescript(damage)
    with pytest.raises(Unavailable) as caught:
        learnt.samples("classic")
    assert (caught.value.reason, caught.value.facts) == ("corrupt", {"file": "learnt.sqlite"})


def test_a_table_of_another_program_is_not_written_to(learnt: SqliteSamples) -> None:
    learnt.path.parent.mkdir()
    with closing(sqlite3.connect(learnt.path)) as db:
        db.execute("CREATE TABLE samples (id, edition)")
    for ask in (lambda: learnt.photos("classic"), lambda: learnt.add("classic", ONE, [sample("B")], AT)):
        with pytest.raises(Unavailable, match="corrupt"):
            ask()


def test_reading_waits_for_a_writer_a_moment_only(learnt: SqliteSamples, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.embedded.samples.SHORT_PATIENCE", 0.1)
    learnt.add("classic", ONE, [sample("B")], AT)
    patient, began = SqliteSamples(learnt.path, patience=120), time.monotonic()
    with closing(sqlite3.connect(learnt.path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Unavailable) as caught:
            patient.samples("classic")
    assert (caught.value.reason, time.monotonic() - began < 60) == ("busy", True)


def test_the_table_is_strict(learnt: SqliteSamples) -> None:
    learnt.add("classic", ONE, [sample("B")], AT)
    with closing(sqlite3.connect(learnt.path)) as db:
        with pytest.raises(sqlite3.IntegrityError):
            db.execute("UPDATE samples SET id = 'one'")
        with pytest.raises(sqlite3.IntegrityError):
            db.execute("UPDATE samples SET patch = NULL")
