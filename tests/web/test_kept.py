"""Drafts live in the address: links to pages beside the table and back carry it."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

from tests.client import House, Phone

DRAFT = "tile=BNV&turn=1&gone=25"
BESIDE = ("journal", "more", "phones", "counted", "line/1", "result", "count")


@pytest.fixture
def phone(house: House) -> Phone:
    phone = house.phone()
    phone.open("Ana", "Bo", follow="case", start="BBVV/BBMM")
    phone.record("Ana: place BVVM @4,0 B")
    return phone


def links(page: str) -> list[str]:
    return [html.unescape(href) for href in re.findall(r'href="([^"]*)"', page)]


def draft_of(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query))


def test_every_way_from_a_page_beside_the_table_back_to_it_holds_the_draft(phone: Phone) -> None:
    """Also by another page in between."""
    table = f"/t/{phone.code}"
    for beside in BESIDE:
        first = phone.get(f"{table}/{beside}?draft={DRAFT.replace('=', '%3D').replace('&', '%26')}").text
        pages = [first]
        pages += [
            phone.get(href).text
            for href in links(first)
            if urlsplit(href).path in {f"{table}/{other}" for other in BESIDE} and "draft=" in href
        ]
        for page in pages:
            back = [href for href in links(page) if urlsplit(href).path == table and "do=" not in href]
            assert back, beside
            assert all(draft_of(href) == dict(parse_qsl(DRAFT)) for href in back), (beside, back)


def test_the_table_leads_beside_with_its_draft(phone: Phone) -> None:
    page = phone.get(f"/t/{phone.code}?{DRAFT}").text
    beside = [href for href in links(page) if urlsplit(href).path in (f"/t/{phone.code}/journal", "/photo")]
    assert beside
    for href in beside:
        draft = draft_of(draft_of(href)["draft"] and "?" + draft_of(href)["draft"])
        assert draft["tile"] == "BNV" and draft["gone"] == "25"


def test_taking_back_or_not_leaves_the_draft_alone(phone: Phone) -> None:
    page = phone.get(f"/t/{phone.code}?{DRAFT}").text
    asks = next(href for href in links(page) if "undo" in href and href.startswith("/t/"))
    asked = phone.get(asks).text
    assert "Take this back" in asked
    never = html.unescape(re.findall(r'href="([^"]*)">Never mind', asked)[0])
    assert draft_of(never) == dict(parse_qsl(DRAFT))


def test_the_judge_and_the_camera_lead_back_to_the_draft(phone: Phone) -> None:
    for asked in (f"/judge?table={phone.code}&line=1&draft=tile%3DBNV", f"/photo?code={phone.code}&draft=tile%3DBNV"):
        page = phone.client.get(asked, follow_redirects=True).text
        back = [href for href in links(page) if urlsplit(href).path == f"/t/{phone.code}"]
        assert back and all(draft_of(href) == {"tile": "BNV"} for href in back), asked


def test_a_rematch_keeps_what_the_table_chose(house: House) -> None:
    phone = house.phone()
    chosen = {"follow": "everything", "deal": "1", "sprinkles": "donut", "first": "1"}
    code = phone.open("Ana", "Bo", "Cy", **chosen)
    page = phone.get(f"/t/{code}/result").text
    rematch = next(href for href in links(page) if href.startswith("/new/"))
    assert re.search(r'class="button" href="/new/', page), "not over yet"
    kept_query = parse_qs(urlsplit(rematch).query)
    assert kept_query["seat"] == ["Ana", "Bo", "Cy"] and kept_query["sprinkles"] == ["donut"]
    start = phone.get(rematch).text
    assert 'name="follow" value="everything" checked' in start and '<option value="donut" selected>' in start
    assert re.search(r'name="deal" value="1" checked', start) and 'id="first1"' in start
    phone.code = code
    phone.record("table: end")
    over = phone.get(f"/t/{code}/result").text
    assert re.search(r'class="button primary" href="/new/', over)
