"""A rematch as the other phones of its table see it: that somebody opened it, and the way to their seats there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.kernel.transcript import Refused
from companion.records.history import same
from companion.refusals import Refusal
from companion.store.journal import Connection
from companion.tables.play import NoSuchTable
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.show.tonight import latest_rematch

pages = Blueprint("going_along", __name__)


@dataclass(frozen=True, slots=True)
class RematchView:
    """The rematch of an ended game that goes on. `by`: the seats of the phone that opened it, empty where it has none.

    `seats`: those of this phone that it takes there by its tap; `own`: it opened the rematch itself.
    """

    code: str
    by: str
    seats: Sequence[str]
    own: bool


def rematch_view(snapshot: Snapshot) -> RematchView | None:
    """Return the latest rematch of a table whose game is over; None where there is none, or it is over too.

    None too where this phone may not be led to it: it got another code since.
    """
    code = latest_rematch(snapshot) if snapshot.table.over else snapshot.code
    if code == snapshot.code:
        return None
    with suppress(NoSuchTable, Refused):
        new = services.public(code)
        if new.table.over:
            return None
        names, seating = snapshot.table.names.now, services.seating(snapshot)
        by = [names[seat] for seat in seating.seats_of(new.opener)]
        took = [new.table.names.now[seat] for seat in _seats_there(snapshot, new)]
        return RematchView(code, services.words().listing(by) if by else "", took, new.opener == phones.known_id())
    return None


def _seats_there(old: Snapshot, new: Snapshot) -> list[int]:
    """Return the seats of the new table with the names of this phone's at the old one, where it may have them."""
    phone, seating = phones.known_id(), services.seating(new)
    mine = {same(old.table.names.now[seat]) for seat in services.seating(old).seats_of(phone)}
    return [
        seat
        for seat, name in enumerate(new.table.names.now)
        if same(name) in mine and seating.holders.get(seat, phone) == phone and seating.may_enter(phone)
    ]


def carry_seats(connection: Connection, old: Snapshot, new: Snapshot) -> None:
    """Give this phone the seats at a rematch that it had before, as far as they are free."""
    phone, names = phones.phone_id(), new.table.names.now
    seats = _seats_there(old, new)
    if seats and not services.seating(new).seats_of(phone):
        with suppress(Refusal):  # another phone was faster: the table asks who this one is
            services.seats().claim(connection, new.code, phone, seats, names)
            phones.remember_asked(new.code)
    services.forget_viewer(new.code)


@pages.post("/t/<code>/rematch")
def join(code: str) -> Response:
    """Go along to the rematch, with this phone's seats; back to the table where there is none (any more)."""
    snapshot = services.seen(code.upper())
    rematch = rematch_view(snapshot) if snapshot.code in phones.tables() else None
    if rematch is None:
        return redirect(url_for("table.table", code=snapshot.code), 303)
    carry_seats(services.connection(), snapshot, services.public(rematch.code))
    phones.remember(rematch.code)
    return redirect(url_for("table.table", code=rematch.code), 303)
