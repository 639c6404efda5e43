"""A turn of each game by keyboard alone, and what a screen reader says of it, in the order it says it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser import nuts_pages
from tests.browser.pages import until
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

# What has the focus: the name a screen reader says, from the label or the words that are not hidden from it.
FOCUSED = """() => {
  const it = document.activeElement;
  const seen = it.cloneNode(true);
  for (const one of seen.querySelectorAll("[aria-hidden=true], svg")) one.remove();
  return (it.getAttribute("aria-label") || seen.textContent).replace(/\\s+/g, " ").trim();
}"""
SWAPPED = (
    """() => { window.swapped = new Promise((done) => addEventListener("htmx:afterSettle", done, {once: true})); }"""
)
MOST_TABS = 80


def tab_to(phone: Phone, name: str) -> list[str]:
    """Press Tab until this name is heard; all that was heard on the way, this one last."""
    heard: list[str] = []
    while len(heard) < MOST_TABS:
        phone.page.keyboard.press("Tab")
        heard.append(phone.page.evaluate(FOCUSED))
        if re.fullmatch(name, heard[-1]):
            return heard
    raise AssertionError(f"{name} is not among {heard}")


def press(phone: Phone, name: str, key: str = "Enter") -> list[str]:
    """Tab to what is called so, press it, and see the answer."""
    heard = tab_to(phone, name)
    phone.page.wait_for_function("() => !document.querySelector('[data-waits]')")
    phone.page.evaluate(SWAPPED)
    phone.page.keyboard.press(key)
    phone.page.evaluate("window.swapped")
    return heard


def in_order(heard: list[str], *names: str) -> None:
    """These names were heard, one after the other."""
    rest = iter(heard)
    assert all(any(name == one for one in rest) for name in names), heard


def test_turn_of_donut_shop(phones: NewPhone, house: House) -> None:
    """Four donuts, a spot by its number, and the amount: each step's heading is read first, then its keys in order."""
    code = house.table(until("told-shop-case-0", "Bo: place VcVM @4,8 C"))
    phone = phones().open(f"/t/{code}")
    press(phone, "Just watching")
    for letter in ("Blue", "Boston", "Holes", "Vanilla"):
        heard = press(phone, letter)
    assert phone.page.evaluate(FOCUSED) == "Ana lays a tile"
    in_order(heard, "By a photo", "Blue", "Banana", "Maple", "Vanilla")
    tab_to(phone, "Spot by number")
    phone.page.keyboard.press("Enter")
    in_order(press(phone, "Spot 4"), "Spot 1", "Spot 2", "Spot 3", "Spot 4")
    assert phone.page.evaluate(FOCUSED).startswith("Which donut pays Ana")
    aria = phone.find("#table").aria_snapshot()
    places = [aria.index(part) for part in ('list "Seats"', 'region "Display case"', "Which donut pays", "Pay Ana")]
    assert places == sorted(places)
    press(phone, r"Pay Ana \d+¢.*")
    assert house.lines(code)[-1].startswith("Ana: place BCOV ")


def test_round_of_go_nuts(phones: NewPhone, house: House) -> None:
    """Six numbers one after the other, and the cards are turned over; the case is read before the step."""
    code = house.table(nuts_pages.under_way(nuts_pages.SHORT))
    phone = phones().open(f"/t/{code}")
    press(phone, "Just watching")
    for number in (1, 2, 3, 3, 5, 6):
        press(phone, rf"{number} ?[A-Z].*")
    aria = phone.find("#table").aria_snapshot()
    places = [aria.index(part) for part in ('list "Seats"', 'region "Row"', "Turn the cards over")]
    assert places == sorted(places)
    press(phone, "Turn the cards over.*")
    assert house.lines(code)[-1].startswith("table: reveal Ana=1 Bo=2 Cy=3 Di=3 Eve=5 Fay=6")
