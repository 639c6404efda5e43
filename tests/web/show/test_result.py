"""The result: its picture holds all it shows, and its ways lead to moments, the rematch and the review."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tests.client import House, heard
from tests.transcripts import GOLDEN
from tests.web.table.test_views import play_through

GAMES = [
    ("donut-shop", "donut-shop-3"),
    ("donut-shop", "own-bank-3"),
    ("go-nuts", "go-nuts-6"),
    ("go-nuts", "go-nuts-2"),
]


@pytest.mark.parametrize(("game", "name"), GAMES)
def test_the_picture_of_a_whole_game_needs_nothing_from_elsewhere(house: House, game: str, name: str) -> None:
    play_through(house, text=(GOLDEN / f"{name}.txt").read_text(), game=game)
    drawn = house.phone().get("/t/WHOLE/result.svg").text
    root = ElementTree.fromstring(drawn)
    ids = {element.get("id") for element in root.iter()}
    used = {element.get("href", "") for element in root.iter() if element.tag.endswith("}use")}
    assert used <= {f"#{name}" for name in ids}
    assert "class=" not in drawn and "style" not in drawn and "url(" not in drawn
    assert bool(used) == (game == "go-nuts")


def test_the_result_says_who_won_by_what_and_leads_on(house: House) -> None:
    play_through(house, text=(GOLDEN / "donut-shop-3.txt").read_text())
    page = house.phone().get("/t/WHOLE/result").text
    told = " ".join(heard(page).split())
    assert "Biggest lead: laying tiles, 55¢ more than Cy." in told
    assert 'aria-label="Case, ' in page
    bests = re.findall(r'href="(/t/WHOLE/result\?at=\d+)"', page[page.index("Best moments") :])
    assert bests[:3] == ["/t/WHOLE/result?at=51", "/t/WHOLE/result?at=70", "/t/WHOLE/result?at=17"]
    assert re.search(r'<a class="button primary" href="/new/donut-shop\?[^"]*after=WHOLE', page)


def test_a_best_moment_of_go_nuts_names_its_cards(house: House) -> None:
    text = (
        "game go-nuts\nseats Ana Bo\ntable: refill 1=chocolate-frosted 2=powdered 3=glazed\n"
        "table: reveal Ana=1 Bo=2\nAna: draw maple-bar\n"
    )
    play_through(house, text=text, game="go-nuts")
    page = house.phone().get("/t/WHOLE/result").text
    best = " ".join(heard(page.split("Best moments")[1].split("</a>")[0].rpartition("<a ")[2]).split())
    assert best.partition(">")[2] == "Bo Powdered Round 1+3", "though it came after an answer of Ana's"
