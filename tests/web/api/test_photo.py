"""`POST /api/v1/photo`: a photo read, refused, and too many at once."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.photos.reading import WAITING, Reader
from companion.web.api.views import LARGEST_PHOTO
from tests.client import House
from tests.photographs import photographed
from tests.properties import examples, given, st
from tests.web.api.described import check, reason
from vision.photo import MOST_BYTES
from vision.values import Doubt

pytestmark = pytest.mark.photo

PATH = "/api/v1/photo"


@pytest.fixture(autouse=True)
def _swept() -> Iterator[None]:
    """Werkzeug forgets to close the file of a form it gives up; it goes here, not in the middle of another test."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def send(asks: FlaskClient, data: bytes | None, **fields: str) -> TestResponse:
    files: dict[str, Any] = {} if data is None else {"photo": (BytesIO(data), "../case.jpg", "text/html")}
    return asks.post(PATH, data={**files, **fields}, content_type="multipart/form-data")


def test_a_photo_is_read(tmp_path: Path) -> None:
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "synthetic.toml").write_bytes(photographed().set.read_bytes())
    house = House(tmp_path)
    answer = send(house.app.test_client(), photographed().jpg.read_bytes(), set="Synthetic-5023")
    result = check(answer)
    assert answer.status_code == 200
    assert list(result) == ["photo", "case", "doubts", "why", "refused", "turn", "ms"]
    assert result["photo"].endswith("case.jpg")
    assert sum(map(len, result["case"])) == sum(map(len, photographed().rows))
    assert set(result["why"].values()) <= set(Doubt)
    assert not (tmp_path / "learnt.sqlite").exists(), "a question changes nothing"


REFUSED: dict[str, tuple[bytes | None, dict[str, str], int, str, dict[str, str]]] = {
    "no photo": (None, {}, 422, "bad-field", {"field": "photo"}),
    "a photo as a field": (None, {"photo": "BBVV"}, 422, "bad-field", {"field": "photo"}),
    "an edition nobody has": (b"", {"set": "moon"}, 422, "unknown-set", {"text": "moon"}),
    "a photo over 20 MB": (b"\xff\xd8\xff" + bytes(MOST_BYTES), {}, 413, "too-large", {}),
    "a request over that": (bytes(LARGEST_PHOTO), {}, 413, "too-large", {}),
}


@pytest.mark.parametrize(("data", "fields", "status", "why", "facts"), REFUSED.values(), ids=REFUSED)
def test_a_photo_refused(
    asks: FlaskClient, data: bytes | None, fields: dict[str, str], status: int, why: str, facts: dict[str, str]
) -> None:
    answer = send(asks, data, **fields)
    assert (answer.status_code, *reason(check(answer))[1:]) == (status, why, facts)


@pytest.mark.parametrize("data", [b"", b"Dear all"], ids=["nothing in it", "text"])
def test_a_refused_photo_is_answered_as_by_the_command(asks: FlaskClient, data: bytes) -> None:
    answer = send(asks, data)
    result = check(answer)
    assert (answer.status_code, result["case"], result["refused"], result["doubts"]) == (
        200,
        None,
        "unreadable-file",
        [],
    )


@pytest.mark.parametrize("content_type", ["image/jpeg", "application/json", "application/x-www-form-urlencoded", ""])
def test_a_photo_that_is_no_form(asks: FlaskClient, content_type: str) -> None:
    answer = asks.post(PATH, data=b"\xff\xd8\xff", content_type=content_type or None)
    assert (answer.status_code, reason(check(answer))[1]) == (415, "wrong-content-type")


def test_another_method(asks: FlaskClient) -> None:
    answer = asks.get(PATH)
    assert (answer.status_code, reason(check(answer))[1]) == (405, "wrong-method")


def test_too_many_at_once(tmp_path: Path) -> None:
    house = House(tmp_path)
    reader: Reader = house.app.extensions["reader"]
    for _ in range(1 + WAITING):
        reader._queue.acquire()
    answer = send(house.app.test_client(), b"")
    assert (answer.status_code, *reason(check(answer))[:2]) == (503, "Unavailable", "busy")
    assert check(answer)["refused"]["message"].startswith("Other photos are being read just now.")
    assert answer.headers["Retry-After"] == "5"
    reader._queue.release()
    assert send(house.app.test_client(), b"").status_code == 200


def test_without_opencv(asks: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.photos.reading.missing_packages", lambda: ("OpenCV",))
    answer = send(asks, b"")
    assert (answer.status_code, *reason(check(answer))[:2]) == (501, "Unavailable", "no-reader")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
@examples(60)
@given(st.binary(max_size=300))
def test_no_body_is_a_fault_of_ours(asks: FlaskClient, body: bytes) -> None:
    """Forms that are none, cut short, or with a boundary nobody drew."""
    for start in (b"", b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n'):
        answer = asks.post(PATH, data=start + body, content_type="multipart/form-data; boundary=x")
        check(answer)
        assert answer.status_code < 500
