"""One line of text to a value: who enters it, the mark of force, a repair and the line inside it."""

from __future__ import annotations

import re

from companion.kernel.entry import Entry
from companion.kernel.game import Game
from companion.kernel.reasons import Unread
from companion.kernel.repairs import (
    VERBS,
    Correct,
    Insert,
    Line,
    PutBack,
    Repair,
    Strike,
    TakeBack,
    read_repair,
)
from companion.kernel.state import M, S
from companion.kernel.text import TABLE, Names, line_parts, unquoted, words
from companion.refusals import Malformed

_FORCE = re.compile(r"!([0-9]{0,5})")


def read_line(
    game: Game[S, M], start: S, names: Names, seq: int, who: str, text: str, *, stored: bool = False
) -> Line[M] | Repair[M]:
    """Return `who: text` as entry `seq` of a table. Raises Malformed.

    `stored`: as the journal keeps it, the name without quotes and the text canonical already.
    """
    parts = words(text)
    if not parts:
        raise Malformed(Unread.WORDS, text=f"{who}:")
    rules = game.rules
    if who.casefold() == TABLE:
        if parts[0].casefold() in VERBS:
            return _read_repair(game, start, names, seq, parts, stored)
        forced = bool(rules.table_decides) and _read_force(game, parts)[0]
        move = rules.read(None, parts, names, start)
        if forced and not isinstance(move, rules.table_decides):
            raise Malformed(Unread.WORDS, text=text)
        return Line(seq, TABLE, None, move, rules.write(move, names) if forced or not stored else text, forced)
    seat, name = names.stored(who) if stored else names.find(who)
    forced, decided = _read_force(game, parts)
    move = rules.read(seat, parts, names, start)
    canonical = rules.write(move, names) if not stored else text.rpartition(" ")[0] if forced else text
    return Line(seq, name, seat, move, canonical, forced, decided)


def read_entry(game: Game[S, M], start: S, names: Names, entry: Entry) -> Line[M | None] | Repair[M]:
    """Return an entry of the journal as a value; a text that can no longer be read stays, without a move."""
    try:
        return read_line(game, start, names, entry.seq, entry.who, entry.text, stored=True)
    except Malformed:
        return Line(entry.seq, entry.who, None, None, entry.text)


def _read_force(game: Game[S, M], parts: list[str]) -> tuple[bool, int | None]:
    """Take `!` or `!30` off the end of a line's words."""
    match = _FORCE.fullmatch(parts[-1]) if parts[-1][0] == "!" and len(parts) > 1 else None
    if match is None:
        return False, None
    amount = match.group(1)
    if amount and not game.rules.decides_amounts:
        raise Malformed(Unread.WORDS, text=parts[-1])
    parts.pop()
    return True, int(amount) if amount else None


def _read_repair(game: Game[S, M], start: S, names: Names, seq: int, parts: list[str], stored: bool) -> Repair[M]:
    verb, line = read_repair(parts)
    match verb:
        case "take-back":
            return TakeBack(line)
        case "put-back":
            return PutBack()
    assert line is not None
    if verb == "strike":
        return Strike(line)
    who, text = line_parts(" ".join(parts[2:]))
    number = seq if verb == "insert" else line
    if who.casefold() == TABLE and text.split(maxsplit=1)[:1] and text.split()[0].casefold() in VERBS:
        raise Malformed(Unread.NESTED, text=text)
    # Inside a repair the journal keeps the whole line, so the name may stand in quotes there.
    new = read_line(game, start, names, number, unquoted(who) if stored else who, text, stored=stored)
    assert isinstance(new, Line)
    return Insert(line, new) if verb == "insert" else Correct(line, new)
