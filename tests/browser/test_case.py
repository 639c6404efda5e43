"""The case on phones: turned by quarters, as large as the screen holds, quick at its fullest, by keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import until
from tests.browser.phone import DOCK
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

TURN_DRAWING = 'button[aria-label="Turn the drawing"]'
MOST_NODES = 1_500
FULL = "/".join(["BvNmCO" * 4, "vBCnMV" * 4] * 7)  # 14 x 24 squares
LARGE = "/".join(["BvNm" * 4, "vBCO" * 4] * 7)  # 14 x 16


@pytest.fixture
def code(house: House) -> str:
    return house.table(until("told-shop-case-0", "Bo: place VVCv @-2,-2 V"))


def full_case(house: House, case: str = FULL) -> str:
    return house.table(f"game donut-shop\nseats Ana Bo\nfollow case\nstart {case}\n")


def test_the_drawing_is_turned_for_one_phone(phones: NewPhone, house: House, code: str) -> None:
    ana, bo = phones().open(f"/t/{code}?tile=CVBn"), phones().open(f"/t/{code}?tile=CVBn")
    shape = ana.find(".case > svg").get_attribute("viewBox")
    ana.tap(TURN_DRAWING)
    assert ana.said == {"tile": "CVBn"}
    assert ana.find('.so-far svg[aria-label="(Blue, Boston, Banana with sprinkles, Vanilla)"]').count() == 1, (
        "the tile lies as it did, seen from aside"
    )
    assert ana.find(".case > svg").get_attribute("viewBox") != shape
    assert bo.find(".case > svg").get_attribute("viewBox") == shape
    for _ in range(3):
        ana.tap(TURN_DRAWING)
    assert ana.find(".case > svg").get_attribute("viewBox") == shape


def test_a_turn_told_at_a_turned_drawing_is_the_tables(phone: Phone, house: House, code: str) -> None:
    phone.open(f"/t/{code}").find("h2:visible").last.click()  # beside the question who this is
    phone.tap(TURN_DRAWING)
    for letter in "BCnV":
        phone.tap(f'.pad > [data-key="{letter}"]')
    phone.tap('.spots .key[href$="at=4%2C0"]')
    phone.commit()
    assert house.lines(code)[-1] == "Ana: place CVBn @4,0 B"
    phone.page.reload()
    phone.tap(TURN_DRAWING)  # it is kept: the next quarter is the second
    assert phone.find(f'{TURN_DRAWING}[value="3"]').count() == 1


def test_spots_tell_what_they_pay_where_this_phone_wants_it(phones: NewPhone, house: House, code: str) -> None:
    ana, bo = phones().open(f"/t/{code}/more?open=phone"), phones().open(f"/t/{code}?tile=CVBn")
    ana.follow('button:has-text("Show what spots pay")')
    ana.open(f"/t/{code}?tile=CVBn")
    assert "30¢" in (ana.find('.spots .key[href$="at=4%2C0"]').text_content() or "")
    assert ana.find("svg .spot-pay").count() == ana.find("svg .spot").count()
    assert bo.find(".spot-pay").count() == 0


@pytest.mark.parametrize(
    ("width", "height", "is_map"),
    [(320, 568, True), (390, 844, True), (667, 375, True), (820, 1180, True), (1280, 800, False)],
)
def test_a_large_case_is_a_map_where_the_screen_is_too_small(
    phones: NewPhone, house: House, width: int, height: int, is_map: bool
) -> None:
    phone = phones(size={"width": width, "height": height})
    phone.open(f"/t/{full_case(house, LARGE)}?tile=BNMV")
    phone.page.wait_for_function("() => !document.querySelector('.htmx-request')")
    if not is_map:
        phone.page.wait_for_selector("svg .spot[href*='at=']")
        return
    phone.tap("svg .spot")
    spots = phone.find("svg .spot > rect")
    box = spots.first.bounding_box()
    assert spots.count() > 0 and box is not None
    assert box["width"] >= 48 * 0.9 - 1, "a spot is 48 px, its dashed square nine tenths of it"
    left, top, right, bottom = phone.page.evaluate(
        "() => { const r = document.querySelector('.case > svg').getBoundingClientRect();"
        " return [r.left, r.top, r.right, r.bottom]; }"
    )
    assert left >= 0 and right <= width and bottom - top <= height
    for whole in phone.find('a:has-text("whole case")').all():
        box = whole.bounding_box()
        assert box is not None and (box["y"] + box["height"] <= height or height > width), "a phone on its side too"


@pytest.mark.parametrize("draft", ["", "?tile=BNMV", "?do=box&box=2x2", "?tile=BNMV&at=24%2C0"])
def test_the_fullest_case_has_few_nodes_and_no_filters(phones: NewPhone, house: House, draft: str) -> None:
    phone = phones(size={"width": 1280, "height": 1100})
    phone.open(f"/t/{full_case(house)}{draft}")
    phone.page.wait_for_function("() => !document.querySelector('.htmx-request')")
    assert phone.find(".case svg *").count() <= MOST_NODES
    assert phone.find("filter, [filter]").count() == 0


class Keyboard:
    """A hand that never leaves the keys."""

    def __init__(self, phone: Phone) -> None:
        self.page = phone.page

    def press(self, what: str) -> None:
        """Tab to it, then Enter; the answer is waited for."""
        for _ in range(60):
            if self.page.evaluate("(what) => document.activeElement.matches(what)", what):
                break
            self.page.keyboard.press("Tab")
        assert self.page.evaluate("(what) => document.activeElement.matches(what)", what), what
        self.page.wait_for_function("() => !document.querySelector('[data-waits]')")  # inert after a commit
        before = self.page.content()
        self.page.keyboard.press("Enter")
        self.page.wait_for_function("(before) => document.documentElement.outerHTML.length !== before", arg=len(before))
        self.page.wait_for_function("() => !document.querySelector('.htmx-request')")


def test_the_keyboard_alone_plays_a_turn(phone: Phone, house: House, code: str) -> None:
    keys = Keyboard(phone.open(f"/t/{code}"))
    for letter in "BCnV":
        keys.press(f'.pad > [data-key="{letter}"]')
    keys.press('a[aria-label="Turn the tile to the left"]')
    number = phone.find('.spots .key[href$="at=4%2C0"] b').text_content() or ""
    phone.page.keyboard.type(number)  # digits pick a spot
    phone.page.wait_for_selector(f"{DOCK}[value^='Ana: place CVBn @4,0']")
    keys.press(DOCK)
    assert house.lines(code)[-1] == "Ana: place CVBn @4,0 B"
    keys.press('a.button[href$="do=box"]')
    keys.press('a.choice[href$="box=2x2"]')
    keys.press('.step .key[href*="at=-2%2C-2&"]')
    for order in ("V+", "C*"):
        keys.press(f'.orders > [data-key="{order}"]')
    keys.press(DOCK)
    assert house.lines(code)[-1] == "Ana: box 2x2 @-2,-2 with V+ C*"
