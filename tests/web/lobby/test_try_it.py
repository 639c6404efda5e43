"""*Try it*: a table to look at, and a result to take away."""

from __future__ import annotations

import html
import re
from xml.etree import ElementTree

import pytest

from companion.games import GAMES
from tests.client import House, Phone, heard


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


def test_at_a_dealt_table_the_last_line_of_a_person_is_taken_back(house: House) -> None:
    phone = house.phone()
    table = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo"], "deal": "1"}).location
    phone.code = table.rsplit("/", 1)[1]
    assert "Nothing here yet." in phone.get(f"{table}?do=undo").text, "only the dealer spoke"
    phone.post(f"{table}/move", {"version": "1", "text": "table: reveal Ana=1 Bo=1"})
    assert 'value="table: take-back 2"' in phone.get(f"{table}?do=undo").text
    before = house.lines(phone.code)[:1]
    phone.post(f"{table}/move", {"version": str(len(house.lines(phone.code))), "text": "table: take-back 2"})
    assert house.lines(phone.code)[:1] == before and "What did Ana choose?" in phone.get(table).text


def test_the_result_is_a_picture_in_which_names_are_only_text(house: House) -> None:
    phone = house.phone()
    table = phone.post("/new/donut-shop", {"seat": ["<b>&", "Bo"], "follow": "bank"}).location
    drawn = phone.get(f"{table}/result.svg")
    assert drawn.mimetype == "image/svg+xml" and "<b>" not in drawn.text
    assert "&lt;b&gt;&amp;" in drawn.text and "$0.00" in drawn.text
    ElementTree.fromstring(drawn.text)


def dealt(phone: Phone, game: str, *seats: str) -> str:
    """A table the server deals, and its page."""
    table: str = phone.post(f"/new/{game}", {"seat": list(seats), "follow": "everything", "deal": "1"}).location
    phone.code = table.rsplit("/", 1)[1]
    return phone.get(table).text


def test_at_a_dealt_table_the_hand_is_seen_while_the_draw_is_chosen(house: House) -> None:
    phone = house.phone()
    assert "Give the phone to Ana" in dealt(phone, "donut-shop", "Ana", "Bo")
    phone.post(f"/t/{phone.code}/look", {"look": "0"})
    spot = re.search(r'href="(/t/\w+\?[^"]*at=[^"]*)"', phone.get(f"/t/{phone.code}").text)
    assert spot
    pays = re.search(r'name="text" value="([^"]*)"', phone.get(html.unescape(spot[1])).text)
    assert pays and phone.record(html.unescape(pays[1])).status_code == 303
    page = phone.get(f"/t/{phone.code}").text
    hand = page.split("Orders in hand")[1].split("</div>")[0]
    order = re.search(
        r"order ([A-Z]\S*)", next(line for line in house.lines(phone.code) if line.startswith("Ana: deal"))
    )
    assert order and hand.count('class="key"') == 1
    assert f'data-key="{order[1]}"' in phone.get(f"/t/{phone.code}?do=box&box=2x2&at=0,0").text


def test_at_a_dealt_table_a_card_is_drawn_and_recorded_by_one_button(house: House) -> None:
    phone, frosted = house.phone(), None
    while frosted is None:
        dealt(phone, "go-nuts", "Ana", "Bo", "Cy", "Di", "Eve", "Fay")
        frosted = re.search(r"(\d)=chocolate-frosted", house.lines(phone.code)[0])
    others = [number for number in range(1, 8) if number != int(frosted[1])]
    bids = " ".join(f"{seat}={others[0]}" for seat in ("Bo", "Cy", "Di", "Eve", "Fay"))
    phone.record(f"table: reveal Ana={frosted[1]} {bids}")
    page = phone.get(f"/t/{phone.code}").text
    assert "Ana draws a card from the deck" in page and "Which card did" not in page
    card = phone.post(f"/t/{phone.code}/dealt", {"take": "keep plain", "version": str(phone.version())})
    assert card.status_code == 303
    assert re.search(r"Ana gets\s+[A-Z][A-Za-z -]+ from the deck\.", heard(phone.get(f"/t/{phone.code}").text))
