"""Hints for the first games of a phone: one line at its place, tapped away for ever by one tap."""

from __future__ import annotations

import pytest

from companion.web.phones import FIRST_TABLES
from tests.client import OWN_PAGE, House

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
