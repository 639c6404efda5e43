"""A table: its log of lines folded into a state. `play` guards the door; `load` never refuses a stored line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Generic

from companion.kernel.common import COMMON, Party, Rename, Rule, apply_common, check_common, check_new_name
from companion.kernel.entry import Entry
from companion.kernel.game import NOTHING, Game, Paid
from companion.kernel.reading import read_entry, read_line
from companion.kernel.reasons import CommonReason, Unread
from companion.kernel.repairs import (
    REPAIRS,
    Correct,
    Insert,
    Line,
    Repair,
    check_repair,
    counting,
    standing_lines,
    write_repair,
)
from companion.kernel.state import M, M_co, S, S_co
from companion.kernel.text import TABLE, Names, line_parts
from companion.kernel.transcript import Header, Headers, Refused, at_line, read_rulings, read_seats
from companion.refusals import Illegal, Malformed, Refusal

COMMON_HEADERS = frozenset({"game", "seats", "rulings"})


@dataclass(frozen=True, slots=True)
class Applied(Generic[S_co, M_co]):
    """A standing line and what came of it. `mark`: why the rules refuse it, or None; `aside`: it had no effect."""

    line: Line[M_co | None]
    state: S_co  # after the line
    paid: Paid
    mark: str | None = None
    aside: bool = False
    facts: Mapping[str, object] | None = None  # of the mark


@dataclass(frozen=True, slots=True)
class Table(Generic[S, M]):
    """One table as it stands, an immutable value: playing a line gives the next one."""

    game: Game[S, M]
    start: S  # the state the headers describe
    names: Names
    log: tuple[Line[M | None] | Repair[M], ...] = ()
    applied: tuple[Applied[S, M], ...] = ()

    @property
    def version(self) -> int:
        """The number of the last entry; the next one gets the number after it."""
        return len(self.log)

    @property
    def state(self) -> S:
        return self.applied[-1].state if self.applied else _in_force(self.start, ())

    @property
    def opening(self) -> S:
        """The state before the first line, under the rulings chosen for the whole game since."""
        return _in_force(self.start, [applied.line for applied in self.applied])

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def can_put_back(self) -> bool:
        """Return whether there is a repair that `put-back` would undo."""
        return bool(counting(self.log))

    def under(self, ruling: str, choice: str) -> Table[S, M]:
        """The same lines as they would have gone under another choice, for the whole game."""
        start = _with_rulings(self.start, {ruling: choice})
        lines = [t.line for t in self.applied if not (isinstance(t.line.move, Rule) and t.line.move.ruling == ruling)]
        return replace(self, start=start, applied=tuple(fold(self.game, start, lines)))

    def text(self, seq: int) -> tuple[str, str]:
        """(who, canonical text) of an entry by its number."""
        entry = self.log[seq - 1]
        return (entry.who, entry.canonical) if isinstance(entry, Line) else (TABLE, write_repair(entry))

    def entry(self, seq: int) -> Entry:
        return Entry(seq, *self.text(seq))

    def read(self, text: str) -> Line[M] | Repair[M]:
        """Return a line `who: move` as the next entry of this table. Raises Malformed."""
        return read_line(self.game, self.start, self.names, self.version + 1, *line_parts(text))

    def read_all(self, texts: Iterable[str]) -> tuple[list[Line[M] | Repair[M]], Malformed | None]:
        """Return the next lines up to the first that cannot be read, and its refusal, to be raised in its turn.

        Each is read under the names that those before it leave.
        """
        lines: list[Line[M] | Repair[M]] = []
        table = self
        for text in texts:
            if lines:
                table = replace(table, names=_names_with(table, lines[-1]), log=(*table.log, lines[-1]))
            try:
                lines.append(table.read(text))
            except Malformed as unread:
                return lines, unread
        return lines, None

    def line(self, seat: int | None, move: M) -> Line[M]:
        """Return a move as the next line of this table."""
        who = TABLE if seat is None else self.names.now[seat]
        return Line(self.version + 1, who, seat, move, self.game.rules.write(move, self.names))

    def play(self, text: str) -> Table[S, M]:
        """Return the table after one more line `who: move`. Raises Malformed or Illegal."""
        return self.enter(self.read(text))

    def play_all(self, texts: Iterable[str]) -> Table[S, M]:
        """Return the table after several lines, all or none."""
        table = self
        for text in texts:
            table = table.play(text)
        return table

    def enter(self, line: Line[M] | Repair[M]) -> Table[S, M]:
        """Return the table after one more line. Raises Illegal."""
        if isinstance(line, REPAIRS):
            check_repair(self.log, [applied.line for applied in self.applied], line)
            return self.with_log((*self.log, line))
        try:
            if isinstance(line.move, Rename):
                check_new_name(self.state.party, line.move)
            applied = _step(self.game, self.state, line, at_door=True)
        except Illegal as refusal:
            raise self.refused(refusal) from None
        return self._with(applied)

    def add(self, entry: Line[M] | Repair[M]) -> Table[S, M]:
        """Return the table after one more entry, as `load` does: what cannot be is marked or set aside, not refused.

        So is entered what was checked on the table as a phone may see it.
        """
        if not isinstance(entry, Line):
            return self.with_log((*self.log, entry))
        return self._with(_step(self.game, self.state, entry))

    def _with(self, applied: Applied[S, M]) -> Table[S, M]:
        """Return the table after one more line and what came of it."""
        log = (*self.log, applied.line)
        if isinstance(applied.line.move, Rule) and applied.line.move.from_the_start:
            return self.with_log(log)
        names = self.names.taken_up(applied.state.party.names)
        return replace(self, names=names, log=log, applied=(*self.applied, applied))

    def refused(self, refusal: Illegal) -> Illegal:
        """Return a refusal of the next line, with the earlier lines that have to do with it."""
        earlier = [(one.line.seq, one.line.move) for one in self.applied if one.line.move is not None]
        return self.game.rules.refused(refusal, earlier)

    def before(self, seq: int) -> Table[S, M]:
        """Return the table as it was right before a standing line: to be looked at, its log is still the whole one."""
        place = next(place for place, applied in enumerate(self.applied) if applied.line.seq == seq)
        return replace(self, start=self.opening, applied=self.applied[:place])

    def load(self, entries: Sequence[Entry]) -> Table[S, M]:
        """Return the table after entries of the journal. Never refuses: what cannot be is marked or set aside."""
        names, log = self.names, list(self.log)
        renamed = any(_renames(line) for line in log)
        for entry in entries:
            line = read_entry(self.game, self.start, names, entry)
            log.append(line)
            renames = line.move.__class__ is Rename if isinstance(line, Line) else _renames(line)
            renamed = renamed or renames
            if renamed and (renames or not isinstance(line, Line)):
                names = names.taken_up(_names_after(self.start.party, standing_lines(log)))
        return replace(self, names=names).with_log(tuple(log))

    def with_log(self, log: tuple[Line[M | None] | Repair[M], ...]) -> Table[S, M]:
        """Return the same table with another log, folded again from the first line that stands differently."""
        lines = standing_lines(log)
        same = 0
        if _overrides(lines) == _overrides([applied.line for applied in self.applied]):
            for applied, line in zip(self.applied, lines, strict=False):
                if applied.line is not line:
                    break
                same += 1
        applied_lines = list(self.applied[:same])
        applied_lines += fold(self.game, self.start, lines, applied_lines)
        after = replace(self, log=log, applied=tuple(applied_lines))
        return replace(after, names=self.names.taken_up(after.state.party.names))


def _renames(line: Line | Repair) -> bool:
    """Return whether this is a rename, or a repair that holds one."""
    inner = line.new if isinstance(line, Insert | Correct) else line
    return isinstance(inner, Line) and isinstance(inner.move, Rename)


def _names_with(table: Table[S, M], line: Line[M] | Repair[M]) -> Names:
    """Return the names as they are once this line is entered."""
    log = (*table.log, line)
    if (isinstance(line, Line) and not _renames(line)) or not any(map(_renames, log)):
        return table.names
    return table.names.taken_up(_names_after(table.start.party, standing_lines(log)))


def _names_after(party: Party, lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the seats' names after these lines. It must agree with the fold, which needs every other line too."""
    for line in lines:
        if isinstance(line.move, Rename):
            with suppress(Illegal):
                check_common(party, line.move, over=False)
                party = apply_common(party, line.move)
    return party.names


