"""News on phones that sleep, lose their connection, meet a server that starts again or has no stream left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.network.addresses import lan_addresses
from tests.browser.pages import until
from tests.browser.player import Player
from tests.proxy import Proxy, proxy
from tests.servers import House, serving

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

GAME = until("told-shop-case-0", "Bo: box 2x2 own @-2,2 with M B+")
NEXT = "Ana: place McOM @0,-2 V"
SEEN = "#progress:has-text('5 of 36')"
BANK = "game donut-shop\nseats Ana Bo Cy\nfollow bank\n"
CUT_OFF = "#cut-off:visible"


@pytest.fixture
def network(house: House) -> Iterator[Proxy]:
    with proxy(house.url) as network:
        yield network


@pytest.fixture
def code(house: House) -> str:
    return house.table(GAME)


@pytest.fixture
def away(phones: NewPhone, network: Proxy) -> Iterator[Phone]:
    """A phone behind the network. What its browser says of broken connections is expected."""
    phone = phones(missing_pages=True)
    phone.url = network.url
    yield phone
    leave(phone)


def leave(phone: Phone) -> None:
    """Leave the table before its server ends. What browsers say of broken connections and plain http is expected."""
    phone.page.goto("about:blank")
    expected = ("Failed to load resource", "Cross-Origin-Opener-Policy header has been ignored", "htmx:", "undefined")
    phone.errors[:] = [error for error in phone.errors if not any(one in error for one in expected)]


def lay(phones: NewPhone, code: str) -> None:
    """Another phone enters the next line."""
    Player(phones().open(f"/t/{code}")).say(NEXT)


def seconds(wait: Callable[[], object]) -> float:
    begun = time.monotonic()
    wait()
    return time.monotonic() - begun


def test_hidden_page_has_no_stream_and_is_right_at_once_when_seen(phones: NewPhone, code: str) -> None:
    phone = phones().open(f"/t/{code}?tile=Mc")
    closed: list[str] = []
    phone.page.on("requestfailed", lambda request: closed.append(request.url))
    phone.page.on("requestfinished", lambda request: closed.append(request.url))
    phone.page.wait_for_timeout(300)
    phone.hide()
    phone.page.wait_for_timeout(300)
    assert [url for url in closed if "/news" in url]
    lay(phones, code)
    assert phone.find(SEEN).count() == 0
    phone.show()
    assert seconds(lambda: phone.page.wait_for_selector(SEEN)) < 1
    assert phone.said == {"tile": "Mc"}


@pytest.mark.parametrize("sleeps", [True, pytest.param(False, marks=pytest.mark.long)], ids=["asleep", "awake"])
def test_connection_that_fell_silent_is_opened_again(
    phones: NewPhone, away: Phone, network: Proxy, code: str, sleeps: bool
) -> None:
    """Only the clock is moved: 42 s pass with a glance each second, or the phone sleeps for them."""
    away.page.clock.install()
    away.open(f"/t/{code}?tile=Mc").page.wait_for_timeout(300)
    network.freeze()
    lay(phones, code)
    assert away.find(SEEN).count() == 0
    if sleeps:
        away.page.clock.fast_forward(42_000)
    else:
        away.page.clock.run_for(42_000)
    assert seconds(lambda: away.page.wait_for_selector(SEEN)) < 5
    assert away.said == {"tile": "Mc"}


@pytest.mark.long
def test_connection_that_fell_silent_is_opened_again_within_40_seconds(
    phones: NewPhone, away: Phone, network: Proxy, code: str
) -> None:
    away.open(f"/t/{code}").page.wait_for_timeout(300)
    network.freeze()
    lay(phones, code)
    assert seconds(lambda: away.page.wait_for_selector(SEEN)) < 45


def test_page_without_a_stream_asks(phones: NewPhone, code: str) -> None:
    phone = phones(missing_pages=True)
    phone.page.route("**/news*", lambda route: route.fulfill(status=503))
    phone.open(f"/t/{code}?tile=Mc")
    lay(phones, code)
    assert seconds(lambda: phone.page.wait_for_selector(SEEN)) < 7
    assert phone.said == {"tile": "Mc"}
    assert phone.find(CUT_OFF).count() == 0
    leave(phone)


def test_without_a_connection_the_page_says_so_and_is_right_after_a_restart(phones: NewPhone, tmp_path: Path) -> None:
    with serving(tmp_path) as house, proxy(house.url) as network:
        code = house.table(GAME)
        phone = phones(missing_pages=True)
        phone.url = network.url
        phone.open(f"/t/{code}?tile=Mc").page.wait_for_timeout(300)
        where = phone.find(".pad").bounding_box()
        beside = phone.context.new_page()
        beside.goto(f"{network.url}/t/{code}/more?open=note")
        beside.fill("#note-quote", "half a no")
        network.target = "http://127.0.0.1:9"
        network.cut()
        assert 4.5 < seconds(lambda: phone.page.wait_for_selector(CUT_OFF)) < 8
        assert phone.find(".pad").bounding_box() == where, "nothing moves"
        phone.page.click('.pad > [data-key="O"]')
        phone.page.wait_for_selector("#unsent:visible")
        with serving(tmp_path) as again:
            other = phones()
            other.url = again.url
            Player(other.open(f"/t/{code}")).say(NEXT)
            network.target = again.url
            assert seconds(lambda: phone.page.wait_for_selector(SEEN)) < 5
            phone.page.wait_for_selector("#cut-off", state="hidden")
            assert phone.said == {"tile": "Mc"}
            phone.tap('.pad > [data-key="O"]')
            assert phone.said == {"tile": "McO"}
            beside.reload()
            assert beside.input_value("#note-quote") == "half a no"
            leave(phone)
            leave(other)


def test_line_whose_answer_was_lost_is_entered_once(away: Phone, network: Proxy, house: House) -> None:
    code = house.table(BANK)
    away.open(f"/t/{code}?pick=35")
    network.loses_answers = True
    away.page.click("[data-dock] button")
    away.page.wait_for_selector("[data-dock] :text('Not sent. Tap again'):visible")
    network.loses_answers = False
    away.page.wait_for_selector('#table[data-version$=".1"]')
    assert away.find("[data-dock] :text('Not sent. Tap again'):visible").count() == 1
    away.commit()
    assert house.lines(code) == ["Ana: paid 35"]
    assert away.said == {}
    assert away.find("[data-dock] :text('Not sent'):visible").count() == 0
    away.open(f"/t/{code}?pick=35")
    away.commit()
    assert house.lines(code) == ["Ana: paid 35"] * 2, "meant once more, it counts once more"


@pytest.mark.long
def test_slow_network_that_loses_packets(phones: NewPhone, away: Phone, network: Proxy, code: str) -> None:
    """300 ms there and back, a twentieth lost: a phone's hotspot across the room."""
    network.delay, network.loss = 0.15, 0.05
    away.open(f"/t/{code}")
    for letter in "McO":
        away.page.click(f'.pad > [data-key="{letter}"]')
    lay(phones, code)
    assert seconds(lambda: away.page.wait_for_selector(SEEN)) < 5
    away.page.wait_for_function("() => location.search === '?tile=McO'")
    assert away.find(CUT_OFF).count() == 0


