"""A secret bid stands nowhere until the cards are turned over: on no page, in no panel, address or export."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.nuts_player import NutsPlayer
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

SEATS = ["Ana", "Zoe", "Cy"]
TABLE = "game go-nuts\nseats Ana Zoe Cy\ntable: refill 1=plain 2=glazed 3=powdered 4=eclair\n"
# Every page that could show a bid, and the ways other programs read a table.
READERS = ("", "?do=undo", "?do=cover&seat=1", "?bids=2.0.0", "/journal", "/line/{}", "/more", "/result", "/paper")
TOLD = re.compile(r"select [1-4] in|Zoe(?:=| bids? (?:on )?(?:number )?)[1-4]")


def bid_secretly(phone: Phone, number: str) -> None:
    """On a phone that goes round: handed over, covered, bid."""
    phone.tap('.step a:has-text("secretly")')
    assert phone.find(".row-cards :is(a, button)").count() == 0
    phone.tap('.step a:has-text("I am")')
    NutsPlayer(phone, SEATS).bid(number)


def read(phone: Phone, path: str) -> str:
    """What the server sends, markup and all."""
    return phone.context.request.get(phone.url + path).text()


def test_mixed_with_bids_told_aloud(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table(TABLE))
    player = NutsPlayer(phone, SEATS)
    player.bid("2")
    bid_secretly(phone, "3")
    assert phone.text(".step h2") == "Give the phone to Cy", "who bids secretly next comes to a cover"
    phone.tap('.step a:has-text("Never mind")')
    assert phone.text(".chip.on .name") == "Cy"
    assert phone.find('.chip:has-text("Ana") b').inner_text() == "2"
    player.bid("2")
    phone.commit()
    assert house.lines(phone.code)[1:] == ["Zoe: select 3 in 1", "table: reveal Ana=2 Cy=2"]
    assert "Zoe takes Powdered" in phone.text(".story")


def test_bid_stands_nowhere_before_the_reveal(phones: NewPhone, house: House) -> None:
    code = house.table(TABLE)
    bidding, other = phones().open(f"/t/{code}?seat=1"), phones()
    pages = [path.format(2) for path in READERS]
    without = {path: read(other, f"/t/{code}{path}") for path in pages}
    bid_secretly(bidding, "3")
    assert house.lines(code)[-1] == "Zoe: select 3 in 1"
    for phone in (bidding, other):
        said = {path: read(phone, f"/t/{code}{path}") for path in pages}
        assert {path: TOLD.findall(text) for path, text in said.items() if TOLD.search(text)} == {}
        assert said[""] != without[""]  # that there is a bid may be seen
    assert TOLD.findall(bidding.page.content() + bidding.page.url) == []


def test_pages_are_the_same_whatever_was_bid(phones: NewPhone, house: House) -> None:
    """Nothing but the code, the moment and the keys of assets may differ."""
    phone = phones()

    def pages(number: int) -> list[str]:
        code = house.table(f"{TABLE}Zoe: select {number} in 1\n")
        texts = [read(phone, f"/t/{code}{path.format(2)}") for path in READERS]
        return [re.sub(r'(data-version|seen)="?=?[\w.]+"?', "", text.replace(code, "CODE")) for text in texts]

    assert pages(1) == pages(4)


def test_exports_keep_it_too(phones: NewPhone, house: House) -> None:
    code = house.table(f"{TABLE}Zoe: select 3 in 1\n")
    phone = phones().open(f"/t/{code}/more")
    files = [link.get_attribute("href") or "" for link in phone.find(f'a[href*="{code}"]').all()]
    for path in sorted(set(files)):
        assert TOLD.findall(read(phone, path.removeprefix(phone.url))) == [], path


def test_secret_bid_can_be_changed_and_a_cover_left(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table(f"{TABLE}Ana: select 1 in 1\n"))
    phone.tap('.chip:has-text("Ana")')
    assert "Give the phone to Ana" in phone.text(".step h2")
    phone.tap('.step a:has-text("I am")')
    NutsPlayer(phone, SEATS).bid("4")
    assert house.lines(phone.code)[-1] == "Ana: select 4 in 1"
    assert phone.text(".step h2") == "Give the phone to Zoe"
    phone.tap('.step a:has-text("Never mind")')
    assert "What did Zoe choose" in phone.text(".step h2")
