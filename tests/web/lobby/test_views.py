"""Home, joining by code, opening a table: what a start form may hold, and what it cannot smuggle in."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.web.phones import MOST_TABLES
from tests.client import House, Phone, sentence
from tests.transcripts import GOLDEN

OWN_SET = """
name = "corner-shop"
[donuts.A]
name = "Apple"
colour = "#AA0000"
[donuts.Z]
name = "Zebra"
colour = "#000000"
"""


def header(house: House, code: str) -> str:
    with house.connection() as connection:
        sheet = connection.table(code)
    assert sheet is not None
    return sheet.header


def test_home_names_the_games_and_the_tables_of_this_phone(ana: Phone, house: House) -> None:
    assert "/new/donut-shop" in ana.get("/").text
    assert f"/t/{ana.code}" in ana.get("/").text
    assert f"/t/{ana.code}" not in house.phone().get("/").text


def test_a_phone_that_looked_at_a_table_finds_it_at_home(bo: Phone) -> None:
    bo.get(f"/t/{bo.code}")
    assert f"/t/{bo.code}" in bo.get("/").text


def test_the_cookie_stays_small_however_many_tables_a_phone_saw(house: House, ana: Phone) -> None:
    codes = [house.phone().open() for _ in range(MOST_TABLES + 5)]
    for code in codes:
        ana.get(f"/t/{code}")
    home = ana.get("/").text
    assert [f"/t/{code}" in home for code in codes] == [False] * 5 + [True] * MOST_TABLES
    cookie = ana.client.get_cookie("phone")
    assert cookie is not None
    assert len(cookie.value) < 3000


@pytest.mark.parametrize(
    ("typed", "leads"),
    [
        ("KRMPF", "/t/KRMPF"),
        (" krmpf ", "/t/KRMPF"),
        ("kr mpf", "/t/KRMPF"),
        ("Kr-Mpf", "/t/KRMPF"),
        ("k r – m.p f", "/t/KRMPF"),
        ("", "/"),
        ("../../etc", "/"),
        ("//evil.example", "/"),
        ("a\r\nSet-Cookie: x=y", "/"),
        ("K?x=1", "/"),
        ("<b>", "/"),
    ],
)
def test_joining_leads_to_the_table_with_that_code(house: House, typed: str, leads: str) -> None:
    answer = house.phone().client.get("/join", query_string={"code": typed})
    assert (answer.status_code, answer.location) == (303, leads)
    assert "x=y" not in str(answer.headers)


def test_a_table_is_opened_from_the_form(house: House) -> None:
    phone = house.phone()
    code = phone.open("Ana", "Cy Lee", first="1", set="classic", sprinkles="donut", follow="case")
    assert header(house, code).splitlines() == [
        "game donut-shop",
        'seats "Ana" "Cy Lee"',
        'first "Cy Lee"',
        "set classic",
        "follow case",
        "rulings sprinkles=donut",
    ]
    assert 'value="Cy Lee"' in phone.get("/new/donut-shop").text


def test_empty_seats_are_left_out(house: House) -> None:
    assert 'seats "Ana" "Di"\n' in header(house, house.phone().open("Ana", "", " ", "Di"))


@pytest.mark.parametrize("first", ["9", "-1", "x", "²", "1" * 5000, "2", "None"])
def test_a_first_seat_that_is_none_is_left_out(house: House, first: str) -> None:
    assert "first" not in header(house, house.phone().open("Ana", "Bo", first=first))


@pytest.mark.parametrize("lines", ["\n", "\r\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029"], ids=repr)
@pytest.mark.parametrize("field", ["name", "set", "follow", "first", "sprinkles", "cross"])
def test_no_field_can_add_a_header_line(house: House, field: str, lines: str) -> None:
    phone = house.phone()
    smuggled = f"classic{lines}money Ana 500"
    form = {"seat": ["Ana", f"Bo{lines}money Ana 5" if field == "name" else "Bo"], field: smuggled}
    answer = phone.post("/new/donut-shop", form)
    assert answer.status_code in (303, 422)
    if answer.status_code == 303:
        said = header(house, answer.location.rsplit("/", 1)[1])
        assert not [line for line in said.splitlines() if line.startswith("money")]
        assert "$5" not in phone.get(answer.location).text


@pytest.mark.parametrize(
    "form",
    [
        pytest.param({}, id="nobody plays"),
        pytest.param({"seat": ["Ana"]}, id="one alone"),
        pytest.param({"seat": list("ABCDE")}, id="five at a table for four"),
        pytest.param({"seat": ["Ana", "ana"]}, id="two of one name"),
        pytest.param({"seat": ["Ana", "table"]}, id="somebody called table"),
        pytest.param({"seat": ["Ana", "x" * 25]}, id="a long name"),
        pytest.param({"seat": ["Ana", "B\0o"]}, id="a name with NUL"),
        pytest.param({"seat": ["Ana", "\u202eoB"]}, id="a name that runs backwards"),
        pytest.param({"seat": ["Ana", "Bo"], "set": "nowhere"}, id="no such edition"),
        pytest.param({"seat": ["Ana", "Bo"], "set": ":x"}, id="an edition that looks like a line"),
        pytest.param({"seat": ["Ana", "Bo"], "follow": ":x"}, id="a level that looks like a line"),
        pytest.param({"seat": ["Ana", "Bo"], "follow": "nothing"}, id="no such level"),
        pytest.param({"seat": ["Ana", "Bo"], "sprinkles": "maybe"}, id="no such choice"),
        pytest.param({"seat": ["Ana", "Bo"], "sprinkles": "donut sprinkles=card"}, id="a ruling twice"),
    ],
)
def test_a_table_nobody_can_play_is_refused_with_the_form(house: House, form: dict[str, object]) -> None:
    phone = house.phone()
    answer = phone.post("/new/donut-shop", form)
    assert answer.status_code == 422
    assert sentence(answer)
    assert '<form class="sheet" method="post" action="/new/donut-shop"' in answer.text
    with house.connection() as connection:
        assert connection.db.table("sheets").count == 0


@pytest.mark.parametrize("name", ["O'Neil", 'Q"uote', "back\\slash", "Zoë", "😀", "a:b", "#1", "x" * 24, "&lt;b&gt;"])
def test_any_name_people_have_can_play(house: House, name: str) -> None:
    phone = house.phone()
    phone.open(name, "Bo", follow="bank")
    for page in ("", "/journal", "/more", "/result"):
        assert phone.get(f"/t/{phone.code}{page}").status_code == 200
    form = {"say": "table: adjust", "seat": name, "amount": "5", "version": "0"}
    assert phone.post(f"/t/{phone.code}/move", form).status_code == 303


def test_an_edition_of_the_house_brings_its_colours(tmp_path: Path) -> None:
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "corner.toml").write_text(OWN_SET)
    phone = House(tmp_path).phone()
    answer = phone.get("/sets/corner-shop.css")
    assert (answer.status_code, answer.mimetype) == (200, "text/css")
    assert answer.text == ".f-A{--frosting:#AA0000}.f-Z{--frosting:#000000}"
    phone.open(set="corner-shop", follow="case")
    assert "/sets/corner-shop.css" in phone.get(f"/t/{phone.code}").text


@pytest.mark.parametrize("address", ["/sets/nowhere.css", "/new/chess", "/sets/..%2f..%2fapp.css"])
def test_what_the_house_has_not_is_not_found(house: House, address: str) -> None:
    assert house.phone().get(address).status_code == 404


def test_a_cross_entered_once_is_known_the_next_evening(house: House) -> None:
    phone = house.phone()
    phone.open(follow="case")
    rows = next(line for line in (GOLDEN / "donut-shop-2.txt").read_text().splitlines() if line.startswith("start"))
    picture = rows.removeprefix("start ").split("/")
    squares = [(x, y, letter) for y, row in enumerate(picture) for x, letter in enumerate(row) if letter != "."]
    lines = "\n".join(f"table: mend @{x},{y} {letter}" for x, y, letter in squares)
    form = {"text": lines, "version": "0", "draft": "do=cross"}
    assert phone.post(f"/t/{phone.code}/move", form).status_code == 303
    code = phone.open(follow="case", set="classic", cross="1")
    assert rows in header(house, code).splitlines()


@pytest.mark.parametrize(
    ("address", "rows", "columns"),
    [
        ("donut-shop/score-sheet?seats=2", 18, 4),
        ("donut-shop/score-sheet?seats=4", 9, 8),
        ("donut-shop/score-sheet?seats=99", 9, 8),
        ("donut-shop/score-sheet?seats=²", 18, 4),
        ("go-nuts/score-sheet?seats=6", 23, 6),
    ],
)
def test_a_blank_score_sheet_has_a_place_for_every_amount(house: House, address: str, rows: int, columns: int) -> None:
    page = house.phone().get(f"/new/{address}").text
    lines = [line for line in page.split("<tr>") if "<td></td>" in line]
    written = [line for line in lines if line.count("<td></td>") == columns]
    assert sum("together" not in line for line in written) == rows


def test_a_score_sheet_of_no_game_is_nowhere(house: House) -> None:
    assert house.phone().get("/new/chess/score-sheet").status_code == 404
