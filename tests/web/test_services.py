"""The services of a request: one connection, opened at its first use and closed at the end."""

from __future__ import annotations

import pytest
from flask import g

from companion.web import services
from tests.client import House


def test_a_request_has_one_connection_and_closes_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with house.app.test_request_context("/"):
        connection = services.connection()
        assert services.connection() is connection
        closed = []
        close = connection.close
        monkeypatch.setattr(type(connection), "close", lambda self: closed.append(self) or close())
    assert closed == [connection]


def test_a_request_without_the_journal_opens_no_connection(house: House) -> None:
    with house.app.test_request_context("/"):
        services.words()
        assert "connection" not in g
