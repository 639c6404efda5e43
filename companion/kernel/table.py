"""A table: its log of lines folded into a state. `tell` guards the door; `load` never refuses a stored line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.kernel.common import COMMON, Party, Rename, Rule, apply_common, check_common, check_new_name
from companion.kernel.entry import Entry
from companion.kernel.game import NOTHING, Game, Paid
from companion.kernel.reasons import CommonReason, Unread
from companion.kernel.repairs import (
    REPAIRS,
    VERBS,
    Correct,
    Insert,
    Line,
    PutBack,
    Repair,
    Strike,
    TakeBack,
    check_repair,
    counting,
    read_repair,
    standing_lines,
    write_repair,
)
from companion.kernel.text import TABLE, Names, line_parts, unquoted, words
from companion.kernel.transcript import Header, Headers, Refused, at_line, read_rulings, read_seats
from companion.refusals import Illegal, Malformed, Refusal

_FORCE = re.compile(r"!([0-9]{0,5})")
COMMON_HEADERS = frozenset({"game", "seats", "rulings"})


@dataclass(frozen=True, slots=True)
class Applied:
    """A standing line and what came of it. `mark`: why the rules say no, or None; `aside`: it had no effect."""

    line: Line
    state: Any  # after the line
    paid: Paid
    mark: str | None = None
    aside: bool = False
    facts: Mapping[str, object] | None = None  # of the mark


@dataclass(frozen=True, slots=True)
class Table:
    """One table as it stands: an immutable value; telling it a line gives the next one."""

    game: Game
    start: Any  # the state the headers describe
    names: Names
    log: tuple[Line | Repair, ...] = ()
    applied: tuple[Applied, ...] = ()

    @property
    def version(self) -> int:
        """How many lines were ever accepted; the next gets the number after it."""
        return len(self.log)

    @property
    def state(self) -> Any:
        return self.applied[-1].state if self.applied else _in_force(self.start, ())

    @property
    def opening(self) -> Any:
        """The state before the first line, under the rulings chosen for the whole game since."""
        return _in_force(self.start, [applied.line for applied in self.applied])

    @property
    def over(self) -> bool:
        return self.game.is_over(self.state)

    @property
    def can_put_back(self) -> bool:
        """Does a repair count that `put-back` would undo?"""
        return bool(counting(self.log))

    def under(self, ruling: str, choice: str) -> Table:
        """The same lines as they would have gone under another choice, for the whole game."""
        rulings = {**self.start.party.rulings, ruling: choice}
        start = self.start._replace(party=replace(self.start.party, rulings=rulings))
        lines = [t.line for t in self.applied if not (isinstance(t.line.move, Rule) and t.line.move.ruling == ruling)]
        return replace(self, start=start, applied=tuple(fold(self.game, start, lines)))

    def text(self, seq: int) -> tuple[str, str]:
        """(who, canonical text) of an entry by its number."""
        said = self.log[seq - 1]
        return (said.who, said.canonical) if isinstance(said, Line) else (TABLE, write_repair(said))

    def entry(self, seq: int) -> Entry:
        return Entry(seq, *self.text(seq))

    def play(self, line: str, *, at_door: bool = False) -> Table:
        """The table after one more line `who: move`. Raises Malformed or Illegal; then nothing has changed.

        `by_phone`: said at the table, not told again from paper, so that nobody may feel for what is secret.
        """
        said = read_line(self.game, self.start, self.names, self.version + 1, *line_parts(line))
        if isinstance(said, REPAIRS):
            check_repair(self.log, [applied.line for applied in self.applied], said)
            if at_door and isinstance(said, Insert | Correct):
                self.game.check_phone(self.before(said.line).state, said.new.move, self.state)
            return self.with_log((*self.log, said))
        try:
            if at_door:
                self.game.check_phone(self.state, said.move, self.state)
            if isinstance(said.move, Rename):
                check_new_name(self.state.party, said.move)
            applied = _step(self.game, self.state, said, at_door=True)
        except Illegal as refusal:
            raise self.game.refused(
                refusal, [(applied.line.seq, applied.line.move) for applied in self.applied]
            ) from None
        if isinstance(said.move, Rule) and said.move.from_the_start:
            return self.with_log((*self.log, said))
        names = self.names.taken_up(applied.state.party.names)
        return replace(self, names=names, log=(*self.log, applied.line), applied=(*self.applied, applied))

    def before(self, seq: int) -> Table:
        """The table as it was right before a standing line: to be looked at, its log is still the whole one."""
        place = next(place for place, applied in enumerate(self.applied) if applied.line.seq == seq)
        return replace(self, start=self.opening, applied=self.applied[:place])

    def play_all(self, lines: Iterable[str], *, at_door: bool = False) -> Table:
        """The table after several lines, all or none."""
        table = self
        for line in lines:
            table = table.play(line, at_door=at_door)
        return table

    def load(self, entries: Sequence[Entry]) -> Table:
        """The table after entries of the journal. Never refuses: what cannot be is marked or set aside."""
        names, log = self.names, list(self.log)
        renamed = any(_renames(said) for said in log)
        for entry in entries:
            said = _stored_line(self.game, self.start, names, entry)
            log.append(said)
            renames = said.move.__class__ is Rename if isinstance(said, Line) else _renames(said)
            renamed = renamed or renames
            if renamed and (renames or not isinstance(said, Line)):
                names = names.taken_up(_names_after(self.start.party, standing_lines(log)))
        return replace(self, names=names).with_log(tuple(log))

    def with_log(self, log: tuple[Line | Repair, ...]) -> Table:
        """The same table with another log, folded anew from the first line that stands differently."""
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


def _renames(said: Line | Repair) -> bool:
    """Is this a rename, or a repair that holds one?"""
    line = said.new if isinstance(said, Insert | Correct) else said
    return isinstance(line, Line) and isinstance(line.move, Rename)


def _names_after(party: Party, lines: Sequence[Line]) -> tuple[str, ...]:
    """What the seats are called after these lines; must agree with the fold, which needs every other line too."""
    for line in lines:
        if isinstance(line.move, Rename):
            with suppress(Illegal):
                check_common(party, line.move, over=False)
                party = apply_common(party, line.move)
    return party.names


def open_table(
    game: Game, headers: Sequence[Header], end: int, editions: Mapping[str, Any], *, stored: bool = False
) -> Table:
    """A table before its first line. Raises transcript.Refused; `end` is the line that misses a missing header.

    `stored`: the headers come from the journal, which holds nothing but what was accepted once.
    """
    given = Headers(tuple(headers), end)
    given.check(COMMON_HEADERS | game.headers, game.seat_headers)
    names = read_seats(given, game.seats, stored=stored)
    party = Party(names, read_rulings(given, game.rulings))
    return Table(game, game.setup(given, party, editions), Names.of(names))


def find_game(headers: Sequence[Header], end: int, games: Mapping[str, Game]) -> Game:
    """The game a transcript names in its first header (before it only `notation`)."""
    known = COMMON_HEADERS.union(*(game.headers | game.seat_headers for game in games.values()))
    said = [header for header in headers if header.word != "notation"]
    for header in said:  # an unknown word, or a `game` that is not the first
        if header.word not in known or (header.word == "game" and header is not said[0]):
            raise Refused(header.line, Malformed(Unread.HEADER, text=header.word))
    if not said or said[0].word != "game":
        raise Refused(end, Malformed(Unread.HEADER_MISSING, text="game"))
    first = said[0]
    with at_line(first.line):
        found = games.get(first.rest[0].casefold()) if len(first.rest) == 1 else None
        if found is None:
            raise Malformed(Unread.GAME, text=" ".join(first.rest))
    return found


def read_line(
    game: Game, start: Any, names: Names, seq: int, who: str, text: str, *, stored: bool = False
) -> Line | Repair:
    """What `who: text` says, as entry `seq` of a table. Raises Malformed.

    `stored`: as the journal keeps it, the name without quotes and the text canonical already.
    """
    said = words(text)
    if not said:
        raise Malformed(Unread.WORDS, text=f"{who}:")
    if who.casefold() == TABLE:
        if said[0].casefold() in VERBS:
            return _read_repair(game, start, names, seq, said, stored)
        forced = bool(game.table_decides) and _read_force(game, said)[0]
        move = game.read(None, said, names, start)
        if forced and not isinstance(move, game.table_decides):
            raise Malformed(Unread.WORDS, text=text)
        return Line(seq, TABLE, None, move, game.write(move, names) if forced or not stored else text, forced)
    seat, name = names.stored(who) if stored else names.find(who)
    forced, decided = _read_force(game, said)
    move = game.read(seat, said, names, start)
    canonical = game.write(move, names) if not stored else text.rpartition(" ")[0] if forced else text
    return Line(seq, name, seat, move, canonical, forced, decided)


def _stored_line(game: Game, start: Any, names: Names, entry: Entry) -> Line | Repair:
    """What an entry of the journal says; a text that can no longer be read stays, without a move."""
    try:
        return read_line(game, start, names, entry.seq, entry.who, entry.text, stored=True)
    except Malformed:
        return Line(entry.seq, entry.who, None, None, entry.text)


def _read_force(game: Game, said: list[str]) -> tuple[bool, int | None]:
    """Takes `!` or `!30` off the end of a line's words."""
    match = _FORCE.fullmatch(said[-1]) if said[-1][0] == "!" and len(said) > 1 else None
    if match is None:
        return False, None
    amount = match.group(1)
    if amount and not game.decides_amounts:
        raise Malformed(Unread.WORDS, text=said[-1])
    said.pop()
    return True, int(amount) if amount else None


