"""Pages show the day of the house, wherever it lies; what programs read keeps UTC."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from companion.web.templating import day
from tests.client import House

EVENING = "2026-05-02T03:30:00Z"  # in Chicago half past ten in the evening of the first


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("where", "shown"),
    [
        ("UTC", "2026-05-02"),
        ("America/Chicago", "2026-05-01"),
        ("Pacific/Honolulu", "2026-05-01"),
        ("Europe/Berlin", "2026-05-02"),
        ("Pacific/Kiritimati", "2026-05-02"),
    ],
)
def test_home_and_judge_show_the_day_of_the_house(
    house: House, zone: pytest.MonkeyPatch, where: str, shown: str
) -> None:
    zone.setenv("TZ", where)
    time.tzset()
    with house.connection() as connection:
        connection.create("KRMPF", "donut-shop", "game donut-shop\nseats Ana Bo\nfollow bank", EVENING, "p")
    phone = house.phone()
    phone.get("/t/KRMPF")
    for page in ("/", "/judge"):
        text = phone.get(page).text
        assert "KRMPF" in text and shown in text


def test_a_late_evening_in_the_east_is_another_day_too(house: House, zone: pytest.MonkeyPatch) -> None:
    zone.setenv("TZ", "Pacific/Auckland")
    time.tzset()
    with house.app.app_context():
        assert day("2026-05-01T19:30:00Z") == "2026-05-02"


@pytest.mark.parametrize("at", ["", "soon", "2026-13-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_what_is_no_moment_breaks_no_page(zone: pytest.MonkeyPatch, at: str) -> None:
    zone.setenv("TZ", "Pacific/Auckland")
    time.tzset()
    assert day(at) == ""
