"""The language of a page: what the phone chose, what the host set, what the browser asks for; else English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.words.catalogues import CATALOGUE
from tests.client import HTMX, House, Phone

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
WORDS = {
    "de": {"What is on the table?": "Was liegt auf dem Tisch?", "Plain": "Schlicht", "Seats": "Plätze"},
    "es": {"What is on the table?": "¿Qué hay en la mesa?", "Red Velvet": "Terciopelo rojo", "Seats": "Asientos"},
}
GREETING = {"en": "What is on the table?", **{code: words["What is on the table?"] for code, words in WORDS.items()}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Catalogues with a few words."""
    folder = tmp_path_factory.mktemp("translations")
    for code, words in WORDS.items():
        (folder / code / CATALOGUE).parent.mkdir(parents=True)
        messages = "".join(f'msgid "{english}"\nmsgstr "{other}"\n\n' for english, other in words.items())
        api = f'msgid "The description at /api/v1/openapi.json says how."\nmsgstr "{code}: /api/v1/openapi.json"\n'
        (folder / code / CATALOGUE).write_text(HEAD + messages + api, encoding="utf-8")
    return folder


@pytest.fixture
def house(tmp_path: Path, folder: Path) -> House:
    return House(tmp_path, TRANSLATIONS=folder)


def language(page: str) -> str:
    found = re.search(r'<html lang="(\w+)"', page)
    return found[1] if found else ""


def home(phone: Phone, asked: str) -> str:
    """The language of the home page, whose words are of the language it says."""
    page = phone.get("/", Accept_Language=asked).text
    assert GREETING[language(page)] in page
    return language(page)


ASKED = [
    ("", "en"),
    ("de", "de"),
    ("de-AT,de;q=0.9,en;q=0.8", "de"),
    ("es-MX", "es"),
    ("en-GB,en;q=0.9,de;q=0.8", "en"),
    ("fr-FR,fr;q=0.9,es;q=0.5", "es"),
    ("fr", "en"),
    ("*", "en"),
    ("qps", "en"),
    ("de;q=nonsense, \x7f", "en"),
]


@pytest.mark.parametrize(("asked", "spoken"), ASKED)
def test_a_page_speaks_the_best_language_the_browser_asks_for(house: House, asked: str, spoken: str) -> None:
    assert home(house.phone(), asked) == spoken


def test_a_phone_keeps_the_language_it_chose(house: House) -> None:
    ana, bo = house.phone(), house.phone()
    answer = ana.post("/language", {"language": "es"})
    assert (answer.status_code, answer.location) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("language=es;") and "SameSite=Lax" in cookie and "HttpOnly" in cookie
    assert home(ana, "de") == "es"
    assert home(bo, "de") == "de"
    ana.post("/language", {"language": "tlh"})
    assert home(ana, "de") == "es"
    ana.post("/language", {"language": "en"})
    assert home(ana, "de") == "en"


def test_the_choice_leads_back_to_where_it_was_made(house: House) -> None:
    ana = house.phone()
    more = f"http://localhost/t/{ana.open()}/more"
    form = {"Sec-Fetch-Site": "same-origin", "Referer": more}
    assert ana.post("/language", {"language": "de"}, form).location == more
    assert ana.post("/language", {"language": "de"}, {**form, "Referer": "http://elsewhere.example/"}).location == "/"
    assert ana.get("/language").location == "/"


def test_every_language_is_offered_in_its_own_words(house: House) -> None:
    ana = house.phone()
    for address in ("/", f"/t/{ana.open()}/more"):
        page = ana.get(address, Accept_Language="de").text
        offered = re.findall(r'name="language" value="(\w+)" lang="(\w+)" aria-pressed="(\w+)".*?(\w+)</button>', page)
        assert [(code, name, pressed) for code, _, pressed, name in offered] == [
            ("en", "English", "false"),
            ("de", "Deutsch", "true"),
            ("es", "Español", "false"),
        ]
        assert all(code == lang for code, lang, _, _ in offered)


