"""The review of a game: there after its end and not a word of it before."""

from __future__ import annotations

import pytest

from companion.donut_shop.explanations import review as of_shop
from companion.go_nuts import review as of_nuts
from companion.web.show import review
from tests.client import HTMX, House, heard
from tests.transcripts import GOLDEN, played
from tests.web.table.test_views import play_through

SHOP = (GOLDEN / "donut-shop-3.txt").read_text()
NUTS = (GOLDEN / "go-nuts-4.txt").read_text()
GAMES = [("donut-shop", SHOP), ("go-nuts", NUTS)]


@pytest.mark.parametrize(("game", "text"), GAMES)
def test_nothing_is_worked_out_or_shown_before_the_end(
    house: House, game: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (of_shop, of_nuts):
        monkeypatch.setattr(module, "review", lambda table: pytest.fail("worked out"))
    begun = "\n".join(line for line in text.splitlines()[:30] if not line.startswith("#"))
    assert not played(begun).over
    play_through(house, text=begun, game=game)
    phone = house.phone()
    for page in ("", "/result", "/journal?at=3", "/result?at=3", "/screen"):
        assert "review" not in phone.get(f"/t/WHOLE{page}").text, page
    for headers in ({}, HTMX):
        answer = phone.client.get("/t/WHOLE/review", headers=headers)
        assert (answer.status_code, answer.location) == (303, "/t/WHOLE/result")


def test_each_seat_has_its_share_and_the_way_to_what_it_missed(house: House) -> None:
    play_through(house, text=SHOP)
    phone = house.phone()
    assert 'hx-get="/t/WHOLE/review"' in phone.get("/t/WHOLE/result").text
    page = phone.get("/t/WHOLE/review").text
    told = " ".join(heard(page).split())
    assert "Ana89%" in told
    assert "Tiles paid $4.45 of a possible $5.00. Most missed: 30¢, with tile 10." in told
    assert 'href="/t/WHOLE/result?at=24"' in page
    assert "tile 20 would have paid 65¢ instead of 30¢" in told


def test_lost_cards_are_named_with_their_round(house: House) -> None:
    play_through(house, text=NUTS, game="go-nuts")
    told = " ".join(heard(house.phone().get("/t/WHOLE/review").text).split())
    for one in of_nuts.review(played(NUTS)):
        assert one.missed
        assert f"Round {one.missed.round}: alone on {one.missed.number}, " in told


def test_a_review_is_worked_out_once_a_version(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    play_through(house, text=SHOP)
    worked: list[int] = []
    seats_of = review.seats_of
    monkeypatch.setattr(review, "seats_of", lambda table: worked.append(table.version) or seats_of(table))
    ana, bo = house.phone(), house.phone()
    for phone in (ana, bo, ana):
        phone.get("/t/WHOLE/review")
    ana.code = "WHOLE"
    ana.record('table: note "what a game"')
    ana.get("/t/WHOLE/review")
    assert len(worked) == 2


def test_the_drawing_has_the_colours_that_were_swapped_since(house: House) -> None:
    play_through(house, text=SHOP)
    phone = house.phone()
    before = phone.get("/t/WHOLE/review").text
    phone.post("/t/WHOLE/phones", {"do": "mark", "seat": "0", "mark": "6"})
    phone.post("/t/WHOLE/phones", {"do": "mark", "seat": "1", "mark": "5"})
    phone.post("/t/WHOLE/phones", {"do": "mark", "seat": "2", "mark": "4"})
    kept = phone.get("/t/WHOLE/review").text
    house.app.extensions["reviews"] = review.Reviews()
    assert kept == phone.get("/t/WHOLE/review").text != before
