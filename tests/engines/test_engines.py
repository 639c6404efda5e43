"""A short evening in Safari's engine and in Firefox: both games by taps, a photo, news on two phones, Back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.player import so_far
from tests.engines.conftest import PHOTOS
from tests.servers import House

if TYPE_CHECKING:
    from tests.engines.conftest import NewPhone
    from tests.engines.phone import AnyPhone

pytestmark = [pytest.mark.engines, pytest.mark.parametrize("engine", ["webkit", "firefox"])]

NEWS = 5.0  # seconds until the other phones show what one entered
SHOP = "game donut-shop\nseats Ana Bo\nfollow case\n"
ANA, BO = ".seat:nth-child(1)", ".seat:nth-child(2)"
# How far the middle of a letter lies from the middle of its tile, in squares.
OFF = """() => {
  const tile = document.querySelector(".so-far svg").getBoundingClientRect();
  const letters = document.querySelector(".so-far svg text").getBoundingClientRect();
  return [2 * Math.abs(letters.y + letters.height / 2 - tile.y - tile.height / 2) / tile.height];
}"""


def type_letters(phone: AnyPhone, letters: str) -> None:
    for letter in letters:
        phone.tap("", f'[data-key="{letter}"]')


def lay_a_tile(phone: AnyPhone, letters: str, spot: str) -> None:
    """A whole turn by taps."""
    type_letters(phone, letters)
    phone.tap(f"Spot {spot}")
    phone.commit()


def start(phone: AnyPhone, game: str, *seats: str) -> str:
    """From home to the first turn; the table's code."""
    phone.open().tap(game)
    phone.see_address("/new/.+")
    for number, name in enumerate(seats, 1):
        phone.type(f"#seat{number}", name)
    phone.commit()
    phone.see_address("/t/.....")
    return phone.path.rsplit("/", 1)[1]


def test_turns_of_donut_shop(phone: AnyPhone, house: House) -> None:
    code = start(phone, "Donut Shop", "Ana", "Bo")
    lay_a_tile(phone, "VVVV", "1")
    phone.see("$0.20", ANA)
    lay_a_tile(phone, "MMMM", "6")
    phone.see("$0.20", BO)
    phone.tap("take back")
    phone.tap("Take this back")
    phone.see("$0.00", BO)
    lines = house.lines(code)
    assert [line.split(" @")[0] for line in lines] == ["Ana: place VVVV", "Bo: place MMMM", "table: take-back"]
    phone.tap("journal")
    phone.see_address(f"/t/{code}/journal")
    phone.see("taken back")
    phone.back()
    phone.see_address(f"/t/{code}")
    phone.see("$0.00", BO)
    phone.rest()
    lay_a_tile(phone, "NNNN", "6")
    phone.see("$0.20", BO)
    assert house.lines(code)[-1].startswith("Bo: place NNNN")


def test_round_of_go_nuts(phone: AnyPhone, house: House) -> None:
    code = start(phone, "Go Nuts for Donuts", "Ana", "Bo")
    for card in ("Jelly-Filled", "Glazed", "Plain"):
        phone.tap(card)
    for card in ("Glazed", "Plain"):
        phone.tap(card)
    phone.commit()
    phone.see("1 card", ".seat")
    assert house.lines(code) == [
        "table: refill 1=jelly-filled 2=glazed 3=plain",
        "table: reveal Ana=2 Bo=3",
    ]
    phone.tap("Powdered")  # the next round has begun
    phone.reload()
    phone.see("Powdered", "main")


def test_news_come_to_the_other_phone_and_leave_what_is_typed(phones: NewPhone, house: House) -> None:
    code = house.table(SHOP)
    a, b = phones().open(f"/t/{code}"), phones().open(f"/t/{code}")
    type_letters(b, "Mm")
    lay_a_tile(a, "VVVV", "1")
    a.see("$0.20", ANA)
    b.see("$0.20", ANA, patience=NEWS)
    b.see_address(f"/t/{code}\\?tile=Mm")
    type_letters(b, "MM")
    b.tap("Spot 6")
    b.commit()
    b.see("$0.20", BO)
    a.see("$0.20", BO, patience=NEWS)
    assert house.lines(code)[-1].startswith("Bo: place MmMM")


def test_page_restored_by_back_shows_what_came_meanwhile(phones: NewPhone, house: House) -> None:
    code = house.table(SHOP)
    a, b = phones().open(f"/t/{code}"), phones().open(f"/t/{code}")
    b.tap("journal")
    b.see_address(f"/t/{code}/journal")
    lay_a_tile(a, "VVVV", "1")
    a.see("$0.20", ANA)
    b.back()
    b.see_address(f"/t/{code}")
    b.see("$0.20", ANA, patience=NEWS)
    lay_a_tile(a, "MMMM", "6")
    a.see("$0.20", BO)
    b.see("$0.20", BO, patience=NEWS)


def test_back_takes_one_tap_back(phone: AnyPhone, house: House) -> None:
    code = house.table(SHOP)
    phone.open().open(f"/t/{code}")
    type_letters(phone, "McO")
    phone.see_address(f"/t/{code}\\?tile=McO")
    for left in ("Mc", "M"):
        phone.back()
        phone.see_address(f"/t/{code}\\?tile={left}")
        phone.see("", so_far(left))
    type_letters(phone, "CN")
    phone.see_address(f"/t/{code}\\?tile=MCN")
    for _ in range(3):
        phone.back()
    phone.see_address(f"/t/{code}")
    phone.back()
    phone.see_address("/")


def test_turn_by_a_photo(phone: AnyPhone, house: House) -> None:
    before = "/".join((PHOTOS / "cartoon-small.before.case").read_text("utf-8").split())
    code = house.table(f"game donut-shop\nset cartoon-101\nseats Ana Bo\nfollow case\nstart {before}\n")
    phone.open(f"/t/{code}").tap("photo")
    phone.see_address("/photo.*")
    phone.attach("#gallery", PHOTOS / "cartoon-small.jpg")
    phone.see_address("/photo/.+")
    phone.commit()
    phone.see_address(f"/t/{code}.*")
    turn = (PHOTOS / "cartoon-small.turn").read_text("utf-8").strip()
    assert house.lines(code)[-1].startswith(f"Ana: {turn}")


def test_letters_lie_in_the_middle_of_their_donuts(phone: AnyPhone, house: House) -> None:
    phone.open(f"/t/{house.table(SHOP)}?tile=VVVV")
    assert phone.wait(OFF)[0] < 0.05
