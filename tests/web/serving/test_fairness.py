"""Where there is too much of everything, an address loses what is too much of its own, and others still get in."""

from __future__ import annotations

import asyncio
import http.client
import socket
import struct
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.web.server import SLOW, SPARE_FILES, Server, connections_for
from companion.web.serving.newcomers import MOST_WAITING, Newcomers
from companion.web.serving.workers import Overloaded, Workers
from tests.client import OWN_PAGE, House

CONNECTIONS = 20


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return House(tmp_path).app


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    """The port of a server with few connections."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        served = Server(app, CONNECTIONS)
        running = threading.Thread(target=served.run, kwargs={"sockets": [listener]})
        running.start()
        yield listener.getsockname()[1]
        served.should_exit = True
        running.join(60)
        assert not running.is_alive()


def connected(port: int, host: str) -> socket.socket:
    phone = socket.socket()
    phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    phone.settimeout(60)
    phone.bind((host, 0))
    phone.connect(("127.0.0.1", port))
    return phone


def status(port: int, host: str) -> int:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(host, 0))
    try:
        line.request("GET", "/rules")
        return line.getresponse().status
    finally:
        line.close()


@pytest.mark.linux
def test_those_who_take_no_answer_keep_no_newcomer_out(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(CONNECTIONS):
            phone = stack.enter_context(connected(port, "127.0.0.1"))
            phone.setblocking(False)
            phone.send(b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n" * 400)
        assert [status(port, "127.0.0.2") for _ in range(3)] == [200] * 3


@pytest.mark.linux
def test_those_who_only_listen_keep_no_newcomer_out_and_cost_nobody_else_a_place(port: int) -> None:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    asked.request("POST", "/try-it", "game=go-nuts", {"Content-Type": "application/x-www-form-urlencoded", **OWN_PAGE})
    code = str(asked.getresponse().getheader("Location")).rpartition("/")[2]
    asked.close()
    with ExitStack() as stack:
        idle = stack.enter_context(connected(port, "127.0.0.3"))
        for _ in range(CONNECTIONS - 1):
            phone = stack.enter_context(connected(port, "127.0.0.1"))
            phone.sendall(f"GET /t/{code}/news HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert phone.recv(12) == b"HTTP/1.1 200"
        assert [status(port, "127.0.0.2") for _ in range(3)] == [200] * 3
        idle.sendall(b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle.recv(12) == b"HTTP/1.1 200"


def let_in(listener: socket.socket, count: int, most: int = MOST_WAITING) -> list[tuple[str, int]]:
    """Who is let in, in order, until so many are."""
    entered: list[tuple[str, int]] = []

    class Entered(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            entered.append(transport.get_extra_info("peername"))
            transport.close()

    async def all_of_them() -> None:
        waiting = Newcomers(listener, Entered, most)
        while len(entered) < count:
            await asyncio.sleep(0.01)
        waiting.close()

    asyncio.run(all_of_them())
    return entered


@pytest.mark.linux
def test_addresses_take_turns_to_be_let_in_and_who_hung_up_is_not() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=200) as listener, ExitStack() as stack:
        for number in range(80):
            phone = stack.enter_context(connected(listener.getsockname()[1], "127.0.0.3"))
            if number % 2:
                phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                phone.close()
        stack.enter_context(connected(listener.getsockname()[1], "127.0.0.2"))
        entered = [host for host, _ in let_in(listener, 41)]
    assert entered.index("127.0.0.2") < 2
    assert entered.count("127.0.0.3") == 40


def test_where_too_many_wait_to_be_let_in_the_address_with_most_loses_its_latest() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=200) as listener, ExitStack() as stack:
        phones = [stack.enter_context(connected(listener.getsockname()[1], "127.0.0.1")) for _ in range(30)]
        names = [phone.getsockname() for phone in phones]
        assert let_in(listener, 10, most=10) == names[:10]


@pytest.mark.parametrize("files", [512, 1_024, 8_192])
def test_who_waits_to_be_let_in_takes_no_file_from_the_journal(files: int) -> None:
    connections = connections_for(files)
    assert connections > 100 and connections + connections // 2 <= files - SPARE_FILES


def test_an_address_with_too_many_requests_loses_its_latest() -> None:
    go, workers = threading.Event(), Workers(1, "one", most_waiting=3)

    async def ask() -> list[object]:
        busy = workers.submit("flood", go.wait)
        while not workers.busy:
            await asyncio.sleep(0.01)
        waiting = [workers.submit("flood", lambda: "late") for _ in range(3)]
        with pytest.raises(Overloaded):
            workers.submit("flood", lambda: "later")
        other = workers.submit("other", lambda: "soon")
        go.set()
        return await asyncio.gather(busy, *waiting, other, return_exceptions=True)

    _, *late, lost, other = asyncio.run(ask())
    assert (late, other) == (["late", "late"], "soon")
    assert isinstance(lost, Overloaded)


def test_nothing_is_drawn_for_a_phone_that_hung_up_but_what_it_entered_counts() -> None:
    go, asked = threading.Event(), list[str]()

    def app(environ: Any, start_response: Any) -> list[bytes]:
        asked.append(environ["PATH_INFO"])
        assert go.wait(60)
        start_response("200 OK", [("Content-Length", "0")])
        return []

    with socket.create_server(("127.0.0.1", 0)) as listener, ExitStack() as stack:
        port, served = listener.getsockname()[1], Server(app)
        running = threading.Thread(target=served.run, kwargs={"sockets": [listener]})
        running.start()
        while len(asked) < 4:  # so many threads one address may have
            stack.enter_context(connected(port, "127.0.0.1")).sendall(b"GET /busy HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(0.2)
        for head in (b"GET /left", b"POST /entered"):
            with connected(port, "127.0.0.1") as phone:
                phone.sendall(head + b" HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
                time.sleep(0.5)
        time.sleep(0.5)
        go.set()
        assert status(port, "127.0.0.1") == 200
        served.should_exit = True
        running.join(60)
    assert "/entered" in asked and "/left" not in asked


@pytest.mark.linux
def test_a_tap_does_not_wait_for_files_that_are_read(port: int, app: Flask) -> None:
    """Files from two addresses take all threads for files; a table's lines need none of those."""

    def ask(host: str, path: str) -> int:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(host, 0))) as line:
            line.request("POST", path, "text=x", {"Content-Type": "application/x-www-form-urlencoded", **OWN_PAGE})
            return line.getresponse().status

    with ThreadPoolExecutor() as files:
        with app.extensions["importing"]:  # so each waits for the one before it
            waiting = [files.submit(ask, f"127.0.0.{1 + number % 2}", "/import") for number in range(SLOW)]
            time.sleep(0.5)
            assert ask("127.0.0.3", "/t/BBBBB/move") == 404
            assert not any(one.done() for one in waiting), "the tap was answered only after a file"
        assert {one.result() for one in waiting} == {422}
