"""Phones at one table: seats claimed and taken over, told to every phone by itself, and a new code they follow to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.phone import DOCK
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

TABLE = "game donut-shop\nseats Ana Bo Cy\nfollow bank\n"
NUTS_EMPTY = "game go-nuts\nseats Ana Bo Cy\n"
NUTS = f"{NUTS_EMPTY}table: refill 1=double-chocolate 2=glazed 3=eclair 4=plain\n"
WHO = ".who"
SEVERAL = f"{WHO} .several > summary"
OURS = f"{WHO} .several button"
ASKS = ".asks > summary"  # "Who are you?", in the top bar
SMALL = [(320, 568), (390, 844), (667, 375), (1280, 800)]
FITS = "() => document.documentElement.scrollWidth <= innerWidth"
# Every place to tap in the panel, and the dock: at least 48 px high, inside the window.
TARGETS = """() => [...document.querySelectorAll(".who :is(summary, label, button), [data-dock] button")]
  .filter((one) => one.checkVisibility()).map((one) => {
    const { height, left, right, bottom } = one.getBoundingClientRect();
    return height >= 47.5 && left >= 0 && right <= innerWidth && bottom <= innerHeight;
  })"""

# Where the seats, the keys and the dock are.
PLACES = """() => [...document.querySelectorAll(".seat, .step .key, [data-dock] button")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y + scrollY, width, height];
})"""
# Whether the panel, where it is unfolded, lies over keys or cards.
COVERS = """() => {
  const panel = document.querySelector(".asks[open] > .who")?.getBoundingClientRect();
  return Boolean(panel) && [...document.querySelectorAll(".step .key, .step .card, .row-cards .card")].some((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < panel.right && right > panel.left && top < panel.bottom && bottom > panel.top;
  });
}"""
FREE = """(one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


def joined(phones: NewPhone, house: House, code: str, seat: int | None = None, **how: object) -> Phone:
    """Another phone at a table, with a seat if one is given."""
    phone = phones(**how).open(f"/t/{code}")
    if seat is not None:
        phone.sit(("Ana", "Bo", "Cy")[seat])
        expect(phone.find(WHO)).to_have_count(0)
    return phone


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_the_question_leaves_the_dock_in_sight(phones: NewPhone, house: House, width: int, height: int) -> None:
    phone = joined(phones, house, house.table(TABLE), size={"width": width, "height": height})
    phone.unfold_who()
    expect(phone.find(WHO)).to_be_visible()
    assert phone.page.evaluate(FITS)
    targets = phone.page.evaluate(TARGETS)
    assert len(targets) == 6 and all(targets)
    phone.find(SEVERAL).click()
    assert phone.page.evaluate(FITS) and all(phone.page.evaluate(TARGETS))


def test_the_qr_is_whole_on_the_first_screen_of_a_small_phone(phones: NewPhone, house: House) -> None:
    phone = phones(size={"width": 320, "height": 568}).open(f"/t/{house.table(TABLE)}/phones")
    assert phone.find(".code.big").evaluate(FREE)
    qr, people = phone.find(".qr-box").bounding_box(), phone.find(".sitting").bounding_box()
    assert qr and people and qr["y"] + qr["height"] <= 568 and people["y"] > qr["y"] + qr["height"]


@pytest.mark.parametrize("table", [TABLE, NUTS, NUTS_EMPTY], ids=["bank", "bids", "empty row"])
@pytest.mark.parametrize(("width", "height"), SMALL)
def test_the_question_lies_over_no_key_and_no_card(
    phones: NewPhone, house: House, width: int, height: int, table: str
) -> None:
    phone = joined(phones, house, house.table(table), size={"width": width, "height": height})
    assert phone.find(ASKS).evaluate(FREE), "folded or not, the question is seen in the top bar"
    assert not phone.page.evaluate(COVERS)


def test_what_is_ticked_survives_news_and_a_draft_survives_the_answer(phones: NewPhone, house: House) -> None:
    code = house.table(TABLE)
    bo = joined(phones, house, code)
    bo.find(SEVERAL).click()
    bo.find(f"{WHO} #tick-1").click()
    bo.find(f"{WHO} #tick-2").click()
    bo.tap('[data-key="20"]')
    ana = joined(phones, house, code, seat=0)
    ana.tap('[data-key="35"]')
    ana.commit()
    expect(bo.find("#seats")).to_contain_text("$0.35")
    expect(bo.find(f"{WHO} #tick-0")).to_contain_text("has a phone")
    expect(bo.find(f"{WHO} #tick-2 input")).to_be_checked()
    expect(bo.find(OURS)).not_to_be_visible()
    bo.find(ASKS).click()
    bo.find(OURS).click()
    expect(bo.find(WHO)).to_have_count(0)
    assert bo.said == {"pick": "20"}


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_the_question_takes_no_room_and_folds_when_the_table_is_tapped(
    phones: NewPhone, house: House, width: int, height: int
) -> None:
    phone = joined(phones, house, house.table(TABLE), size={"width": width, "height": height})
    asked = phone.page.evaluate(PLACES)
    assert phone.find(".code-link").evaluate(FREE), "the code beside it can be read"
    key = phone.find('[data-key="20"]')
    assert key.evaluate(FREE), "no key lies under it"
    phone.tap('[data-key="20"]')
    assert phone.said == {"pick": "20"}
    expect(phone.find(WHO)).not_to_be_visible()
    phone.tap('[data-key="20"]')
    phone.find(ASKS).click()
    phone.tap(f"{WHO} [value=watch]")
    expect(phone.find(ASKS)).to_have_count(0)
    assert phone.page.evaluate(PLACES) == asked


def test_news_leave_the_question_as_it_is(phones: NewPhone, house: House) -> None:
    code = house.table(TABLE)
    ana, bo = joined(phones, house, code, seat=0), joined(phones, house, code)
    bo.find(ASKS).click()
    ana.commit()
    expect(bo.find(".seat.turn")).to_contain_text("Bo")
    expect(bo.find(WHO)).not_to_be_visible()
    bo.find(ASKS).click()
    ana.page.wait_for_function("() => !document.querySelector('[data-waits]')")
    ana.open(f"/t/{code}/more")
    expect(bo.find(WHO)).to_be_visible()


def test_a_request_reaches_the_holder_by_itself_and_everybody_hears_the_answer(phones: NewPhone, house: House) -> None:
    code = house.table(TABLE)
    ana, bo = joined(phones, house, code, seat=0), joined(phones, house, code, seat=1)
    cy = phones().open(f"/t/{code}/phones")
    cy.find('[aria-label="Ask for Bo’s seat"]').click()
    band = ana.find(".own-band").bounding_box()
    news = ana.find(".news > .notice").bounding_box()
    assert band and news and news["y"] >= band["y"] + band["height"], "whose turn it is can be read"
    before = bo.find("[data-dock]").bounding_box()
    yes = bo.find(".asked-for [value=yes]")
    expect(yes).to_be_visible()
    assert bo.find("[data-dock]").bounding_box() == before, "nothing moves under the thumb"
    expect(ana.find(".news")).to_contain_text("Bo’s seat is wanted by a phone without a seat")
    yes.click()
    expect(ana.find(".news")).to_contain_text("Bo’s seat is now on another phone.")
    expect(cy.find(".sitting > .own")).to_contain_text("Bo")


def test_phones_follow_a_new_code_by_themselves(phones: NewPhone, house: House) -> None:
    code = house.table(TABLE)
    bo, ana = joined(phones, house, code, seat=0), joined(phones, house, code, seat=1)
    bo.tap('[data-key="20"]')
    ana.open(f"/t/{code}/phones")
    ana.find("details:has([value=renew]) > summary").click()
    with ana.page.expect_navigation():
        ana.find("[value=renew]").click()
    assert ana.code != code
    bo.page.wait_for_url(re.compile(f"/t/{ana.code}"))
    expect(bo.find(".code-link")).to_contain_text(ana.code)
    assert bo.said == {"pick": "20"}
    bo.commit()
    expect(bo.find("#table")).to_contain_text("$0.20")


def test_all_of_it_works_without_script(phones: NewPhone, house: House) -> None:
    code = house.table(TABLE)
    ana = joined(phones, house, code, seat=0, script=False)
    assert ana.find(WHO).count() == 0
    ana.open(f"/t/{code}/phones").follow("[value=lock]")
    stranger = phones(script=False, missing_pages=True).open(f"/t/{code}")
    assert stranger.text("[data-dock]") == "This table is locked"
    assert stranger.find(DOCK).count() == 0
    ana.follow("[value=unlock]")
    ana.follow("[value=release]")
    assert ana.find(".sitting > .own").count() == 0
