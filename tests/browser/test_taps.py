"""How many taps things take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import until
from tests.browser.phone import DOCK, YES
from tests.browser.player import Player
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
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
    assert (
        len(phone.find(".case .letter").text_content() or "") == 18
    )  # the cross as it was told, two piles of holes among it
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


def test_box_on_a_short_phone(phones: NewPhone, house: House) -> None:
    """There each other sign is one tap more."""
    phone = phones(size={"width": 320, "height": 568})
    phone.open("/t/" + house.table(until("told-shop-case-0", "Ana: place CVBn @4,0 B")))
    line = "Ana: box 2x2 @-2,-2 with V+ C*"
    Player(phone).say(line)
    assert house.lines(phone.code)[-1] == line
    assert phone.taps <= 9


@pytest.mark.parametrize("read_from", range(4))
def test_laying_a_tile_read_from_any_side(phone: Phone, house: House, read_from: int) -> None:
    line = "Ana: place CVBn @4,0 B"
    phone.open("/t/" + house.table(until("told-shop-case-0", "Bo: place VVCv @-2,-2 V")))
    player = Player(phone)
    player.told = read_from - 1
    player.say(line)
    assert house.lines(phone.code)[-1] == line
    assert phone.taps <= 8


def test_forgotten_box(phone: Phone, house: House) -> None:
    """With two orders, a placement after it already told."""
    game = until("told-shop-case-0", "Bo: place VcVM @4,8 C").replace("Ana: box 2x2 @-2,-2 with V+ C*\n", "")
    code = house.table(game + "Bo: end\n")
    seq = house.lines(code).index("Ana: place CVBn @4,0 B") + 1
    phone.open(f"/t/{code}/counted?seat=Ana&counted=345")
    phone.follow(f'a[href$="of={seq}"]')
    finish_box(phone, "2x2", "-2,-2", ["V+", "C*"])
    line = f"table: insert {seq + 1} Ana: box 2x2 @-2,-2 with V+ C*"
    assert house.lines(code)[-1] == line
    assert phone.taps <= 8


def test_forgotten_box_from_the_table(phone: Phone, house: House) -> None:
    game = until("told-shop-case-0", "Ana: place CVBn @4,0 B").replace("Bo: box 2x2 @0,1 with V*\n", "")
    code = house.table(game)
    seq = house.lines(code).index("Bo: place BVOC @-2,0 V") + 1
    phone.open(f"/t/{code}")
    phone.tap('a:has-text("A box was forgotten")')
    phone.tap(f'a.choice[href$="of={seq}"]')
    finish_box(phone, "2x2", "0,1", ["V*"])
    assert house.lines(code)[-1] == f"table: insert {seq + 1} Bo: box 2x2 @0,1 with V*"
    assert phone.taps <= 8 - 1, "and with a second order"


def finish_box(phone: Phone, size: str, at: str, orders: list[str]) -> None:
    phone.tap(f'a.choice[href*="box={size}"]')
    phone.lay(*map(int, at.split(",")))
    for order in orders:
        phone.order(order)
    phone.follow(DOCK)
    phone.follow(YES)


def test_catching_up(phone: Phone, house: House) -> None:
    """Tile after tile at *everything*: the pad stays open until told to stop."""
    game = f"game donut-shop\nseats Ana Bo Cy\nstart {CROSS}\nAna: place MOcM @0,0 M\n"
    phone.open("/t/" + house.table(game))
    phone.tap('a:has-text("Catch up")')
    for letters, taps in (("BNMV", 6), ("CCVV", 6)):
        before = phone.taps
        Player(phone).type_tile(letters)
        phone.tap(".spots .key")
        phone.commit()
        assert phone.taps - before == taps
        assert phone.find(".pad").is_visible()
    verbs = [line.split(": ")[1].split(" @")[0] for line in house.lines(phone.code)[-4:]]
    assert verbs == ["draw ?", "place BNMV", "draw ?", "place CCVV"]
    phone.tap('a:has-text("Stop catching up")')
    assert phone.text("[data-dock]") == "Choose what Cy takes", "a late second tap on *Pay* ends no turn"
    phone.tap('a.button:has-text("not noted")')
    assert phone.text("[data-dock]") == "Drew, cards not noted"


def test_coins(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table("game donut-shop\nseats Ana Bo\nfollow bank\n"))
    phone.tap('.key:has-text("+35¢")')
    phone.commit()
    assert phone.text(".coins .whose") == "Ana"
    assert [coin.strip() for coin in phone.find(".coin b").all_inner_texts()] == ["25", "10"]
    phone.tap('.coin:has-text("25")')
    assert phone.find(".coin:not(.gone)").first.inner_text().split()[:2] == ["10", "×3"]
    phone.commit()
    assert phone.said == {"gone": "25"}, "the bank has none of them for the next seat either"


def test_bank_pays(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table("game donut-shop\nseats Ana Bo\nfollow bank\n"))
    phone.tap('.key:has-text("+35¢")')
    assert phone.text("[data-dock]") == "Pay Ana 35¢"
    phone.commit()
    assert house.lines(phone.code) == ["Ana: paid 35"]
    assert phone.taps <= 3


def test_why(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table(until("told-shop-case-0", "Bo: place BVOC @-2,0 V")))
    phone.follow(".latest a")
    assert "5¢ each" in phone.text(".sum")
    assert phone.taps == 1
