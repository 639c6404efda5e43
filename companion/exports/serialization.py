"""A table as other programs read it: the transcript that tells it again, and JSON as `docs/interfaces.md` says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from companion.kernel.redact import redacted_line, redacted_text
from companion.kernel.repairs import Insert, Line, PutBack, counting
from companion.kernel.table import Applied, Table
from companion.kernel.text import TABLE, folded, unquoted, write_name
from companion.kernel.transcript import Header, read_transcript, write_rulings, write_seats
from companion.refusals import Refusal
from companion.words import Message

NOTATION = "notation 1"


def transcript(headers: str, table: Table) -> str:
    """The canonical transcript of a table: its headers in their order, then every line ever accepted.

    What is secret while a round is open stays so: `select ? in 4`.
    """
    lines = [NOTATION, *filter(None, (_header(header, table) for header in read_transcript(headers).headers))]
    for seq in range(1, table.version + 1):
        who, text = redacted_text(table, seq)
        lines.append(f"{who if who == TABLE else write_name(who)}: {text}")
    return "\n".join(lines) + "\n"


def _header(header: Header, table: Table) -> str:
    """A header as it is written; empty where it says what holds without it."""
    party = table.start.party
    match header.word:
        case "notation":
            return ""
        case "game":
            return f"game {table.game.id}"
        case "seats":
            return write_seats(party.names)
        case "rulings":
            return write_rulings(party.rulings, table.game.rulings)
        case "first" if folded(unquoted(header.rest[0])) == folded(party.names[0]):
            return ""
    return " ".join((header.word, *header.rest))


def entries_json(table: Table, lines: Sequence[int] | None = None) -> list[dict[str, Any]]:
    """Every line ever accepted, by number; `lines`: the physical line each stands on."""
    told = {told.line.seq: told for told in table.applied}
    counts = set(counting(table.log))
    entries: list[dict[str, Any]] = []
    for place, said in enumerate(table.log):
        who, text = redacted_text(table, place + 1)
        where = {} if lines is None else {"line": lines[place]}
        entry = {"seq": place + 1, **where, "who": who, "text": text}
        if isinstance(said, Line | Insert):
            new = said.new if isinstance(said, Insert) else said
            entries.append({**entry, **_came_of(table, new, told.get(place + 1))})
        else:
            dropped = {} if place in counts or isinstance(said, PutBack) else {"dropped": True}
            entries.append({**entry, **_paid(None), **dropped})
    return entries


def _paid(told: Applied | None) -> dict[str, Any]:
    parts = dict(told.paid) if told else {}
    return {"pay": sum(parts.values()), "parts": parts}


def _came_of(table: Table, said: Line, told: Applied | None) -> dict[str, Any]:
    """What a line paid, and whether it stands as it was said; `told` is the line that stands under its number."""
    if told is None:
        return {**_paid(None), "dropped": True}
    entry = _paid(told)
    if told.line is not said:
        entry["now"] = str(redacted_line(table, told.line))
    if told.mark is not None:
        entry["aside" if told.aside else "marked"] = str(told.mark)
    return entry


def standings_json(table: Table) -> list[dict[str, Any]]:
    """By rank, equal ranks by seat."""
    return [{**asdict(standing), "parts": dict(standing.parts)} for standing in table.game.rules.standings(table.state)]


def replay_json(table: Table, lines: Sequence[int] | None = None) -> dict[str, Any]:
    """A whole table as one object."""
    entries = entries_json(table, lines)
    return {
        "game": table.game.id,
        "over": table.over,
        "entries": entries,
        "standings": standings_json(table),
        "state": table.game.rules.show(table.state),
        "marked": [entry["seq"] for entry in entries if "marked" in entry],
        "aside": [entry["seq"] for entry in entries if "aside" in entry],
    }


def refused_json(refusal: Refusal, said: Message, line: int | None = None) -> dict[str, Any]:
    """A refusal as an object; `said` is the sentence and the way on, `line` the physical line where there are lines."""
    where = {} if line is None else {"line": line}
    return {
        **where,
        "kind": refusal.kind,
        "reason": str(refusal.reason),
        "facts": dict(refusal.facts),
        "message": f"{said.sentence} {said.way_on}",
    }
