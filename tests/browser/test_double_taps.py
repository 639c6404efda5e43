"""A tap does one thing: two taps at one place, as thumbs make them by accident, never do two."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.nuts_pages import PASSED, SHORT, choices, under_way
from tests.browser.pages import until
from tests.servers import House
from tests.tiers import chosen

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

DELAYS = (120, 250, 400)  # ms between the two taps
STEPS = max(7, round(22 * chosen().share))  # of a walk, at least
SIZES = ({"width": 390, "height": 844}, {"width": 320, "height": 568}, {"width": 667, "height": 375})
BANK = "game donut-shop\nseats Ana Bo Cy\nfollow bank\n"
FRESH_NUTS = "game go-nuts\nseats Ana Bo Cy Di\n"

# What a thumb can reach on the screen as it is: where, what it is called, and whether it commits now. "Who are you?" is
# left out: a phone that takes a seat may be another than the one that is asked, and then enters nothing.
IN_SIGHT = """() => [...document.querySelectorAll("main :is(a, button, summary):not(.asks *)")].map((it) => {
  const {left, top, width, height} = it.getBoundingClientRect();
  const x = left + width / 2, y = top + height / 2;
  const met = width && document.elementFromPoint(x, y);
  if (!met || !(it.contains(met) || met.contains(it))) return null;
  const form = it.form;
  const commits = it.matches("button[type=submit], button:not([type])") && form && form.method === "post" &&
    !form.matches("[data-chooses]") && it.getAttribute("aria-disabled") !== "true";
  const dock = Boolean(it.closest("[data-dock]"));
  return {x, y, commits: Boolean(commits), dock, name: it.outerHTML.slice(0, 160)};
}).filter(Boolean)"""
QUIET = "() => !document.querySelector('.htmx-request')"


class Thumb:
    """Taps twice at one place, and counts the lines sent."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.page = phone, phone.page
        self.sent = 0
        self.page.on("request", self._hear)

    def _hear(self, request: Any) -> None:
        self.sent += request.method == "POST" and request.url.endswith(("/move", "/dealt"))

    def free(self) -> None:
        """Until nothing is inert any more."""
        self.page.wait_for_function(QUIET)
        self.page.wait_for_function("() => !document.querySelector('[data-waits]')")

    def twice(self, x: float, y: float, delay: int) -> int:
        """Lines sent by two taps there."""
        before = self.sent
        self.page.mouse.click(x, y)
        self.page.wait_for_timeout(delay)
        self.page.mouse.click(x, y)
        self.page.wait_for_timeout(150)
        self.page.wait_for_function(QUIET)
        return self.sent - before

    def twice_on(self, what: str, delay: int = 250) -> int:
        """On this control."""
        self.free()
        place = self.phone.find(what).first
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box is not None
        return self.twice(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, delay)


def table(house: House, name: str) -> str:
    """A half-played table of one of the games."""
    asks = name.removeprefix("asked: ")
    if asks != name:
        address = choices(house, SHORT)[asks]
        return f"{address}?pass={PASSED}" if asks == "pass" else address
    games = {
        "case": until("told-shop-case-0", "Bo: place VVCv @-2,-2 V"),
        "case, a box": until("told-shop-case-0", "Ana: place CVBn @4,0 B"),
        "everything": until("donut-shop-3", "Ana: place MOcM @4,0 M"),
        "bank": BANK + "Ana: paid 35\n",
        "refill": FRESH_NUTS,
        "bids": under_way(SHORT),
    }
    return f"/t/{house.table(games[name])}"


TABLES = ("case", "case, a box", "everything", "bank", "refill", "bids")
ASKED = tuple(f"asked: {name}" for name in ("take three", "draw two", "pass", "give"))


@pytest.mark.parametrize("name", [*TABLES, *ASKED])
def test_walks_of_double_taps(phones: NewPhone, house: House, name: str) -> None:
    """A seeded walk: whatever is in sight is tapped twice, and where that leads the walk goes on.

    It goes on until it stored something: a walk that stores nothing shows nothing.
    """
    dice = random.Random(name)
    phone = phones(size=dice.choice(SIZES), missing_pages=True)
    home = table(house, name)
    phone.open(home)
    thumb, stored, steps, lines = Thumb(phone), 0, 0, len(house.lines(phone.code))
    while steps < STEPS or not stored:
        steps += 1
        assert steps < 60, "nothing was stored"
        thumb.free()
        found = phone.page.evaluate(IN_SIGHT)
        ready = [one for one in found if one["dock"] and one["commits"]]
        one = ready[0] if ready and dice.random() < 0.4 else dice.choice(found)
        sent = thumb.twice(one["x"], one["y"], dice.choice(DELAYS))
        assert sent <= int(one["commits"]), one
        stored += sent
        if not phone.page.url.startswith(house.url + home.partition("?")[0]) or phone.find("#table").count() == 0:
            phone.open(home)
        elif dice.random() < 0.3:
            phone.page.evaluate("(down) => scrollBy(0, down)", dice.choice((-200, 200)))
    assert len(house.lines(phone.code)) > lines


