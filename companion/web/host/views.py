"""The host page and its forms; to any other machine there is no such page."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.network.address_watch import AddressWatch
from companion.network.addresses import url
from companion.web import services
from companion.web.host.access import is_local
from companion.web.host.tables_on import tables_on, utc_now
from companion.web.host.wifi import Wifi, WifiShown, has_good_name, has_good_password, wifi_of_environment
from companion.web.pictures import qr
from companion.words import Message

pages = Blueprint("host", __name__, url_prefix="/host")

BACKUP = re.compile(r"backup-[0-9-]{15}\.db")


def register(app: Flask) -> None:
    app.extensions["wifi"] = wifi_of_environment()


@pages.before_request
def only_here() -> None:
    if not is_local(request):
        abort(404)


@pages.get("")
def page() -> str:
    """Show addresses and QR, the current tables, and what a host can do; `kept` names a backup just made."""
    kept = request.args.get("kept", "")
    found = tables_on(services.connection(), services.play(), services.presence(), utc_now())
    return render_template(
        "host/_now.html" if services.htmx else "host/page.html",
        tables=[(table, _table_qr(table.code)) for table in found],
        kept=_folder() / kept if BACKUP.fullmatch(kept) and (_folder() / kept).is_file() else None,
        **_ways_in(),
    )


@pages.get("/poster")
def poster() -> str:
    """Show the QRs to print: the Wi-Fi, if it is known, and then the companion or the table `table`."""
    code = request.args.get("table", "").upper()
    if code and services.connection().table(code) is None:
        abort(404)
    return render_template("host/poster.html", code=code, **_ways_in(url_for("table.table", code=code) if code else ""))


@pages.get("/wifi")
def wifi() -> str:
    """Ask for the Wi-Fi's name and password."""
    return _wifi_form(_shown().network or Wifi(""), refused=_shown().unusable)


@pages.post("/wifi")
def set_wifi() -> Response | tuple[str, int]:
    """Show this Wi-Fi on the host page until the server stops; without a name none."""
    form = request.form
    typed = Wifi(form.get("name", "").strip(), form.get("password", ""), bool(form.get("hidden")))
    if typed.name and not (has_good_name(typed) and has_good_password(typed)):
        return _wifi_form(typed, refused=True), 422
    current_app.extensions["wifi"] = WifiShown(typed if typed.name else None)
    return redirect(url_for("host.page"), 303)


@pages.get("/unlock/<code>")
@pages.get("/backup")
def buttons(code: str = "") -> Response:
    """Redirect to the host page, which has the buttons."""
    return redirect(url_for("host.page"), 303)


@pages.post("/unlock/<code>")
def unlock(code: str) -> Response:
    """Unlock a table. Raises NoTable."""
    services.seats().unlock(services.connection(), code.upper())
    return redirect(url_for("host.page"), 303)


@pages.post("/backup")
def back_up() -> Response:
    """Copy the journal to a file with the date in its name, beside it. Raises Unavailable."""
    services.connection()  # the first makes a journal, so there is something to copy
    name = f"backup-{datetime.now():%Y-%m-%d-%H%M}.db"
    _folder().mkdir(parents=True, exist_ok=True)
    services.store().back_up(_folder() / name)
    return redirect(url_for("host.page", kept=name), 303)


def _folder() -> Path:
    """Return the folder of the journal, or of the companion's own files where the journal is no file."""
    file = services.store().file
    return file.parent if file else Path(current_app.instance_path)


def _shown() -> WifiShown:
    return cast(WifiShown, current_app.extensions["wifi"])


def _table_qr(code: str) -> Markup | None:
    """Return the QR of a table's address for phones; None without a network."""
    addresses = _addresses(url_for("table.table", code=code))
    return qr(addresses[0].upper()) if addresses else None


def _addresses(path: str = "") -> list[str]:
    """Return a page's whole addresses for phones, the likeliest first."""
    watch = _watch()
    return [url(address, watch.port or _own_port()) + path for address in watch.addresses()]


def _own_port() -> int:
    """Return the port of this request: where another program than `app.py` serves, no other is known."""
    return urlsplit(request.host_url).port or 80


def _watch() -> AddressWatch:
    return cast(AddressWatch, current_app.extensions["addresses"])


def _ways_in(path: str = "") -> dict[str, object]:
    """Return the addresses of a page for phones with a QR of the first, and the Wi-Fi with its own."""
    addresses, watch = _addresses(path), _watch()
    network = _shown().network
    return {
        "addresses": addresses,
        "qr": qr(addresses[0].upper()) if addresses else None,
        "this_machine_only": watch.host.startswith("127."),
        "arrived": watch.arrived,
        "port": watch.port or _own_port(),
        "wifi": network,
        "wifi_unusable": _shown().unusable,
        "wifi_qr": qr(network.text()) if network else None,
    }


def _wifi_form(typed: Wifi, *, refused: bool = False) -> str:
    _ = services.words().gettext
    hint = _("A name has up to 32 characters, a password 8 to 63. Leave the password empty if there is none.")
    message = Message(_("No Wi-Fi can have that name or password."), hint) if refused else None
    return render_template("host/wifi.html", typed=typed, refused=message)
