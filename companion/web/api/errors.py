"""Under `/api/` every refusal and error is JSON: one object `refused`, whatever went wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Response, request
from werkzeug.exceptions import HTTPException

from companion.donut_shop.parts import Edition
from companion.exports.serialization import refused_json
from companion.judge.limits import QuestionReason
from companion.kernel.reasons import Unread
from companion.kernel.transcript import LONGEST_TRANSCRIPT
from companion.refusals import Malformed, Refusal, Unavailable
from companion.web import services
from companion.words.language import mark as _
from companion.words.photo import BUSY, UNREADABLE
from vision.values import UnreadableReason

PREFIX = "/api/"
REQUEST, FAULT = "Request", "Fault"  # kinds beside those of a refusal: never reached a question; ours


class Error(NamedTuple):
    """What HTTP itself refuses: its kind and reason, and the words for people."""

    kind: str
    reason: str
    sentence: str
    way_on: str = _("The description at /api/v1/openapi.json says how.")


ERRORS: Mapping[int, Error] = {
    400: Error(REQUEST, "unreadable-json", _("The body is not JSON in UTF-8, or names a member twice.")),
    404: Error(REQUEST, "not-found", _("Nothing is asked at this address.")),
    405: Error(REQUEST, "wrong-method", _("This address is not asked with this method.")),
    413: Error(REQUEST, "too-large", _("The body is too large."), _("Ask about less at once.")),
    415: Error(REQUEST, "wrong-content-type", _("The body is not of the content type this address reads.")),
    501: Error(
        Unavailable.kind,
        "no-reader",
        _("Photos cannot be read on this machine."),
        _("Install what requirements.txt names; everything else works without."),
    ),
    503: Error(
        Unavailable.kind,
        "busy",
        _("The companion has no time for this just now."),
        _("Wait a few seconds and ask again, or ask about less."),
    ),
}
BUSY_READER = Error(Unavailable.kind, "busy", BUSY.sentence, BUSY.way_on)
HOST = Error(
    REQUEST,
    "unknown-host",
    _("This server does not answer to that name."),
    _("Use the address on the host’s screen, or name this one in DONUT_HOSTS."),
)
OURS = Error(FAULT, "fault", _("Something went wrong on our side."), _("Ask the same again, or something smaller."))


def asked() -> bool:
    """Is this request one of a program?"""
    return request.path.startswith(PREFIX)


def answer(said: Mapping[str, Any], status: int = 200) -> Response:
    """An object as JSON, its members in the order they were put in."""
    return Response(json.dumps(said), status, mimetype="application/json")


def status_of(refusal: Refusal) -> int:
    """422; 413 where it was too much; 503 where something of ours is not to be had."""
    if isinstance(refusal, Unavailable):
        return 503
    whole = refusal.reason == Unread.TOO_LONG and refusal.facts.get("limit") == LONGEST_TRANSCRIPT
    return 413 if isinstance(refusal, Malformed) and (whole or refusal.reason == QuestionReason.LIMIT) else 422


def refused(refusal: Refusal, edition: Edition | None = None) -> Response:
    """A question refused; `edition` names the donuts of the sentence."""
    said = services.words().refusal(refusal, edition)
    return answer({"refused": refused_json(refusal, said)}, status_of(refusal))


def too_large_photo() -> Response:
    """A photo of more bytes or pixels than are read: what to do."""
    said, say = UNREADABLE[UnreadableReason.TOO_LARGE], services.words().gettext
    message = f"{say(said.sentence)} {say(said.way_on)}"
    refused = {"kind": Malformed.kind, "reason": str(UnreadableReason.TOO_LARGE), "facts": {}, "message": message}
    return answer({"refused": refused}, 413)


def failed(error: HTTPException) -> Response:
    """An HTTP error likewise."""
    status = error.code or 500
    special = {"host": HOST, "photo": BUSY_READER}.get(str(error.description))
    known = special or ERRORS.get(status) or (OURS if status >= 500 else _other(error))
    say = services.words().gettext
    message = f"{say(known.sentence)} {say(known.way_on)}"
    said = {"kind": known.kind, "reason": known.reason, "facts": {}, "message": message}
    response = answer({"refused": said}, status)
    for name, value in error.get_headers():
        if name.casefold() in ("allow", "retry-after"):
            response.headers[name] = value
    return response


def _other(error: HTTPException) -> Error:
    """What the server in front of us refuses, such as an address that is too long."""
    return Error(REQUEST, re.sub(r"\W+", "-", error.name.casefold()), _("This request cannot be read."))