def _read_repair(game: Game, start: Any, names: Names, seq: int, said: list[str], stored: bool) -> Repair:
    verb, line = read_repair(said)
    match verb:
        case "take-back":
            return TakeBack(line)
        case "put-back":
            return PutBack()
    assert line is not None
    if verb == "strike":
        return Strike(line)
    who, text = line_parts(" ".join(said[2:]))
    number = seq if verb == "insert" else line
    if who.casefold() == TABLE and text.split(maxsplit=1)[:1] and text.split()[0].casefold() in VERBS:
        raise Malformed(Unread.NESTED, text=text)
    # Inside a repair the journal keeps the whole line, so the name may stand in quotes there.
    new = read_line(game, start, names, number, unquoted(who) if stored else who, text, stored=stored)
    assert isinstance(new, Line)
    return Insert(line, new) if verb == "insert" else Correct(line, new)


def fold(game: Game, start: Any, lines: Sequence[Line], done: Sequence[Applied] = ()) -> list[Applied]:
    """What came of each line after those already `done`."""
    overridden = _overrides(lines)
    state = done[-1].state if done else _in_force(start, lines)
    applied: list[Applied] = []
    for place in range(len(done), len(lines)):
        line = lines[place]
        if isinstance(line.move, Rule) and place < overridden.get(line.move.ruling, (-1, ""))[0]:
            applied.append(Applied(line, state, NOTHING))
            continue
        applied.append(_step(game, state, line))
        state = applied[-1].state
    return applied


