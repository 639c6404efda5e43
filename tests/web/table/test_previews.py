"""Previews of repairs before they are recorded, and explanations of a counted difference."""

from __future__ import annotations

import html
import re
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.bench.planted import planted
from tests.client import House, Phone, heard
from tests.web.table.test_views import play_through

CASE = "game donut-shop\nseats Ana Bo\nfollow case\nstart BBVv/BBMM\nlaid 2\n"
LINES = "Ana: place BVVM @4,0 B\nAna: box 2x2 @0,0 with B\nBo: place MMMM @4,2 M\n"

READY = 'class="dock-button" form="yes">'  # the dock commits: it has no aria-disabled


@pytest.fixture
def phone(house: House) -> Phone:
    play_through(house, "CASE", CASE + LINES)
    phone = house.phone()
    phone.code = "CASE"
    return phone


def ask(phone: Phone, **query: str) -> str:
    answer = phone.client.get(f"/t/CASE/{query.pop('page', 'try')}", query_string=query)
    assert answer.status_code == 200
    return answer.text


def test_a_correction_shows_the_money_before_yes(phone: Phone, house: House) -> None:
    page = ask(phone, say="table: correct 1", tail="Ana: place BVVM @4,0 V")
    assert "$0.25 → $0.30 (+5¢)" in page and 'value="table: correct 1 Ana: place BVVM @4,0 V"' in page
    assert len(house.lines("CASE")) == 3, "nothing is said yet"


def test_after_a_correction_the_journal_says_once_what_to_hand_over(phone: Phone) -> None:
    text = "table: correct 1 Ana: place BVVM @4,0 V"
    assert "Line 1 would read: Ana laid" in heard(ask(phone, text=text))
    answer = phone.post("/t/CASE/move", {"text": text, "version": "3", "then": "journal"})
    assert "Corrected: Ana 5¢ more" in phone.get(answer.location).text
    assert "Line 1 · tile" in " ".join(heard(phone.get("/t/CASE/line/1").text).split())
    same = {"text": "table: correct 1 Ana: place BVVM @4,0 V", "version": "4", "then": "journal"}
    again = phone.post("/t/CASE/move", same)
    assert "Corrected. No amount changes." in phone.get(again.location).text
    assert "Corrected" not in phone.get(answer.location).text, "it is not the latest any more"
    assert "Corrected" not in phone.get("/t/CASE/journal").text


def test_going_back_after_recording_shows_that_it_is_recorded(phone: Phone, house: House) -> None:
    said = {"say": "table: insert 1", "tail": "Ana: paid 5"}
    assert READY in ask(phone, **said)
    phone.post("/t/CASE/move", {"text": "table: insert 1 Ana: paid 5", "version": "3", "then": "journal"})
    page = ask(phone, **said)
    assert "This was just recorded, as line 4." in page
    assert "Record it once more" in page
    assert READY not in page


def test_the_button_that_takes_back_stands_above_the_lines_that_would_go(phone: Phone) -> None:
    page = ask(phone, text="table: take-back 1")
    assert page.index('<button class="button danger">') < page.index("These lines would go")
    assert "Confirm above, or go back" in page


def test_lines_that_would_go_or_no_longer_fit_are_named(phone: Phone) -> None:
    page = ask(phone, text="table: strike 1")
    assert "These lines would go" in page and "These lines would no longer fit" in page
    assert "Bo laid (Maple, Maple, Maple, Maple)" in heard(page)


def test_a_ruling_for_the_whole_game_is_tried_like_a_repair(phone: Phone) -> None:
    assert READY in ask(phone, say="table: ruling", word="holes-join=no", tail="from-the-start")


@pytest.mark.parametrize("text", ["table: strike 99", "nonsense", "Ana: place BVVM @4,0", ""])
def test_a_line_that_cannot_be_entered_is_refused_on_the_page(phone: Phone, text: str) -> None:
    page = ask(phone, text=text)
    assert READY not in page and 'role="alert"' in page


def test_a_counted_difference_is_explained_by_single_slips(phone: Phone) -> None:
    page = ask(phone, page="counted", seat="Ana", counted="30")
    assert "It was paid for Vanilla Frosted" in page and leads(page)[0] == "table: correct 1 Ana: place BVVM @4,0 V"
    assert 'value="table: adjust Ana +5"' in page
    assert "No single mistake" in ask(phone, page="counted", seat="Ana", counted="27")
    assert "The app says the same" in ask(phone, page="counted", seat="Ana", counted="25")
    assert "The app says the same" in ask(phone, page="counted", seat="Ana", counted="0.25")


