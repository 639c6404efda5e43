"""An earlier line is put right by taps alone, from the table to the yes, and how many that takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import until
from tests.browser.phone import DOCK, YES
from tests.browser.player import Player
from tests.servers import House
from tests.transcripts import played

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

NUTS = "game go-nuts\nseats Ana Bo Cy\nrow 1=plain 2=glazed 3=powdered 4=eclair\n"
GAME = until("told-shop-case-0", "Bo: place VcVM @4,8 C")
SMALL = {"width": 320, "height": 568}
THE_YES = YES


def seq_of(house: House, code: str, line: str) -> int:
    return house.lines(code).index(line) + 1


def change(phone: Phone, seq: int) -> None:
    """From the table by the journal to the pads of a line."""
    phone.follow('.bar a[href*="/journal"]')
    phone.follow(f'a[href$="/line/{seq}"]')
    phone.follow('a:has-text("Change it")')


def say(phone: Phone, line: str) -> None:
    """The button of this line, and the yes on the page that shows what it changes."""
    phone.follow(f'button[name=text][value="{line}"]')
    phone.follow(THE_YES)
    assert "/journal?stored=" in phone.page.url and phone.text(".sheet > .notice").startswith("Corrected")


@pytest.mark.parametrize("script", [True, False], ids=["", "without script"])
def test_paid_for_maple_it_was_vanilla(phones: NewPhone, house: House, script: bool) -> None:
    code = house.table(GAME)
    money = played(GAME).state.cents(1)
    phone = phones(size=SMALL, script=script).open(f"/t/{code}")
    change(phone, 27)
    phone.tap('[data-key="pays V"]')
    say(phone, "Bo: place VcVM @4,8 V")
    assert house.lines(code)[-1] == "table: correct 27 Bo: place VcVM @4,8 V"
    assert phone.taps <= 6
    phone.open(f"/t/{code}")
    assert phone.text(".seat:nth-child(2) .money") == f"${(money - 25) / 100:.2f}"


@pytest.mark.parametrize("script", [True, False], ids=["", "without script"])
def test_one_donut_of_an_early_tile_was_read_wrong(phones: NewPhone, house: House, script: bool) -> None:
    code, line = house.table(GAME), "Bo: place BVOC @-2,0 V"
    seq = seq_of(house, code, line)
    phone = phones(size=SMALL, script=script).open(f"/t/{code}")
    change(phone, seq)
    phone.tap('.keys.four > [data-key="C"]')
    phone.tap('.pad > [data-key="v"]')
    say(phone, "Bo: place BVOv @-2,0 V")
    repair = f"table: correct {seq} Bo: place BVOv @-2,0 V"
    assert house.lines(code)[-1] == repair
    assert phone.taps <= 10
    phone.open(f"/t/{code}")
    after = [played(GAME).play(repair).state.cents(seat) for seat in (0, 1)]
    assert [phone.text(f".seat:nth-child({seat}) .money") for seat in (1, 2)] == [f"${c / 100:.2f}" for c in after]


def test_a_tile_lay_elsewhere_and_turned(phone: Phone, house: House) -> None:
    code, line = house.table(GAME), "Ana: place CVBn @4,0 B"
    seq = seq_of(house, code, line)
    phone.open(f"/t/{code}")
    change(phone, seq)
    phone.tap('a[aria-label="Turn the tile"]')
    phone.tap('a:has-text("another spot")')
    assert f"/line/{seq}/again" in phone.page.url and phone.said["turn"] == "1", "a reload keeps what is half said"
    phone.page.reload()
    phone.tap('.spots .key:has-text("1")')
    phone.follow(DOCK)
    assert "would read: Ana laid" in phone.text("main")
    phone.follow(THE_YES)
    assert house.lines(code)[-1].startswith(f"table: correct {seq} Ana: place BCnV @")


def test_a_forgotten_box_far_back(phone: Phone, house: House) -> None:
    """Before the line that came after it; further back than the table's own button looks."""
    code = house.table(GAME.replace("Bo: box 2x2 @0,1 with V*\n", ""))
    seq = seq_of(house, code, "Bo: place BVOC @-2,0 V") + 1
    phone.open(f"/t/{code}")
    phone.follow('.bar a[href*="/journal"]')
    phone.follow(f'a[href$="/line/{seq}"]')
    phone.follow('a:has-text("A line is missing before it")')
    phone.tap('a:has-text("Box for Bo")')
    phone.tap('a.choice[href*="box=2x2"]:not([href*="own"])')
    phone.lay(0, 1)
    phone.order("V*")
    say(phone, "Bo: box 2x2 @0,1 with V*")
    assert house.lines(code)[-1] == f"table: insert {seq} Bo: box 2x2 @0,1 with V*"
    assert phone.taps <= 9


def test_a_draw_told_wrong(phone: Phone, house: House) -> None:
    code = house.table(until("donut-shop-3", "reveal M* tile Mcbm"))
    seq, line = next((n, said) for n, said in enumerate(house.lines(code), 1) if ": draw order" in said)
    phone.open(f"/t/{code}")
    change(phone, seq)
    phone.tap('a:has-text("one back")')
    Player(phone).type_tile("BBBB")
    phone.follow(DOCK)
    phone.follow(THE_YES)
    assert house.lines(code)[-1] == f"table: correct {seq} {line.rpartition(' ')[0]} BBBB"


def test_a_bid_of_a_round_that_is_over(phone: Phone, house: House) -> None:
    code = house.table(NUTS + "table: reveal Ana=1 Bo=2 Cy=4\ntable: refill 1=plain 2=glazed 4=eclair\n")
    phone.open(f"/t/{code}")
    change(phone, 1)
    phone.tap('.bidders a:has-text("Bo")')
    phone.tap('.row-cards [data-key="3"]')
    say(phone, "table: reveal Ana=1 Bo=3 Cy=4")
    assert house.lines(code)[-1] == "table: correct 1 table: reveal Ana=1 Bo=3 Cy=4"
    assert phone.taps <= 7


def test_a_card_turned_up(phone: Phone, house: House) -> None:
    code = house.table(NUTS + "table: reveal Ana=1 Bo=2 Cy=4\ntable: refill 1=plain 2=glazed 4=eclair\n")
    phone.open(f"/t/{code}")
    change(phone, 2)
    phone.tap('.row-cards [data-key="1"]')
    say(phone, "table: refill 1=powdered 2=glazed 4=eclair")
    assert phone.taps <= 6


def test_what_was_said_by_a_power(phone: Phone, house: House) -> None:
    head = "game go-nuts\nseats Ana Bo Cy\ntray Ana plain glazed\ntray Bo eclair\ntray Cy plain\n"
    code = house.table(
        f"{head}row 1=sprinkled 2=glazed 3=powdered 4=eclair\ntable: reveal Ana=1 Bo=2 Cy=4\nAna: give plain to Bo\n"
    )
    phone.open(f"/t/{code}")
    change(phone, 2)
    phone.tap('a.card:has-text("Glazed")')
    say(phone, "Ana: give glazed to Cy")
    assert house.lines(code)[-1] == "table: correct 2 Ana: give glazed to Cy"
    assert phone.taps <= 6
