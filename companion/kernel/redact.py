"""Tables as somebody may see them. The one place where secrets are taken out: whatever is made of such a table holds
none, since it was never there.

A secret that is turned over, as bids are, counts as shown from then on, though the line that turned it over be taken
back: everybody has seen it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from operator import is_
from typing import cast

from companion.kernel.common import COMMON
from companion.kernel.repairs import Correct, Insert, Line, PutBack, Repair, change_standing, standing_lines
from companion.kernel.state import M, S
from companion.kernel.table import Table

HIDDEN = "?"  # in the place of a text that nobody can read
Log = tuple[Line | Repair, ...]


def as_seen(
    table: Table[S, M], seats: frozenset[int] | None, known: tuple[Table[S, M], Table[S, M]] | None = None
) -> Table[S, M]:
    """Return the table as a phone may see it that is shown the private things of these seats, folded again.

    `seats` is None for paper: hands are no secret there, but bids that are not turned over are. `known`: the same table
    as it was before, and as these seats saw it then; only what is new is redacted and folded.
    """
    log, start = _redacted_log(table, seats, known), table.game.rules.redact_start(table.start, seats)
    if start is table.start and all(map(is_, log, table.log)):
        return table
    earlier = known[1] if known else None
    if earlier is None:
        earlier = table if start is table.start else replace(table, start=start, log=(), applied=())
    elif earlier.version <= len(log) and all(map(is_, earlier.log, log)):
        new, seen = log[earlier.version :], replace(earlier, names=table.names)
        if all(isinstance(entry, Line) for entry in new):  # they are folded alone: a tap costs the same late in a game
            for entry in new:
                seen = seen.add(entry)
            return seen
    kept = tuple(old if old is new or old == new else new for old, new in zip_longest(earlier.log, log))[: len(log)]
    return replace(earlier, names=table.names).with_log(cast(Log, kept))


def as_on_paper(table: Table[S, M]) -> Table[S, M]:
    """Return the table as its transcript reads: bids that are not turned over count as not known."""
    return as_seen(table, None)


def secret_seat(table: Table, entry: Line | Repair) -> int | None:
    """Return the seat whose secret an entry of this table holds, itself or in the line it puts there; None for none."""
    line = _line_of(entry)
    if line is None or line.move is None or isinstance(line.move, COMMON):
        return None
    redact, nobody = table.game.rules.redact, frozenset[int]()
    if redact(line.move, line.seat, nobody, False) == line.move:
        return None
    shown = bool(table.game.rules.turns_over) and id(line) in _turned_over(table)
    return None if shown and redact(line.move, line.seat, nobody, True) == line.move else line.seat


def may_be_secret(table: Table, entry: Line | Repair) -> bool:
    """Return whether such an entry could hold a secret, whether or not this one does: so nothing shows that it does."""
    line = _line_of(entry)
    return line is not None and (line.move is None or isinstance(line.move, table.game.rules.may_be_secret))


def shows_hidden(table: Table) -> bool:
    """Return whether a line of this table turns over what it does not know: nothing after it can be told of it."""
    rules, hidden = table.game.rules, False
    for applied in table.applied if rules.turns_over else ():
        if hidden and isinstance(applied.line.move, rules.turns_over):
            return True
        hidden = hidden or rules.is_hidden(applied.line.move)
    return False


def _line_of(entry: Line | Repair) -> Line | None:
    """Return an entry itself, or the line it puts there."""
    if isinstance(entry, Line):
        return entry
    return entry.new if isinstance(entry, Insert | Correct) else None


def _redacted_log(table: Table, seats: frozenset[int] | None, known: tuple[Table, Table] | None) -> Log:
    """Return the log as these seats may read it; an entry without a secret is the very same value."""
    shown = _turned_over(table) if table.game.rules.turns_over else frozenset[int]()
    log: list[Line | Repair] = []
    # A line that turns something over changes how earlier ones read; without any they read as they did.
    if known and not table.game.rules.turns_over and all(map(is_, known[0].log, table.log)):
        log += known[1].log[: table.version]
    for entry in table.log[len(log) :]:
        line = _line_of(entry)
        redacted = line and _redacted(table, line, seats, id(line) in shown)
        if redacted is None or redacted is line:
            log.append(entry)
        else:
            log.append(replace(entry, new=redacted) if isinstance(entry, Insert | Correct) else redacted)
    return tuple(log)


def _redacted(table: Table, line: Line, seats: frozenset[int] | None, shown: bool) -> Line:
    """Return a line without its secrets. A stored text that cannot be read may hold one: nobody sees it."""
    if line.move is None:
        return line if line.text == HIDDEN else replace(line, text=HIDDEN)
    if isinstance(line.move, COMMON):
        return line
    move = table.game.rules.redact(line.move, line.seat, seats, shown)
    return line if move == line.move else replace(line, move=move, text=table.game.rules.write(move, table.names))


def _turned_over(table: Table) -> set[int]:
    """Return the ids of the lines that were turned over, as the log stands or as it ever stood: those that stood
    before a line that turns over.
    """
    over = table.game.rules.turns_over
    shown: set[int] = set()
    standing: list[Line] = []
    done = 0  # standing lines known to be in `shown`
    for place, entry in enumerate(table.log):
        if isinstance(entry, Line):
            standing.append(entry)
            if isinstance(entry.move, over):
                shown.update(map(id, standing[done:]))
                done = len(standing)
            continue
        if isinstance(entry, PutBack):
            standing = standing_lines(table.log[: place + 1])
        else:
            change_standing(standing, entry)
        last = next((at for at in range(len(standing) - 1, -1, -1) if isinstance(standing[at].move, over)), -1)
        done = last + 1
        shown.update(map(id, standing[:done]))
    return shown
