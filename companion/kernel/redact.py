"""Lines as somebody may read them: the game takes its secrets out, of a line inside a repair too."""

from __future__ import annotations

from dataclasses import replace

from companion.kernel.common import COMMON
from companion.kernel.repairs import Correct, Insert, Line, Repair, write_repair
from companion.kernel.table import Table
from companion.kernel.text import TABLE

HIDDEN = "?"  # in the place of a text that nobody can read


def redacted_entry(table: Table, entry: Line | Repair, seats: frozenset[int] | None = None) -> Line | Repair:
    """A line as the phone of these seats may read it now; without seats as the whole table may, on paper too."""
    match entry:
        case Insert(number, new):
            return Insert(number, redacted_line(table, new, seats))
        case Correct(number, new):
            return Correct(number, redacted_line(table, new, seats))
        case Line():
            return redacted_line(table, entry, seats)
    return entry


def as_public(table: Table) -> Table:
    """The table as its journal reads to everybody: what is secret counts as unknown.

    Whatever follows from this one gives no secret away.
    """
    log = tuple(redacted_entry(table, entry) for entry in table.log)
    return table if log == table.log else table.with_log(log)


def turned_over(table: Table) -> set[int]:
    """The numbers of the standing lines that turn something over."""
    return {applied.line.seq for applied in table.applied if isinstance(applied.line.move, table.game.rules.turns_over)}


def redacted_line(table: Table, line: Line, seats: frozenset[int] | None = None) -> Line:
    """The same for a line that is no repair. A stored text that cannot be read may hold a secret: nobody sees it."""
    if line.move is None:
        return line if line.text == HIDDEN else replace(line, text=HIDDEN)
    if isinstance(line.move, COMMON):
        return line
    move = table.game.rules.redact(table.state, line.move, line.seat, seats)
    return line if move == line.move else replace(line, move=move, text=table.game.rules.write(move, table.names))


def redacted_text(table: Table, seq: int, seats: frozenset[int] | None = None) -> tuple[str, str]:
    """(who, text) of an entry by its number, likewise."""
    entry = redacted_entry(table, table.log[seq - 1], seats)
    return (entry.who, entry.canonical) if isinstance(entry, Line) else (TABLE, write_repair(entry))
