"""The people of a town: at each table four with a phone each; whose turn it is enters the next line of a whole game."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode

from companion.editions import load_sets
from companion.kernel.transcript import read_transcript
from companion.store.store import open_store
from companion.tables.feed import Feed
from companion.tables.play import MOST_LINES, Command, Play
from tests.load.phones import FORM, Listener, NoAnswer, Phone
from tests.transcripts import GOLDEN, headers_of

GAMES = ("donut-shop-4", "go-nuts-4")  # whole games of four, every card and tile followed
SEATS = ("Ana", "Bo", "Cy", "Di")
AGAIN = 1.0  # seconds after which somebody taps again
FIRST = {
    "donut-shop-4": (6, 40),
    "go-nuts-4": (1, 12),
}  # how many lines a table has when it opens, at least and at most
BATCH = 10  # tables whose phones come at once


@dataclass
class Seen:
    """All that the phones of a town noticed. Times are those of time.monotonic, and seconds."""

    posts: list[tuple[float, float]] = field(default_factory=list)  # when a line was tapped, and until it was answered
    taps: list[float] = field(default_factory=list)  # each answered POST alone
    elsewhere: list[tuple[float, float]] = field(default_factory=list)  # when a line was drawn, how long it took
    failed: list[tuple[float, str]] = field(default_factory=list)  # what was not answered as it should be
    streams_lost: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # lines that were answered and are not there once


class TownPhone(Phone):
    """A phone with a seat. It listens, and opens its stream again when that is lost, as pages do."""

    def __init__(self, port: int, host: str, table: Table) -> None:
        super().__init__(port, host, table.code)
        self._table, self._seen = table, table.seen
        self._bell, self._told = asyncio.Event(), ""  # the tag of the latest news
        self._one_at_a_time = asyncio.Lock()
        self.drawn = ""
        self.listening = asyncio.Event()

    def is_right(self) -> bool:
        """Return whether it listens and shows the newest line."""
        return self.listening.is_set() and self.drawn == self._table.newest

    async def sit_down(self, seat: int) -> None:
        await self.draw()
        form = urlencode([("do", "claim"), ("seat", str(seat))]).encode()
        status, _, _ = await self.ask("POST", f"/t/{self.code}/phones", form)
        if status not in (200, 303):
            raise NoAnswer(f"claim: {status}")
        await self.draw()

    async def draw(self) -> None:
        """Ask for the table as it is, and note which lines are seen now."""
        async with self._one_at_a_time:
            began = self.drawn or self.tag
            await self.look()
            self._table.note_seen(began, self.tag)
            self.drawn = self.tag

    def hear(self, tag: str) -> None:
        self._told = tag
        self._bell.set()

    async def live(self) -> None:
        """Listen, and draw at each news, until it is cancelled."""
        listening = asyncio.create_task(self._listen())
        try:
            while True:
                await self._bell.wait()
                self._bell.clear()
                async with self._one_at_a_time:  # what it enters itself it is shown with the answer
                    if self._told == self.drawn:
                        continue
                try:
                    await self.draw()
                except NoAnswer as error:
                    self._seen.failed.append((time.monotonic(), f"draw: {error}"))
                    await asyncio.sleep(AGAIN)
                    self._bell.set()
        finally:
            listening.cancel()

    async def _listen(self) -> None:
        tries = 0
        stream: Listener | None = None
        try:
            while True:
                with suppress(OSError, TimeoutError):
                    stream = await Listener.start(
                        self.port, self.code, self.drawn, lambda _, tag: self.hear(tag), self.host, self.cookie
                    )
                    if stream.status == 200:
                        tries = 0
                        self.listening.set()
                        while not stream.lost:
                            await asyncio.sleep(0.1)
                        self._seen.streams_lost.append(time.monotonic())
                self.listening.clear()
                await asyncio.sleep(min(30.0, 2.0**tries) * random.uniform(0.75, 1.25))
                tries += 1
        finally:
            if stream is not None:
                stream.hang_up()

    async def enter(self, line: str) -> None:
        """Tap until a line is answered; the same form each time, so that it is stored once."""
        version, first = self.tag, time.monotonic()
        while True:
            began = time.monotonic()
            async with self._one_at_a_time:
                try:
                    form = urlencode([("version", version), ("text", line)]).encode()
                    status, _, _ = await self.ask("POST", f"/t/{self.code}/move", form, FORM, patience=10)
                except NoAnswer as error:
                    status = 0
                    self._seen.failed.append((began, f"enter: {error}"))
                if status == 200:
                    self._seen.taps.append(time.monotonic() - began)
                    self._seen.posts.append((first, time.monotonic() - first))
                    self.drawn = self.tag
                    return
            if status:
                self._seen.failed.append((began, f"enter: {status}"))
            await asyncio.sleep(AGAIN)
            if status == 409:  # it had not seen the line before yet
                with suppress(NoAnswer):
                    await self.draw()
                    version = self.tag


class Journal:
    """The journal, as a program beside the processes opens tables in it and reads it."""

    def __init__(self, database: str) -> None:
        self._store = open_store(database)
        self._play = Play(load_sets(), Feed())

    def table(self, headers: str, lines: Sequence[str]) -> str:
        """Open a table with lines; return its code."""
        with self._store.open() as connection:
            snapshot = self._play.open(connection, headers, "pen")
            for start in range(0, len(lines), MOST_LINES):
                more = tuple(lines[start : start + MOST_LINES])
                self._play.play(connection, Command(snapshot.code, snapshot.epoch, start, more, "pen"))
        return snapshot.code

    def lines(self, code: str) -> list[str]:
        with self._store.open() as connection:
            return [f"{entry.who}: {entry.text}" for entry in connection.entries(code)]

    def close(self) -> None:
        self._store.close()


class Table:
    """A table in the middle of a game."""

    def __init__(self, number: int, journal: Journal, port: int, seen: Seen, dice: random.Random) -> None:
        name = GAMES[number % len(GAMES)]
        text = (GOLDEN / f"{name}.txt").read_text("utf-8")
        lines = [line for _, line in read_transcript(text).moves]
        self.first = dice.randint(*FIRST[name])
        self.seen, self._lines = seen, lines
        self.code = journal.table(headers_of(text), lines[: self.first])
        host = f"127.1.{number // 250}.{number % 250 + 1}"
        self.phones = [TownPhone(port, host, self) for _ in SEATS]
        self.newest = ""
        self._entered: dict[str, float] = {}
        self.answered = 0
        self._tasks: list[asyncio.Task[None]] = []

    def note_seen(self, before: str, now: str) -> None:
        """Note how long the lines between two tags took to be seen by one of the phones that did not enter them."""
        epoch, _, newest = now.rpartition(".")
        old = before.rpartition(".")[2]
        for version in range(int(old or newest) + 1, int(newest) + 1):
            if began := self._entered.get(f"{epoch}.{version}"):
                self.seen.elsewhere.append((time.monotonic(), time.monotonic() - began))

    async def sit_down(self) -> None:
        for seat, phone in enumerate(self.phones):
            await phone.sit_down(seat)
        for phone in self.phones:
            await phone.draw()
            self._tasks.append(asyncio.create_task(phone.live()))
        await asyncio.gather(*(phone.listening.wait() for phone in self.phones))
        self.newest = self.phones[0].drawn

    async def play(self, every: float, offset: float, go_on: Callable[[], bool]) -> None:
        """Enter a line every so many seconds."""
        await asyncio.sleep(offset)
        due = time.monotonic()
        epoch, _, version = self.newest.rpartition(".")
        for number, line in enumerate(self._lines[self.first :], int(version) + 1):
            if not go_on():
                return
            who, _, _ = line.partition(":")
            phone = self.phones[SEATS.index(who) if who in SEATS else number % len(SEATS)]
            self._entered[f"{epoch}.{number}"] = time.monotonic()
            await phone.enter(line)
            self.newest = phone.tag
            self.answered += 1
            due = max(due + every, time.monotonic())
            await asyncio.sleep(due - time.monotonic())

    def check(self, journal: Journal) -> None:
        """Note as wrong what was answered and is not in the database once and in order."""
        wanted = self._lines[: self.first + self.answered]
        if (there := journal.lines(self.code)) != wanted:
            at = next((n for n, pair in enumerate(zip(there, wanted, strict=False)) if pair[0] != pair[1]), len(wanted))
            self.seen.wrong.append(
                f"{self.code}: {len(there)} lines for {len(wanted)}; at {at + 1} {there[at : at + 1]}"
            )

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for phone in self.phones:
            phone.hang_up()


async def everybody(tables: Sequence[Table]) -> None:
    """Have all phones come, sit down and listen, some tables at once."""
    for start in range(0, len(tables), BATCH):
        await asyncio.gather(*(table.sit_down() for table in tables[start : start + BATCH]))
