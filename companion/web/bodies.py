"""The largest body each address takes, given by a decorator of its view and checked before a body is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import Flask, abort, current_app, request
from flask.typing import RouteCallable
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from companion.photos.reading import RETRY_AFTER, Busy
from companion.web.api import errors

LARGEST_FORM = 64 * 1024  # bytes; twenty long lines and a draft are far less
LARGEST_PART = 640 * 1024  # bytes of the fields of a larger form that are held in memory at once
REFUSED = "companion.body_refused"  # in a request's environment: 413 or 503, where the server left its body out
BODILESS = frozenset({"GET", "HEAD", "OPTIONS"})
View = TypeVar("View", bound=Callable[..., object])


def takes(most: int) -> Callable[[View], View]:
    """Let a view take a body of up to `most` bytes instead of LARGEST_FORM."""

    def marked(view: View) -> View:
        view.largest_body = most  # type: ignore[attr-defined]
        return view

    return marked


def register(app: Flask) -> None:
    app.extensions["largest-body"] = largest_body(app)
    app.before_request(check_body)


def check_body() -> None:
    """Refuse a body larger than its address takes; an unknown address is left to its own answer."""
    if request.url_rule is None:
        return
    most = _most(request.method, current_app.view_functions[request.url_rule.endpoint])
    request.max_content_length = most
    request.max_form_memory_size = LARGEST_PART if most > LARGEST_FORM else LARGEST_FORM
    refused = request.environ.get(REFUSED)
    if refused == 503:
        raise ServiceUnavailable("photo", retry_after=RETRY_AFTER) if errors.is_api_request() else Busy
    if refused or (request.content_length or 0) > most:
        abort(413)


def largest_body(app: Flask) -> Callable[[str, str], int]:
    """Return a function from method and path to the most bytes a body may have there, 0 if none is taken."""
    addresses = app.url_map.bind("")

    def largest(method: str, path: str) -> int:
        try:
            endpoint, _ = addresses.match(path, method)
        except HTTPException:  # no such page or method, or a redirect
            return 0
        return _most(method, app.view_functions[endpoint])

    return largest


def _most(method: str, view: RouteCallable) -> int:
    return 0 if method in BODILESS else getattr(view, "largest_body", LARGEST_FORM)