def _overrides(lines: Sequence[Line]) -> dict[str, tuple[int, str]]:
    """For each ruling told `from-the-start`: where it was last told so, and the choice."""
    return {
        line.move.ruling: (place, line.move.choice)
        for place, line in enumerate(lines)
        if isinstance(line.move, Rule) and line.move.from_the_start
    }


def _in_force(start: Any, lines: Sequence[Line]) -> Any:
    """The first state, under the rulings that were chosen for the whole game."""
    whole = {ruling: choice for ruling, (_, choice) in _overrides(lines).items()}
    if not whole:
        return start
    return start._replace(party=replace(start.party, rulings={**start.party.rulings, **whole}))


def _step(game: Game, state: Any, line: Line, *, at_door: bool = False) -> Applied:
    """One line applied. At the door what the rules refuse is raised unless the table decided it; in the fold never."""
    if line.move is None:
        return Applied(line, state, NOTHING, Unread.WORDS, aside=True)
    try:
        game.check(state, line.seat, line.move)
        if at_door or line.forced:  # what the table once decided stays marked
            game.check_entered(state, line.seat, line.move)
    except Illegal as refusal:
        return _against(game, state, line, refusal, at_door)
    if line.forced and line.decided is None and at_door:
        line = replace(line, forced=False)
    after, paid = game.apply(state, line.seat, line.move, line.decided)
    return Applied(line, after, paid, CommonReason.DECIDED if line.decided is not None else None)


def _against(game: Game, state: Any, line: Line, refusal: Illegal, at_door: bool) -> Applied:
    """A line the rules refuse: raised, set aside, or taken as the table's decision and marked."""
    if at_door and not line.forced:
        raise refusal
    try:
        if isinstance(line.move, COMMON):  # what came too late only may count; what nobody can do, may not
            check_common(state.party, line.move, over=False)
        else:
            game.check_forced(state, line.seat, line.move, line.forced)
    except Illegal as final:
        if at_door:
            raise final from refusal
        return Applied(line, game.set_aside(state, line.seat, line.move), NOTHING, final.reason, True, final.facts)
    after, paid = game.apply(state, line.seat, line.move, line.decided)
    return Applied(line, after, paid, refusal.reason, False, refusal.facts)


def can_force(game: Game, state: Any, line: Line) -> bool:
    """Could `!` record this refused line as the table's decision?"""
    try:
        if line.seat is None and not isinstance(line.move, game.table_decides):
            return False
        game.check_forced(state, line.seat, line.move, True)
    except Refusal:
        return False
    return True
