"""The threads that run the app: a few, shared fairly among the addresses that ask."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import NamedTuple

Work = Callable[[], object]


class Overloaded(Exception):
    """Too many requests wait already, or this one has waited too long."""


class Waiting(NamedTuple):
    """A request that waits for a thread."""

    address: str
    work: Work
    done: asyncio.Future[object]
    since: float


class Workers:
    """Threads for what may block. Addresses take turns, so that one that floods delays only itself.

    The event loop hands out the work, and a thread gets more only when the loop has come round to what it finished. So
    a loop with much to do is not held up by threads that compute meanwhile: they wait for it, and not it for them.
    """

    def __init__(self, threads: int, name: str, most_waiting: int = 1_000, patience: float = 8.0) -> None:
        """`patience`: seconds after which a request that still waits is refused, not begun."""
        self._most_waiting, self._patience = most_waiting, patience
        # An address may not have all the threads at once: slow requests of one must not stop the others.
        self._most_each = max(1, threads * 3 // 4)
        self._queues: OrderedDict[str, deque[Waiting]] = OrderedDict()  # by address; the next one first
        self._running: Counter[str] = Counter()
        self._waiting, self._free = 0, threads
        self._begun: SimpleQueue[Waiting] = SimpleQueue()
        self._at_work: set[int] = set()  # threads
        for number in range(threads):
            threading.Thread(target=self._run, name=f"{name}-{number}", daemon=True).start()

    def submit(self, address: str, work: Work) -> asyncio.Future[object]:
        """Return the result of `work` to come, from a thread. Call on the event loop.

        Raises Overloaded. Where too many wait, the address with the most loses its latest request.
        """
        done: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        if self._waiting >= self._most_waiting:
            self._make_room(address)
        self._queues.setdefault(address, deque()).append(Waiting(address, work, done, time.monotonic()))
        self._waiting += 1
        self._hand_out()
        return done

    @property
    def busy(self) -> bool:
        """True while a thread works."""
        return bool(self._at_work)

    def _hand_out(self) -> None:
        """Give free threads the next requests of the addresses whose turn it is."""
        while self._free and (address := self._turn()) is not None:
            queue = self._queues.pop(address)
            one = queue.popleft()
            if queue:
                self._queues[address] = queue  # now the last
            self._waiting -= 1
            if time.monotonic() - one.since > self._patience:
                _settle(one.done, None, Overloaded())
                continue
            self._running[address] += 1
            self._free -= 1
            self._begun.put(one)

    def _turn(self) -> str | None:
        """Return the next address that may have another thread."""
        return next((address for address in self._queues if self._running[address] < self._most_each), None)

    def _finished(self, one: Waiting, result: object, error: BaseException | None) -> None:
        self._free += 1
        self._running[one.address] -= 1
        self._running += Counter()  # keeps what is above zero
        _settle(one.done, result, error)
        self._hand_out()

    def _make_room(self, newcomer: str) -> None:
        most = max(self._queues, key=lambda address: len(self._queues[address]))
        if len(self._queues[most]) <= len(self._queues.get(newcomer, ())) + 1:
            raise Overloaded
        _settle(self._queues[most].pop().done, None, Overloaded())
        self._waiting -= 1

    def _run(self) -> None:
        """Work, in a thread, as long as the process lives."""
        me = threading.get_ident()
        while True:
            one = self._begun.get()
            self._at_work.add(me)
            result: object = None
            error: BaseException | None = None
            try:
                result = one.work()
            except BaseException as raised:
                error = raised
            self._at_work.discard(me)
            with suppress(RuntimeError):  # the loop has ended, nobody waits any more
                one.done.get_loop().call_soon_threadsafe(self._finished, one, result, error)


def _settle(done: asyncio.Future[object], result: object, error: BaseException | None) -> None:
    if done.done():  # cancelled
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
