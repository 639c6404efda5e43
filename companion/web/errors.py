"""Refusals and errors as pages: the status, a sentence and what to do next, never a trace."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, Response, make_response, redirect, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.wrappers import Response as AnyResponse

from companion.files import reason_of
from companion.files import refused as refused_file
from companion.kernel.transcript import Refused
from companion.refusals import Forbidden, Illegal, Limited, Malformed, Refusal, Stale, Unavailable
from companion.tables.play import NoSuchTable
from companion.tables.seats import NoTable
from companion.web import phones, services
from companion.web.api import errors
from companion.web.exceptions import TooManyGuesses, UnknownHost
from companion.web.guards import guessing
from companion.words import Message

STATUS: dict[type[Refusal], int] = {
    Malformed: 422,
    Illegal: 422,
    Stale: 409,
    Forbidden: 403,
    Limited: 429,
    Unavailable: 503,
}


def register(app: Flask) -> None:
    app.register_error_handler(Refusal, refused)
    app.register_error_handler(Refused, lambda error: refused(error.refusal))
    app.register_error_handler(NoSuchTable, no_such_table)
    app.register_error_handler(NoTable, no_such_table)
    app.register_error_handler(HTTPException, failed)


def status_of(refusal: Refusal) -> int:
    return next(status for kind, status in STATUS.items() if isinstance(refusal, kind))


def refused(refusal: Refusal) -> Response:
    """Return the page of a refusal outside a table's page."""
    if errors.is_api_request():
        return errors.refused(refusal)
    response = page(status_of(refusal), services.words().refusal(refusal, None))
    if isinstance(refusal, Limited):
        response.headers["Retry-After"] = str(refusal.facts["seconds"])
    return response


def no_such_table(error: LookupError) -> AnyResponse:
    """Return the page of a code no table has, whatever the reason; for a phone that follows a table, its new code."""
    code = str((request.view_args or {}).get("code", "")).upper()
    if code and (new := services.code_now(code)) != code:
        phones.follow(code, new)
        query = f"?{request.query_string.decode('ascii', 'replace')}" if request.query_string else ""
        status = 303 if request.method in ("GET", "HEAD") else 307  # what was entered is not lost
        return redirect(f"/t/{new}{request.path[len('/t/') + len(code) :]}{query}", status)
    guessing.missed(code)
    _ = services.words().gettext
    hint = _("Look at the code on the other phone again, or open a new table.")
    return page(404, Message(_("No table has this code."), hint))


def failed(error: HTTPException) -> Response:
    """Return the page of an HTTP error; of a fault of ours only the log has the details."""
    cause = error.original_exception if isinstance(error, InternalServerError) else None
    if isinstance(cause, OSError) and (cause.filename is not None or reason_of(cause) != "failed"):
        return refused(refused_file(cause))
    if errors.is_api_request():
        return errors.failed(error)
    response = page(error.code or 500, _http_message(error))
    for name, value in error.get_headers():
        if name.casefold() in ("allow", "retry-after"):
            response.headers[name] = value
    return response


def page(status: int, message: Message, ways: Sequence[tuple[str, str]] = ()) -> Response:
    """Return an error page. `ways`: links (address, words) to go on with, the likeliest first."""
    return make_response(render_template("error.html", status=status, message=message, ways=ways), status)


def _http_message(error: HTTPException) -> Message:
    _, status = services.words().gettext, error.code or 500
    if isinstance(error, UnknownHost):
        hint = _("Use the address on the host’s screen, or name this one in DONUT_HOSTS.")
        return Message(_("This server does not answer to that name."), hint)
    if status == 413 and request.endpoint == "importing.import_table":
        hint = _("Choose the file a table was saved as instead of pasting it; it may have up to three megabytes.")
        return Message(_("This is too large for a table."), hint)
    if isinstance(error, TooManyGuesses):
        hint = _("Wait a minute and try again. Phones that are already at a table can play on.")
        return Message(_("Too many wrong codes were tried from here."), hint)
    if status == 413 and request.mimetype == "multipart/form-data":
        hint = _("Choose a smaller one; a photo as the phone’s own camera takes it is small enough.")
        return Message(_("This file is too large."), hint)
    known = {
        400: Message(_("This request cannot be read."), _("Go back and try again.")),
        403: Message(_("This came from another site."), _("Open the table’s own page and enter it there.")),
        404: Message(_("There is no such page."), _("Start at the home page.")),
        405: Message(_("This page cannot be opened that way."), _("Go back and use the buttons of the page.")),
        413: Message(_("That is too much at once."), _("Use shorter lines.")),
        415: Message(_("This form was not understood."), _("Go back and use the buttons of the page.")),
    }
    return known.get(status) or Message(
        _("Something went wrong on our side."), _("Nothing that was answered is lost. Go back and try once more.")
    )
