"""A network between a phone and a server that can be slow, lose packets, fall silent, break, or lose answers."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

AGAIN = 0.6  # seconds until a lost packet is sent again: its wait for an answer and the way itself
PIECE = 64 * 1024  # bytes


class Proxy:
    """Forwards bytes to `target` (an address as `http://127.0.0.1:8000`, which may change), as the settings say.

    `delay`: seconds each piece of data takes, either way. `loss`: the share of pieces that is lost and sent again.
    `silent`: nothing arrives any more, and nobody is told; what was sent arrives when it is over. `loses_answers`:
    those to a POST are lost, with their connections. (Browsers send once more what was lost on one used before.)
    """

    def __init__(self, target: str, host: str, dice: random.Random) -> None:
        self.target = target
        self._host = host
        self.url = ""
        self.delay = 0.0
        self.loss = 0.0
        self.silent = False
        self.loses_answers = False
        self._dice = dice
        self._open: set[asyncio.StreamWriter] = set()
        self._frozen: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def freeze(self) -> None:
        """Make the connections that are open now silent for ever; new ones work."""
        self._loop.call_soon_threadsafe(lambda: self._frozen.update(self._open))

    def cut(self) -> None:
        """Break all connections."""
        self._loop.call_soon_threadsafe(lambda: [writer.transport.abort() for writer in self._open])

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)

    async def run(self, started: Callable[[], None]) -> None:
        """Forward until `stop`; `started` is called when `url` is known."""
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._accept, self._host, 0)
        self.url = "http://{}:{}".format(*server.sockets[0].getsockname())
        started()
        await self._stop.wait()
        server.close()
        for writer in self._open:
            writer.transport.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, phone: asyncio.StreamReader, to_phone: asyncio.StreamWriter) -> None:
        there, task = urlsplit(self.target), asyncio.current_task()
        assert task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        opened = [to_phone]
        self._open.add(to_phone)
        posts = False

        async def send_up(data: bytes) -> None:
            nonlocal posts
            posts = data.startswith(b"POST")
            to_server.write(data)

        async def send_down(data: bytes) -> None:
            if posts and self.loses_answers:
                raise ConnectionResetError
            to_phone.write(data)

        try:
            await self._travel(to_phone)
            server, to_server = await asyncio.open_connection(there.hostname, there.port)
            opened.append(to_server)
            self._open.add(to_server)
            await asyncio.gather(self._pump(phone, to_phone, send_up), self._pump(server, to_phone, send_down))
        except OSError:
            pass
        finally:
            for writer in opened:
                self._open.discard(writer)
                self._frozen.discard(writer)
                writer.transport.abort()

    async def _pump(
        self, reader: asyncio.StreamReader, of: asyncio.StreamWriter, send: Callable[[bytes], Awaitable[None]]
    ) -> None:
        while data := await reader.read(PIECE):
            await self._travel(of)
            await send(data)
        raise ConnectionResetError  # one side ended it: so does the other

    async def _travel(self, of: asyncio.StreamWriter) -> None:
        """Wait as long as a piece takes on the connection of a phone."""
        await asyncio.sleep(self.delay + (AGAIN if self._dice.random() < self.loss else 0))
        while (self.silent or of in self._frozen) and not self._stop.is_set():
            await asyncio.sleep(0.05)


@contextmanager
def proxy(target: str, host: str = "127.0.0.1", seed: int = 1) -> Iterator[Proxy]:
    """A network in front of a server, for phones that reach it at `host`; `seed`: which pieces are lost."""
    network, started = Proxy(target, host, random.Random(seed)), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(network.run(started.set)), daemon=True)
    thread.start()
    started.wait()
    try:
        yield network
    finally:
        network.stop()
        thread.join()
