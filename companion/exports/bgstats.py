"""A finished game as a link that opens it in the app BG Stats.

The link holds JSON (bgstatsapp.com, “Create play”). Times are UTC and mean the end of the play; BoardGameGeek's ids
must be numbers; every boolean must be present, or some phones fail. BG Stats remembers players and plays by our ids,
so these never change.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from urllib.parse import quote

from companion.donut_shop.setup import SHIPPED
from companion.donut_shop.state import ShopState
from companion.exports.serialization import edition_of
from companion.kernel.common import COMMON, EndGame
from companion.kernel.game import Json
from companion.kernel.repairs import Line
from companion.kernel.table import Table
from companion.kernel.transcript import write_rulings
from companion.tables.play import Evening

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
BGG_IDS = {"donut-shop": 332170, "go-nuts": 184346}  # as numbers: a quoted one crashes the app
LONGEST_EVENING = timedelta(hours=12)  # a longer game was interrupted, so its length is not sent


def bgstats_link(evening: Evening) -> str | None:
    """Return the address that opens BG Stats with this play; None until the game is over, or it would count as lost."""
    if not evening.snapshot.table.over:
        return None
    return ADDRESS + quote(json.dumps(_play(evening), ensure_ascii=False, separators=(",", ":")), safe="")


def _play(evening: Evening) -> Json:
    """A finished game as BG Stats reads it; money in cents."""
    table, began, ended = evening.snapshot.table, _time(evening.opened), _time(_ended(evening))
    length = ended - began
    measured = timedelta(minutes=1) <= length <= LONGEST_EVENING
    return {
        "sourceName": "Donut Companion",
        "sourcePlayId": f"{evening.snapshot.code}-{began:%Y%m%d%H%M%S}",  # codes of forgotten tables are used again
        "playDate": f"{ended:%Y-%m-%d %H:%M:%S}",
        **({"durationMin": round(length.total_seconds() / 60)} if measured else {}),
        "board": _board(table),
        "comments": write_rulings(dict(table.state.party.rulings), table.game.rulings),
        "game": {
            "name": table.game.name,
            "sourceGameId": table.game.id,
            "bggId": BGG_IDS[table.game.id],
            "highestWins": True,
            "noPoints": False,
        },
        "players": _players(table),
    }


def _players(table: Table) -> list[Json]:
    """The players by seat; the id is made of the name, so that a person keeps it in another seat."""
    started = _starter(table)
    standing = {one.seat: one for one in table.game.rules.standings(table.state)}
    return [
        {
            "name": name,
            "sourcePlayerId": name.casefold(),
            "startPlayer": seat == started,
            "winner": standing[name].winner,
            "rank": standing[name].rank,
            "score": standing[name].score,
            "role": "",
        }
        for seat, name in enumerate(table.state.party.names)
    ]


def _starter(table: Table) -> int | None:
    """The seat that began; None if all begin together or the table joined in the middle of a game."""
    start = table.start
    return start.turn if isinstance(start, ShopState) and not start.laid else None


def _board(table: Table) -> str:
    """The printed edition; empty for the classic one."""
    edition = edition_of(table)
    return "" if edition is None or edition.name == SHIPPED else edition.name


def _ended(evening: Evening) -> str:
    """Return when the last line of the game was entered; later repairs, notes and adjustments do not count."""
    table = evening.snapshot.table
    for applied in reversed(table.applied):
        place: int = applied.line.seq - 1
        in_time = isinstance(table.log[place], Line)
        if in_time and (not isinstance(applied.line.move, COMMON) or isinstance(applied.line.move, EndGame)):
            return evening.times[place]
    return evening.times[-1] if evening.times else evening.opened


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
