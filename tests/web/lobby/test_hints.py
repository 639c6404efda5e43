"""Hints for the first games of a phone: one line at its place, tapped away for ever by one tap."""

from __future__ import annotations

import re

import pytest

from companion.web.phones import FIRST_TABLES
from tests.client import House

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
    back = re.search(r'name="back" value="([^"]*)"></form>', page)
    assert back and back[1] == place
    assert phone.post("/hints", {"back": back[1]}).location == back[1]
    for every in PLACES:
        assert "first-hint" not in phone.get(every.replace("CODE", phone.code)).text


def test_who_played_a_few_games_needs_none(house: House) -> None:
    phone = house.phone()
    shown = []
    for _ in range(FIRST_TABLES + 1):
        phone.open()
        shown.append("first-hint" in phone.get("/new/donut-shop").text)
    assert shown == [True] * FIRST_TABLES + [False]


@pytest.mark.parametrize("back", ["", "//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nX: y"])
def test_the_way_back_stays_in_the_house(house: House, back: str) -> None:
    assert house.phone().post("/hints", {"back": back}).location == "/"
