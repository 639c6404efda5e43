"""A table to take away: as transcript, JSON, a sheet of rows (CSV), or a play for BG Stats.

BG Stats reads a link with JSON in it (bgstatsapp.com, “Create play”). Its times are UTC and mean the end of the play,
BoardGameGeek’s ids must be numbers, and on some phones it stumbles over a boolean left out. What it matched once it
remembers by our ids, so these never change.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from companion.donut_shop.state import ShopState
from companion.exports.serialization import entries_json, table_json, transcript
from companion.kernel.common import COMMON, EndGame
from companion.kernel.repairs import Correct, Insert, Line, Repair
from companion.kernel.table import Applied, Table
from companion.kernel.transcript import write_rulings
from companion.tables.play import Evening

FORMATS: Mapping[str, str] = {"txt": "text/plain", "json": "application/json", "csv": "text/csv"}
PARTS = {"donut-shop": ("placement", "box", "sprinkles", "coffee", "paid", "decided", "adjust"), "go-nuts": ("adjust",)}
BECAME = ("dropped", "now", "marked", "aside")
BOM = "\ufeff"  # without it spreadsheets take UTF-8 for something older, and José for JosÃ©
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a spreadsheet knows what it should calculate

BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="
BGG_IDS = {"donut-shop": 332170, "go-nuts": 184346}  # numbers: a quoted one closes the app
LONGEST_EVENING = timedelta(hours=12)  # a table open for longer was put aside in between


def taken(evening: Evening, form: str) -> str:
    """The whole text in one of FORMATS."""
    match form:
        case "txt":
            return transcript(evening.header, evening.snapshot.table)
        case "json":
            return json.dumps(as_json(evening), ensure_ascii=False) + "\n"
    return BOM + rows(evening.snapshot.table)


def as_json(evening: Evening) -> dict[str, Any]:
    """What `replay --json` prints for the transcript."""
    table = evening.snapshot.table
    first = transcript(evening.header, table).count("\n") - table.version
    return table_json(table, [first + seq for seq in range(1, table.version + 1)])


def rows(table: Table) -> str:
    """A header, then one row a line: the line, what it paid and from what, what became of it, whose it is, the points.

    New columns are added at the end, so that a sheet that reads them by their place goes on doing so.
    """
    entries = entries_json(table)
    known = PARTS[table.game.id]
    parts = [*known, *sorted({part for entry in entries for part in entry["parts"]} - set(known))]
    standing = {told.line.seq: told for told in table.applied}
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(["seq", "who", "text", "pay", *parts, *BECAME, "seat", *_points_columns(table)])
    for entry, said in zip(entries, table.log, strict=True):
        became = ["yes" if entry.get(name) is True else safe(entry.get(name, "")) for name in BECAME]
        paid = [entry["parts"].get(part, "") for part in parts]
        told = standing.get(entry["seq"])
        seat = _seat(told.line if told else said)
        row = [entry["seq"], safe(entry["who"]), safe(entry["text"]), entry["pay"], *paid, *became]
        sheet.writerow([*row, "" if seat is None else seat + 1, *_points(table, told, seat)])
    return text.getvalue()


def _seat(said: Line | Repair) -> int | None:
    """The seat a line is about: whoever it is of, or whose money, name or place the table changes."""
    line = said.new if isinstance(said, Insert | Correct) else said
    if not isinstance(line, Line):
        return None
    seat: int | None = line.seat if line.seat is not None else getattr(line.move, "seat", None)
    return seat


def _points_columns(table: Table) -> list[str]:
    """Go Nuts pays nothing by the line, so its rows have points: of the row's seat, then of every seat by number."""
    if table.game.id != "go-nuts":
        return []
    return ["points", *(f"points {number}" for number in range(1, len(table.names.now) + 1))]


def _points(table: Table, told: Applied | None, seat: int | None) -> list[int | str]:
    """What stands in those columns: points as the trays stood after the line; nothing where it does not stand."""
    columns = _points_columns(table)
    if not columns or told is None:
        return [""] * len(columns)
    scores = table.game.rules.scores(told.state)
    return ["" if seat is None else scores[seat], *scores]


def safe(text: str) -> str:
    """A text no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def bgstats_link(evening: Evening, location: str = "") -> str | None:
    """The address that opens BG Stats with this play; None while the game is not over: it would come as a defeat."""
    if not evening.snapshot.table.over:
        return None
    said = json.dumps(bgstats(evening, location), ensure_ascii=False, separators=(",", ":"))
    return BGSTATS + quote(said, safe="")


def bgstats(evening: Evening, location: str = "") -> dict[str, Any]:
    """A finished game as BG Stats reads it; money in cents."""
    table, began, ended = evening.snapshot.table, _time(evening.opened), _time(_ended(evening))
    length = ended - began
    measured = timedelta(minutes=1) <= length <= LONGEST_EVENING
    return {
        "sourceName": "Donut Companion",
        "sourcePlayId": f"{evening.snapshot.code}-{began:%Y%m%d%H%M%S}",  # codes of forgotten tables are used again
        "playDate": f"{ended:%Y-%m-%d %H:%M:%S}",
        **({"durationMin": round(length.total_seconds() / 60)} if measured else {}),
        **({"location": location} if location else {}),
        "board": _edition(table),
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


def _players(table: Table) -> list[dict[str, Any]]:
    """The seats in their order; a name is the same person next time, whatever seat it takes."""
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
    """The seat that began; None where all begin together, or the table joined in the middle of a game."""
    start = table.start
    return start.turn if isinstance(start, ShopState) and not start.laid else None


def _edition(table: Table) -> str:
    """The printed edition, where it is not the usual one."""
    if not isinstance(table.start, ShopState):
        return ""
    name: str = table.start.edition.name
    return "" if name == "classic" else name


def _ended(evening: Evening) -> str:
    """Return when the last line of the game was entered; corrections, notes and inserted lines do not count."""
    table = evening.snapshot.table
    for applied in reversed(table.applied):
        place: int = applied.line.seq - 1
        in_time = isinstance(table.log[place], Line)
        if in_time and (not isinstance(applied.line.move, COMMON) or isinstance(applied.line.move, EndGame)):
            return evening.times[place]
    return evening.times[-1] if evening.times else evening.opened


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
