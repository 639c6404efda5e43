"""Invitations of other phones to a table: its code, its address, and a QR of it."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno
from flask import Blueprint, current_app, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.network.addresses import lan_addresses
from companion.web.table.views import looked, page_of

pages = Blueprint("invite", __name__)


@pages.get("/t/<code>/phones")
def phones(code: str) -> str:
    """Show the code, the address to type, and the QR to scan."""
    snapshot = looked(code.upper())
    address = table_address(snapshot.code)
    drawn = None if this_machine_only() else qr(address.upper())
    return page_of("table/phones.html", snapshot, address=address, qr=drawn)


@pages.get("/T/<code>")
def from_qr(code: str) -> Response:
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
