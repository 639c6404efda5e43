"""The page does not jump: the view stays, and what a tap changed is in sight; one seat is meant everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.nuts_player import NutsPlayer
from tests.browser.pages import until
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

SIZES = [{"width": w, "height": h} for w, h in ((320, 568), (375, 667), (390, 844), (667, 375))]
SEATS = ["Ana", "Bo"]
# What of the seats' money and of the step's first keys is out of sight.
HIDDEN = """() => {
  const floor = document.querySelector(".dock-area").getBoundingClientRect().top;
  const keys = [...document.querySelectorAll(".step :is(.key, .choice, .card, .button)")].slice(0, 1);
  return [...document.querySelectorAll(".seat .money"), ...keys].filter((it) => {
    const {top, bottom} = it.getBoundingClientRect();
    return top < 0 || bottom > (keys.includes(it) ? floor + 1 : innerHeight);
  }).map((it) => it.textContent.trim());
}"""
DOCK_AT = """() => {
  const {x, y, width, height} = document.querySelector("[data-dock] button").getBoundingClientRect();
  const {bottom} = document.querySelector("[data-dock]").getBoundingClientRect();
  return [x, y, width, height].map(Math.round).concat(bottom <= innerHeight ? [] : ["below the fold"]);
}"""

ORDER_AT = """() => {
  const keys = [...document.querySelectorAll(".orders .key")];
  const {x, y} = keys.find((key) => key.checkVisibility()).getBoundingClientRect();
  return [x, y + scrollY].map(Math.round);
}"""


# Keys of the orders that are shown whole, with nothing over them, where the page stands.
SHOWN = """() => [...document.querySelectorAll(".orders .key")].filter((key) => {
  const {left, top, bottom, width} = key.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => key.contains(document.elementFromPoint(left + width / 2, y)));
}).map((key) => key.dataset.key)"""
SIGNS = ("", "*", "+", "*+")


def hidden(phone: Phone) -> list[str]:
    found: list[str] = phone.page.evaluate(HIDDEN)
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_after_taking_back_money_and_keys_are_in_sight(phones: NewPhone, house: House, size: dict[str, int]) -> None:
    phone = phones(size=size).open("/t/" + house.table(until("told-shop-case-0", "Ana: place CVBn @4,0 B")))
    phone.page.evaluate("scrollTo(0, 40)")
    phone.tap(".take-back")
    phone.tap('button:has-text("Take this back")')
    assert hidden(phone) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_dealt_turns_stay_in_sight(phones: NewPhone, size: dict[str, int]) -> None:
    phone = phones(size=size)
    page = phone.open("/new/donut-shop").page
    for number, name in enumerate(SEATS, 1):
        page.fill(f"#seat{number}", name)
    page.check("[name=deal]")
    phone.follow("button.primary")
    for _ in range(3):
        phone.uncover()
        phone.tap("svg .spot")
        assert hidden(phone) == []
        phone.commit()
        assert hidden(phone) == []
        phone.tap(".step a.choice[data-key]")
        assert hidden(phone) == []
        phone.commit()
        assert hidden(phone) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_the_dock_keeps_its_place_from_first_donut_to_box(phones: NewPhone, house: House, size: dict[str, int]) -> None:
    phone = phones(size=size).open("/t/" + house.table(until("told-shop-case-0", "Bo: place VVCv @-2,-2 V")))
    dock = phone.page.evaluate(DOCK_AT)
    assert len(dock) == 4 and dock[3] >= 60
    pad = phone.find('.pad [data-key="B"]').bounding_box()
    for letter in "BCnV":
        assert phone.find('.pad [data-key="B"]').bounding_box() == pad, "the pad keeps its place too"
        phone.tap(f'.pad > [data-key="{letter}"]')
        assert phone.page.evaluate(DOCK_AT) == dock
    steps = [
        'a[aria-label="Turn the tile to the left"]',
        '.spots .key[href$="at=4%2C0"]',
        "[data-dock] button",
        'a[href$="do=box"]',
        'a.choice[href$="box=2x2"]',
        '.step .key[href*="at=-2%2C-2&"]',
    ]
    for step in steps:
        phone.tap(step)
        assert phone.page.evaluate(DOCK_AT) == dock
    keys = phone.page.evaluate(ORDER_AT)
    for order in ("M*", "V+", "C*"):
        phone.order(order)
        assert phone.page.evaluate(ORDER_AT) == keys
        assert phone.page.evaluate(DOCK_AT) == dock


def test_a_refusal_moves_no_key(phones: NewPhone, house: House) -> None:
    phone = phones(missing_pages=True)
    code = house.table(until("told-shop-case-0", "Bo: place VVCv @-2,-2 V"))
    phone.open(f"/t/{code}?tile=CVBn&at=4%2C0")
    phone.page.wait_for_timeout(300)
    phone.page.wait_for_function("() => !document.querySelector('.htmx-request')")
    phone.page.evaluate("document.querySelector('#panel [name=version]').value = '1.0'")
    key = phone.find(".choices .choice").first.bounding_box()
    phone.commit()
    assert phone.find("[role=alert]").count() == 1
    assert phone.find(".choices .choice").first.bounding_box() == key


def seats_meant(phone: Phone) -> list[str]:
    return [name.split("\n")[0].strip() for name in phone.find(".seat.turn .name").all_inner_texts()]


def test_one_seat_is_meant_everywhere(phone: Phone, house: House) -> None:
    """Between turns the next tap is for the next seat; the dock says whose turn it ends; a box is for who laid last."""
    phone.open("/t/" + house.table(until("told-shop-case-0", "Ana: place CVBn @4,0 B")))
    assert seats_meant(phone) == ["Bo"] and phone.text(".step h2") == "Bo lays a tile"
    assert phone.text("[data-dock]") == "No box for Ana: end the turn"
    assert phone.text(".coins .whose") == "Ana"
    phone.tap('a[href$="do=box"]')
    assert seats_meant(phone) == ["Ana"] and "Ana" in phone.text(".step h2")


def test_one_seat_is_meant_where_a_line_is_entered_again(phone: Phone, house: House) -> None:
    code = house.table(until("told-shop-case-0", "Bo: place BVOC @-2,0 V"))
    seq = house.lines(code).index("Bo: place BVOC @-2,0 V") + 1
    phone.open(f"/t/{code}/line/{seq}/again?tile=BVOC")
    assert seats_meant(phone) == ["Bo"] and phone.text(".step h2") == "Bo lays a tile"


def test_who_bids_is_marked(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table("game go-nuts\nseats Ana Bo\ntable: refill 1=plain 2=glazed 3=powdered\n"))
    assert seats_meant(phone) == ["Ana"]
    NutsPlayer(phone, SEATS).bid("1")
    assert seats_meant(phone) == ["Bo"]


def test_the_room_is_measured_alike_in_every_step(phone: Phone, house: House) -> None:
    """A folding address bar in the box step makes no map of later turns."""
    code = house.table(until("told-shop-case-0", "Ana: place CVBn @4,0 B"))
    rooms = set()
    for draft in ("", "?tile=BNMV", "?do=box&box=2x2", "?do=box&box=2x2&at=-2%2C-2&with=C"):
        phone.open(f"/t/{code}{draft}")
        phone.page.evaluate("dispatchEvent(new Event('resize'))")
        phone.page.wait_for_function("() => !document.querySelector('.htmx-request')")
        rooms.add(next(one["value"] for one in phone.context.cookies() if one["name"] == "room"))
    assert len(rooms) == 1


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_every_order_key_is_reached_without_scrolling(
    phones: NewPhone, house: House, size: dict[str, int], script: bool
) -> None:
    code = house.table(until("told-shop-case-0", "Ana: place CVBn @4,0 B"))
    phone = phones(size=size, script=script).open(f"/t/{code}?do=box&box=2x2&at=-2%2C-2")
    reached: set[str] = set()
    for sign in SIGNS:
        if phone.find(".signs input").first.is_visible():
            phone.find(f'.signs label:has([value="{sign}"])').click()
        assert phone.page.evaluate("scrollY") == 0
        reached.update(phone.page.evaluate(SHOWN))
    assert len(reached) == 20


def test_the_chosen_sign_is_kept_without_script(phones: NewPhone, house: House) -> None:
    code = house.table(until("told-shop-case-0", "Ana: place CVBn @4,0 B"))
    phone = phones(size=SIZES[0], script=False).open(f"/t/{code}?do=box&box=2x2&at=-2%2C-2")
    for order in ("V*", "C*"):
        phone.order(order)
    assert phone.taps == 3, "the sign once, and two orders"
