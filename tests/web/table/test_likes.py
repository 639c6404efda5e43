"""How a phone likes its pages: light or dark, for which hand, turned for whom, with coins or without."""

from __future__ import annotations

import pytest

from tests.client import House

HEAD = 200  # characters in which a page says how it lies, before anything is drawn


def test_the_first_bytes_of_every_page_say_its_colours_and_its_hand(house: House) -> None:
    phone = house.phone()
    phone.open(follow="case")
    phone.post(f"/t/{phone.code}/likes", {"theme": "2", "left": "1", "lies": "1"})
    for path in ("/", "/rules/donut-shop", f"/t/{phone.code}/more"):
        head = phone.get(path).text[:HEAD]
        assert 'data-theme="dark" data-left data-turned>' in head, path
    table = phone.get(f"/t/{phone.code}").text
    assert 'data-theme="dark" data-left>' in table[:HEAD]
    assert "data-turned data-stay" in table, "there the region says it, which is drawn anew"
    assert '<meta name="color-scheme" content="dark">' in table
    phone.post(f"/t/{phone.code}/likes", {"theme": "", "left": "", "lies": ""})
    assert "<html lang" in phone.get("/").text[:40]
    assert "data-" not in phone.get("/").text[:60]


@pytest.mark.parametrize(
    ("across", "turned"), [([], [False, True]), (["0", "1"], [True, False]), (["0"], [False, False])]
)
def test_the_page_turns_towards_the_seat_in_turn(house: House, across: list[str], turned: list[bool]) -> None:
    phone = house.phone()
    phone.open(follow="bank")
    phone.post(f"/t/{phone.code}/likes", {"lies": "2", **({"across": across} if across else {})})
    found = ["data-turned" in phone.get(f"/t/{phone.code}").text]
    phone.record("Ana: end")
    assert [*found, "data-turned" in phone.get(f"/t/{phone.code}").text] == turned


def test_a_table_without_coins_shows_none_on_any_phone(house: House) -> None:
    phone, other = house.phone(), house.phone()
    phone.open(coins="1")
    phone.record("Ana: paid 35")
    assert 'class="coins"' in phone.get(f"/t/{phone.code}").text
    assert 'name="coins" value="1" checked' in phone.get("/new/donut-shop").text
    phone.open(coins="")
    phone.record("Ana: paid 35")
    assert 'class="coins"' not in phone.get(f"/t/{phone.code}").text
    assert 'name="coins" value="1" checked' not in phone.get("/new/donut-shop").text
    other.code = phone.code
    assert 'class="coins"' not in other.get(f"/t/{phone.code}").text
    form = {"do": "coins", "coins": "1", "then": "more", "kept": "note-quote=hm"}
    assert other.post(f"/t/{phone.code}/phones", form).location == f"/t/{phone.code}/more?note-quote=hm"
    assert 'class="coins"' in phone.get(f"/t/{phone.code}").text, "what one phone says goes for the table"


def test_a_setting_leaves_its_section_open_and_in_place(house: House) -> None:
    phone = house.phone()
    phone.open(follow="case")
    kept = {"left": "1", "then": "more", "kept": "open=note&note-quote=x"}
    answer = phone.post(f"/t/{phone.code}/likes", kept)
    assert answer.location.endswith("open=note,phone&note-quote=x#phone")
    page = phone.get(answer.location).text
    assert '<details class="fold" id="phone" open>' in page and '<details class="fold" id="note" open>' in page
