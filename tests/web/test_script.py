"""companion.js in a real browser: the focus, second taps, answers that come too late, and phones that slept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser
STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
CSP = {"Content-Security-Policy": "default-src 'self'"}
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>table</title>
<meta name="htmx-config" content='{"includeIndicatorStyles":false,"allowEval":false}'>
<link rel="icon" href="/static/sprite.svg"><link rel="stylesheet" href="/static/companion.css">
<body>
<svg viewBox="0 0 40 40"><use id="donut" href="/static/sprite.svg#donut-B" class="f-B"/></svg>
<div id="table" data-version="a.18">
  <div id="step" hx-get="/step" hx-trigger="resync from:body"><h2>old</h2><button id="inside">in</button></div>
</div>
<button id="next" hx-get="/step" hx-target="#step">next</button>
<form id="plain" data-once method="post" action="/move"><button id="send">end</button></form>
<script src="/static/vendor/htmx.min.js"></script><script src="/static/companion.js"></script></body></html>"""
STEP = '<h2 tabindex="-1" data-focus>new</h2>'


class Table:
    """A table's server in a few lines: what it answers, and what it was asked."""

    def __init__(self, page: Page, attribute: str = "") -> None:
        self.page, self.attribute, self.version = page, attribute, "a.19"
        self.asked: list[str] = []
        self.errors: list[str] = []
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.route("**/*", self.answer)
        page.goto("http://localhost/")

    def answer(self, route: Route) -> None:
        path = "/" + route.request.url.split("/", 3)[3]
        self.asked.append(path)
        if path.startswith("/static/"):
            route.fulfill(path=STATIC / path.removeprefix("/static/"), headers=self.kind(path))
        elif path == "/move":
            return  # a slow server: the page stays, and a second tap is possible
        elif path == "/step":
            route.fulfill(body=STEP, content_type="text/html", headers={"X-Table-Version": self.version})
        else:
            route.fulfill(body=PAGE.replace("<body>", f"<body{self.attribute}>"), content_type="text/html", headers=CSP)

    @staticmethod
    def kind(path: str) -> dict[str, str]:
        kinds = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
        return {"Content-Type": kinds[path.rpartition(".")[2]]}

    def fire(self, event: str) -> None:
        self.page.evaluate(event)
        self.settle()

    def settle(self) -> None:
        """Wait until everything that was begun has come to its end."""
        self.page.evaluate(SETTLED)

    def heading(self) -> str:
        return self.page.inner_text("#step h2")

    def focused(self) -> str:
        return str(self.page.evaluate("document.activeElement.id || document.activeElement.tagName"))

    def steps_asked(self) -> int:
        return self.asked.count("/step")


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    page = browser.new_page()
    yield Table(page)
    page.close()


# In the page's own time: however slow the machine is, what was begun before these 150 ms has happened after them.
SETTLED = """async () => {
  do await new Promise((done) => setTimeout(done, 150)); while (document.querySelector(".htmx-request"));
}"""
ONLINE = "dispatchEvent(new Event('online'))"
FROM_CACHE = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
LOADED = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: false}))"
LAMP = "window.lit = 0; Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => lit++}})"
SEEN_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


def test_strict_page_has_no_complaints(table: Table) -> None:
    table.page.click("#next")
    table.settle()
    assert table.errors == []


def test_icing_from_the_sprite_takes_the_pages_colour(table: Table) -> None:
    colour = "getComputedStyle(document.getElementById('donut')).getPropertyValue('--frosting')"
    assert table.page.evaluate(colour) == "#4aa8e0"


def test_own_tap_moves_the_focus_to_the_heading(table: Table) -> None:
    table.page.click("#next")
    table.page.wait_for_selector("text=new")
    table.settle()
    assert table.focused() == "H2"


def test_news_leaves_the_focus_where_it_is(table: Table) -> None:
    table.page.focus("#send")
    table.fire(ONLINE)
    assert (table.heading(), table.focused()) == ("new", "send")


def test_news_that_took_the_focus_away_puts_it_on_the_heading(table: Table) -> None:
    table.page.focus("#inside")
    table.fire(ONLINE)
    assert (table.heading(), table.focused()) == ("new", "H2")


@pytest.mark.parametrize(
    ("version", "heading"),
    [
        ("a.17", "old"),
        ("a.9", "old"),
        ("a.18", "new"),
        ("a.19", "new"),
        ("a.100", "new"),
        ("b.3", "new"),
        ("", "new"),
    ],
)
def test_older_answer_is_dropped(table: Table, version: str, heading: str) -> None:
    table.version = version
    table.fire(ONLINE)
    assert table.heading() == heading


def test_tap_answered_too_late_asks_again_once(table: Table) -> None:
    table.version = "a.17"
    table.page.click("#next")
    table.settle()
    assert table.steps_asked() == 2


@pytest.mark.parametrize(
    ("event", "asked"), [(ONLINE, 1), (FROM_CACHE, 1), (LOADED, 0), (SEEN_AGAIN, 1)], ids=lambda value: str(value)[:40]
)
def test_phone_that_slept_asks_for_the_news(table: Table, event: str, asked: int) -> None:
    table.fire(event)
    assert table.steps_asked() == asked


def test_events_in_a_bunch_ask_once(table: Table) -> None:
    table.fire(";".join([SEEN_AGAIN, FROM_CACHE, ONLINE]))
    assert table.steps_asked() == 1


def test_second_tap_sends_nothing(table: Table) -> None:
    table.page.evaluate("for (let i = 0; i < 3; i++) document.getElementById('send').click()")
    while "/move" not in table.asked:  # the page is on its way to an answer that never comes: nothing can be run in it
        table.page.wait_for_timeout(50)
    table.page.wait_for_timeout(300)
    assert table.asked.count("/move") == 1


def test_page_from_the_cache_can_send_again(table: Table) -> None:
    table.page.evaluate("document.getElementById('plain').dataset.sent = '1'")
    table.fire(FROM_CACHE)
    assert table.page.evaluate("'sent' in document.getElementById('plain').dataset") is False


@pytest.mark.parametrize(("attribute", "asked"), [(" data-awake", 1), ("", 0)])
def test_screen_stays_lit_where_the_page_wants_it(browser: Browser, attribute: str, asked: int) -> None:
    page = browser.new_page()
    page.add_init_script(LAMP)
    Table(page, attribute)
    assert page.evaluate("lit") == asked
    page.close()
