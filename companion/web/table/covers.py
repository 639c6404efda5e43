"""Covers of a shared phone: what only one seat may see lies under one until somebody of that seat taps it.

A cover closes by itself: with the next line, after a while, when its page is hidden, or by a tap.
"""

from __future__ import annotations

from urllib.parse import parse_qsl

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.kernel.reasons import CommonReason
from companion.refusals import Forbidden, Illegal
from companion.tables.seats import SeatReason
from companion.web import phones, services
from companion.web.addresses import address
from companion.web.table.views import looked, shown, upper_code

pages = Blueprint("covers", __name__, url_prefix="/t/<code>")
pages.url_value_preprocessor(upper_code)


@pages.post("/look")
def look(code: str) -> Response:
    """Open the cover of a seat on this phone, or without a seat close the one that is open."""
    snapshot, viewer = looked(code), services.viewer(code)
    draft = dict(parse_qsl(request.form.get("draft", "")))
    seat = services.number(request.form.get("look", ""))
    if seat is None:
        phones.close_cover()
    elif not services.seating(snapshot).may_enter(phones.phone_id()):
        return shown(snapshot, draft, Forbidden(SeatReason.LOCKED, code=code))
    elif seat >= len(snapshot.table.names.now) or not viewer.shared or not viewer.may_open(seat):
        name = snapshot.table.state.party.names[min(seat, len(snapshot.table.names.now) - 1)]
        return shown(snapshot, draft, Illegal(CommonReason.OTHER_PHONE, seat=name))
    else:
        phones.open_cover(code, seat, snapshot.tag)
    services.forget_viewer(code)
    if services.htmx:
        return shown(looked(code), draft)
    return redirect(address(url_for("table.table", code=code), draft), 303)
