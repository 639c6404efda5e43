"""The look back at a game, after its end only: what was left lying, worked out when asked for and kept by version."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import cast

from flask import Blueprint, Flask, current_app, redirect, url_for
from werkzeug.wrappers import Response

from companion.donut_shop.explanations import review as of_shop
from companion.donut_shop.screen.moments import missed_case
from companion.donut_shop.screen.viewport import read_viewport
from companion.donut_shop.state import ShopState
from companion.go_nuts import review as of_nuts
from companion.kernel.table import Table
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.table.views import looked, page_of

pages = Blueprint("review", __name__)

Seats = Sequence[of_shop.SeatReview] | Sequence[of_nuts.SeatBumps]
MOST = 32  # tables whose review is kept


class Reviews:
    """The reviews asked for lately, each of one version of its table and its colours; one for the whole process."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, tuple[int, ...]], Seats] = OrderedDict()
        self._lock = Lock()

    def of(self, snapshot: Snapshot) -> Seats:
        """Return the review of an ended game, as everybody may see it."""
        key = snapshot.code, snapshot.tag, snapshot.settings.marks  # its drawings have the colours of seats
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = seats_of(snapshot.table)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return found


def register(app: Flask) -> None:
    app.extensions["reviews"] = Reviews()


def seats_of(table: Table) -> Seats:
    """Return the review of a table. It must be over: nothing of this is for anybody before."""
    assert table.over
    return of_shop.review(table) if isinstance(table.state, ShopState) else of_nuts.review(table)


@pages.get("/t/<code>/review")
def review(code: str) -> Response | str:
    """Show the review of an ended game; before the end, the result so far instead."""
    code = code.upper()
    snapshot, public = looked(code), services.public(code)
    if not (snapshot.table.over and public.table.over):  # the end may be taken back between the two
        return redirect(url_for("table.result", code=code), 303)
    seats = cast(Reviews, current_app.extensions["reviews"]).of(public)
    party = snapshot.table.state.party
    worst = _worst(seats)
    return page_of(
        "show/_review.html" if services.htmx else "show/review.html",
        snapshot,
        rows=[(party.mark(one.seat), party.names[one.seat], one) for one in seats],
        worst=worst,
        case=missed_case(worst[1], worst[0], read_viewport(phones.likes())) if worst else None,
    )


def _worst(seats: Seats) -> tuple[int, of_shop.Missed] | None:
    """Return the seat and the tile that missed most of all; None where nothing was missed, or there are no tiles."""
    missed = [(one.seat, one.missed) for one in seats if isinstance(one.missed, of_shop.Missed)]
    return max(missed, key=lambda one: one[1].more, default=None)