@pytest.mark.parametrize("delay", DELAYS)
class TestWhatDoubleTapsDid:
    """Each of these did two things once."""

    def test_bank_pays_once(self, phone: Phone, house: House, delay: int) -> None:
        thumb = Thumb(phone.open("/t/" + house.table(BANK)))
        assert thumb.twice_on('.key:has-text("+35¢")', delay) == 0
        phone.tap('.key:has-text("+40¢")')
        assert thumb.twice_on("[data-dock] button", delay) == 1
        assert house.lines(phone.code) == ["Ana: paid 40"]

    def test_ending_a_turn_skips_nobody(self, phone: Phone, house: House, delay: int) -> None:
        thumb = Thumb(phone.open("/t/" + house.table(BANK)))
        assert thumb.twice_on("[data-dock] button", delay) == 1
        assert house.lines(phone.code) == ["Ana: end"]

    def test_a_spot_pays_nobody(self, phone: Phone, house: House, delay: int) -> None:
        code = house.table(until("told-shop-case-0", "Bo: place VVCv @-2,-2 V"))
        thumb = Thumb(phone.open(f"/t/{code}?tile=CVBn"))
        for spot in phone.find("svg .spot").all()[:3]:
            key = f'svg .spot[href="{spot.get_attribute("href")}"]'
            assert thumb.twice_on(key, delay) == 0
            phone.open(f"/t/{code}?tile=CVBn")

    def test_an_order_records_no_box(self, phone: Phone, house: House, delay: int) -> None:
        code = house.table(until("told-shop-case-0", "Ana: place CVBn @4,0 B"))
        thumb = Thumb(phone.open(f"/t/{code}?do=box&box=2x2&at=-2%2C-2"))
        for order in ("M", "N*", "B+"):
            assert thumb.twice_on(f'.orders > [data-key="{order}"]', delay) == 0

    def test_the_last_bid_turns_no_card(self, phone: Phone, house: House, delay: int) -> None:
        code = house.table(under_way(SHORT))
        thumb = Thumb(phone.open(f"/t/{code}?bids=3.1.4.4.7.0"))
        assert thumb.twice_on('.row-cards [data-key="5"]', delay) == 0
        assert thumb.twice_on("[data-dock] button", delay) == 1

    def test_one_card_is_turned_up(self, phone: Phone, house: House, delay: int) -> None:
        """The key of the last gap stores the line; tapped for the gap before, it is inert for a moment."""
        code = house.table(under_way(SHORT) + "table: reveal Ana=1 Bo=2 Cy=3 Di=3 Eve=3 Fay=3\n")
        thumb = Thumb(phone.open(f"/t/{code}?cards=plain"))
        gaps = phone.text("[data-dock]")
        assert gaps == "2 cards to turn up", gaps
        assert thumb.twice_on('.deck .card:has(use[href$="#card-milk"])', delay) == 0
        thumb.page.wait_for_timeout(700)
        assert thumb.twice_on('.deck .card:has(use[href$="#card-old-fashioned"])', delay) == 1


def test_keys_tapped_right_after_a_commit_are_all_kept(phone: Phone, house: House) -> None:
    """Four donuts, 100 ms apart, while the answer of the dock may not have come yet."""
    phone.open("/t/" + house.table(until("told-shop-case-0", "Bo: place VVCv @-2,-2 V")))
    dock, keys = (phone.find(what).first.bounding_box() for what in ("[data-dock] button", '.pad [data-key="M"]'))
    assert dock and keys
    slow = phone.page.context.new_cdp_session(phone.page)
    slow.send("Network.enable")
    limits = {"offline": False, "latency": 250, "downloadThroughput": -1, "uploadThroughput": -1}
    slow.send("Network.emulateNetworkConditions", limits)
    phone.page.mouse.click(dock["x"] + 50, dock["y"] + 30)
    for _ in range(4):
        phone.page.wait_for_timeout(100)
        phone.page.mouse.click(keys["x"] + 10, keys["y"] + 10)
    phone.page.wait_for_function("() => location.search === '?tile=MMMM'")
    assert house.lines(phone.code)[-1] == "Bo: end"


def test_the_dock_is_inert_after_a_commit_and_says_so(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table(BANK))
    phone.tap('.key:has-text("+35¢")')
    phone.commit()
    button = phone.find("[data-dock] button")
    assert button.get_attribute("aria-disabled") == "true"
    phone.page.wait_for_timeout(400)
    assert button.get_attribute("aria-disabled") == "true"
    phone.page.wait_for_timeout(300)
    assert button.get_attribute("aria-disabled") is None


def test_a_quiet_dock_stores_nothing_without_script(phones: NewPhone, house: House) -> None:
    phone = phones(script=False).open("/t/" + house.table(FRESH_NUTS))
    phone.find("[data-dock] button").click(force=True)
    assert house.lines(phone.code) == []


def test_a_commit_without_a_connection_says_so_and_keeps_all(phones: NewPhone, house: House) -> None:
    phone = phones(missing_pages=True).open("/t/" + house.table(BANK))
    phone.tap('.key:has-text("+35¢")')
    phone.page.route("**/move", lambda route: route.abort())
    phone.page.click("[data-dock] button")
    phone.page.wait_for_selector("[data-dock] :text('Not sent. Tap again'):visible")
    assert phone.said == {"pick": "35"}
    phone.page.unroute_all()
    phone.commit()
    assert house.lines(phone.code) == ["Ana: paid 35"]
    assert phone.find("[data-dock] :text('Not sent'):visible").count() == 0
    phone.errors.clear()  # the browser says so too
