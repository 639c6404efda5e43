"""The one door: a phone's lines go in here, are checked, stored, applied and told on. Nothing else appends."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from companion import __version__
from companion.exports import serialization
from companion.games import GAMES
from companion.kernel.common import Adjust, Note, Rename
from companion.kernel.reasons import CommonReason, Unread
from companion.kernel.redact import as_public, turned_over
from companion.kernel.repairs import REPAIRS, Correct, Insert, Line, Repair
from companion.kernel.table import Table, find_game, open_table, read_line
from companion.kernel.text import line_parts
from companion.kernel.transcript import SURELY_FITS, Refused, fits, header_lines, read_transcript
from companion.refusals import Illegal, Malformed, Refusal, Stale
from companion.store.journal import Connection, new_code
from companion.tables import dealer
from companion.tables.feed import Feed
from companion.tables.replay import replay

RECENT = 64  # tables whose newest state is kept
MOST_LINES = 20  # lines one command may hold
TRIES = 3
MOST_DIGITS = 9  # of a version


class NoSuchTable(LookupError):
    """No table has this code."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as it stands in the journal."""

    code: str
    epoch: str
    table: Table
    seed: str = ""  # of the shuffling, where the server deals

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def tag(self) -> str:
        """What phones compare: another epoch means a restored journal and always wins."""
        return f"{self.epoch}.{self.version}"


@dataclass(frozen=True, slots=True)
class Command:
    """What a phone enters: lines `who: move`, and the epoch and version of the table on the page it entered them on."""

    code: str
    epoch: str
    version: int
    lines: tuple[str, ...]
    phone: str


def read_tag(text: str) -> tuple[str, int]:
    """Epoch and version of a tag `EPOCH.18`; of anything else, a bare number too, an epoch no journal has."""
    epoch, _, version = text.rpartition(".")
    number = version.isascii() and version.isdigit() and len(version) <= MOST_DIGITS
    return (epoch, int(version)) if epoch and number else ("", 0)


