"""Stores of every kind, each with one table of two lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store.journal import Connection
from companion.store.store import Store
from tests.store.kinds import KINDS, Kind, kind_of
from tests.store.table import AT, CODE, HEADER, LINES


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Iterator[Kind]:
    kind = kind_of(request)
    yield kind
    kind.close()


@pytest.fixture
def store(kind: Kind, tmp_path: Path) -> Store:
    store = kind.make(tmp_path)
    with store.open() as connection:
        connection.create(CODE, "donut-shop", HEADER, AT, "p1")
        connection.append(CODE, connection.epoch, 0, LINES, AT, "p1")
    return store


@pytest.fixture
def connection(store: Store) -> Iterator[Connection]:
    with store.open() as connection:
        yield connection
