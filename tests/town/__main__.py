"""`make town`: 200 tables of four phones on two processes, PostgreSQL and Caddy; some of these are killed in turn.

Prints what it measured and fails where an answered line is lost. `--tables 20 --seconds 30` is a small one;
`--only quiet troubles ceiling` chooses parts; `--processes` starts more. Nothing is required of the times: they depend
on what else the machine does, which is printed too.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from companion.web.server import raise_file_limit
from tests import postgres
from tests.load.figures import Report, milliseconds
from tests.load.phones import NoAnswer, Phone
from tests.photographs import photographed
from tests.photos.crowd import EDGE, body
from tests.town.buildings import Town, town
from tests.town.ceiling import ceiling, room
from tests.town.people import Journal, Seen, Table, everybody
from tests.town.troubles import TROUBLES, trouble, until

PARTS = ("quiet", "troubles", "ceiling")
EVERY = 5.0  # seconds between two lines of a table


class Photographer:
    """Sends a photo a second, each from another address; what a phone's own page sends is as large."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.taken: list[float] = []
        self.busy = 0

    async def run(self) -> None:
        picture, number, tasks = body(photographed().jpg.read_bytes()), 0, set[asyncio.Task[None]]()
        while True:
            number += 1
            task = asyncio.create_task(self._send(picture, f"127.2.0.{number % 250 + 1}"))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            await asyncio.sleep(1)

    async def _send(self, picture: bytes, host: str) -> None:
        phone, began = Phone(self._port, host), time.monotonic()
        with suppress(NoAnswer):
            status, _, _ = await phone.ask("POST", "/photo", picture, f"multipart/form-data; boundary={EDGE}")
            if status in (200, 303):
                self.taken.append(time.monotonic() - began)
            else:
                self.busy += 1
        phone.hang_up()


async def quiet(report: Report, place: Town, tables: list[Table], seen: Seen, seconds: float, photos: bool) -> None:
    """Play while nothing happens."""
    photographer = Photographer(place.proxy.port)
    sender = asyncio.create_task(photographer.run()) if photos else None
    await asyncio.sleep(5)
    for kept in (seen.posts, seen.taps, seen.elsewhere, seen.failed):
        kept.clear()
    before, logged, own, start = place.times(), place.logged(), time.process_time(), time.monotonic()
    await asyncio.sleep(seconds)
    took, lines = time.monotonic() - start, max(1, len(seen.posts))
    spent = {name: after - before[name] for name, after in place.times().items()}
    report.note("lines, drawings on other phones", (len(seen.posts), len(seen.elsewhere)))
    report.note("a tap (POST): median, p95, longest, ms", [milliseconds(seen.taps, x) for x in (0.5, 0.95, 1.0)])
    delays = [took for _, took in seen.elsewhere]
    report.note("seen elsewhere: median, p95, longest, ms", [milliseconds(delays, x) for x in (0.5, 0.95, 1.0)])
    report.note("not answered as usual", len(seen.failed))
    for name, seconds_spent in spent.items():
        each = f"{1000 * seconds_spent / lines:.1f} ms a line, {100 * seconds_spent / took:.0f} % of a core"
        report.note(f"processor time, {name}", each)
    report.note("processor time of all the phones", f"{100 * (time.process_time() - own) / took:.0f} % of a core")
    report.note("log of the database (WAL), bytes a line", round((place.logged() - logged) / lines))
    report.note("memory, MB", place.memory())
    report.note("database", place.connections())
    if sender is not None:
        sender.cancel()
        taken = photographer.taken
        report.note("photos answered, refused as busy", (len(taken), photographer.busy))
        report.note("a photo: median, p95, ms", [milliseconds(taken, x) for x in (0.5, 0.95)] if taken else "none")


async def live(report: Report, place: Town, options: argparse.Namespace) -> None:
    """Have all tables play through the chosen parts; then look whether each answered line is there once."""
    seen, dice = Seen(), random.Random(19)
    journal = Journal(place.database)
    tables = [Table(number, journal, place.proxy.port, seen, dice) for number in range(options.tables)]
    start = time.monotonic()
    await everybody(tables)
    print(f"{len(tables)} tables of 4 phones came within {time.monotonic() - start:.0f} s; a line every {EVERY:.0f} s")
    going = True
    games = [asyncio.create_task(t.play(EVERY, EVERY * n / len(tables), lambda: going)) for n, t in enumerate(tables)]
    if "quiet" in options.only:
        print("lines alone" if options.no_photos else "lines, and a photo a second")
        await quiet(report, place, tables, seen, options.seconds, not options.no_photos)
    if "troubles" in options.only:
        for name in TROUBLES:
            await trouble(report, place, tables, seen, name)
    going = False
    await asyncio.gather(*games)
    await until(lambda: all(phone.is_right() for table in tables for phone in table.phones))
    behind = sum(not phone.is_right() for table in tables for phone in table.phones)
    for table in tables:
        await table.leave()
        table.check(journal)
    journal.close()
    print("the end")
    report.note("lines answered", sum(table.answered for table in tables))
    report.at_most("answered lines that are lost, or there twice", len(seen.wrong), 0, "")
    report.at_most("phones that do not show the last line", behind, 0, "")
    for words in seen.wrong[:5]:
        report.note("", words)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.town")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--no-photos", action="store_true")
    options = parser.parse_args()
    raise_file_limit()
    report = Report()
    print(f"load of this machine before: {os.getloadavg()[0]:.1f}, cores: {os.cpu_count()}")
    with tempfile.TemporaryDirectory() as folder, postgres.server(fsync=True) as server:
        if {"quiet", "troubles"} & set(options.only):
            with town(Path(folder), server, options.processes) as place:
                asyncio.run(live(report, place, options))
        if "ceiling" in options.only:
            ceiling(report, server, server.database(Path(folder) / "ceiling"))
            room(report, server.database(Path(folder) / "room"))
    print(f"load of this machine after: {os.getloadavg()[0]:.1f}")
    print("\n".join(["Missed:", *report.missed]) if report.missed else "Nothing lost.")
    sys.exit(bool(report.missed))


if __name__ == "__main__":
    main()
