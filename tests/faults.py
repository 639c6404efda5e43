"""Faults of a whole house: a real server, six phones that write and four that listen, while something goes wrong.

Afterwards every line that was answered must be stored, once and in order, and every phone must show the table as it
is, by itself. `tests/tables/test_faults.py` has each fault for a moment; `make soak` runs kills and a stopped process
for longer.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import re
import signal
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from companion.store.store import open_store
from tests.soak import GONE, PATIENCE, Phone, Server, Starter, starter, wait_until

WRITERS, LISTENERS = 6, 4
SILENT = 40.0  # seconds without a beat after which a phone connects again
PAUSE = 0.2  # seconds before a phone tries again what did not get through
RIGHT = SILENT / 2  # seconds until every phone is right again: it was told so, and did not only find out by silence
PROMISED = 5.0  # the same on a machine that has nothing else to do
NO_THREAD = "Too many requests at once."
STAYS = {200, 409, 503}  # what a writer may be answered


@dataclass(frozen=True, slots=True)
class Answered:
    """A line that was answered: when it was sent first, when the answer came, and under which epoch it is stored."""

    text: str
    sent: float
    at: float
    epoch: str


class Writer(threading.Thread):
    """A phone that enters numbered lines. What was not answered it sends again, exactly as it was."""

    def __init__(self, port: int, code: str, name: str) -> None:
        super().__init__(daemon=True)
        self.phone, self.port, self.code, self.label = Phone(), port, code, name
        self.answered: list[Answered] = []
        self.statuses: Counter[int] = Counter()
        self.going = threading.Event()
        self.going.set()
        self.idle = threading.Event()
        self.done = False

    def run(self) -> None:
        self.phone.ring(self.port)
        tag = ""
        while not self.done:
            if not self.going.is_set():
                self.idle.set()
                self.going.wait()
            text = f'Ana: paid 5 "{self.label} {len(self.answered)}"'
            tag = self._enter(tag, text)
            time.sleep(0.005)
        self.phone.hang_up()

    def _enter(self, tag: str, text: str) -> str:
        """Send a line until it is answered; return the tag to send the next one with, empty to look first."""
        sent = time.monotonic()
        while not self.done:
            try:
                tag = tag or self._look()
                answer = (
                    self.phone.ask("POST", f"/t/{self.code}/move", [("version", tag), ("text", text)]) if tag else None
                )
            except GONE:
                time.sleep(PAUSE / 4)
                self.phone.ring(self.port)
                continue
            if answer is None or answer.status == 503:
                time.sleep(PAUSE)
            if answer is None:
                continue
            self.statuses[answer.status] += 1
            assert answer.status in STAYS, answer.status
            if answer.status == 200:
                # A line is stored under the epoch it was sent with; a restore may come between it and its answer.
                self.answered.append(Answered(text, sent, time.monotonic(), tag.partition(".")[0]))
                return answer.getheader("X-Table-Version") or ""
            if answer.status == 409:
                tag = ""
        return ""

    def _look(self) -> str:
        answer = self.phone.ask("GET", f"/t/{self.code}")
        return (answer.getheader("X-Table-Version") or "") if answer.status == 200 else ""


class Listener(threading.Thread):
    """A phone that listens, as the page's script does: it asks for the table whenever the stream names another tag."""

    def __init__(self, port: int, code: str) -> None:
        super().__init__(daemon=True)
        self.phone, self.port, self.code = Phone(), port, code
        self.shown = ""
        self.opened = 0  # streams
        self.wrong: list[str] = []
        self.done = False
        self._line: http.client.HTTPConnection | None = None

    def run(self) -> None:
        self.phone.ring(self.port)
        while not self.done:
            with suppress(*GONE, ValueError, AttributeError):  # the last two where another thread closed the stream
                if self._look():
                    self._listen()
            time.sleep(PAUSE)
        self.phone.hang_up()

    def stop(self) -> None:
        self.done = True
        if self._line and self._line.sock:
            with suppress(OSError):
                self._line.sock.shutdown(socket.SHUT_RDWR)

    def _look(self) -> bool:
        """Ask for the table until it comes; False where the server is gone."""
        while not self.done:
            try:
                answer = self.phone.ask("GET", f"/t/{self.code}")
            except GONE:
                self.phone.ring(self.port)
                return False
            if answer.status == 200:
                self._show(answer.getheader("X-Table-Version") or "")
                return True
            time.sleep(PAUSE)
        return False

    def _show(self, tag: str) -> None:
        epoch, _, version = tag.rpartition(".")
        known, _, last = self.shown.rpartition(".")
        if epoch == known and int(version) < int(last):
            self.wrong.append(f"{tag} after {self.shown}")
        self.shown = tag

    def _listen(self) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SILENT)
        try:
            self._line.request("GET", f"/t/{self.code}/news?seen={self.shown}", headers={"Cookie": self.phone.cookie})
            stream = self._line.getresponse()
            if stream.status != 200:
                return
            self.opened += 1
            while (line := stream.readline()) and not self.done:
                heard = line.decode().strip()
                tag = heard.removeprefix("data: ")
                if re.fullmatch(r"data: \w+\.\d+", heard) and tag != self.shown and not self._look():
                    return
        finally:
            self._line.close()


