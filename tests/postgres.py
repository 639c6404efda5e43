"""A PostgreSQL server of the tests' own: Debian's, in a folder of its own, as a user without rights, on a socket."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

import psycopg

USER = "postgres"  # of the system, made by Debian's package; the server refuses to run as root
KEY = "signs the cookies of every process of these tests"
SETTINGS = {
    "listen_addresses": "",  # the socket alone
    "shared_buffers": "32MB",
    "max_connections": "200",
    "max_wal_size": "128MB",
    "synchronous_commit": "on",
    "log_min_messages": "panic",
}


@cache
def binaries() -> Path | None:
    """Return the folder with initdb and postgres; None where PostgreSQL is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).resolve().parent if on_path else None


def is_installed() -> bool:
    """Return whether these tests can run a server here, with the packages that speak to it."""
    return binaries() is not None and hasattr(os, "setuid")


class Server:
    """A server: started, stopped, killed and started again in its folder."""

    def __init__(self, *, fsync: bool) -> None:
        """`fsync`: whether it syncs to the disk, for the tests that kill it."""
        self.folder = Path(mkdtemp(prefix="donut-pg-"))
        self._fsync = fsync
        self._process: subprocess.Popen[bytes] | None = None
        self._watchdog: subprocess.Popen[bytes] | None = None
        if os.getuid() == 0:
            user = pwd.getpwnam(USER)
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self._run("initdb", "--encoding=UTF8", "--locale=C", "--auth=trust", "--username=owner", "--no-sync", self.data)
        self.start()
        with self.connect("postgres") as db:
            db.execute("CREATE ROLE donut LOGIN CREATEDB")  # as a host gives it: no superuser

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def pid(self) -> int:
        """The number of the process that all others of the server come from."""
        assert self._process is not None
        return self._process.pid

    def address(self, name: str, user: str = "donut") -> str:
        """Return the URL of a database."""
        return f"postgresql://{user}@/{name}?host={quote(str(self.folder))}"

    def connect(self, name: str) -> psycopg.Connection:
        """Return a connection as the owner of everything."""
        return psycopg.connect(self.address(name, "owner"), autocommit=True)

    def database(self, place: Path) -> str:
        """Return the address of the database of a place, made when it is first asked for."""
        name = f"t_{sha256(str(place).encode()).hexdigest()[:20]}"
        with self.connect("postgres") as db:
            if not db.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
                db.execute(f"CREATE DATABASE {name} OWNER donut")
        return self.address(name)

    def drop(self, address: str) -> None:
        name = address.partition("@/")[2].partition("?")[0]
        with self.connect("postgres") as db:
            db.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def start(self) -> None:
        settings = SETTINGS | {"unix_socket_directories": str(self.folder), "fsync": "on" if self._fsync else "off"}
        command = [str(self._path("postgres")), "-D", str(self.data)]
        command += [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self._as_user()
        )
        # It hears the end of this process, however that comes, and stops the server.
        watchdog = ["sh", "-c", f"read _; kill -INT {self._process.pid}"]
        self._watchdog = subprocess.Popen(watchdog, stdin=subprocess.PIPE, **self._as_user())
        self._run("pg_isready", "-q", "-h", self.folder, "-d", "postgres", "-U", "owner", tries=200)

    def stop(self) -> None:
        """Stop it in order: it ends its connections."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill it, with all that serve its connections, as a power cut would."""
        assert self._process is not None
        children = subprocess.run(
            ["pgrep", "-P", str(self._process.pid)], capture_output=True, check=False, encoding="ascii"
        )
        self._process.send_signal(signal.SIGSTOP)
        for child in children.stdout.split():
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                continue
        self._end(signal.SIGKILL)

    def close(self) -> None:
        if self._process is not None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _end(self, sign: signal.Signals) -> None:
        assert self._process is not None and self._watchdog is not None
        self._watchdog.kill()
        self._watchdog.communicate()
        self._process.send_signal(sign)
        self._process.wait(60)
        self._process = None

    def _path(self, name: str) -> Path:
        folder = binaries()
        assert folder is not None
        return folder / name

    def _run(self, name: str, *arguments: object, tries: int = 1) -> None:
        command = [str(self._path(name)), *map(str, arguments)]
        for _ in range(tries):
            done = subprocess.run(command, capture_output=True, check=False, timeout=120, **self._as_user())
            if not done.returncode:
                return
            signal.sigtimedwait([], 0.05)
        raise AssertionError(f"{name}: {done.stderr.decode(errors='replace')}")

    def _as_user(self) -> dict[str, str]:
        return {"user": USER, "cwd": "/"} if os.getuid() == 0 else {}


@contextmanager
def server(*, fsync: bool = False) -> Iterator[Server]:
    """A server for a while."""
    one = Server(fsync=fsync)
    try:
        yield one
    finally:
        one.close()