def open_table(
    game: Game[S, M], headers: Sequence[Header], end: int, editions: Mapping[str, object], *, stored: bool = False
) -> Table[S, M]:
    """Return a table before its first line. Raises transcript.Refused; `end` is the line that misses a missing header.

    `stored`: the headers come from the journal, which holds nothing but what was accepted once.
    """
    given = Headers(tuple(headers), end)
    given.check(COMMON_HEADERS | game.headers, game.seat_headers)
    names = read_seats(given, game.seats, stored=stored)
    party = Party(names, read_rulings(given, game.rulings))
    return Table(game, game.rules.setup(given, party, editions), Names.of(names))


def find_game(headers: Sequence[Header], end: int, games: Mapping[str, Game]) -> Game:
    """Return the game a transcript names in its first header (before it only `notation`). Raises transcript.Refused."""
    known = COMMON_HEADERS.union(*(game.headers | game.seat_headers for game in games.values()))
    named = [header for header in headers if header.word != "notation"]
    for header in named:  # an unknown word, or a `game` that is not the first
        if header.word not in known or (header.word == "game" and header is not named[0]):
            raise Refused(header.line, Malformed(Unread.HEADER, text=header.word))
    if not named or named[0].word != "game":
        raise Refused(end, Malformed(Unread.HEADER_MISSING, text="game"))
    first = named[0]
    with at_line(first.line):
        found = games.get(first.rest[0].casefold()) if len(first.rest) == 1 else None
        if found is None:
            raise Malformed(Unread.GAME, text=" ".join(first.rest))
    return found


