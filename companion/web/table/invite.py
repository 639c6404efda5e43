"""The page of a table's phones: its code and QR for others to join, who sits where, the lock, a new code."""

from __future__ import annotations

from urllib.parse import parse_qsl

from flask import Blueprint, current_app, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.refusals import Refusal
from companion.tables.snapshot import Snapshot
from companion.web import services
from companion.web.addresses import address, address_for_others, this_machine_only
from companion.web.errors import status_of
from companion.web.host.access import is_near
from companion.web.pictures import qr
from companion.web.table.seats import change_seats, seats_view
from companion.web.table.views import looked, page_of, refusal_in_words, shown

pages = Blueprint("invite", __name__)


@pages.get("/t/<code>/phones", endpoint="phones")
def show_phones(code: str) -> AnyResponse:
    """Show the code, the address to type, the QR to scan, and who sits where."""
    return _page(looked(code.upper()))


def _page(snapshot: Snapshot, refusal: Refusal | None = None) -> AnyResponse:
    """Return the page, or for htmx its region alone."""
    where = address_for_others(url_for("table.table", code=snapshot.code))
    page = page_of(
        "table/_seats_and_code.html" if services.htmx else "table/phones.html",
        snapshot,
        address=where,
        qr=None if this_machine_only() else qr(where.upper()),
        seats=seats_view(snapshot),
        refused=refusal_in_words(snapshot, refusal),
    )
    return make_response(page, status_of(refusal) if refusal else 200)


@pages.get("/t/<code>/tent")
def tent(code: str) -> str:
    """A page to print, fold and stand on the table: the code, and what a phone scans to join."""
    snapshot = looked(code.upper())
    where = address_for_others(url_for("table.table", code=snapshot.code))
    network = current_app.extensions["wifi"].network if is_near(request) else None
    return page_of(
        "table/tent.html",
        snapshot,
        address=where,
        qr=None if this_machine_only() else qr(where.upper()),
        wifi=network.name if network else "",
        wifi_qr=qr(network.text()) if network else None,
    )


@pages.post("/t/<code>/phones")
def change(code: str) -> AnyResponse:
    """Change who sits where, colours, coins, the lock or the code, or answer a phone that asks."""
    snapshot, what = looked(code.upper()), request.form.get("do", "")
    refusal, now = None, snapshot.code
    try:
        now = change_seats(snapshot, what)
    except Refusal as refused:
        refusal = refused
    services.forget_viewer(now)
    after = looked(now)  # with other seats this phone may see other things
    if request.form.get("then") == "more" and not refusal:
        kept = dict(parse_qsl(request.form.get("kept", "")))
        return redirect(address(url_for("table.more", code=after.code), kept), 303)
    if request.form.get("then") == "table":
        draft = dict(parse_qsl(request.form.get("draft", "")))
        if refusal or services.htmx:
            return shown(after, draft, refusal)
        return redirect(address(url_for("table.table", code=after.code), draft), 303)
    if refusal or services.htmx:
        return _page(after, refusal)
    return redirect(url_for("invite.phones", code=after.code), 303)
