"""A phone calls its seat when the turn comes by news, on the page the server really draws; and many may listen."""

from __future__ import annotations

import http.client
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.browser.nuts_player import NutsPlayer
from tests.browser.phone import DOCK
from tests.browser.player import Player
from tests.browser.test_news import CALLS
from tests.browser.test_own_phones import catch_up, seated
from tests.browser.together import seconds, wait_right
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

CROSS = "..VV../..NB../VOOBMC/NVNBMm/..nB../..cC.."
SHOP = f"game donut-shop\nseats Ana Bo Cy\nfollow case\nstart {CROSS}\n"
NUTS = "game go-nuts\nseats Ana Bo Cy\n"
LISTENERS = 60
BUSY = 3  # so many times what is required may pass on a machine that has other things to do


def wants_calls(phone: Phone) -> None:
    """Let a phone buzz when its turn comes, and count how often it does."""
    phone.page.add_init_script(CALLS)
    code = phone.code
    phone.open(f"/t/{code}/more?open=phone").follow('button[name="buzz"]')
    phone.open(f"/t/{code}")


def calls(phone: Phone) -> int:
    return len(phone.page.evaluate("calls"))


def test_turn_of_donut_shop_calls_once_and_not_after_a_reload(phones: NewPhone, house: House) -> None:
    code = house.table(SHOP)
    hands = seated(phones, house, code, ["Ana", "Bo", "Cy"])
    ana, bo, cy = hands.values()
    wants_calls(bo)
    wants_calls(cy)
    Player(ana).place("Ana: place VVVV @2,-2 V", ["VVVV", "@2,-2", "V"])
    catch_up(bo, house)
    assert calls(bo) == 0, "Ana may still fill a box"
    ana.commit()
    bo.page.wait_for_selector("#table[data-my-turn]")
    bo.page.wait_for_function("() => calls.length > 0")
    assert (calls(bo), calls(cy)) == (1, 0)
    bo.page.reload()
    bo.page.wait_for_selector("#table[data-my-turn]")
    ana.open(f"/t/{code}/more?open=note").page.fill("#note-quote", "more coffee")
    ana.follow('form:has(#note-quote) button:not([name="page"])')
    catch_up(bo, house)
    assert calls(bo) == 0, "it was called already"


@pytest.mark.long
def test_each_phone_is_called_to_bid_once_a_round(phones: NewPhone, house: House) -> None:
    code = house.table(NUTS)
    hands = seated(phones, house, code, ["Ana", "Bo", "Cy"])
    ana, bo, cy = hands.values()
    for phone in (bo, cy):
        wants_calls(phone)
    NutsPlayer(ana, list(hands)).refill("table", ["1=plain", "2=glazed", "3=powdered", "4=jelly-filled"])
    for phone in (bo, cy):
        phone.page.wait_for_function("() => calls.length > 0")
    for number, phone in enumerate(hands.values(), 1):
        phone.tap(f'.row-cards button[data-key="{number}"]')
    for phone in hands.values():
        catch_up(phone, house)
    ana.tap(DOCK)
    for phone in (bo, cy):
        catch_up(phone, house)
        assert calls(phone) == 1, "neither the bids of others nor the reveal are its turn"


def test_page_hears_news_beside_many_that_listen(phones: NewPhone, house: House) -> None:
    """As many streams from one address as a full room behind one router has, and the pages are told as fast."""
    code = house.table(SHOP)
    where = urlsplit(house.url)
    with ExitStack() as stack:
        for _ in range(LISTENERS):
            stream = stack.enter_context(closing(http.client.HTTPConnection(str(where.hostname), where.port)))
            stream.request("GET", f"/t/{code}/news", headers={"Accept": "text/event-stream"})
            assert stream.getresponse().status == 200
        ana, bo = seated(phones, house, code, ["Ana", "Bo"]).values()
        Player(ana).place("Ana: place VVVV @2,-2 V", ["VVVV", "@2,-2", "V"])
        took = seconds(lambda: catch_up(bo, house))
        print(f"seen {took:.2f} s later beside {LISTENERS} streams")
        assert took < 1 * BUSY
        wait_right(bo)
