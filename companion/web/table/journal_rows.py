"""The journal's lines as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.donut_shop.moves import Mend
from companion.kernel.common import Adjust
from companion.kernel.redact import as_public, as_told, redacted_text
from companion.kernel.repairs import Insert, Line
from companion.kernel.table import Applied, Table, can_force
from companion.kernel.text import TABLE
from companion.refusals import Refusal


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One entry: what was said, what came of it."""

    seq: int
    said: Any  # the line or repair; its words are the template's to ask for
    text: str  # `who: move`, as it now reads
    cents: int
    applied: Applied | None  # None for a repair and for what a repair dropped
    dropped: bool
    why: tuple[Any, ...] = ()
    drawing: Any = None
    again: Any = None  # the draft that says it again by taps; None where there is no pad for it
    ended: bool = False  # before it, so that no pad says anything there

    @property
    def adjusts(self) -> Adjust | None:
        """The amount it puts right by hand, if it does."""
        move = getattr(self.said, "move", None)
        return move if isinstance(move, Adjust) else None

    @property
    def ruling_ids(self) -> tuple[str, ...]:
        """The rulings its amount rests on."""
        return tuple(dict.fromkeys(ruling for one in self.why for ruling in one.rulings))


def rows_of(table: Table, first: int, last: int) -> list[JournalRow]:
    """Entries `first` to `last`, the latest first."""
    applied = {one.line.seq: one for one in table.applied}
    return [_row(table, seq, applied.get(seq)) for seq in range(last, first - 1, -1)]


def _row(table: Table, seq: int, applied: Applied | None) -> JournalRow:
    """An entry as the whole table may read it: no bid of an open round."""
    entry = table.log[seq - 1]
    dropped = applied is None and isinstance(entry, Line | Insert)
    corrected = applied is not None and isinstance(entry, Line) and applied.line is not entry
    said = as_told(table, applied.line if corrected and applied else entry)
    shown = str(said) if isinstance(said, Line) else f"{TABLE}: {redacted_text(table, seq)[1]}"
    return JournalRow(seq, said, shown, _cents(applied), applied, dropped)


def _cents(applied: Applied | None) -> int:
    return sum(applied.paid.values()) if applied else 0


def line_view(table: Table, seq: int, likes: Mapping[str, str]) -> JournalRow | None:
    """One entry with why it paid and the picture at that moment; None where there is no such number.

    `likes`: how this phone likes to look at drawings.
    """
    if not 1 <= seq <= table.version:
        return None
    applied = next((one for one in table.applied if one.line.seq == seq), None)
    row = _row(table, seq, applied)
    if applied is None:
        return row
    before = table.before(seq).state
    why = () if applied.aside or applied.line.move is None else _why(table, before, applied)
    lit = [square for one in why for square in one.squares]
    lit += [applied.line.move.at] if isinstance(applied.line.move, Mend) else []
    drawing = table.game.screen.drawing(applied.state, lit, likes)
    return replace(row, why=why, drawing=drawing, again=said_again(table, seq), ended=before.over)


def said_again(table: Table, seq: int) -> Any:
    """The draft that says a standing line again, as everybody may read it; None where there is no pad for it."""
    public = as_public(table)
    line = next(applied.line for applied in public.applied if applied.line.seq == seq)
    return table.game.screen.draft_of(public.before(seq).state, line.seat, line.move)


def _why(table: Table, before: Any, applied: Applied) -> tuple[Any, ...]:
    return tuple(table.game.screen.explain(before, applied.line.seat, applied.line.move))


def can_record_forced(table: Table, text: str) -> bool:
    """Could this refused line be recorded as the table's decision?"""
    try:
        said = table.read(text)
    except Refusal:
        return False
    return isinstance(said, Line) and not said.forced and can_force(table, said)
