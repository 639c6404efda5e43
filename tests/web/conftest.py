"""A house with an empty journal, and two phones in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.client import House, Phone


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def ana(house: House) -> Phone:
    """A phone that has opened a table at level `bank`."""
    phone = house.phone()
    phone.open()
    return phone


@pytest.fixture
def bo(house: House, ana: Phone) -> Phone:
    """Another phone at the same table."""
    phone = house.phone()
    phone.code = ana.code
    return phone


@pytest.fixture(scope="module")
def asks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A program that asks; the app behind it is the same for the whole module."""
    house = House(tmp_path_factory.mktemp("api"), TESTING=False, PROPAGATE_EXCEPTIONS=False, API_PATIENCE=0.05)
    yield house.app.test_client()
    assert not house.path.exists(), "a question touched the journal"
