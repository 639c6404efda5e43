"""Covers of a shared phone: what only one seat may see lies open after a tap, and no longer than somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.phone import COVER
from tests.browser.test_own_phones import seated

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone
    from tests.servers import House

pytestmark = pytest.mark.browser

HELD = ".so-far > svg"  # the tile in the hand of whose turn it is
KEYS_IN_SIGHT = """() => {
  const floor = document.querySelector(".dock-area").getBoundingClientRect().top;
  const {top, bottom} = document.querySelector(".by-number > summary").getBoundingClientRect();
  return top >= 0 && bottom <= floor + 1;
}"""

PLACES = """() => [...document.querySelectorAll(".by-number > summary, .so-far > svg")].map((one) => {
  const { x, y } = one.getBoundingClientRect();
  return [x, y + scrollY];
})"""


def dealt(phone: Phone) -> Phone:
    """A table of Donut Shop the server deals, opened on this phone for everybody."""
    page = phone.open("/new/donut-shop").page
    for number, name in enumerate(("Ana", "Bo"), 1):
        page.fill(f"#seat{number}", name)
    page.check("[name=deal]")
    phone.follow("button.primary")
    return phone


def test_a_cover_closes_as_soon_as_nobody_looks_at_the_page(phone: Phone) -> None:
    dealt(phone).uncover()
    assert phone.find(HELD).is_visible() and phone.find("[data-cover-done]").count() == 1
    with phone.page.expect_response("**/look"):
        phone.hide()
    expect(phone.find(HELD)).not_to_be_visible()
    with phone.page.expect_navigation():
        phone.show()
    expect(phone.find(COVER)).to_be_visible()
    assert phone.find(HELD).count() == 0, "the page that comes back holds nothing private"


def test_a_cover_is_closed_by_its_button_and_by_the_next_turn(phone: Phone) -> None:
    dealt(phone).uncover()
    phone.tap("[data-cover-done]")
    assert phone.find(COVER).count() == 1 and phone.find(HELD).count() == 0
    phone.uncover()
    phone.tap(".spots .key")
    phone.commit()
    assert phone.find(COVER).count() == 0, "the same seat goes on with its turn"
    phone.tap(".step a.choice[data-key]")
    phone.commit()
    assert phone.text(".step h2") == "Give the phone to Bo" and phone.find(HELD).count() == 0


@pytest.mark.parametrize("size", [{"width": 320, "height": 568}, {"width": 375, "height": 667}])
def test_what_lies_open_leaves_the_keys_in_sight(phones: NewPhone, size: dict[str, int]) -> None:
    phone = dealt(phones(size=size))
    phone.uncover()
    assert phone.page.evaluate(KEYS_IN_SIGHT)


@pytest.mark.parametrize("size", [{"width": 320, "height": 568}, {"width": 390, "height": 844}])
def test_the_own_hand_is_covered_and_looked_at_again(phones: NewPhone, house: House, size: dict[str, int]) -> None:
    opener = dealt(phones())
    (ana,) = seated(phones, house, opener.code, ["Ana"], size=size).values()
    places = ana.page.evaluate(PLACES)
    ana.find(".hand-down > summary").click()
    expect(ana.find(HELD)).not_to_be_visible()
    expect(ana.find(".ticket").first).not_to_be_visible()
    seated(phones, house, opener.code, ["Bo"], size=size)
    expect(ana.find(".people")).to_contain_text("connected")  # news leave it covered
    expect(ana.find(HELD)).not_to_be_visible()
    ana.find('.hand-down :text("Look")').click()
    expect(ana.find(HELD)).to_be_visible()
    assert ana.page.evaluate(PLACES) == places
