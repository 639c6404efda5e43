"""How many taps things take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import until
from tests.browser.player import Player
from tests.house import House

if TYPE_CHECKING:
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

CROSS = "..VV../..NB../VOOBMC/NVNBMm/..nB../..cC.."


def test_starting_as_last_time(phone: Phone) -> None:
    player = Player(phone)
    player.start(["Ana", "Bo"])
    player.tell_cross(CROSS)
    phone.open().taps = 0
    phone.follow('a[href$="/new/donut-shop"]')
    phone.follow("button.primary")
    assert phone.find(".pad").is_visible()
    assert phone.find(".case .letter").count() == 18  # the cross as it was told, two piles of holes among it
    assert phone.taps <= 4


@pytest.mark.parametrize(
    ("game", "before", "line", "most"),
    [
        ("told-shop-case-0", "Ana: place VCmN @2,-2 M", "Ana: box 2x2 own @0,-2 with C* M* M*+ M+", 8),
        ("told-shop-case-0", "Bo: place BVOC @-2,0 V", "Bo: box 2x2 @0,1 with V*", 6),
        ("told-shop-case-0", "Ana: place CVBn @4,0 B", "Ana: box 2x2 @-2,-2 with V+ C*", 7),
        ("told-shop-case-0", "Bo: place VVCv @-2,-2 V", "Ana: place CVBn @4,0 B", 8),
        ("donut-shop-3", "Ana: place MOcM @4,0 M", "Ana: draw order V reveal B*+ tile vVMC", 7),
        ("donut-shop-3", "Bo: place CCCn @4,-2 C", "Bo: draw tile MCbV reveal NmcC order V+", 7),
    ],
)
def test_telling(phone: Phone, house: House, game: str, before: str, line: str, most: int) -> None:
    phone.open("/t/" + house.table(until(game, before)))
    player = Player(phone)
    player.told = 1  # a tile told upside down: two turns
    player.say(line)
    assert house.lines(phone.code)[-1] == line
    assert phone.taps <= most


def test_bank_pays(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table("game donut-shop\nseats Ana Bo\nfollow bank\n"))
    phone.tap('button:has-text("+35¢")')
    assert house.lines(phone.code) == ["Ana: paid 35"]
    assert phone.taps <= 3


def test_why(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table(until("told-shop-case-0", "Bo: place BVOC @-2,0 V")))
    phone.follow(".latest a")
    assert "5¢ each" in phone.text(".sum")
    assert phone.taps == 1
