"""Programs and the server killed while lines are written: nothing answered is lost, and all is right again at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.refusals import Stale, Unavailable
from companion.store.news import News, What
from companion.store.postgres.store import PostgresStore
from tests.client import BANK, House, sentence
from tests.postgres import Server, server
from tests.soak import kill, load
from tests.store.table import AT, CODE, HEADER

pytestmark = [pytest.mark.postgres, pytest.mark.long, pytest.mark.posix]


@pytest.fixture(scope="module")
def killed() -> Iterator[Server]:
    """A server that may be killed, and syncs what it stores to the disk."""
    with server(fsync=True) as one:
        yield one


@pytest.fixture
def address(killed: Server, tmp_path: Path) -> str:
    return killed.database(tmp_path)


@pytest.fixture
def store(address: str) -> Iterator[PostgresStore]:
    store = PostgresStore(address, 5.0)
    with store.open() as connection:
        connection.create(CODE, "donut-shop", HEADER, AT, "p1")
    yield store
    store.close()


def soon_open(store: PostgresStore, seconds: float = 15.0) -> float:
    """Wait until the store can be used again; return the seconds that took."""
    begun = time.monotonic()
    while True:
        try:
            with store.open() as connection:
                connection.version(CODE)
                return time.monotonic() - begun
        except Unavailable:
            assert time.monotonic() - begun < seconds
            time.sleep(0.05)


def test_thirty_kills_of_a_process_lose_no_answered_line_and_store_none_by_half(address: str) -> None:
    assert kill(address, times=30, seed=20).answered > 30


def test_many_phones_at_once_lose_and_double_nothing(address: str) -> None:
    statuses = load(address, seconds=2, tables=2, phones=4, listeners=4)
    assert statuses[200] > 20
    assert set(statuses) <= {200, 409}


def test_a_server_killed_while_lines_are_written_lost_none_that_was_stored(
    killed: Server, store: PostgresStore
) -> None:
    stored: list[str] = []

    def write(name: str, stop: threading.Event) -> None:
        number = 0
        while not stop.is_set():
            text = f'note "{name} {number}"'
            try:
                with store.open() as connection:
                    entries = connection.append(
                        CODE, connection.epoch, connection.version(CODE), [("table", text)], AT, name
                    )
            except (Stale, Unavailable):
                continue
            stored.append(entries[0].text)
            number += 1

    for _ in range(3):
        stop = threading.Event()
        writers = [threading.Thread(target=write, args=(f"w{n}-{len(stored)}", stop)) for n in range(3)]
        for writer in writers:
            writer.start()
        time.sleep(0.4)
        killed.kill()
        stop.set()
        for writer in writers:
            writer.join()
        killed.start()
        soon_open(store)
        with store.open() as connection:
            texts = [entry.text for entry in connection.entries(CODE)]
            assert set(stored) <= set(texts), "what was answered is there"
            assert len(texts) - len(stored) <= 9, "and of each writer at most the one line whose answer was lost"
            assert (len(set(texts)), connection.problems()) == (len(texts), [])
    assert len(stored) > 10


def test_while_the_server_is_away_phones_are_told_so_and_right_after_it_all_is_as_before(
    killed: Server, address: str, tmp_path: Path
) -> None:
    house = House(tmp_path, DATABASE=address, PATIENCE=5.0)
    ana = house.phone()
    code = ana.open()
    version = ana.tag()
    killed.kill()
    begun = time.monotonic()
    for _ in range(3):
        answer = ana.record(BANK[0], version)
        assert (answer.status_code, sentence(answer)) == (
            503,
            "The database cannot be reached just now, so nothing was recorded.",
        )
    assert time.monotonic() - begun < 6, "nobody waits long for it"
    assert ana.get("/rules").status_code == 200, "what needs no database is answered"
    killed.start()
    soon_open(house.app.extensions["store"])
    assert ana.record(BANK[0], version).status_code == 303
    assert house.lines(code) == [BANK[0]]
    house.app.extensions["store"].close()


def test_an_app_may_start_before_its_database(killed: Server, address: str, tmp_path: Path) -> None:
    killed.stop()
    house = House(tmp_path, DATABASE=address, PATIENCE=0.5)
    assert house.phone().get("/").status_code == 503
    killed.start()
    soon_open(house.app.extensions["store"])
    assert house.phone().get("/").status_code == 200
    house.app.extensions["store"].close()


def test_after_a_lost_connection_everything_is_compared(killed: Server, store: PostgresStore) -> None:
    heard: list[News] = []
    store.follow(heard.append)
    wait_for(lambda: heard == [News(What.ALL)])
    with store.open() as connection:
        tag = f"{connection.epoch}.1"
        connection.append(CODE, connection.epoch, 0, [("table", "end")], AT, "p1")
    wait_for(lambda: heard[1:] == [News(What.LINES, CODE, tag)])
    killed.kill()
    killed.start()
    soon_open(store)
    wait_for(lambda: heard[2:] == [News(What.ALL)])
    with store.open() as connection:
        connection.claim(CODE, 0, "p1", AT)
    wait_for(lambda: [news.what for news in heard[3:]] == [What.PEOPLE])


def wait_for(true: object, seconds: float = 10.0) -> None:
    until = time.monotonic() + seconds
    while not true():  # type: ignore[operator]
        assert time.monotonic() < until
        time.sleep(0.02)
