"""The pages of Go Nuts where more is known than which copies the deck can still hold."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.client import House, Phone, heard

PUT_BACK = (
    "table: refill 1=double-chocolate 2=chocolate-frosted 3=plain 4=plain 5=glazed",
    "table: reveal Ana=1 Bo=2 Cy=3 Di=3",
)


@pytest.fixture
def phone(house: House) -> Phone:
    phone = house.phone()
    answer = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo", "Cy", "Di"]})
    phone.code = answer.location.rsplit("/", 1)[1]
    for line in PUT_BACK:
        assert phone.record(line).status_code in (200, 303)
    return phone


def page(phone: Phone, draft: str = "") -> str:
    answer = phone.get(f"/t/{phone.code}?{draft}")
    assert answer.status_code == 200
    return unescape(answer.text)


def heading(text: str) -> str:
    found = re.search(r"<h2[^>]*>(.*?)</h2>", text)
    assert found
    return found[1]


def told(text: str) -> list[str]:
    """The lines of the round: number, sentence and points."""
    lines = re.findall("<li[^>]*>(.*?)</li>", text.partition('<ol class="story"')[2].partition("</ol>")[0], re.S)
    return [" ".join(re.sub("<[^>]*>", " ", line).split()).replace(" .", ".") for line in lines]


def bids_shown(text: str) -> list[tuple[int, str]]:
    """Who bid on which number, as the cookies on the row say it."""
    row = text.partition('<ol class="row-cards')[2].partition("</ol>")[0]
    places = enumerate(row.split('<li class="place')[1:], 1)
    return [(n, name) for n, place in places for name in re.findall('cookie.*?visually-hidden"> (.*?)</span>', place)]


def test_double_chocolate_asks_first_for_the_two_cards_then_which_is_kept(phone: Phone) -> None:
    assert heading(page(phone)) == "Which two cards did Ana draw?"
    assert heading(page(phone, "cards=plain")) == "Which other card did Ana draw?"
    assert heading(page(phone, "cards=plain.powdered")) == "Which of the two cards does Ana keep?"


def test_keys_that_wait_for_the_card_put_back_say_so_and_keep_their_count(phone: Phone) -> None:
    assert phone.record("Ana: draw powdered plain keep plain").status_code in (200, 303)
    assert "comes first" not in page(phone), "only Ana knows what she put back"
    phone.claim(0)
    text = page(phone, "show=table")
    assert heading(text) == "Which card did Bo draw from the deck?"
    assert "Powdered was put back on the deck, so it comes first." in text
    keys = re.findall(r'<small class="visually-hidden">([^<]*)</small>', text)
    assert [words for words in keys if "comes first" not in words] == ["4 left"]
    assert keys.count("6 left; the card put back comes first") == len(["Donut Holes", "Jelly-Filled", "Boston Cream"])
    assert not [words for words in keys if words == "none left"]


def test_the_story_has_what_bear_claw_takes_and_sprinkled_gives(house: House) -> None:
    phone = house.phone()
    answer = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo", "Cy", "Di"]})
    phone.code = answer.location.rsplit("/", 1)[1]
    for line in (
        "table: refill 1=glazed 2=bear-claw 3=sprinkled 4=plain 5=plain",
        "table: reveal Ana=1 Bo=2 Cy=3 Di=4",
        "Bo: take glazed from Ana",
        "Cy: give sprinkled to Di",
    ):
        assert phone.record(line).status_code in (200, 303)
    assert told(page(phone)) == [
        "1 Ana takes Glazed. +2",
        "2 Bo takes Bear Claw. −2",
        "Bo takes Glazed from Ana. +2",
        "3 Cy takes Sprinkled. +2",
        "Cy gives Sprinkled to Di. −2",
        "4 Di takes Plain. +4",
    ]


@pytest.mark.parametrize("card", ["bear-claw", "coffee", "milk", "maple-frosted"])
def test_the_page_of_a_card_names_what_no_rulebook_settles(house: House, card: str) -> None:
    text = house.phone().get(f"/rules/go-nuts/{card}").text
    assert ("our reading" if card == "bear-claw" else "types=no") in text


REFILL = "table: refill 1=plain 2=glazed 3=eclair 4=powdered"


def two_phones(house: House) -> tuple[Phone, Phone]:
    """The phone that opened a table of three, and that of Bo, both asked which cards are turned up."""
    ana, bo = house.phone(), house.phone()
    ana.open("Ana", "Bo", "Cy")
    answer = ana.post("/new/go-nuts", {"seat": ["Ana", "Bo", "Cy"]})
    ana.code = bo.code = answer.location.rsplit("/", 1)[1]
    bo.claim(1)
    return ana, bo


def test_two_phones_may_tell_the_same_card_and_another_one_is_named_with_its_phone(house: House) -> None:
    ana, bo = two_phones(house)
    seen = bo.version()
    ana.record(REFILL, seen)
    assert bo.record(REFILL, seen).status_code == 303, "told twice, turned up once"
    answer = bo.record(REFILL.replace("glazed", "milk"), seen)
    said = " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())
    assert answer.status_code == 409 and re.search(r"Glazed lies at 2 already\.", said)
    assert re.search(r"Cards turned up.*\(entered on the shared phone\)", said)
    assert f'href="/t/{ana.code}/line/1"' in answer.text
    assert house.lines(ana.code) == [REFILL]


def test_what_is_half_told_is_forgotten_once_another_phone_told_it(house: House) -> None:
    ana, bo = two_phones(house)
    key = re.search(r'data-key="plain"[^>]* href="/t/\w+\?([^"]*)"', page(bo))
    assert key and "cards=plain" in key[1]
    assert "take it off" in page(bo, key[1])
    ana.record(REFILL)
    ana.record("table: reveal Ana=1 Bo=2 Cy=2")
    assert heading(page(bo, key[1])) == "What is turned up at 1?", "not at the next number, as if told"
    ana.record("table: refill 1=plain 2=plain")
    bids = re.search(r'data-key="3" href="/t/\w+\?([^"]*)"', page(ana))
    assert bids and bids_shown(page(ana, bids[1])) == [(3, "Ana")]
    ana.record("table: reveal Ana=1 Bo=2 Cy=2")
    ana.record("table: refill 1=glazed 2=glazed")
    assert not bids_shown(page(ana, bids[1])), "nor is a number of the last round"


def test_who_bid_what_is_seen_as_soon_as_the_bids_are_turned_over(house: House) -> None:
    ana, bo = two_phones(house)
    cy, watcher = house.phone(), house.phone()
    cy.code = watcher.code = ana.code
    cy.claim(2)
    ana.record("table: refill 1=plain 2=glazed 3=eclair 4=double-chocolate")
    bids = [(2, "Bo"), (3, "Cy"), (4, "Ana")]
    for phone, line in ((ana, "Ana: select 4 in 1"), (bo, "Bo: select 2 in 1"), (cy, "Cy: select 3 in 1")):
        phone.record(line)
        seen = {shown for each in (bo, cy, watcher) for shown in bids_shown(page(each))} - {(2, "Bo"), (3, "Cy")}
        assert not seen and not bids_shown(page(watcher)), "nothing but one's own before all are turned over"
    bo.record("table: reveal")
    assert [bids_shown(page(each)) for each in (ana, bo, cy, watcher)] == [bids] * 4
    ana.record("Ana: draw plain powdered keep plain")
    assert len(told(page(watcher))) == 6, "the round is told card by card"


def test_the_latest_lines_show_their_cards(house: House) -> None:
    phone = house.phone()
    phone.code = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo"]}).location.rsplit("/", 1)[1]

    def latest() -> str:
        line = page(phone).partition('<span class="latest">')[2].partition("</a>")[0]
        assert line.count('<svg class="small"') == line.count("#card-")
        return " ".join(heard(line).split())

    phone.record("table: refill 1=french-cruller 2=plain 3=glazed")
    assert latest() == "New: French Cruller, Plain, Glazed"
    phone.record("table: reveal Ana=1 Bo=2")
    assert latest() == "Turned over: French Cruller"
    phone.record("Ana: discard 3")
    assert latest() == "Ana discarded Glazed from the row"
    assert "Ana discarded Glazed from the row" in " ".join(heard(page(phone, "do=undo")).split())


def test_the_journal_draws_who_bid_on_which_card(house: House) -> None:
    phone = house.phone()
    phone.code = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo", "Cy"]}).location.rsplit("/", 1)[1]
    phone.record("table: refill 1=glazed 2=plain 3=powdered 4=french-cruller")
    phone.record("Cy: select 3 in 1")
    phone.record("table: reveal Ana=4 Bo=3")
    phone.record("Ana: discard 1 2")
    text = phone.get(f"/t/{phone.code}/journal").text
    said = " ".join(heard(text).split())
    assert "New: 1 Glazed 2 Plain 3 Powdered 4 French Cruller" in said
    assert "Turned over: 3 Bo Cy Powdered 4 Ana French Cruller" in said, "secret bids too"
    assert "Ana discarded Glazed, Plain from the row" in said


AGAINST = "table: refill 1=eclair 2=eclair 3=plain"


def put_back_last(house: House) -> Phone:
    """A table whose deck has Powdered on top, as Ana alone knows."""
    phone = house.phone()
    phone.code = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo", "Cy"]}).location.rsplit("/", 1)[1]
    for line in (
        "table: refill 1=double-chocolate 2=plain 3=glazed 4=powdered",
        "table: reveal Ana=1 Bo=2 Cy=3",
        "Ana: draw powdered plain keep plain",
    ):
        assert phone.record(line).status_code in (200, 303)
    return phone


def test_who_knows_the_card_put_back_is_asked_before_a_refill_against_it(house: House) -> None:
    phone = put_back_last(house)
    phone.claim(0)
    before = house.lines(phone.code)
    first = page(phone)
    assert "Powdered was put back on the deck, so it comes first." in first
    assert re.search(r'<a class="card gone" data-key="eclair"', first), "it may be entered all the same"
    assert f'value="{AGAINST}"' in page(phone, "cards=eclair.eclair")
    asked = phone.record(AGAINST)
    assert asked.status_code == 422 and "Powdered was put back on the deck" in asked.text
    assert f'value="{AGAINST} !"' in asked.text and house.lines(phone.code) == before
    assert phone.record(f"{AGAINST} !").status_code in (200, 303)
    assert "recorded anyway: Powdered was put back" in page_of_journal(phone)


def test_where_nobody_was_asked_a_line_that_does_not_fit_is_not_called_recorded_anyway(house: House) -> None:
    phone = put_back_last(house)
    assert phone.record(AGAINST).status_code in (200, 303), "the phone does not know what Ana put back"
    phone.claim(0)
    text = page_of_journal(phone)
    assert "does not fit: Powdered was put back" in text and "recorded anyway" not in text


def page_of_journal(phone: Phone) -> str:
    return " ".join(heard(phone.get(f"/t/{phone.code}/journal").text).split())
