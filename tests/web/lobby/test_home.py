"""The home page: the games, and the tables of this phone with what everybody at them may see."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from companion.tables import demo
from companion.tables.play import Play
from companion.web.lobby.cards import DRAWN
from companion.web.templating import ago
from tests.client import House, Phone, heard

NOON = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)


def brought(house: House, phone: Phone, name: str) -> str:
    """A demo table, looked at by this phone; its code."""
    play: Play = house.app.extensions["play"]
    with house.connection() as connection:
        code = play.import_table(connection, demo.transcripts()[name], "pen").code
    phone.get(f"/t/{code}")
    return code


def card(page: str, code: str) -> str:
    """What a screen reader says of the card of a table."""
    found = re.search(rf'<a class="table-card" href="/t/{code}(?:/result)?">(.*?)</a>', page, re.DOTALL)
    assert found
    return " ".join(heard(found[1]).split())


def test_a_card_says_who_has_what_how_far_it_is_and_whose_move(house: House) -> None:
    phone = house.phone()
    shop, nuts = brought(house, phone, "donut-shop-half"), brought(house, phone, "go-nuts-half")
    page = phone.get("/").text
    assert card(page, shop).startswith(f"Donut Shop {shop} Mia $4.15Tom $3.60 Tom lays next · 15 of 36 tiles")
    assert "Everybody bids · Round 5" in card(page, nuts)
    assert '<progress max="36" value="15" aria-label="15 of 36 tiles">' in page
    assert page.count('class="mini"') == 1 and "#card-" in page
    assert page.index(nuts) < page.index(shop), "the one looked at last comes first"


def test_a_game_that_is_over_shows_who_won_and_leads_to_its_result(house: House) -> None:
    phone = house.phone()
    code = brought(house, phone, "donut-shop-finished")
    page = phone.get("/").text
    assert "Cy won with $7.00" in card(page, code) and f"/t/{code}/result" in page
    phone.code = code
    phone.record("table: take-back")
    assert "Cy won" not in phone.get("/").text, "a line was taken back: it is to go on with"
    assert "36 tiles" in card(phone.get("/").text, code)


def test_a_new_table_has_no_tiles_and_one_that_follows_the_bank_no_progress(house: House) -> None:
    phone = house.phone()
    code = phone.open(follow="bank")
    assert "Ana’s turn · only the money" in card(phone.get("/").text, code)
    assert "<progress" not in phone.get("/").text
    code = phone.open(follow="case")
    assert "Ana lays next · 0 of 36 tiles" in card(phone.get("/").text, code)


def test_more_tables_than_are_drawn_are_listed(house: House) -> None:
    phone = house.phone()
    codes = [phone.open() for _ in range(DRAWN + 2)]
    page = phone.get("/").text
    assert page.count('class="table-card"') == DRAWN and "2 more tables" in page
    assert all(f"/t/{code}" in page for code in codes)


def test_a_table_whose_game_nobody_knows_breaks_nothing(house: House) -> None:
    with house.connection() as connection:
        connection.create("KRMPF", "chess", "game chess\nseats Ana Bo", "2026-05-02T12:00:00Z", "pen")
    phone = house.phone()
    with phone.client.session_transaction() as session:
        session["id"], session["tables"] = "p", ["KRMPF"]
    assert "chess" in phone.get("/").text


def test_the_page_asks_for_each_journal_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was folded is kept: a second look reads the last line of each table, and no more."""
    phone = house.phone()
    brought(house, phone, "donut-shop-half")
    phone.get("/")
    read: list[int] = []
    connection = type(house.connection())
    entries = connection.entries
    monkeypatch.setattr(connection, "entries", lambda self, *of: read.append(len(x := entries(self, *of))) or x)
    phone.get("/")
    assert read == [1]


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("2026-05-02T11:59:30Z", "just now"),
        ("2026-05-02T11:59:00Z", "1 minute ago"),
        ("2026-05-02T11:15:00Z", "45 minutes ago"),
        ("2026-05-02T09:00:00Z", "3 hours ago"),
        ("2026-05-01T09:00:00Z", "yesterday"),
        ("2026-04-30T12:00:00Z", "2026-04-30"),
        ("2026-05-09T12:00:00Z", "2026-05-09"),
        ("soon", ""),
    ],
)
def test_times_are_said_as_people_say_them(house: House, at: str, words: str) -> None:
    with house.app.test_request_context():
        assert ago(at, NOON) == words


def test_the_cards_beside_a_game_that_is_over_are_those_of_who_won_the_tie(house: House) -> None:
    phone = house.phone()
    play: Play = house.app.extensions["play"]
    tie = "game go-nuts\nseats Ana Bo\ntable: final Ana plain\ntable: final Bo glazed glazed\n"
    with house.connection() as connection:
        phone.get(f"/t/{play.import_table(connection, tie, 'pen').code}")
    page = phone.get("/records").text
    assert "#card-glazed" in page and "#card-plain" not in page
