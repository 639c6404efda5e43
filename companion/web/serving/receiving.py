"""Bodies of requests, received whole before a thread is asked: refused ones are not stored, all together have a bound.

A refused body is answered at once, and the rest of it is read and thrown away: a browser that is still sending would
otherwise see a broken connection instead of the answer.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from typing import IO, Any

SMALL = 64 * 1024  # bytes; bodies up to this size are held in memory
MOST_IN_MEMORY = 32 * 1024 * 1024  # bytes of all small bodies together
MOST_STORED = 256 * 1024 * 1024  # bytes of all large bodies together, on the disk: photos of twelve phones
STEP = 1024 * 1024  # bytes a large body reserves at once, so that there are not too many files either
STALL = 20.0  # seconds without a byte after which the phone is taken for gone
LEAST_PACE = 4_000  # bytes a second; a poor hotspot brings three times as many
TOO_LARGE, NO_ROOM, TOO_SLOW = 413, 503, 408

Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class BodyRefused(Exception):
    """A body that is not taken; `status` is the HTTP status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Gone(Exception):
    """The phone hung up."""


class BodyBounds:
    """The bytes that may be stored: of one body, by its address, and of all together. Used on the event loop alone."""

    def __init__(
        self, largest: Callable[[str, str], int], stored: int = MOST_STORED, in_memory: int = MOST_IN_MEMORY
    ) -> None:
        """`largest`: from method and path to the most bytes of a body there."""
        self.largest = largest
        self.stored, self.in_memory = stored, in_memory  # bytes left


class Body:
    """A body on its way: in memory while it is small, in a temporary file then. Close it to give its room back."""

    def __init__(self, bounds: BodyBounds) -> None:
        self._bounds = bounds
        self._stored = self._in_memory = 0  # bytes reserved
        self.size = 0
        self.file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=SMALL)  # noqa: SIM115

    def append(self, data: bytes) -> None:
        """Raises BodyRefused where all bodies together would take too much."""
        self.size += len(data)
        if self.size > SMALL:
            self._bounds.in_memory += self._in_memory
            self._in_memory = 0
            while self.size > self._stored:
                if self._bounds.stored < STEP:
                    raise BodyRefused(NO_ROOM)
                self._bounds.stored -= STEP
                self._stored += STEP
        else:
            if self._bounds.in_memory < len(data):
                raise BodyRefused(NO_ROOM)
            self._bounds.in_memory -= len(data)
            self._in_memory += len(data)
        self.file.write(data)

    def close(self) -> None:
        self._bounds.stored += self._stored
        self._bounds.in_memory += self._in_memory
        self._stored = self._in_memory = 0
        self.file.close()


async def receive_body(bounds: BodyBounds, most: int, length: int | None, receive: Receive) -> Body:
    """Return a body of at most `most` bytes; `length` as its header says, None where it comes in pieces.

    Raises BodyRefused: it is larger, there is no room for it, or it comes too slowly. Raises Gone.
    """
    if length is not None and length > most:
        raise BodyRefused(TOO_LARGE)
    body, loop = Body(bounds), asyncio.get_running_loop()
    began = loop.time()
    try:
        while True:
            try:
                async with asyncio.timeout(STALL):
                    message = await receive()
            except TimeoutError:
                raise BodyRefused(TOO_SLOW) from None
            if message["type"] != "http.request":
                raise Gone
            if body.size + len(message["body"]) > most:
                raise BodyRefused(TOO_LARGE)
            body.append(message["body"])
            if not message.get("more_body"):
                body.file.seek(0)
                return body
            if body.size < (loop.time() - began - STALL) * LEAST_PACE:
                raise BodyRefused(TOO_SLOW)
    except BaseException:
        body.close()
        raise


async def hung_up(receive: Receive) -> None:
    """Return as soon as the phone hung up. Call it after the body is there."""
    while (await receive())["type"] != "http.disconnect":
        pass
