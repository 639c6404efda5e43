"""Six phones write and four listen while something goes wrong: nothing answered is lost, every phone is right again.

For each fault also the sentence people read meanwhile.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.faults import SILENT, Household, house, kills, stopped
from tests.soak import PATIENCE, wait_until
from tests.tables.test_watch import command
from tests.tiers import faketime

pytestmark = [pytest.mark.posix, pytest.mark.slow]


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Household]:
    with house(tmp_path / "companion.db") as household:
        yield household


BUSY = "The journal is busy just now, so nothing was recorded."


def heading(page: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>|role=\"alert\">\s*<p><b>(.*?)</b>", page, re.DOTALL)
    return " ".join((found[1] or found[2]).split()) if found else ""


def goes_on(one: Household, epoch: str = "") -> None:
    """Every writer gets through again, every listener shows the table as it is, and nothing answered is lost."""
    one.write(2, epoch=epoch)
    one.pause()
    one.until_right()
    assert one.check(epoch) >= 12
    one.resume()


# The process


@pytest.mark.long
def test_a_server_killed_under_six_writers_loses_nothing_and_every_phone_hears_on(tmp_path: Path) -> None:
    lines, wait = kills(tmp_path / "companion.db", rounds=3, seed=14)
    assert lines > 18
    assert wait < SILENT


@pytest.mark.long
def test_a_process_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    lines, wait = stopped(tmp_path / "companion.db", seconds=20)
    assert lines > 30
    assert wait < SILENT


# The disk


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of a megabyte in memory."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.mounts
def test_on_a_full_disk_lines_are_refused_and_pages_read(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk, house(disk / "companion.db") as one:
        with (disk / "filler").open("wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        status, page = refused(one)
        assert (status, heading(page)) == (503, "The disk with the journal is full, so nothing was recorded.")
        assert one.page()[0] == one.page("/journal")[0] == one.page("/export/txt")[0] == 200
        time.sleep(1)
        (disk / "filler").unlink()
        goes_on(one)


@pytest.mark.long
@pytest.mark.mounts
def test_on_a_disk_that_turned_read_only_lines_are_refused_and_pages_read(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk, house(disk / "companion.db") as one:
        one.pause()
        remount = ["mount", "-o", "remount,ro", str(disk)]
        wait_until(lambda: not subprocess.run(remount, capture_output=True, check=False).returncode)  # a page is read
        one.resume()
        status, page = refused(one)
        assert (status, page.count("may not write where its journal is")) == (503, 1)
        assert one.page()[0] == one.page("/journal")[0] == 200
        time.sleep(1)
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        goes_on(one)


@pytest.mark.linux
def test_where_the_file_may_not_grow_lines_are_refused_and_the_journal_is_called_sound(one: Household) -> None:
    """As a quota of a disk does, which SQLite does not report as a full disk."""
    resource.prlimit(one.server.pid, resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))
    status, page = refused(one)
    assert status == 503
    assert "damaged" not in page
    assert heading(page) == "The computer could not use the journal’s file, so nothing was recorded."
    assert one.page()[0] == 200
    time.sleep(1)
    resource.prlimit(one.server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    goes_on(one)


def refused(one: Household) -> tuple[int, str]:
    """The first answer that refuses a line for more than another phone's line, or its turn to write."""
    late, number = time.monotonic() + PATIENCE, 0
    while time.monotonic() < late:
        number += 1  # a full disk may still take one: no line is entered twice
        status, page = one.enter(f'table: note "{number} {"x" * 150}"')
        if status not in (303, 409) and heading(page) != BUSY:
            return status, page
    raise AssertionError("every line was stored")


# The file


@pytest.mark.long
@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_a_file_that_another_program_locks_is_waited_for(one: Household, how: str) -> None:
    with closing(sqlite3.connect(one.database, isolation_level=None, timeout=PATIENCE)) as other:
        other.execute(f"BEGIN {how}")
        status, page = one.page() if how == "EXCLUSIVE" else one.enter('table: note "x"', "unknown.0")
        if how == "EXCLUSIVE":
            assert (status, heading(page)) == (503, BUSY)
        else:
            assert status == 409, "reading goes on"
            assert one.page()[0] == 200
        wait_until(lambda: any(writer.statuses[503] for writer in one.writers))
        other.execute("ROLLBACK")
    goes_on(one)


def test_a_restore_while_people_play_keeps_all_that_is_answered_after_it(one: Household, tmp_path: Path) -> None:
    one.write(2)
    one.pause()
    command(one.database, "backup", str(tmp_path / "kept.db"))
    kept, old = one.check(), one.tag()
    one.resume()
    one.write(2)
    command(one.database, "restore", str(tmp_path / "kept.db"))
    epoch = one.tag().partition(".")[0]
    assert epoch != old.partition(".")[0]
    assert one.enter('table: note "from an old page"', old)[0] == 409
    assert (
        one.enter('table: note "from an old page"', f"{old.partition('.')[0]}.{one.tag().partition('.')[2]}")[0] == 409
    )
    goes_on(one, epoch)
    with closing(sqlite3.connect(tmp_path / "kept.db")) as backup, closing(sqlite3.connect(one.database)) as now:
        sql = "SELECT seq, who, text, at, phone FROM entries ORDER BY seq LIMIT ?"
        assert backup.execute(sql, (kept,)).fetchall() == now.execute(sql, (kept,)).fetchall()
        assert not now.execute("SELECT 1 FROM entries WHERE text LIKE '%old page%'").fetchall()


def test_a_file_taken_away_is_missed_and_played_on_when_it_is_back(one: Household, tmp_path: Path) -> None:
    one.database.rename(tmp_path / "elsewhere.db")
    status, page = one.page()
    assert (status, heading(page)) == (503, "The journal’s file is not where it should be, so nothing was recorded.")
    time.sleep(1)
    assert not one.database.exists(), "an empty journal never takes the place of a full one"
    (tmp_path / "elsewhere.db").rename(one.database)
    goes_on(one)


def test_another_file_in_its_place_is_a_new_epoch(one: Household, tmp_path: Path) -> None:
    """A copy put there by hand: what was answered before the copy stands, and old pages cannot act."""
    one.write(2)
    one.pause()
    old = one.tag()
    shutil.copy(one.database, tmp_path / "copy.db")
    os.replace(tmp_path / "copy.db", one.database)
    one.resume()
    goes_on(one)
    assert one.tag().partition(".")[0] != old.partition(".")[0]
    assert one.enter('table: note "x"', old)[0] == 409


# The clock


@pytest.mark.long
@pytest.mark.faketime
def test_a_clock_that_goes_back_and_forth_by_hours_changes_nothing(tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    clock.write_text("+0")
    environment = {
        "LD_PRELOAD": str(faketime()),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    with house(tmp_path / "companion.db", **environment) as one:
        for shift in ("+5h", "-7h", "-400d", "+0"):
            (tmp_path / "next").write_text(shift)
            (tmp_path / "next").replace(clock)  # at once: the server may be reading it
            goes_on(one)
        with closing(sqlite3.connect(one.database)) as now:
            years = {row[0][:4] for row in now.execute("SELECT at FROM entries")}
            phones = now.execute("SELECT count(DISTINCT phone) FROM entries").fetchone()[0]
        assert len(years) >= 2, "the server's clock did go"
        assert phones == len(one.writers), "every phone stayed the same"
        assert one.page("/journal")[0] == one.page("/export/json")[0] == 200