def fold(
    game: Game[S, M], start: S, lines: Sequence[Line[M | None]], done: Sequence[Applied[S, M]] = ()
) -> list[Applied[S, M]]:
    """Apply the lines after those already `done`, and return what came of each."""
    overridden = _overrides(lines)
    state = done[-1].state if done else _in_force(start, lines)
    applied: list[Applied[S, M]] = []
    for place in range(len(done), len(lines)):
        line = lines[place]
        if isinstance(line.move, Rule) and place < overridden.get(line.move.ruling, (-1, ""))[0]:
            applied.append(Applied(line, state, NOTHING))
            continue
        applied.append(_step(game, state, line))
        state = applied[-1].state
    return applied


def _overrides(lines: Sequence[Line[M]]) -> dict[str, tuple[int, str]]:
    """Return, for each ruling chosen `from-the-start`, the place of its last such line and the choice."""
    return {
        line.move.ruling: (place, line.move.choice)
        for place, line in enumerate(lines)
        if isinstance(line.move, Rule) and line.move.from_the_start
    }


def _in_force(start: S, lines: Sequence[Line[M]]) -> S:
    """Return the first state, under the rulings that were chosen for the whole game."""
    whole = {ruling: choice for ruling, (_, choice) in _overrides(lines).items()}
    return _with_rulings(start, whole) if whole else start


def _with_rulings(state: S, chosen: Mapping[str, str]) -> S:
    return state.with_party(replace(state.party, rulings={**state.party.rulings, **chosen}))


def _step(game: Game[S, M], state: S, line: Line[M | None], *, at_door: bool = False) -> Applied[S, M]:
    """Apply one line. At the door what the rules refuse is raised unless the table decided it; in the fold never."""
    move, rules = line.move, game.rules
    if move is None:
        return Applied(line, state, NOTHING, Unread.WORDS, aside=True)
    try:
        rules.check(state, line.seat, move)
        if at_door or line.forced:  # what the table once decided stays marked
            rules.check_entered(state, line.seat, move)
    except Illegal as refusal:
        return _against(game, state, line, move, refusal, at_door)
    if line.forced and line.decided is None and at_door:
        line = replace(line, forced=False)
    after, paid = rules.apply(state, line.seat, move, line.decided)
    return Applied(line, after, paid, CommonReason.DECIDED if line.decided is not None else None)


def _against(
    game: Game[S, M], state: S, line: Line[M | None], move: M, refusal: Illegal, at_door: bool
) -> Applied[S, M]:
    """Raise what the rules refuse, set it aside, or apply it as the table's decision and mark it."""
    if at_door and not line.forced:
        raise refusal
    try:
        if isinstance(move, COMMON):  # what came too late only may count; what nobody can do, may not
            check_common(state.party, move, over=False)
        else:
            game.rules.check_forced(state, line.seat, move, line.forced)
    except Illegal as final:
        if at_door:
            raise final from refusal
        return Applied(line, game.rules.set_aside(state, line.seat, move), NOTHING, final.reason, True, final.facts)
    after, paid = game.rules.apply(state, line.seat, move, line.decided)
    return Applied(line, after, paid, refusal.reason, False, refusal.facts)


def can_force(table: Table[S, M], line: Line[M]) -> bool:
    """Return whether `!` could record this refused line as the table's decision."""
    rules = table.game.rules
    try:
        if line.seat is None and not isinstance(line.move, rules.table_decides):
            return False
        rules.check_forced(table.state, line.seat, line.move, True)
    except Refusal:
        return False
    return True
