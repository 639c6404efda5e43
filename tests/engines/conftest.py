"""One companion, one browser of each engine, and phones in it; what was in sight when a test failed is kept."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.engines import firefox, webkit
from tests.engines.phone import AnyPhone
from tests.servers import House, serving

PHOTOS = Path(__file__).parents[1] / "photos"
NewPhone = Callable[[], AnyPhone]
FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A companion that owns the edition of the photos."""
    folder = tmp_path_factory.mktemp("engines")
    (folder / "sets").mkdir()
    shutil.copy(PHOTOS / "cartoon-101.toml", folder / "sets")
    with serving(folder) as house:
        yield house


@pytest.fixture(scope="session")
def firefox_phone(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewPhone]:
    with firefox.opened(tmp_path_factory.mktemp("firefox")) as bidi:
        yield partial(firefox.FirefoxPhone, bidi, house.url)


@pytest.fixture(scope="session")
def webkit_phone(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewPhone]:
    with webkit.opened(tmp_path_factory.mktemp("webkit")) as screen:
        yield partial(webkit.WebKitPhone, screen, house.url)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture
def phones(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewPhone]:
    """Hands out phones of an engine; none of them reported an error."""
    new: NewPhone = request.getfixturevalue(f"{engine}_phone")
    given: list[AnyPhone] = []

    def _phone() -> AnyPhone:
        given.append(new())
        return given[-1]

    yield _phone
    failed = request.node.stash.get(FAILED, False)
    complaints = [complaint for phone in given for complaint in phone.complaints]
    for number, phone in enumerate(given, 1):
        if failed or complaints:
            phone.screenshot(tmp_path / f"phone-{number}.png")
            print(f"What phone {number} showed: {tmp_path / f'phone-{number}.png'}")
        phone.close()
    assert complaints == []


@pytest.fixture
def phone(phones: NewPhone) -> AnyPhone:
    return phones()
