"""Two phones at one table, thumbs that tap twice, pages that are reloaded, and a phone without script."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.store.store import open_store
from tests.browser.pages import until
from tests.browser.player import Player, so_far, tile_on
from tests.servers import House
from tests.transcripts import GOLDEN

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

GAME = until("told-shop-case-0", "Bo: box 2x2 own @-2,2 with M B+")
NEXT = "Ana: place McOM @0,-2 V"
ANSWERED = "() => !document.querySelector('.htmx-request')"


@pytest.fixture
def code(house: House) -> str:
    return house.table(GAME)


def type_letters(phone: Phone, letters: str) -> None:
    for letter in letters:
        phone.tap(f'.pad > [data-key="{letter}"]')


def lay_next(phone: Phone) -> None:
    Player(phone).say(NEXT)


def test_news_come_by_themselves_and_leave_what_is_half_said(phones: NewPhone, house: House, code: str) -> None:
    a, b = phones().open(f"/t/{code}"), phones().open(f"/t/{code}")
    type_letters(b, "Mc")
    lay_next(a)
    b.page.wait_for_selector("#progress:has-text('5 of 36')")
    assert b.said == {"tile": "Mc"}
    assert tile_on(b) == "Mc"


def test_a_tile_told_on_another_phone_is_not_taken_for_the_next_seats(phones: NewPhone, code: str) -> None:
    a, b = phones().open(f"/t/{code}"), phones().open(f"/t/{code}")
    type_letters(b, NEXT.split()[2])
    lay_next(a)
    b.page.wait_for_selector(f"text={NEXT.partition(':')[0]} has just laid this tile")
    b.tap("a:has-text('Clear it')")
    b.page.wait_for_function("() => location.search === ''")
    assert b.find('.so-far svg[aria-label="no donut yet"]').count() == 1


def test_a_tap_is_not_lost_to_news_that_come_before_its_answer(phones: NewPhone, house: House, code: str) -> None:
    a, b = phones(), phones().open(f"/t/{code}")
    a.open(f"/t/{code}")
    slow = b.page.context.new_cdp_session(b.page)
    slow.send("Network.enable")
    slow.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    b.page.click('.pad > [data-key="M"]', no_wait_after=True)
    lay_next(a)
    b.page.wait_for_selector("#progress:has-text('5 of 36')")
    b.page.wait_for_selector(so_far("M"))
    assert b.said == {"tile": "M"}


def test_a_tap_without_a_connection_is_not_silent(phones: NewPhone, house: House, code: str) -> None:
    phone = phones(missing_pages=True).open(f"/t/{code}")
    phone.page.route(f"**/t/{code}?*", lambda route: route.abort())
    phone.page.click('.pad > [data-key="M"]')
    phone.page.wait_for_selector("#unsent:visible")
    phone.page.unroute_all()
    type_letters(phone, "M")
    assert phone.find("#unsent:visible").count() == 0
    phone.errors.clear()  # the browser says so too


def test_old_page_is_told_that_the_table_moved_on(phones: NewPhone, house: House, code: str) -> None:
    a, b = phones().open(f"/t/{code}"), phones(missing_pages=True)
    b.open(f"/t/{code}?tile=McOM&at=0%2C-2")
    b.page.evaluate("document.addEventListener('resync', (event) => event.stopPropagation(), true)")
    lay_next(a)
    b.commit()
    assert b.find("[role=alert]").count() == 1
    assert "5 of 36" in b.text("#progress")
    assert b.said["tile"] == "McOM"
    assert [line for line in house.lines(code) if line == NEXT] == [NEXT]


def test_a_page_open_during_a_restore_shows_the_restored_table_by_itself(
    phones: NewPhone, house: House, code: str, tmp_path: Path
) -> None:
    """This process is another one than the server's; the table has as many lines before as after."""
    open_store(house.journal).back_up(tmp_path / "backup.db")
    phone = phones().open(f"/t/{code}")
    lay_next(phone)
    with open_store(house.journal).open() as connection:
        seen = phone.page.get_attribute("#table", "data-version")
        assert seen == f"{connection.epoch}.{connection.version(code)}"
    open_store(house.journal).restore(tmp_path / "backup.db")
    phone.page.wait_for_function(
        "(seen) => document.getElementById('table').dataset.version.split('.')[0] !== seen.split('.')[0]",
        arg=seen,
        timeout=5_000,
    )
    assert "5 of 36" not in phone.text("#progress")
    lay_next(phone)
    phone.page.wait_for_selector("#progress:has-text('5 of 36')")
    assert house.lines(code).count(NEXT) == 1


