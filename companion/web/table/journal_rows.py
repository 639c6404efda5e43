"""The journal's lines as pages show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.donut_shop.moves import Mend
from companion.kernel.common import Adjust
from companion.kernel.game import Cause, Draft
from companion.kernel.repairs import Insert, Line, Strike, TakeBack, write_entry
from companion.kernel.table import Applied, Table, can_force
from companion.refusals import Refusal
from companion.web.table.table_view import mark_of, sentence
from companion.words import Message


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One entry: what was entered, and what came of it."""

    seq: int
    sentence: str
    text: str  # `who: move`, as it now reads
    cents: int
    stands: bool  # False for a repair and for what a repair dropped
    dropped: bool
    of_dealer: bool
    aside: bool = False
    mark: Message | None = None
    reason: str = ""  # of the mark
    adjusts: Adjust | None = None  # the amount it puts right by hand
    why: Sequence[Cause] = ()
    drawing: object = None
    again: Draft | None = None  # the draft that enters it again by taps; None where there is no pad for it
    ended: bool = False  # before it, so that no pad enters anything there

    @property
    def ruling_ids(self) -> tuple[str, ...]:
        """The rulings its amount rests on."""
        return tuple(dict.fromkeys(ruling for one in self.why for ruling in one.rulings))

    @property
    def strike(self) -> str:
        return write_entry(Strike(self.seq))

    @property
    def take_back(self) -> str:
        """The line that takes back this one and all after it."""
        return write_entry(TakeBack(self.seq))


def rows_of(table: Table, first: int, last: int) -> list[JournalRow]:
    """Return entries `first` to `last`, the latest first."""
    applied = {one.line.seq: one for one in table.applied}
    return [_row(table, seq, applied.get(seq)) for seq in range(last, first - 1, -1)]


def _row(table: Table, seq: int, applied: Applied | None) -> JournalRow:
    """Return an entry, and what came of it."""
    entry = table.log[seq - 1]
    corrected = applied is not None and isinstance(entry, Line) and applied.line is not entry
    entered = applied.line if corrected and applied else entry
    move = entered.move if isinstance(entered, Line) else None
    row = JournalRow(
        seq,
        sentence(table, entered, seq),
        write_entry(entered),
        sum(applied.paid.values()) if applied else 0,
        stands=applied is not None,
        dropped=applied is None and isinstance(entry, Line | Insert),
        of_dealer=isinstance(move, (*table.game.dealer.moves, *table.game.dealer.draws)),
        adjusts=move if isinstance(move, Adjust) else None,
    )
    if applied is None:
        return row
    return replace(row, aside=applied.aside, mark=mark_of(table, applied), reason=applied.mark or "")


def line_view(table: Table, seq: int, likes: Mapping[str, str]) -> JournalRow | None:
    """Return one entry with why it paid and the picture at that moment; None where there is no such number.

    `likes`: how this phone likes to look at drawings.
    """
    if not 1 <= seq <= table.version:
        return None
    applied = next((one for one in table.applied if one.line.seq == seq), None)
    row = _row(table, seq, applied)
    if applied is None:
        return row
    before, line, screen = table.before(seq).state, applied.line, table.game.screen
    why = () if applied.aside or line.move is None else screen.explain(before, line.seat, line.move)
    lit = [square for one in why for square in one.squares]
    lit += [line.move.at] if isinstance(line.move, Mend) else []
    drawing = screen.drawing(applied.state, lit, likes)
    return replace(row, why=why, drawing=drawing, again=draft_again(table, seq), ended=before.over)


def draft_again(table: Table, seq: int) -> Draft | None:
    """Return the draft that enters a standing line again; None where no pad does."""
    line = next(applied.line for applied in table.applied if applied.line.seq == seq)
    return table.game.screen.draft_of(table.before(seq).state, line.seat, line.move)


def can_record_forced(table: Table, text: str) -> bool:
    """Return whether this refused line could be recorded as the table's decision."""
    try:
        line = table.read(text)
    except Refusal:
        return False
    return isinstance(line, Line) and not line.forced and can_force(table, line)
