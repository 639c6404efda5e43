"""Every page of Go Nuts fits every screen and every thumb, and axe finds nothing on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.nuts_pages import LONG, nuts_pages
from tests.browser.test_axe import TALL, complaints
from tests.browser.test_layout import FIRST_BUTTON_SEEN, HIDDEN, MISFITS, SIZES
from tests.house import House, serving

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone

pytestmark = pytest.mark.browser

FIRST_KEY_HIDDEN = HIDDEN.replace(".key,", ".key, .card,")
# Every template and every kind of key once: axe takes its time.
WITH_AXE = (
    "refill half told",
    "put back",
    "bid mixed",
    "bid told",
    "cover",
    "secret",
    "draw two told",
    "take three picked",
    "clear row picked",
    "give whom",
    "pass told",
    "journal",
    "line",
    "try",
    "start",
    "phones",
    "count some",
    "count whole",
    "counted more",
    "over",
    "result",
    "paper",
)


@pytest.fixture(scope="module", params=["en", "qps"])
def walk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Full addresses; six names of 24 characters, in English and in the long language."""
    with serving(tmp_path_factory.mktemp("nuts"), request.param) as house:
        yield {name: house.url + path for name, path in nuts_pages(house, LONG).items()}


def test_everything_fits_and_begins_above_the_fold(phones: NewPhone, walk: dict[str, str]) -> None:
    page = phones().page
    found = []
    for name, address in walk.items():
        page.goto(address)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{name} at {width}x{height}: {said}" for said in page.evaluate(MISFITS)]
        for width, height in FIRST_BUTTON_SEEN if page.locator(".step").count() else ():
            page.set_viewport_size({"width": width, "height": height})
            if below := page.evaluate(FIRST_KEY_HIDDEN):
                found.append(f"{name} at {width}x{height}: the first button is {below} px too low")
    assert found == []


def test_axe_finds_nothing(phones: NewPhone, house: House) -> None:
    phone = phones(size=TALL)
    pages = nuts_pages(house)
    found = {name: complaints(phone.open(pages[f"nuts {name}"])) for name in WITH_AXE}
    assert {name: said for name, said in found.items() if said} == {}


def test_axe_finds_nothing_in_trays_and_a_refusal(phones: NewPhone, house: House) -> None:
    phone = phones(size=TALL, missing_pages=True)
    pages = nuts_pages(house)
    phone.open(pages["nuts story"]).tap(".step .gone")
    assert phone.find("[role=alert]").count() == 1
    phone.find("details > summary").click()
    assert complaints(phone) == []
