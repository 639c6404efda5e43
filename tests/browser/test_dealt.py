"""*Deal for me*: one person without cardboard plays by taps on what is offered, and no notation is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.nuts_player import NutsPlayer
from tests.browser.phone import COVER, DOCK
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

SEATS = ["Ana", "Bo"]


def answer(phone: Phone) -> None:
    """Some answer to what a card asks: the cover, the dock where it is ready, else the first that is offered."""
    for what in (COVER, DOCK, ".step :is(a.card, a.key, a.choice):not(.on, .best)", ".row-cards a.card:not(.on)"):
        if phone.find(what).count():
            phone.tap(what)
            return
    raise AssertionError(phone.text(".step"))


def test_whole_game_of_go_nuts(phone: Phone, house: House) -> None:
    player = NutsPlayer(phone, SEATS)
    player.start(deal=True)
    rounds = 0
    while not phone.find('a:has-text("Who won?")').count():
        if phone.find(".bidders").count():
            rounds += 1
            player.bid(str(1 + rounds % 3))
            player.bid(str(1 + (rounds + 1 + (rounds % 4 == 0)) % 3))
            phone.commit()
        else:
            answer(phone)
    phone.follow('a:has-text("Who won?")')
    assert phone.find(".winner").count() == 1
    lines = house.lines(phone.code)
    assert sum(": reveal" in line for line in lines) == rounds >= 12
    assert sum(line.count("=") for line in lines if ": refill" in line) >= 30


def test_story_of_the_round_is_told_beside_the_next_bids(phone: Phone) -> None:
    player = NutsPlayer(phone, SEATS)
    player.start(deal=True)
    player.bid("1")
    player.bid("1")
    phone.commit()
    assert "Ana and Bo bump" in phone.text(".story")
    assert "What did Ana choose" in phone.text(".step h2")


def test_ten_turns_of_donut_shop(phone: Phone, house: House) -> None:
    page = phone.open("/new/donut-shop").page
    for number, name in enumerate(SEATS, 1):
        page.fill(f"#seat{number}", name)
    page.check("[name=deal]")
    phone.follow("button.primary")
    for turn in range(10):
        phone.uncover()
        phone.tap(".spots .key")
        phone.commit()
        offered = phone.find(".step a.choice[data-key]")
        offered.nth(turn % offered.count()).evaluate("it => it.classList.add('this-one')")
        phone.tap(".this-one")
        phone.commit()
        if phone.text("[data-dock]") == "End the turn":
            phone.commit()
    lines = house.lines(phone.code)
    assert sum(": place" in line for line in lines) == 10
    assert sum(": draw" in line for line in lines) == 10
    assert "10 of 36" in phone.text("#progress")
