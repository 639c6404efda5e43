"""The rules reference: every page opens, every link leads somewhere, every refusal and amount has its page."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote_plus

import pytest

from companion.commands.reasons_doc import ENUMS
from companion.donut_shop.game import PARTS
from companion.donut_shop.moves import Pack
from companion.donut_shop.notation import read_box, read_cards, read_tile
from companion.editions import load_sets
from companion.games import GAMES
from companion.go_nuts.cards import CARDS
from companion.judge import rulebook
from companion.judge.examples import EXAMPLES, Example
from companion.judge.verdicts import Position, judge_box, judge_tile
from companion.refusals import Illegal
from companion.words import REASONS, RULINGS, Words
from tests.client import House, Phone, sentence

CLASSIC = load_sets()["classic"]
ADDRESSES = [f"/rules/{game}/{rule}" for game, rule in rulebook.BOOK.pages]
SHOP_EXAMPLES = [
    pytest.param(page, one, id=f"{page[1]}-{place}")
    for page, examples in EXAMPLES.items()
    for place, one in enumerate(examples)
    if not one.trays
]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Phone:
    return House(tmp_path_factory.mktemp("rules")).phone()


def links(page: str) -> set[str]:
    """Addresses a page leads to, files aside."""
    found = {unescape(address) for address in re.findall(r'href="([^"#][^"]*)"', page)}
    return {address for address in found if not address.startswith(("/static", "?"))}


@pytest.mark.parametrize("address", ["/rules", *(f"/rules/{game}" for game in rulebook.RULES), *ADDRESSES])
def test_every_page_opens_and_its_links_lead_somewhere(reader: Phone, address: str) -> None:
    answer = reader.get(address)
    assert answer.status_code == 200
    for other in links(answer.text):
        assert not other.startswith("/rules/") or other in ADDRESSES or other.count("/") == 2, other
        assert other.startswith("/rules") or reader.get(other).status_code == 200, other


@pytest.mark.parametrize("language", ["en", "qps"])
def test_every_page_has_its_text_in_each_language(language: str) -> None:
    words = Words(language)
    for game, rules in rulebook.RULES.items():
        for name, rule in rules.items():
            texts = [words.text(text) for text in (rule.title, *rule.paragraphs, *rule.books, *rule.examples)]
            assert all(texts), (game, name)
            assert len(rule.examples) == len(EXAMPLES.get((game, name), ())), name


def test_every_ruling_has_its_page_and_its_source() -> None:
    assert set(rulebook.BOOKS) == set(RULINGS) == set(rulebook.RULE_OF_RULING)
    for ruling, connection in rulebook.BOOKS.items():
        page = rulebook.of_ruling(ruling)
        assert len(connection.examples) == len(page.examples), ruling
        assert rulebook.rule_of(page) is not None
        assert any(known.id == ruling for known in GAMES[page.game].rulings) == (len(RULINGS[ruling].choices) > 1)


def test_every_card_has_its_page() -> None:
    assert all((rulebook.NUTS, card.name) in rulebook.BOOK.pages for card in CARDS)


def test_every_reason_has_its_page() -> None:
    reasons = {str(reason.value) for enum in ENUMS for reason in enum} | set(map(str, REASONS))
    assert set(rulebook.REASONS) == reasons


def test_no_reason_has_two_pages() -> None:
    reasons = [
        reason
        for rules in (rulebook._OF_OURS, rulebook._OF_SHOP, rulebook._OF_NUTS)
        for r in rules.values()
        for reason in r
    ]
    assert len(reasons) == len(set(map(str, reasons)))


def test_every_part_of_an_amount_has_its_page() -> None:
    assert all(rulebook.of_part("donut-shop", part) for part in PARTS)
    assert all(rulebook.of_part("go-nuts", part) for part in [*(card.name for card in CARDS), "adjust"])
    coffee = rulebook.of_part("go-nuts", "coffee"), rulebook.of_part("donut-shop", "coffee")
    assert [page.id for page in coffee if page] == ["coffee", "coffee-orders"]


@pytest.mark.parametrize(("page", "example"), SHOP_EXAMPLES)
def test_amounts_on_a_page_are_the_engines(reader: Phone, page: tuple[str, str], example: Example) -> None:
    position = Position(tuple(example.case.split("/")), CLASSIC)
    text = reader.get(f"/rules/{page[0]}/{page[1]}").text
    try:
        if example.box:
            orders, wilds = read_cards(example.cards.split(), CLASSIC)
            verdict = judge_box(position, Pack(read_box(example.box), example.at, orders, wilds))
        else:
            verdict = judge_tile(position, read_tile(example.tile, CLASSIC), example.at, example.kind)
    except Illegal as refusal:
        refused = Words("en").refusal(refusal, CLASSIC).sentence
        shown = refused in unescape(text) and not example.allowed
    else:
        shown = f">{Words('en').price(verdict.cents)}<" in text and example.allowed
        assert not example.kind or verdict.kind == example.kind
    assert shown


def test_a_ruling_shows_what_each_choice_would_pay(reader: Phone) -> None:
    assert "Then it pays 10¢." in reader.get("/rules/donut-shop/holes-join").text
    assert "Then it pays 70¢." in reader.get("/rules/donut-shop/coffee-four").text
    assert reader.get("/rules/go-nuts/tie").text.count("wins</span>") == 3


@pytest.mark.parametrize("ruling", [r.id for game in GAMES.values() for r in game.rulings if r.id != "sprinkled-self"])
def test_the_example_of_a_ruling_shows_the_difference(reader: Phone, ruling: str) -> None:
    page = rulebook.of_ruling(ruling)
    text = reader.get(f"/rules/{page.game}/{ruling}").text
    assert f"Under {ruling}=" in text or text.count('class="under"') >= 2


def test_a_search_finds_pages(reader: Phone) -> None:
    found = reader.get("/rules?q=holes+JOIN").text
    assert "/rules/donut-shop/holes-join" in found
    assert "/rules/go-nuts/plain" not in found
    assert "/rules/go-nuts/milk" in reader.get("/rules/go-nuts?q=discard+three").text
    assert "No page has all of these words" in reader.get("/rules?q=xyzzy").text


@pytest.mark.parametrize(
    ("query", "addresses"),
    [
        ("diagonal", ["donut-shop/placing"]),
        ("Corners", ["donut-shop/placing", "donut-shop/being-paid"]),
        ("collide", ["go-nuts/taking"]),
        ("collisions", ["go-nuts/taking"]),
        ("same spot", ["go-nuts/taking"]),
        ("number SAME bids", ["go-nuts/bidding", "go-nuts/taking"]),
        ("winner tie", ["donut-shop/end", "go-nuts/end"]),
        ("who wins in a tie", ["donut-shop/end", "go-nuts/end", "go-nuts/tie"]),
        ("draw", ["donut-shop/drawing", "donut-shop/end", "go-nuts/end"]),
        ("photo", ["companion/photos"]),
        ("2x3 hangs", ["donut-shop/boxing"]),
        ("a tie in a bid", ["go-nuts/bidding", "go-nuts/taking"]),
    ],
)
def test_a_page_is_found_by_the_words_people_use(reader: Phone, query: str, addresses: list[str]) -> None:
    found = reader.get(f"/rules?q={quote_plus(query)}").text
    assert "go-nuts/plain" not in found, "not every page"
    assert "No page has all" not in found
    listed = [address for address in re.findall(r'class="choice" href="/rules/([^"]*)"', found) if address in addresses]
    assert listed == addresses


def test_titles_come_first_and_most_of_the_words_will_do(reader: Phone) -> None:
    listed = re.findall(r'class="choice" href="/rules/([^"]*)"', reader.get("/rules/donut-shop?q=box").text)
    assert listed[0] == "donut-shop/boxing"
    found = reader.get("/rules?q=xyzzy+collision").text
    assert "These have most of them." in found
    assert re.findall(r'class="choice" href="/rules/([^"]*)"', found) == ["go-nuts/taking"]


@pytest.mark.parametrize("address", ["/rules/chess", "/rules/donut-shop/nothing", "/rules/go-nuts/placing"])
def test_a_page_that_is_not_there(reader: Phone, address: str) -> None:
    assert reader.get(address).status_code == 404


@pytest.mark.parametrize("query", ["%00", "%ff%fe", "%3Cscript%3E", "%25%28x%29s", "a" * 500, "'\";--"])
def test_a_search_never_fails(reader: Phone, query: str) -> None:
    answer = reader.get(f"/rules?q={query}")
    assert answer.status_code == 200
    assert "<script>" not in answer.text


def test_a_refusal_and_an_amount_lead_to_their_rule(house: House) -> None:
    phone = house.phone()
    phone.open(follow="case")
    refused = phone.record("Ana: place BBBB @1,0 B")
    assert sentence(refused)
    assert 'href="/rules/donut-shop/placing"' in refused.text
    phone.record("Ana: place BBBB @0,0 B")
    line = phone.get(f"/t/{phone.code}/line/1").text
    assert 'href="/rules/donut-shop/being-paid"' in line
