"""Refusals and errors under `/api/` as JSON: always one object `refused`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from flask import Response, request
from werkzeug.exceptions import HTTPException

from companion.donut_shop.parts import Edition
from companion.exports.serialization import refused_json
from companion.judge.limits import QuestionReason
from companion.kernel.reasons import Unread
from companion.kernel.transcript import LONGEST_TRANSCRIPT
from companion.refusals import Limited, Malformed, Refusal, Unavailable
from companion.web import services
from companion.web.exceptions import BusyReader, UnknownHost
from companion.words.language import mark as _
from companion.words.photo import BUSY, UNREADABLE
from vision.values import UnreadableReason

REQUEST, FAULT = "Request", "Fault"  # kinds beside those of refusals: a bad request, a fault of ours


class ApiError(NamedTuple):
    """An HTTP error: its kind and reason for programs, and the words for people."""

    kind: str
    reason: str
    sentence: str
    hint: str = _("The description at /api/v1/openapi.json says how.")


ERRORS: Mapping[int, ApiError] = {
    400: ApiError(REQUEST, "unreadable-json", _("The body is not JSON in UTF-8, or names a member twice.")),
    404: ApiError(REQUEST, "not-found", _("Nothing is asked at this address.")),
    405: ApiError(REQUEST, "wrong-method", _("This address is not asked with this method.")),
    413: ApiError(REQUEST, "too-large", _("The body is too large."), _("Ask about less at once.")),
    415: ApiError(REQUEST, "wrong-content-type", _("The body is not of the content type this address reads.")),
    501: ApiError(
        Unavailable.kind,
        "no-reader",
        _("Photos cannot be read on this machine."),
        _("Install what requirements.txt names; everything else works without."),
    ),
    503: ApiError(
        Unavailable.kind,
        "busy",
        _("The companion has no time for this just now."),
        _("Wait a few seconds and ask again, or ask about less."),
    ),
}
BUSY_READER = ApiError(Unavailable.kind, "busy", BUSY.sentence, BUSY.hint)
HOST = ApiError(
    REQUEST,
    "unknown-host",
    _("This server does not answer to that name."),
    _("Use the address on the host’s screen, or name this one in DONUT_HOSTS."),
)
SPECIAL: Mapping[type[HTTPException], ApiError] = {UnknownHost: HOST, BusyReader: BUSY_READER}
OURS = ApiError(FAULT, "fault", _("Something went wrong on our side."), _("Ask the same again, or something smaller."))


def is_api_request() -> bool:
    """Return whether this request came to an address of the API."""
    return request.path.startswith(services.PROGRAMS)


def answer(members: Mapping[str, object], status: int = 200) -> Response:
    """Return an object as JSON, its members in the given order."""
    return Response(json.dumps(members), status, mimetype="application/json")


def status_of(refusal: Refusal) -> int:
    """Return 422; 413 for a question above a limit, 503 for Unavailable, 429 for Limited."""
    if isinstance(refusal, Limited):
        return 429
    if isinstance(refusal, Unavailable):
        return 503
    whole = refusal.reason == Unread.TOO_LONG and refusal.facts.get("limit") == LONGEST_TRANSCRIPT
    return 413 if isinstance(refusal, Malformed) and (whole or refusal.reason == QuestionReason.LIMIT) else 422


def refused(refusal: Refusal, edition: Edition | None = None) -> Response:
    """Return a refused question; `edition`: for the names of donuts in the sentence."""
    message = services.words().refusal(refusal, edition)
    response = answer({"refused": refused_json(refusal, message)}, status_of(refusal))
    if isinstance(refusal, Limited):
        response.headers["Retry-After"] = str(refusal.facts["seconds"])
    return response


def too_large_photo() -> Response:
    """Return the refusal of a photo with too many bytes or pixels."""
    known, gettext = UNREADABLE[UnreadableReason.TOO_LARGE], services.words().gettext
    message = f"{gettext(known.sentence)} {gettext(known.hint)}"
    refused = {"kind": Malformed.kind, "reason": str(UnreadableReason.TOO_LARGE), "facts": {}, "message": message}
    return answer({"refused": refused}, 413)


def failed(error: HTTPException) -> Response:
    """Return an HTTP error likewise."""
    status = error.code or 500
    special = next((known for kind, known in SPECIAL.items() if isinstance(error, kind)), None)
    known = special or ERRORS.get(status) or (OURS if status >= 500 else _other(error))
    gettext = services.words().gettext
    message = f"{gettext(known.sentence)} {gettext(known.hint)}"
    refused = {"kind": known.kind, "reason": known.reason, "facts": {}, "message": message}
    response = answer({"refused": refused}, status)
    for name, value in error.get_headers():
        if name.casefold() in ("allow", "retry-after"):
            response.headers[name] = value
    return response


def _other(error: HTTPException) -> ApiError:
    """The error of another status, such as of an address that is too long."""
    return ApiError(REQUEST, re.sub(r"\W+", "-", error.name.casefold()), _("This request cannot be read."))
