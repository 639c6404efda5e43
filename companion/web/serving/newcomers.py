"""The connections that were just made: addresses take turns to be let in, a few in each round of the event loop.

To make a protocol of a connection costs ten times what it costs to accept it. So whoever connects as fast as it can
waits in the queue of its own address, and somebody from another address is let in at once.
"""

from __future__ import annotations

import asyncio
import socket
from collections import OrderedDict, deque
from collections.abc import Callable

AT_ONCE = 4  # let in per round of the event loop
ACCEPTED = 128  # at most, per round
MOST_WAITING = 1_000  # the system itself holds some more
PAUSE = 1.0  # seconds for which nothing is accepted where the system has no more files


class Newcomers:
    """Accepts what comes to a listening socket, and lets addresses in by turns. Used on the event loop alone."""

    def __init__(
        self, listener: socket.socket, protocol: Callable[[], asyncio.Protocol], most: int = MOST_WAITING
    ) -> None:
        """`most`: how many may wait at once; each is an open file.

        Raises NotImplementedError where the event loop tells nobody that a connection came (Windows).
        """
        self._loop, self._listener, self._protocol = asyncio.get_running_loop(), listener, protocol
        self._queues: OrderedDict[str, deque[socket.socket]] = OrderedDict()  # by address; the next one first
        self._waiting, self._most = 0, most
        self._entering: set[asyncio.Task[object]] = set()
        self._again: asyncio.TimerHandle | None = None
        listener.setblocking(False)
        self._start()

    def close(self) -> None:
        """Accept nothing more, and turn away who waits."""
        if self._again is not None:
            self._again.cancel()
        self._loop.remove_reader(self._listener)
        for queue in self._queues.values():
            for connection in queue:
                connection.close()
        self._queues.clear()
        self._waiting = 0

    def _start(self) -> None:
        self._loop.add_reader(self._listener, self._accept)

    def _accept(self) -> None:
        for _ in range(ACCEPTED):
            try:
                connection, (address, _port) = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # the system has no more files: it would say so again and again
                self._loop.remove_reader(self._listener)
                self._again = self._loop.call_later(PAUSE, self._start)
                return
            connection.setblocking(False)
            if not self._waiting:
                self._loop.call_soon(self._let_in)
            self._queues.setdefault(address, deque()).append(connection)
            self._waiting += 1
            if self._waiting > self._most:
                self._turn_away()

    def _turn_away(self) -> None:
        """Close the latest connection of the address with the most."""
        most = max(self._queues, key=lambda address: len(self._queues[address]))
        self._queues[most].pop().close()
        self._waiting -= 1
        if not self._queues[most]:
            del self._queues[most]

    def _let_in(self) -> None:
        for _ in range(min(AT_ONCE, self._waiting)):
            address, queue = self._queues.popitem(last=False)
            connection = queue.popleft()
            self._waiting -= 1
            if queue:
                self._queues[address] = queue  # now the last
            if is_gone(connection):
                connection.close()
                continue
            task = self._loop.create_task(self._enter(connection))
            self._entering.add(task)
            task.add_done_callback(self._entering.discard)
        if self._waiting:
            self._loop.call_soon(self._let_in)

    async def _enter(self, connection: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._protocol, connection)
        except OSError:  # it was lost meanwhile
            connection.close()


def is_gone(connection: socket.socket) -> bool:
    """Return whether a connection was reset by the other side."""
    try:
        connection.getpeername()
    except OSError:
        return True
    return False
