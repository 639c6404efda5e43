"""The case at the moment of a line: rows and columns are counted from its top left square."""

from __future__ import annotations

from companion.donut_shop.state import ShopState
from companion.kernel.repairs import Correct, Insert
from companion.kernel.table import Table


def origin_of(state: object) -> tuple[int, int] | None:
    """Return the top left square of a state's case; None in a game without one."""
    return state.case.origin() if isinstance(state, ShopState) else None


def origin_at(table: Table, seq: int) -> tuple[int, int] | None:
    """Return the same right before an entry; for a repair, before the line it is about.

    For what was dropped it is the case as it lies now.
    """
    entry = table.log[seq - 1] if 1 <= seq <= table.version else None
    about = entry.line if isinstance(entry, Correct | Insert) else seq
    for place in range(len(table.applied) - 1, -1, -1):  # mostly one of the latest is meant
        if table.applied[place].line.seq == about:
            return origin_of(table.applied[place - 1].state if place else table.start)
    return origin_of(table.state)
