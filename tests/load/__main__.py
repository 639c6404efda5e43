"""`python -m tests.load`: a real server under a room full of phones, a photo, and hostile clients; part of `make soak`.

Prints each figure beside what is required and fails where one is missed. `--only listening tables photo hostile`
chooses parts; `--port` and `--pid` measure a server that runs already.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from companion.web.server import raise_file_limit
from tests.load.evening import Evening, evening, listening
from tests.load.figures import Report
from tests.load.phones import NoAnswer, Phone
from tests.load.siege import siege
from tests.photos.crowd import EDGE, body, photo, server

Part = Callable[[Report, int, int], Awaitable[None]]


async def many_listen(report: Report, port: int, pid: int) -> None:
    await listening(report, port, pid, phones=600)
    await listening(report, port, pid, phones=1_000, lines=5)


async def tables(report: Report, port: int, pid: int) -> None:
    print("25 tables of 6 phones, a line every 2 s at each")
    await evening(report, port, pid, Evening(port))


async def with_photos(report: Report, port: int, pid: int) -> None:
    print("the same while photos are read, one after another")
    picture, sent = body(photo()), 0

    async def send() -> None:
        nonlocal sent
        while True:
            phone = Phone(port)
            with suppress(NoAnswer):
                await phone.ask("POST", "/photo", picture, f"multipart/form-data; boundary={EDGE}")
                sent += 1
            phone.hang_up()
            await asyncio.sleep(1)

    sender = asyncio.create_task(send())
    await evening(report, port, pid, Evening(port, seconds=30), bound=300)
    sender.cancel()
    report.note("photos answered", sent)


async def hostile(report: Report, port: int, pid: int) -> None:
    await siege(report, port, pid, lambda: Path(f"/proc/{pid}/fd/0").exists())


PARTS: dict[str, Part] = {"listening": many_listen, "tables": tables, "photo": with_photos, "hostile": hostile}


def measure(parts: list[str], port: int, pid: int) -> list[str]:
    """Run parts against a server; return what was missed."""
    report = Report()

    async def all_parts() -> None:
        for part in parts:
            await PARTS[part](report, port, pid)

    asyncio.run(all_parts())
    return report.missed


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--port", type=int)
    parser.add_argument("--pid", type=int)
    options = parser.parse_args()
    raise_file_limit()
    if options.port:
        missed = measure(options.only, options.port, options.pid)
    else:
        missed = []
        for part in options.only:  # each on a server of its own, so that its memory is its own too
            with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as running:
                missed += measure([part], running.port, running.pid)
    print("\n".join(["Missed:", *missed]) if missed else "All as required.")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
