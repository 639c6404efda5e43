"""The limits a host sets: tables an hour, photos a minute; what is refused says how long, and costs nothing."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.store.embedded.uses import UsesInMemory
from companion.tables.limits import LARGEST, Limits, limits_of_environment
from tests.client import House, Phone, sentence
from tests.clocks import Clock

NETWORK = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def clock(house: House) -> Clock:
    clock = Clock()
    house.app.extensions["store"].uses = UsesInMemory(clock)
    return clock


def allow(house: House, **limits: int) -> None:
    house.app.extensions["limits"] = Limits(**limits)


def start(phone: Phone, *seats: str) -> TestResponse:
    return phone.post("/new/donut-shop", {"seat": list(seats or ("Ana", "Bo")), "follow": "bank"})


def tables(house: House) -> int:
    with house.connection() as connection:
        return len(connection.codes())


def test_without_limits_nobody_is_refused(house: House) -> None:
    phone = house.phone()
    assert [start(phone).status_code for _ in range(40)] == [303] * 40
    assert house.app.extensions["limits"] == Limits()


def test_an_address_opens_so_many_tables_an_hour_in_whatever_way(house: House, clock: Clock) -> None:
    allow(house, tables=3)
    assert start(house.phone()).status_code == 303
    assert house.phone().post("/try-it", {"game": "donut-shop"}).status_code == 303
    assert house.phone().post("/import", {"text": "game donut-shop\nseats Ana Bo\n"}).status_code == 303
    refused = start(house.phone(), "Edith", "Bo")
    assert refused.status_code == 429
    assert "Enough tables were opened from your network for now (limit per hour: 3)." in refused.text
    assert "Try again in 20 min" in refused.text
    assert 'value="Edith"' in refused.text, "what was typed is still there"
    for way, form in (("/try-it", {"game": "go-nuts"}), ("/import", {"text": "game donut-shop\nseats Ana Bo\n"})):
        answer = house.phone().post(way, form)
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1200")
    assert tables(house) == 3
    with house.app.test_client() as client:
        elsewhere = client.post(
            "/try-it", data={"game": "go-nuts"}, headers={"Sec-Fetch-Site": "same-origin"}, environ_base=NETWORK
        )
    assert elsewhere.status_code == 303, "another address has its own"
    clock.go(1_200)
    assert (start(house.phone()).status_code, start(house.phone()).status_code) == (303, 429)


def test_a_table_that_is_not_opened_for_another_reason_costs_nothing(house: House, clock: Clock) -> None:
    allow(house, tables=1)
    for _ in range(3):
        assert start(house.phone(), "Ana", "Ana").status_code == 422
    assert start(house.phone()).status_code == 303
    assert start(house.phone(), "Ana", "Ana").status_code == 429


def test_who_plays_at_a_table_is_not_held_up(house: House, ana: Phone, clock: Clock) -> None:
    allow(house, tables=1, photos=1)
    start(ana)
    start(ana)
    assert ana.record("Ana: paid 5").status_code == 303


def photo(phone: Phone, address: str = "/photo", data: bytes = b"no picture") -> TestResponse:
    return phone.post(address, {"for": "judge", "photo": (io.BytesIO(data), "p.jpg")})


def test_an_address_sends_so_many_photos_a_minute_on_pages_and_to_the_interface(house: House, clock: Clock) -> None:
    pytest.importorskip("cv2")
    allow(house, photos=2)
    assert photo(house.phone()).status_code == 422, "one that cannot be read was looked at too"
    assert photo(house.phone(), "/api/v1/photo").status_code == 200
    refused = photo(house.phone())
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "30")
    assert sentence(refused) == "Enough photos were sent from your network for now (limit per minute: 2)."
    answer = photo(house.phone(), "/api/v1/photo")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "30")
    said = answer.json["refused"]
    assert (said["kind"], said["reason"], said["facts"]) == ("Limited", "too-many-photos", {"limit": 2, "seconds": 30})
    clock.go(30)
    assert photo(house.phone()).status_code == 422


def test_limits_come_from_the_environment_and_nonsense_ends_the_start(tmp_path: Path) -> None:
    assert limits_of_environment({}) == limits_of_environment({"DONUT_TABLES_PER_HOUR": " "}) == Limits()
    named = {"DONUT_TABLES_PER_HOUR": "20", "DONUT_PHOTOS_PER_MINUTE": "0", "DONUT_FORGET_AFTER_DAYS": "90"}
    assert limits_of_environment(named) == Limits(20, 0, 90)
    for text in ("many", "-1", "2.5", "١", str(LARGEST + 1), "9" * 30):
        with pytest.raises(SystemExit, match="is no limit"):
            limits_of_environment({"DONUT_FORGET_AFTER_DAYS": text})
