"""Requests and who may make them: hosts, other sites, the headers on every answer, and markup that stays text."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.web.safety import HEADERS, is_own_host
from tests.client import HTMX, OWN_PAGE, House, Phone, sentence


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1:8000", "192.168.1.23:8000", "[::1]:8000", "donuts", "table.local", "pi.fritz.box"],
)
def test_the_hosts_of_a_home_are_answered(ana: Phone, host: str) -> None:
    assert ana.get("/new/donut-shop", Host=host).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "192.168.1.23.evil.example", "", "[", "[::1", "a b", "evil.example.", "é.de"],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_name_of_the_internet_is_refused(ana: Phone, house: House, host: str, method: str) -> None:
    headers = {**OWN_PAGE, "Host": host}
    answer = ana.client.open(f"/t/{ana.code}/move" if method == "POST" else "/", method=method, headers=headers)
    assert answer.status_code == 400
    assert "<h1>" in answer.text
    assert house.lines(ana.code) == []


def test_a_host_named_in_the_settings_is_answered(tmp_path: Path) -> None:
    phone = House(tmp_path, HOSTS="donuts.example, other.example").phone()
    assert phone.get("/", Host="Donuts.Example").status_code == 200
    assert phone.get("/", Host="more.donuts.example").status_code == 400


@pytest.mark.parametrize(("name", "own"), [("2001:db8::1", True), ("x.internal", True), ("local", True), (".", False)])
def test_own_hosts(name: str, own: bool) -> None:
    assert is_own_host(name, "") == own


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"Sec-Fetch-Site": "same-origin"}, 303, id="a tap on our page"),
        pytest.param({"Sec-Fetch-Site": "none"}, 303, id="typed by the user"),
        pytest.param({"Origin": "http://localhost"}, 303, id="our origin where the browser sends no Sec-Fetch-Site"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, 403, id="another site"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, 403, id="a neighbour of our site"),
        pytest.param({"Sec-Fetch-Site": ""}, 403, id="an empty Sec-Fetch-Site"),
        pytest.param({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, 403, id="one of two is wrong"),
        pytest.param({"Origin": "http://evil.example"}, 403, id="another origin"),
        pytest.param({"Origin": "http://localhost:81"}, 403, id="another port"),
        pytest.param({"Origin": "http://localhost.evil.example"}, 403, id="an origin that begins like ours"),
        pytest.param({"Origin": "null"}, 403, id="a page without an origin"),
        pytest.param({"Origin": "http://["}, 403, id="an origin that is none"),
        pytest.param({"Origin": ""}, 403, id="an empty origin"),
        pytest.param({"Referer": "http://localhost/"}, 403, id="only a referrer"),
        pytest.param({}, 403, id="nothing said"),
    ],
)
def test_only_our_own_pages_may_submit_a_line(house: House, ana: Phone, headers: dict[str, str], status: int) -> None:
    answer = ana.record("Ana: paid 5", 0, headers)
    assert answer.status_code == status
    assert len(house.lines(ana.code)) == (status == 303)
    assert status == 303 or sentence(answer) == "This came from another site."


def test_reading_is_no_matter_of_origin(ana: Phone) -> None:
    assert ana.get(f"/t/{ana.code}", Origin="http://evil.example", Sec_Fetch_Site="cross-site").status_code == 200


# Headers


def broken() -> str:
    raise RuntimeError("a fault of ours")


ANSWERS: dict[str, Callable[[Phone], TestResponse]] = {
    "home": lambda phone: phone.get("/"),
    "a table": lambda phone: phone.get(f"/t/{phone.code}"),
    "a part for htmx": lambda phone: phone.get(f"/t/{phone.code}", HX_Request="true"),
    "a move": lambda phone: phone.record("Ana: paid 5", 0),
    "a refused move": lambda phone: phone.record("what?", 0, HTMX),
    "the stream": lambda phone: phone.client.get(f"/t/{phone.code}/news", buffered=False),
    "colours": lambda phone: phone.get("/sets/classic.css"),
    "a script": lambda phone: phone.get("/static/companion.js"),
    "a picture that is not there": lambda phone: phone.get("/static/nowhere.svg"),
    "no such page": lambda phone: phone.get("/nowhere"),
    "no such table": lambda phone: phone.get("/t/BBBBB"),
    "a wrong method": lambda phone: phone.client.put("/", headers=OWN_PAGE),
    "a foreign host": lambda phone: phone.get("/", Host="evil.example"),
    "a foreign site": lambda phone: phone.record("Ana: end", 0, {}),
    "too much": lambda phone: phone.record("x" * 100_000, 0),
    "a fault of ours": lambda phone: phone.get("/broken"),
    "a redirect": lambda phone: phone.get("/join?code=x"),
    "what may be asked": lambda phone: phone.client.options("/"),
}


@pytest.mark.parametrize("ask", ANSWERS.values(), ids=ANSWERS.keys())
def test_every_answer_has_the_strict_headers(house: House, ask: Callable[[Phone], TestResponse]) -> None:
    house.app.config["PROPAGATE_EXCEPTIONS"] = False
    house.app.add_url_rule("/broken", view_func=broken)
    ana = house.phone()
    ana.open()
    answer = ask(ana)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert answer.headers.get("Cache-Control")
    answer.close()


def test_scripts_come_from_here_alone() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert {"default-src 'self'", "base-uri 'none'", "form-action 'self'"} <= set(policy.split("; "))


def test_pages_are_kept_by_no_cache_and_static_files_by_all(ana: Phone) -> None:
    page, script = ana.get(f"/t/{ana.code}"), ana.get("/static/companion.js")
    assert page.headers["Cache-Control"] == "no-store"
    assert "max-age=31536000" in script.headers["Cache-Control"]
    script.close()


@pytest.mark.parametrize("page", ["/", "/new/donut-shop", "/t/CODE", "/t/CODE/more", "/t/CODE/journal", "/t/NONE"])
def test_no_page_carries_scripts_styles_or_handlers_of_its_own(ana: Phone, page: str) -> None:
    text = ana.get(page.replace("CODE", ana.code)).text
    assert "<script>" not in text
    assert "<style" not in text
    for sign in (" style=", " onclick=", " onload=", "javascript:"):
        assert sign not in text


# Markup stays text

MARKUP = '<b a="1">&\'x'  # 13 characters: fits in a name
HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(2)">\'&amp;'


def is_text(page: str) -> bool:
    """Return whether nothing that people typed is markup on this page."""
    return not any(sign in page for sign in ("<b a", "<script>alert", "<img", '"alert('))


def test_names_notes_and_texts_are_text_on_every_page(house: House) -> None:
    phone = house.phone()
    phone.open(MARKUP, "Bo", follow="bank")
    seat = {"say": "table: adjust", "seat": MARKUP, "amount": "5", "quote": HOSTILE, "version": "0"}
    assert phone.post(f"/t/{phone.code}/move", seat).status_code == 303
    assert (
        phone.post(f"/t/{phone.code}/move", {"say": "table: note", "quote": HOSTILE, "version": "1"}).status_code == 303
    )
    pages = ["", "?do=undo", "/journal", "/line/1", "/line/2", "/more", "/result"]
    shown = [phone.get(f"/t/{phone.code}{page}").text for page in pages]
    shown += [phone.get("/new/donut-shop").text, phone.get("/").text]
    shown += [phone.post(f"/t/{phone.code}/move", {"text": "table: end", "version": "2"}, HTMX).text]
    shown += [phone.get(f"/t/{phone.code}/result").text, phone.get(f"/t/{phone.code}").text]
    assert all(map(is_text, shown))
    assert MARKUP in unescape(shown[0])
    assert HOSTILE in unescape(shown[2])


@pytest.mark.parametrize(
    "text", [HOSTILE, f"Ana: {HOSTILE}", f"{HOSTILE}: end", f'Ana: paid 5 "{HOSTILE}', f'table: note "{HOSTILE}']
)
def test_what_is_refused_is_quoted_as_text(ana: Phone, text: str) -> None:
    for headers in (OWN_PAGE, HTMX):
        answer = ana.record(text, 0, headers)
        assert answer.status_code == 422
        assert is_text(answer.text)


@pytest.mark.parametrize("field", ["do", "tile", "turn", "at", "box", "own", "with", "say", "seat", "x"])
@pytest.mark.parametrize("follow", ["bank", "case", "everything"])
def test_what_an_address_holds_is_text(house: House, field: str, follow: str) -> None:
    phone = house.phone()
    phone.open(follow=follow)
    for more in ({}, {"do": "deal"}, {"do": "box"}):
        answer = phone.client.get(f"/t/{phone.code}", query_string={**more, field: f'"{HOSTILE}'})
        assert answer.status_code == 200
        assert is_text(answer.text)
        assert "\n" not in answer.headers["HX-Replace-Url"]


@pytest.mark.parametrize("address", ["/new/donut-shop?seat=", "/t/", "/", "/sets/", "/new/", "/static/", "/join?code="])
def test_an_address_that_is_markup_is_text(ana: Phone, address: str) -> None:
    assert is_text(ana.get(address + "%3Cscript%3Ealert(1)%3C/script%3E").text)