class Household:
    """A house with one table, its server, and phones at that table."""

    def __init__(self, starter: Starter, database: Path) -> None:
        self.starter, self.database = starter, database
        self.server: Server = starter.start()
        self.code = ""
        self.writers: list[Writer] = []
        self.listeners: list[Listener] = []

    def begin(self) -> None:
        """Open the table, and wait until every writer got a line through."""
        host, port = Phone(), self.server.port
        host.ring(port)
        self.code = host.open("bank")
        host.hang_up()
        self.writers = [Writer(port, self.code, f"writer-{n}") for n in range(WRITERS)]
        self.listeners = [Listener(port, self.code) for _ in range(LISTENERS)]
        for phone in [*self.writers, *self.listeners]:
            phone.start()
        self.write(1)

    def restart(self) -> None:
        """Kill the server without a warning and start another one."""
        self.server.signal(signal.SIGKILL)
        self.server = self.starter.start()

    def pause(self) -> None:
        """Let the writers stop after the line they are at."""
        for writer in self.writers:
            writer.going.clear()
        for writer in self.writers:
            assert writer.idle.wait(PATIENCE)

    def resume(self) -> None:
        for writer in self.writers:
            writer.idle.clear()
            writer.going.set()

    def write(self, lines: int = 3, epoch: str = "") -> None:
        """Wait until every writer got some more lines through, of this epoch where one is given."""

        def through() -> list[int]:
            return [sum(epoch in ("", said.epoch) for said in list(writer.answered)) for writer in self.writers]

        wanted = [count + lines for count in through()]
        wait_until(lambda: all(count >= most for count, most in zip(through(), wanted, strict=True)))

    def page(self, path: str = "") -> tuple[int, str]:
        """Return status and text of a page of the table, as somebody sees it who comes by the QR."""
        return self._ask("GET", path, None, {})

    def enter(self, line: str, tag: str = "") -> tuple[int, str]:
        """Enter a line from a phone of its own, by default on the strength of the table as it is; status and page."""
        headers = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", "/move", urlencode({"version": tag or self.tag(), "text": line}), headers)

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str]:
        """Ask until the server has a thread for it: while all wait for the file, some requests get none."""
        late = time.monotonic() + PATIENCE
        while True:
            with closing(http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)) as line:
                line.request(method, f"/t/{self.code}{path}", body, headers)
                answer = line.getresponse()
                text = answer.read().decode()
            if not text.startswith(NO_THREAD) or time.monotonic() > late:
                return answer.status, text

    def tag(self) -> str:
        with open_store(self.database).open() as connection:
            epoch, versions = connection.versions([self.code])
        return f"{epoch}.{versions[self.code]}"

    def until_right(self, seconds: float = RIGHT) -> float:
        """Wait, while nobody writes, until every listener shows the table as it is; return how long it took."""
        start, tag = time.monotonic(), self.tag()
        try:
            wait_until(lambda: all(phone.shown == tag for phone in self.listeners), seconds)
        except AssertionError:
            raise AssertionError(f"{tag} is stored, {[phone.shown for phone in self.listeners]} shown") from None
        return time.monotonic() - start

    def check(self, epoch: str = "") -> int:
        """Check that all answered lines, or those of an epoch, are stored once and in order; return how many."""
        assert [phone.wrong for phone in self.listeners if phone.wrong] == []
        with open_store(self.database).open() as connection:
            assert connection.problems() == []
            entries = connection.entries(self.code)
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        texts = [f"{entry.who}: {entry.text}" for entry in entries]
        assert max(Counter(texts).values(), default=1) == 1, "a line is stored twice"
        answered = {said.text: said for writer in self.writers for said in writer.answered if epoch in ("", said.epoch)}
        assert answered.keys() <= set(texts), "an answered line is lost"
        self._check_order([answered[text] for text in texts if text in answered])
        return len(answered)

    def _check_order(self, stored: list[Answered]) -> None:
        """Check that no line stands after one that was only sent when it was answered already."""
        latest = 0.0
        for said in stored:
            assert said.at > latest, f"{said.text} stands too late"
            latest = max(latest, said.sent)

    def close(self) -> None:
        for phone in [*self.writers, *self.listeners]:
            phone.done = True
        self.resume()
        with suppress(ProcessLookupError):
            self.server.signal(signal.SIGKILL)
        for listener in self.listeners:
            listener.stop()
        for phone in [*self.writers, *self.listeners]:
            phone.join(PATIENCE)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@contextmanager
