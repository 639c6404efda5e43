"""Serves the app in the local network: one process, one event loop, a few threads; and prints where phones find it."""

from __future__ import annotations

import asyncio
import errno
import importlib
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, cast
from wsgiref.types import WSGIApplication

import uvicorn

from companion.network.terminal import welcome
from companion.web.bodies import LARGEST_FORM
from companion.web.serving.bridge import Bridge
from companion.web.serving.connections import LARGEST_HEAD, MOST, BoundedConnection, Doors
from companion.web.serving.listeners import Listeners
from companion.web.serving.logs import log_discreetly
from companion.web.serving.newcomers import Newcomers
from companion.web.serving.receiving import MOST_STORED, BodyBounds
from companion.web.serving.workers import Workers

# Threads for the app, `SLOW` for photos and whatever else may bring a file: more gain nothing, since one at a time
# computes, and the event loop has to wait for all of them in turn.
QUICK, SLOW = 6, 6
TURN = 0.001  # seconds a thread may compute while the event loop waits; Python's default is five times that
SECONDS_TO_FINISH = 1  # for answers on their way when the server stops; streams end at once
OPEN_FILES = 8_192  # files and connections this process asks the system for
SPARE_FILES = 300  # of these for all but connections: the journal, bodies, what is read
WINDOWS = os.name == "nt"
START = "py start.py" if WINDOWS else "python3 start.py"  # what to type in a terminal
MMAP_THRESHOLD, ARENA_MAX = -3, -8  # the parameters' numbers for mallopt in GNU's C library
LARGE_PIECE = 256 * 1024  # bytes
PROXIES = ("127.0.0.1",)  # that are known where DONUT_PROXIES names none
HEAPS = 2  # for the small pieces of memory of all threads


def serve(
    app: WSGIApplication,
    host: str | None = None,
    port: int | None = None,
    stopping: Callable[[], object] = lambda: None,
    note: str = "",
    started: Callable[[str, int], object] = lambda host, port: None,
) -> None:
    """Serve until Ctrl-C or SIGTERM. Host and port default to HOST and PORT of the environment.

    `started` is called with host and port once it listens, `stopping` when it stops, to end the open streams. `note` is
    printed at start. The app's extension `largest-body` limits the body of each address; without it the limit is
    LARGEST_FORM.
    """
    _give_memory_back()
    sys.setswitchinterval(TURN)
    connections = connections_for(raise_file_limit())
    proxies = proxies_of_environment(os.environ.get("DONUT_PROXIES", ""))
    listener = _listen(host or os.environ.get("HOST") or "0.0.0.0", _port_of_environment() if port is None else port)
    print("\n".join(filter(None, (welcome(*listener.getsockname()), note))), flush=True)
    started(*listener.getsockname())
    log_discreetly()
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # what a client does wrong is not worth a line
    server = Server(app, connections, stopping, proxies=proxies)
    server.run(sockets=[listener])
    if any(workers.busy for workers in server.workers):
        # A photo is being read. Python would end under its thread, and OpenCV then aborts the process.
        sys.stdout.flush()
        os._exit(0)


