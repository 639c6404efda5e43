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


def test_the_result_says_in_words_who_won_and_how_early_and_prints_as_a_result(house: House) -> None:
    text = "game donut-shop\nseats Ana Bo\nfollow case\nstart BBVV/BBMM\nAna: place BnOV @4,0 B\ntable: end\n"
    play_through(house, text=text)
    told = " ".join(heard(house.phone().get("/t/WHOLE/result").text).split())
    assert "Ana wins" in told and "Ended after 1 of 36 tiles" in told and "PictureSVG" in told
    printed = " ".join(heard(house.phone().get("/t/WHOLE/paper").text).split())
    assert "Ana wins" in printed and "1 of 36 tiles" in printed and "NameOrders Money" in printed
    assert not any(words in printed for words in ("play on", "From now on", "Boxes left", "score sheet"))


def test_a_shared_win_is_said_and_a_game_played_to_its_end_is_not_early(house: House) -> None:
    play_through(
        house, text="game go-nuts\nseats Ana Bo\ntable: final Ana plain\ntable: final Bo plain\n", game="go-nuts"
    )
    told = " ".join(heard(house.phone().get("/t/WHOLE/result").text).split())
    assert "Ana and Bo share the win" in told and "Ended after" not in told
    printed = " ".join(heard(house.phone().get("/t/WHOLE/paper").text).split())
    assert "Ana and Bo share the win" in printed and "NameCards Points Ana 1 2" in printed and "Plain" in printed
    assert not any(words in printed for words in ("in the deck", "From now on", "Discard pile"))