def house(database: Path, **environment: str) -> Iterator[Household]:
    with starter(database, free_port(), **environment) as started, closing(Household(started, database)) as one:
        one.begin()
        yield one


# The faults that `make soak` has for longer


def kills(database: Path, rounds: int, seed: int) -> tuple[int, float]:
    """Kill the server in a stream of lines again and again.

    Return how many lines were answered, and the seconds after a restart until every phone listened and was right again,
    at most.
    """
    chance, waits = random.Random(seed), [0.0]
    with house(database) as one:
        for _ in range(rounds):
            time.sleep(chance.uniform(0.0, 0.6))
            streams = [listener.opened for listener in one.listeners]
            one.restart()
            start = time.monotonic()
            one.write(1)
            wait_until(
                lambda streams=streams: all(p.opened > n for p, n in zip(one.listeners, streams, strict=True)),  # type: ignore[misc]
                RIGHT,
            )
            one.pause()
            one.until_right()
            waits.append(time.monotonic() - start)
            one.check()
            one.resume()
        one.pause()
        return one.check(), max(waits)


def stopped(database: Path, seconds: float) -> tuple[int, float]:
    """Stop the server's process for a while, as a laptop that sleeps; return as `kills`."""
    with house(database) as one:
        one.write()
        os.kill(one.server.pid, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(one.server.pid, signal.SIGCONT)
        one.write(2)
        one.pause()
        wait = one.until_right(SILENT)
        return one.check(), wait


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", nargs="?", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--rounds", type=int, default=100, help="kills")
    parser.add_argument(
        "--stopped", type=float, default=60.0, help="seconds the process is stopped; 600 before a release"
    )
    options = parser.parse_args()
    print(f"seed {options.seed}: to have the same again, python -m tests.faults {options.seed}")
    with tempfile.TemporaryDirectory() as folder:
        lines, wait = kills(Path(folder) / "killed.db", options.rounds, options.seed)
        print(f"{options.rounds} kills under {WRITERS} writers: {lines} lines answered, all there, once and in order;")
        print(f"every listening phone right again within {wait:.1f} s of {PROMISED:.0f} s")
        late = wait > PROMISED
        lines, wait = stopped(Path(folder) / "stopped.db", options.stopped)
        print(
            f"stopped for {options.stopped:.0f} s: {lines} lines answered, all there; right again within {wait:.1f} s"
        )
    sys.exit(late or wait > PROMISED)


if __name__ == "__main__":
    main()
