"""A browser whose text is twice as large: on the narrow screen of a phone every page can be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.nuts_pages import nuts_pages
from tests.browser.pages import shop_pages
from tests.browser.phone import WHO_FOLDED
from tests.servers import ARGS, House, chromium_path

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

OTHERS = {name: name for name in ("/", "/judge", "/judge/donut-shop", "/photo?for=judge", "/new/donut-shop", "/rules")}
# What reaches over the edge, and the dock where it is out of sight or its words are cut to nothing.
MISFITS = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  const size = getComputedStyle(document.documentElement).fontSize;
  if (size !== "32px") found.push("the text is " + size);
  if (document.documentElement.scrollWidth > wide) found.push("the page is " + document.documentElement.scrollWidth);
  for (const it of document.querySelectorAll("main :is(a, button, input, select, summary), .bar a")) {
    const {left, right, width} = it.getBoundingClientRect();
    if (it.closest(".case svg, .skip, .filters") || !width) continue;  // filters are a row that is swiped
    if (left < -9 || right > wide + 1) found.push("sticks out: " + it.outerHTML.slice(0, 100));
  }
  const dock = document.querySelector("[data-dock]")?.getBoundingClientRect();
  if (dock && (dock.bottom > innerHeight + 1 || dock.top < innerHeight / 2)) found.push("the dock is elsewhere");
  return found;
}"""


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Page]:
    """A page of a browser whose owner set its text to 200 %."""
    own = browser.browser_type.launch(
        executable_path=chromium_path(), args=[*ARGS, "--blink-settings=defaultFontSize=32"]
    )
    yield own.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    own.close()


def test_every_page_can_be_used_with_text_twice_as_large(large: Page, house: House) -> None:
    pages = {**shop_pages(house), **nuts_pages(house), **OTHERS}
    found = {}
    for name, address in pages.items():
        large.goto(house.url + address)
        if misfits := large.evaluate(MISFITS):
            found[name] = misfits
    assert found == {}


def test_own_pages_can_be_used_with_text_twice_as_large(large: Page, house: House) -> None:
    seats = 'seats "Anastasia Wintersberger!" "Bartholomew van den Berg"'
    row = "table: refill 1=plain 2=glazed 3=eclair"
    for table in (f"game donut-shop\n{seats}\nfollow case\n", f"game go-nuts\n{seats}\n{row}\n"):
        large.goto(f"{house.url}/t/{house.table(table)}")
        if large.locator(WHO_FOLDED).count():
            large.click(f"{WHO_FOLDED} > summary")
        large.click('.names button:has-text("Bartholomew")')
        large.wait_for_selector(".own-band")
        assert large.evaluate(MISFITS) == []


def test_a_tile_is_laid_with_text_twice_as_large(large: Page, house: House) -> None:
    code = house.table("game donut-shop\nseats Ana Bo\nfollow case\nstart BNMV/VMNB\n")
    large.goto(f"{house.url}/t/{code}")
    for letter in "BNMV":
        large.click(f'.pad > [data-key="{letter}"]')
    large.wait_for_url("**?tile=BNMV")
    large.click(".by-number > summary")
    large.click(".spots .key")
    large.click("[data-dock] button:not([aria-disabled])")
    large.wait_for_function("() => location.search === ''")
    assert house.lines(code)[-1].startswith("Ana: place BNMV")
