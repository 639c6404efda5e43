"""The records of a phone: who won, on average, at best; two people side by side; searching and forgetting."""

from __future__ import annotations

import re

import pytest

from companion.tables.play import Play
from tests.client import House, Phone, heard


@pytest.fixture
def phone(house: House) -> Phone:
    """A phone with three finished games of Donut Shop, one of Go Nuts, and a game that goes on."""
    phone = house.phone()
    counted(house, phone, Ana=500, Bo=400)
    counted(house, phone, ana=300, Bo=450, Cy=450)
    counted(house, phone, Ana=600, Cy=200)
    trays = "game go-nuts\nseats Ana Bo\ntable: final Ana plain plain\ntable: final Bo glazed\n"
    brought(house, phone, trays)
    phone.open("Ana", "Bo")
    return phone


def brought(house: House, phone: Phone, text: str) -> str:
    play: Play = house.app.extensions["play"]
    with house.connection() as connection:
        code = play.import_table(connection, text, "pen").code
    phone.get(f"/t/{code}")
    return code


def counted(house: House, phone: Phone, **cents: int) -> str:
    final = " ".join(f"{name} {amount} orders {place}" for place, (name, amount) in enumerate(cents.items()))
    return brought(house, phone, f"game donut-shop\nseats {' '.join(cents)}\nfollow bank\ntable: final {final}\n")


def rows(page: str) -> list[str]:
    table = page[page.index("people-table") : page.index("</table>")]
    return [
        " ".join(heard(row.replace("</t", " </t")).split()) for row in re.findall(r"<tr>(.*?)</tr>", table, re.S)[1:]
    ]


def test_everybody_has_games_wins_an_average_and_a_best(phone: Phone) -> None:
    page = phone.get("/records?game=donut-shop").text
    assert rows(page) == ["Ana 2 of 3 $4.67 $6.00", "Cy 1 of 2 $3.25 $4.50", "Bo 0 of 2 $4.25 $4.50"]
    assert rows(phone.get("/records?game=go-nuts").text) == ["Ana 1 of 1 5 5", "Bo 0 of 1 2 2"]


def test_two_people_are_compared_by_who_finished_ahead(phone: Phone) -> None:
    def between(query: str) -> str:
        page = phone.get(f"/records?game=donut-shop&{query}").text
        return " ".join(heard(page[page.index('class="between"') :].split("</div>")[0].partition(">")[2]).split())

    assert between("one=Bo&other=ana") == "1Bo 1Ana 2 games together"
    assert between("one=Cy&other=Bo") == "1Cy 0Bo 1 game together", "by the tie-break"
    assert between("one=Nobody&other=Bo") == between(""), "whoever played most together"


@pytest.mark.parametrize(
    ("sought", "games"), [("", 4), ("ana", 4), ("cy", 2), ("CY bo", 1), ("nuts", 1), ("2026", 4), ("nobody", 0)]
)
def test_games_are_found_by_name_game_and_day(phone: Phone, sought: str, games: int) -> None:
    assert phone.get(f"/records?q={sought}").text.count('class="kept-game"') == games


def test_a_game_is_forgotten_once_asked(phone: Phone) -> None:
    code = re.findall(r"/records/forget\?code=(\w+)", phone.get("/records").text)[0]
    asked = phone.get(f"/records/forget?code={code}").text
    assert "Forget this game?" in asked and f'value="{code}"' in asked
    assert phone.get("/records").text.count('class="kept-game"') == 4, "asking forgets nothing"
    assert phone.post("/records/forget", {"code": code}).location == "/records"
    page = phone.get("/records").text
    assert page.count('class="kept-game"') == 3 and code not in page and code not in phone.get("/").text
    assert phone.get(f"/t/{code}").status_code == 200, "the table itself stays"


def test_all_are_forgotten_but_the_game_that_goes_on(phone: Phone) -> None:
    assert "Forget all 4 games?" in phone.get("/records/forget").text
    phone.post("/records/forget", {"code": ""})
    assert "No finished game yet" in phone.get("/records").text
    assert f"/t/{phone.code}" in phone.get("/").text
    assert phone.get("/records/forget").location == "/records"


def test_a_page_of_the_records_has_twenty_games(house: House, phone: Phone) -> None:
    for cents in range(400, 418):
        counted(house, phone, Di=cents, Ed=100)

    def shown(query: str) -> tuple[int, list[str]]:
        page = phone.get(f"/records?{query}").text
        ways = re.findall(r'href="/records\?([^"]*)#games"', page)
        return page.count('class="kept-game"'), [way.replace("&amp;", "&") for way in ways]

    assert shown("") == (20, ["game=donut-shop&page=2"])
    assert shown("game=donut-shop&page=2") == shown("page=9") == (2, ["game=donut-shop&page=1"])
    assert shown("q=di") == (18, [])


def test_a_tie_that_nothing_decides_is_shared(house: House) -> None:
    phone = house.phone()
    counted(house, phone, Ana=400, Bo=300)
    text = "game donut-shop\nseats Ana Bo\nfollow case\nmoney Ana 100\nmoney Bo 100\nlaid 20\ntable: end\n"
    code = brought(house, phone, text)
    page = phone.get("/records").text
    assert rows(page) == ["Ana 1 of 2 1 shared $2.50 $4.00", "Bo 0 of 2 1 shared $2.00 $3.00"]
    assert "Ana and Bo share the win with $1.00" in heard(page)
    assert "Ana and Bo share the win" in heard(phone.get(f"/t/{code}/screen").text)


def test_no_phone_sees_or_forgets_the_games_of_another(house: House, phone: Phone) -> None:
    code = re.findall(r"/records/forget\?code=(\w+)", phone.get("/records").text)[0]
    other = house.phone()
    assert "No finished game yet" in other.get(f"/records?q={code}").text
    assert other.get(f"/records/forget?code={code}").location == "/records"
    other.post("/records/forget", {"code": code})
    assert code in phone.get("/records").text