def test_seven_tabs_of_one_browser_all_hear_the_news(phones: NewPhone, code: str) -> None:
    """All seven are seen at once here, as windows side by side are: more than a browser has connections."""
    phone = phones().open(f"/t/{code}")
    tabs = [phone.page, *(phone.context.new_page() for _ in range(6))]
    for tab in tabs[1:]:
        tab.goto(phone.url + f"/t/{code}")
    lay(phones, code)
    assert seconds(lambda: [tab.wait_for_selector(SEEN) for tab in tabs]) < 8
    for tab in tabs:
        tab.click('.pad > [data-key="M"]')
        tab.wait_for_url("**?tile=M")
    for tab in tabs[1:]:
        tab.close()


def test_key_keeps_the_meaning_it_had_when_the_tap_began(phones: NewPhone, code: str) -> None:
    """News that come between the thumb's coming down and going up number the spots anew."""
    phone = phones().open(f"/t/{code}?tile=BBBB")
    keys = phone.find("svg .spot")
    before = [key.get_attribute("data-key") for key in keys.all()]
    place = keys.nth(1).bounding_box()
    assert place
    phone.page.mouse.move(place["x"] + 10, place["y"] + 10)
    phone.page.mouse.down()
    lay(phones, code)
    phone.page.wait_for_selector(SEEN)
    assert keys.nth(1).get_attribute("data-key") != before[1]
    phone.page.mouse.up()
    phone.page.wait_for_url("**at=*")
    assert phone.said["at"] == before[1]


