"""Repairs: entries about other entries. They turn the journal into the standing list of lines; games never see one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from companion.kernel.reasons import CommonReason, Unread
from companion.kernel.state import M, M_co
from companion.kernel.text import TABLE, read_number, write_name
from companion.refusals import Illegal, Malformed


@dataclass(frozen=True, slots=True)
class Line(Generic[M_co]):
    """A line as a value. `seq` is its number in the journal; a corrected line keeps it."""

    seq: int
    who: str  # the name as it was entered, or "table"
    seat: int | None
    move: M_co  # the game's move, or one of common.COMMON; None where a stored text can no longer be read
    text: str  # canonical, without the mark of force
    forced: bool = False
    decided: int | None = None  # `!30`: the amount the table decided

    @property
    def canonical(self) -> str:
        """The text with its mark of force, as the journal keeps it."""
        if self.decided is not None:
            return f"{self.text} !{self.decided}"
        return f"{self.text} !" if self.forced else self.text

    def __str__(self) -> str:
        return f"{self.who if self.seat is None else write_name(self.who)}: {self.canonical}"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last standing line did not happen, or `line` and all standing after it."""

    line: int | None = None


@dataclass(frozen=True, slots=True)
class Strike:
    line: int


@dataclass(frozen=True, slots=True)
class Insert(Generic[M_co]):
    """A forgotten line, standing right before `line`."""

    line: int
    new: Line[M_co]


@dataclass(frozen=True, slots=True)
class Correct(Generic[M_co]):
    line: int
    new: Line[M_co]


@dataclass(frozen=True, slots=True)
class PutBack:
    """Undoes the latest repair that still counts."""


Repair = TakeBack | Strike | Insert[M_co] | Correct[M_co] | PutBack
REPAIRS = (TakeBack, Strike, Insert, Correct, PutBack)
VERBS = frozenset({"take-back", "strike", "insert", "correct", "put-back"})


def read_repair(words: list[str]) -> tuple[str, int | None]:
    """Verb and number of a repair; the line inside an insert or correct is the table's to read."""
    match [words[0].casefold(), *words[1:]]:
        case ["take-back" | "put-back" as verb]:
            return verb, None
        case ["take-back" | "strike" as verb, number]:
            return verb, read_number(number)
        case ["insert" | "correct" as verb, number, _, *_]:
            return verb, read_number(number)
    raise Malformed(Unread.WORDS, text=" ".join(words))


def write_repair(repair: Repair) -> str:
    match repair:
        case TakeBack(None):
            return "take-back"
        case TakeBack(line):
            return f"take-back {line}"
        case Strike(line):
            return f"strike {line}"
        case Insert(line, new):
            return f"insert {line} {new}"
        case Correct(line, new):
            return f"correct {line} {new}"
        case PutBack():
            return "put-back"


def write_entry(entry: Line[M] | Repair[M]) -> str:
    """Return a whole line of notation, with who enters it."""
    return str(entry) if isinstance(entry, Line) else f"{TABLE}: {write_repair(entry)}"


def write_unread(verb: str, number: int | str, line: str = "") -> str:
    """Return a correction or insertion of a line that was not read yet; without a line, the text before it."""
    return f"{TABLE}: {verb} {number} {line}"


def _place(standing: Sequence[Line], seq: int) -> int:
    """Return the place of a number, -1 where it is missing."""
    return next((i for i, line in enumerate(standing) if line.seq == seq), -1)


def check_repair(log: Sequence[Line[M] | Repair[M]], standing: Sequence[Line[M]], repair: Repair[M]) -> None:
    """Raises Illegal where a repair points at nothing that counts."""
    match repair:
        case PutBack():
            if not counting(log):
                raise Illegal(CommonReason.NOTHING_TO_PUT_BACK)
        case TakeBack(None):
            if not standing:
                raise Illegal(CommonReason.NOTHING_TO_TAKE_BACK)
        case TakeBack(line) | Strike(line) | Insert(line) | Correct(line):
            if line is None or _place(standing, line) < 0:
                raise Illegal(CommonReason.NO_SUCH_LINE, line=line)


def counting(log: Sequence[Line[M] | Repair[M]]) -> list[int]:
    """Places in the log of the repairs that still count, the latest last; `put-back` always undoes the last."""
    stack: list[int] = []
    for place in [place for place, entry in enumerate(log) if entry.__class__ is not Line]:
        if isinstance(log[place], PutBack):
            if stack:
                stack.pop()
        else:
            stack.append(place)
    return stack


def standing_lines(log: Sequence[Line[M] | Repair[M]]) -> list[Line[M]]:
    """The lines that happened, in the order they happened.

    A put-back undoes the latest repair, so no repair that counts was ever entered on the strength of an undone one:
    leaving the undone ones out and going once through the log is enough.
    """
    counts = counting(log)
    lines: list[Line[M]] = []
    done = 0
    for place in counts:
        lines += [entry for entry in log[done:place] if isinstance(entry, Line)]
        change_standing(lines, log[place])  # type: ignore[arg-type]
        done = place
    return lines + [entry for entry in log[done:] if isinstance(entry, Line)]


def change_standing(lines: list[Line[M]], repair: Repair[M]) -> None:
    """Change the standing lines by one repair; a number that no longer stands changes nothing."""
    match repair:
        case TakeBack(None):
            del lines[-1:]
        case TakeBack(line):
            at = _place(lines, line or 0)
            if at >= 0:
                del lines[at:]
        case Strike(line):
            at = _place(lines, line)
            if at >= 0:
                del lines[at]
        case Insert(line, new):
            at = _place(lines, line)
            if at >= 0:
                lines.insert(at, new)
        case Correct(line, new):
            at = _place(lines, line)
            if at >= 0:
                lines[at] = new
