"""The judge and the rules on a phone: draw, ask, three disputes, nothing sticks out, axe finds nothing."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from playwright.sync_api import TimeoutError

from tests.browser.test_axe import TALL, complaints
from tests.browser.test_layout import misfits
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

CASE = "2VV2/2NB2/VOOBMC/NVNBMm/2nB2/2cC2"
DISPUTES = {
    "holes joining two groups": ({"ask": "tile", "case": "VO/MM", "tile": "VVNN", "at": "2,0"}, "20¢", "10¢"),
    "two sprinkle orders of one type": (
        {"ask": "box", "case": "VVVv/VVVB", "box": "3x2", "at": "1,0", "with": "V*+ V*+ V+ B"},
        "65¢",
        "75¢",
    ),
    "four coffees": (
        {"ask": "box", "case": "VVBB/VVBB", "box": "4x2", "at": "0,0", "with": "V+ V+ B+ B+"},
        "65¢",
        "70¢",
    ),
}
SHOP = "/judge/donut-shop?"
PAGES = {
    "start": "/judge",
    "drawing": SHOP + urlencode({"case": CASE, "sel": "0,2"}),
    "tile": SHOP + urlencode({"ask": "tile", "case": CASE}),
    "refused": SHOP + urlencode({"ask": "tile", "case": CASE, "tile": "VVNN", "at": "1,0"}),
    "unreadable": SHOP + urlencode({"case": "BBX/BB"}),
    "box": SHOP + urlencode({"ask": "box", "case": CASE, "box": "2x2", "at": "2,2"}),
    "trays": "/judge/go-nuts?seats=6&tray0=plain*2.milk&tray1=coffee.red-velvet&on=1",
    "share": "/judge/donut-shop/share?" + urlencode(DISPUTES["four coffees"][0]),
    "rules": "/rules",
    "rule": "/rules/donut-shop/placing",
    "ruling": "/rules/donut-shop/holes-join",
    "card": "/rules/go-nuts/jelly-filled",
    **{name: SHOP + urlencode(said) for name, (said, _, _) in DISPUTES.items()},
}


def test_back_leads_out_of_the_judge(phone: Phone, house: House) -> None:
    phone.open("/").page.goto(f"{house.url}/judge/donut-shop")
    for told in ("svg a.tap, svg a.spot", '[data-key="B"]'):
        phone.page.locator(told).first.click()
        phone.page.wait_for_function("() => !document.querySelector('.htmx-request')")
        phone.page.wait_for_timeout(100)
    for _ in range(3):
        if phone.page.url != f"{house.url}/":
            phone.page.go_back()
            with suppress(TimeoutError):  # perhaps another step back is needed
                phone.page.wait_for_url(f"{house.url}/", timeout=3_000)
    assert phone.page.url == f"{house.url}/"


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_draw_and_ask(phones: NewPhone, script: bool) -> None:
    phone = phones(script=script).open("/judge/donut-shop")
    phone.tap("svg a.spot")
    for letter in "VOMM":
        phone.tap(f'[data-key="{letter}"]')
    phone.tap('.modes a:has-text("lay a tile")')
    for letter in "VVNN":
        phone.tap(f'[data-key="{letter}"]')
    phone.tap(".spots a >> nth=2")
    assert phone.said["case"].startswith("VO4/MM4/")
    assert phone.text(".step-title") == "It pays 20¢"
    assert (phone.find(".glow").first.get_attribute("d") or "").count("M") == 4
    phone.tap('a.choice:has-text("it joins nothing")')
    assert phone.text(".step-title") == "It pays 10¢"
    assert phone.taps <= 14


@pytest.mark.parametrize("name", DISPUTES)
def test_a_dispute_is_settled_on_another_phone(phones: NewPhone, name: str) -> None:
    said, pays, otherwise = DISPUTES[name]
    phone = phones().open(SHOP + urlencode(said))
    phone.follow('a:has-text("Share")')
    address = phone.find("#address").input_value()
    other = phones().open(address[address.index("/judge") :])
    assert other.text(".step-title") == f"It pays {pays}"
    assert otherwise in other.text('h2:has-text("Otherwise") + .choices')


def test_everything_fits(phones: NewPhone, either_house: House) -> None:
    page, found = phones(missing_pages=True).page, {}
    for name, path in PAGES.items():
        page.goto(either_house.url + path)
        found[name] = misfits(page)
    assert {name: said for name, said in found.items() if said} == {}


def test_axe_finds_nothing(phones: NewPhone) -> None:
    phone = phones(size=TALL, missing_pages=True)
    found = {name: complaints(phone.open(path), name == "drawing") for name, path in PAGES.items()}
    assert {name: said for name, said in found.items() if said} == {}


def test_a_refusal_at_the_table_leads_to_its_rule(phone: Phone) -> None:
    phone.open(PAGES["refused"])
    phone.follow('a:has-text("The rule")')
    assert phone.text("h1") == "Laying a tile"
