"""The judge plays a Go Nuts round from a written position, card by card, and asks where somebody must choose."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from werkzeug.datastructures import MultiDict

from companion.web.addresses import address
from companion.web.judge.rounds import Round, read_round
from tests.client import House, Phone
from tests.web.judge.test_views import args_of

POSITION = Round(
    ("Ana", "Bo", "Cy Lee"),
    (("plain", "plain"), (), ("powdered",)),
    (1, 2, 2),
    ("glazed", "plain", "eclair", "powdered"),
    ("glazed",),
)


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Phone:
    return House(tmp_path_factory.mktemp("round")).phone()


def steps(page: str) -> list[str]:
    story = re.search(r'<ol class="happened"[^>]*>(.*?)</ol>', page, re.S)
    found = re.findall(r"<li>(.*?)</li>", story[1], re.S) if story else []
    return [unescape(re.sub(r"<[^>]*>", "", step)).strip() for step in found]


def pages(page: str, sentence: str) -> list[str]:
    """The pages of the rules that a step or a question leads to."""
    found = re.findall(r"<(?:li|h2)>(.*?)</(?:li|h2)>", page, re.S)
    found_step = next(step for step in found if sentence in unescape(step))
    return re.findall(r'href="([^"]*)"', found_step)


def options(page: str) -> list[str]:
    return [unescape(href) for href in re.findall(r'<a class="choice" href="([^"]*)"', page)]


def round_page(phone: Phone, question: Round) -> str:
    answer = phone.get(address("/judge/go-nuts/round", question.query()))
    assert answer.status_code == 200
    return answer.text


RULED = Round(("A", "B"), ((), ()), (0, 0), ("", "", ""), rulings={"sprinkled-self": "yes", "boston-pair": "3"})


@pytest.mark.parametrize("question", [POSITION, Round(("A", "B"), ((), ()), (0, 0), ("", "", "")), RULED])
def test_a_position_is_read_back_from_its_address(phone: Phone, question: Round) -> None:
    with phone.client.application.test_request_context():
        assert read_round(args_of(address("/judge/go-nuts/round", question.query()))) == question


def test_a_round_is_played_card_by_card(phone: Phone) -> None:
    page = round_page(phone, POSITION)
    played = steps(page)
    assert len(played) == 2, "a card nobody bid on is no step"
    assert "Ana" in played[0] and "Glazed" in played[0]
    assert "Bo" in played[1] and "Cy Lee" in played[1]


def test_a_card_that_asks_stops_the_round_and_each_answer_goes_on(phone: Phone) -> None:
    """Every card of the deck is bid on once; whoever must choose takes the first answer until nobody must."""
    seen = 0
    for card in ("donut-holes", "red-velvet", "double-chocolate", "sprinkled", "boston-cream", "eclair"):
        question = Round(
            POSITION.names, POSITION.trays, (1, 2, 3), (card, "plain", "powdered", "jelly-filled"), ("glazed",)
        )
        page = round_page(phone, question)
        for _ in range(6):
            ways = options(page)
            if not ways:
                break
            seen += 1
            page = phone.get(ways[0]).text
            assert 'role="alert"' not in page
        assert not options(page)
    assert seen >= 2


def test_each_step_leads_to_its_rule(phone: Phone) -> None:
    page = round_page(phone, POSITION)
    assert pages(page, "1: Ana takes") == ["/rules/go-nuts/taking"]
    assert pages(page, "2: Bo and Cy Lee collide") == ["/rules/go-nuts/taking"]
    row = ("plain", "red-velvet", "powdered", "eclair")
    page = round_page(phone, Round(POSITION.names, POSITION.trays, (1, 2, 4), row, ("glazed", "plain")))
    assert pages(page, "Which card does Bo take out") == ["/rules/go-nuts/red-velvet"]
    page = phone.get(options(page)[0]).text
    assert pages(page, "Bo took Glazed out") == ["/rules/go-nuts/red-velvet"]
    assert pages(page, "off the discard pile") == ["/rules/go-nuts/eclair"]


def test_a_step_leads_to_the_ruling_it_rests_on(phone: Phone) -> None:
    row = ("plain", "powdered", "cinnamon-twist", "sprinkled", "eclair")
    names, trays = ("Ana", "Bo", "Cy", "Di"), ((), ("plain",), (), ())
    page = round_page(phone, Round(names, trays, (1, 1, 3, 4), row))
    assert pages(page, "not everybody has a card") == ["/rules/go-nuts/cinnamon-twist", "/rules/go-nuts/twist-empty"]
    assert pages(page, "give away") == ["/rules/go-nuts/sprinkled"], "its only card: nothing to rule on"
    page = round_page(phone, Round(names, trays, (1, 4, 3, 1), row))
    assert pages(page, "give away") == ["/rules/go-nuts/sprinkled", "/rules/go-nuts/sprinkled-self"]


def test_the_round_is_played_by_the_rulings_chosen(phone: Phone) -> None:
    """Sprinkled may give itself where the table plays so, and two Boston Creams are worth what it says."""
    trays = (("boston-cream", "glazed"), (), ())
    row = ("boston-cream", "sprinkled", "eclair", "plain")
    question = Round(("A", "B", "C"), trays, (1, 3, 3), row)
    points = [
        re.findall(r'<b class="money">(.*?)</b>', round_page(phone, one))
        for one in (question, ask_under(question, "boston-pair", "3"))
    ]
    assert points[0] != points[1]
    given = Round(("A", "B", "C"), trays, (2, 3, 3), row)
    allowed = round_page(phone, ask_under(given, "sprinkled-self", "yes"))
    assert len(options(allowed)) > len(options(round_page(phone, given)))
    assert "/rules/go-nuts/sprinkled-self" in allowed and 'value="sprinkled-self=yes" selected' in allowed
    assert "rules=sprinkled-self" in options(allowed)[0] and "sprinkled-self" in unescape(allowed).split("share?")[1]


def ask_under(question: Round, ruling: str, choice: str) -> Round:
    return replace(question, rulings={ruling: choice})


def test_each_ruling_is_chosen_by_a_field_of_the_form(phone: Phone) -> None:
    with phone.client.application.test_request_context():
        question = read_round(MultiDict([("rules", "tie=cards"), ("rules", "types=no"), ("rules", "moon=no")]))
    assert question.rulings == {"types": "no"}


def test_the_round_can_be_shared(phone: Phone) -> None:
    page = round_page(phone, POSITION)
    shared = unescape(re.search(r'href="(/judge/round/share[^"]*)"', page)[1])  # type: ignore[index]
    answer = phone.get(shared)
    assert answer.status_code == 200
    assert "/judge/go-nuts/round?" in answer.text


@pytest.mark.parametrize(
    "query",
    [
        "seats=99",
        "seats=2&row1=nonsense&bid0=1&bid1=2",
        "seats=2&row1=plain&row2=plain&row3=plain&bid0=1",
        "seats=2&row1=plain&row2=plain&row3=plain&bid0=99&bid1=²",
        "seats=3&row1=plain&tray0=plain*99999999",
        "seats=2&row1=plain&row2=milk&row3=glazed&bid0=1&bid1=2&then=A: dance",
        "seats=2&name0=A&name1=a&row1=plain",
        'seats=2&name0="\n&name1=table&row1=plain',
        "then=x" * 50,
    ],
)
def test_nonsense_is_answered_in_words(phone: Phone, query: str) -> None:
    assert phone.get(f"/judge/go-nuts/round?{query}").status_code == 200


def test_an_unknown_card_is_refused_with_its_reason(phone: Phone) -> None:
    page = phone.get("/judge/go-nuts/round?seats=2&row1=nonsense&bid0=1&bid1=2").text
    assert 'role="alert"' in page


def test_cards_are_read_with_any_separator(phone: Phone) -> None:
    with phone.client.application.test_request_context():
        question = read_round(MultiDict({"seats": "2", "tray0": "Plain*2, milk; eclair"}))
        assert question.trays[0] == ("plain", "plain", "milk", "eclair")
        ticked = read_round(MultiDict([("seats", "2"), ("tray0", "plain"), ("tray0", "milk"), ("pile", "glazed")]))
        assert (ticked.trays[0], ticked.pile) == (("plain", "milk"), ("glazed",))