def test_english_alone_is_no_choice(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    page = House(tmp_path, TRANSLATIONS=tmp_path / "none").phone().get("/", Accept_Language="de").text
    assert language(page) == "en" and 'name="language"' not in page


@pytest.mark.parametrize(
    ("host", "asked", "chosen", "spoken"),
    [("de", "es", "", "de"), ("de", "", "", "de"), ("de", "es", "es", "es"), ("tlh", "es", "", "es")],
)
def test_the_host_sets_the_language_of_phones_that_chose_none(
    tmp_path: Path, folder: Path, host: str, asked: str, chosen: str, spoken: str
) -> None:
    phone = House(tmp_path, TRANSLATIONS=folder, LANGUAGE=host).phone()
    if chosen:
        phone.post("/language", {"language": chosen})
    assert home(phone, asked) == spoken


def test_two_phones_of_a_table_differ_and_regions_follow_their_phone(house: House) -> None:
    ana, bo = house.phone(), house.phone()
    bo.code = ana.open("Ana", "José")
    bo.post("/language", {"language": "de"})
    for phone, seats in ((ana, "Asientos"), (bo, "Plätze"), (ana, "Asientos")):
        for headers in ({}, HTMX):
            asked = {**headers, "Accept-Language": "es"}
            page = phone.client.get(f"/t/{ana.code}", headers=asked).get_data(as_text=True)
            assert f'aria-label="{seats}"' in page and "José" in page
    screen = bo.get(f"/t/{ana.code}/screen")
    assert language(screen.text) == "de"
    assert bo.record("José: paid 999999").text.count("Plätze")


@pytest.mark.parametrize("address", ["/", "/rules", "/nowhere", "/t/XXXXX", "/manifest.webmanifest", "/api/v1/nothing"])
def test_every_answer_says_that_it_varies(house: House, address: str) -> None:
    assert {"Accept-Language", "Cookie"} <= set(house.phone().get(address).vary)


def test_messages_of_the_api_follow_the_program(house: House, tmp_path: Path, folder: Path) -> None:
    def message(phone: Phone, **headers: str) -> str:
        return str(phone.get("/api/v1/nothing", **headers).get_json()["refused"]["message"])

    phone = house.phone()
    phone.post("/language", {"language": "es"})
    assert message(phone).endswith("says how.")
    assert message(phone, Accept_Language="de").endswith("de: /api/v1/openapi.json")
    german = House(tmp_path, TRANSLATIONS=folder, LANGUAGE="de").phone()
    assert message(german).endswith("de: /api/v1/openapi.json")
    assert message(german, Accept_Language="es").endswith("es: /api/v1/openapi.json")


@pytest.mark.parametrize("sought", ["plain", "schlicht", "Schlicht", "liso"])
@pytest.mark.parametrize("spoken", ["en", "de", "es"])
def test_a_card_is_found_by_all_its_names(house: House, sought: str, spoken: str) -> None:
    found = house.phone().get(f"/rules/go-nuts?q={sought}", Accept_Language=spoken).text
    listed = re.findall(r'class="choice" href="/rules/go-nuts/([^"]*)"', found)
    assert listed[0] == "plain"


@pytest.mark.parametrize(
    ("sought", "card"),
    [
        ("Zimtdrehung", "cinnamon-twist"),
        ("terciopelo", "red-velvet"),
        ("douche chocoolate", "double-chocolate"),
        ("Barenklaue", "bear-claw"),
        ("GLASEADO DE FRESA", "strawberry-glazed"),
        ("éclair", "eclair"),
        ("Donut Locher", "donut-holes"),
        ("cafe", "coffee"),
        ("Schoko-Milchkuchen", "chocolate-frosted"),
    ],
)
def test_a_card_is_found_as_a_rulebook_prints_it(house: House, sought: str, card: str) -> None:
    found = house.phone().client.get("/rules", query_string={"q": sought})
    assert re.findall(r'class="choice" href="/rules/go-nuts/([^"]*)"', found.get_data(as_text=True))[:1] == [card]


def test_what_is_printed_stands_beside_a_cards_name(house: House) -> None:
    phone = house.phone()
    row = "game go-nuts\nseats Ana Bo\ntable: refill 1=plain 2=glazed 3=eclair\n"
    code = phone.post("/import", {"text": row}).location.rsplit("/", 1)[1]
    german = phone.get(f"/t/{code}", Accept_Language="de").text
    assert '<span class="nm">Schlicht</span><small class="printed" lang="en">Plain</small>' in german
    english = phone.get(f"/t/{code}", Accept_Language="en").text
    assert "Plain" in english and 'class="printed"' not in english
