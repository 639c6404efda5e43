"""Whatever a POST answers, its address can be asked again with GET: a reload, news, waking never end in 405.

The routes are read off the app, so that a new one cannot break this unseen.
"""

from __future__ import annotations

import html
import io
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.store.pending import Purpose
from tests.client import HTMX, OWN_PAGE, House, Phone

FORMS = {
    "nothing": {},
    "no line": {"text": "Ana: fly", "version": "0", "draft": "do=box&of=1"},
    "more": {"page": "more", "form": "note", "say": "table: note", "quote": "x" * 300, "version": "0"},
    "a preview": {"page": "try", "text": "table: strike 99", "version": "0"},
    "counted": {"page": "counted", "of": "Ana", "counted": "35", "text": "table: adjust Zoe +5", "version": "0"},
    "a start": {"seat": ["Ana", "", "Ana"], "first": "2", "follow": "bank"},
    "an edition": {"edition": "", "letter": ["B", "N"], "name": ["Blue", ""], "colour": ["#4aa8e0", "#ffffff"]},
    "corners": {"corners": "10,10 40,40", "wide": "8", "high": "4"},
}


def posts(house: House) -> list[Rule]:
    """The routes that take a POST from a page; `/api` answers programs."""
    rules = house.app.url_map.iter_rules()
    return [rule for rule in rules if "POST" in (rule.methods or ()) and not rule.rule.startswith("/api/")]


@pytest.fixture
def phone(house: House) -> Phone:
    phone = house.phone()
    phone.open()
    phone.record("Ana: paid 35")
    return phone


def path_of(house: House, phone: Phone, rule: Rule) -> str:
    """An address of this route about something that exists."""
    values = {"code": phone.code, "token": photo(house, phone), "seq": "1"}
    values["name"] = "donut-shop" if rule.rule.startswith("/new") else "classic"
    values["link"] = phone.get("/take-along").location.rsplit("/", 1)[1]
    used = {argument: values[argument] for argument in rule.arguments}
    built = house.app.url_map.bind("localhost").build(rule.endpoint, used, "POST")
    return built


def photo(house: House, phone: Phone) -> str:
    """A photo of this phone in which nothing was read; its token."""
    with phone.client.session_transaction() as session:
        owner = session["id"]
    jpeg = io.BytesIO()
    Image.new("RGB", (60, 40)).save(jpeg, "JPEG")
    drafts = house.app.extensions["store"].pending
    draft = drafts.add(owner, Purpose("judge", "classic"), jpeg.getvalue(), (60, 40))
    return str(drafts.set_reading(draft, None, "no-case").token)


def stands_at(answer: TestResponse) -> str:
    """The address a browser shows with this answer: where the page says it stands, else what was asked last."""
    if "HX-Replace-Url" in answer.headers and "HX-Request" in answer.request.headers:
        return str(answer.headers["HX-Replace-Url"])
    named = re.search(r'data-address="([^"]*)"', answer.text)
    asked = urlsplit(answer.request.url)
    return html.unescape(named[1]) if named else f"{asked.path}?{asked.query}"


def test_no_route_takes_a_post_alone(house: House, phone: Phone) -> None:
    rules = posts(house)
    assert len(rules) > 12
    for rule in rules:
        answer = phone.client.get(path_of(house, phone, rule), follow_redirects=True)
        assert answer.status_code == 200, (rule.rule, answer.status)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("headers", [OWN_PAGE, HTMX], ids=["by form", "by script"])
def test_the_address_after_any_post_can_be_requested_again(
    house: House, phone: Phone, form: dict[str, object], headers: dict[str, str]
) -> None:
    for rule in posts(house):
        path = path_of(house, phone, rule)
        answer = phone.client.post(path, data=form, headers=headers, follow_redirects=True)
        gone = answer.status_code == 404  # what the form names is not there
        for address in {stands_at(answer), urlsplit(answer.request.url).path}:
            again = phone.client.get(address, follow_redirects=True)
            assert again.status_code == (404 if gone and again.status_code == 404 else 200), (rule.rule, address)


def refused(phone: Phone, path: str, form: dict[str, object]) -> tuple[TestResponse, TestResponse]:
    """The answer to a form that is refused, and the page at the address where it stands."""
    answer = phone.client.post(path, data=form, headers=OWN_PAGE)
    assert answer.status_code in (409, 422), answer.status
    return answer, phone.client.get(stands_at(answer), follow_redirects=True)


def values(page: TestResponse) -> set[str]:
    return {html.unescape(value) for value in re.findall(r'value="([^"]*)"', page.text)}


def test_what_was_typed_on_more_stays_with_the_refusal_and_after_a_reload(phone: Phone) -> None:
    form = {"page": "more", "form": "rename", "say": "table: rename", "seat": "Bo", "name": "Ana", "version": "1"}
    for page in refused(phone, f"/t/{phone.code}/move", {**form, "kept": "note-quote=half+a+note"}):
        assert {"Ana", "half a note"} <= values(page)
        assert re.search(r'id="rename-seat".*?<option selected>Bo', page.text, re.S)


def test_a_stale_yes_shows_the_change_again_at_its_address(phone: Phone) -> None:
    line = "table: strike 1"
    form = {"page": "try", "text": line, "version": "0", "then": "journal"}
    answer, again = refused(phone, f"/t/{phone.code}/move", form)
    assert "/try?" in stands_at(answer)
    assert line in values(answer) and line in values(again), "the yes can be said at once"


def test_a_start_that_is_refused_keeps_names_and_choices(house: House, phone: Phone) -> None:
    form = {"seat": ["Ana", "", "Ana"], "first": "2", "follow": "bank", "sprinkles": "donut"}
    for page in refused(phone, "/new/donut-shop", form):
        assert re.findall(r'name="seat" value="([^"]*)"', page.text)[:3] == ["Ana", "", "Ana"]
        assert 'name="first" value="2" checked' in page.text and 'name="follow" value="bank" checked' in page.text
        assert '<option value="donut" selected>' in page.text


def test_a_tray_that_is_refused_is_not_lost(house: House) -> None:
    phone = house.phone()
    code = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo"]}).location.rsplit("/", 1)[1]
    cards = "plain.plain.plain.glazed.glazed"
    page = phone.get(f"/t/{code}/count?cards={cards}").text
    action = html.unescape(re.findall(r'<form[^>]*method="post" action="([^"]*)"', page)[-1])
    for shown in refused(phone, action, {"text": "table: final Ana glazed*99", "version": "0"}):
        assert "5 cards" in shown.text


def test_a_refused_refill_keeps_the_cards_entered(house: House) -> None:
    phone = house.phone()
    phone.code = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo"]}).location.rsplit("/", 1)[1]
    form = {"text": "table: row 1=plain 2=plain", "draft": "cards=plain.glazed", "version": "0"}
    answer, again = refused(phone, f"/t/{phone.code}/move", form)
    assert parse_qs(urlsplit(stands_at(answer)).query)["cards"] == ["plain.glazed"]
    assert "take it off" in answer.text and "take it off" in again.text


def test_without_script_the_draft_is_kept_by_the_phones_cookie(phone: Phone) -> None:
    form = {"text": "Ana: fly", "version": "1", "draft": "gone=25"}
    phone.client.post(f"/t/{phone.code}/move", data=form, headers=OWN_PAGE)
    assert phone.client.get(f"/t/{phone.code}/move").location == f"/t/{phone.code}?gone=25"
