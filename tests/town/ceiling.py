"""How many lines a second the database alone takes, by the store's own code, from one process and several threads."""

from __future__ import annotations

import threading
import time

from companion.store.store import open_store
from tests.load.figures import Report
from tests.postgres import Server
from tests.town.buildings import processor_time


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
            connection.create(code, "donut-shop", "game donut-shop\nseats Ana Bo\n", "2026-01-01T12:00:00Z", "pen")
            epoch = connection.epoch
            while time.monotonic() < until:
                line = ("Ana", f'paid 5 "{done[number]}"')
                connection.append(code, epoch, done[number], [line], "2026-01-01T12:00:00Z", "pen")
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
