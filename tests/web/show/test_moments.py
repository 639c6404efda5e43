"""The replay: the table after a line as the journal is now, and the ways from moment to moment."""

from __future__ import annotations

import re

import pytest

from companion.web.show.moments import moment_view
from tests.client import HTMX, House, Phone
from tests.transcripts import GOLDEN, played
from tests.web.table.test_views import play_through

SHOP = (GOLDEN / "donut-shop-3.txt").read_text()
NUTS = (GOLDEN / "go-nuts-4.txt").read_text()
MADE = "game donut-shop\nseats Ana Bo\nfollow case\nstart BBVV/BBMM\nAna: place BnOV @4,0 B\nBo: place MMMM @4,2 M\n"


def amounts(page: str) -> list[str]:
    seats = page[page.index('id="seats"') : page.index('class="steps"')]
    return re.findall(r'<b class="money">([^<]+)', seats)


def money(cents: int) -> str:
    return f"${cents // 100}.{cents % 100:02}"


def way(page: str, step: str) -> str:
    """The address a step leads to; empty where it leads nowhere."""
    tag = re.search(rf'<a class="round"[^>]*data-step="{step}"', page)
    assert tag
    found = re.search(r'href="([^"]+)"', tag[0])
    return found[1] if found else ""


@pytest.mark.parametrize(("game", "text"), [("donut-shop", SHOP), ("go-nuts", NUTS)])
def test_every_moment_has_its_picture_and_the_steps_lead_through_all(house: House, game: str, text: str) -> None:
    play_through(house, text=text, game=game)
    phone, table, seen = house.phone(), played(text), []
    address = "/t/WHOLE/journal?at=0"
    while address:
        page = phone.get(address).text
        seen.append(int(address.rpartition("=")[2]))
        place = len(seen) - 1
        state = table.applied[place - 1].state if place else table.opening
        scores = [money(score) if game == "donut-shop" else str(score) for score in table.game.rules.scores(state)]
        assert [amount.replace("\N{MINUS SIGN}", "-") for amount in amounts(page)] == scores, address
        address = way(page, "ahead")
    assert seen == [0, *(one.line.seq for one in table.applied)]
    assert way(page, "first") == "/t/WHOLE/journal?at=0"


def test_a_moment_shows_the_case_the_line_and_the_money_of_then(house: House) -> None:
    play_through(house, text=MADE)
    first, second = (house.phone().get(f"/t/WHOLE/journal?at={seq}").text for seq in (1, 2))
    assert 'aria-label="Case, 3 tiles"' in first
    assert 'aria-label="Case, 4 tiles"' in second
    assert amounts(first) == ["$0.10", "$0.00"]
    assert amounts(second) == ["$0.10", "$0.35"]
    assert 'href="/t/WHOLE/line/1"' in first
    assert 'href="/t/WHOLE/journal?at=2"' in first


def test_the_result_leads_through_its_own_moments(house: House) -> None:
    play_through(house, text=SHOP)
    page = house.phone().get("/t/WHOLE/result?at=9").text
    assert way(page, "ahead").startswith("/t/WHOLE/result?at=")
    assert "winner" in page


def test_lines_and_moments_lead_to_each_other(house: House) -> None:
    play_through(house, text=MADE)
    phone = house.phone()
    assert 'href="/t/WHOLE/journal?at=2"' in phone.get("/t/WHOLE/journal").text
    assert 'href="/t/WHOLE/journal?at=2"' in phone.get("/t/WHOLE/line/2").text


def test_the_script_gets_the_moment_alone(house: House) -> None:
    play_through(house, text=MADE)
    answer = house.phone().client.get("/t/WHOLE/journal?at=1", headers=HTMX)
    assert answer.text.lstrip().startswith('<section class="moment" id="moment"')
    assert "<!doctype" not in answer.text


SECRET = """game go-nuts
seats Ana Bo Cy
table: refill 1=glazed 2=plain 3=plain 4=powdered
Ana: select 2 in 1
Bo: select 1 in 1
Cy: select 3 in 1
"""
REPAIRED = MADE + "table: take-back\nBo: place MMMM @4,-2 M\ntable: correct 1 Ana: place BnOV @4,2 B\n"
REPAIRED += "table: insert 4 table: adjust Bo +10\n"


@pytest.mark.parametrize(("at", "shown"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 4), (5, 4), (6, 6), (99, 4)])
def test_a_moment_is_of_the_journal_as_it_is_now(house: House, at: int, shown: int) -> None:
    """Of a line that does not stand, the last one before it; an inserted one stands where it was inserted."""
    table = played(REPAIRED)
    with house.app.test_request_context():
        moment = moment_view(table, at, {})
    assert (moment.at, moment.numbers) == (shown, [0, 1, 6, 4])


def test_a_number_that_is_none_shows_the_journal(ana: Phone) -> None:
    ana.record("Ana: paid 35")
    for at in ("", "x", "-1", "9" * 10):
        assert 'id="moment"' not in ana.get(f"/t/{ana.code}/journal?at={at}").text


def test_bids_are_not_shown_before_their_round_is_turned_over(house: House) -> None:
    """Not even where the whole game is known: the moment is as the table was."""
    play_through(house, text=f"{SECRET}table: reveal\n", game="go-nuts")
    page = house.phone().get("/t/WHOLE/journal?at=4").text
    assert page.count("has bid") == 3
    assert 'class="bids"' not in page
    assert 'class="bids"' in house.phone().get("/t/WHOLE/journal?at=5").text


def test_the_starting_cross_is_one_step_and_each_of_its_lines_leads_there(house: House) -> None:
    text = "game donut-shop\nseats Ana Bo\nfollow case\n"
    text += "table: mend @4,2 B\ntable: mend @5,2 V\ntable: mend @4,3 O\nAna: place VVVV @4,0 V\ntable: mend @5,2 M\n"
    play_through(house, text=text)
    phone, seen = house.phone(), []
    address = "/t/WHOLE/journal?at=0"
    while address:
        page = phone.get(address).text
        seen.append(int(address.rpartition("=")[2]))
        address = way(page, "ahead")
    assert seen == [0, 3, 4, 5]
    for line in (1, 2, 3):
        page = phone.get(f"/t/WHOLE/journal?at={line}").text
        assert "The starting cross, 3 donuts" in page and 'data-numbers="0 3 4 5"' in page and 'value="1"' in page
