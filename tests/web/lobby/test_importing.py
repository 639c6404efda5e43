"""Importing a table in the browser: from a transcript or exported JSON, by file or pasted."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.test import TestResponse

from companion.kernel.transcript import LONGEST_TRANSCRIPT
from companion.tables import demo
from companion.web.exceptions import time_limit
from companion.web.lobby import importing as module
from tests.client import House, Phone
from tests.transcripts import GOLDEN

GAMES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(GOLDEN.glob("*.txt"))} | demo.transcripts()
ODD = 'game go-nuts\nseats "Ana \\"A\\" Bee" "Bø: Lee" O\'Neil "null" "12" "=1+1"\n'


@pytest.fixture
def phone(house: House) -> Phone:
    return house.phone()


@pytest.fixture
def other(tmp_path: Path) -> Phone:
    """A phone at another computer, which knows nothing of the first."""
    (tmp_path / "other").mkdir()
    return House(tmp_path / "other").phone()


def send(phone: Phone, text: str | bytes = "", name: str = "", pasted: str = "") -> TestResponse:
    """Send the form as a browser does; without a name only text was pasted."""
    data = text.encode() if isinstance(text, str) else text
    part = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
    file = part % (b"file", f'; filename="{name}"'.encode(), data) if name else b""
    body = file + part % (b"text", b"", pasted.encode()) + b"--x--\r\n"
    return phone.post("/import", body, content_type="multipart/form-data; boundary=x")


def imported(phone: Phone, text: str, name: str) -> str:
    """The code of the table made of a file."""
    answer = send(phone, text, name)
    assert answer.status_code == 303, refusal(answer)
    return str(answer.location).rsplit("/", 1)[1]


def refusal(answer: TestResponse) -> str:
    found = re.search(r'role="alert"><p><b>(.*?)</b>', answer.text, re.DOTALL)
    return html.unescape(found[1]) if found else ""


def exported(phone: Phone, code: str, form: str) -> str:
    return phone.get(f"/t/{code}/export/{form}").text


@pytest.mark.parametrize("form", ["txt", "json"])
@pytest.mark.parametrize("text", GAMES.values(), ids=GAMES)
def test_any_export_goes_on_at_another_computer(phone: Phone, other: Phone, text: str, form: str) -> None:
    code = imported(phone, text, "a.txt")
    file = exported(phone, code, form)
    again = imported(other, file, f"a.{form}")
    assert exported(other, again, "txt") == exported(phone, code, "txt")
    if "select ?" not in file:  # the bids of an open round stay behind
        assert json.loads(exported(other, again, "json")) == json.loads(exported(phone, code, "json"))
    assert other.get(f"/t/{again}").status_code == 200


@pytest.mark.parametrize("form", ["txt", "json"])
def test_a_table_without_a_line_and_with_odd_names_goes_on(phone: Phone, other: Phone, form: str) -> None:
    code = imported(phone, ODD, "a.txt")
    again = imported(other, exported(phone, code, form), "a")
    assert exported(other, again, "txt") == exported(phone, code, "txt")


@pytest.mark.parametrize("form", ["txt", "json"])
def test_repairs_come_along_and_the_next_line_can_be_entered(
    house: House, phone: Phone, other: Phone, form: str
) -> None:
    phone.open()
    for line in (
        "Ana: paid 35",
        "Ana: end",
        "table: take-back",
        "table: correct 1 Ana: paid 40",
        "table: rename Bo Bø",
    ):
        assert phone.record(line).status_code < 400
    other.code = imported(other, exported(phone, phone.code, form), "a")
    assert other.record("Ana: end").status_code < 400
    assert other.record("Bø: paid 5").status_code < 400


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_pasted_text_is_a_table_too(phone: Phone, newline: str) -> None:
    pasted = "game donut-shop\nseats Ana Bo\nfollow bank\nAna: paid 35\n".replace("\n", newline)
    answer = send(phone, pasted=pasted)
    assert answer.status_code == 303
    assert "35" in phone.get(answer.location).text


def test_the_new_table_is_on_this_phones_list_and_no_seat_is_held(house: House, phone: Phone) -> None:
    code = imported(phone, GAMES["short-bank"], "a.txt")
    assert code in phone.get("/").text
    with house.connection() as connection:
        assert connection.claims(code) == []


REFUSED = {
    "a line the rules refuse": (
        "game donut-shop\nseats Ana Bo\n# why not\n\nBo: end",
        "Line 5:",
        "Bo: end",
    ),
    "a line that cannot be read": ("game go-nuts\nseats Ana Bo\nAna: <b>fly</b>", "Line 3:", "Ana: <b>fly</b>"),
    "a header": ("game donut-shop\nseats Ana Ana", "Line 2:", "seats Ana Ana"),
    "no header": ("Ana: paid 5", "Line 1:", "Ana: paid 5"),
    "nothing": ("", "Line 1:", ""),
    "another game": ("game chess\nseats A B", "Line 1:", "game chess"),
    "too long": ("# x\n" * (LONGEST_TRANSCRIPT // 4 + 1), "Line 1:", "# x"),
}


@pytest.mark.parametrize(("text", "where", "line"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("by_file", [True, False], ids=["file", "pasted"])
def test_a_refusal_names_the_line_and_makes_no_table(
    house: House, phone: Phone, text: str, where: str, line: str, by_file: bool
) -> None:
    answer = send(phone, text, "a.txt") if by_file else send(phone, pasted=text)
    assert answer.status_code == 422
    assert refusal(answer).startswith(where)
    assert f'<p class="notice">{html.escape(line)}</p>' in answer.text or not line
    kept = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", answer.text, re.DOTALL)
    assert kept and html.unescape(kept[1]) == ("" if by_file else text)
    with house.connection() as connection:
        assert connection.codes() == []
    assert phone.get("/import").status_code == 200


def of_table(**changed: Any) -> str:
    content = {
        "game": "donut-shop",
        "headers": ["notation 1", "game donut-shop", "seats Ana Bo", "follow bank"],
        "entries": [{"seq": 1, "who": "Ana", "text": "paid 35"}],
    }
    return json.dumps({**content, **changed})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (of_table(entries=[{"who": "Ana", "text": "paid 35"}, {"who": "Cy", "text": "end"}]), "Line 2:"),
        (of_table(headers=["game donut-shop", "seats Ana Ana"]), "Line 2:"),
        (of_table(headers=None), "earlier companion"),
        (of_table(headers=["game donut-shop\nseats A B"]), "not a table saved by"),
        (of_table(headers="game donut-shop"), "not a table saved by"),
        (of_table(entries=[{"who": "Ana", "text": "paid 35\nAna: end"}]), "not a table saved by"),
        (of_table(entries=[{"who": "table", "text": 'note "\ud800"'}]), "not a table saved by"),
        (of_table(headers=["game donut-shop", "seats Ana \udfff"]), "not a table saved by"),
        (of_table(entries=[{"who": "Ana"}]), "not a table saved by"),
        (of_table(entries=[{"who": 1, "text": "end"}]), "not a table saved by"),
        (of_table(entries=None), "not a table saved by"),
        (of_table(entries=["Ana: end"]), "not a table saved by"),
        ('{"refused": {"line": 1}}', "not a table saved by"),
        ("[1, 2]", "not a table saved by"),
        ("[" * 100_000, "not a table saved by"),
        ("{", "not a table saved by"),
        ('{"entries": ' + "9" * 5000 + "}", "not a table saved by"),
    ],
)
def test_json_that_is_no_table_is_refused(house: House, phone: Phone, text: str, words: str) -> None:
    answer = send(phone, text, "a.json")
    assert answer.status_code == 422 and words in refusal(answer)
    with house.connection() as connection:
        assert connection.codes() == []


@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_json_may_begin_with_a_mark_and_be_pasted(phone: Phone, bom: str) -> None:
    assert send(phone, pasted=bom + of_table()).status_code == 303
    assert send(phone, bom + of_table(), "a.json").status_code == 303


def test_a_file_that_is_no_text_is_refused(phone: Phone) -> None:
    answer = send(phone, b"\xff\xd8\xff\xe0", "IMG_1.JPG")
    assert answer.status_code == 422 and "IMG_1.JPG is not text" in refusal(answer)


def test_a_file_too_large_is_not_read(phone: Phone) -> None:
    assert send(phone, b"#" * (module.LARGEST_FILE + 1), "a.txt").status_code == 422
    answer = send(phone, b"#" * (module.LARGEST_FILE + 700_000), "a.txt")
    assert answer.status_code == 413 and "a table was saved as" in answer.text
    pasted = send(phone, pasted="#" * 700_000)
    assert pasted.status_code == 413 and "instead of pasting" in pasted.text


def test_a_hidden_seed_is_not_believed(phone: Phone, house: House) -> None:
    code = imported(phone, "game donut-shop\n# dealt 2 0123456789abcdef\nseats Ana Bo\nfollow everything\n", "a.txt")
    with house.connection() as connection:
        record = connection.table(code)
        assert record and "dealt" not in record.header


def test_only_one_is_played_at_a_time(monkeypatch: pytest.MonkeyPatch, house: House, phone: Phone) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    with house.app.extensions["importing"]:
        answer = send(phone, GAMES["short-bank"], "a.txt")
    assert answer.status_code == 503 and answer.headers["Retry-After"]


def test_lines_that_take_too_long_are_given_up(monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    with pytest.raises(ServiceUnavailable):
        time_limit(-1, retry_after=1)()
    monkeypatch.setattr(module, "SECONDS", -1)
    assert send(phone, GAMES["short-bank"], "a.txt").status_code == 503
    assert send(phone, GAMES["short-bank"], "a.txt").status_code == 503, "and the next is not kept waiting"


def test_another_site_cannot_import_one(phone: Phone) -> None:
    assert phone.post("/import", {"text": "x"}, {"Sec-Fetch-Site": "cross-site"}).status_code == 403
