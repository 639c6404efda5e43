"""Every page in every language on the narrowest phone and with text twice as large: long words find room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.words.catalogues import languages
from tests.browser.nuts_pages import SHORT as NUTS_SHORT
from tests.browser.nuts_pages import nuts_pages
from tests.browser.pages import SHORT, shop_pages
from tests.browser.test_judge import PAGES as JUDGED
from tests.browser.test_layout import MISFITS
from tests.browser.test_text_size import MISFITS as MISFITS_OF_LARGE_TEXT
from tests.servers import ARGS, House, chromium_path

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

OTHERS = (
    "/rules",
    "/rules/go-nuts/chocolate-frosted",
    "/rules/go-nuts/types",
    "/sets",
    "/sets/classic",
    "/new/go-nuts",
)
# Text of the step that is cut: names of people may be, and what is printed on a card; the dock's two lines are full
# where three cards go at once, in English too.
CUT = """() => [...document.querySelectorAll(".step .nm, .step h2, .keys > .key > span")].filter((it) => {
  if (!it.textContent.trim() || it.matches(".visually-hidden, .name") || !it.checkVisibility()) return false;
  const {webkitLineClamp, textOverflow} = getComputedStyle(it);
  if (webkitLineClamp === "none" && textOverflow !== "ellipsis") return false;
  return it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 2;
}).map((it) => "cut: " + it.outerHTML.slice(0, 120))"""
# German in `make test`: it has the longest words; the others in `make full`.
SPOKEN = [pytest.param(code, marks=() if code == "de" else pytest.mark.long) for code in languages()[1:]]


@pytest.fixture(scope="module")
def every_page(house: House) -> list[str]:
    shop, nuts = shop_pages(house, SHORT), nuts_pages(house, NUTS_SHORT)
    return [*shop.values(), *nuts.values(), *JUDGED.values(), *OTHERS]


@pytest.mark.parametrize("language", SPOKEN)
def test_everything_fits_the_narrowest_phone(
    browser: Browser, house: House, every_page: list[str], language: str
) -> None:
    page, found = browser.new_page(viewport={"width": 320, "height": 568}, locale=language), {}
    for path in every_page:
        page.goto(house.url + path)
        found[path] = page.evaluate(MISFITS) + page.evaluate(CUT)
    page.close()
    assert {path: said for path, said in found.items() if said} == {}


@pytest.mark.parametrize("language", SPOKEN)
def test_text_twice_as_large_fits(browser: Browser, house: House, every_page: list[str], language: str) -> None:
    own = browser.browser_type.launch(
        executable_path=chromium_path(), args=[*ARGS, "--blink-settings=defaultFontSize=32"]
    )
    page, found = own.new_page(viewport={"width": 390, "height": 844}, locale=language, reduced_motion="reduce"), {}
    for path in every_page:
        page.goto(house.url + path)
        assert page.locator("html").get_attribute("lang") == language
        found[path] = page.evaluate(MISFITS_OF_LARGE_TEXT)
    own.close()
    assert {path: said for path, said in found.items() if said} == {}
