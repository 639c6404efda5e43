"""Seats that change phones in the middle of a game, a lock, a new code, another address: all go on by themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.store.store import open_store
from tests.browser.pages import until
from tests.browser.phone import DOCK
from tests.browser.player import Player
from tests.browser.test_own_phones import catch_up, seated
from tests.browser.together import seconds, wait_right
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

GAME = until("told-shop-case-0", "Bo: box 2x2 own @-2,2 with M B+")
NEXT = "Ana: place McOM @0,-2 V"
MINE = "[data-my-turn]"


@pytest.fixture
def code(house: House) -> str:
    return house.table(GAME)


def ask_for(phone: Phone, code: str, name: str) -> None:
    """Tap what takes over a seat, on the page of phones."""
    phone.open(f"/t/{code}/phones")
    phone.find(f'.sitting li:has(b:text-is("{name}")) button').click()


def test_no_keeps_the_seat(phones: NewPhone, house: House, code: str) -> None:
    hands = seated(phones, house, code, ["Ana", "Bo"])
    stranger = phones(missing_pages=True)
    ask_for(stranger, code, "Ana")
    hands["Ana"].find(".asked-for [value=no]").click()
    expect(stranger.find(".news")).to_contain_text("Ana’s phone said no")
    expect(hands["Bo"].find(".asked-for, .news .notice")).to_have_count(0)
    expect(hands["Ana"].find(".asked-for")).to_have_count(0)
    Player(hands["Ana"]).say(NEXT)
    assert house.lines(code)[-1] == NEXT
    asked = stranger.open(f"/t/{code}/phones").find('.sitting button:has-text("Asked a moment ago")').first
    expect(asked).to_have_attribute("aria-disabled", "true")
    expect(stranger.find('[aria-label="Ask for Ana’s seat"]')).to_have_count(0)


@pytest.mark.long
def test_yes_hands_over_seat_and_turn(phones: NewPhone, house: House, code: str) -> None:
    """The phone that gave it up becomes one without a seat; the other one goes on with the turn."""
    hands = seated(phones, house, code, ["Ana", "Bo"])
    ana, stranger = hands["Ana"], phones()
    ana.tap('.pad > [data-key="M"]')
    ask_for(stranger, code, "Ana")
    ana.find(".asked-for [value=yes]").click()
    expect(ana.find("#own")).to_have_count(0)
    for phone in (ana, hands["Bo"]):
        expect(phone.find(".news")).to_contain_text("Ana’s seat is now on another phone.")
    expect(stranger.find(".sitting > .own b")).to_have_text("Ana")
    stranger.open(f"/t/{code}")
    assert stranger.find(MINE).count() == 1 and ana.find(MINE).count() == 0
    Player(stranger).say(NEXT)
    assert house.lines(code)[-1] == NEXT
    for phone in hands.values():
        catch_up(phone, house)
        wait_right(phone)


@pytest.mark.long
def test_without_an_answer_the_seat_is_handed_over_after_ten_seconds(phones: NewPhone, house: House, code: str) -> None:
    hands = seated(phones, house, code, ["Ana", "Bo"])
    stranger = phones()
    ask_for(stranger, code, "Ana")
    expect(hands["Ana"].find(".asked-for")).to_be_visible()
    took = seconds(lambda: expect(stranger.find(".sitting > .own b")).to_have_text("Ana", timeout=30_000))
    print(f"handed over after {took:.1f} s")
    assert 8 < took < 20
    expect(hands["Ana"].find("#own")).to_have_count(0)
    expect(hands["Bo"].find(".news")).to_contain_text("Ana’s seat is now on another phone.")


@pytest.mark.long
def test_stranger_at_another_address_takes_over_the_seat_of_a_silent_phone(
    phones: NewPhone, house: House, code: str
) -> None:
    """Who opens the table at its new address without taking the seat along is asked, waits 20 s, and needs one tap."""
    hands = seated(phones, house, code, ["Ana", "Bo"])
    ana = hands["Ana"]
    ana.url = house.url.replace("127.0.0.1", "localhost")
    ana.open(f"/t/{code}/phones")
    button = ana.find('.sitting li:has(b:text-is("Ana")) button')
    assert button.inner_text() == "Ask for seat", "the page left a moment ago counts as connected"
    took = seconds(lambda: expect(button).to_have_text("Take over", timeout=60_000))
    print(f"free after {took:.1f} s")
    assert 15 < took < 40
    button.click()
    expect(ana.find(".sitting > .own b")).to_have_text("Ana")
    expect(hands["Bo"].find(".news")).to_contain_text("Ana’s seat is now on another phone.")
    Player(ana.open(f"/t/{code}")).say(NEXT)
    assert house.lines(code)[-1] == NEXT


@pytest.mark.long
def test_seat_taken_along_to_another_address_in_the_middle_of_a_turn(phones: NewPhone, house: House, code: str) -> None:
    hands = seated(phones, house, code, ["Ana", "Bo"])
    ana, bo = hands.values()
    ana.open(f"/t/{code}/phones").follow('a:has-text("Take my seat along")')
    link = ana.page.input_value("#link")
    ana.url = house.url.replace("127.0.0.1", "localhost")
    ana.open().page.get_by_text("Carry on from another phone").click()
    ana.page.fill("#link", link)
    ana.follow("form:has(#link) button")
    ana.follow("form[data-once] button.primary")
    ana.page.wait_for_url(f"{ana.url}/t/{code}")
    assert ana.find(MINE).count() == 1
    Player(ana).say(NEXT)
    catch_up(bo, house)
    wait_right(bo)
    assert house.lines(code)[-1] == NEXT


def test_locked_table_is_only_read_by_strangers_until_it_is_unlocked(phones: NewPhone, house: House, code: str) -> None:
    hands = seated(phones, house, code, ["Ana", "Bo"])
    stranger = phones(missing_pages=True).open(f"/t/{code}")
    asks = stranger.find("#who")
    expect(asks).to_be_visible()
    hands["Ana"].open(f"/t/{code}/phones").find("[value=lock]").click()
    expect(asks).to_have_count(0)
    expect(stranger.find("#at-table")).to_contain_text("This table is locked: this phone can only watch.")
    expect(hands["Bo"].find(".news")).to_contain_text("The table is locked")
    Player(hands["Ana"].open(f"/t/{code}")).say(NEXT)
    catch_up(stranger, house)
    wait_right(stranger)
    assert stranger.text("[data-dock]") == "This table is locked"
    assert stranger.find(DOCK).count() == 0
    hands["Bo"].open(f"/t/{code}/phones").find("[value=unlock]").click()
    expect(stranger.find("#at-table > .notice")).to_have_count(0)
    expect(asks).to_be_visible()
    with open_store(house.journal).open() as connection:
        assert not connection.locked(code)


def test_all_phones_follow_to_a_new_code_and_the_old_one_leads_nowhere(
    phones: NewPhone, house: House, code: str
) -> None:
    """One of them sleeps meanwhile, one is on another page of the table, one has half a tile typed."""
    hands = seated(phones, house, code, ["Ana", "Bo"])
    ana, bo = hands.values()
    reader, late = phones().open(f"/t/{code}/journal"), phones(missing_pages=True)
    ana.tap('.pad > [data-key="M"]')
    bo.hide()
    with bo.context.new_page() as page:
        page.goto(f"{bo.url}/t/{code}/phones")
        page.click("details:has([value=renew]) > summary")
        page.click("[value=renew]")
        page.wait_for_url(re.compile(f"/t/(?!{code})"))
        new = page.url.split("/")[-2]
    ana.page.wait_for_url(re.compile(f"/t/{new}"))
    assert ana.said == {"tile": "M"}
    bo.show()
    bo.page.wait_for_url(re.compile(f"/t/{new}"))
    reader.page.reload()
    reader.page.wait_for_url(re.compile(f"/t/{new}/journal"))
    late.page.goto(f"{house.url}/t/{code}")
    assert late.page.get_by_text("no table", exact=False).count()
    ana.tap('.pad > [data-key="c"]')
    for letter in "OM":
        ana.tap(f'.pad > [data-key="{letter}"]')
    ana.tap("svg .spot")
    ana.commit()
    catch_up(bo, house)
    wait_right(bo)
    assert house.lines(new)[-1].startswith("Ana: place ")
