"""Bodies: what an address does not take is refused before it is stored, and all stored ones together have a bound."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.web.bodies import LARGEST_FORM
from companion.web.photo.views import LARGEST
from companion.web.server import Server
from companion.web.serving.receiving import SMALL, STEP, Body, BodyBounds, BodyRefused
from tests.client import House, Phone
from tests.photos.crowd import EDGE, body, server
from tests.photos.crowd import Server as Running

MEGABYTE = bytes(1024 * 1024)
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("bodies")) as started:
        yield started


def line_to(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=60)


REFUSED = {
    "a page that takes nothing": ("GET", "/", 413),
    "a form": ("POST", "/new/donut-shop", 413),
    "how a phone looks at a table": ("POST", "/t/XXXXX/likes", 413),
    "another form beside photos": ("POST", "/photo/AAAAAAAAAAAAAAAA/yes", 413),
    "a question of a program": ("POST", "/api/v1/donut-shop/box", 413),
    "no page at all": ("POST", "/nowhere", 404),
    "a page that is only read": ("POST", "/rules", 405),
}


@pytest.mark.parametrize(("method", "path", "status"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused_and_the_connection_stays_usable(running: Running, method: str, path: str, status: int) -> None:
    with closing(line_to(running.port)) as line:
        for _ in range(2):
            line.request(method, path, MEGABYTE, {"Content-Type": FORM, "Sec-Fetch-Site": "same-origin"})
            answer = line.getresponse()
            answer.read()
            assert answer.status == status
        line.request("GET", "/rules")
        assert line.getresponse().status == 200


@pytest.mark.parametrize(("method", "path", "status"), REFUSED.values(), ids=REFUSED)
def test_the_answer_does_not_wait_for_the_body(running: Running, method: str, path: str, status: int) -> None:
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: {FORM}\r\n"
    for length in (LARGEST_FORM + 1, 10**6, 10**12):
        with socket.create_connection(("127.0.0.1", running.port), timeout=60) as phone:
            phone.sendall(f"{head}Content-Length: {length}\r\n\r\n".encode())
            assert phone.recv(100).split()[1] == str(status).encode(), length


def test_a_body_in_pieces_is_refused_as_soon_as_it_is_too_much(running: Running) -> None:
    head = (
        f"POST /new/donut-shop HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: {FORM}\r\n"
    )
    piece = b"8000\r\n" + bytes(0x8000) + b"\r\n"
    with socket.create_connection(("127.0.0.1", running.port), timeout=60) as phone:
        phone.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + piece * 3)  # and no end
        assert phone.recv(100).split()[1] == b"413"
        phone.sendall(piece * 40 + b"0\r\n\r\nGET /rules HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer_bytes = b"".join(iter(lambda: phone.recv(65536), b""))
    assert answer_bytes.count(b"HTTP/1.1 200") == 1


def test_who_asks_before_sending_is_refused_at_once(running: Running) -> None:
    head = "POST /new/donut-shop HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nExpect: 100-continue\r\n"
    with socket.create_connection(("127.0.0.1", running.port), timeout=60) as phone:
        phone.sendall(f"{head}Content-Type: {FORM}\r\nContent-Length: 1000000\r\n\r\n".encode())
        answer_bytes = b"".join(iter(lambda: phone.recv(65536), b""))  # it hangs up: nobody knows whether a body comes
    assert answer_bytes.startswith(b"HTTP/1.1 413")


def test_a_body_whose_end_is_told_in_two_ways_is_refused_with_all_that_follows(running: Running) -> None:
    head = (
        f"POST /new/donut-shop HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: {FORM}\r\n"
    )
    with socket.create_connection(("127.0.0.1", running.port), timeout=60) as phone:
        phone.sendall(f"{head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".encode())
        phone.sendall(b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer_bytes = b"".join(iter(lambda: phone.recv(65536), b""))
    assert answer_bytes.startswith(b"HTTP/1.1 400") and answer_bytes.count(b"HTTP/1.1") == 1


def test_forms_and_photos_still_arrive(running: Running) -> None:
    with closing(line_to(running.port)) as line:
        headers = {"Content-Type": f"multipart/form-data; boundary={EDGE}", "Sec-Fetch-Site": "same-origin"}
        line.request("POST", "/photo", body(bytes(3_000_000)), headers)
        answer = line.getresponse()
        assert (answer.status, b"cannot read this file as a picture" in answer.read()) == (422, True)
        line.request("POST", "/photo", body(bytes(LARGEST)), headers)
        assert line.getresponse().status == 413


def test_the_app_refuses_likewise_under_another_server(house: House) -> None:
    phone: Phone = house.phone()
    assert phone.client.get("/", data=b"x").status_code == 413
    assert phone.post("/new/donut-shop", MEGABYTE, content_type=FORM).status_code == 413
    assert phone.post("/nowhere", MEGABYTE).status_code == 404


# All together


class Room:
    """Bodies on their way to a server of its own bounds."""

    def __init__(self, stored: int = 10 * STEP, in_memory: int = 10 * SMALL) -> None:
        self._bounds = BodyBounds(lambda method, path: STEP, stored, in_memory)
        self.bodies: list[Body] = []

    def takes(self, size: int) -> bool:
        """Whether there is room for a further body of so many bytes."""
        body = Body(self._bounds)
        self.bodies.append(body)
        try:
            for _ in range(size // SMALL):
                body.append(bytes(SMALL))
            body.append(bytes(size % SMALL))
        except BodyRefused as refusal:
            body.close()
            return refusal.status != 503
        return True

    def close(self) -> None:
        for one in self.bodies:
            one.close()


def test_large_bodies_share_one_room_and_give_it_back() -> None:
    with closing(Room(stored=2 * STEP)) as room:
        assert [room.takes(STEP), room.takes(SMALL + 1), room.takes(SMALL + 1)] == [True, True, False]
        assert room.takes(SMALL), "small ones have a room of their own"
        room.bodies[0].close()
        room.bodies[0].close()
        assert [room.takes(STEP), room.takes(SMALL + 1)] == [True, False]


def test_small_bodies_share_one_room_too() -> None:
    with closing(Room(in_memory=2 * SMALL)) as room:
        assert [room.takes(SMALL), room.takes(SMALL), room.takes(1)] == [True, True, False]
        room.bodies[1].close()
        assert room.takes(SMALL + 1)
        assert room.takes(SMALL), "a body that has grown large leaves the room of the small ones"


def test_what_was_stored_is_what_was_sent() -> None:
    with closing(Room()) as room:
        assert room.takes(3 * SMALL + 7)
        room.bodies[0].file.seek(0)
        assert room.bodies[0].file.read() == bytes(3 * SMALL + 7)


def test_without_room_a_phone_is_asked_to_come_back_later(tmp_path: Path) -> None:
    app = House(tmp_path).app
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        served = Server(app, stored=0)
        running = threading.Thread(target=served.run, kwargs={"sockets": [listener]})
        running.start()
        with closing(line_to(port)) as line:
            for path, kind in (("/photo", "text/html"), ("/api/v1/photo", "application/json")):
                headers = {"Content-Type": f"multipart/form-data; boundary={EDGE}", "Sec-Fetch-Site": "same-origin"}
                line.request("POST", path, body(bytes(200_000)), headers)
                answer = line.getresponse()
                answer.read()
                assert (answer.status, answer.getheader("Retry-After")) == (503, "5")
                assert kind in str(answer.getheader("Content-Type"))
        served.should_exit = True
        running.join(60)
        assert not running.is_alive()
