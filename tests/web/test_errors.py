"""Bad input: any text in any field gets a clear sentence and the right status; nothing is stored, no trace shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.refusals import Illegal, Malformed, Stale, Unavailable
from companion.web.errors import status_of
from tests.client import HTMX, OWN_PAGE, House, Phone, sentence
from tests.properties import examples, given, st


def is_clear(answer: TestResponse) -> bool:
    """A page with a sentence, without a trace or a word of Python."""
    words = sentence(answer)
    traces = ("Traceback", "Error:", "site-packages", ".py", "werkzeug")
    return 10 < len(words) < 400 and not any(trace in answer.text for trace in traces)


TEXTS = {
    "nothing": "",
    "blanks": " \t ",
    "no line": "hello",
    "nobody's line": ": end",
    "a name and nothing": "Ana:",
    "an open quote": 'Ana: paid 5 "box',
    "NUL": "Ana: paid 5\0",
    "NUL in a note": 'table: note "\0"',
    "an escape in a note": 'table: note "\x1b[31m"',
    "a note that runs backwards": 'table: note "\u202eevil"',
    "a note of blanks": 'table: note "\u3000\u2003"',
    "a long note": f'table: note "{"x" * 201}"',
    "a long line": "Ana: paid " + "5" * 5000,
    "a huge number": "Ana: paid " + "9" * 1500,
    "a number of another script": "Ana: paid ٣٥",
    "a raised number": "Ana: paid ⁵",
    "a negative payment": "Ana: paid -5",
    "exponents": "Ana: paid 5e3",
    "infinity": "table: adjust Ana +inf",
    "a huge line number": "table: strike " + "9" * 400,
    "line zero": "table: strike 0",
    "a repair in a repair in a repair": "table: correct 1 table: correct 1 table: correct 1 Ana: end",
    "many brackets": "((((((((((" * 100,
    "percent signs": "%s%d%(text)s%n: %s",
    "braces": "{0.__class__}: {{7*7}}",
    "SQL": "Ana'; DROP TABLE entries;--: end",
    "a path": "../../../etc/passwd",
    "half an emoji": "Ana: \ud83d",
    "family emoji": "👨‍👩‍👧: end",
    "zalgo": "A\u0301\u0302\u0303" * 100 + ": end",
    "a byte order mark": "\ufeffAna: end",
    "another level's line": "Ana: place BnOV @6,2 B",
    "far squares": "Ana: place BnOV @999999999999,2 B",
    "out of turn": "Bo: end",
    "twenty-one lines": "Ana: paid 5\n" * 21,
    "a good line and a bad one": "Ana: paid 5\nnonsense",
    "a rename to the table": "table: rename Ana table",
    "a rename to a name in use": "table: rename Ana bo",
    "an amount forced on nothing": "Ana: !",
    "only force": "!",
}


@pytest.mark.parametrize("headers", [OWN_PAGE, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_any_text(house: House, ana: Phone, text: str, headers: dict[str, str]) -> None:
    body = {"text": text.encode("utf-8", "surrogatepass"), "version": "0"}
    answer = ana.post(f"/t/{ana.code}/move", body, headers)
    assert answer.status_code == 422
    assert is_clear(answer)
    assert house.lines(ana.code) == []


@pytest.mark.parametrize(
    "version",
    [
        "",
        "-1",
        "-99999999999999999999",
        "1",
        "9" * 9,
        "9" * 5000,
        "1.0",
        "0x0",
        "²",
        "٠",
        " 0",
        "0\0",
        "x",
        "NaN",
        "1e9",
    ],
)
def test_any_version_but_the_one_there_is_too_late(house: House, ana: Phone, version: str) -> None:
    answer = ana.record("Ana: end", version)
    assert answer.status_code == 409
    assert is_clear(answer)
    assert house.lines(ana.code) == []


@pytest.mark.parametrize("version", ["0", ".0", "older.0", "0.0"])
def test_a_page_of_an_unknown_epoch_is_too_late(house: House, ana: Phone, version: str) -> None:
    form = {"text": "Ana: end", "version": version}
    answer = ana.client.post(f"/t/{ana.code}/move", data=form, headers=HTMX)
    assert (answer.status_code, answer.headers["X-Table-Version"]) == (409, ana.tag())
    assert house.lines(ana.code) == []


PART = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
PARTS = "multipart/form-data; boundary=x"

FORMS: dict[str, tuple[dict[str, Any], int]] = {
    "nothing at all": ({}, 422),
    "a megabyte of text": ({"data": {"text": "x" * 1_000_000, "version": "0"}}, 413),
    "a megabyte of nothing": ({"data": b"\0" * 1_000_000, "content_type": "application/octet-stream"}, 413),
    "a megabyte in parts": ({"data": PART % (b"text", b"x" * 1_000_000), "content_type": PARTS}, 413),
    "five thousand fields": ({"data": "&".join(f"f{n}=x" for n in range(5000)), "content_type": "FORM"}, 422),
    "five thousand texts": ({"data": "&".join(["text=x"] * 5000), "content_type": "FORM"}, 422),
    "five thousand parts": ({"data": PART % (b"f", b"x") * 5000, "content_type": PARTS}, 413),
    "a hundred and one parts": ({"data": PART % (b"f", b"x") * 101 + b"--x--", "content_type": PARTS}, 413),
    "JSON": ({"json": {"text": "Ana: end", "version": 0}}, 422),
    "broken JSON": ({"data": b"{", "content_type": "application/json"}, 422),
    "XML": ({"data": b"<x/>", "content_type": "text/xml"}, 422),
    "no content type": ({"data": b"text=Ana: end&version=0", "content_type": ""}, 422),
    "a type that is none": ({"data": b"text=x", "content_type": "\\;;;=,"}, 422),
    "parts without a boundary": ({"data": b"--x", "content_type": "multipart/form-data"}, 422),
    "parts cut short": ({"data": b"--x\r\nContent-", "content_type": PARTS}, 422),
    "bytes that are no letters": ({"data": b"text=%FF%FE%00&version=0", "content_type": "FORM"}, 422),
    "an unknown alphabet": ({"data": b"text=x&version=0", "content_type": "FORM; charset=klingon"}, 422),
    "a say without its words": ({"data": {"say": "", "version": "0"}}, 422),
    "a say with markup": ({"data": {"say": "table: note", "quote": "\0", "version": "0"}}, 422),
    "a seat that is no name": ({"data": {"say": "table: leaves", "seat": '"', "version": "0"}}, 422),
    "a draft of garbage": ({"data": {"text": "x", "version": "0", "draft": "&=;%FF%00\n\r" * 50}}, 422),
}


@pytest.mark.parametrize(("asked", "status"), FORMS.values(), ids=FORMS.keys())
def test_any_form(house: House, ana: Phone, asked: dict[str, Any], status: int) -> None:
    asked = {**asked}
    if "FORM" in asked.get("content_type", ""):
        asked["content_type"] = asked["content_type"].replace("FORM", "application/x-www-form-urlencoded")
    if isinstance(data := asked.get("data"), dict):
        asked["data"] = {**data, "version": ana.tag_of(0)}
    elif isinstance(data, bytes):
        asked["data"] = data.replace(b"version=0", b"version=" + ana.tag_of(0).encode())
    answer = ana.client.post(f"/t/{ana.code}/move", headers=OWN_PAGE, **asked)
    assert answer.status_code == status
    assert is_clear(answer)
    assert house.lines(ana.code) == []


@pytest.mark.parametrize("page", ["", "/journal", "/more", "/result", "/news", "/line/1", "/move"])
@pytest.mark.parametrize("code", ["BBBBB", "x", "%00", "..", "%2e%2e", "%F0%9F%98%80", "'--", "A" * 3000, "ß", "%ff"])
def test_a_code_nobody_has_is_not_found(house: House, code: str, page: str) -> None:
    phone = house.phone()
    answer = phone.post(f"/t/{code}{page}", {"text": "x"}) if page == "/move" else phone.get(f"/t/{code}{page}")
    assert answer.status_code == 404
    assert is_clear(answer)


@pytest.mark.parametrize(
    "address",
    [
        "/nowhere",
        "/t",
        "/t/",
        "/static/../app.py",
        "/static/%2e%2e/%2e%2e/app.py",
        "/static/..%5c..",
        "/.git/config",
    ],
)
def test_an_address_that_leads_nowhere_is_not_found(house: House, address: str) -> None:
    answer = house.phone().get(address)
    assert answer.status_code == 404
    assert is_clear(answer)


def test_doubled_slashes_lead_to_no_other_host(house: House) -> None:
    for address in ("//evil.example", "//evil.example//t", "/t//evil.example"):
        answer = house.phone().client.get("/", environ_overrides={"PATH_INFO": address})
        assert answer.status_code == 404 or answer.location.startswith("http://localhost/")


@pytest.mark.parametrize(
    ("method", "address", "allowed"),
    [
        ("PUT", "/t/CODE/move", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("POST", "/t/CODE", {"GET", "HEAD", "OPTIONS"}),
        ("DELETE", "/t/CODE", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/new/donut-shop", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("PATCH", "/", {"GET", "HEAD", "OPTIONS"}),
        ("POST", "/t/CODE/news", {"GET", "HEAD", "OPTIONS"}),
        ("TRACE", "/", {"GET", "HEAD", "OPTIONS"}),
        ("BREW", "/", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_a_wrong_method_is_answered_with_the_right_ones(
    ana: Phone, method: str, address: str, allowed: set[str]
) -> None:
    answer = ana.client.open(address.replace("CODE", ana.code), method=method, headers=OWN_PAGE)
    assert answer.status_code == 405
    assert is_clear(answer)
    assert set(answer.headers["Allow"].split(", ")) == allowed


def test_asking_never_changes_anything(house: House, ana: Phone) -> None:
    for address in (
        f"/t/{ana.code}?text=Ana:+end&version=0",
        f"/t/{ana.code}/journal?say=table:+end",
        "/new/donut-shop",
    ):
        ana.get(address)
        ana.client.head(address)
    assert house.lines(ana.code) == []


def broken() -> str:
    raise RuntimeError("secret /home/ana/companion.db")


@pytest.mark.parametrize("headers", [OWN_PAGE, HTMX], ids=["page", "htmx"])
def test_a_fault_of_ours_shows_no_trace(house: House, headers: dict[str, str]) -> None:
    house.app.config["PROPAGATE_EXCEPTIONS"] = False
    house.app.add_url_rule("/broken", view_func=broken, methods=["GET", "POST"])
    for method in ("GET", "POST"):
        answer = house.phone().client.open("/broken", method=method, headers=headers)
        assert answer.status_code == 500
        assert is_clear(answer)
        assert "secret" not in answer.text


@pytest.mark.parametrize(
    ("refusal", "status"),
    [(Malformed("x"), 422), (Illegal("x"), 422), (Stale("moved-on"), 409), (Unavailable("busy"), 503)],
    ids=lambda typed: type(typed).__name__,
)
def test_the_status_of_a_refusal(refusal: Any, status: int) -> None:
    assert status_of(refusal) == status


# Whatever comes

WORDS = ["Ana", "Bo", "table", ":", "place", "BnOV", "@6,2", "@-2,0", "B", "box", "2x2", "own", "with", "B*+", "N&N*>V"]
WORDS += ["draw", "?", "end", "!", "!30", "paid", "35", "adjust", "+5", "note", '"hm"', '"', "strike", "take-back", "1"]
WORDS += ["correct", "insert", "put-back", "ruling", "sprinkles=donut", "from-the-start", "rename", "leaves", "mend"]
WORDS += ["reveal", "tiles", "orders", "deal", "tile", "order", "final", "\0", "\u202e", "\ud800", "²", "9" * 40, "\n"]
typed = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=8)), max_size=10).map(" ".join)
QUERY = ["do", "tile", "turn", "at", "box", "own", "with", "say", "seat", "before", "seen", "x"]
drafts = st.dictionaries(
    st.sampled_from(QUERY), st.one_of(typed, st.sampled_from(["box", "undo", "order", "BnOV", "0,2"]))
)
bounded = examples(20)


@pytest.mark.parametrize("follow", ["everything", "case", "bank"])
@bounded
@given(lines=st.lists(typed, max_size=3), draft=drafts)
def test_every_line_is_answered(house: House, follow: str, lines: list[str], draft: dict[str, str]) -> None:
    phone = house.phone()
    phone.open(follow=follow)
    for line in lines:
        text = f"Ana: {line}".encode("utf-8", "replace")
        form = {"text": text, "version": str(phone.version()), "draft": text}
        answer = phone.post(f"/t/{phone.code}/move", form)
        assert answer.status_code in (303, 422)
        assert answer.status_code == 303 or is_clear(answer)
    query = {name: value.encode("utf-8", "replace") for name, value in draft.items()}
    for page in ("", "/journal"):
        assert phone.client.get(f"/t/{phone.code}{page}", query_string=query).status_code == 200


@pytest.mark.parametrize("follow", ["everything", "case", "bank"])
@bounded
@given(text=typed)
def test_every_line_of_the_table_is_answered(house: House, follow: str, text: str) -> None:
    phone = house.phone()
    phone.open(follow=follow)
    answer = phone.post(f"/t/{phone.code}/move", {"text": f"table: {text}".encode("utf-8", "replace"), "version": "0"})
    assert answer.status_code in (303, 422)
    assert phone.get(f"/t/{phone.code}").status_code == 200


@bounded
@given(
    form=st.dictionaries(
        st.sampled_from(["seat", "first", "set", "follow", "cross", "sprinkles", "coffee-four"]), typed
    )
)
def test_every_start_form_is_answered(house: House, form: dict[str, str]) -> None:
    fields = {name: value.encode("utf-8", "replace") for name, value in form.items()}
    answer = house.phone().post("/new/donut-shop", {**fields, "seat": ["Ana", fields.get("seat", b"Bo")]})
    assert answer.status_code in (303, 422)
    if answer.status_code == 303:
        assert house.phone().get(answer.location).status_code == 200


DISK_ERRORS = {
    "a full disk": (OSError(28, "No space left on device"), 503, "The disk is full, so this file was not written: –."),
    "a full disk, the file named": (OSError(28, "No space", "/house/sets/moon.toml"), 503, "not written: moon.toml."),
    "a read-only disk": (OSError(30, "Read-only", "/house/sets/moon.toml"), 503, "may not write this file: moon.toml."),
    "a missing file": (FileNotFoundError(2, "No such file", b"/house/cards.svg"), 503, "should be: cards.svg."),
    "a damaged disk": (OSError(5, "Input/output error", "/house/a.svg"), 503, "a.svg. It says: Input/output error."),
    "a file number": (OSError(28, "No space left on device", 7), 503, "The disk is full"),
    "no disk at all": (TimeoutError("timed out"), 500, "Something went wrong on our side."),
    "a picture that is none": (OSError("cannot identify image file"), 500, "Something went wrong on our side."),
}


@pytest.mark.parametrize(("error", "status", "words"), DISK_ERRORS.values(), ids=DISK_ERRORS.keys())
def test_an_error_of_the_disk_is_reported_as_such(tmp_path: Path, error: OSError, status: int, words: str) -> None:
    """Nothing but the journal's own error is blamed on the journal, and no folder's name gets out."""

    def fails() -> str:
        raise error

    house = House(tmp_path, TESTING=False, PROPAGATE_EXCEPTIONS=False)
    for address in ("/fails", "/api/v1/fails"):
        house.app.add_url_rule(address, address, fails)
    page, program = house.phone().get("/fails"), house.phone().get("/api/v1/fails")
    assert (page.status_code, program.status_code) == (status, status)
    assert words in page.text
    assert "journal" not in sentence(page) and "/house" not in page.text + program.text
    if status == 503:
        assert words in program.get_json()["refused"]["message"]


def test_a_page_address_that_is_none_is_no_fault_of_ours(ana: Phone) -> None:
    code = ana.open()
    for where in ("http://[half", "//[", "%00", "http://a]/t/BCDFG"):
        assert ana.get(f"/t/{code}", HX_Request="true", HX_Current_URL=where).status_code == 200
