"""The phones at a table: each is noted with every request about it."""

from __future__ import annotations

from flask import Flask, Response, request

from companion.web import phones, services


def register(app: Flask) -> None:
    app.after_request(_note_presence)


def _note_presence(response: Response) -> Response:
    """Note that a phone asked about a table; one that does not exist is not kept."""
    code = (request.view_args or {}).get("code")
    if code and response.status_code < 400:
        services.presence().touch(str(code).upper(), phones.known_id())
    return response
