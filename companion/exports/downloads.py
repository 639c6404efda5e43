"""A table as a file: its transcript, JSON, or rows for a spreadsheet (CSV); and a blank score sheet to print."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.donut_shop.game import GAME as DONUT_SHOP
from companion.donut_shop.parts import SIZES
from companion.donut_shop.state import PLACEMENTS
from companion.exports.serialization import entries_json, header_lines, table_json, transcript
from companion.go_nuts.cards import deck_for
from companion.kernel.game import Game, Json
from companion.kernel.repairs import Correct, Insert, Line, Repair
from companion.kernel.table import Applied, Table
from companion.tables.play import Evening

FORMATS: Mapping[str, str] = {"txt": "text/plain", "json": "application/json", "csv": "text/csv"}
PARTS = {"donut-shop": ("placement", "box", "sprinkles", "coffee", "paid", "decided", "adjust"), "go-nuts": ("adjust",)}
OUTCOMES = ("dropped", "now", "marked", "aside")
BOM = "\ufeff"  # without it spreadsheets take UTF-8 for an older encoding, and José for JosÃ©
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a formula of a spreadsheet begins with


def export_text(evening: Evening, form: str) -> str:
    """Return the table in one of FORMATS."""
    match form:
        case "txt":
            return transcript(evening.header, evening.snapshot.table)
        case "json":
            return json.dumps(as_json(evening), ensure_ascii=False) + "\n"
    return BOM + rows(evening.snapshot.table)


def as_json(evening: Evening) -> Json:
    """Return what `replay --json` prints for the transcript."""
    table = evening.snapshot.table
    headers = header_lines(evening.header, table)
    first = len(headers)
    return table_json(table, [first + seq for seq in range(1, table.version + 1)], headers)


def rows(table: Table) -> str:
    """Return a row a line under a header: the line, its pay and parts, its outcome, its seat, the points after it.

    New columns go to the end, so that a spreadsheet that reads columns by place keeps working.
    """
    entries = entries_json(table)
    known = PARTS[table.game.id]
    parts = [*known, *sorted({part for entry in entries for part in entry["parts"]} - set(known))]
    standing = {one.line.seq: one for one in table.applied}
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(["seq", "who", "text", "pay", *parts, *OUTCOMES, "seat", *_points_columns(table)])
    for entry, logged in zip(entries, table.log, strict=True):
        outcomes = ["yes" if entry.get(name) is True else safe(entry.get(name, "")) for name in OUTCOMES]
        paid = [entry["parts"].get(part, "") for part in parts]
        applied = standing.get(entry["seq"])
        seat = _seat(applied.line if applied else logged)
        row = [entry["seq"], safe(entry["who"]), safe(entry["text"]), entry["pay"], *paid, *outcomes]
        sheet.writerow([*row, "" if seat is None else seat + 1, *_points(table, applied, seat)])
    return text.getvalue()


def _seat(logged: Line | Repair) -> int | None:
    """Return the seat a line belongs to, or whose money, name or place a line of the table changes."""
    line = logged.new if isinstance(logged, Insert | Correct) else logged
    if not isinstance(line, Line):
        return None
    seat: int | None = line.seat if line.seat is not None else getattr(line.move, "seat", None)
    return seat


def _points_columns(table: Table) -> list[str]:
    """Return the names of Go Nuts' columns of points: of the row's seat, then of every seat by number."""
    if table.game.id != "go-nuts":
        return []
    return ["points", *(f"points {number}" for number in range(1, len(table.names.now) + 1))]


def _points(table: Table, applied: Applied | None, seat: int | None) -> list[int | str]:
    """Return the values of those columns after a line; empty for a line that no longer stands."""
    columns = _points_columns(table)
    if not columns or applied is None:
        return [""] * len(columns)
    scores = table.game.rules.scores(applied.state)
    return ["" if seat is None else scores[seat], *scores]


def safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


# On paper


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The lines of a blank score sheet.

    `turns`: rows, 0 for a sheet of cards. `parts`: columns a seat. `cards`: a row each. `boxes`: sizes with their
    cents, as a reminder.
    """

    seats: int
    turns: int = 0
    parts: Sequence[str] = ()
    cards: Sequence[str] = ()
    boxes: Sequence[tuple[str, int]] = ()


def score_sheet(game: Game, seats: int) -> ScoreSheet:
    """Return the blank sheet for a number of seats; one outside the game's range is replaced by the nearest."""
    seats = max(game.seats.start, min(seats, game.seats.stop - 1))
    if game.id == DONUT_SHOP.id:
        return ScoreSheet(seats, PLACEMENTS // seats, ("placement", "box"), (), tuple(SIZES.items()))
    return ScoreSheet(seats, cards=tuple(deck_for(seats)))
