"""The server: its words in the terminal, many phones at once, and its end by a signal."""

from __future__ import annotations

import errno
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from companion.web.server import proxies_of_environment, why_not
from tests.servers import ROOT

pytestmark = pytest.mark.posix

PATIENCE = 60  # seconds for what takes a moment: the machine may be busy. A stream of the tiny app lasts far longer

# A tiny app of its own, so that these tests speak of the server and of nothing else.
CHILD = """
import os
from types import SimpleNamespace
from flask import Flask, request
from companion.tables.feed import Feed, StreamPlace
from companion.web import server
from companion.web.serving import connections, receiving
from companion.web.table.stream import TAKE_OVER, Events

if silence := float(os.environ.get("SILENCE", 0)):
    connections.SECONDS.update(dict.fromkeys(connections.SECONDS, silence))
    connections.UNTAKEN = receiving.STALL = silence

app, feed = Flask("tiny"), Feed()
app.extensions["play"] = SimpleNamespace(feed=feed)

@app.get("/")
def home():
    return f"{request.scheme} {request.host} {request.remote_addr}"

@app.get("/headers")
def headers():
    return repr(sorted(name for name, value in request.headers.items()))

@app.get("/large")
def large():
    return bytes(3_000_000)

@app.get("/stream")
def stream():
    request.environ[TAKE_OVER](Events(feed, StreamPlace("T", "", ""), "e.1", "", feed.people("T")))
    return app.response_class(iter(()), mimetype="text/event-stream")

server.serve(app, stopping=feed.close)
"""

HALVES = {
    b"": b"",
    b"GET / HTTP/1.1\r\nHost: local": b"",
    b"POST / HTTP/1.1\r\nHost: local\r\nContent-Length: 99\r\n\r\nhalf": b"HTTP/1.1 408",
}
Start = Callable[..., "Running"]


class Running:
    """A server in a process of its own."""

    def __init__(self, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", CHILD],
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", "PORT": "0", "HOST": "", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.printed = self._read_welcome()

    def _read_welcome(self) -> str:
        assert self.process.stdout
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if "Ctrl-C" in line or "no phone can join" in line:
                break
        return "".join(lines)

    @property
    def port(self) -> int:
        found = re.search(r"http://[\d.]+:(\d+)", self.printed)
        assert found, self.printed
        return int(found[1])

    def get(self, path: str = "/", **headers: str) -> str:
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def end(self, sign: signal.Signals) -> tuple[int, str]:
        """Send a signal: the exit status, and what went to stderr."""
        self.process.send_signal(sign)
        _, trouble = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, trouble


@pytest.fixture
def start() -> Iterator[Start]:
    """Start servers; whatever still runs at the end of the test is stopped."""
    running: list[Running] = []

    def _start(**environment: str) -> Running:
        running.append(Running(**environment))
        return running[-1]

    yield _start
    for server in running:
        server.process.kill()
        server.process.communicate()


def test_one_machine_only_gets_no_qr(start: Start) -> None:
    server = start(HOST="127.0.0.1")
    assert "this machine only" in server.printed
    assert "█" not in server.printed
    assert server.get() == f"http 127.0.0.1:{server.port} 127.0.0.1"


def test_a_proxy_on_this_machine_may_claim_https(start: Start) -> None:
    server = start(HOST="127.0.0.1")
    headers = {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-For": "10.9.8.7",
        "X-Forwarded-Host": "evil",
        "Host": "donuts",
    }
    assert server.get(**headers) == "https donuts 10.9.8.7"


@pytest.mark.linux  # there every address from 127.0.0.1 to 127.255.255.254 is this machine's
def test_a_proxy_elsewhere_may_not(start: Start) -> None:
    server = start()
    line = http.client.HTTPConnection("127.0.0.2", server.port, PATIENCE, source_address=("127.0.0.2", 0))
    with closing(line):
        line.request("GET", "/", headers={"X-Forwarded-Proto": "https"})
        assert line.getresponse().read().decode() == f"http 127.0.0.2:{server.port} 127.0.0.2"


@pytest.mark.linux
@pytest.mark.parametrize("proxies", ["127.0.0.2", "192.0.2.1, 127.0.0.0/30"])
def test_a_proxy_that_the_host_names_may_and_is_believed_only_what_it_saw(start: Start, proxies: str) -> None:
    server = start(DONUT_PROXIES=proxies)
    line = http.client.HTTPConnection("127.0.0.2", server.port, PATIENCE, source_address=("127.0.0.2", 0))
    with closing(line):
        line.request("GET", "/", headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "8.8.8.8, 10.9.8.7"})
        assert line.getresponse().read().decode() == f"https 127.0.0.2:{server.port} 10.9.8.7", "not what a phone sent"
    if proxies == "127.0.0.2":
        assert server.get(**{"X-Forwarded-Proto": "https"}).startswith("http "), "nobody else any more"


