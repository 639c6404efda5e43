"""Runs a WSGI app behind an event loop: bodies received whole, the app in a thread, streams without one."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication

from companion.web.bodies import BODILESS, LARGEST_PART, REFUSED
from companion.web.serving.listeners import Listeners
from companion.web.serving.receiving import (
    TOO_SLOW,
    Body,
    BodyBounds,
    BodyRefused,
    Gone,
    Receive,
    hung_up,
    receive_body,
)
from companion.web.serving.workers import Overloaded, Workers
from companion.web.table.stream import TAKE_OVER, Events

PIECE = 64 * 1024  # bytes of an answer handed to the connection at once: so slowly may a phone take it
READ_PAST = 64 * 1024 * 1024  # bytes of a refused body that are read; a larger one is disconnected
CLOSE = (b"connection", b"close")
# Read here, or of no use to the app. What is said of a proxy stays: the app believes none of it, but the host page
# has to know that there was one. What is believed, of a proxy on this machine, is in the scope by now.
DROPPED = frozenset({"content-length", "transfer-encoding", "connection", "expect"})
BUSY = "Too many requests at once. Please try again in a moment.\n"

Scope = MutableMapping[str, Any]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


@dataclass
class Answer:
    """An answer of the app: status, headers, and the pieces of its body."""

    status: int
    headers: list[tuple[bytes, bytes]]
    pieces: Iterator[bytes]
    close: Callable[[], object]
    events: Events | None = None

    def piece(self) -> bytes:
        """Return the next PIECE of the body or a little more, empty at its end. Call it in a thread."""
        taken: list[bytes] = []
        size = 0
        while size < PIECE and (piece := next(self.pieces, None)) is not None:
            taken.append(piece)
            size += len(piece)
        return b"".join(taken)


class Bridge:
    """An ASGI application around a WSGI one."""

    def __init__(self, app: WSGIApplication, bounds: BodyBounds, listeners: Listeners, quick: Workers, slow: Workers):
        """`slow`: the threads for addresses that take files, photos above all. A tap must not wait for one."""
        self._app, self._bounds, self._listeners = app, bounds, listeners
        self._quick, self._slow = quick, slow

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _has_two_ends(scope):
            await _say(send, 400, "The body's length is given in two ways.\n", [CLOSE])
            return
        method, path = scope["method"], unquote_to_bytes(scope["raw_path"])
        most = self._bounds.largest(method, path.decode("utf-8", "replace"))
        length = _content_length(scope)
        more: list[tuple[bytes, bytes]] = []
        body: Body | None = None
        refused = 0
        try:
            body = await receive_body(self._bounds, most, length, receive)
        except Gone:
            return
        except BodyRefused as refusal:
            refused = refusal.status
            if refused == TOO_SLOW or (length or 0) > READ_PAST or _asks_first(scope):
                more = [CLOSE]
        if refused == TOO_SLOW:
            await _say(send, refused, "The body came too slowly.\n", more)
            return
        workers = self._slow if most > LARGEST_PART else self._quick
        try:
            await self._answer(scope, path, body, refused, more, workers, receive, send)
        except Gone:
            return
        except Overloaded:
            await _say(send, 503, BUSY, [(b"retry-after", b"2"), *more])
        finally:
            if body is not None:
                body.close()

    async def _answer(
        self,
        scope: Scope,
        path: bytes,
        body: Body | None,
        refused: int,
        more: list[tuple[bytes, bytes]],
        workers: Workers,
        receive: Receive,
        send: Send,
    ) -> None:
        environ = _environ(scope, path, body)
        if refused:
            environ[REFUSED] = refused
        address = environ["REMOTE_ADDR"]
        watched = body is not None and scope["method"] in BODILESS
        answer = await self._answered(environ, workers, receive if watched else None)
        try:
            first: Any = b"" if answer.events else await _piece(answer, workers, address)
            await send({"type": "http.response.start", "status": answer.status, "headers": [*answer.headers, *more]})
            if answer.events:
                await self._listeners.listen(answer.events, receive, send)
            while first:
                await send({"type": "http.response.body", "body": first, "more_body": True})
                first = b"" if len(first) < PIECE else await _piece(answer, workers, address)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            answer.close()

    async def _answered(self, environ: dict[str, Any], workers: Workers, receive: Receive | None) -> Answer:
        """Return what the app answers. Raises Gone where the phone hung up before a thread had time for it.

        `receive`: None where the app is asked all the same: something is entered, or the body was not read.
        """
        leaving = None if receive is None else asyncio.ensure_future(hung_up(receive))

        def work() -> Answer:
            if leaving is not None and leaving.done():
                raise Gone
            return _run(self._app, environ)

        try:
            return cast(Answer, await workers.submit(environ["REMOTE_ADDR"], work))
        finally:
            if leaving is not None:
                leaving.cancel()


async def _piece(answer: Answer, workers: Workers, address: str) -> Any:
    return await workers.submit(address, answer.piece)


async def _say(send: Send, status: int, words: str, more: list[tuple[bytes, bytes]]) -> None:
    """Answer without the app."""
    text = words.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(text)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": False})


def _run(app: WSGIApplication, environ: dict[str, Any]) -> Answer:
    """Call the app, in a thread."""
    started: list[tuple[str, list[tuple[str, str]]]] = []
    taken: list[Events] = []
    environ[TAKE_OVER] = taken.append

    def start_response(status: str, headers: list[tuple[str, str]], error: object = None) -> Callable[[bytes], object]:
        started[:] = [(status, headers)]
        return _no_write

    body: Iterable[bytes] = app(environ, start_response)
    status, headers = started[0]
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    close = getattr(body, "close", lambda: None)
    return Answer(int(status[:3]), encoded, iter(body), close, taken[0] if taken else None)


def _no_write(data: bytes) -> object:
    raise NotImplementedError("answers are returned, not written")


def _environ(scope: Scope, path: bytes, body: Body | None) -> dict[str, Any]:
    """Return the environment of a request as PEP 3333 has it. What a proxy said is in the scope by now."""
    client, server = scope.get("client") or ("", 0), scope.get("server") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path.decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body.file if body is not None else io.BytesIO(),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name_bytes, value_bytes in scope["headers"]:
        name, value = name_bytes.decode("latin-1"), value_bytes.decode("latin-1")
        if name in DROPPED or "_" in name:
            continue
        key = name.upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        environ[key] = f"{environ[key]}{'; ' if name == 'cookie' else ','}{value}" if key in environ else value
    if body is not None and (body.size or scope["method"] not in BODILESS):
        environ["CONTENT_LENGTH"] = str(body.size)
    return environ


def _header(scope: Scope, wanted: bytes) -> bytes | None:
    return next((value for name, value in scope["headers"] if name == wanted), None)


def _content_length(scope: Scope) -> int | None:
    """Return the length of the body as announced; None where it comes in pieces."""
    if _header(scope, b"transfer-encoding") is not None:
        return None
    return int(_header(scope, b"content-length") or b"0")


def _has_two_ends(scope: Scope) -> bool:
    """Return whether a body's end is told in two ways: a proxy may take one, and pass on what it never looked at."""
    return None not in (_header(scope, b"transfer-encoding"), _header(scope, b"content-length"))


def _asks_first(scope: Scope) -> bool:
    """Return whether the phone waits for a word before it sends the body, so that nobody knows whether one comes."""
    return (_header(scope, b"expect") or b"").lower() == b"100-continue"
