"""How many lines a second the database alone takes, by the store's own code, and how many bytes it needs for them."""

from __future__ import annotations

import threading
import time

from companion.kernel.entry import Entry
from companion.kernel.transcript import read_transcript
from companion.store.journal import new_code
from companion.store.store import open_store
from tests.load.figures import Report
from tests.postgres import Server
from tests.town.buildings import processor_time, size_of
from tests.town.people import GAMES
from tests.transcripts import GOLDEN, headers_of

AT = "2026-01-01T12:00:00Z"


def ceiling(report: Report, server: Server, database: str, writers: int = 8, seconds: float = 10.0) -> None:
    """Append lines as fast as they are taken, each writer at a table of its own; others listen as processes do."""
    print(f"the database alone: {writers} writers, as fast as they can")
    store = open_store(database)
    store.follow(lambda news: None)
    done = [0] * writers
    until = time.monotonic() + seconds

    def write(number: int) -> None:
        code = f"BBB{'BCDFGHJK'[number % 8]}{'BCDFGHJK'[number // 8]}"
        with store.open() as connection:
            connection.create(code, "donut-shop", "game donut-shop\nseats Ana Bo\n", AT, "pen")
            epoch = connection.epoch
            while time.monotonic() < until:
                line = ("Ana", f'paid 5 "{done[number]}"')
                connection.append(code, epoch, done[number], [line], AT, "pen")
                done[number] += 1

    before, start = processor_time(server.pid), time.monotonic()
    threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines, took = sum(done), time.monotonic() - start
    report.note("lines a second", round(lines / took))
    report.note(
        "processor time of the database, ms a line", round(1000 * (processor_time(server.pid) - before) / lines, 2)
    )
    store.close()


def room(report: Report, database: str, games: int = 500) -> None:
    """Store whole games of four with their claims, and print the bytes they take with all indexes."""
    print(f"{games} whole games of each kind stored")
    store = open_store(database)
    lines = 0
    with store.open() as connection:
        for name in GAMES:
            text = (GOLDEN / f"{name}.txt").read_text("utf-8")
            moves = [line.partition(": ") for _, line in read_transcript(text).moves]
            entries = [Entry(seq, who, said, AT, f"{seq % 4:016x}") for seq, (who, _, said) in enumerate(moves, 1)]
            for _ in range(games):
                code = new_code(connection)
                connection.create(code, name.rpartition("-")[0], headers_of(text), AT, f"{0:016x}", entries)
                for seat in range(4):
                    connection.claim(code, seat, f"{seat:016x}", AT)
                lines += len(entries)
    store.close()
    stored = size_of(database)
    report.note("lines, bytes a line", (stored["lines"], round(stored["bytes"] / stored["lines"])))
    report.note("bytes a game, of both kinds on average", round(stored["bytes"] / stored["tables"]))
    assert stored["lines"] == lines
