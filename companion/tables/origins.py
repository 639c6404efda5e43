"""The case at the moment of a line: rows and columns are counted from its top left square."""

from __future__ import annotations

from typing import Any

from companion.kernel.repairs import Correct, Insert
from companion.kernel.table import Table


def origin_of(state: Any) -> tuple[int, int] | None:
    """The top left square of a state's case; None in a game without one."""
    case = getattr(state, "case", None)
    return None if case is None else case.origin()


def origin_at(table: Table, seq: int) -> tuple[int, int] | None:
    """The same right before an entry: for a repair before the line it is about; for what was dropped as it lies now."""
    entry = table.log[seq - 1] if 1 <= seq <= table.version else None
    about = entry.line if isinstance(entry, Correct | Insert) else seq
    for place, told in enumerate(table.applied):
        if told.line.seq == about:
            return origin_of(table.applied[place - 1].state if place else table.start)
    return origin_of(table.state)
