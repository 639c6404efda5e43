"""Changes of the journal by another program reach phones that only wait."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from companion.editions import load_sets
from companion.store.sightings import Sighting
from companion.store.store import open_store
from companion.tables.feed import Feed
from companion.tables.play import Command, Play, Snapshot
from companion.tables.watch import Watch
from tests.client import House

pytestmark = pytest.mark.slow
BANK = "game donut-shop\nseats Ana Bo\nfollow bank"
SETS = load_sets()
OTHER_PROGRAM = """
import sys
from companion.web import create_app
result = create_app({"DATABASE": sys.argv[1]}).test_cli_runner().invoke(args=sys.argv[2:])
print(result.output)
sys.exit(result.exit_code)
"""


def command(journal: Path, *args: str) -> str:
    """What `flask --app app …` prints, run by a program of its own."""
    done = subprocess.run(
        [sys.executable, "-c", OTHER_PROGRAM, str(journal), *args], capture_output=True, text=True, check=True
    )
    return done.stdout


class Room:
    """A server’s memory, one table, and what a phone that waits for it hears."""

    def __init__(self, folder: Path, every: float = 0.05) -> None:
        self.journal = open_store(folder / "journal.db")
        self.play = Play(SETS, Feed())
        self.watch = Watch(self.journal.open, self.play, self.journal.sightings, every)
        with self.journal.open() as connection:
            self.code = self.play.open(connection, BANK, "Ana's").code
        self.snapshot = self.record("Ana: paid 35")
        self.place = self.play.feed.enter(self.code, self.snapshot.tag)
        assert self.place

    def record(self, line: str) -> Snapshot:
        with self.journal.open() as connection:
            snapshot = self.play.snapshot(connection, self.code)
            return self.play.play(connection, Command(self.code, snapshot.epoch, snapshot.version, (line,), "Ana's"))

    def hears(self, seen: str, seconds: float = 10) -> str | None:
        return self.play.feed.wait(self.code, seen, seconds)

    def threads(self) -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name == "watch"]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_a_line_another_program_stored_is_heard(room: Room) -> None:
    room.watch.begin()
    other = Play(SETS, Feed())
    with open_store(room.journal.file).open() as connection:
        snapshot = other.play(connection, Command(room.code, room.snapshot.epoch, 1, ("Ana: end",), "Bo's"))
    assert room.hears(room.snapshot.tag) == snapshot.tag
    room.play.feed.close()


def test_a_restore_is_heard_also_where_the_number_is_the_same(room: Room, tmp_path: Path) -> None:
    room.journal.back_up(tmp_path / "backup.db")
    room.watch.begin()
    command(room.journal.file, "restore", str(tmp_path / "backup.db"))
    tag = room.hears(room.snapshot.tag) or ""
    assert tag.endswith(".1") and tag != room.snapshot.tag
    assert not room.play._recent, "tables of another epoch are forgotten"
    with room.journal.open() as connection:
        assert room.play.snapshot(connection, room.code).tag == tag
    room.play.feed.close()


def test_a_table_that_is_gone_is_heard_too(room: Room) -> None:
    room.watch.begin()
    command(room.journal.file, "forget", room.code)
    assert room.hears(room.snapshot.tag) == f"{room.snapshot.epoch}.0"
    room.play.feed.close()


def test_what_this_program_stored_meanwhile_is_not_undone_by_what_was_read_before(room: Room) -> None:
    known = room.play.feed.watched()
    later = room.record("Ana: end")
    room.play.feed.correct(room.code, known[room.code], "older.7")
    assert room.hears(room.snapshot.tag) == later.tag


def test_a_file_that_is_not_there_for_a_while_is_left_for_later(room: Room) -> None:
    aside = room.journal.file.rename(room.journal.file.with_suffix(".aside"))
    room.watch.look()
    aside.rename(room.journal.file)
    room.watch.look()
    assert room.hears(room.snapshot.tag, 0) is None


def test_nobody_looks_while_nobody_waits(room: Room) -> None:
    before = len(room.threads())
    room.watch.begin()
    room.watch.begin()
    assert len(room.threads()) == before + 1
    room.play.feed.leave(room.place)
    wait_until(lambda: len(room.threads()) == before)
    room.play.feed.enter(room.code, room.snapshot.tag)
    room.watch.begin()
    assert len(room.threads()) == before + 1
    room.play.feed.close()
    wait_until(lambda: len(room.threads()) == before)


def wait_until(true: object) -> None:
    assert callable(true)
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_page_that_is_open_during_a_restore_hears_of_it_within_five_seconds(tmp_path: Path) -> None:
    """Through the app, with the pace it has in a house."""
    house = House(tmp_path)
    phone = house.phone()
    phone.open()
    phone.record("Ana: paid 35")
    seen = phone.tag()
    command(house.path, "backup", str(tmp_path / "backup.db"))
    phone.record("Ana: paid 10")
    phone.record("table: take-back")
    seen = phone.tag()
    news = phone.client.get(f"/t/{phone.code}/news?seen={seen}", buffered=False)
    events = iter(news.response)  # type: ignore[arg-type]
    assert next(events) == b": hello\n\n"
    command(house.path, "restore", str(tmp_path / "backup.db"))
    began = time.monotonic()
    heard = next(events).decode()  # type: ignore[union-attr]
    assert time.monotonic() - began < 5
    assert heard == f"event: version\ndata: {phone.tag()}\n\n"
    assert phone.tag().endswith(".1") and phone.tag().partition(".")[0] != seen.partition(".")[0]
    news.close()
    old = phone.client.post(
        f"/t/{phone.code}/move",
        data={"text": "table: take-back", "version": f"{seen.partition('.')[0]}.1"},
        headers={"Sec-Fetch-Site": "same-origin", "HX-Request": "true"},
    )
    assert (old.status_code, old.headers["X-Table-Version"]) == (409, phone.tag())
    assert house.lines(phone.code) == ["Ana: paid 35"]


def test_what_a_camera_saw_is_news(room: Room) -> None:
    before = room.play.feed.people(room.code)
    room.watch.begin()
    seen = Sighting(room.code, room.snapshot.tag, (6, 2), ("B", "N", "V", "M"))
    open_store(room.journal.file).sightings.put(seen)
    wait_until(lambda: room.play.feed.people(room.code) > before)
    assert room.hears(room.snapshot.tag, 0) is None, "it is no line"
    room.play.feed.close()
