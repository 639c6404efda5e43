"""The start page without a script: people moved, removed and remembered, who starts drawn, the cardboard set up."""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import parse_qsl, urlsplit

import pytest
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.go_nuts.cards import CARDS
from companion.web.lobby.arranging import arranged
from companion.web.lobby.setup import NutsSetup, ShopSetup, setup_of
from tests.client import House, Phone, heard

THREE = [("seat", "Ana"), ("seat", "Bo"), ("seat", "Cy"), ("first", "1"), ("follow", "bank")]


def after(phone: Phone, *pressed: tuple[str, str], fields: list[tuple[str, str]] = THREE) -> dict[str, list[str]]:
    """The fields of the start page after a press of one of its buttons."""
    answer = phone.client.get("/new/donut-shop", query_string=[*fields, *pressed])
    assert answer.status_code == 303
    led = urlsplit(answer.location)
    assert (led.path, led.fragment) == ("/new/donut-shop", "people")
    assert phone.get(answer.location).status_code == 200
    return MultiDict(parse_qsl(led.query, keep_blank_values=True)).to_dict(flat=False)


@pytest.mark.parametrize(
    ("button", "seats", "first"),
    [
        (("up", "1"), ["Bo", "Ana", "Cy"], ["0"]),
        (("up", "0"), ["Bo", "Cy", "Ana"], ["0"]),
        (("up", "9"), ["Ana", "Bo", "Cy"], ["1"]),
        (("out", "0"), ["Bo", "Cy"], ["0"]),
        (("out", "1"), ["Ana", "Cy"], None),
        (("out", "x"), ["Ana", "Bo", "Cy"], ["1"]),
        (("add", "Di"), ["Ana", "Bo", "Cy", "Di"], ["1"]),
        (("add", " ana "), ["Ana", "Bo", "Cy"], ["1"]),
        (("add", " "), ["Ana", "Bo", "Cy"], ["1"]),
    ],
)
def test_a_button_moves_people_and_who_starts_stays_the_same(
    house: House, button: tuple[str, str], seats: list[str], first: list[str] | None
) -> None:
    led = after(house.phone(), button)
    assert (led["seat"], led.get("first"), led["follow"]) == (seats, first, ["bank"])


def test_gaps_close_money_goes_with_its_seat_and_a_full_table_takes_nobody(house: House) -> None:
    fields = [*(("seat", name) for name in ("Ana", "", "Bo", "")), *(("money", cents) for cents in ("5", "", "20", ""))]
    led = after(house.phone(), ("up", "2"), fields=[*fields, ("first", "2")])
    assert (led["seat"], led["money"], led["first"]) == (["Bo", "Ana"], ["20", "5"], ["0"])
    four = [("seat", name) for name in ("Ana", "Bo", "Cy", "Di")]
    assert after(house.phone(), ("add", "Ed"), fields=four)["seat"] == ["Ana", "Bo", "Cy", "Di"]


def test_who_starts_is_drawn_among_those_who_play_and_said(house: House) -> None:
    form = MultiDict([("seat", "Ana"), ("seat", ""), ("seat", "Bo"), ("seat", "Cy"), ("draw", "1")])
    drawn = Counter(dict(arranged(form, 4) or [])["first"] for _ in range(300))
    assert set(drawn) == {"0", "1", "2"} and min(drawn.values()) > 50
    led = after(house.phone(), ("draw", "1"))
    page = house.phone().client.get("/new/donut-shop", query_string=[(k, v) for k, vs in led.items() for v in vs]).text
    said = re.search(r'role="status">(.*?)</p>', page, re.DOTALL)
    assert said and heard(said[1]).strip() == f"{led['seat'][int(led['first'][0])]} starts"


def test_people_of_earlier_tables_are_offered_the_latest_first(house: House) -> None:
    phone = house.phone()
    phone.open("Ana", "Bo")
    phone.open("Cy", "Ana")

    def offered(query: str = "") -> list[str]:
        return re.findall(r'name="add" value="([^"]*)"', phone.get(f"/new/donut-shop{query}").text)

    assert offered() == ["Bo"], "Cy and Ana sit there already"
    assert offered("?seat=Di&seat=") == ["Cy", "Ana", "Bo"]
    answer = phone.post("/new/donut-shop/people", {"seat": ["Di", "Ana"], "forget": "Cy"})
    assert answer.location == "/new/donut-shop?seat=Di&seat=Ana"
    assert offered("?seat=Di") == ["Ana", "Bo"]
    assert offered() == ["Bo"], "Ana is left of the last table"
    assert 'value="Bo"' not in house.phone().get("/new/donut-shop").text


