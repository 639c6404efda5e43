"""On a short phone what a page wants done next is on the screen: refusals, confirmations, the starting cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import until
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

SIZES = [{"width": width, "height": height} for width, height in ((375, 667), (320, 568), (844, 800))]
SHORT = SIZES[0]
FRESH = "game donut-shop\nseats Ana Bo\nfollow case\n"
NUTS = "game go-nuts\nseats Ana Bo Cy Di Eve\n"
# Pixels to spare between an element and the top of the screen, and between it and the dock.
ROOM = """(element) => {
  const {top, bottom} = element.getBoundingClientRect();
  const dock = document.querySelector(".dock-area");
  return {above: top, below: (dock ? dock.getBoundingClientRect().top : innerHeight) - bottom};
}"""


def is_in_sight(phone: Phone, what: str) -> bool:
    room = phone.find(what).first.evaluate(ROOM)
    return bool(room["above"] >= 0 and room["below"] >= 0)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_a_refusal_begins_on_the_screen(phones: NewPhone, house: House, size: dict[str, int]) -> None:
    phone = phones(size=size, missing_pages=True).open(f"/t/{house.table(NUTS)}")
    for _ in range(2):
        phone.tap('.step .card:has(use[href$="#card-milk"])')
    assert is_in_sight(phone, ".refusal")


@pytest.mark.parametrize(
    "game",
    [
        until("told-shop-case-0", "Ana: place CVBn @4,0 B"),
        NUTS + "table: refill 1=plain 2=glazed 3=powdered 4=eclair 5=jelly-filled 6=boston-cream\n",
    ],
)
def test_the_button_that_takes_back_is_in_sight(phones: NewPhone, house: House, game: str) -> None:
    code = house.table(game)
    phone = phones(size=SHORT).open(f"/t/{code}?do=undo")
    assert is_in_sight(phone, 'button:has-text("Take this back")')
    for line in ("take-back 1", "strike 1", "end"):
        phone.open(f"/t/{code}/try?text=table:+{line.replace(' ', '+')}")
        assert is_in_sight(phone, "#yes button.danger"), line


@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: str(size["width"]))
def test_an_unknown_cross_is_named_above_the_keys(phones: NewPhone, house: House, size: dict[str, int]) -> None:
    phone = phones(size=size).open(f"/t/{house.table(FRESH)}")
    assert is_in_sight(phone, 'a:has-text("Enter the cross")')
    assert is_in_sight(phone, '.pad [data-key="B"]')
    key = phone.find('.pad [data-key="B"]').bounding_box()
    phone.tap('.pad > [data-key="C"]')
    assert phone.find('.pad [data-key="B"]').bounding_box() == key
