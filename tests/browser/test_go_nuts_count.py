"""Counting a game nobody followed, by taps: trays of cards, and the money of the other game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.nuts_player import NutsPlayer
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

TRAYS = {
    "Ana": "plain plain glazed powdered donut-holes donut-holes donut-holes jelly-filled jelly-filled eclair "
    "red-velvet sprinkled",
    "Bo": "plain boston-cream boston-cream french-cruller",
    "Cy": "maple-bar powdered powdered",
}


def count_page(house: House, seats: str) -> str:
    code = house.table(f"game go-nuts\nseats {seats}\n")
    return f"/t/{code}/count"


def tap_tray(phone: Phone, tray: str) -> None:
    for card in tray.split():
        phone.tap(f'.deck .card:has(use[href$="#card-{card}"])')


def test_trays(phone: Phone, house: House) -> None:
    player = NutsPlayer(phone, list(TRAYS))
    player.start()
    phone.follow('a:has-text("Only count")')
    for seat, tray in TRAYS.items():
        assert seat in phone.text("h1")
        phone.taps = 0
        tap_tray(phone, tray)
        phone.follow("[data-dock] button")
        assert phone.taps <= len(tray.split()) + 2
    assert house.lines(phone.code) == [f"table: final {seat} {tray}" for seat, tray in TRAYS.items()]
    assert phone.text(".winner h1") == "Ana wins"
    # Plain 2 + 3, glazed 2, powdered 3, three holes 6, two jelly-filled 5, red velvet -2, sprinkled 2
    assert phone.text(".winner .money") == "21"


def test_card_tapped_too_often_is_taken_out_again(phone: Phone, house: House) -> None:
    phone.open(count_page(house, "Ana Bo"))
    tap_tray(phone, "glazed plain plain")
    phone.tap('.given .key:has(use[href$="#card-plain"])')
    assert phone.said == {"cards": "glazed.plain", "seat": "0"}
    phone.follow("[data-dock] button")
    assert house.lines(phone.code) == ["table: final Ana glazed plain"]


def test_keys_stay_where_they_are(phone: Phone, house: House) -> None:
    phone.open(count_page(house, "Ana Bo Cy Di Eve"))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    key = phone.find('.deck .card:has(use[href$="#card-milk"])')
    tap_tray(phone, "old-fashioned")
    before = key.bounding_box()
    tap_tray(phone, "coffee milk old-fashioned")
    assert key.bounding_box() == before


def test_money_and_a_tie_that_asks_for_orders(phone: Phone, house: House) -> None:
    page = phone.open().page
    phone.follow('a[href$="/new/donut-shop"]')
    for number, name in enumerate(("Ana", "Bo", "Cy"), 1):
        page.fill(f"#seat{number}", name)
    phone.follow("button.primary")
    phone.follow('a:has-text("Only count")')
    page.fill("#cents0", "610")
    page.fill("#cents1", "405")
    page.locator("summary").nth(2).click()
    page.fill("#t100-2", "6")
    page.fill("#t10-2", "1")
    page.press("#t10-2", "Tab")
    page.wait_for_selector("#orders0")
    page.reload()
    assert [page.input_value(f) for f in ("#cents0", "#cents1", "#t100-2")] == ["610", "405", "6"]
    page.fill("#orders0", "1")
    page.fill("#orders2", "2")
    page.press("#orders2", "Tab")
    page.wait_for_selector('[data-dock] button:has-text("who won?")')
    phone.follow('button:has-text("Who won?")')
    assert house.lines(phone.code) == ["table: final Ana 610 orders 1 Bo 405 Cy 610 orders 2"]
    assert phone.text(".winner h1") == "Cy wins"
    assert "orders left in hand" in phone.text(".winner")
