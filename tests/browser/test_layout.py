"""Every page fits every screen: nothing sticks out, thumbs find room, the step begins above the fold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import LONG, pages
from tests.house import serving

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

SIZES = ((320, 568), (390, 844), (667, 375), (1280, 800))
FIRST_BUTTON_SEEN = ((320, 568), (375, 667), (667, 375))

# The spots of a drawing stand below it as buttons too, and a box is moved by arrows: they may be small.
MISFITS = """() => {
  const found = [], wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) found.push("the page is " + document.documentElement.scrollWidth);
  const name = (it) => it.outerHTML.slice(0, 120);
  for (const it of document.querySelectorAll("a, button, input, select, summary")) {
    const {width, height, left, right} = it.getBoundingClientRect();
    if (it.closest(".case svg, .skip, [hidden]") || it.matches(".skip") || !width) continue;
    const whole = it.closest(".check")?.getBoundingClientRect().height || height;
    if (left < -0.5 || right > wide + 0.5) found.push("sticks out: " + name(it));
    // A link inside a sentence is as high as its line, which the rule allows.
    if (it.closest("p")) continue;
    const least = it.closest(".step, .foot, .bar, form") ? 47.5 : 24;
    if (whole < least || width < (it.type === "checkbox" ? 24 : least)) {
      found.push(`${Math.round(width)} x ${Math.round(height)}: ` + name(it));
    }
  }
  for (const it of document.querySelectorAll(".button, .key, .choice, h1, h2, p, td, th")) {
    if (it.scrollWidth > it.clientWidth + 1 && it.clientWidth && getComputedStyle(it).display !== "inline")
      found.push("has no room: " + name(it));
  }
  return found;
}"""

# How far the topmost button of the step reaches below what can be seen.
HIDDEN = """() => {
  const buttons = [...document.querySelectorAll(".step :is(.key, .choice, .button)")];
  const first = buttons.map((it) => it.getBoundingClientRect()).sort((a, b) => a.top - b.top)[0];
  const foot = document.querySelector(".foot").getBoundingClientRect();
  return Math.max(0, Math.round(first.bottom - Math.min(foot.top, innerHeight)));
}"""
# What a thumb meets where a button of a long page was brought to sight.
COVERED = """() => [...document.querySelectorAll("main :is(a, button, input)")].filter((it) => {
  if (!it.checkVisibility() || it.closest(".case svg") || it.type === "hidden") return false;
  it.scrollIntoView({block: "center"});
  const {left, top, width, height} = it.getClientRects()[0];
  return !it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((it) => it.outerHTML.slice(0, 120))"""
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
)


@pytest.fixture(scope="module", params=["en", "qps"])
def walk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Full addresses of every page, names of 24 characters, in English and in the long language."""
    with serving(tmp_path_factory.mktemp("layout"), request.param) as house:
        yield {name: house.url + path for name, path in pages(house, LONG).items()}


def misfits(phone: Phone, walk: dict[str, str]) -> Iterator[str]:
    for name, address in walk.items():
        phone.page.goto(address)
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            yield from (f"{name} at {width}x{height}: {said}" for said in phone.page.evaluate(MISFITS))


def test_everything_fits(phones: NewPhone, walk: dict[str, str]) -> None:
    assert list(misfits(phones(missing_pages=True), walk)) == []


@pytest.mark.parametrize("name", ["line", "box line", "journal", "more", "on paper", "result"])
def test_nothing_lies_on_a_button(phones: NewPhone, walk: dict[str, str], name: str) -> None:
    phone = phones()
    phone.page.goto(walk[name])
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(COVERED) == [], f"{width}x{height}"


def test_step_begins_above_the_fold(phones: NewPhone, walk: dict[str, str]) -> None:
    phone = phones()
    hidden = {}
    for name in STEPS:
        phone.page.goto(walk[name])
        for width, height in FIRST_BUTTON_SEEN:
            phone.page.set_viewport_size({"width": width, "height": height})
            hidden[f"{name} at {width}x{height}"] = phone.page.evaluate(HIDDEN)
    assert {where: below for where, below in hidden.items() if below} == {}
