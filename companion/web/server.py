"""Serves the companion to the room: one process, many threads, and a way in for every phone."""

from __future__ import annotations

import errno
import io
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

import segno
import waitress

# A phone that listens holds a thread. One process, because the write lock and the wake-up calls live in its memory.
THREADS = 64
# A phone opens several connections and keeps them; well under the 1024 files that select() can watch.
CONNECTIONS = 400
# A connection that neither asks nor listens for so long is closed: half a question, or a phone that went away, must not
# hold a place until nobody else gets in. A phone that listens is at a question all the time.
SILENCE = 30
# The door for whole requests, photos included; what each address takes is a smaller limit, the app's own.
LARGEST_REQUEST = 64 * 1024 * 1024
IN_MEMORY = 64 * 1024  # bytes of a request, and pieces of an answer; more of it goes to a file
# A listening phone never ends its request by itself, so waiting longer for it gains nothing.
SECONDS_TO_FINISH = 1
WINDOWS = os.name == "nt"
START = "py start.py" if WINDOWS else "python3 start.py"  # what to type in a terminal
MMAP_THRESHOLD, ARENA_MAX = -3, -8  # mallopt's numbers for them, in GNU's C library
LARGE_PIECE = 256 * 1024  # bytes
HEAPS = 2  # for the small pieces of all threads


def serve(
    app: WSGIApplication,
    host: str | None = None,
    port: int | None = None,
    stopping: Callable[[], object] = lambda: None,
    note: str = "",
) -> None:
    """Serve until Ctrl-C or SIGTERM; where no host or port is given, HOST and PORT of the environment count.

    `stopping` is called when the server stops: it sends home the phones that listen. `note` is printed at the start.
    An app whose extension `largest-body` knows how much each address takes gets no more; another one up to
    LARGEST_REQUEST.
    """
    _give_memory_back()
    listener = _listen(host or os.environ.get("HOST") or "0.0.0.0", _port_asked() if port is None else port)
    server = _server(app, listener)
    finish = server.task_dispatcher.shutdown

    def shutdown() -> None:
        stopping()
        finish(timeout=SECONDS_TO_FINISH)

    server.task_dispatcher.shutdown = shutdown
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits a moment is no news
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, _stop)
    print("\n".join(filter(None, (welcome(*listener.getsockname()), note))), flush=True)
    server.run()


def _server(app: WSGIApplication, listener: socket.socket) -> Any:
    """Waitress with our limits, on a socket that listens already."""
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
        # Look up from a running stream now and then: only so is it seen that its phone hung up.
        channel_request_lookahead=1,
        # A proxy on this very machine may say for whom it asks and that it speaks https; nobody else may.
        trusted_proxy="127.0.0.1",
        trusted_proxy_headers={"x-forwarded-for", "x-forwarded-proto"},
    )
    if largest_body := getattr(app, "extensions", {}).get("largest-body"):
        from companion.web.receiving import Bounds, channel_within

        server.channel_class = channel_within(Bounds(largest_body))
    return server


def _give_memory_back() -> None:
    """Have the C library map each large piece of memory by itself, so that it goes back when it is free again.

    Left alone it keeps what a photo took, in a heap of each of many threads. Other systems have other rules.
    """
    with suppress(OSError, AttributeError, ImportError):
        import ctypes

        library = ctypes.CDLL(None)
        library.mallopt(MMAP_THRESHOLD, LARGE_PIECE)
        library.mallopt(ARENA_MAX, HEAPS)


def lan_addresses() -> list[str]:
    """The IPv4 addresses under which the room can reach this machine, the likeliest first."""
    found = [_address_towards_the_world(), *_addresses_of_own_name()]
    return [address for address in dict.fromkeys(found) if address and not address.startswith("127.")]


def welcome(host: str, port: int) -> str:
    """What the terminal says at the start: where the companion is, and a QR for the phones."""
    if host.startswith("127."):
        return f"The donut companion is open on this machine only: {url(host, port)}\nCtrl-C stops it."
    addresses = lan_addresses() if host == "0.0.0.0" else [host]
    if not addresses:
        return f"The donut companion is open: {url('127.0.0.1', port)}\nNo network found, so no phone can join yet."
    places = "\n".join(f"  {url(address, port)}" for address in addresses)
    code = qr(url(addresses[0], port))
    return f"The donut companion is open. Phones in the same network find it at\n{places}\n{code}Ctrl-C stops it."


def url(host: str, port: int) -> str:
    """The address as people type it; 80 goes without saying."""
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def qr(address: str) -> str:
    """A QR in half blocks, or nothing where the terminal has no such characters. Capitals make the code smaller."""
    drawing = io.StringIO()
    segno.make_qr(address.upper()).terminal(drawing, compact=True)
    try:
        drawing.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    if not sys.stdout.isatty():
        return drawing.getvalue()
    if WINDOWS:
        os.system("")  # an older console understands colours only after a command of its own has run
    # White on black, said aloud: on a light terminal the blocks would be dark and the code its own negative.
    return "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in drawing.getvalue().splitlines())


def _port_asked() -> int:
    """PORT as a number, 8000 where it is not set."""
    said = os.environ.get("PORT") or "8000"
    if said.isascii() and said.isdigit() and int(said) < 65536:
        return int(said)
    sys.exit(f"PORT={said} is not a port: it is a number up to 65535, such as 8000.")


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, or one line that says why not, and exit status 1."""
    try:
        return socket.create_server((socket.gethostbyname(host), port))
    except (OSError, UnicodeError) as error:
        sys.exit(why_not(error, host, port))


def why_not(error: OSError | UnicodeError, host: str, port: int) -> str:
    """Why nothing can listen there, and what to do instead."""
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
    """End the server's loop once; a second signal must not tear the ending apart."""
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, signal.SIG_IGN)
    logging.getLogger("waitress").setLevel(logging.ERROR)  # phones still listening are no news now
    raise SystemExit(0)


def _address_towards_the_world() -> str:
    """The address packets to a far place would leave from; connecting a datagram socket sends none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # kept for documentation: nobody lives there
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _addresses_of_own_name() -> list[str]:
    """The addresses this machine's own name stands for: a second way, where there is no road to the world."""
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []
