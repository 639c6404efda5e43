"""The script on the real pages: the focus, answers that come too late, phones that slept, the exchange itself."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from tests.bench.swap import DRAFTS, TABLE
from tests.browser.pages import until
from tests.browser.player import Player
from tests.servers import House

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

GAME = until("told-shop-case-0", "Bo: box 2x2 own @-2,2 with M B+")
NEXT = "Ana: place McOM @0,-2 V"
ONLINE = "dispatchEvent(new Event('online'))"
FROM_CACHE = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
LOADED = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: false}))"
SEEN_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"
FOCUSED = "document.activeElement.dataset.key || document.activeElement.tagName"
# In the page's own time: however slow the machine is, what was begun before these 150 ms has happened after them.
SETTLED = """async () => {
  do await new Promise((done) => setTimeout(done, 150)); while (document.querySelector(".htmx-request"));
}"""
# What of a case can be reached by keyboard and is read out.
REACHED = """() => [document.querySelector(".case svg").getAttribute("role"),
  ...[...document.querySelectorAll(".case a")].map((it) => it.getAttribute("href") + it.getAttribute("aria-label"))]"""


@pytest.fixture
def code(house: House) -> str:
    return house.table(GAME)


def fire(phone: Phone, event: str) -> None:
    phone.page.evaluate(event)
    phone.page.evaluate(SETTLED)


def opened(phone: Phone, path: str) -> Phone:
    """The page, when what it requests by itself at the start is answered and long enough ago to request it again."""
    phone.open(path).page.evaluate(SETTLED)
    phone.page.wait_for_timeout(500)
    return phone


class News:
    """Counts the requests for the table's region, and may change the version in their answers."""

    def __init__(self, phone: Phone, code: str) -> None:
        self.requests, self.version = 0, ""
        phone.page.route(f"**/t/{code}*", self.answer)

    def answer(self, route: Route) -> None:
        if "hx-request" not in route.request.headers:
            return route.continue_()
        self.requests += 1
        answer = route.fetch()
        route.fulfill(
            response=answer,
            headers={**answer.headers, "x-table-version": self.version or answer.headers["x-table-version"]},
        )
        return None


def test_news_leaves_the_focus_where_it_is(phones: NewPhone, code: str) -> None:
    a, b = phones().open(f"/t/{code}"), opened(phones(), f"/t/{code}")
    b.page.focus('.pad [data-key="M"]')
    Player(a).say(NEXT)
    b.page.wait_for_selector("#progress:has-text('5 of 36')")
    b.page.evaluate(SETTLED)
    assert b.page.evaluate(FOCUSED) == "M"


def test_news_that_took_the_focus_away_puts_it_on_the_heading(phones: NewPhone, house: House, code: str) -> None:
    b = opened(phones(), f"/t/{code}")
    b.page.focus('.pad [data-key="back"], .pad .key:last-child')
    a = phones().open(f"/t/{code}/try?text=table:+end")
    a.follow("#yes button")
    b.page.wait_for_selector(".dock-words:has-text('Who won?')")
    b.page.evaluate(SETTLED)
    assert b.page.evaluate(FOCUSED) in ("H2", "BODY") or b.page.evaluate("document.activeElement.isConnected")


@pytest.mark.parametrize(
    ("epoch", "more", "dropped"), [("", -1, True), ("", 0, False), ("", 1, False), ("", 100, False), ("9", -3, False)]
)
def test_older_answer_is_dropped(phone: Phone, code: str, epoch: str, more: int, dropped: bool) -> None:
    news = News(opened(phone, f"/t/{code}"), code)
    own, _, number = (phone.page.get_attribute("#table", "data-version") or "").rpartition(".")
    news.version = f"{epoch or own}.{int(number) + more}"
    phone.page.evaluate("document.getElementById('table').dataset.mark = 'old'")
    fire(phone, ONLINE)
    assert news.requests == 1
    assert (phone.page.get_attribute("#table", "data-mark") == "old") == dropped


def test_tap_answered_too_late_asks_again_once(phone: Phone, code: str) -> None:
    news = News(opened(phone, f"/t/{code}"), code)
    own, _, number = (phone.page.get_attribute("#table", "data-version") or "").rpartition(".")
    news.version = f"{own}.{int(number) - 1}"
    phone.page.click('.pad [data-key="M"]')
    phone.page.evaluate(SETTLED)
    phone.page.evaluate(SETTLED)
    assert news.requests == 2


@pytest.mark.parametrize(
    ("event", "requests"),
    [(ONLINE, 1), (FROM_CACHE, 1), (LOADED, 0), (SEEN_AGAIN, 1), (";".join([SEEN_AGAIN, FROM_CACHE, ONLINE]), 1)],
    ids=["online", "from the cache", "loaded", "seen again", "in a bunch"],
)
def test_phone_that_slept_asks_for_the_news_once(phone: Phone, code: str, event: str, requests: int) -> None:
    news = News(opened(phone, f"/t/{code}"), code)
    fire(phone, event)
    assert news.requests == requests


