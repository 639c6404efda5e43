"""Questions of other programs refused: every limit and status, and no body that is a fault of ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.go_nuts.cards import CARDS
from tests.client import House
from tests.properties import examples, given, st
from tests.transcripts import GOLDEN
from tests.web.api.described import ADVICE, BOX, CASE, GOOD, PLACEMENT, SCORES, ask, check, post_replay, reason

REFUSED: dict[str, tuple[str, Any, int, str, dict[str, Any]]] = {
    "a member is missing": ("donut-shop/placement", {"case": CASE}, 422, "bad-field", {"field": "tile"}),
    "the whole is a list": ("donut-shop/box", [], 422, "bad-field", {"field": "(all)"}),
    "the whole is null": ("go-nuts/scores", None, 422, "bad-field", {"field": "(all)"}),
    "the case is one text": ("donut-shop/box", {**BOX, "case": "BB/BB"}, 422, "bad-field", {"field": "case"}),
    "a row is a number": ("donut-shop/box", {**BOX, "case": [1]}, 422, "bad-field", {"field": "case"}),
    "a square of three": ("donut-shop/box", {**BOX, "at": [1, 2, 3]}, 422, "bad-field", {"field": "at"}),
    "a square in words": ("donut-shop/box", {**BOX, "at": ["0", "0"]}, 422, "bad-field", {"field": "at"}),
    "half a square": ("donut-shop/box", {**BOX, "at": [0.5, 0]}, 422, "bad-field", {"field": "at"}),
    "true is no number": ("donut-shop/box", {**BOX, "at": [True, False]}, 422, "bad-field", {"field": "at"}),
    "own is a word": ("donut-shop/advice", {**ADVICE, "own": "yes"}, 422, "bad-field", {"field": "own"}),
    "advice for none": ("donut-shop/advice", {**ADVICE, "limit": 0}, 422, "bad-field", {"field": "limit"}),
    "advice without end": ("donut-shop/advice", {**ADVICE, "limit": 101}, 422, "bad-field", {"field": "limit"}),
    "a negative box": ("donut-shop/advice", {**ADVICE, "boxes": {"2x2": -1}}, 422, "bad-field", {"field": "boxes"}),
    "boxes in a list": ("donut-shop/advice", {**ADVICE, "boxes": ["2x2"]}, 422, "bad-field", {"field": "boxes"}),
    "a tray in words": ("go-nuts/scores", {"trays": {"Ana": "plain"}}, 422, "bad-field", {"field": "trays"}),
    "a choice as a number": (
        "donut-shop/box",
        {**BOX, "rulings": {"coffee-four": 25}},
        422,
        "bad-field",
        {"field": "rulings"},
    ),
    "rows of two lengths": ("donut-shop/box", {**BOX, "case": ["BB", "B"]}, 422, "uneven-picture", {"text": "BB/B"}),
    "a row with a stroke": ("donut-shop/box", {**BOX, "case": ["BB/BB"]}, 422, "unknown-donut", {"text": "/"}),
    "half a tile in the case": ("donut-shop/box", {**BOX, "case": ["BBB", "BBB"]}, 422, "half-block", {}),
    "a donut of another set": ("donut-shop/box", {**BOX, "case": ["ZZ", "ZZ"]}, 422, "unknown-donut", {"text": "Z"}),
    "a set nobody has": ("donut-shop/box", {**BOX, "set": "moon"}, 422, "unknown-set", {"text": "moon"}),
    "a tile of three": ("donut-shop/placement", {**PLACEMENT, "tile": "BnO"}, 422, "unknown-donut", {"text": "BnO"}),
    "a tile untold": ("donut-shop/placement", {**PLACEMENT, "tile": "????"}, 422, "unknown-donut", {"text": "????"}),
    "an order untold": ("donut-shop/advice", {**ADVICE, "hand": "B ?"}, 422, "unknown-donut", {"text": "?"}),
    "half a wild": ("donut-shop/box", {**BOX, "with": "B&B"}, 422, "unknown-donut", {"text": "B&B"}),
    "a box nobody sells": ("donut-shop/box", {**BOX, "size": "1x6"}, 422, "unknown-size", {"text": "1x6"}),
    "a size left twice": (
        "donut-shop/advice",
        {**ADVICE, "boxes": {"2x3": 1, "3x2": 1}},
        422,
        "unknown-size",
        {"text": "3x2"},
    ),
    "a ruling of the other game": (
        "donut-shop/box",
        {**BOX, "rulings": {"tie": "shared"}},
        422,
        "unknown-ruling",
        {"text": "tie"},
    ),
    "a ruling twice": (
        "donut-shop/box",
        {**BOX, "rulings": {"sprinkles": "card", "Sprinkles": "donut"}},
        422,
        "unknown-ruling",
        {"text": "Sprinkles"},
    ),
    "a choice there is not": (
        "donut-shop/box",
        {**BOX, "rulings": {"sprinkles": "all"}},
        422,
        "unknown-choice",
        {"text": "all", "ruling": "sprinkles", "choices": ["card", "donut"]},
    ),
    "on top of a tile": ("donut-shop/placement", {**PLACEMENT, "at": [2, 0]}, 422, "overlap", {"at": [2, 0]}),
    "on top of a box": (
        "donut-shop/placement",
        {"case": ["##", "##"], "tile": "BBBB", "at": [0, 0]},
        422,
        "overlap",
        {"at": [0, 0]},
    ),
    "across two tiles": ("donut-shop/placement", {**PLACEMENT, "at": [4, 1]}, 422, "across-two-tiles", {"at": [4, 1]}),
    "off even squares": ("donut-shop/placement", {**PLACEMENT, "at": [9, 9]}, 422, "off-even-squares", {"at": [9, 9]}),
    "beside nothing": ("donut-shop/placement", {**PLACEMENT, "at": [8, 0]}, 422, "detached", {"at": [8, 0]}),
    "beside nothing at all": ("donut-shop/placement", {**PLACEMENT, "case": []}, 422, "detached", {"at": [4, 0]}),
    "off the table": (
        "donut-shop/placement",
        {**PLACEMENT, "at": [-(10**30), 0]},
        422,
        "off-table",
        {"at": [-(10**30), 0], "limit": 99},
    ),
    "a box over nothing": ("donut-shop/box", {**BOX, "at": [2, 0]}, 422, "box-over-nothing", {"at": [4, 0]}),
    "a box far away": ("donut-shop/box", {**BOX, "at": [9**99, 0]}, 422, "box-over-nothing", {"at": [9**99, 0]}),
    "a type not ordered": ("donut-shop/box", {**BOX, "with": "B*"}, 422, "no-order-for-type", {"type": "V"}),
    "a card there is not": ("go-nuts/scores", {"trays": {"Ana": ["cronut"]}}, 422, "unknown-card", {"text": "cronut"}),
    "no seat": ("go-nuts/scores", {"trays": {}}, 422, "wrong-number-of-seats", {"count": 0, "fewest": 1, "most": 6}),
    "seven seats": (
        "go-nuts/scores",
        {"trays": {f"P{seat}": [] for seat in range(7)}},
        422,
        "wrong-number-of-seats",
        {"count": 7, "fewest": 1, "most": 6},
    ),
    "a seat called table": ("go-nuts/scores", {"trays": {"Table": []}}, 422, "bad-name", {"text": "Table"}),
    "a seat without a name": ("go-nuts/scores", {"trays": {"": []}}, 422, "bad-name", {"text": ""}),
    "two seats of one name": ("go-nuts/scores", {"trays": {"Bo": [], "bO": []}}, 422, "bad-name", {"text": "bO"}),
    "440 squares": (
        "donut-shop/box",
        {**BOX, "case": ["B" * 22] * 20},
        413,
        "over-limit",
        {"field": "case", "limit": 400},
    ),
    "a drawing wider than a table": (
        "donut-shop/box",
        {**BOX, "case": ["." * 101]},
        413,
        "over-limit",
        {"field": "case", "limit": 100},
    ),
    "41 orders in hand": (
        "donut-shop/advice",
        {**ADVICE, "hand": "B " * 41},
        413,
        "over-limit",
        {"field": "hand", "limit": 40},
    ),
    "41 orders given": (
        "donut-shop/box",
        {**BOX, "with": "B " * 39 + "B&B>V"},
        413,
        "over-limit",
        {"field": "with", "limit": 40},
    ),
    "81 cards": (
        "go-nuts/scores",
        {"trays": {"Ana": ["plain"] * 81}},
        413,
        "over-limit",
        {"field": "trays", "limit": 80},
    ),
    "a text without end": (
        "donut-shop/box",
        {**BOX, "size": "2" * 3000},
        413,
        "over-limit",
        {"field": "size", "limit": 2000},
    ),
}


@pytest.mark.parametrize(("path", "body", "status", "why", "facts"), REFUSED.values(), ids=REFUSED)
def test_a_question_refused(
    asks: FlaskClient, path: str, body: Any, status: int, why: str, facts: dict[str, Any]
) -> None:
    got, result = ask(asks, path, body)
    assert got == status
    assert reason(result)[1:] == (why, facts)
    assert "line" not in result["refused"]


def test_a_refusal_names_the_donuts_of_its_set(asks: FlaskClient) -> None:
    _, result = ask(asks, "donut-shop/box", {**BOX, "with": "B*"})
    assert result["refused"]["message"].startswith("This box covers Vanilla Frosted.")


BODIES: dict[str, tuple[bytes, str, int, str]] = {
    "no body": (b"", "application/json", 400, "unreadable-json"),
    "half a body": (b'{"case": [', "application/json", 400, "unreadable-json"),
    "not UTF-8": (b'{"case": "\xff"}', "application/json", 400, "unreadable-json"),
    "UTF-16": ('{"case": []}'.encode("utf-16"), "application/json", 400, "unreadable-json"),
    "a number that is none": (b'{"at": [NaN, Infinity]}', "application/json", 400, "unreadable-json"),
    "a number of 5000 digits": (b'{"at": [' + b"9" * 5000 + b"]}", "application/json", 400, "unreadable-json"),
    "brackets without end": (b"[" * 60_000, "application/json", 400, "unreadable-json"),
    "a member named twice": (b'{"case": [], "case": []}', "application/json", 400, "unreadable-json"),
    "another content type": (b"{}", "text/plain", 415, "wrong-content-type"),
    "a form": (b"case=BB", "application/x-www-form-urlencoded", 415, "wrong-content-type"),
    "no content type": (b"{}", "", 415, "wrong-content-type"),
    "more than 64 kB": (b" " * 65_537, "application/json", 413, "too-large"),
}


@pytest.mark.parametrize("path", GOOD)
@pytest.mark.parametrize(("body", "content_type", "status", "why"), BODIES.values(), ids=BODIES)
def test_a_body_refused(asks: FlaskClient, path: str, body: bytes, content_type: str, status: int, why: str) -> None:
    answer = asks.post(f"/api/v1/{path}", data=body, content_type=content_type or None)
    assert (answer.status_code, *reason(check(answer))) == (status, "Request", why, {})


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "application/donuts+json"])
def test_other_content_types_of_json(asks: FlaskClient, content_type: str) -> None:
    body = "\ufeff" + json.dumps(PLACEMENT)
    answer = asks.post("/api/v1/donut-shop/placement", data=body.encode(), content_type=content_type)
    assert answer.status_code == 200


@pytest.mark.parametrize("path", [*GOOD, "replay"])
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_another_method(asks: FlaskClient, path: str, method: str) -> None:
    answer = asks.open(f"/api/v1/{path}", method=method)
    assert (answer.status_code, reason(check(answer))[1]) == (405, "wrong-method")
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize("path", ["/api/", "/api/v1", "/api/v1/", "/api/v2/replay", "/api/v1/replay/", "/api/v1/%00"])
def test_another_address(asks: FlaskClient, path: str) -> None:
    answer = asks.post(path, json={})
    assert (answer.status_code, reason(check(answer))[1]) == (404, "not-found")


def test_another_host(asks: FlaskClient) -> None:
    answer = asks.post("/api/v1/go-nuts/scores", json=SCORES, headers={"Host": "evil.example"})
    assert (answer.status_code, reason(check(answer))[1]) == (400, "unknown-host")


@pytest.mark.parametrize("headers", [{}, {"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_whoever_asks_is_answered_and_given_no_cookie(asks: FlaskClient, headers: dict[str, str]) -> None:
    answer = asks.post("/api/v1/go-nuts/scores", json=SCORES, headers=headers)
    check(answer)
    assert answer.status_code == 200


def test_a_fault_of_ours_is_json_too(asks: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.judge.answers.points", lambda trays, rulings: 1 / 0)
    answer = asks.post("/api/v1/go-nuts/scores", json=SCORES)
    assert (answer.status_code, *reason(check(answer))) == (500, "Fault", "fault", {})


# Transcripts

TEXT = "game donut-shop\nseats Ana Bo\nfollow case\nstart BBVV/BBMM\n"


@pytest.mark.parametrize("path", sorted((GOLDEN / "refused").glob("*.txt")), ids=lambda path: path.stem)
def test_a_golden_refusal_is_replayed_over_http(asks: FlaskClient, path: Path) -> None:
    status, result = post_replay(asks, path.read_bytes())
    assert status == 422
    assert result["refused"]["line"] >= 1


def test_a_line_refused_gives_those_before_it(asks: FlaskClient) -> None:
    status, result = post_replay(asks, TEXT + "Ana: place BBBB @4,0 B\nAna: box 2x2 @2,0 with M\n")
    assert status == 422
    assert result["refused"]["line"] == 6
    assert reason(result) == ("Illegal", "no-order-for-type", {"type": "V"})
    assert [(entry["seq"], entry["line"], entry["pay"]) for entry in result["entries"]] == [(1, 5, 20)]


NOTES = {
    "not UTF-8": (b"\xff", "text/plain", 422, "not-utf-8"),
    "nothing": (b"", "text/plain", 422, "missing-header"),
    "a line without end": ((TEXT + "Ana: " + "x" * 2001).encode(), "text/plain", 422, "too-long"),
    "more than 400,000 characters": (b" " * 400_001, "text/plain", 413, "too-long"),
    "more than 5,000 lines": (b"\n" * 5_000, "text/plain", 413, "too-long"),
    "more than 1.6 MB": (b" " * 1_600_001, "text/plain", 413, "too-large"),
    "JSON": (b"{}", "application/json", 415, "wrong-content-type"),
}


@pytest.mark.parametrize(("text", "content_type", "status", "why"), NOTES.values(), ids=NOTES)
def test_a_transcript_refused(asks: FlaskClient, text: bytes, content_type: str, status: int, why: str) -> None:
    got, result = post_replay(asks, text, content_type)
    assert (got, reason(result)[1]) == (status, why)


# Too many at once


def test_when_all_places_are_taken_it_is_busy(tmp_path: Path) -> None:
    house = House(tmp_path, API_PATIENCE=0.01)
    asks, places = house.app.test_client(), house.app.extensions["api-places"]
    for _ in range(4):
        places.acquire()
    for answer in (
        asks.post("/api/v1/donut-shop/advice", json=ADVICE),
        asks.post("/api/v1/replay", data=TEXT, content_type="text/plain"),
    ):
        assert (answer.status_code, *reason(check(answer))[:2]) == (503, "Unavailable", "busy")
        assert answer.headers["Retry-After"] == "5"
    assert ask(asks, "donut-shop/placement", PLACEMENT)[0] == 200
    places.release()
    assert ask(asks, "donut-shop/advice", ADVICE)[0] == 200
    assert ask(asks, "donut-shop/advice", {**ADVICE, "limit": 0})[0] == 422
    assert ask(asks, "donut-shop/advice", ADVICE)[0] == 200


def test_a_transcript_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    asks = House(tmp_path, API_SECONDS=0).app.test_client()
    status, result = post_replay(asks, TEXT + "Ana: place BBBB @4,0 B\n")
    assert (status, reason(result)[1]) == (503, "busy")


# Anything at all

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
rows = st.lists(st.text("BbNMVCO#?./", max_size=6), max_size=6)
squares = st.lists(st.integers(-6, 8), min_size=2, max_size=2)
orders = st.lists(st.sampled_from(["B", "N*", "M+", "v*+", "B&B>N", "C&V>M", "?"]), max_size=5).map(" ".join)
trays = st.dictionaries(
    st.text(max_size=3), st.lists(st.sampled_from([card.name for card in CARDS]), max_size=9), max_size=7
)
likely = {
    "case": rows | st.just(CASE),
    "tile": st.text("BbNMVCO", min_size=4, max_size=4),
    "at": squares,
    "size": st.sampled_from(["2x2", "3X2", "2x4", "9x9"]),
    "with": orders,
    "hand": orders,
    "boxes": st.dictionaries(st.sampled_from(["2x2", "3x2", "1x1"]), st.integers(-1, 4), max_size=2),
    "own": st.booleans(),
    "limit": st.integers(0, 120),
    "rulings": st.dictionaries(st.sampled_from(["sprinkles", "holes-join", "tie"]), st.sampled_from(["no", "donut"])),
    "set": st.sampled_from(["classic", "Classic", "moon"]),
    "trays": trays,
}
members = st.fixed_dictionaries({}, optional={name: value | json_values for name, value in likely.items()})
almost = st.sampled_from(list(GOOD.values())).flatmap(lambda good: members.map(lambda changed: {**good, **changed}))


@examples(150)
@given(st.sampled_from(sorted(GOOD)), json_values | members | almost)
def test_no_json_is_a_fault_of_ours(asks: FlaskClient, path: str, body: Any) -> None:
    status, _ = ask(asks, path, body)
    assert status in (200, 413, 422)


@examples(80)
@given(st.binary(max_size=60) | st.text(max_size=200).map(lambda text: (TEXT + text).encode("utf-8", "replace")))
def test_no_bytes_are_a_fault_of_ours(asks: FlaskClient, body: bytes) -> None:
    assert post_replay(asks, body)[0] in (200, 422)
    answer = asks.post("/api/v1/go-nuts/scores", data=body, content_type="application/json")
    check(answer)
    assert answer.status_code in (400, 422)