def test_to_count_only_leads_to_the_count(house: House) -> None:
    phone = house.phone()
    assert '<input type="hidden" name="then" value="count">' in phone.get("/new/go-nuts?then=count").text
    answer = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo"], "then": "count"})
    assert answer.location.endswith("/count") and phone.get(answer.location).status_code == 200


@pytest.mark.parametrize(("people", "cards", "crullers", "out"), [(2, 37, 1, 37), (3, 50, 2, 24), (4, 61, 3, 13)])
def test_the_deck_of_go_nuts_follows_the_people(people: int, cards: int, crullers: int, out: int) -> None:
    setup = setup_of(GAMES["go-nuts"], people)
    assert isinstance(setup, NutsSetup)
    assert (setup.deck, dict(setup.used)["french-cruller"], setup.row) == (cards, crullers, people + 1)
    assert setup.deck + sum(copies for _, copies in setup.unused) == sum(card.copies for card in CARDS)


@pytest.mark.parametrize("people", [5, 6])
def test_with_five_and_six_all_cards_are_in(people: int) -> None:
    setup = setup_of(GAMES["go-nuts"], people)
    assert isinstance(setup, NutsSetup) and (setup.deck, setup.unused) == (70, [])


@pytest.mark.parametrize(("people", "common", "stack"), [(2, 2, 34), (3, 1, 33), (4, 0, 32)])
def test_the_boxes_of_donut_shop_follow_the_people(people: int, common: int, stack: int) -> None:
    setup = setup_of(GAMES["donut-shop"], people)
    assert isinstance(setup, ShopSetup)
    assert (dict(setup.boxes).get("2x2", 0), dict(setup.boxes)["3x4"], setup.stack) == (common, 4, stack)


def test_the_set_up_is_shown_at_the_start_and_at_a_table_until_its_first_line(house: House) -> None:
    phone = house.phone()
    start = phone.get("/new/go-nuts?seat=Ana&seat=Bo&seat=Cy").text
    assert start.count('class="setup"') == 5 and 'name="people" value="3" data-unkept checked' in start
    phone.open("Ana", "Bo", "Cy", first="1", follow="case")
    assert f'href="/t/{phone.code}/setup"' in phone.get(f"/t/{phone.code}").text
    page = heard(phone.get(f"/t/{phone.code}/setup").text)
    assert "3 people · Bo starts" in page and "Each stack then holds 33." in page
    phone.record("Bo: place BBBB @6,2 B !")
    assert f'href="/t/{phone.code}/setup"' not in phone.get(f"/t/{phone.code}").text
    dealt = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo"], "deal": "1"}).location
    assert "/setup" not in phone.get(dealt).text


def test_set_up_and_score_sheet_follow_the_names_that_are_typed(house: House) -> None:
    phone = house.phone()
    phone.open("Old", "Older")
    names = "seat=Ana&seat=&seat=Cy&seat=Di"
    page = phone.get(f"/new/donut-shop?{names}&people=2&setup=1").text
    assert 'name="people" value="3" data-unkept checked' in page and 'id="set-up" open' in page
    sheet = phone.get(f"/new/donut-shop/score-sheet?{names}").text
    heads = re.findall(r'<th colspan="2">([^<]+)</th>', sheet)
    assert [head.strip() for head in heads] == ["Ana", "Cy", "Di"]
    assert f'href="/new/donut-shop?{names.replace("&", "&amp;")}"' in sheet
    fewer = phone.get("/new/donut-shop/score-sheet?seat=Ana&seat=Bo&seat=Cy&seats=2").text
    assert "Bo" in fewer and "Cy\n</th>" not in fewer
    assert "Older" in phone.get("/new/donut-shop/score-sheet").text
