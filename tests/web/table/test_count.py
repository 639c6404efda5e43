"""Counting a game nobody followed: trays by taps, money by number or tokens, orders only where they decide."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from tests.client import House, Phone


@pytest.fixture
def nuts(house: House) -> Phone:
    phone = house.phone()
    answer = phone.post("/new/go-nuts", {"seat": ["Ana", "Cy Lee"]})
    phone.code = answer.location.rsplit("/", 1)[1]
    return phone


def count(phone: Phone, version: int, text: str) -> TestResponse:
    return phone.post(f"/t/{phone.code}/count", {"version": str(version), "text": text})


def test_trays_are_counted_seat_by_seat_to_the_result(nuts: Phone, house: House) -> None:
    page = nuts.get(f"/t/{nuts.code}/count?cards=plain.plain.glazed").text
    assert "table: final Ana plain plain glazed" in page
    assert count(nuts, 0, "table: final Ana plain plain glazed").location.endswith("/count")
    assert "What has Cy Lee got?" in nuts.get(f"/t/{nuts.code}/count").text
    assert count(nuts, 1, 'table: final "Cy Lee" milk').status_code == 422, "no Milk with two seats"
    assert count(nuts, 1, 'table: final "Cy Lee" powdered').location.endswith("/result")
    assert "Ana" in nuts.get(f"/t/{nuts.code}/result").text
    assert nuts.get(f"/t/{nuts.code}/count").location.endswith("/result")
    assert len(house.lines(nuts.code)) == 2


def test_an_empty_tray_is_chosen_before_it_is_recorded(nuts: Phone) -> None:
    page = f"/t/{nuts.code}/count"
    line = 'value="table: final Ana"'
    assert line not in nuts.get(page).text and "Tap the cards of Ana" in nuts.get(page).text
    assert line in nuts.get(f"{page}?none=1").text


def test_a_copy_too_many_is_questioned_and_nothing_is_stored(nuts: Phone, house: House) -> None:
    count(nuts, 0, "table: final Ana plain plain plain plain plain plain")
    answer = count(nuts, 1, 'table: final "Cy Lee" plain plain')
    assert answer.status_code == 422 and "Plain" in answer.text
    assert len(house.lines(nuts.code)) == 1


def test_what_is_no_card_is_left_out_of_the_address(nuts: Phone) -> None:
    page = nuts.get(f"/t/{nuts.code}/count?cards=plain.milk.<b>.{'plain.' * 500}").text
    assert "<b>." not in page and "final Ana plain plain" in page


@pytest.mark.parametrize(
    ("query", "line"),
    [
        pytest.param("cents0=625&cents1=610", "table: final Ana 625 Bo 610", id="two numbers"),
        pytest.param("cents0=625&t100-1=6&t5-1=2", "table: final Ana 625 Bo 610", id="tokens by kind"),
        pytest.param("cents0=625", "", id="one seat is missing"),
        pytest.param("cents0=625&cents1=625", "", id="a tie asks the orders"),
        pytest.param("cents0=625&cents1=625&orders0=2", "", id="of everybody tied"),
        pytest.param(
            "cents0=625&cents1=625&orders0=2&orders1=1",
            "table: final Ana 625 orders 2 Bo 625 orders 1",
            id="and then decides",
        ),
        pytest.param("cents0=-5&cents1=²", "", id="what is no number counts as not told"),
    ],
)
def test_money_is_counted_in_the_address(ana: Phone, query: str, line: str) -> None:
    page = ana.get(f"/t/{ana.code}/count?{query}").text
    assert (f'value="{line}"' in page) if line else ("table: final" not in page)


def test_money_counted_is_the_result(ana: Phone, house: House) -> None:
    assert count(ana, 0, "table: final Ana 625 Bo 610").location.endswith("/result")
    assert "$6.25" in ana.get(f"/t/{ana.code}/result").text
    assert house.lines(ana.code) == ["table: final Ana 625 Bo 610"]


def test_a_game_that_was_followed_is_not_counted_over(ana: Phone) -> None:
    ana.record("Ana: paid 35")
    assert count(ana, 1, "table: final Ana 625 Bo 610").status_code == 422
