"""The host page of a real server: what the server itself makes of a proxy's headers does not open it."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.servers import House, serving


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost"}, 200),
        ({"Host": "192.168.1.23"}, 404),
        ({"Host": "kitchen.local"}, 404),
        ({"X-Forwarded-For": "192.168.1.77"}, 404),
        ({"X-Forwarded-For": "127.0.0.1"}, 404),
        ({"X-Forwarded-For": ""}, 404),
        ({"X-Forwarded-Proto": "https"}, 404),
        ({"Via": "1.1 proxy"}, 404),
        ({"X-Real-IP": "127.0.0.1"}, 404),
        ({"Forwarded": "for=192.0.2.1"}, 404),
        ({"X-Forwarded-Host": "kitchen.local"}, 404),
    ],
    ids=str,
)
def test_who_finds_it(house: House, headers: dict[str, str], status: int) -> None:
    address = urlsplit(house.url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=60)
    try:
        connection.request("GET", "/host", headers=headers)
        assert connection.getresponse().status == status
    finally:
        connection.close()
