"""*Try it*: a table to look at, and a result to take away."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from companion.games import GAMES
from tests.asking import House


@pytest.mark.parametrize("game", GAMES)
def test_a_half_played_table_is_opened_to_play_on_with(house: House, game: str) -> None:
    phone = house.phone()
    answer = phone.post("/try-it", {"game": game})
    assert answer.status_code == 303
    page = phone.get(answer.location)
    assert page.status_code == 200 and "The game is over" not in page.text
    assert answer.location.rsplit("/", 1)[1] in phone.get("/").text


@pytest.mark.parametrize("game", ["", "chess", "../classic"])
def test_another_game_is_not_there_to_try(house: House, game: str) -> None:
    assert house.phone().post("/try-it", {"game": game}).status_code == 404


def test_the_result_is_taken_away_by_links_that_work(house: House) -> None:
    phone = house.phone()
    table = phone.post("/try-it", {"game": "donut-shop"}).location
    page = phone.get(f"{table}/result").text
    for form in ("txt", "csv", "json"):
        assert f"{table}/export/{form}" in page
        assert phone.get(f"{table}/export/{form}").status_code == 200
    assert "/bgstats" not in page, "an unfinished game is no play"


def test_at_a_dealt_table_the_last_line_a_person_said_is_taken_back(house: House) -> None:
    phone = house.phone()
    table = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo"], "deal": "1"}).location
    phone.code = table.rsplit("/", 1)[1]
    assert "Nothing has been said yet" in phone.get(f"{table}?do=undo").text, "only the dealer spoke"
    phone.post(f"{table}/move", {"version": "1", "text": "table: reveal Ana=1 Bo=1"})
    assert 'value="table: take-back 2"' in phone.get(f"{table}?do=undo").text
    before = house.lines(phone.code)[:1]
    phone.post(f"{table}/move", {"version": str(len(house.lines(phone.code))), "text": "table: take-back 2"})
    assert house.lines(phone.code)[:1] == before and "Which number did Ana choose?" in phone.get(table).text


def test_the_result_is_a_picture_in_which_names_are_only_text(house: House) -> None:
    phone = house.phone()
    table = phone.post("/new/donut-shop", {"seat": ["<b>&", "Bo"], "follow": "bank"}).location
    drawn = phone.get(f"{table}/result.svg")
    assert drawn.mimetype == "image/svg+xml" and "<b>" not in drawn.text
    assert "&lt;b&gt;&amp;" in drawn.text and "$0.00" in drawn.text
    ElementTree.fromstring(drawn.text)
