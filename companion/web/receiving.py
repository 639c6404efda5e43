"""Bodies as the server receives them: refused ones are not stored, and all stored ones together have a bound.

A refused body is answered at once, and the rest of it is read and thrown away: a browser that is still sending would
otherwise see a broken connection instead of the answer.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any, cast

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.receiver import ChunkedReceiver, FixedStreamReceiver
from waitress.task import WSGITask

from companion.web.bodies import REFUSED

MOST_STORED = 256 * 1024 * 1024  # bytes of all large bodies together, on the disk: photos of twelve phones
SMALL = 64 * 1024  # bytes; bodies up to this size are held in memory and not counted
READ_PAST = 64 * 1024 * 1024  # bytes of a refused body that are read; a larger one is disconnected
TOO_LARGE, NO_ROOM = 413, 503


class BodyBounds:
    """The bytes that may be stored: of one body, by its address, and of all together."""

    def __init__(self, largest: Callable[[str, str], int], most: int = MOST_STORED) -> None:
        """`largest`: from method and path to the most bytes of a body there."""
        self.largest = largest
        self._left = most
        self._lock = threading.Lock()

    def reserve(self, size: int) -> bool:
        """Reserve bytes of the bound for all; False if not as many are left."""
        with self._lock:
            if size > self._left:
                return False
            self._left -= size
            return True

    def give_back(self, size: int) -> None:
        with self._lock:
            self._left += size


class _Nowhere:
    """A buffer that keeps nothing."""

    def append(self, data: bytes) -> None:
        pass

    def __len__(self) -> int:
        return 0

    def close(self) -> None:
        pass


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """A request whose body is stored only if its address takes it. `refused`: else the HTTP status, 413 or 503."""

    body_rcv: Any  # waitress' receiver of the body, None without a body
    content_length: int
    expect_continue: bool

    def __init__(self, adjustments: object, bounds: BodyBounds) -> None:
        super().__init__(adjustments)
        self._bounds = bounds
        self._most = 0
        self._give_back: Callable[[], object] = lambda: None
        self.refused = 0
        self.rest: FixedStreamReceiver | ChunkedReceiver | None = None  # receives the rest of a refused body

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.body_rcv is None:
            return
        self._most = self._bounds.largest(self.command, self.path.encode("latin-1").decode("utf-8", "replace"))
        size = self._most if self.chunked else self.content_length
        if size > self._most or not self._most:
            self._refuse(TOO_LARGE, FixedStreamReceiver(size, _Nowhere()) if size and not self.chunked else None)
        elif size > SMALL:
            if self._bounds.reserve(size):
                self._give_back = weakref.finalize(self, self._bounds.give_back, size)
            else:
                self._refuse(NO_ROOM, FixedStreamReceiver(size, _Nowhere()) if not self.chunked else None)

    def _refuse(self, why: int, rest: FixedStreamReceiver | None) -> None:
        """End the request without its body; `rest` is None if the size of the rest is not known."""
        self.refused = why
        self.rest = rest if self.content_length <= READ_PAST and not self.expect_continue else None
        self.body_rcv = None
        self.expect_continue = False
        self.content_length = 0
        self.headers["CONTENT_LENGTH"] = "0"
        if self.rest is None:
            self.headers["CONNECTION"] = "close"

    def received(self, data: bytes) -> int:
        consumed = cast(int, super().received(data))
        body = self.body_rcv
        if self.chunked and body is not None and len(body) > self._most:
            body.getbuf().close()
            body.buf = _Nowhere()
            done = body.completed or body.error
            self._refuse(TOO_LARGE, None)
            if not done:
                self.rest = body
                self.headers.pop("CONNECTION", None)
            self.completed = True
        return consumed

    def close(self) -> None:
        super().close()
        self._give_back()


class Rest(HTTPRequestParser):  # type: ignore[misc]
    """The rest of a refused body, in the place of a request."""

    empty = True

    def __init__(self, adjustments: object, receiver: FixedStreamReceiver | ChunkedReceiver) -> None:
        super().__init__(adjustments)
        self._receiver = receiver
        self._past = 0

    def received(self, data: bytes) -> int:
        consumed = cast(int, self._receiver.received(data))
        self._past += consumed
        # What follows a body that is too long to read is not a request: it is answered with an error and disconnected.
        self.completed = bool(self._receiver.completed or self._receiver.error or self._past > READ_PAST)
        return consumed


class Task(WSGITask):  # type: ignore[misc]
    """Puts the status of a refused body into the environment."""

    def get_environment(self) -> dict[str, object]:
        environment = cast(dict[str, object], super().get_environment())
        if refused := getattr(self.request, "refused", 0):
            environment[REFUSED] = refused
        return environment


def channel_within(bounds: BodyBounds) -> type[HTTPChannel]:
    """Return the class of a server's connections that stores bodies only within these bounds."""

    class Channel(HTTPChannel):  # type: ignore[misc]
        task_class = Task
        _last: Parser | None = None

        @property
        def parser_class(self) -> Callable[[object], HTTPRequestParser]:
            return self._next

        def _next(self, adjustments: object) -> HTTPRequestParser:
            last, self._last = self._last, None
            if last is not None and last.rest is not None:
                return Rest(adjustments, last.rest)
            self._last = Parser(adjustments, bounds)
            return self._last

    return Channel
