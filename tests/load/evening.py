"""Many phones that behave: how soon all of them hear of a line, and what a tap takes meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from tests.load.figures import Report, megabytes, milliseconds
from tests.load.phones import Listener, NoAnswer, Phone

AT_ONCE = 40  # connections begun at once
LATE = 1.0  # seconds within which everybody must have been told


async def many(jobs: list[Callable[[], Awaitable[object]]]) -> list[object]:
    """Run jobs, AT_ONCE at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(job: Callable[[], Awaitable[object]]) -> object:
        async with gate:
            return await job()

    return await asyncio.gather(*(one(job) for job in jobs))


async def listening(report: Report, port: int, pid: int, phones: int = 600, lines: int = 15) -> None:
    """All phones listen at one table; each line must reach all of them."""
    print(f"{phones} phones listen at one table")
    host, delays, untold = Phone(port), list[float](), 0
    await host.open()
    tag, sent = await host.look(), {}

    def heard(listener: Listener, tag: str) -> None:
        if tag in sent:
            delays.append(time.monotonic() - sent[tag])

    jobs = [lambda: Listener.start(port, host.code, tag, heard) for _ in range(phones)]
    listeners = [one for one in await many(jobs) if isinstance(one, Listener)]
    refused = sum(one.status != 200 for one in listeners)
    epoch, _, version = tag.rpartition(".")
    for number in range(1, lines + 1):
        tag = f"{epoch}.{int(version) + number}"
        sent[tag] = time.monotonic()
        await host.record(f'Ana: paid 5 "{number}"')
        await asyncio.sleep(2 * LATE)
        untold += sum(one.tag != tag for one in listeners)
    report.at_most("phones refused", refused, 0, "")
    report.at_most("lines somebody was not told of", untold, 0, "")
    report.at_most("told, p95", milliseconds(delays, 0.95), 300)
    report.at_most("told, the last", milliseconds(delays, 1.0), 1000 * LATE)
    report.note("memory, MB", megabytes(pid))
    for one in listeners:
        one.hang_up()
    host.hang_up()
    await asyncio.sleep(1)


@dataclass
class Evening:
    """Tables with phones that hear of lines and look, while somebody at each enters one every few seconds."""

    port: int
    tables: int = 25
    phones: int = 6
    every: float = 2.0  # seconds between two lines of a table
    seconds: float = 60.0
    polling: float = 0.0  # seconds between two looks of a phone that does not listen; 0: all listen
    posts: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    unseen: int = 0

    async def run(self) -> None:
        until = time.monotonic() + self.seconds
        await asyncio.gather(*(self._table(until, number / self.tables) for number in range(self.tables)))

    async def _table(self, until: float, offset: float) -> None:
        await asyncio.sleep(offset * self.every)
        writer = Phone(self.port)
        await writer.open()
        await writer.look()
        sent: dict[str, float] = {}
        others = [_Guest(self, writer, sent, until) for _ in range(self.phones - 1)]
        tasks = [asyncio.create_task(other.stay()) for other in others]
        await asyncio.gather(*(other.ready.wait() for other in others))
        own = None if self.polling else await Listener.start(self.port, writer.code, writer.tag, lambda *_: None)
        epoch, _, version = writer.tag.rpartition(".")
        next_line, number = time.monotonic(), int(version)
        while time.monotonic() < until:
            number += 1
            sent[f"{epoch}.{number}"] = began = time.monotonic()
            try:
                await writer.record(f'Ana: paid 5 "{number}"')
                self.posts.append(time.monotonic() - began)
            except NoAnswer as error:
                self.lost.append(str(error))
                break
            next_line += self.every
            await asyncio.sleep(max(0.0, next_line - time.monotonic()))
        await asyncio.sleep(self.polling + 1.0)
        for task, other in zip(tasks, others, strict=True):
            task.cancel()
            self.unseen += other.drawn != writer.tag
            other.leave()
        if own is not None:
            own.hang_up()
        writer.hang_up()


class _Guest:
    """A phone that sees what another enters: after news, or by looking every few seconds."""

    def __init__(self, evening: Evening, writer: Phone, sent: dict[str, float], until: float) -> None:
        self._evening, self._sent = evening, sent
        self._phone = Phone(evening.port, code=writer.code)
        self.drawn = writer.tag
        self.ready = asyncio.Event()
        self._bell = asyncio.Event()
        self._listener: Listener | None = None

    async def stay(self) -> None:
        with suppress(asyncio.CancelledError):
            if not self._evening.polling:
                self._listener = await Listener.start(
                    self._evening.port, self._phone.code, self.drawn, lambda *_: self._bell.set()
                )
            self.ready.set()
            while True:
                if self._evening.polling:
                    await asyncio.sleep(self._evening.polling)
                else:
                    await self._bell.wait()
                self._bell.clear()
                await self._look()

    async def _look(self) -> None:
        try:
            tag = await self._phone.look()
        except NoAnswer as error:
            self._evening.lost.append(str(error))
            return
        epoch, _, newest = tag.rpartition(".")
        for version in range(int(self.drawn.rpartition(".")[2]) + 1, int(newest) + 1):
            if begun := self._sent.get(f"{epoch}.{version}"):
                self._evening.seen.append(time.monotonic() - begun)
        self.drawn = tag

    def leave(self) -> None:
        self._phone.hang_up()
        if self._listener is not None:
            self._listener.hang_up()


async def evening(report: Report, port: int, pid: int, made: Evening, bound: float = 150) -> None:
    """Print what an evening measured. `bound`: of a tap, in milliseconds."""
    await made.run()
    report.at_most("requests lost", len(made.lost), 0, "")
    for words in made.lost[:3]:
        report.note("", words)
    report.at_most("phones that do not show the last line", made.unseen, 0, "")
    report.at_most("a tap (POST), p95", milliseconds(made.posts, 0.95), bound)
    report.note("a tap, median and longest, ms", (milliseconds(made.posts, 0.5), milliseconds(made.posts, 1.0)))
    report.at_most("seen on another phone, p95", milliseconds(made.seen, 0.95), 300 if bound <= 150 else 1000)
    report.note("seen, median and longest, ms", (milliseconds(made.seen, 0.5), milliseconds(made.seen, 1.0)))
    report.note("taps, lines seen", (len(made.posts), len(made.seen)))
    report.at_most("memory, MB", megabytes(pid), 250, "MB")
