"""The dock of the pages beside the table: one place, one button, and a second tap that does nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import pages, until
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone

pytestmark = pytest.mark.browser

GAME = until("told-shop-case-0", "Bo: place VcVM @4,8 C")
SIZES = ((320, 568), (390, 844), (667, 375), (1280, 800))
# Address of the table -> is its dock ready?
PAGES = {
    "try?text=table:+strike+20": False,
    "try?text=table:+take-back+20": False,
    "try?text=table:+end": False,
    "try?text=Ana:+place+McOM+@20,20+M+!": False,
    "try?correct=27&text=Bo:+place+VcVM+@4,8+V": True,
    "try?text=table:+correct+27+dances": False,
    "line/27/again?tile=VcVM": False,
    "counted": False,
    "counted?seat=Ana&counted=300": True,
}
# The one dock: where it lies, whether it is the lowest of <main>, what a thumb meets there, whether it is quiet.
DOCK = """() => {
  const docks = document.querySelectorAll("main [data-dock]");
  const buttons = docks[0].querySelectorAll("button");
  const {left, top, right, bottom, height} = buttons[0].getBoundingClientRect();
  const beside = [...document.querySelectorAll("main :is(a, button, input, select)")].filter((it) =>
    !docks[0].contains(it) && it.checkVisibility() && !it.closest(".case"));
  window.scrollTo(0, document.documentElement.scrollHeight);
  const end = buttons[0].getBoundingClientRect();
  const lower = beside.filter((it) => it.getBoundingClientRect().bottom > end.bottom + 1 && it.type !== "hidden");
  window.scrollTo(0, 0);
  const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return {docks: docks.length, buttons: buttons.length, top: Math.round(top), height, inSight: bottom <= innerHeight,
    meets: buttons[0].contains(met), lower: lower.map((it) => it.outerHTML.slice(0, 100)),
    quiet: buttons[0].getAttribute("aria-disabled") === "true", words: buttons[0].innerText};
}"""


def test_the_dock_is_the_lowest_thing_at_one_place(phones: NewPhone, house: House) -> None:
    table = f"/t/{house.table(GAME)}"
    fresh = "/t/" + house.table("game donut-shop\nseats Ana Bo\n")
    nuts = "/t/" + house.table("game go-nuts\nseats Ana Bo\n")
    addresses = {f"{table}/{page}": ready for page, ready in PAGES.items()}
    addresses |= {f"{fresh}/count": False, f"{fresh}/count?cents0=300&cents1=200": True}
    addresses |= {f"{nuts}/count?cards=plain": True, f"/judge?table={nuts[3:]}": False}
    addresses |= {f"/judge?table={table[3:]}": False, f"{table}?do=mend": False, f"{table}?do=mend&at=2,0&pick=V": True}
    phone = phones(missing_pages=True)
    found: list[object] = []
    places: dict[tuple[int, int], set[int]] = {}
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        for address, ready in addresses.items():
            dock = phone.open(address).page.evaluate(DOCK)
            places.setdefault((width, height), set()).add(dock["top"])
            fine = (dock["docks"], dock["buttons"], dock["inSight"], dock["meets"], dock["lower"]) == (
                1,
                1,
                True,
                True,
                [],
            )
            if not fine or dock["quiet"] == ready or not dock["words"].strip():
                found.append((width, height, address, dock))
    assert found == []
    assert all(len(tops) == 1 for tops in places.values()), "it stays where it is from page to page"


TABLE = re.compile(r"/t/[A-Z0-9]{5}(\?.*)?")  # the table itself, with any draft
# What records a line outside of the dock: a key with a line of its own, what takes back, what overrules. A seat taken
# and a cover opened are no lines.
OUTSIDE = """async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) return [`${answer.status}`];
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.querySelector("main [data-dock], main .step")) return ["no table"];
  return [...page.querySelectorAll("main button")]
  .filter((it) => it.form?.method === "post" && it.type === "submit" && !it.form.matches("[data-chooses]"))
  .filter((it) => !it.closest("[data-dock], [data-own-key]"))
  .filter((it) => !/[/](look|phones)$/.test(it.getAttribute("formaction") || it.form.action))
  .filter((it) => it.value !== "table: take-back" && !it.value.endsWith(" !"))
  .map((it) => it.outerHTML);
}"""


def test_only_the_dock_of_a_table_records_a_line(phones: NewPhone, house: House) -> None:
    """What is sent is looked at, and not drawn: that would take ten times as long."""
    page = phones().open("/").page
    addresses = {name: address for name, address in pages(house).items() if TABLE.fullmatch(address)}
    addresses.pop("no table")
    assert "turn" in addresses, "a draw with nothing entered is recorded by the dock too"
    found = {name: page.evaluate(OUTSIDE, address) for name, address in addresses.items()}
    assert {name: keys for name, keys in found.items() if keys} == {}


# What takes back, ends or overrules: its yes stands above, never in the dock's place.
APART = {
    "take-back 27": "Take back 1 line",
    "strike 27": "Remove line 27",
    "end": "End the game now",
}


@pytest.mark.parametrize("line", APART)
def test_a_yes_that_takes_back_or_ends_stands_apart_from_the_dock(phones: NewPhone, house: House, line: str) -> None:
    code = house.table(GAME)
    phone = phones().open(f"/t/{code}/try?text=table:+{line.replace(' ', '+')}")
    yes, dock = phone.find("#yes button").bounding_box(), phone.find("[data-dock]").bounding_box()
    assert yes and dock and yes["y"] + yes["height"] < dock["y"]
    assert phone.text("#yes button").startswith(APART[line])
    phone.page.mouse.click(dock["x"] + dock["width"] / 2, dock["y"] + dock["height"] / 2)
    phone.page.wait_for_timeout(200)
    assert house.lines(code)[-1] != f"table: {line}"
    phone.page.wait_for_function("() => !document.querySelector('[data-waits]')")
    phone.follow("#yes button")
    assert house.lines(code)[-1] == f"table: {line}"


def test_a_second_tap_on_a_yes_stores_nothing_more(phones: NewPhone, house: House) -> None:
    code = house.table(GAME)
    for delay in (0, 120, 300):
        before = len(house.lines(code))
        phone = phones(missing_pages=True).open(f"/t/{code}/try?say=table:+note&quote=after+{delay}")
        box = phone.find("[data-dock] button").bounding_box()
        assert box
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        phone.page.mouse.click(*middle)
        phone.page.wait_for_timeout(delay)
        phone.page.mouse.click(*middle)
        phone.page.wait_for_url("**/journal")
        phone.page.wait_for_timeout(300)
        assert len(house.lines(code)) == before + 1, delay
