"""axe finds nothing on any page or panel, light and dark; `test_go_nuts_pages.py` asks it about those of Go Nuts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import shop_pages, until
from tests.browser.test_covers import dealt
from tests.browser.test_own_phones import seated
from tests.servers import House
from tests.tiers import chosen

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
# The template and the keys of another page with other words: they are asked about in `make full`.
ALIKE = {
    *("score sheet of cards", "no page", "cross", "tile half told", "spots that tell", "a coin is gone", "box laid"),
    *("box with orders", "box forgotten", "line again elsewhere", "line again, a donut", "line missing", "bank more"),
    *("draw order", "held tile", "repaired journal", "repaired line", "result replay", "as it stands"),
}
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
    assert addresses.keys() >= ALIKE
    phone = phones(size=TALL, missing_pages=True)
    asked = addresses.keys() - (set() if chosen().share == 1 else ALIKE)
    found = {name: complaints(phone.open(addresses[name]), name in WITH_LINKS) for name in sorted(asked)}
    assert {name: said for name, said in found.items() if said} == {}


BESIDE = ("/host", "/host/wifi", "/host/poster", "/import", "/take-along")


def test_pages_beside_the_tables_are_clean(phones: NewPhone, house: House) -> None:
    phone = phones(size=TALL)
    tables = [house.table(f"game {game}\nseats Ana Bo\n") for game in ("donut-shop", "go-nuts")]
    counts = [f"/t/{code}/count" for code in tables]
    found = {path: complaints(phone.open(path)) for path in (*BESIDE, *counts)}
    assert {path: said for path, said in found.items() if said} == {}


def test_phones_of_ones_own_are_clean(phones: NewPhone, house: House) -> None:
    """Who is asked, who waits, who enters ahead; the seats, a seat asked for, and a lock."""
    found, size = {}, TALL
    row = "table: refill 1=plain 2=glazed 3=powdered 4=eclair\n"
    for game in (until("told-shop-case-0", "Ana: place CVBn @4,0 B"), f"game go-nuts\nseats Ana Bo Cy\n{row}"):
        code = house.table(game)
        asked = phones(size=size).open(f"/t/{code}")
        found[f"{code} who"] = complaints(asked)
        hands = seated(phones, house, code, ["Ana", "Bo"], size=size)
        found |= {f"{code} {name}": complaints(phone) for name, phone in hands.items()}
        ahead = '[data-key="B"]' if "shop" in game else '.row-cards button[data-key="2"]'
        hands["Bo"].tap(ahead)
        found[f"{code} ahead"] = complaints(hands["Bo"])
        asked.open(f"/t/{code}/phones").find('[aria-label="Ask for Ana’s seat"]').click()
        hands["Ana"].page.wait_for_selector(".asked-for")
        found[f"{code} asked for"] = complaints(hands["Ana"])
        hands["Bo"].open(f"/t/{code}/phones").find("[value=lock]").click()
        hands["Bo"].page.wait_for_selector("[value=unlock]")
        found[f"{code} phones"] = complaints(hands["Bo"])
        found[f"{code} locked"] = complaints(phones(size=size).open(f"/t/{code}"))
    assert {name: said for name, said in found.items() if said} == {}


def test_covers_are_clean(phones: NewPhone, house: House) -> None:
    phone = dealt(phones(size=TALL))
    found = {"cover": complaints(phone)}
    phone.uncover()
    found["open"] = complaints(phone)
    (ana,) = seated(phones, house, phone.code, ["Ana"], size=TALL).values()
    found["own hand"] = complaints(ana)
    assert {name: said for name, said in found.items() if said} == {}


def test_refusals_are_clean(phones: NewPhone, addresses: dict[str, str]) -> None:
    phone = phones(size=TALL, missing_pages=True)
    phone.open(f"{addresses['more']}?open=line").page.fill("#line-text", "Ana: place BBBB @40,40 B")
    phone.follow('button:has-text("Record it")')
    assert phone.find("[role=alert]").count() == 1
    assert complaints(phone) == []
    phone.open("/new/donut-shop").page.fill("#seat1", "Ana")
    phone.page.fill("#seat2", "ana")
    phone.follow("button.primary")
    assert phone.find("[role=alert]").count() == 1
    assert complaints(phone) == []
