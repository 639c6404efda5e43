"""Every page of Go Nuts fits every screen and every thumb, and axe finds nothing on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.nuts_pages import LONG, nuts_pages
from tests.browser.test_axe import TALL, complaints
from tests.browser.test_layout import HIDDEN, language, misfits
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone

pytestmark = pytest.mark.browser

FIRST_KEY_HIDDEN = HIDDEN.replace(".step :is(.key,", ":is(.step, .row-cards) :is(.key, .card,")
# Every template and every kind of key once: axe takes its time.
WITH_AXE = (
    "refill half told",
    "put back",
    "bid mixed",
    "bid told",
    "cover",
    "secret",
    "draw two told",
    "take one",
    "take from",
    "take three picked",
    "clear row picked",
    "give whom",
    "pass told",
    "milk paid",
    "story",
    "take back",
    "more",
    "journal",
    "line",
    "try",
    "start",
    "phones",
    "count some",
    "count tie",
    "count whole",
    "counted more",
    "over",
    "result",
    "paper",
)


def test_everything_fits_and_begins_above_the_fold(phones: NewPhone, either_house: House) -> None:
    """Six names of 24 characters."""
    page, found = phones().page, {}
    for name, path in nuts_pages(either_house, LONG).items():
        page.goto(either_house.url + path)
        steps, spoken = page.locator(".step").count() > 0, language(either_house)
        found[name] = misfits(page, steps=steps, first=FIRST_KEY_HIDDEN, language=spoken)
    assert {name: said for name, said in found.items() if said} == {}


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
    phone.find(".panel details > summary").click()
    assert complaints(phone) == []
