"""The big screen: it fits every television, can be read from afar, and comes back by itself after any cut."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from companion.store.store import open_store
from tests.browser.pages import until
from tests.browser.player import Player
from tests.browser.together import Evening, leave
from tests.transcripts import GOLDEN

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.conftest import NewPhone
    from tests.servers import House

pytestmark = pytest.mark.browser

GAME = until("told-shop-case-0", "Bo: box 2x2 own @-2,2 with M B+")
NEXT = "Ana: place McOM @0,-2 V"
SIZES = ((1280, 720), (1920, 1080), (3840, 2160), (390, 844), (320, 568))
# Words lower than 2.2 hundredths of the screen, as [height, words]; letters of drawings grow with them.
TOO_LOW = """() => [...document.querySelectorAll("#screen *")].filter((it) =>
  it.getClientRects().length && !it.closest("svg, .visually-hidden") &&
  [...it.childNodes].some((one) => one.nodeType === 3 && one.data.trim())
).map((it) => [parseFloat(getComputedStyle(it).fontSize), it.textContent]).filter(([px]) => px < innerHeight * 0.022)"""
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"
CUT = """() => [...document.querySelectorAll("#screen :is(h1, .place, .name, .money, .pic)")].filter((it) => {
  const box = it.closest(".screen-people, .screen-news")?.getBoundingClientRect();
  const {right, bottom} = it.getBoundingClientRect();
  return !it.closest(".screen-news > ol") && (right > innerWidth + 1 || bottom > (box?.bottom ?? innerHeight) + 1);
}).map((it) => it.textContent)"""


def test_the_screen_fits_every_television_and_is_read_from_afar(phones: NewPhone, house: House) -> None:
    """At the end too, where the evening of two games is added up."""
    games = [GOLDEN / f"{name}.txt" for name in ("donut-shop-4", "told-shop-case-0", "go-nuts-4", "go-nuts-6")]
    phone = phones()
    for game, begun in ((game, begun) for game in games for begun in (False, True)):
        text = game.read_text("utf-8")
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        code = house.table("\n".join(lines[: len(lines) * 2 // 3]) + "\n" if begun else text)
        if not begun:
            with open_store(house.journal).open() as connection:
                connection.chain(code, house.table(text))
                code = connection.chained(code)[-1]
        phone.open(f"/t/{code}/screen")
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(TOO_WIDE) <= 0, (game.stem, width)
            if width > height:
                assert phone.page.evaluate(TOO_LOW) == [], (game.stem, width)
                assert phone.page.evaluate(CUT) == [], (game.stem, width)


def test_the_screen_follows_the_table_and_comes_back_after_a_restart(phones: NewPhone, tmp_path: Path) -> None:
    with ExitStack() as stack:
        evening = Evening(tmp_path, phones, stack)
        code = evening.house.table(GAME)
        screen, other = evening.phone(), evening.phone()
        screen.open(f"/t/{code}/screen")
        screen.page.evaluate("() => { window.first = true; }")
        Player(other.open(f"/t/{code}")).say(NEXT)
        screen.page.wait_for_selector(".place:has-text('5 of 36')")
        assert screen.page.evaluate("() => window.first")
        evening.networks[screen].target = "http://127.0.0.1:9"
        evening.networks[screen].cut()
        screen.page.wait_for_selector("#cut-off:visible")
        evening.restart()
        other.page.goto(f"{other.url}/t/{code}/more")
        screen.page.wait_for_function("() => !window.first && !!document.querySelector('#screen')")
        screen.page.wait_for_selector("#cut-off", state="hidden")
        assert screen.find(".place:has-text('5 of 36')").count() == 1
        for phone in (screen, other):
            leave(phone)
            phone.errors.clear()  # a browser complains of every cut