def test_page_from_the_cache_can_send_again(phone: Phone, code: str) -> None:
    opened(phone, f"/t/{code}").page.evaluate("document.getElementById('panel').dataset.sent = '1'")
    fire(phone, FROM_CACHE)
    assert phone.page.evaluate("'sent' in document.getElementById('panel').dataset") is False


@pytest.mark.parametrize(("path", "lit"), [("", 1), ("/journal", 1), ("?", 1)])
def test_screen_stays_lit_while_a_game_is_on(phone: Phone, code: str, path: str, lit: int) -> None:
    lamp = "window.lit = 0; Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => lit++}})"
    phone.page.add_init_script(lamp)
    assert phone.open(f"/t/{code}{path}").page.evaluate("lit") == lit
    assert phone.open("/").page.evaluate("lit") == 0


@pytest.mark.parametrize("name", DRAFTS)
def test_an_exchanged_case_is_as_reachable_as_a_loaded_one(phone: Phone, house: House, name: str) -> None:
    told, before, after = DRAFTS[name]
    address = f"/t/{house.table(TABLE + told)}"
    loaded = opened(phone, f"{address}?{after}").page.evaluate(REACHED)
    opened(phone, f"{address}?{before}").page.evaluate(f"htmx.ajax('get', '{address}?{after}', {{source: '#table a'}})")
    phone.page.evaluate(SETTLED)
    assert phone.page.evaluate(REACHED) == loaded
    assert phone.find("h1").count() == 1


def test_what_is_typed_while_a_sum_is_on_its_way_stays(phone: Phone, house: House) -> None:
    """A field without the focus, changed since the request: an answer that does not know it must not empty it."""
    code = house.table(GAME)
    opened(phone, f"/t/{code}/count")
    held: list[Route] = []
    phone.page.route("**/count?*", lambda route: held.append(route))
    phone.page.fill("#cents0", "300")
    phone.page.press("#cents0", "Tab")
    phone.page.wait_for_timeout(200)
    phone.page.evaluate("document.getElementById('cents1').value = '2'; document.querySelector('summary').click()")
    held[0].continue_()
    phone.page.wait_for_selector("h2:has-text('$3.00')")
    assert phone.page.input_value("#cents1") == "2"
    assert phone.page.evaluate("document.querySelector('details').open")


def test_attributes_of_htmx_work_in_what_was_exchanged(phone: Phone, code: str) -> None:
    """A button that comes with an answer is wired; one whose address changes leads to the new one."""
    opened(phone, f"/t/{code}")
    addresses: list[str] = []

    def answer(route: Route) -> None:
        place = f'<b id="probe" hx-get="/rules?{len(addresses)}" hx-swap="none">probe</b><p class="ask">'
        addresses.append(route.request.url)
        found = route.fetch()
        route.fulfill(response=found, body=found.text().replace('<p class="ask">', place))

    phone.page.route(f"**/t/{code}?*", answer)
    led_to = set()
    for letter in "MB":
        phone.tap(f'.pad > [data-key="{letter}"]')
        with phone.page.expect_request("**/rules?*") as asked:
            phone.page.click("#probe")
        led_to.add(asked.value.url)
    assert len(led_to) == 2, "news may have exchanged the page once more meanwhile"
    phone.page.evaluate(SETTLED)


def test_quick_taps_back_and_forth_cause_no_complaint(phone: Phone, code: str) -> None:
    """Whatever requests meet: news, taps, Back, and pages left while an answer is on its way."""
    page = opened(phone, f"/t/{code}").page
    for letter in "McO":
        page.evaluate(ONLINE)
        page.click(f'.pad > [data-key="{letter}"]', no_wait_after=True)
    page.wait_for_url(f"**?{urlencode({'tile': 'McO'})}")
    for _ in range(2):
        page.evaluate(f"{SEEN_AGAIN}; history.back()")
        page.evaluate(ONLINE)
    page.evaluate(SETTLED)
    page.evaluate(f"{ONLINE}; document.querySelector('.pad > [data-key=B]').click()")
    page.goto(f"{phone.url}/t/{code}/journal")
    page.goto(f"{phone.url}/t/{code}?tile=M")
    page.evaluate(SETTLED)
    assert phone.said == {"tile": "M"}


def test_a_turn_where_the_browser_keeps_nothing(phone: Phone, code: str, house: House) -> None:
    refuses = "get() { throw new DOMException('Access is denied', 'SecurityError'); }"
    for storage in ("localStorage", "sessionStorage"):
        phone.page.add_init_script(f"Object.defineProperty(window, '{storage}', {{ {refuses} }})")
    phone.open(f"/t/{code}")
    Player(phone).say(NEXT)
    phone.page.wait_for_selector("#progress:has-text('5 of 36')")
    assert house.lines(code)[-1] == NEXT
    phone.open(f"/t/{code}?tile=BcOV")
    phone.page.click(".by-number > summary")
    phone.page.keyboard.press("1")
    phone.page.wait_for_url("**at=*")
