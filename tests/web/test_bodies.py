"""Bodies: what an address does not take is refused before it is stored, and all stored ones together have a bound."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import waitress
from waitress.adjustments import Adjustments

from companion.web.bodies import LARGEST_FORM
from companion.web.photo.views import LARGEST
from companion.web.receiving import BodyBounds, Parser, channel_within
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


def test_forms_and_photos_still_arrive(running: Running) -> None:
    with closing(line_to(running.port)) as line:
        headers = {"Content-Type": f"multipart/form-data; boundary={EDGE}", "Sec-Fetch-Site": "same-origin"}
        line.request("POST", "/photo", body(bytes(3_000_000)), headers)
        answer = line.getresponse()
        assert (answer.status, b"no picture" in answer.read()) == (422, True)
        line.request("POST", "/photo", body(bytes(LARGEST)), headers)
        assert line.getresponse().status == 413


def test_the_app_refuses_likewise_under_another_server(house: House) -> None:
    phone: Phone = house.phone()
    assert phone.client.get("/", data=b"x").status_code == 413
    assert phone.post("/new/donut-shop", MEGABYTE, content_type=FORM).status_code == 413
    assert phone.post("/nowhere", MEGABYTE).status_code == 404


# All together


def parser(bounds: BodyBounds, length: int) -> Parser:
    made = Parser(Adjustments(), bounds)
    made.received(f"POST / HTTP/1.1\r\nContent-Length: {length}\r\n\r\n".encode())
    return made


def test_large_bodies_share_one_room_and_give_it_back() -> None:
    bounds = BodyBounds(lambda method, path: 10**6, most=2 * 10**6)
    first, second = parser(bounds, 10**6), parser(bounds, 10**6)
    assert (first.refused, second.refused, parser(bounds, 10**5).refused) == (0, 0, 503)
    assert parser(bounds, 1000).refused == 0, "small ones are not counted"
    first.close()
    first.close()
    third = parser(bounds, 10**6)
    assert (third.refused, parser(bounds, 10**5).refused) == (0, 503)
    del second  # a phone that hung up in the middle
    assert parser(bounds, 10**6).refused == 0


def test_without_room_a_phone_is_asked_to_come_back_later(tmp_path: Path) -> None:
    app = House(tmp_path).app
    served = waitress.create_server(app, host="127.0.0.1", port=0)
    served.channel_class = channel_within(BodyBounds(app.extensions["largest-body"], most=0))
    threading.Thread(target=served.run, daemon=True).start()
    with closing(line_to(served.effective_port)) as line:
        for path, kind in (("/photo", "text/html"), ("/api/v1/photo", "application/json")):
            headers = {"Content-Type": f"multipart/form-data; boundary={EDGE}", "Sec-Fetch-Site": "same-origin"}
            line.request("POST", path, body(bytes(200_000)), headers)
            answer = line.getresponse()
            answer.read()
            assert (answer.status, answer.getheader("Retry-After")) == (503, "5")
            assert kind in str(answer.getheader("Content-Type"))
    served.close()
