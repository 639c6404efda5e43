"""GET for addresses that only take a POST: a phone that wakes, a reload or a kept link may request them.

Each redirects to the page whose form posts there, with the same query. So no address a browser can show is answered
with 405; `tests/web/test_form_addresses.py` tries them all.
"""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.web import phones, services

pages = Blueprint("form_addresses", __name__)


def _to(path: str) -> Response:
    query = request.query_string.decode("ascii", "replace")
    if not query and (kept := phones.place(request.path)):
        return redirect(kept, 303)
    return redirect(f"{path}?{query}" if query else path, 303)


@pages.get("/t/<code>/move")
@pages.get("/t/<code>/likes")
@pages.get("/t/<code>/dealt")
@pages.get("/t/<code>/look")
@pages.get("/t/<code>/eye/no")
@pages.get("/t/<code>/rematch")
def table(code: str) -> Response:
    """Redirect to the table, with a draft in the address."""
    return _to(url_for("table.table", code=code.upper()))


@pages.get("/hints")
@pages.get("/language")
@pages.get("/try-it")
def demo() -> Response:
    """Redirect to the home page: it offers languages and demo tables, and hints can be tapped away anywhere."""
    return _to(url_for("lobby.home"))


@pages.get("/new/<name>/people")
def people(name: str) -> Response:
    """Redirect to the start page, which offers the names."""
    return _to(url_for("lobby.new", name=name))


@pages.get("/sets/import")
def import_edition() -> Response:
    """Redirect to the list of editions, where one can be imported from a file."""
    return _to(url_for("editions.index"))


@pages.get("/sets/<name>/remove")
@pages.get("/sets/<name>/undo")
def edition(name: str) -> Response:
    """Redirect to the edition, or to the list if it was removed."""
    if name not in services.play().editions:
        return _to(url_for("editions.index"))
    return _to(url_for("editions.edition", name=name))


@pages.get("/photo/<token>/yes")
@pages.get("/photo/<token>/edition")
@pages.get("/photo/<token>/drop")
def photo(token: str) -> Response:
    """Redirect to the photo, with the corrections in the address."""
    return _to(url_for("photo.show", token=token))
