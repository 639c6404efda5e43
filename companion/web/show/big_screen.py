"""The big screen: a table for a television, read only, drawn of what everybody may see, and the ways to join it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import get_args

from flask import Blueprint, current_app, make_response, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.donut_shop.moves import Deal, Draw, EndTurn, RevealFaceUp
from companion.kernel.table import Applied, Table
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.addresses import address_for_others, this_machine_only
from companion.web.host.access import is_near
from companion.web.host.wifi import Wifi
from companion.web.pictures import qr
from companion.web.show.result import decided
from companion.web.show.tonight import latest_rematch, tonight_view
from companion.web.table.table_view import short_view
from companion.web.table.views import page_of

pages = Blueprint("screen", __name__)

LATEST = 5  # lines
QUIET = (EndTurn, *get_args(Draw), Deal, RevealFaceUp)


@pages.get("/t/<code>/screen")
def screen(code: str) -> AnyResponse:
    """Show the table as everybody may see it, whichever seats this phone has; htmx gets its region alone.

    Once a game is over and a rematch has begun, the screen moves on to it.
    """
    code = code.upper()
    services.note_people(code)
    snapshot = services.public(code)
    phones.remember(code)
    if snapshot.table.over and (rematch := latest_rematch(snapshot)) != code:
        return redirect(url_for("screen.screen", code=rematch), 303)
    table, party = snapshot.table, snapshot.table.state.party
    standings = table.game.rules.standings(table.state) if table.over else []
    winners = [standing.seat for standing in standings if standing.winner]
    picture = table.game.screen.moment(table, len(table.applied), {})
    page = page_of(
        "show/_screen.html" if services.htmx else "show/screen.html",
        snapshot,
        view=picture,
        mark=party.mark(party.names.index(winners[0])) if winners else picture.mark,
        latest_lines=[short_view(table, one) for one in islice(_telling(table), LATEST)],
        winners=winners,
        decided=decided(standings, services.words(), table.game.unit),
        tonight=tonight_view(snapshot) if table.over or not table.state.played else None,
        way_in=_way_in(snapshot),
        wifi=_wifi(),
    )
    return make_response(page, 200, {"X-Table-Version": snapshot.tag})


def _telling(table: Table) -> Iterator[Applied]:
    """Yield the lines that stand, the latest first, without draws, deals and ends of turns."""
    return (one for one in reversed(table.applied) if not isinstance(one.line.move, QUIET))


def _way_in(snapshot: Snapshot) -> Markup | None:
    """Return the QR of the table's address; None where no other machine gets in."""
    where = address_for_others(url_for("table.table", code=snapshot.code))
    return None if this_machine_only() else qr(where.upper())


def _wifi() -> tuple[str, Markup] | None:
    """Return the name and the QR of the Wi-Fi the host gave; None without one, or for a machine outside its network."""
    network: Wifi | None = current_app.extensions["wifi"].network
    return (network.name, qr(network.text())) if network and is_near(request) else None
