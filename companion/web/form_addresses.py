"""Addresses that only take a POST, asked with GET: by a phone that wakes, a reload, a link somebody kept.

Each leads to the page whose form posts there, with whatever stands behind its question mark. So there is no address a
browser can show that answers "this page cannot be asked that way"; `tests/web/test_form_addresses.py` walks them all.
"""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.web import phones, services

pages = Blueprint("asked_again", __name__)


def _to(path: str) -> Response:
    query = request.query_string.decode("ascii", "replace")
    if not query and (kept := phones.place(request.path)):
        return redirect(kept, 303)
    return redirect(f"{path}?{query}" if query else path, 303)


@pages.get("/t/<code>/move")
@pages.get("/t/<code>/likes")
@pages.get("/t/<code>/dealt")
def table(code: str) -> Response:
    """To the table; a draft in the address stays."""
    return _to(url_for("table.table", code=code.upper()))


@pages.get("/try-it")
def demo() -> Response:
    """To the home page, which offers the demo tables."""
    return _to(url_for("lobby.home"))


@pages.get("/sets/bring")
def bring() -> Response:
    """To the list of editions, where one is brought from a file."""
    return _to(url_for("editions.index"))


@pages.get("/sets/<name>/remove")
@pages.get("/sets/<name>/undo")
def edition(name: str) -> Response:
    """To the edition, or where it is removed to the list."""
    if name not in services.play().editions:
        return _to(url_for("editions.index"))
    return _to(url_for("editions.edition", name=name))


@pages.get("/photo/<token>/yes")
@pages.get("/photo/<token>/edition")
@pages.get("/photo/<token>/drop")
def photo(token: str) -> Response:
    """To the photo, with what was mended."""
    return _to(url_for("photo.show", token=token))
