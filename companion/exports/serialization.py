"""A table as other programs read it: its transcript, and JSON as `docs/interfaces.md` describes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from companion.donut_shop.parts import Edition
from companion.donut_shop.state import ShopState
from companion.kernel.game import Json, Standing
from companion.kernel.redact import as_on_paper
from companion.kernel.repairs import Insert, Line, PutBack, counting
from companion.kernel.table import Applied, Table
from companion.kernel.text import TABLE, folded, unquoted, write_name
from companion.kernel.transcript import IMPORTED, Header, read_transcript, write_rulings, write_seats
from companion.refusals import Refusal
from companion.tables.replay import Replay
from companion.words import Message, Words

NOTATION = "notation 1"


def transcript(headers: str, table: Table) -> str:
    """Return the canonical transcript of a table: its headers in their order, then every accepted line.

    What is secret while a round is open stays so: `select ? in 4`.
    """
    table = as_on_paper(table)
    lines = header_lines(headers, table)
    for seq in range(1, table.version + 1):
        who, text = table.text(seq)
        lines.append(f"{who if who == TABLE else write_name(who)}: {text}")
    return "\n".join(lines) + "\n"


def header_lines(headers: str, table: Table) -> list[str]:
    """Return the headers of a table's canonical transcript."""
    read = read_transcript(headers, IMPORTED).headers
    return [NOTATION, *filter(None, (_header(header, table) for header in read))]


def _header(header: Header, table: Table) -> str:
    """A header in canonical form; empty for one that only repeats a default."""
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
        case "hand" if isinstance(table.start, ShopState):
            return _hand(header, table.start)
        case "first" if folded(unquoted(header.rest[0])) == folded(party.names[0]):
            return ""
    return " ".join((header.word, *header.rest))


def _hand(header: Header, start: ShopState) -> str:
    """The header of a hand, as the table knows it: orders that only its seat may see are `?`."""
    names = [folded(name) for name in start.party.names]
    hand = start.hands[names.index(folded(unquoted(header.rest[0])))]
    if hand.orders:
        return " ".join((header.word, *header.rest))
    return " ".join((header.word, header.rest[0], *"?" * (hand.unknown or 0)))


def edition_of(table: Table | None) -> Edition | None:
    """Return the edition a table plays with; None without a table, or if its game has no editions."""
    return table.start.edition if table and isinstance(table.start, ShopState) else None


def entries_json(table: Table, lines: Sequence[int] | None = None) -> list[Json]:
    """Return every accepted line as an object, by number. `lines`: the physical line each stands on."""
    table = as_on_paper(table)
    applied = {one.line.seq: one for one in table.applied}
    counts = set(counting(table.log))
    entries: list[Json] = []
    for place, logged in enumerate(table.log):
        who, text = table.text(place + 1)
        where = {} if lines is None else {"line": lines[place]}
        entry = {"seq": place + 1, **where, "who": who, "text": text}
        if isinstance(logged, Line | Insert):
            entered = logged.new if isinstance(logged, Insert) else logged
            entries.append({**entry, **_outcome(table, entered, applied.get(place + 1))})
        else:
            dropped = {} if place in counts or isinstance(logged, PutBack) else {"dropped": True}
            entries.append({**entry, **_paid(None), **dropped})
    return entries


def _paid(applied: Applied | None) -> Json:
    parts = dict(applied.paid) if applied else {}
    return {"pay": sum(parts.values()), "parts": parts}


def _outcome(table: Table, entered: Line, applied: Applied | None) -> Json:
    """The pay of a line and whether it stands as entered; `applied`: the line with its number as it stands now."""
    if applied is None:
        return {**_paid(None), "dropped": True}
    entry = _paid(applied)
    if applied.line is not entered:
        entry["now"] = str(applied.line)
    if applied.mark is not None:
        entry["aside" if applied.aside else "marked"] = str(applied.mark)
    return entry


def standing_json(standing: Standing) -> Json:
    return {**asdict(standing), "parts": dict(standing.parts)}


def standings_json(table: Table) -> list[Json]:
    """Return the standings by rank, equal ranks by seat."""
    return [standing_json(standing) for standing in table.game.rules.standings(table.state)]


def table_json(table: Table, lines: Sequence[int] | None = None, headers: Sequence[str] | None = None) -> Json:
    """Return a whole table as one object. `headers`: with them and the entries it can be made again."""
    table = as_on_paper(table)
    entries = entries_json(table, lines)
    return {
        "game": table.game.id,
        "over": table.over,
        **({} if headers is None else {"headers": list(headers)}),
        "entries": entries,
        "standings": standings_json(table),
        "state": table.game.rules.show(table.state),
        "marked": [entry["seq"] for entry in entries if "marked" in entry],
        "aside": [entry["seq"] for entry in entries if "aside" in entry],
    }


def replay_json(replay: Replay, words: Words) -> Json:
    """Return a replay as one object: the whole table, or the refusal and the entries before it."""
    if replay.refused is None:
        assert replay.table is not None
        headers = header_lines(replay.header, replay.table)
        return table_json(replay.table, replay.lines, headers)
    refusal = replay.refused.refusal
    message = words.refusal(refusal, edition_of(replay.table))
    return {
        "refused": refused_json(refusal, message, replay.refused.line),
        "entries": entries_json(replay.table, replay.lines) if replay.table else [],
    }


def refused_json(refusal: Refusal, message: Message, line: int | None = None) -> Json:
    """Return a refusal as an object. `message`: the sentences for people; `line`: the physical line, if any."""
    where = {} if line is None else {"line": line}
    return {
        **where,
        "kind": refusal.kind,
        "reason": str(refusal.reason),
        "facts": dict(refusal.facts),
        "message": f"{message.sentence} {message.hint}",
    }
