"""A table to take away: downloads, and the way to BG Stats."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.exports import bgstats as bgstats_export
from companion.exports import downloads
from companion.tables.play import Evening
from companion.web import services

pages = Blueprint("downloads", __name__, url_prefix="/t/<code>")


def evening(code: str) -> Evening:
    """Raises NoSuchTable."""
    return services.seen_evening(code.upper())


@pages.get("/export/<form>")
def export(code: str, form: str) -> Response:
    """The table as a file."""
    if form not in downloads.FORMATS:
        abort(404)
    table = evening(code)
    response = Response(downloads.export_text(table, form), content_type=f"{downloads.FORMATS[form]}; charset=utf-8")
    name = f"{table.snapshot.table.game.id}-{table.snapshot.code}.{form}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@pages.get("/bgstats")
def bgstats(code: str) -> AnyResponse:
    """A short address for the long one that BG Stats reads, so that a QR can hold it."""
    link = bgstats_link(code)
    return redirect(link or url_for("table.result", code=code.upper()), 303)


def bgstats_link(code: str) -> str | None:
    """The address that opens BG Stats with this play; None while the game is not over."""
    return bgstats_export.bgstats_link(evening(code))
