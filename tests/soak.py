"""`make soak`: a real server, killed again and again in a stream of moves, then many phones at once, then photos.

What was answered must be there, once; nothing may be there by half. `tests/tables/test_kills.py` is shorter.
"""

from __future__ import annotations

import http.client
import itertools
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from companion.editions import load_sets
from companion.store.store import open_store
from companion.tables.feed import Feed
from companion.tables.play import Play
from tests.photos import crowd

ROOT = Path(__file__).parents[1]
STARTER = """
import os, signal, sys
from companion.web import create_app
from companion.web.server import serve
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
app = create_app({"DATABASE": sys.argv[1]})
for name in app.jinja_env.list_templates():
    app.jinja_env.get_template(name)
for _ in sys.stdin:
    if os.fork() == 0:
        print("server", os.getpid(), flush=True)
        serve(app, "127.0.0.1", int(sys.argv[2]), stopping=app.extensions["play"].feed.close)
        os._exit(0)
"""
PATIENCE = 120.0  # seconds for what takes a moment: the machine may be busy
LEAST = 4  # payments a phone gets through, however busy the machine is
GONE = (OSError, http.client.HTTPException)  # what a phone meets when its server is killed


@dataclass(frozen=True)
class Server:
    """A server in a process of its own."""

    pid: int
    port: int

    def signal(self, sign: signal.Signals) -> None:
        """Send a signal and wait until the process is gone."""
        os.kill(self.pid, sign)
        wait_until(lambda: not Path(f"/proc/{self.pid}").exists())


class Starter:
    """Starts servers on one journal: a process that has read all but the journal, and becomes a server by forking."""

    def __init__(self, database: Path, port: int = 0, **environment: str) -> None:
        """`port`: of every server; 0 for any."""
        command = [sys.executable, "-c", STARTER, str(database), str(port)]
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self) -> Server:
        assert self._process.stdin and self._process.stdout
        print(file=self._process.stdin, flush=True)
        pid = self._said(r"^server (\d+)$")
        return Server(pid, self._said(r"http://[\d.]+:(\d+)"))

    def _said(self, pattern: str) -> int:
        """Return the number in the next line that fits; the one before may have said more than was read."""
        assert self._process.stdout
        while not (found := re.search(pattern, line := self._process.stdout.readline())):
            assert line, "the server did not start; what it said stands above"
        return int(found[1])

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()  # a server that was left running would keep it open
        self._process.wait()


@contextmanager
def starter(database: Path, port: int = 0, **environment: str) -> Iterator[Starter]:
    started = Starter(database, port, **environment)
    try:
        yield started
    finally:
        started.close()


def wait_until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    late = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < late
        time.sleep(0.002)


class Phone:
    """A phone that keeps its cookie and, while it can, its connection."""

    def __init__(self) -> None:
        self.cookie = ""
        self.code = ""
        self.epoch = ""
        self._line: http.client.HTTPConnection | None = None

    def ring(self, port: int) -> None:
        """Connect to a server, perhaps another one than before."""
        self.hang_up()
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def hang_up(self) -> None:
        if self._line:
            self._line.close()

    def ask(self, method: str, address: str, form: list[tuple[str, str]] | None = None) -> http.client.HTTPResponse:
        assert self._line
        headers = {"Cookie": self.cookie, "Sec-Fetch-Site": "same-origin", "HX-Request": "true"}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._line.request(method, address, urlencode(form) if form else None, headers)
        answer = self._line.getresponse()
        answer.read()
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        return answer

    def open(self, follow: str) -> str:
        answer = self.ask("POST", "/new/donut-shop", [("seat", "Ana"), ("seat", "Bo"), ("follow", follow)])
        self.code = (answer.getheader("Location") or "").rpartition("/")[2]
        return self.code

    def version(self) -> int:
        tag = self.ask("GET", f"/t/{self.code}").getheader("X-Table-Version") or ""
        self.epoch, _, version = tag.rpartition(".")
        return int(version)

    def record(self, version: int, *lines: str) -> int:
        """The status of the answer."""
        form = [("version", f"{self.epoch}.{version}"), *(("text", line) for line in lines)]
        return self.ask("POST", f"/t/{self.code}/move", form).status


# Kills


