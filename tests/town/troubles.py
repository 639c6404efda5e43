"""Troubles in the middle of play: a process, the proxy or the database killed; what phones saw of it, and how long."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence

from tests.load.figures import Report
from tests.town.buildings import Town, until_well
from tests.town.people import Seen, Table

DOWN = 2.0  # seconds until what was killed is started again, as a supervisor would
SETTLED = 60.0  # seconds within which everything must be right again


async def kill_process(town: Town) -> None:
    town.processes[0].kill()
    await asyncio.sleep(DOWN)
    town.processes[0].start()
    await asyncio.to_thread(town.processes[0].wait)


async def kill_proxy(town: Town) -> None:
    town.proxy.kill()
    await asyncio.sleep(DOWN)
    town.proxy.start()
    await asyncio.to_thread(until_well, f"http://127.0.0.1:{town.proxy.port}/health")


async def kill_database(town: Town) -> None:
    await asyncio.to_thread(town.server.kill)
    await asyncio.sleep(DOWN)
    await asyncio.to_thread(town.server.start)


TROUBLES = {"a process": kill_process, "the proxy": kill_proxy, "the database": kill_database}


async def trouble(report: Report, town: Town, tables: Sequence[Table], seen: Seen, name: str) -> None:
    """Kill something, start it again, and tell what the phones saw until all were right again."""
    print(f"{name} is killed, and started again {DOWN:.0f} s later")
    start = time.monotonic()
    await TROUBLES[name](town)
    report.note("answers again after, s", round(time.monotonic() - start, 1))
    await until(lambda: all(phone.listening.is_set() for table in tables for phone in table.phones))
    report.note("every phone listens again after, s", round(time.monotonic() - start, 1))
    await asyncio.sleep(max(0.0, start + 20 - time.monotonic()))
    failed = [kind(what) for at, what in seen.failed if at >= start]
    report.note("streams lost", sum(at >= start for at in seen.streams_lost))
    report.note("not answered as usual", dict(Counter(failed)))
    waits = [took for at, took in seen.posts if at >= start - 10 and at + took >= start]
    report.note("a line was answered after at most, s", round(max(waits, default=0.0), 1))
    late = [took for at, took in seen.elsewhere if at >= start]
    report.note("and seen on the other phones after at most, s", round(max(late, default=0.0), 1))


def kind(what: str) -> str:
    """Return what went wrong without the table it was about."""
    what = re.sub(r"/t/\w+", "/t/…", what)
    what = re.sub(r"\w*(?:Connection|Incomplete|Timeout)\w*Error.*|OSError.*", "no connection, or none in time", what)
    return what.replace("GET /t/…: ", "").replace("POST /t/…/move: ", "")


async def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + SETTLED
    while not true() and time.monotonic() < end:
        await asyncio.sleep(0.05)
