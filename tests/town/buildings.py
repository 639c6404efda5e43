"""What a town runs on: a PostgreSQL server, processes of the companion, and Caddy by the committed Caddyfile."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.containers import caddyfile
from tests.faults import free_port
from tests.load.figures import megabytes
from tests.postgres import KEY, Server
from tests.servers import ROOT

TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 120.0  # seconds for a start on a busy machine


def processor_time(pid: int) -> float:
    """Return the seconds of processor time of a process, its children that ended and those that live (Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        living = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(processor_time(int(child)) for child in living)


class Program:
    """A program of the town, which logs into a file of its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def run(self, name: str, command: list[str], **environment: str) -> None:
        """Start it. `name`: of its log."""
        with (self._folder / name).open("ab") as said:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env={**os.environ, **environment}, stdout=said, stderr=said
            )

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()


class Process(Program):
    """The companion on a port of its own, which it has again after it was killed."""

    def __init__(self, database: str, port: int, folder: Path) -> None:
        super().__init__(folder)
        self.database, self.port = database, port
        self.start()

    def start(self) -> None:
        own = {"DONUT_DATABASE": self.database, "DONUT_KEY": KEY, "HOST": "127.0.0.1", "PORT": str(self.port)}
        self.run(f"process-{self.port}", [sys.executable, "app.py"], **own)

    def wait(self) -> None:
        """Wait until it answers that it is well."""
        until_well(f"http://127.0.0.1:{self.port}/health")

    def stop(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)


class Proxy(Program):
    """Caddy, by the Caddyfile of the town, over http and with the processes named."""

    def __init__(self, port: int, processes: list[int], folder: Path) -> None:
        super().__init__(folder)
        self.port = port
        text = caddyfile().replace("{$DONUT_SITE}", f"http://127.0.0.1:{port}")
        upstreams = " ".join(f"127.0.0.1:{one}" for one in processes)
        text, replaced = re.subn(r"dynamic a \{.*?\}", f"to {upstreams}", text, flags=re.DOTALL)
        assert replaced == 1
        (folder / "Caddyfile").write_text(text.replace("{\n", "{\n    admin off\n    auto_https off\n", 1))
        self.start()

    def start(self) -> None:
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(self._folder / "Caddyfile")]
        self.run("proxy", command, HOME=str(self._folder))


class Town:
    """All of these, and what they use."""

    def __init__(self, folder: Path, server: Server, count: int) -> None:
        self.folder, self.server = folder, server
        self.database = server.database(folder)
        self.processes = [Process(self.database, free_port(), folder) for _ in range(count)]
        self.proxy = Proxy(free_port(), [process.port for process in self.processes], folder)

    def wait(self) -> None:
        """Wait until all of it answers."""
        for process in self.processes:
            process.wait()
        until_well(f"http://127.0.0.1:{self.proxy.port}/health")

    def times(self) -> dict[str, float]:
        """Return the seconds of processor time so far: of the processes together, the database, the proxy."""
        return {
            "companion": sum(processor_time(process.pid) for process in self.processes),
            "database": processor_time(self.server.pid),
            "proxy": processor_time(self.proxy.pid),
        }

    def memory(self) -> dict[str, int]:
        """Return the megabytes each takes now; of the database its own and its share of what is shared."""
        return {
            **{f"process {n}": megabytes(process.pid) for n, process in enumerate(self.processes, 1)},
            "database": sum(proportional(pid) for pid in [self.server.pid, *children(self.server.pid)]) // 1024,
            "proxy": megabytes(self.proxy.pid),
        }

    def connections(self) -> dict[str, int]:
        """Return the connections of the database, and what waits in its queue of notifications, in percent."""
        with self.server.connect("postgres") as db:
            row = db.execute(
                "SELECT count(*), (pg_notification_queue_usage() * 100)::int FROM pg_stat_activity"
                " WHERE application_name = 'companion'"
            ).fetchone()
        assert row
        return {"connections": int(row[0]), "queue of notifications, %": int(row[1])}

    def logged(self) -> int:
        """Return the bytes the database has written to its log (WAL) so far."""
        with self.server.connect("postgres") as db:
            row = db.execute("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint").fetchone()
        assert row
        return int(row[0])

    def close(self) -> None:
        for process in self.processes:
            process.stop()
        self.proxy.kill()


def size_of(database: str) -> dict[str, int]:
    """Return tables, lines, and the bytes the journal takes with its indexes."""
    with psycopg.connect(database) as db:
        row = db.execute(
            "SELECT (SELECT count(*) FROM companion.sheets), (SELECT count(*) FROM companion.entries),"
            " (SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'companion'::regnamespace)"
        ).fetchone()
    assert row
    return {"tables": int(row[0]), "lines": int(row[1]), "bytes": int(row[2])}


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def proportional(pid: int) -> int:
    """Return the kilobytes of a process, shared ones divided among those that share them (Linux)."""
    try:
        found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(found[1]) if found else 0


def until_well(address: str) -> None:
    """Wait until an address answers."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except (OSError, urllib.error.URLError):
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


@contextmanager
def town(folder: Path, server: Server, count: int) -> Iterator[Town]:
    """A town with so many processes for a while."""
    made = Town(folder, server, count)
    try:
        made.wait()
        yield made
    finally:
        made.close()