class Killed:
    """One table that gets lines three at a time while its server is killed and started again."""

    PLACING = ("Ana: place BNMV @6,2 B", "table: take-back")

    def __init__(self, starter: Starter, database: Path, seed: int) -> None:
        self.starter, self.database = starter, database
        self.chance = random.Random(seed)
        self.phone = Phone()
        self.answered = 0  # commands whose answer arrived

    def command(self) -> tuple[str, ...]:
        return (f'table: note "command {self.answered}"', *self.PLACING)

    def once(self) -> None:
        """Start a server, record lines until it is killed at a moment nobody chose, and look into the journal."""
        server = self.starter.start()
        self.phone.ring(server.port)
        if not self.phone.code:
            self.phone.open("case")
        assert self.phone.version() in self.stored_versions()
        killer = threading.Timer(self.chance.uniform(0.0, 0.05), server.signal, [signal.SIGKILL])
        self._record_until_killed(killer, after=self.chance.randrange(4))
        killer.join()
        self.phone.hang_up()
        self.check()

    def stored_versions(self) -> tuple[int, int]:
        """Lines there may be: those of the answered commands, or one command more whose answer was lost."""
        return 3 * self.answered, 3 * self.answered + 3

    def _record_until_killed(self, killer: threading.Timer, after: int) -> None:
        """The first command may be one that was stored before the last kill: it must not be stored again."""
        try:
            for count in itertools.count():
                if count == after:
                    killer.start()
                status = self.phone.record(3 * self.answered, *self.command())
                assert status == 200, status
                self.answered += 1
        except GONE:
            pass

    def check(self) -> None:
        """Every answered line is there, once and in order; what was not answered is there whole or not at all."""
        with open_store(self.database).open() as connection:
            play, snapshot = Play(load_sets(), Feed()), None
            # A database server may finish a moment later what a killed program had sent it.
            while snapshot is None or snapshot.version != connection.version(self.phone.code):
                snapshot = play.snapshot(connection, self.phone.code)
            entries = connection.entries(self.phone.code)
            assert connection.problems() == []
        assert len(entries) in self.stored_versions()
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        notes = [f'note "command {n}"' for n in range(len(entries) // 3)]
        assert [entry.text for entry in entries] == [
            text for note in notes for text in (note, self.PLACING[0].partition(": ")[2], "take-back")
        ]
        assert snapshot.version == len(entries)
        assert len(snapshot.table.applied) == len(notes)  # the notes stand; each placing was taken back


def kill(database: Path, times: int, seed: int) -> Killed:
    with starter(database) as started:
        killed = Killed(started, database, seed)
        for _ in range(times):
            killed.once()
    return killed


# Many phones


class Payer(threading.Thread):
    """A phone that keeps paying out money at a table others pay at too, repeating what was lost or came too late."""

    def __init__(self, port: int, code: str, name: str, until: float) -> None:
        super().__init__()
        self.phone = Phone()
        self.phone.ring(port)
        self.phone.code, self.name, self.until = code, name, until
        self.answered = 0
        self.statuses: Counter[int] = Counter()

    def run(self) -> None:
        version, chance = self.phone.version(), random.Random(self.name)
        while time.monotonic() < self.until or self.answered < LEAST:
            status = self.phone.record(version, f'Ana: paid 5 "{self.name} {self.answered}"')
            self.statuses[status] += 1
            if status == 200:
                self.answered += 1
            if status != 200 or chance.random() < 0.5:  # half of the time this phone's page is old
                version = self.phone.version()
        self.phone.hang_up()


class Listener(threading.Thread):
    """A phone that listens: the last version it heard."""

    def __init__(self, port: int, code: str) -> None:
        super().__init__(daemon=True)
        self.last = ""
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._line.request("GET", f"/t/{code}/news")
        self._news = self._line.getresponse()

    def run(self) -> None:
        while line := self._news.readline():
            if line.startswith(b"data: "):
                self.last = line.decode().strip().rpartition(".")[2]
        self._news.close()
        self._line.close()


def load(database: Path, seconds: float, tables: int = 4, phones: int = 6, listeners: int = 10) -> Counter[int]:
    """Many phones at several tables: every answered line is stored once, every listener hears the last version."""
    with starter(database) as started:
        server = started.start()
        host = Phone()
        host.ring(server.port)
        codes = [host.open("bank") for _ in range(tables)]
        host.hang_up()
        heard = [(code, Listener(server.port, code)) for code in codes for _ in range(listeners)]
        until = time.monotonic() + seconds
        payers = [Payer(server.port, code, f"{code}-{n}", until) for code in codes for n in range(phones)]
        for thread in [*payers, *(listener for _, listener in heard)]:
            thread.start()
        for payer in payers:
            payer.join()
        versions = check_payments(database, codes, payers)
        wait_until(lambda: all(listener.last == versions[code] for code, listener in heard))
        server.signal(signal.SIGTERM)
        for _, listener in heard:
            listener.join(PATIENCE)
    return sum((payer.statuses for payer in payers), Counter[int]())


def check_payments(database: Path, codes: list[str], payers: list[Payer]) -> dict[str, str]:
    """Is every answered payment in the journal, once, and nothing else? The last version of each table."""
    with open_store(database).open() as connection:
        stored = Counter(entry.text.split('"')[1] for code in codes for entry in connection.entries(code))
        assert connection.problems() == []
        assert stored == Counter(f"{payer.name} {n}" for payer in payers for n in range(payer.answered))
        return {code: str(connection.version(code)) for code in codes}


def main() -> None:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}: to have the same again, python -m tests.soak {seed}")
    with tempfile.TemporaryDirectory() as folder:
        killed = kill(Path(folder) / "killed.db", 300, seed)
        print(f"300 kills, {killed.answered} commands answered: all there, once, in order, none by half")
        for place in range(3):
            statuses = load(Path(folder) / f"load{place}.db", 30)
            print(f"24 phones and 40 listeners for 30 s: {dict(statuses)}; all there, once, and heard")
    peak = crowd.measure(list(crowd.PICTURES))
    assert peak <= crowd.MOST, f"{peak} MB for photos"


if __name__ == "__main__":
    main()
