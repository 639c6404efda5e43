"""What a repair would change is shown before it is said; what explains a counted difference is offered."""

from __future__ import annotations

import pytest

from tests.asking import House, Phone
from tests.web.test_table import play_through

CASE = "game donut-shop\nseats Ana Bo\nfollow case\nstart BBVv/BBMM\nlaid 2\n"
LINES = "Ana: place BVVM @4,0 B\nAna: box 2x2 @0,0 with B\nBo: place MMMM @4,2 M\n"


@pytest.fixture
def phone(house: House) -> Phone:
    play_through(house, "CASE", CASE + LINES)
    phone = house.phone()
    phone.code = "CASE"
    return phone


def ask(phone: Phone, **query: str) -> str:
    answer = phone.client.get(f"/t/CASE/{query.pop('page', 'try')}", query_string=query)
    assert answer.status_code == 200
    return answer.text


def test_a_correction_shows_the_money_before_yes(phone: Phone, house: House) -> None:
    page = ask(phone, say="table: correct 1", tail="Ana: place BVVM @4,0 V")
    assert "$0.25 → $0.30 (+5¢)" in page and 'value="table: correct 1 Ana: place BVVM @4,0 V"' in page
    assert len(house.lines("CASE")) == 3, "nothing is said yet"


def test_lines_that_would_go_or_no_longer_fit_are_named(phone: Phone) -> None:
    page = ask(phone, text="table: strike 1")
    assert "These lines would go" in page and "These lines would no longer fit" in page
    assert "Bo laid MMMM" in page


def test_a_ruling_for_the_whole_game_is_tried_like_a_repair(phone: Phone) -> None:
    assert "Yes, so it is" in ask(phone, say="table: ruling", word="holes-join=no", tail="from-the-start")


@pytest.mark.parametrize("text", ["table: strike 99", "nonsense", "Ana: place BVVM @4,0", ""])
def test_what_cannot_be_said_is_refused_on_the_page(phone: Phone, text: str) -> None:
    page = ask(phone, text=text)
    assert "Yes, so it is" not in page and 'role="alert"' in page


def test_a_counted_difference_is_explained_by_single_slips(phone: Phone) -> None:
    page = ask(phone, page="counted", seat="Ana", counted="30")
    assert "It was paid for Vanilla Frosted" in page and "table: correct 1 Ana: place BVVM @4,0 V" in page
    assert 'value="table: adjust Ana +5"' in page
    assert "No single slip" in ask(phone, page="counted", seat="Ana", counted="27")
    assert "The app has the same" in ask(phone, page="counted", seat="Ana", counted="25")


@pytest.mark.parametrize("counted", ["", "-5", "²", "9999999", "1e3"])
def test_what_is_no_amount_explains_nothing(phone: Phone, counted: str) -> None:
    assert "table: adjust" not in ask(phone, page="counted", seat="Ana", counted=counted)


def test_the_page_to_print_shows_what_lies_there(phone: Phone) -> None:
    page = phone.get("/t/CASE/paper").text
    assert "Bo" in page and "<svg" in page and "placement 4 of 36" in page


def test_phones_come_by_code_address_and_qr(phone: Phone) -> None:
    page = phone.get("/t/case/phones").text
    assert "CASE" in page and 'class="qr"' in page and "/t/CASE" in page
    assert phone.get("/T/CASE").location.endswith("/t/CASE")
    assert phone.get("/t/WRONG/phones").status_code == 404
