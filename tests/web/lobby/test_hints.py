"""Hints for the first games of a phone: one line at its place, tapped away for ever by one tap."""

from __future__ import annotations

import pytest

from companion.web.phones import FIRST_TABLES
from tests.client import OWN_PAGE, House

CROSS = "..BN../..MV../BBNNMM/VVBBNN/..MM../..VV.."
PLACES = [
    "/new/donut-shop",
    "/new/go-nuts",
    "/judge",
    "/photo?for=judge",
    "/t/CODE/setup",
    "/t/CODE/phones",
    "/t/CODE/count",
]


@pytest.mark.parametrize("place", PLACES)
def test_one_tap_and_no_hint_is_ever_shown_again(house: House, place: str) -> None:
    phone = house.phone()
    place = place.replace("CODE", phone.open(follow="bank"))
    page = phone.get(place).text
    assert page.count('class="first-hint"') == 1
    assert page.count('<form id="no-hints" hidden method="post" action="/hints">') == 1
    from_there = {**OWN_PAGE, "Referer": f"http://localhost{place}"}
    assert phone.post("/hints", {}, headers=from_there).location.removeprefix("http://localhost") == place
    for every in PLACES:
        assert "first-hint" not in phone.get(every.replace("CODE", phone.code)).text


@pytest.mark.parametrize(
    ("game", "follow", "hint", "line"),
    [
        ("donut-shop", "bank", "Tap the amount, then the button", "Ana: paid 5"),
        ("donut-shop", "case", "Four donuts, then the spot", 'table: note "hm"'),
        ("go-nuts", "", "Tap the cards, left to right", "table: refill 1=plain"),
    ],
)
def test_a_fresh_table_says_what_to_tap_first(house: House, game: str, follow: str, hint: str, line: str) -> None:
    phone = house.phone()
    form = {"seat": ["Ana", "Bo"], "follow": follow, "start": CROSS if follow == "case" else ""}
    phone.code = phone.post(f"/new/{game}", form).location.rsplit("/", 1)[1]
    table = f"/t/{phone.code}"
    page = phone.get(table).text
    assert page.count('class="first-hint"') == 1 and hint in page and 'id="no-hints"' in page
    if follow == "case":
        assert "first-hint" not in phone.get(f"{table}?tile=BNMV&at=6,2").text, "what pays is another step"
    phone.record(line)
    assert "first-hint" not in phone.get(table).text, "the last line stands there then"
    phone.record("table: take-back")
    assert hint in phone.get(table, HX_Request="true").text
    phone.post("/hints", {}, headers={**OWN_PAGE, "Referer": f"http://localhost{table}"})
    assert "first-hint" not in phone.get(table).text


def test_where_the_cross_is_to_be_entered_that_is_the_only_hint(house: House) -> None:
    phone = house.phone()
    page = phone.get(f"/t/{phone.open(follow='case')}").text
    assert "Enter the cross" in page and "first-hint" not in page


def test_who_played_a_few_games_needs_none(house: House) -> None:
    phone = house.phone()
    shown = []
    for _ in range(FIRST_TABLES + 1):
        phone.open()
        shown.append("first-hint" in phone.get("/new/donut-shop").text)
    assert shown == [True] * FIRST_TABLES + [False]


@pytest.mark.parametrize(
    "back", ["", "//evil.example", "https://evil.example/", "http://localhost.evil.example/", "http://localhost/hints"]
)
def test_the_way_back_stays_in_the_house(house: House, back: str) -> None:
    assert house.phone().post("/hints", {}, headers={**OWN_PAGE, "Referer": back}).location == "/"