CALLS = """window.calls = [];
navigator.vibrate = () => calls.push("buzz");
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { calls.push("note"); return start.apply(this, at); };"""


@pytest.mark.parametrize(
    ("likes", "calls"), [([], []), (["buzz"], ["buzz"]), (["buzz", "sound"], ["buzz", "note", "note"])]
)
def test_phone_calls_when_its_turn_begins_if_that_is_wanted(
    phones: NewPhone, code: str, likes: list[str], calls: list[str]
) -> None:
    phone = phones()
    phone.page.add_init_script(CALLS)
    phone.open(f"/t/{code}/more?open=note").page.fill("#note-quote", "half a note")
    for like in likes:
        folded = phone.find(f'details:not([open]):has(button[name="{like}"]) > summary')
        if folded.count():
            folded.click()
        phone.follow(f'button[name="{like}"]')
        assert phone.find(f'button[name="{like}"]').get_attribute("aria-pressed") == "true"
        assert phone.page.input_value("#note-quote") == "half a note"
    phone.open(f"/t/{code}")
    phone.page.click(".step h2")
    phone.page.route(f"**/t/{code}", _mine)
    lay(phones, code)
    phone.page.wait_for_selector("#table[data-my-turn]")
    phone.page.wait_for_function("(wanted) => calls.length >= wanted", arg=len(calls))
    assert phone.page.evaluate("calls") == calls
    phone.page.unroute_all()
    phone.page.route(f"**/t/{code}", _mine)
    phone.page.reload()
    phone.page.wait_for_timeout(300)
    assert phone.page.evaluate("calls") == [], "the turn did not begin"


def _mine(route: Route) -> None:
    """The table as a phone sees it whose turn it is."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace('id="table"', 'id="table" data-my-turn', 1))


@pytest.mark.skipif(not lan_addresses(), reason="this machine has no address but its own")
def test_where_the_screen_goes_dark_a_hint_says_once_what_to_set(phones: NewPhone, house: House, code: str) -> None:
    """Plain http from another machine's address: no browser lets such a page keep the screen on."""
    with proxy(house.url, host="0.0.0.0") as network:
        phone = phones()
        phone.url = network.url.replace("0.0.0.0", lan_addresses()[0])
        phone.open("/")
        assert phone.find("#awake-hint:visible").count() == 0
        phone.open(f"/t/{code}")
        if phone.find("#who").count():
            assert phone.find("#awake-hint:visible").count() == 0, "one thing after another"
            phone.page.click("button:has-text('Just watching')")
            phone.page.wait_for_selector("#who", state="detached")
            phone.page.reload()
        assert phone.page.evaluate("isSecureContext") is False
        phone.page.click("#awake-hint button")
        assert phone.find("#awake-hint:visible").count() == 0
        phone.page.reload()
        assert phone.find("#awake-hint:visible").count() == 0
        leave(phone)


def test_no_hint_where_the_screen_stays_on(phone: Phone, code: str) -> None:
    assert phone.open(f"/t/{code}").find("#awake-hint:visible").count() == 0
