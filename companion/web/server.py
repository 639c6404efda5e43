"""Serves the app in the local network: one process, many threads; and prints the addresses for phones."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any
from wsgiref.types import WSGIApplication

import waitress

from companion.network.terminal import welcome

# A phone with an open stream holds a thread. One process, because the write lock and the feed are in its memory.
THREADS = 64
# A phone opens several connections and keeps them. Well under the 1024 files that select() can watch.
CONNECTIONS = 400
# A connection without a request for so many seconds is closed, so that half a request or a phone that went away does
# not keep others out. An open stream is a request all the time.
SILENCE = 30
# Bytes of any request, photos included; the app sets a smaller limit for each address.
LARGEST_REQUEST = 64 * 1024 * 1024
IN_MEMORY = 64 * 1024  # bytes of a request or an answer; more goes to a temporary file
# A stream never ends by itself, so waiting longer for it gains nothing.
SECONDS_TO_FINISH = 1
WINDOWS = os.name == "nt"
START = "py start.py" if WINDOWS else "python3 start.py"  # what to type in a terminal
MMAP_THRESHOLD, ARENA_MAX = -3, -8  # the parameters' numbers for mallopt in GNU's C library
LARGE_PIECE = 256 * 1024  # bytes
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
    LARGEST_REQUEST.
    """
    _give_memory_back()
    listener = _listen(host or os.environ.get("HOST") or "0.0.0.0", _port_of_environment() if port is None else port)
    server = _server(app, listener)
    finish = server.task_dispatcher.shutdown

    def shutdown() -> None:
        stopping()
        finish(timeout=SECONDS_TO_FINISH)

    server.task_dispatcher.shutdown = shutdown
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits a moment is normal
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, _stop)
    print("\n".join(filter(None, (welcome(*listener.getsockname()), note))), flush=True)
    started(*listener.getsockname())
    server.run()


def _server(app: WSGIApplication, listener: socket.socket) -> Any:
    """Return a waitress server with our limits on a listening socket."""
    server = waitress.create_server(
        app,
        sockets=[listener],
        threads=THREADS,
        connection_limit=CONNECTIONS,
        channel_timeout=SILENCE,
        cleanup_interval=max(1, SILENCE // 3),
        max_request_body_size=LARGEST_REQUEST,
        inbuf_overflow=IN_MEMORY,
        ident=None,
        # Read ahead while a stream runs: only so is it noticed that its phone disconnected.
        channel_request_lookahead=1,
        # Only a proxy on this machine may name the client and announce https.
        trusted_proxy="127.0.0.1",
        trusted_proxy_headers={"x-forwarded-for", "x-forwarded-proto"},
    )
    if largest_body := getattr(app, "extensions", {}).get("largest-body"):
        from companion.web.receiving import BodyBounds, channel_within

        server.channel_class = channel_within(BodyBounds(largest_body))
    return server


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


def _stop(_signal: int, _frame: FrameType | None) -> None:
    """End the server's loop once; a second signal must not interrupt the shutdown."""
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, signal.SIG_IGN)
    logging.getLogger("waitress").setLevel(logging.ERROR)  # open streams are expected now
    raise SystemExit(0)
