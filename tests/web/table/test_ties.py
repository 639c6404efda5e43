"""A tie is settled after the end by the orders left in hand, entered by taps on the result's page."""

from __future__ import annotations

import html
import re

import pytest

from tests.client import House, Phone
from tests.transcripts import loaded, marks, played, standing, winners

BANK = "game donut-shop\nseats Ana Orders Cy\nfollow bank\n"
TIED = BANK + "Ana: paid 50\nOrders: paid 50\nCy: paid 20\n"
OVER = TIED + "table: end\n"


@pytest.fixture
def phone(house: House) -> Phone:
    phone = house.phone()
    phone.open(follow="bank")
    phone.record("Ana: paid 50")
    phone.record("Bo: paid 50")
    phone.record("table: end")
    return phone


def keys(page: str, seat: int, number: int) -> str:
    """The address of a seat's key on the page."""
    shown = page.split('<nav class="keys"')[seat + 1]
    found = re.search(rf'href="([^"#]*)#tie"[^>]*><b>{re.escape(str(number))}</b>', shown)
    assert found
    return html.unescape(found[1])


def test_two_taps_and_a_yes_settle_it(phone: Phone) -> None:
    page = phone.get(f"/t/{phone.code}/result").text
    assert "Orders left in hand" in page and "Settle the tie" not in page
    page = phone.get(keys(page, 0, 2)).text
    assert "Settle the tie" not in page, "Bo's are missing"
    page = phone.get(keys(page, 1, 1)).text
    line = re.search(r'name="text" value="(table: orders [^"]*)"', page)
    assert line and line[1] == "table: orders Ana 2 Bo 1"
    answer = phone.post(f"/t/{phone.code}/move", {"text": line[1], "version": "3", "then": "result"})
    assert answer.status_code == 303 and answer.location.endswith("/result")
    page = phone.get(answer.location).text
    assert "A tie, decided by the orders left in hand." in page
    assert 'aria-current="true"><b>2</b>' in page, "what was entered is shown, to be put right"
    assert "Orders left in hand: Ana 2 orders and Bo 1 order" in html.unescape(
        phone.get(f"/t/{phone.code}/journal").text
    )


def test_more_than_nine_are_reached_by_steps(phone: Phone) -> None:
    page = phone.get(f"/t/{phone.code}/result?orders0=9&orders1=1").text
    assert "table: orders Ana 10 Bo 1" in phone.get(keys(page, 0, "+1")).text  # type: ignore[arg-type]
    for odd in ("-1", "x", "²", "9" * 30):
        assert phone.get(f"/t/{phone.code}/result?orders0={odd}").status_code == 200


def test_nothing_is_asked_where_nobody_ties(house: House) -> None:
    phone = house.phone()
    phone.open(follow="bank")
    phone.record("Ana: paid 50")
    assert 'id="tie"' not in phone.get(f"/t/{phone.code}/result").text
    phone.record("table: end")
    assert 'id="tie"' not in phone.get(f"/t/{phone.code}/result").text


def test_the_last_orders_entered_count() -> None:
    table = played(OVER)
    assert winners(table) == ["Ana", "Orders"]
    table = table.play("table: orders Ana 2 Orders 1")
    assert winners(table) == ["Ana"]
    table = table.play("table: orders ORDERS 3")
    assert winners(table) == ["Orders"]
    assert standing(table)[-2:] == ["table: orders Ana 2 Orders 1", "table: orders Orders 3"]
    again = loaded(BANK, table)
    assert again.state == table.state and again.applied == table.applied


def test_a_game_that_goes_on_sets_the_orders_aside() -> None:
    table = played(OVER).play("table: orders Ana 2 Orders 1").play("table: strike 4")
    assert [(applied.line.seq, str(applied.mark)) for applied in table.applied if applied.aside] == [(5, "not-over")]
    assert not marks(table) and table.state.left == {}
    assert winners(table.play("table: put-back")) == ["Ana"]


def test_a_count_on_paper_is_settled_too() -> None:
    table = played(BANK + 'table: final Ana 50 "Orders" 50 Cy 20\ntable: orders Ana 1 Orders 0\n')
    assert winners(table) == ["Ana"]
