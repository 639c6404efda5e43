"""Taking a seat along: to another phone or browser, or to another address of the server."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.refusals import Unavailable
from companion.web.lobby import handover
from tests.client import HTMX, House, Phone, sentence

OLD, NEW = "192.168.1.23:8000", "192.168.43.7:8000"  # the server's addresses


def seated(phone: Phone, *seats: int) -> Phone:
    """A phone that holds these seats at its table."""
    phone.get(f"/t/{phone.code}")
    store = phone.client.application.extensions["store"]
    with store.open() as connection:
        for seat in seats:
            assert connection.claim(phone.code, seat, id_of(phone), "2026-01-01T12:00:00Z")
    return phone


def id_of(phone: Phone) -> str:
    with phone.client.session_transaction() as session:
        return str(session.get("id", ""))


def holder(house: House, code: str, seat: int) -> str:
    with house.connection() as connection:
        return next((claim.phone for claim in connection.claims(code) if claim.seat == seat), "")


def link_of(phone: Phone) -> str:
    """The path of a new link."""
    answer = phone.get("/take-along")
    assert answer.status_code == 303
    return urlsplit(str(answer.location)).path


@pytest.fixture
def other(house: House) -> Phone:
    return house.phone()


def test_the_link_moves_seats_tables_and_settings(house: House, ana: Phone, other: Phone) -> None:
    seated(ana, 0)
    with ana.client.session_transaction() as session:
        session["likes"] = {"quarters": "1"}
    link = link_of(ana)
    page = ana.get(link).text
    assert "qr-box" in page and link in page
    asked = other.get(link).text
    assert "Ana" in asked and ana.code in asked and 'method="post"' in asked
    answer = other.post(link)
    assert answer.status_code == 303 and answer.location.endswith(f"/t/{ana.code}")
    assert holder(house, ana.code, 0) == id_of(other) != id_of(ana)
    with other.client.session_transaction() as session:
        assert (session["tables"], session["names"]) == ([ana.code], ["Ana", "Bo"])
        assert session["likes"] == {"quarters": "1"}
    assert ana.code in other.get("/").text


def test_looking_at_the_link_changes_nothing(house: House, ana: Phone, other: Phone) -> None:
    seated(ana, 0)
    link = link_of(ana)
    for phone in (ana, other):
        assert phone.get(link).status_code == 200
    assert holder(house, ana.code, 0) == id_of(ana)
    assert not id_of(other), "a stranger who only looks is no phone yet"


def test_the_old_phone_is_told(ana: Phone, other: Phone) -> None:
    seated(ana, 0)
    link = link_of(ana)
    assert "hx-trigger" in ana.get(link).text
    other.post(link)
    for page in (ana.get(link).text, ana.get(link, **HTMX).text):
        assert "Your seats are on the other phone now." in page and "qr-box" not in page


def test_the_others_at_the_table_are_woken(house: House, ana: Phone, other: Phone) -> None:
    seated(ana, 0)
    feed = house.app.extensions["play"].feed
    link, before = link_of(ana), feed.people(ana.code)
    other.post(link)
    assert feed.people(ana.code) != before


def test_it_works_once(house: House, ana: Phone, bo: Phone, other: Phone) -> None:
    seated(ana, 0)
    link = link_of(ana)
    assert other.post(link).status_code == 303
    assert other.post(link).status_code == 303, "a second tap leads to the table too"
    for answer in (bo.get(link), bo.post(link)):
        assert answer.status_code == 410 and "already been used" in sentence(answer)
    assert holder(house, ana.code, 0) == id_of(other)


def test_of_two_that_say_yes_at_once_one_gets_all_seats(
    house: House, ana: Phone, bo: Phone, other: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats, answers = house.app.extensions["seats"], list[int]()
    link, hand_over = link_of(seated(ana, 0, 1)), seats.hand_over

    def then_bo(*args: Any) -> bool:
        moved = bool(hand_over(*args))
        monkeypatch.undo()
        answers.append(bo.post(link).status_code)
        return moved

    monkeypatch.setattr(seats, "hand_over", then_bo)
    assert other.post(link).status_code == 303
    assert answers == [410]
    assert {holder(house, ana.code, seat) for seat in (0, 1)} == {id_of(other)}


def test_who_said_yes_when_the_journal_was_away_says_it_again(
    house: House, ana: Phone, bo: Phone, other: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object) -> bool:
        raise Unavailable("busy")

    link = link_of(seated(ana, 0))
    with monkeypatch.context() as patched:
        patched.setattr(house.app.extensions["seats"], "hand_over", away)
        assert other.post(link).status_code == 503
    assert (other.get(link).status_code, bo.post(link).status_code, other.post(link).status_code) == (200, 410, 303)
    assert holder(house, ana.code, 0) == id_of(other)
    assert other.get(link).status_code == 410, "nothing is left to take"


def test_a_seat_that_was_taken_over_meanwhile_stays_there(house: House, ana: Phone, bo: Phone, other: Phone) -> None:
    seated(ana, 0, 1)
    link = link_of(ana)
    bo.get(f"/t/{bo.code}")
    with house.connection() as connection:
        assert connection.claim(ana.code, 1, id_of(bo), "2026-01-01T12:00:00Z", instead_of=id_of(ana))
    other.post(link)
    assert (holder(house, ana.code, 0), holder(house, ana.code, 1)) == (id_of(other), id_of(bo))


def test_it_runs_out(monkeypatch: pytest.MonkeyPatch, ana: Phone, other: Phone) -> None:
    link = link_of(seated(ana, 0))
    monkeypatch.setattr(handover, "SECONDS", -1)
    for answer in (ana.get(link), other.get(link), other.post(link)):
        assert answer.status_code == 410 and "expired" in sentence(answer)


@pytest.mark.parametrize("token", ["x", "a.b.c", "e30.x.y", "x" * 5000])
def test_what_nobody_signed_is_no_link(other: Phone, token: str) -> None:
    for answer in (other.get(f"/take-along/{token}"), other.post(f"/take-along/{token}")):
        assert answer.status_code == 410


def test_a_changed_link_is_no_link(ana: Phone, other: Phone) -> None:
    link = link_of(seated(ana, 0))
    at = len(link) - 5  # the last letter of a signature has bits that say nothing
    assert other.post(link[:at] + ("A" if link[at] != "A" else "B") + link[at + 1 :]).status_code == 410
    assert other.post(link.replace("/take-along/", "/take-along/e")).status_code == 410


def test_on_the_same_phone_there_is_nothing_to_take(house: House, ana: Phone, other: Phone) -> None:
    link = link_of(seated(ana, 0))
    assert ana.post(link).status_code == 303
    assert holder(house, ana.code, 0) == id_of(ana)
    assert other.post(link).status_code == 303, "and the link is still good"


def test_a_phone_without_tables_has_nothing_to_take_along(other: Phone) -> None:
    assert "nothing to take along" in other.get(link_of(other)).text


def test_across_another_address_and_a_restart_of_the_server(tmp_path: Path) -> None:
    house = House(tmp_path)
    phone = house.phone()
    at = {"base_url": f"http://{OLD}"}
    headers = {"Sec-Fetch-Site": "same-origin"}
    seats = {"seat": ["Ana", "Bo"], "follow": "bank"}
    code = phone.client.post("/new/donut-shop", data=seats, headers=headers, **at).location.rsplit("/", 1)[1]
    link = phone.client.get("/take-along", **at).location
    with phone.client.session_transaction(**at) as session, house.connection() as connection:
        old = str(session["id"])
        connection.claim(code, 1, old, "2026-01-01T12:00:00Z")
    again = House(tmp_path).app.test_client()  # started anew at another address, with the same key
    there = {"base_url": f"http://{NEW}"}
    assert code not in again.get("/", **there).text
    pasted = again.get("/take-along", query_string={"link": f"http://{OLD}{urlsplit(link).path}"}, **there)
    assert again.get(pasted.location, **there).status_code == 200
    assert again.post(pasted.location, headers=headers, **there).status_code == 303
    assert code in again.get("/", **there).text
    with again.session_transaction(**there) as session:
        assert holder(house, code, 1) == session["id"] != old


def test_a_link_made_before_a_new_code_finds_the_table(house: House, ana: Phone, other: Phone) -> None:
    link = link_of(seated(ana, 0))
    with house.connection() as connection:
        assert connection.renew(ana.code, "ZZZZZ", [id_of(ana)])
    assert other.post(link).location.endswith("/t/ZZZZZ")
    assert holder(house, "ZZZZZ", 0) == id_of(other)


def test_the_own_tables_stay_and_the_list_stays_short(house: House, ana: Phone, other: Phone) -> None:
    own = [other.open() for _ in range(3)]
    codes = [ana.open() for _ in itertools.repeat(None, 35)]
    other.post(link_of(ana))
    with other.client.session_transaction() as session:
        assert session["tables"] == codes[::-1][:30] + own[::-1], "those that came along first"
    assert len(link_of(ana)) < 700, "a QR of it can be scanned"


def test_everybody_at_the_table_is_told(ana: Phone, bo: Phone, other: Phone) -> None:
    bo.get(f"/t/{bo.code}")
    other.post(link_of(seated(ana, 0)))
    for phone in (ana, bo):
        assert "Ana" in phone.get(f"/t/{ana.code}").text.split('id="at-table"')[1].split("</div>")[0]
    assert "Who are you?" not in other.get(f"/t/{ana.code}").text, "it has its seat"
