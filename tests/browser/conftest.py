"""One real server and one real browser for all of these tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.servers import House, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.phone import Phone

NewPhone = Callable[..., "Phone"]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="session")
def long_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The house that speaks the long language."""
    with serving(tmp_path_factory.mktemp("house"), "qps") as house:
        yield house


@pytest.fixture(scope="module", params=["en", "qps"])
def either_house(request: pytest.FixtureRequest) -> House:
    """The house in English, and in the long language."""
    house: House = request.getfixturevalue("house" if request.param == "en" else "long_house")
    return house


@pytest.fixture
def phones(browser: Browser, house: House) -> Iterator[NewPhone]:
    """Hands out phones; whatever happened on them, no browser complained."""
    from tests.browser.phone import Phone

    given: list[Phone] = []

    def _phone(**how: Any) -> Phone:
        given.append(Phone(browser, house.url, **how))
        return given[-1]

    yield _phone
    for phone in given:
        phone.close()
    assert [error for phone in given for error in phone.errors] == []


@pytest.fixture
def phone(phones: NewPhone) -> Phone:
    return phones()
