"""Importing a table from a file: a transcript or exported JSON, so that it goes on at this companion."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import cast

from flask import Blueprint, Flask, current_app, redirect, render_template, request, url_for
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from companion.kernel.reasons import Unread
from companion.kernel.text import LONGEST_LINE
from companion.kernel.transcript import PLAYED, Refused
from companion.refusals import Malformed
from companion.tables.exported_json import is_json, read_export
from companion.tables.transcript_file import MOST_BYTES, FileReason
from companion.web import phones, services
from companion.web.bodies import LARGEST_PART, takes
from companion.web.errors import status_of
from companion.web.exceptions import time_limit
from companion.web.guards.limits import one_table
from companion.words import Message
from companion.words.language import mark as _

pages = Blueprint("importing", __name__, url_prefix="/import")

LARGEST_FILE = 2 * MOST_BYTES  # bytes: JSON says more of each line than a transcript
LARGEST_NAME = 100  # characters of a file's name that are shown
PATIENCE = 5.0  # seconds a second one waits: only one is played at a time, so that the tables' phones go first
SECONDS = 20.0  # the most playing its lines may take
RETRY_AFTER = 10  # seconds


def register(app: Flask) -> None:
    app.extensions["importing"] = threading.Lock()


@pages.get("")
def page() -> str:
    """Ask for a file, or for its text."""
    return _page()


@pages.post("")
@takes(LARGEST_FILE + LARGEST_PART)
def import_table() -> Response | tuple[str, int]:
    """Make a table of a file or of pasted text, and show it; what is refused is named with its line."""
    turn = cast(threading.Lock, current_app.extensions["importing"])
    if not turn.acquire(timeout=PATIENCE):
        raise ServiceUnavailable(retry_after=RETRY_AFTER)
    try:
        text, name = _sent()
        return _imported(text, name)
    except Refused as refused:  # the file is no text, so there is no line to show
        return _page(_message(refused)), status_of(refused.refusal)
    finally:
        turn.release()


def _sent() -> tuple[str, str]:
    """Return the text sent, and the name of its file. Raises Refused where it is none."""
    file = request.files.get("file")
    name = (file.filename or "")[:LARGEST_NAME] if file else ""
    data = request.form.get("text", "").encode("utf-8", "replace")
    if file and name:
        with closing(file):
            data = file.read()
    if len(data) > LARGEST_FILE:
        raise Refused(1, Malformed(Unread.TOO_LONG, text=name, limit=PLAYED.characters))
    try:
        return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n"), name
    except UnicodeDecodeError as error:
        raise Refused(1, Malformed(FileReason.NOT_TEXT, file=name)) from error


def _imported(text: str, name: str) -> Response | tuple[str, int]:
    pasted = "" if name else text
    headers = 0
    try:
        if is_json(text):
            text, headers = read_export(text, name)
        with one_table():
            snapshot = services.play().import_table(
                services.connection(), text, phones.phone_id(), go_on=time_limit(SECONDS, RETRY_AFTER)
            )
    except Refused as refused:
        named = not isinstance(refused.refusal.reason, FileReason)
        line = text.split("\n", refused.line)[: refused.line][-1][:LONGEST_LINE] if named else ""
        return _page(_message(refused, headers), pasted, line), status_of(refused.refusal)
    phones.remember(snapshot.code)
    phones.remember_names(snapshot.table.names.now)
    return redirect(url_for("table.table", code=snapshot.code), 303)


def _message(refused: Refused, headers: int = 0) -> Message:
    """Return a refusal with its line: of the file, or for JSON that begins with so many headers, of the table."""
    words = services.words()
    message = words.refusal(refused.refusal)
    if isinstance(refused.refusal.reason, FileReason):
        return message
    number = refused.line if refused.line <= headers else refused.line - headers
    where = words.text(_("Line %(line)d:"), line=number)
    return Message(f"{where} {message.sentence}", message.hint, message.reason)


def _page(refused: Message | None = None, text: str = "", line: str = "") -> str:
    return render_template("lobby/import.html", refused=refused, text=text, line=line)
