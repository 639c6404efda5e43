"""Connections that no client can hold for ever: deadlines for what comes and what goes, and a bound for all.

uvicorn reads and writes HTTP; this adds what it leaves open. A client that trickles its request, or takes no answer, is
disconnected. Where there are too many connections, the address with the most loses those that have waited longest for
nobody here, or else its newest, so that a newcomer from another address always gets in.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import Counter
from contextlib import suppress
from enum import Enum
from typing import Any

import h11
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

MOST = 2_000  # connections; a phone that listens has two
LARGEST_HEAD = 64 * 1024  # bytes of a request's address and headers
UNTAKEN = 20.0  # seconds a phone has to take a piece of an answer (64 kB)
UNHEARD = 40  # seconds a phone may leave a heartbeat unanswered by its system (Linux): then it has vanished


class Phase(Enum):
    """The phases of a connection, by what it waits for."""

    IDLE = "the next request"
    HEAD = "the rest of a request's head"
    REST = "the rest of a body that was refused"
    BUSY = "its answer, or news"


# The seconds each may take. Pages keep connections open to be quick, and open some before they need them.
SECONDS = {Phase.IDLE: 30.0, Phase.HEAD: 10.0, Phase.REST: 120.0}


class Doors(ServerState):
    """All connections of the server, and who loses one where there are too many."""

    def __init__(self, most: int = MOST) -> None:
        super().__init__()
        self.most = most

    def admit(self, newcomer: BoundedConnection) -> None:
        """Make room for one more, and for some that follow: looking for who may go takes a while."""
        if len(self.connections) <= self.most:
            return
        everybody: list[Any] = [one for one in self.connections if one is not newcomer]
        count = Counter(one.host for one in everybody)
        most = max(count.values())
        crowd = [one for one in everybody if count[one.host] == most]
        going = sorted((one for one in crowd if one.may_go), key=lambda one: one.since)
        if not going and most > count[newcomer.host]:  # all wait for an answer or for news: the newest go
            going = sorted(crowd, key=lambda one: -one.since)
        for one in going[: max(1, self.most // 20)] or [newcomer]:
            self.connections.discard(one)  # it is told only later that it is lost
            one.abort()


class Flow(FlowControl):
    """Reads no further while enough of later requests is here, so that one who sends them ahead fills no memory."""

    def __init__(self, transport: asyncio.Transport, conn: h11.Connection) -> None:
        super().__init__(transport)
        self._conn = conn

    def resume_reading(self) -> None:
        if len(self._conn.trailing_data[0]) < LARGEST_HEAD:
            super().resume_reading()


class BoundedConnection(H11Protocol):
    """A connection with deadlines."""

    phase: Phase | None = None
    since = 0.0  # of the phase, by the loop's clock
    host = ""
    _deadline: asyncio.TimerHandle | None = None
    _untaken: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.host = self.client[0] if self.client else ""
        self.flow = Flow(transport, self.conn)
        transport.max_size = LARGEST_HEAD  # type: ignore[attr-defined]  # bytes asyncio reads at once, of a selector
        # With no buffer between, "paused" means that the phone has not taken what it was sent.
        transport.set_write_buffer_limits(high=0)
        _notice_who_vanishes(transport.get_extra_info("socket"))
        self._watch()
        if isinstance(self.server_state, Doors):
            self.server_state.admit(self)

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except h11.LocalProtocolError:  # it is no request, and comes in the middle of an answer
            self.abort()
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._untaken is None:
            self._untaken = self.loop.call_later(UNTAKEN, self.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel(self._untaken)
        self._untaken = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        _cancel(self._deadline)
        _cancel(self._untaken)

    def abort(self) -> None:
        """Disconnect at once, without waiting for the phone to take what is left."""
        self.transport.abort()

    @property
    def may_go(self) -> bool:
        """True while nobody here works for this connection.

        It is idle, its request is not there whole, or it does not take its answer.
        """
        waits_for_answer = self.phase is Phase.BUSY and self._untaken is None
        return not waits_for_answer or (self.cycle is not None and self.cycle.more_body)

    def _watch(self) -> None:
        """Set the deadline of the phase this connection is in, where it has just begun."""
        phase = self._phase_now()
        if phase is self.phase or self.transport.is_closing():
            return
        self.phase, self.since = phase, self.loop.time()
        _cancel(self._deadline)
        seconds = SECONDS.get(phase)
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.abort)

    def _phase_now(self) -> Phase:
        if self.cycle is not None and not self.cycle.response_complete:
            return Phase.BUSY
        if self.conn.their_state is h11.SEND_BODY:
            return Phase.REST
        return Phase.HEAD if self.conn.trailing_data[0] else Phase.IDLE


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


def _notice_who_vanishes(connection: socket.socket | None) -> None:
    """Have the system disconnect a phone that has not confirmed what was sent to it for UNHEARD seconds."""
    if connection is None:
        return
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if option := getattr(socket, "TCP_USER_TIMEOUT", None):  # Linux, in milliseconds
            connection.setsockopt(socket.IPPROTO_TCP, option, UNHEARD * 1000)
        elif option := {"darwin": 0x80, "win32": 5}.get(sys.platform):  # TCP_RXT_CONNDROPTIME, TCP_MAXRT, in seconds
            connection.setsockopt(socket.IPPROTO_TCP, option, UNHEARD)