class Server(uvicorn.Server):
    """uvicorn with our connections and bounds around a WSGI app. It ends with exit status 0 when it is told to."""

    def __init__(
        self,
        app: WSGIApplication,
        connections: int = MOST,
        stopping: Callable[[], object] = lambda: None,
        stored: int = MOST_STORED,
        proxies: Sequence[str] = PROXIES,
    ) -> None:
        """`stored`: the bytes of all large bodies together; `proxies`: the addresses and networks of known proxies."""
        extensions = getattr(app, "extensions", {})
        self._listeners, self._stopping = Listeners(), stopping
        self._feed = extensions["play"].feed if "play" in extensions else None
        bounds = BodyBounds(extensions.get("largest-body", lambda method, path: LARGEST_FORM), stored)
        self.workers = Workers(QUICK, "quick"), Workers(SLOW, "slow")
        bridge = Bridge(app, bounds, self._listeners, *self.workers)
        super().__init__(
            uvicorn.Config(
                cast(Any, bridge),
                loop="asyncio",
                http=BoundedConnection,
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                access_log=False,
                # Only a known proxy may name the client and announce https.
                proxy_headers=True,
                forwarded_allow_ips=list(proxies),
                server_header=False,
                timeout_keep_alive=60,  # not reached: ours have their own deadlines
                timeout_graceful_shutdown=SECONDS_TO_FINISH,
                h11_max_incomplete_event_size=LARGEST_HEAD,
            )
        )
        self.server_state = Doors(connections)
        self._newcomers: list[Newcomers] = []
        self._most_waiting = max(1, connections // 2)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self._feed is not None:
            self._listeners.follow(self._feed, asyncio.get_running_loop())
        try:
            self._newcomers = [Newcomers(listener, self._connection, self._most_waiting) for listener in sockets or []]
        except NotImplementedError:  # Windows
            await super().startup(sockets)
        else:
            await super().startup([])

    def _connection(self) -> BoundedConnection:
        return BoundedConnection(self.config, self.server_state, self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # what is cut short now is expected
        for newcomers in self._newcomers:
            newcomers.close()
        self._stopping()
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at SIGINT and SIGTERM; a second one must not interrupt that."""
        if threading.current_thread() is threading.main_thread():
            for sign in (signal.SIGTERM, signal.SIGINT):
                signal.signal(sign, self._stop)
        yield

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self.should_exit = True


def raise_file_limit() -> int:
    """Ask the system for OPEN_FILES at once; return how many there may be. Windows has no such limit."""
    with suppress(ImportError, OSError, ValueError):
        resource = importlib.import_module("resource")  # not on Windows
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return int(wanted)
        return OPEN_FILES if soft == resource.RLIM_INFINITY else int(soft)
    return OPEN_FILES


def connections_for(files: int) -> int:
    """Return how many connections fit into so many open files, with half as many that wait to be let in."""
    return min(MOST, (files - SPARE_FILES) * 2 // 3)


def _give_memory_back() -> None:
    """Make GNU's C library return large pieces of memory to the system when they are freed.

    By default it keeps what a photo needed, in a heap for each of many threads. Elsewhere this does nothing.
    """
    with suppress(OSError, AttributeError, ImportError):
        import ctypes

        library = ctypes.CDLL(None)
        library.mallopt(MMAP_THRESHOLD, LARGE_PIECE)
        library.mallopt(ARENA_MAX, HEAPS)


def _port_of_environment() -> int:
    """Return PORT as a number, 8000 if it is not set. Exits with a message if it is not a port."""
    text = os.environ.get("PORT") or "8000"
    if text.isascii() and text.isdigit() and int(text) < 65536:
        return int(text)
    sys.exit(f"PORT={text} is not a port: it is a number up to 65535, such as 8000.")


def proxies_of_environment(text: str) -> Sequence[str]:
    """Return the addresses and networks in DONUT_PROXIES, PROXIES for an empty text.

    Exits with a message for what is none, and for one that holds everybody: then each phone could name any address.
    """
    named = [word.strip() for word in text.split(",") if word.strip()]
    for name in named:
        try:
            network = ipaddress.ip_network(name)
        except ValueError as error:
            sys.exit(f"DONUT_PROXIES={text}: {error}. Name addresses or networks, with commas between them.")
        if not network.prefixlen:
            sys.exit(f"DONUT_PROXIES={text} would believe everybody. Name the addresses of your proxies alone.")
    return named or PROXIES


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Exits with a message if that is not possible."""
    try:
        return socket.create_server((socket.gethostbyname(host), port))
    except (OSError, UnicodeError) as error:
        sys.exit(why_not(error, host, port))


def why_not(error: OSError | UnicodeError, host: str, port: int) -> str:
    """Return why the address cannot be used, and what to do instead."""
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return f"Port {port} is in use, perhaps by another companion. Try: {START} --port {port + 1}"
    if number == errno.EACCES:
        whom = "for administrators" if port < 1024 else "by this system"
        return f"Port {port} is reserved {whom}. Try: {START} --port {9000 if port == 8000 else 8000}"
    if number == errno.EADDRNOTAVAIL or isinstance(error, (socket.gaierror, UnicodeError)):
        return f"HOST={host} is not an address of this machine. Try: {START} --host 0.0.0.0"
    return f"Cannot listen on {host} port {port}: {error}"