def now() -> str:
    """UTC, ISO 8601 with seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True, slots=True)
class Evening:
    """A table with what the journal knows beside its lines: its headers, when it was opened, when each was told."""

    snapshot: Snapshot
    header: str
    opened: str  # UTC, ISO 8601 with seconds, as all times here
    times: tuple[str, ...]


class Play:
    """Looks and plays; keeps the newest state of recent tables, so that a tap folds only what is new."""

    def __init__(
        self,
        editions: Mapping[str, Any],
        feed: Feed,
        clock: Callable[[], str] = now,
        editions_lock: AbstractContextManager[object] | None = None,
    ) -> None:
        """`editions_lock`: held by whatever replaces `editions` or opens a table; see `OwnEditions.lock`."""
        self.editions = editions
        self.editions_lock = editions_lock or threading.RLock()
        self.feed = feed
        self._clock = clock
        self._recent: OrderedDict[str, Snapshot] = OrderedDict()
        self._lock = threading.Lock()

    def open(self, connection: Connection, header: str, phone: str, deal: bool = False) -> Snapshot:
        """A new table from header lines; `deal`: the server shuffles and deals. Raises transcript.Refused."""
        with self.editions_lock:  # the edition it plays with is not removed meanwhile
            return self._open(connection, header, phone, deal)

    def _open(self, connection: Connection, header: str, phone: str, deal: bool) -> Snapshot:
        said = read_transcript(header)
        if said.moves:
            number, line = said.moves[0]
            raise Refused(number, Malformed(Unread.HEADER, text=line))
        table, seed = self._empty(header), ""
        if deal:
            seed = dealer.new_seed()
            more = table.game.dealt_header(dealer.stock(table, seed))
            header = "\n".join([header, *more, dealer.seed_line(seed)])
            table = dealer.deal_on(self._empty(header), seed)
        entries = [replace(table.entry(seq), at=self._clock()) for seq in range(1, table.version + 1)]
        record = connection.create(new_code(connection), table.game.id, header, self._clock(), phone, entries)
        return Snapshot(record.code, connection.epoch, table, seed)

    def snapshot(self, connection: Connection, code: str) -> Snapshot:
        """The table as the journal has it now. Raises NoSuchTable."""
        # The epoch first: lines that a restore slips in from here on are kept under one that is refused later.
        epoch, versions = connection.versions([code])
        version = versions[code]
        known = self._recent.get(code)
        if known is not None and known.epoch != epoch:
            self.drop_others(epoch)
        if known is None or known.epoch != epoch or known.version > version or not version:
            record = connection.table(code)
            if record is None:
                with self._lock:
                    self._recent.pop(code, None)
                raise NoSuchTable(code)
            known = Snapshot(code, epoch, self._empty(record.header, stored=True), dealer.seed_of(record.header))
        if known.version < version:
            known = replace(known, table=known.table.load(connection.entries(code, known.version)))
        self._keep(known)
        return known

    def evening(self, connection: Connection, code: str) -> Evening:
        """A table to take away. Raises NoSuchTable."""
        snapshot, record = self.snapshot(connection, code), connection.table(code)
        if record is None:
            raise NoSuchTable(code)
        times = tuple(entry.at for entry in connection.entries(code)[: snapshot.version])
        return Evening(snapshot, record.header, record.at, times)

    def bring(self, connection: Connection, text: str, phone: str) -> Snapshot:
        """A whole transcript becomes a table. Raises transcript.Refused; then there is none."""
        done = replay(text, self.editions)
        if done.refused is not None:
            raise done.refused
        assert done.table is not None
        table, at = done.table, self._clock()
        entries = [replace(table.entry(seq), at=at, phone=phone) for seq in range(1, table.version + 1)]
        record = connection.create(new_code(connection), table.game.id, header_lines(text), at, phone, entries)
        if table.over and entries:
            connection.store_result(record.code, table.version, __version__, standings_json(table))
        return Snapshot(record.code, connection.epoch, table)

    def play(self, connection: Connection, command: Command) -> Snapshot:
        """Store a phone's lines, all or none, and tell the others. Raises Malformed, Illegal, Stale, NoSuchTable."""
        if not 1 <= len(command.lines) <= MOST_LINES:
            raise Malformed(Unread.WORDS, text="")
        for _ in range(TRIES):
            snapshot = self.snapshot(connection, command.code)
            if command.epoch != snapshot.epoch:
                raise Stale("moved-on", version=snapshot.version)
            if self._is_repeat(connection, snapshot, command):
                return snapshot
            later = snapshot.table.log[command.version :]
            phones = [entry.phone for entry in connection.entries(command.code, command.version)] if later else []
            _check_fresh(snapshot, command, list(zip(later, phones, strict=False)))
            table = _told(snapshot, command.lines)
            self._check_room(connection, snapshot, table)
            said = [table.text(seq) for seq in range(snapshot.version + 1, table.version + 1)]
            result = (__version__, standings_json(table)) if table.over else None
            try:
                connection.append(
                    command.code, snapshot.epoch, snapshot.version, said, self._clock(), command.phone, result
                )
            except Stale:
                continue
            return self._accepted(replace(snapshot, table=table))
        raise Stale("moved-on", version=snapshot.version)

    def drawn(self, snapshot: Snapshot, asked: str) -> str:
        """The line of a draw at a table the server deals, of which a seat said only what it takes."""
        return (
            snapshot.table.game.drawn(snapshot.table, dealer.stock(snapshot.table, snapshot.seed), asked)
            if snapshot.seed
            else ""
        )

    def contradicts_deal(self, snapshot: Snapshot, line: str) -> bool:
        """Does the dealer of this table, if it has one, refuse this line for what everybody can know?

        Asked for pages, which therefore confirm no guess about what is hidden.
        """
        try:
            if snapshot.seed:
                dealer.check_open(snapshot.table, line)
        except Illegal:
            return True
        except Malformed:  # nobody knows what it says
            return False
        return False

    def peek(self, snapshot: Snapshot) -> list[str]:
        """What the seat that is asked to draw gets to see there."""
        return (
            snapshot.table.game.peek(snapshot.table, dealer.stock(snapshot.table, snapshot.seed))
            if snapshot.seed
            else []
        )

    def _accepted(self, snapshot: Snapshot) -> Snapshot:
        """The lines are on the disk: remember them, wake the others."""
        self._keep(snapshot)
        self.feed.wake(snapshot.code, snapshot.tag)
        return snapshot

    def _empty(self, header: str, *, stored: bool = False) -> Table:
        said = read_transcript(header)
        game = find_game(said.headers, said.end, GAMES)
        return open_table(game, said.headers, said.end, self.editions, stored=stored)

    def _keep(self, snapshot: Snapshot) -> None:
        with self._lock:
            self._recent[snapshot.code] = snapshot
            self._recent.move_to_end(snapshot.code)
            while len(self._recent) > RECENT:
                self._recent.popitem(last=False)

    def _check_room(self, connection: Connection, snapshot: Snapshot, table: Table) -> None:
        """Raises Illegal where a table outgrows its transcript: what is taken away can be read again."""
        if table.version <= SURELY_FITS or (record := connection.table(snapshot.code)) is None:
            return
        if not fits(serialization.transcript(record.header, table)):
            raise Illegal(CommonReason.FULL)

    def drop_others(self, epoch: str) -> None:
        """Forget the tables of every other epoch: their file is no longer in place."""
        with self._lock:
            for code in [code for code, snapshot in self._recent.items() if snapshot.epoch != epoch]:
                del self._recent[code]

    def _is_repeat(self, connection: Connection, snapshot: Snapshot, command: Command) -> bool:
        """Did this phone say just this on the strength of just this version already? Then the first time counts.

        A line that commutes may stand further on than right after the version seen.
        """
        count = len(command.lines)
        if command.version > snapshot.version - count:
            return False
        phones = [entry.phone for entry in connection.entries(command.code, command.version)]
        return any(
            phones[place : place + count] == [command.phone] * count
            and all(_is_said(snapshot.table, first + at, line) for at, line in enumerate(command.lines))
            for place, first in enumerate(range(command.version + 1, snapshot.version - count + 2))
        )