@pytest.mark.parametrize("proxies", ["*", "0.0.0.0/0", "::/0", "proxy", "10.0.0.1/8", "10.0.0.1,,x"])
def test_proxies_that_cannot_be_believed_end_the_start(proxies: str) -> None:
    with pytest.raises(SystemExit, match=r"^DONUT_PROXIES="):
        proxies_of_environment(proxies)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_cleanly_although_phones_listen(start: Start, sign: signal.Signals) -> None:
    server = start(HOST="127.0.0.1")
    with ExitStack() as phones:
        for _ in range(12):
            stream = urllib.request.urlopen(f"http://127.0.0.1:{server.port}/stream", timeout=PATIENCE)
            phones.enter_context(stream)
            assert stream.read(5) == b"event"
        assert server.end(sign) == (0, "")


def test_two_hundred_listening_phones_leave_room_for_moves(start: Start) -> None:
    server = start(HOST="127.0.0.1")
    with ExitStack() as phones:
        for _ in range(200):
            stream = urllib.request.urlopen(f"http://127.0.0.1:{server.port}/stream", timeout=PATIENCE)
            phones.enter_context(stream)
            assert stream.read(5) == b"event"
        assert server.get().startswith("http ")


def test_half_a_question_is_hung_up_on_and_a_listening_phone_is_not(start: Start) -> None:
    server = start(HOST="127.0.0.1", SILENCE="1")
    with ExitStack() as phones:
        listening = phones.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
        listening.sendall(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert listening.recv(9) == b"HTTP/1.1 "
        for half, answer in HALVES.items():
            asking = phones.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
            asking.sendall(half)
            assert b"".join(iter(lambda: asking.recv(1000), b""))[:12] == answer, half  # noqa: B023
        listening.settimeout(0.5)
        with pytest.raises(TimeoutError):
            list(iter(lambda: listening.recv(1000), b""))


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        pytest.param({"PORT": "cake"}, "PORT=cake is not a port", id="a port is a number"),
        pytest.param({"PORT": "65536"}, "PORT=65536 is not a port", id="a port ends at 65535"),
        pytest.param({"PORT": "-1"}, "PORT=-1 is not a port", id="a port is not negative"),
        pytest.param({"HOST": "192.0.2.77"}, "not an address of this machine", id="somebody else's address"),
        pytest.param({"HOST": "no such name"}, "not an address of this machine", id="a name nobody has"),
        pytest.param({"HOST": "é" * 80}, "not an address of this machine", id="a name that cannot be"),
    ],
)
def test_a_wrong_address_is_explained_in_one_line(start: Start, environment: dict[str, str], words: str) -> None:
    _refused_in_one_line(start(**environment), words)


def test_a_port_in_use_is_explained_in_one_line(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        _refused_in_one_line(start(HOST="127.0.0.1", PORT=str(port)), f"--port {port + 1}")


def _refused_in_one_line(server: Running, words: str) -> None:
    printed, trouble = server.process.communicate(timeout=PATIENCE)
    assert (server.process.returncode, server.printed + printed) == (1, "")
    assert words in trouble
    assert trouble.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "Port 80 is reserved for administrators"),
        (OSError(errno.ENOBUFS, "No buffer space"), "Cannot listen on 0.0.0.0 port 80: "),
    ],
)
def test_why_not(error: OSError, words: str) -> None:
    assert why_not(error, "0.0.0.0", 80).startswith(words)
