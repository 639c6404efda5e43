"""Nothing half entered is lost: by a reload, another page and back, take back and never mind, or a refusal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.pages import until
from tests.browser.phone import DOCK
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

GAME = until("told-shop-case-0", "Bo: place VcVM @4,8 C")
FOUR = "BcOV"
DAY = 86_400_000  # ms


def tile(phone: Phone) -> list[str]:
    """The donuts of the tile that is typed, as the address has them."""
    return parse_qs(urlsplit(phone.page.url).query).get("tile", [])


def test_names_and_choices_of_the_start_page_stay(phone: Phone) -> None:
    page = phone.open("/new/donut-shop").page
    page.fill("#seat1", "Ana")
    page.fill("#seat3", "Cy")
    page.check("#first3", force=True)
    page.check("#follow-everything", force=True)
    page.check("[name=deal]")
    page.reload()
    assert [page.input_value(f"#seat{number}") for number in (1, 2, 3)] == ["Ana", "", "Cy"]
    assert page.is_checked("#first3") and page.is_checked("#follow-everything")
    assert page.is_checked("[name=deal]")


def test_the_set_up_is_for_as_many_as_there_are_names(phones: NewPhone) -> None:
    page = phones().open("/new/donut-shop").page
    for number, name in enumerate(("Ana", "Bo", "Cy"), 1):
        page.fill(f"#seat{number}", name)
    page.click("#set-up > summary")
    assert page.is_checked("[name=people][value='3']") and page.is_visible("#setup-3-cross + span")
    plain = phones(script=False).open("/new/donut-shop").page
    for number, name in enumerate(("Ana", "Bo", "Cy"), 1):
        plain.fill(f"#seat{number}", name)
    plain.click("#set-up > summary")
    plain.click("[name=setup]")
    assert plain.is_checked("[name=people][value='3']") and plain.is_visible("#setup-3-cross + span")
    plain.click("text=A blank score sheet to print")
    expect(plain.locator("thead").get_by_text("Cy")).to_be_visible()


def test_what_is_typed_on_more_stays(phone: Phone, house: House) -> None:
    code = house.table(GAME)
    page = phone.open(f"/t/{code}/more?open=adjust,note,names").page
    typed = {"#adjust-amount": "+15", "#adjust-quote": "sprinkles", "#note-quote": "a note", "#rename-name": "Zoe"}
    for field, text in typed.items():
        page.fill(field, text)
    page.wait_for_url("**rename-name=Zoe*")  # the browser itself knows it a moment later than the page
    page.reload()
    assert {field: page.input_value(field) for field in typed} == typed


@pytest.mark.parametrize("script", [True, False], ids=["", "without script"])
def test_four_donuts_outlive_take_back_and_never_mind_and_the_pages_beside(
    phones: NewPhone, house: House, script: bool
) -> None:
    code = house.table(GAME)
    phone = phones(script=script).open(f"/t/{code}")
    for letter in FOUR:
        phone.tap(f'.pad [data-key="{letter}"]')
    assert tile(phone) == [FOUR]
    phone.tap(".take-back")
    phone.tap('a:has-text("Never mind")')
    assert tile(phone) == [FOUR]
    for beside in ("journal", "more", "phones"):
        phone.follow(f'.bar a[href*="/{beside}"]')
        assert f"/{beside}" in phone.page.url
        phone.follow(".bar a")
        assert tile(phone) == [FOUR], beside


def test_a_line_refused_on_more_leaves_a_page_that_can_be_asked_again(phones: NewPhone, house: House) -> None:
    code = house.table(GAME)
    phone = phones(missing_pages=True).open(f"/t/{code}/more?open=note,line")
    page = phone.page
    page.fill("#note-quote", "half a note")
    page.fill("#line-text", "Ana: fly")
    phone.follow('button:has-text("Record it")')
    page.wait_for_url("**/more?*")
    for _ in range(2):
        assert [page.input_value(field) for field in ("#line-text", "#note-quote")] == ["Ana: fly", "half a note"]
        page.reload()
    assert page.locator("[role=alert]").count() == 0, "a reload asks, it says nothing"


@pytest.mark.parametrize("script", [True, False])
def test_a_tray_counted_outlives_its_refusal(phones: NewPhone, house: House, script: bool) -> None:
    """Two phones count one seat: news or the refusal says so, and the cards never become those of the next seat."""
    code = house.table("game go-nuts\nseats Ana Bo\n")
    phone = phones(missing_pages=True, script=script).open(f"/t/{code}/count?cards=glazed.glazed")
    phone.follow(".deck a:has-text('Plain')")
    other = phones().open(f"/t/{code}/count?cards=plain")
    other.follow("[data-dock] button")
    if not script:
        phone.follow("[data-dock] button")
        assert phone.page.locator("[role=alert]").count() == 1
    expect(phone.find("h1")).to_have_text("Ana’s tray is counted")
    assert phone.find(DOCK).count() == 0
    kept = parse_qs(urlsplit(phone.page.url).query)
    assert (kept["seat"], kept["cards"]) == (["0"], ["glazed.glazed.plain"])
    phone.follow("text=Go on")
    expect(phone.find("h1")).to_have_text("What has Bo got?")
    assert phone.find(".deck .on").count() == 0


def test_what_needs_the_cardboard_is_asked_only_of_those_who_have_it(phone: Phone) -> None:
    page = phone.open("/new/donut-shop").page
    asked = page.locator("[name=coins][type=checkbox], .levels, .set-up, [name=for]")
    assert [one.is_visible() for one in asked.all()] == [True] * 4
    page.check("[name=deal]")
    assert [one.is_visible() for one in asked.all()] == [False] * 4


def reopened(phone: Phone, path: str) -> Phone:
    """Close the page, as a phone does that needs its memory, and open it again."""
    phone.page.goto("about:blank")
    return phone.open(path)


def test_a_closed_page_opens_with_what_was_half_entered(phones: NewPhone, house: House) -> None:
    code = house.table(GAME)
    phone = phones().open(f"/t/{code}")
    for letter in FOUR:
        phone.tap(f'[data-key="{letter}"]')
    phone.tap("svg .spot")
    typed = phone.said
    reopened(phone, f"/t/{code}")
    phone.page.wait_for_url("**tile=*")
    assert phone.said == typed
    reopened(phone, "/").follow(f'.tables a[href="/t/{code}"]')
    phone.page.wait_for_url("**tile=*")
    assert phones().open(f"/t/{code}").said == {}, "another phone knows nothing of it"
    phone.commit()
    assert "tile" not in reopened(phone, f"/t/{code}").said
    assert phone.page.evaluate("localStorage.getItem('half-entered')") == "{}"


def test_what_was_half_entered_is_forgotten_where_it_no_longer_fits(phones: NewPhone, house: House) -> None:
    code = house.table(GAME)
    phone, other = phones().open(f"/t/{code}"), phones().open(f"/t/{code}")
    phone.tap('[data-key="B"]')
    for letter in FOUR:
        other.tap(f'[data-key="{letter}"]')
    phone.page.goto("about:blank")
    other.tap("svg .spot")
    other.commit()
    assert phone.open(f"/t/{code}").said == {}
    phone.tap('[data-key="B"]')
    kept = str(phone.page.evaluate("localStorage.getItem('half-entered')"))
    older = re.sub(r"\d{13}", lambda at: str(int(at[0]) - DAY), kept)
    phone.page.evaluate("(kept) => localStorage.setItem('half-entered', kept)", older)
    assert reopened(phone, f"/t/{code}").said == {}, "a day is over"


def test_a_tile_typed_ahead_waits_on_its_phone_for_its_turn(phones: NewPhone, house: House) -> None:
    code = house.table(until("told-shop-case-0", "Ana: place VCmN @2,-2 M"))
    turn, ahead = phones().open(f"/t/{code}"), phones().open(f"/t/{code}")
    turn.sit("Ana")
    ahead.sit("Bo")
    for letter in FOUR:
        ahead.tap(f'[data-key="{letter}"]')
    ahead.tap("svg .spot")
    typed = ahead.said
    reopened(ahead, f"/t/{code}").page.wait_for_url("**my-tile=*")
    assert ahead.said == typed
    ahead.page.goto("about:blank")
    turn.commit()
    ahead.open(f"/t/{code}").page.wait_for_url("**?tile=*")
    assert (ahead.said["tile"], ahead.said["at"]) == (FOUR, typed["my-at"])