def _told(snapshot: Snapshot, lines: Sequence[str]) -> Table:
    """The table after a phone's lines, and after what the dealer tells then. Raises Malformed or Illegal.

    What turns over or draws what nobody knows is the last of the lines: a refusal of one after it would tell what it
    was, and nothing would be stored.
    """
    table, hidden = snapshot.table, as_public(snapshot.table) is not snapshot.table
    for place, line in enumerate(lines, 1):
        if snapshot.seed:
            dealer.check(table, snapshot.seed, line, last=place == len(lines))
        after = table.play(line, at_door=True)
        if hidden and place < len(lines) and turned_over(after) - turned_over(table):
            raise Illegal(CommonReason.ALONE)
        table = after
    return dealer.deal_on(table, snapshot.seed) if snapshot.seed else table


def said_last(table: Table, lines: Sequence[str]) -> bool:
    """Are these the latest lines of the journal?"""
    first = table.version - len(lines) + 1
    return first > 0 and all(_is_said(table, first + place, line) for place, line in enumerate(lines))


def _is_said(table: Table, seq: int, line: str) -> bool:
    """Does a line say what this entry keeps?"""
    try:
        said = read_line(table.game, table.start, table.names, seq, *line_parts(line))
    except Refusal:
        return False
    return _same(table.log[seq - 1], said)


def _same(kept: Line | Repair, said: Line | Repair) -> bool:
    """Do two lines say the same? The door may have dropped a bare `!` that was not needed."""
    match kept, said:
        case Line(), Line():
            dropped = said.forced and said.decided is None and not kept.forced
            return replace(said, forced=said.forced and not dropped, text=kept.text) == kept
        case (Insert(one, first), Insert(other, second)) | (Correct(one, first), Correct(other, second)):
            return one == other and _same(first, second)
    return kept == said


def _check_fresh(snapshot: Snapshot, command: Command, later: Sequence[tuple[Line | Repair, str]]) -> None:
    """Raises Stale where these lines do not commute with what came after the version seen, each with its phone."""
    if command.version > snapshot.version:
        raise Stale("moved-on", version=snapshot.version)
    if not later:
        return
    for text in command.lines:
        mine = read_line(snapshot.table.game, snapshot.table.start, snapshot.table.names, 0, *line_parts(text))
        if not all(_commutes(snapshot.table, earlier, mine, phone != command.phone) for earlier, phone in later):
            raise Stale("moved-on", version=snapshot.version)


def _commutes(table: Table, earlier: Line | Repair, mine: Line | Repair, others: bool) -> bool:
    """Notes, adjusted money and new names cross nearly anything; else the game knows. `others`: another phone's line.

    Two phones that tell the same of one seat saw one thing happen, and neither has seen the other's line: it is told
    once, and who means it twice says it again.
    """
    if isinstance(mine, Line) and isinstance(mine.move, Rename):
        return mine.move.seat != _renamed(earlier)
    if isinstance(mine, REPAIRS) or isinstance(earlier, REPAIRS):
        return isinstance(mine, Line) and isinstance(mine.move, Note | Adjust)
    doubled = others and earlier.seat == mine.seat
    if isinstance(mine.move, Note | Adjust) or isinstance(earlier.move, Note | Adjust):
        return not (doubled and earlier.move == mine.move)
    return table.game.commutes(table.state, earlier.move, mine.move, doubled)


def _renamed(said: Line | Repair) -> int | None:
    """The seat that gets another name by a line, or by the one inside a repair."""
    line = said.new if isinstance(said, Insert | Correct) else said
    return line.move.seat if isinstance(line, Line) and isinstance(line.move, Rename) else None


def standings_json(table: Table) -> str:
    """The standings as the journal keeps them: what a replay prints, as text."""
    return json.dumps(serialization.standings_json(table), ensure_ascii=False)
