"""Every page fits every screen: nothing sticks out or is covered, thumbs find room, the step begins above the fold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.nuts_pages import LONG as NUTS_LONG
from tests.browser.nuts_pages import nuts_pages
from tests.browser.pages import LONG, shop_pages
from tests.servers import House
from tests.tiers import chosen

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import NewPhone

pytestmark = pytest.mark.browser

SIZES = ((320, 568), (390, 844), (667, 375), (1280, 800))
FIRST_BUTTON_SEEN = ((320, 568), (375, 667), (667, 375))
# What fits with the longer words of the long language fits in English too, which `make full` measures in every size.
SIZES_OF = {"en": None if chosen().share == 1 else ((320, 568), (667, 375)), "qps": None}

# The spots of a drawing stand below it as buttons too, and a box is moved by arrows: they may be small.
MISFITS = """() => {
  const found = [], wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) found.push("the page is " + document.documentElement.scrollWidth);
  const name = (it) => it.outerHTML.slice(0, 120);
  for (const it of document.querySelectorAll("a, button, input, select, summary")) {
    if (it.closest(".case svg, .skip, [hidden], [aria-hidden=true]") || !it.getBoundingClientRect().width) continue;
    // All of a label is tapped.
    const {width, height, left, right} = (it.closest("label") || it).getBoundingClientRect();
    const scrolls = it.closest(".filters");  // a row that is swiped
    if (!scrolls && (left < -0.5 || right > wide + 0.5)) found.push("sticks out: " + name(it));
    // A link inside a sentence is as high as its line, which the rule allows; one that is a way on is not.
    if (it.closest("p") && !it.closest(".hint, .notice, .refusal")) continue;
    const least = it.closest(".step, .dock-area, .bar, form, .hint, .notice, .refusal, nav") ? 47.5 : 24;
    if (height < least || width < least) {
      found.push(`${Math.round(width)} x ${Math.round(height)}: ` + name(it));
    }
  }
  // A column too narrow for its words breaks them: many lines of a few letters each. The made-up language is longer
  // than any real one, and may be cut.
  const made_up = document.documentElement.lang === "qps";
  const letters = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text; (text = letters.nextNode()); ) {
    const range = document.createRange();
    range.selectNodeContents(text);
    if (text.parentElement.closest("svg, .ruled, .visually-hidden") || !text.parentElement.checkVisibility()) continue;
    // A line of several fonts has several boxes, beside each other.
    const runs = [...range.getClientRects()].filter((run) => run.width);
    const lines = runs.filter((run, at) => !at || run.top > runs[at - 1].bottom - 4).length;
    if (!made_up && lines > 3 && text.data.trim().length < lines * 3) found.push("is broken to pieces: " + text.data);
  }
  for (const it of document.querySelectorAll(".button, .key, .choice, h1:not(.visually-hidden), h2, p, td, th")) {
    if (it.scrollWidth > it.clientWidth + 1 && it.clientWidth && getComputedStyle(it).display !== "inline")
      found.push("has no room: " + name(it));
  }
  return found;
}"""

# How far the topmost button of the step reaches below what can be seen.
HIDDEN = """() => {
  const buttons = [...document.querySelectorAll(".step :is(.key, .choice, .button)")];
  const first = buttons.map((it) => it.getBoundingClientRect()).sort((a, b) => a.top - b.top)[0];
  const foot = document.querySelector(".dock-area")?.getBoundingClientRect().top ?? innerHeight;
  return Math.max(0, Math.round(first.bottom - Math.min(foot, innerHeight)));
}"""
# What a thumb meets where a button of a long page was brought to sight.
COVERED = """() => [...document.querySelectorAll("main :is(a, button, input)")].filter((it) => {
  if (!it.checkVisibility() || it.closest(".case svg") || it.type === "hidden") return false;
  it.scrollIntoView({block: "center"});
  const {left, top, width, height} = it.getClientRects()[0];
  return !it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((it) => it.outerHTML.slice(0, 120))"""
# What appears by itself, one after the other, and the scores and keys of the dock it lies on.
NEWS_OVER = """() => {
  for (const question of document.querySelectorAll("details.asks")) question.open = false;
  const beside = document.getElementById("at-table");
  beside.hidden = false;
  const news = beside.querySelector(".news") ?? beside.appendChild(document.createElement("div"));
  news.className = "news";
  news.innerHTML = '<p class="notice">Bartholomew van den Berg’s seat is now on another phone.</p>';
  const hidden = ["unsent", "cut-off", "awake-hint"].map((id) => document.getElementById(id)).filter(Boolean);
  const found = [];
  for (const it of [news.firstChild, ...hidden]) {
    it.hidden = false;
    const a = it.getBoundingClientRect();
    // In the place of a low bar a key of 48 px reaches a little further than the bar.
    for (const other of document.querySelectorAll(".seats > .seat, .dock-area :is(a, button)")) {
      const b = other.getBoundingClientRect();
      if (a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 9)
        found.push(`${it.id || it.textContent} over ${other.textContent.trim()}`);
    }
    if (it !== news.firstChild) it.hidden = true;
  }
  return found;
}"""
STEPS = (
    "case untold",
    "tile",
    "tile half told",
    "tile to lay",
    "pay",
    "box",
    "box size",
    "box laid",
    "box packed",
    "turn",
    "draw order",
    "draw told",
    "held tile",
    "held tile pays",
    "bank",
    "over",
    "line again",
    "line missing",
)
BUTTONS = ("line", "line again", "line missing", "box line", "journal", "more", "on paper", "result")


def language(house: House) -> str:
    """The language a house speaks: its journal is named after what the host sets."""
    return "qps" if Path(house.journal).stem == "qps" else "en"


def misfits(
    page: Page, steps: bool = False, first: str = HIDDEN, buttons: bool = False, language: str = "qps"
) -> list[str]:
    """Of the page that is open, held in every way: also of its step, and of its other buttons where they count."""
    found = []
    for width, height in SIZES_OF[language] or dict.fromkeys((*SIZES, *FIRST_BUTTON_SEEN)):
        page.set_viewport_size({"width": width, "height": height})
        said = page.evaluate(MISFITS) if (width, height) in SIZES else []
        if steps and (width, height) in FIRST_BUTTON_SEEN and (below := page.evaluate(first)):
            said.append(f"the first button is {below} px too low")
        if buttons and (width, height) in SIZES:
            said += [f"covered: {button}" for button in page.evaluate(COVERED)]
        found += [f"{width}x{height}: {complaint}" for complaint in said]
    return found


def test_everything_fits_and_begins_above_the_fold(phones: NewPhone, either_house: House) -> None:
    """Names of 24 characters; the pages of Go Nuts stand in `test_go_nuts_pages.py`."""
    phone = phones(missing_pages=True)
    found = {}
    for name, path in shop_pages(either_house, LONG).items():
        phone.page.goto(either_house.url + path)
        found[name] = misfits(phone.page, steps=name in STEPS, buttons=name in BUTTONS, language=language(either_house))
    assert {*STEPS, *BUTTONS} <= found.keys()
    assert {name: said for name, said in found.items() if said} == {}


def test_the_whole_pad_is_seen_above_the_dock(phones: NewPhone, house: House) -> None:
    """A key half under the dock leads a thumb to *take back*."""
    phone, every = phones(), shop_pages(house)
    hidden = """() => [...document.querySelectorAll(".pad > .key")].filter((key) =>
      key.getBoundingClientRect().bottom > document.querySelector(".dock-area").getBoundingClientRect().top).length"""
    for name in ("tile", "tile half told", "cross", "deal", "line missing"):
        phone.page.goto(house.url + every[name])
        for width, height in FIRST_BUTTON_SEEN:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(hidden) == 0, (name, width, height)


def test_news_never_lies_over_scores_or_the_dock(phones: NewPhone, house: House) -> None:
    phone, found = phones(), {}
    every = {**shop_pages(house, LONG), **nuts_pages(house, NUTS_LONG)}
    for name in ("tile", "box packed", "bank", "nuts story", "nuts bid"):
        phone.page.goto(house.url + every[name])
        for width, height in (*SIZES, (820, 1180)):
            phone.page.set_viewport_size({"width": width, "height": height})
            found[name, width] = phone.page.evaluate(NEWS_OVER)
    assert {place: said for place, said in found.items() if said} == {}