@pytest.mark.parametrize(("counted", "words"), [("30", "5¢ more than"), ("20", "5¢ less than")])
def test_a_counted_difference_is_named_in_words(phone: Phone, counted: str, words: str) -> None:
    assert f"<h2>{words} the app says</h2>" in ask(phone, page="counted", seat="Ana", counted=counted)


def leads(page: str) -> list[str]:
    """What the pages would try that explanations lead to."""
    ways = [urlsplit(html.unescape(way)) for way in re.findall(r'class="choice[^"]*" href="([^"]*)"', page)]
    return [parse_qs(way.query)["text"][0] if way.path.endswith("/try") else way.path for way in ways]


def test_an_explanation_leads_to_what_it_changes_or_to_the_pads(house: House) -> None:
    lines = "Ana: place BVVM @4,0 B\ntable: adjust Ana +15\ntable: adjust Bo +5\nBo: place MMMM @4,2 M !50\n"
    play_through(house, "CASE", CASE + lines)
    phone = house.phone()
    less = ask(phone, page="counted", seat="Ana", counted="5")
    assert "It did not happen" in less and "table: strike 2" in leads(less)
    more = ask(phone, page="counted", seat="Ana", counted="25")
    assert "table: correct 3 table: adjust Ana +5" in leads(more) and "/t/CASE/line/1/again" in leads(more)
    assert "table: correct 4 Bo: place MMMM @4,2 M" in leads(ask(phone, page="counted", seat="Bo", counted="30"))
    for way in re.findall(r'class="choice[^"]*" href="([^"]*)"', less + more):
        assert phone.get(html.unescape(way)).status_code == 200


@pytest.mark.parametrize("counted", ["", "-5", "²", "some", "9999999", "1e3"])
def test_what_is_no_amount_explains_nothing(phone: Phone, counted: str) -> None:
    page = ask(phone, page="counted", seat="Ana", counted=counted)
    assert "table: adjust" not in page
    assert (f"“{counted}” is not an amount" in page) == bool(counted), "and it is not passed over without a word"


def test_the_page_to_print_shows_what_lies_there(phone: Phone) -> None:
    page = phone.get("/t/CASE/paper").text
    assert "Bo" in page and "<svg" in page and "4 of 36" in page


def test_phones_come_by_code_address_and_qr(phone: Phone) -> None:
    page = phone.get("/t/case/phones").text
    assert "CASE" in page and 'class="qr"' in page and "/t/CASE" in page
    assert phone.get("/T/CASE").location.endswith("/t/CASE")
    assert phone.get("/t/WRONG/phones").status_code == 404


# What is secret

NUTS = "game go-nuts\nseats Ana Bo Cy\nrow 1=plain 2=glazed 3=powdered 4=eclair\n"
BIDS = 'table: note "so"\nAna: select {} in 1\nBo: select 2 in 1\n'
AGAINST_SECRETS = [
    ("table: strike 2",),
    ("table: take-back 2",),
    ("table: take-back",),
    ("table: take-back", "table: take-back"),
    ("table: correct 2 Ana: select ? in 1",),
    ("table: reveal Cy=1",),
    ("table: reveal Ana=3 Cy=1",),
    ("table: reveal Ana=4 Cy=1",),
    ("table: reveal",),
    ("Cy: select 1 in 1", "table: reveal"),
    ("table: rename Ana Anna", "table: reveal Anna=3 Cy=1"),
    ("table: insert 3 table: reveal Ana=3 Bo=2 Cy=1",),
    ("table: insert 3 table: reveal Ana=4 Bo=2 Cy=1",),
    ("table: correct 3 table: reveal Ana=3 Bo=2 Cy=1",),
    ("table: put-back",),
]


def secret(house: House, code: str, bid: int) -> Phone:
    """A phone at a table where Ana has bid secretly."""
    play_through(house, code, NUTS + BIDS.format(bid), "go-nuts")
    phone = house.phone()
    phone.code = code
    return phone


def tried(phone: Phone, lines: tuple[str, ...]) -> str:
    return phone.client.get(f"/t/{phone.code}/try", query_string={"text": lines}).text.replace(phone.code, "CODE")


@pytest.mark.parametrize("lines", AGAINST_SECRETS, ids=" + ".join)
def test_what_is_tried_reads_alike_whatever_was_bid(house: House, lines: tuple[str, ...]) -> None:
    pages = {tried(secret(house, f"BID{bid}", bid), lines) for bid in (1, 3, 4)}
    assert len(pages) == 1
    assert not re.search("(Ana|Bo) bid on", pages.pop())


