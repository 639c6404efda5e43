"""The phones of a table: its code, its address and a QR for others to join, who sits where, the lock, a new code."""

from __future__ import annotations

import io
from urllib.parse import parse_qsl, urlsplit

import segno
from flask import Blueprint, abort, current_app, make_response, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.network.addresses import lan_addresses
from companion.refusals import Refusal
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.addresses import address
from companion.web.errors import status_of
from companion.web.table.seats import seats_view
from companion.web.table.views import looked, page_of, refusal_in_words, shown

pages = Blueprint("invite", __name__)


@pages.get("/t/<code>/phones", endpoint="phones")
def show_phones(code: str) -> AnyResponse:
    """Show the code, the address to type, the QR to scan, and who sits where."""
    return _page(looked(code.upper()))


def _page(snapshot: Snapshot, refusal: Refusal | None = None) -> AnyResponse:
    """Return the page, or for htmx its region alone."""
    where = table_address(snapshot.code)
    page = page_of(
        "table/_seats_and_code.html" if services.htmx else "table/phones.html",
        snapshot,
        address=where,
        qr=None if this_machine_only() else qr(where.upper()),
        seats=seats_view(snapshot),
        refused=refusal_in_words(snapshot, refusal),
    )
    return make_response(page, status_of(refusal) if refusal else 200)


@pages.post("/t/<code>/phones")
def change(code: str) -> AnyResponse:
    """Claim seats, give one up, take one over, answer a phone that asks, lock, unlock, or renew the code."""
    snapshot, what = looked(code.upper()), request.form.get("do", "")
    refusal, now = None, snapshot.code
    try:
        now = _change(snapshot, what)
    except Refusal as refused:
        refusal = refused
    services.forget_viewer(now)
    after = looked(now)  # with other seats this phone may see other things
    if request.form.get("then") == "table":
        draft = dict(parse_qsl(request.form.get("draft", "")))
        if refusal or services.htmx:
            return shown(after, draft, refusal)
        return redirect(address(url_for("table.table", code=after.code), draft), 303)
    if refusal or services.htmx:
        return _page(after, refusal)
    return redirect(url_for("invite.phones", code=after.code), 303)


def _change(snapshot: Snapshot, what: str) -> str:
    """Make the change that a form asks for; return the table's code after it. Raises Refusal."""
    seats, connection, code, phone = services.seats(), services.connection(), snapshot.code, phones.phone_id()
    names, form = snapshot.table.names.now, request.form
    numbers = [services.number(text) for text in form.getlist("seat")]
    chosen = [-1 if number is None else number for number in numbers]
    seat = chosen[0] if chosen else -1
    match what:
        case "watch":
            phones.remember_asked(code)
        case "claim":
            seats.hold(connection, code, phone, chosen, names)
            phones.remember_asked(code)
        case "release":
            seats.release(connection, code, phone, seat)
            phones.remember_asked(code)
        case "take-over":
            seats.take_over(connection, code, phone, seat, names)
            phones.remember_asked(code)
        case "yes" | "no":
            seats.answer(connection, code, phone, seat, what == "yes")
        case "lock" | "unlock":
            seats.lock(connection, code, phone, names, what == "lock")
        case "renew":
            new = seats.renew(connection, code, phone, names)
            phones.follow(code, new)
            return new
        case _:
            abort(400)
    return code


@pages.get("/T/<code>")
def from_qr(code: str) -> AnyResponse:
    """The QR has its address in capitals: so it is a smaller picture."""
    return redirect(url_for("table.table", code=code.upper()), 303)


def table_address(code: str) -> str:
    """The table's address for the other phones."""
    return address_for_others(url_for("table.table", code=code))


def this_machine_only() -> bool:
    """Return whether the server was started for its own machine alone, and this request came from there."""
    return _is_own_name(current_app.config["HOST"]) and _is_own_name(urlsplit(request.host_url).hostname or "")


def _is_own_name(name: str) -> bool:
    """Return whether this is a machine's name for itself, by which no other machine finds it."""
    return name.startswith("127.") or name in ("localhost", "::1")


def address_for_others(path: str) -> str:
    """A page's whole address for the other phones: this machine's name for itself only where no other gets in."""
    parts = urlsplit(request.host_url)
    name = parts.hostname or ""
    if _is_own_name(name) and not this_machine_only():
        name = next(iter(lan_addresses()), name)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{f'[{name}]' if ':' in name else name}{port}{path}"


def qr(text: str) -> Markup:
    """A QR as SVG, without a size of its own."""
    drawn = io.BytesIO()
    segno.make(text, micro=False).save(
        drawn, kind="svg", xmldecl=False, svgns=False, border=2, omitsize=True, svgclass="qr", lineclass=None
    )
    return Markup(drawn.getvalue().decode())
