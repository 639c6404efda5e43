"""A seat taken along in a real browser: to another address of the server, and to another phone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from companion.store.store import open_store
from tests.browser.pages import until
from tests.browser.test_axe import complaints
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

GAME = until("told-shop-case-0", "Bo: box 2x2 own @-2,2 with M B+")


@pytest.fixture
def code(house: House) -> str:
    return house.table(GAME)


def claim(phone: Phone, code: str, name: str) -> None:
    """Answer “Who are you?”"""
    phone.open(f"/t/{code}")
    phone.sit(name)
    phone.page.get_by_text("Who are you?").wait_for(state="hidden")


def holders(house: House, code: str) -> list[str]:
    with open_store(house.journal).open() as connection:
        return [claim.phone for claim in connection.claims(code)]


def test_a_phone_keeps_its_seat_when_the_server_gets_another_address(phones: NewPhone, house: House, code: str) -> None:
    phone = phones()
    claim(phone, code, "Ana")
    before = holders(house, code)
    phone.open(f"/t/{code}/phones")
    phone.page.get_by_role("link", name="Take my seat along").click()
    link = phone.page.input_value("#link")
    # The same server at another address: for a browser another site, whose cookies are others.
    there = house.url.replace("127.0.0.1", "localhost")
    phone.page.goto(there)
    assert phone.page.get_by_text(code).count() == 0, "at the new address it is a stranger"
    phone.page.get_by_text("Carry on from another phone").click()
    phone.page.fill("#link", link)
    phone.page.get_by_role("button", name="Continue").click()
    phone.page.get_by_role("button", name="Yes, move them here").click()
    phone.page.wait_for_url(f"{there}/t/{code}")
    phone.page.get_by_text("Ana’s seat is now on this phone").wait_for()
    after = holders(house, code)
    assert len(after) == len(before) == 1 and after != before


def test_the_other_phone_gets_the_seat_and_this_one_says_so(phones: NewPhone, house: House, code: str) -> None:
    phone, other = phones(), phones()
    claim(phone, code, "Bo")
    phone.open("/take-along")
    other.open(urlsplit(phone.page.url).path)
    other.page.get_by_role("button", name="Yes, move them here").click()
    phone.page.get_by_text("Your seats are on the other phone now.").wait_for()
    phone.open(f"/t/{code}")
    phone.page.get_by_text("Bo’s seat is now on another phone").wait_for()


def test_the_hosts_page_follows_by_itself_and_unlocks(phones: NewPhone, house: House, code: str) -> None:
    host, phone = phones(), phones()
    host.open("/host")
    phone.open(f"/t/{code}")
    row = host.page.locator("#now li", has_text=code)
    row.get_by_text("1 phone", exact=True).wait_for()
    with open_store(house.journal).open() as connection:
        connection.lock(code, "2026-01-01T12:00:00Z")
    row.get_by_role("button", name="Unlock the table").click()
    host.page.wait_for_load_state()
    with open_store(house.journal).open() as connection:
        assert not connection.locked(code)


def test_the_new_pages_are_clean_and_fit_a_narrow_screen(phones: NewPhone, code: str) -> None:
    phone, guest = phones(size={"width": 320, "height": 2400}), phones(size={"width": 320, "height": 2400})
    claim(phone, code, "Ana")
    phone.open("/host/wifi").page.fill("#name", "Our Wi-Fi with quite a long name")
    phone.page.get_by_role("button", name="Show the QR code").click()
    found: dict[str, list[str]] = {}
    link = urlsplit(phone.open("/take-along").page.url).path
    for path in ("/host", "/host/wifi", f"/host/poster?table={code}", "/import", link, "/"):
        phone.open(path)
        phone.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        found[path] = [*complaints(phone), *overflow(phone)]
    guest.open(link)
    found["asked"] = [*complaints(guest), *overflow(guest)]
    assert {path: said for path, said in found.items() if said} == {}


def overflow(phone: Phone) -> list[str]:
    """Return what reaches beyond the right edge of the screen, and buttons too small for a thumb."""
    return list(
        phone.page.evaluate(
            """() => [...document.querySelectorAll('main *')].filter((one) => {
              const {width, height, right} = one.getBoundingClientRect();
              const button = one.matches('a.button, button, summary, input:not([type=checkbox])');
              return width && (right > innerWidth + 1 || (button && height < 48));
            }).map((one) => one.outerHTML.slice(0, 120))"""
        )
    )
