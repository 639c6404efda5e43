"""A wrong or forgotten line entered on the table's own pads: the table as it stood right before that line."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.kernel.repairs import write_unread
from companion.tables.door import contradicts_deal
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.addresses import address
from companion.web.docks.dock import dock_of
from companion.web.docks.views import DockPage
from companion.web.table.journal_rows import draft_again, rows_of
from companion.web.table.table_view import edition_of
from companion.web.table.views import looked, page_of, upper_code

pages = Blueprint("mending", __name__, url_prefix="/t/<code>/line/<seq>")
pages.url_value_preprocessor(upper_code)

PAGES = {"correct": "again", "insert": "before"}
NOTHING = {"do": ""}  # an empty draft: the page's script takes an address without a question for the table after a line


@pages.get("/again")
def again(code: str, seq: str) -> Response | str:
    """Show the pads for a line's correction; its own words are in the address that leads here."""
    return _pads(code, seq, "correct")


@pages.get("/before")
def before(code: str, seq: str) -> Response | str:
    """Show the pads for a line missing before this one."""
    return _pads(code, seq, "insert")


def way_again(snapshot: Snapshot, seq: int) -> str:
    """Return where a standing line is entered again: its pads, or where it has none its own page."""
    draft = draft_again(snapshot.table, seq)
    if draft is None:
        return url_for("table.line", code=snapshot.code, seq=seq)
    return address(url_for("mending.again", code=snapshot.code, seq=seq), draft.query())


def _pads(code: str, seq: str, verb: str) -> Response | str:
    """The step's page, drawn of what this phone may see; its line goes to the page that previews it.

    Where the game was over, the line's own page.
    """
    snapshot = looked(code)
    number = services.number(seq) or 0
    row = rows_of(snapshot.table, number, number)[0] if 1 <= number <= snapshot.version else None
    if row is None or not row.stands:
        return redirect(url_for("table.journal", code=code), 303)
    if snapshot.table.before(number).over:
        return redirect(url_for("table.line", code=code, seq=number), 303)
    view = snapshot.table.game.screen.view(snapshot.table.before(number), {**request.args, **phones.likes()})
    base = url_for(f"mending.{PAGES[verb]}", code=code, seq=number)
    return page_of(
        "table/mend.html",
        snapshot,
        view=view,
        row=row,
        mend=verb,
        draft="",
        link=lambda draft: f"{base}?{urlencode(draft.query() or NOTHING)}",
        dealt=False,
        may_decide=lambda line: not contradicts_deal(snapshot, services.viewer(code), write_unread(verb, number, line)),
        peek=(),
        anyway="",
        undo=False,
        cover=None,
        button=dock_of(view, DockPage(snapshot.code, edition_of(snapshot.table), mend=verb)),
    )
