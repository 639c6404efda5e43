"""axe finds nothing on any page or panel, light and dark; `test_go_nuts_pages.py` asks it about those of Go Nuts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import shop_pages
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# What is well, and where a thing stands, nobody reads.
BRIEF = {"resultTypes": ["violations"], "reporter": "no-passes", "selectors": False, "preload": False}
ALL = {**BRIEF, "runOnly": {"type": "tag", "values": TAGS}}
COLOURS = {**BRIEF, "runOnly": {"type": "rule", "values": ["color-contrast"]}}


WITH_LINKS = ("tile to lay", "box size")
TALL = {"width": 390, "height": 2400}  # nothing is covered by the bar at the foot, which a thumb scrolls away


def complaints(phone: Phone, drawing: bool = False) -> list[str]:
    """What axe says of the page as it stands, and of its colours in the dark. It takes long over drawings."""
    from axe_playwright_python.sync_playwright import Axe

    phone.page.evaluate(Axe().axe_script)
    where = "document" if drawing else "{exclude: ['.case > svg']}"
    found = []
    for scheme, options in (("light", ALL), ("dark", COLOURS)):
        phone.page.emulate_media(color_scheme=scheme)
        for violation in phone.page.evaluate(f"axe.run({where}, {json.dumps(options)})")["violations"]:
            found += [f"{scheme} {violation['id']}: {node['html'][:160]}" for node in violation["nodes"]]
    phone.page.emulate_media(color_scheme="light")
    return found


@pytest.fixture(scope="module")
def addresses(house: House) -> dict[str, str]:
    return shop_pages(house)


def test_every_page_is_clean(phones: NewPhone, addresses: dict[str, str]) -> None:
    phone = phones(size=TALL, missing_pages=True)
    found = {name: complaints(phone.open(path), name in WITH_LINKS) for name, path in addresses.items()}
    assert {name: said for name, said in found.items() if said} == {}


def test_refusals_are_clean(phones: NewPhone, addresses: dict[str, str]) -> None:
    phone = phones(size=TALL, missing_pages=True)
    phone.open(addresses["more"]).page.fill("#line-text", "Ana: place BBBB @40,40 B")
    phone.follow('button:has-text("Say it")')
    assert phone.find("[role=alert]").count() == 1
    assert complaints(phone) == []
    phone.open("/new/donut-shop").page.fill("#seat1", "Ana")
    phone.page.fill("#seat2", "ana")
    phone.follow("button.primary")
    assert phone.find("[role=alert]").count() == 1
    assert complaints(phone) == []
