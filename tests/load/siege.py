"""Hostile clients, a kind at a time, while somebody plays: is everybody answered, and does the server stay small?"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.web.serving.connections import MOST
from tests.load.figures import Report, megabytes
from tests.load.hostile import KINDS, Client
from tests.load.phones import Listener, NoAnswer, Phone
from tests.servers import ROOT

ANSWERED = 5.0  # seconds within which others are answered
PATIENCE = 20.0  # seconds for one that is not
SETTLED = 3.0  # seconds after which an attack has begun
MEMORY = 250  # megabytes
STORED = 260  # megabytes of temporary files: the bound of receiving.py, and a little


def stored(pid: int) -> int:
    """Return the megabytes of deleted files a process holds open: what bodies take of the disk (Linux)."""
    size = 0
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            if "(deleted)" in os.readlink(file):
                size += file.stat().st_blocks * 512
    return size // 1_000_000


class Resident:
    """Somebody at the table who plays on during an attack: a new connection for each request, and a line each time."""

    def __init__(self, port: int, code: str, host: str) -> None:
        self.port, self.code, self.host = port, code, host
        self.cookie = ""
        self.taken: list[float] = []
        self.unanswered: list[str] = []

    async def join(self) -> None:
        """Come to the table, as everybody did before the attack: where codes are guessed, newcomers have to wait."""
        phone = Phone(self.port, self.host, self.code)
        await phone.look()
        self.cookie = phone.cookie
        phone.hang_up()

    async def play(self) -> None:
        number = 0
        while True:
            number += 1
            phone = Phone(self.port, self.host, self.code)
            phone.cookie = self.cookie
            began = time.monotonic()
            try:
                await self._once(phone, number)
                self.taken.append(time.monotonic() - began)
            except NoAnswer as error:
                self.unanswered.append(str(error))
            except asyncio.CancelledError:  # the attack is over, and so long it has waited in vain
                self.taken.append(time.monotonic() - began)
                raise
            finally:
                phone.hang_up()
            await asyncio.sleep(0.3)

    async def _once(self, phone: Phone, number: int) -> None:
        async with asyncio.timeout(PATIENCE):
            await phone.look()
            await phone.record(f'table: note "{self.host} {number}"')


async def siege(report: Report, port: int, pid: int, alive: Callable[[], bool], seconds: float = 25) -> None:
    """Every kind of hostile client in turn; somebody plays from another address, and somebody from the same."""
    for number, (name, (client, count)) in enumerate(KINDS.items()):
        print(name, flush=True)
        host = f"127.0.1.{number}"  # its own: one kind uses up the tries of its address to find a table
        await withstand(report, port, pid, alive, client, count, seconds, host)
        await asyncio.sleep(1)


async def withstand(
    report: Report,
    port: int,
    pid: int,
    alive: Callable[[], bool],
    client: Client,
    count: int,
    seconds: float,
    host: str = "127.0.0.3",
) -> None:
    """Play while so many clients of one kind, all at the address `host`, are at it."""
    home = Phone(port)
    await home.open()
    listener = await Listener.start(port, home.code, await home.look(), lambda *_: None)
    residents = [Resident(port, home.code, address) for address in ("127.0.0.2", host)]
    for one in residents:
        await one.join()
    command = ["-m", "tests.load.hostile", client.__name__, str(count), str(port), host, str(seconds)]
    attackers = await asyncio.create_subprocess_exec(sys.executable, *command, cwd=ROOT)
    await asyncio.sleep(min(SETTLED, seconds / 3))
    players = [asyncio.create_task(one.play()) for one in residents]
    most, files = 0, 0
    while attackers.returncode is None and alive():
        await asyncio.sleep(0.25)
        most, files = max(most, megabytes(pid)), max(files, stored(pid))
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    for one, whose in zip(residents, ("another address", "the same address"), strict=True):
        if whose == "the same address" and count > MOST:  # it has more clients than there are places
            continue
        report.at_most(f"unanswered, {whose}", len(one.unanswered), 0, "")
        for words in one.unanswered[:2]:
            report.note("", words)
        longest = round(max(one.taken, default=float("inf")), 2)
        report.at_most(f"look and tap, the longest, {whose}", longest, ANSWERED, "s")
        report.note("looks and taps", len(one.taken))
    report.at_most("memory, the most, MB", most, MEMORY, "MB")
    report.at_most("temporary files, MB", files, STORED, "MB")
    report.at_most("the server has ended", int(not alive()), 0, "")
    report.at_most("the phone that listened was cut off", int(listener.lost), 0, "")
    listener.hang_up()
    home.hang_up()
