"""A house with an empty journal, and two phones in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.asking import House, Phone


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
