"""The phones that wait for news, on the event loop: none of them holds a thread."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from companion.tables.feed import Feed
from companion.web.serving.receiving import Receive, hung_up
from companion.web.table import stream
from companion.web.table.stream import Events

Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class Listeners:
    """The streams that are open, by table."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    def follow(self, feed: Feed, loop: asyncio.AbstractEventLoop) -> None:
        """Ring at all news of a feed, whichever thread brings them."""

        def call(code: str | None) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._ring, code)

        feed.subscribe(call)

    def _ring(self, code: str | None) -> None:
        """Ring the phones of a table; with None, all."""
        tables = list(self._bells.values()) if code is None else [self._bells.get(code, set())]
        for bells in tables:
            for bell in bells:
                bell.set()

    async def listen(self, events: Events, receive: Receive, send: Send) -> None:
        """Send a phone its events until it hangs up or the server stops."""
        bell = asyncio.Event()
        self._bells[events.code].add(bell)
        gone = asyncio.ensure_future(hung_up(receive))
        gone.add_done_callback(lambda _: bell.set())
        try:
            await _event(send, events.hello() + events.since())
            while not (gone.done() or events.over):
                try:
                    async with asyncio.timeout(stream.HEARTBEAT):
                        await bell.wait()
                except TimeoutError:
                    await _event(send, events.beat())
                else:
                    bell.clear()
                    if text := events.since():
                        await _event(send, text)
        finally:
            gone.cancel()
            self._bells[events.code].discard(bell)
            if not self._bells[events.code]:
                del self._bells[events.code]


async def _event(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
