"""The addresses of `/api/v1`, see `docs/interfaces.md`. Nothing is stored, no cookie is read or set."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from time import monotonic
from typing import NoReturn, cast

from flask import Blueprint, Flask, Response, abort, current_app, request
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import ServiceUnavailable

from companion.donut_shop.parts import Edition
from companion.exports.serialization import replay_json
from companion.kernel.reasons import Unread
from companion.kernel.transcript import Refused
from companion.photos.reading import RETRY_AFTER as AGAIN_PHOTO
from companion.photos.reading import Busy, NoReader, Reader, reading_json
from companion.refusals import Malformed, Refusal
from companion.tables.replay import Replay, replay
from companion.tables.transcript_file import MOST_BYTES, read_text
from companion.web import services
from companion.web.api import errors, openapi
from companion.web.api.errors import answer
from companion.web.api.fields import bad
from companion.web.api.questions import QUESTIONS, edition_of
from companion.web.api.schemas import Node
from companion.web.bodies import takes
from companion.web.exceptions import BusyReader, time_limit
from companion.web.guards.limits import one_photo
from vision.values import Reading, UnreadablePhoto, UnreadableReason

pages = Blueprint("api", __name__, url_prefix="/api/v1")

AT_ONCE = 4  # costly questions at the same time, of all programs together: phones at the tables go first
PATIENCE = 2.0  # seconds a further one waits for its turn
SECONDS = 10.0  # the most a transcript may take
RETRY_AFTER = 5  # seconds, for programs that were refused for lack of time
LARGEST_PHOTO = 21 * 1024 * 1024  # bytes of a request: a photo of 20 MB and the form around it
COSTLY = frozenset({"donut-shop/advice", "replay"})


def register(app: Flask) -> None:
    app.extensions["api-places"] = threading.BoundedSemaphore(AT_ONCE)
    app.config.setdefault("API_PATIENCE", PATIENCE)
    app.config.setdefault("API_SECONDS", SECONDS)


@pages.get("/openapi.json")
def description() -> Response:
    """The description of the API as OpenAPI 3.1."""
    return answer(_document())


@cache
def _document() -> Node:
    return openapi.document()


@pages.post("/donut-shop/placement", defaults={"question": "donut-shop/placement"})
@pages.post("/donut-shop/box", defaults={"question": "donut-shop/box"})
@pages.post("/donut-shop/advice", defaults={"question": "donut-shop/advice"})
@pages.post("/go-nuts/scores", defaults={"question": "go-nuts/scores"})
def ask(question: str) -> Response:
    """Answer one question in JSON."""
    body, editions = _json_body(), services.play().editions
    try:
        with _place(question):
            return answer(QUESTIONS[question](body, editions))
    except Refusal as refusal:
        return errors.refused(refusal, edition_of(body, editions))


@pages.post("/replay")
@takes(MOST_BYTES)
def replay_transcript() -> Response:
    """Replay a transcript, as `replay --json` does."""
    if request.mimetype != "text/plain":
        abort(415)
    with _place("replay"):
        try:
            text = read_text(io.BytesIO(request.get_data()), "(body)")
            result = replay(text, services.play().editions, time_limit(current_app.config["API_SECONDS"], RETRY_AFTER))
        except Refused as refused:
            result = Replay(None, refused=refused)
        status = errors.status_of(result.refused.refusal) if result.refused else 200
        return answer(replay_json(result, services.words()), status)


@pages.post("/photo")
@takes(LARGEST_PHOTO)
def photo() -> Response:
    """Read a photo of a case, as `photo read --json` does."""
    if request.mimetype != "multipart/form-data":
        abort(415)
    file, name = request.files.get("photo"), request.form.get("set") or "classic"
    try:
        if file is None:
            raise bad("photo")
        edition = services.play().editions.get(name.casefold())
        if not isinstance(edition, Edition):
            raise Malformed(Unread.SET, text=name)
        start = monotonic()
        found = _read(file, edition)
    except Refusal as refusal:
        return errors.refused(refusal)
    if found is UnreadableReason.TOO_LARGE:
        return errors.too_large_photo()
    reading = reading_json(file.filename or "", found)
    return answer({**reading, "turn": None, "ms": round((monotonic() - start) * 1000, 1)})


def _read(file: FileStorage, edition: Edition) -> Reading | UnreadableReason:
    """Return what a photo shows or why not. Raises Unavailable; ends with 501 without reader, 503 if many wait."""
    try:
        reader = cast(Reader, current_app.extensions["reader"])
        with one_photo(), reader.exclusive():  # only now is the body taken into memory
            return reader.read(file.read(), edition).reading
    except UnreadablePhoto as error:
        return error.reason
    except NoReader:
        abort(501)
    except Busy:
        raise BusyReader(retry_after=AGAIN_PHOTO) from None


@contextmanager
def _place(question: str) -> Iterator[None]:
    """Hold one of the few places for a costly question; 503 if all stay taken."""
    if question not in COSTLY:
        yield
        return
    places = cast(threading.BoundedSemaphore, current_app.extensions["api-places"])
    if not places.acquire(timeout=current_app.config["API_PATIENCE"]):
        raise ServiceUnavailable(retry_after=RETRY_AFTER)
    try:
        yield
    finally:
        places.release()


def _json_body() -> object:
    """Return the body as JSON: 415 for another content type, 400 if it cannot be read."""
    if not request.is_json:
        abort(415)
    try:
        return json.loads(request.get_data().decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError):  # RecursionError: brackets nested too deep
        abort(400)


def _once(members: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object; raises ValueError if it names a member twice, since it is unclear which one counts."""
    found = dict(members)
    if len(found) < len(members):
        raise ValueError("a member is named twice")
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")
