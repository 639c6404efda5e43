"""Counting at the end of a game nobody followed: trays or money entered seat by seat, stored as `final` lines."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.refusals import Refusal
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.addresses import address
from companion.web.errors import status_of
from companion.web.table.views import lines_of, looked, page_of, refusal_in_words, seen_of, upper_code

pages = Blueprint("count", __name__, url_prefix="/t/<code>/count")
pages.url_value_preprocessor(upper_code)


@pages.get("")
def count(code: str) -> str | Response:
    """Show what each seat has, entered by taps or numbers; when all have counted, the result."""
    snapshot = looked(code)
    if snapshot.table.over:
        return redirect(url_for("table.result", code=code), 303)
    return shown(snapshot)


def shown(snapshot: Snapshot, refusal: Refusal | None = None) -> str:
    """Return the page; the counts entered are in the address, and a form is sent to it too."""
    table, viewer = snapshot.table, services.viewer(snapshot.code)
    view = table.game.screen.count(table.state, table.names, request.args, viewer)
    refused = refusal_in_words(snapshot, refusal)
    here = address(url_for("count.count", code=snapshot.code), request.args.items())
    return page_of(
        f"{snapshot.table.game.id.replace('-', '_')}/count.html", snapshot, view=view, refused=refused, here=here
    )


@pages.post("")
def record_count(code: str) -> Response | tuple[str, int]:
    """A `final` line; then the next seat, or the result."""
    try:
        snapshot = services.enter(code, seen_of(request.form), lines_of(request.form))
    except Refusal as refusal:
        return shown(looked(code), refusal), status_of(refusal)
    phones.remember(code)
    page = "table.result" if snapshot.table.over else "count.count"
    return redirect(url_for(page, code=code), 303)