def test_a_preview_of_a_bid_does_not_show_that_it_was_just_made(house: House) -> None:
    said = NUTS + "Ana: select {} in 1\n"
    pages = set()
    for bid in (1, 3):
        play_through(house, f"NEW{bid}", said.format(bid), "go-nuts")
        phone = house.phone()
        phone.code = f"NEW{bid}"
        pages.add(tried(phone, ("Ana: select 3 in 1",)))
    assert len(pages) == 1


def test_a_bid_that_would_go_is_named_without_its_number(house: House) -> None:
    page = tried(secret(house, "NUTS", 3), ("table: strike 2",))
    assert "These lines would go" in page and "Ana has bid" in page


@pytest.mark.parametrize("line", ["table: reveal Cy=1", "table: insert 3 table: reveal Ana=3 Bo=2 Cy=1"])
def test_cards_are_turned_over_by_recording_not_by_a_preview(house: House, line: str) -> None:
    phone = secret(house, "NUTS", 3)
    page = tried(phone, (line,))
    assert "This turns the cards over" in page and READY in page
    assert len(house.lines("NUTS")) == 3, "nothing was said"


def test_cards_entered_openly_are_previewed_like_any_line(house: House) -> None:
    play_through(house, "NUTS", NUTS, "go-nuts")
    phone = house.phone()
    phone.code = "NUTS"
    assert "+2" in tried(phone, ("table: reveal Ana=1 Bo=2 Cy=4",))


@pytest.mark.parametrize("named", ["Ana=3 Cy=1", "Ana=4 Cy=1", "Ana=1 Bo=2 Cy=1", "Ana=3"])
def test_no_phone_finds_a_bid_by_naming_it(house: House, named: str) -> None:
    phone = secret(house, "NUTS", 3)
    before = house.lines("NUTS")
    answer = phone.record(f"table: reveal {named}")
    assert answer.status_code == 422 and "Ana bid secretly" in answer.text
    assert house.lines("NUTS") == before
    assert phone.record("table: reveal Cy=1").status_code == 303


def test_a_bid_made_aloud_is_not_repeated_for_a_seat_that_bid_secretly(house: House) -> None:
    """Ana bids 2 openly on one phone while she bids on another: the button never names her."""
    page = secret(house, "NUTS", 3).get("/t/NUTS?bids=2.0.1&seat=0").text
    assert 'value="table: reveal Cy=1"' in page and "do=cover&amp;seat=0" in page


@pytest.mark.parametrize("count", [21, 2000])
def test_more_lines_than_one_command_holds_are_not_previewed(phone: Phone, count: int) -> None:
    page = ask_all(phone, ["table: insert 1 table: end"] * count)
    assert 'role="alert"' in page and READY not in page


def ask_all(phone: Phone, lines: list[str]) -> str:
    return phone.client.get("/t/CASE/try", query_string={"text": lines}).text


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("box size", "It was another box: "),
        ("order left out", "One more order was given: "),
        ("spot", "The tile lay somewhere else"),
        ("donut misread", "A donut of this tile was another one"),
        ("box forgotten", "A box was forgotten in this turn?"),
    ],
)
def test_slips_of_whole_games_are_offered_in_words_that_lead_on(house: House, kind: str, sentence: str) -> None:
    """In some of three games each kind comes among those offered."""
    pages = ""
    for number in range(3):
        slip = planted(kind, "case", Random(f"page {kind} {number}"))
        play_through(house, f"CASE{number}", slip.text)
        phone, state = house.phone(), slip.table.state
        asked = {"seat": state.party.names[slip.seat], "counted": str(state.cents(slip.seat) + slip.difference)}
        page = phone.client.get(f"/t/CASE{number}/counted", query_string=asked).text
        ways = re.findall(r'<a class="choice[^"]*" href="([^"]*)"', page)
        assert 1 <= len(ways) <= 8
        for way in ways:
            assert phone.get(html.unescape(way)).status_code == 200
        pages += page
    assert sentence in pages
    if kind == "spot":
        rows = re.findall(r"lay somewhere else\s*<small>[0-9]+: (.*?)</small><small>→ (.*?)</small>", pages)
        assert all(re.search(", at row [0-9]+, column [0-9]+$", row) for pair in rows for row in pair)
        assert rows and all(before != after for before, after in rows)