def test_doubled_tap_is_one_line(phone: Phone, house: House, code: str) -> None:
    phone.open(f"/t/{code}?tile=McOM&at=0%2C-2")
    phone.page.evaluate("for (let i = 0; i < 3; i++) document.querySelector('[data-dock] button').click()")
    phone.page.wait_for_selector("#progress:has-text('5 of 36')")
    phone.page.wait_for_function(ANSWERED)
    assert house.lines(code).count(NEXT) == 1
    assert house.lines(code)[-1] == NEXT


def test_keys_typed_faster_than_the_answers_are_kept(phone: Phone, code: str) -> None:
    phone.open(f"/t/{code}")
    phone.page.evaluate("for (const key of 'McOM') document.querySelector(`.pad > [data-key=${key}]`).click()")
    phone.page.wait_for_selector(so_far("McOM"))
    assert phone.said == {"tile": "McOM"}


def test_reload_and_another_page_keep_what_is_half_said(phone: Phone, code: str) -> None:
    phone.open(f"/t/{code}")
    type_letters(phone, "McO")
    phone.page.reload()
    assert phone.said == {"tile": "McO"}
    phone.follow('.bar a[href*="/journal"]')
    phone.page.go_back()
    assert phone.find(so_far("McO")).count() == 1


def test_who_starts_is_chosen_beside_the_name_just_typed(phone: Phone) -> None:
    phone.open("/new/donut-shop")
    for number, name in enumerate(("Ana", "Bo"), 1):
        phone.page.fill(f"#seat{number}", name)
    phone.page.click(".sitter:nth-child(2) .starts")
    phone.follow("button.primary")
    assert "Bo" in phone.text(".seat.turn")


def test_back_takes_one_tap_back(phone: Phone, house: House, code: str) -> None:
    phone.open("/").open(f"/t/{code}")
    for told in ("M", "Mc", "McO"):  # a real thumb: browsers skip entries nobody made
        phone.page.click(f'.pad > [data-key="{told[-1]}"]')
        phone.page.wait_for_url(f"**?tile={told}")
    for left in ("Mc", "M"):
        phone.page.go_back()
        phone.page.wait_for_selector(so_far(left))
        assert phone.said == {"tile": left}
    phone.page.go_forward()
    phone.page.wait_for_selector(so_far("Mc"))
    type_letters(phone, "OM")
    phone.tap("svg .spot")
    phone.commit()
    assert house.lines(code)[-1].startswith("Ana: place McOM")
    phone.page.wait_for_function("() => history.state === null")
    assert phone.said == {}
    phone.page.go_back()  # what was accepted is no step any more
    assert phone.page.url == f"{house.url}/"


def test_heading_of_the_step_is_read_out_after_a_tap(phone: Phone, code: str) -> None:
    phone.open(f"/t/{code}?tile=McO")
    type_letters(phone, "M")
    phone.tap("svg .spot")
    assert phone.page.evaluate("document.activeElement.matches('[data-focus]')")


def test_take_back_in_two_taps(phone: Phone, house: House, code: str) -> None:
    phone.open(f"/t/{code}")
    phone.tap(".take-back")
    phone.tap('button:has-text("Take this back")')
    assert phone.taps == 2
    assert house.lines(code)[-1] == "table: take-back"
    assert phone.find(".seat.turn .name").inner_text().startswith("Ana"), "whose tile comes next"
    assert phone.text(".step h2") == "Ana lays a tile"


def test_refused_line_can_be_recorded_anyway(phones: NewPhone, house: House, code: str) -> None:
    phone = phones(missing_pages=True)
    phone.open(f"/t/{code}/more?open=line").page.fill("#line-text", "Ana: place McOM @20,20 M")
    phone.follow('button:has-text("Record it")')
    assert phone.find("[role=alert]").count() == 1
    phone.follow('button:has-text("Record anyway")')
    assert house.lines(code)[-1] == "Ana: place McOM @20,20 M !"


def test_everything_works_without_script(phones: NewPhone, house: House) -> None:
    text = (GOLDEN / "told-shop-case-0.txt").read_text("utf-8")
    start = next(line for line in text.splitlines() if line.startswith("start ")).removeprefix("start ")
    lines = [line for line in GAME.splitlines() if ": " in line]
    phone = phones(script=False)
    player = Player(phone)
    player.start(["Ana", "Bo"], follow="case")
    player.tell_cross(start)
    for line in lines:
        player.say(line)
    assert house.lines(phone.code)[20:] == lines
    phone.tap(".take-back")
    phone.tap('button:has-text("Take this back")')
    assert house.lines(phone.code)[-1] == "table: take-back"


def test_leafing_through_pages_keeps_nobody_else_out(phone: Phone, house: House) -> None:
    code = house.table("game donut-shop\nseats Ana Bo\nfollow bank\n")
    for _ in range(55):  # more than may listen at once
        phone.open(f"/t/{code}")
