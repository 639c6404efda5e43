"""The one door to a table: validates, stores and applies commands, then notifies the other phones."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from companion import __version__
from companion.donut_shop.parts import Edition
from companion.exports import serialization
from companion.games import GAMES
from companion.kernel.common import Adjust, Note, Rename
from companion.kernel.reasons import CommonReason, Unread
from companion.kernel.redact import as_public, turned_over
from companion.kernel.repairs import REPAIRS, Correct, Insert, Line, Repair
from companion.kernel.table import Table, find_game, open_table
from companion.kernel.transcript import (
    PLAYED,
    SURELY_FITS,
    Bounds,
    Refused,
    fits,
    header_lines,
    read_transcript,
)
from companion.refusals import Illegal, Malformed, Stale
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
        """The version as phones compare it: another epoch means a restored journal and always wins."""
        return f"{self.epoch}.{self.version}"


@dataclass(frozen=True, slots=True)
class Command:
    """Lines `who: move` that a phone enters, with the epoch and version of the table on the page they came from."""

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
    """A table with what the journal knows beside its lines: its headers, when it was opened, when each was entered."""

    snapshot: Snapshot
    header: str
    opened: str  # UTC, ISO 8601 with seconds, as all times here
    times: tuple[str, ...]


class Play:
    """Looks and plays; keeps the newest state of recent tables, so that a tap folds only what is new."""

    def __init__(
        self,
        editions: Mapping[str, Edition],
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
        transcript = read_transcript(header)
        if transcript.moves:
            number, line = transcript.moves[0]
            raise Refused(number, Malformed(Unread.HEADER, text=line))
        table, seed = self._empty(header), ""
        if deal:
            seed = dealer.new_seed()
            more = dealer.stock(table, seed).header()
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

    def bring(
        self,
        connection: Connection,
        text: str,
        phone: str,
        bounds: Bounds = PLAYED,
        go_on: Callable[[], object] = lambda: None,
    ) -> Snapshot:
        """Make a table of a whole transcript. Raises transcript.Refused; then there is none.

        `go_on` is called before each line, and may raise.
        """
        done = replay(text, self.editions, go_on, bounds)
        if done.refused is not None:
            raise done.refused
        assert done.table is not None
        table, at = done.table, self._clock()
        entries = [replace(table.entry(seq), at=at, phone=phone) for seq in range(1, table.version + 1)]
        header = header_lines(text, bounds)
        with self.editions_lock:
            self._empty(header)  # its edition may have been removed while the lines were applied
            record = connection.create(new_code(connection), table.game.id, header, at, phone, entries)
        if table.over and entries:
            connection.store_result(record.code, table.version, __version__, standings_json(table))
        return Snapshot(record.code, connection.epoch, table)

    def play(self, connection: Connection, command: Command) -> Snapshot:
        """Store and apply a phone's lines, all or none, and wake the others.

        Raises Malformed, Illegal, Stale, NoSuchTable.
        """
        if not 1 <= len(command.lines) <= MOST_LINES:
            raise Malformed(Unread.WORDS, text="")
        for _ in range(TRIES):
            snapshot = self.snapshot(connection, command.code)
            if command.epoch != snapshot.epoch or command.version > snapshot.version:
                raise Stale("moved-on", version=snapshot.version)
            lines, unread = snapshot.table.read_all(command.lines)
            later = _later(connection, snapshot, command)
            if unread is None and _is_repeat(command, lines, later):
                return snapshot
            _check_fresh(snapshot, command, lines, later)
            if unread is not None and later:
                raise unread
            table = _entered(snapshot, lines, unread)
            self._check_room(connection, snapshot, table)
            texts = [table.text(seq) for seq in range(snapshot.version + 1, table.version + 1)]
            result = (__version__, standings_json(table)) if table.over else None
            try:
                connection.append(
                    command.code, snapshot.epoch, snapshot.version, texts, self._clock(), command.phone, result
                )
            except Stale:
                continue
            return self._accepted(replace(snapshot, table=table))
        raise Stale("moved-on", version=snapshot.version)

    def drawn(self, snapshot: Snapshot, wanted: str) -> str:
        """Return the line of a draw at a table the server deals, given only what its seat takes; empty for none."""
        return str(dealer.drawn(snapshot.table, snapshot.seed, wanted) or "") if snapshot.seed else ""

    def contradicts_deal(self, snapshot: Snapshot, line: str) -> bool:
        """Return whether the dealer of this table, if it has one, refuses this line for what everybody can know.

        Pages show the answer and therefore confirm no guess about what is hidden.
        """
        try:
            if snapshot.seed:
                dealer.check_open(snapshot.table, snapshot.table.read(line))
        except Illegal:
            return True
        except Malformed:  # nothing to contradict
            return False
        return False

    def peek(self, snapshot: Snapshot) -> list[str]:
        """Return what the seat that draws gets to see of the stock."""
        return dealer.stock(snapshot.table, snapshot.seed).peek(snapshot.table) if snapshot.seed else []

    def _accepted(self, snapshot: Snapshot) -> Snapshot:
        """The lines are on the disk: remember them, wake the others."""
        self._keep(snapshot)
        self.feed.wake(snapshot.code, snapshot.tag)
        return snapshot

    def _empty(self, header: str, *, stored: bool = False) -> Table:
        transcript = read_transcript(header)
        game = find_game(transcript.headers, transcript.end, GAMES)
        return open_table(game, transcript.headers, transcript.end, self.editions, stored=stored)

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


Later = Sequence[tuple[Line | Repair, str]]  # what came after the version seen, each with its phone


def _later(connection: Connection, snapshot: Snapshot, command: Command) -> Later:
    entries = snapshot.table.log[command.version :]
    phones = [entry.phone for entry in connection.entries(command.code, command.version)] if entries else []
    return list(zip(entries, phones, strict=False))


def _is_repeat(command: Command, lines: Sequence[Line | Repair], later: Later) -> bool:
    """Return whether this phone entered just this on the strength of just this version already.

    Then the first time counts. A line that commutes may stand further on than right after the version seen.
    """
    return any(
        all(phone == command.phone and _same(kept, line) for (kept, phone), line in zip(run, lines, strict=True))
        for run in (later[first : first + len(lines)] for first in range(len(later) - len(lines) + 1))
    )


def _entered(snapshot: Snapshot, lines: Sequence[Line | Repair], unread: Malformed | None) -> Table:
    """Return the table after a phone's lines, and after what the dealer enters then. Raises Illegal or `unread`.

    What turns over or draws what nobody knows is the last of the lines: a refusal of one after it would show what it
    was, and nothing would be stored.
    """
    table, hidden = snapshot.table, as_public(snapshot.table) is not snapshot.table
    for place, line in enumerate(lines, 1):
        last = place == len(lines) and unread is None
        if snapshot.seed:
            dealer.check(table, snapshot.seed, line, last=last)
        after = table.enter(line, at_door=True)
        if hidden and not last and turned_over(after) - turned_over(table):
            raise Illegal(CommonReason.ALONE)
        table = after
    if unread is not None:
        raise unread
    return dealer.deal_on(table, snapshot.seed) if snapshot.seed else table


def are_latest(table: Table, texts: Sequence[str]) -> bool:
    """Return whether these are the latest lines of the journal."""
    lines, unread = table.read_all(texts)
    kept = table.log[-len(texts) :]
    return unread is None and len(kept) == len(lines) and all(map(_same, kept, lines))


def _same(kept: Line | Repair, line: Line | Repair) -> bool:
    """Return whether a line is the same as one kept, but for its number.

    The door may have dropped a bare `!` that was not needed.
    """
    match kept, line:
        case Line(), Line():
            dropped = line.forced and line.decided is None and not kept.forced
            return replace(line, seq=kept.seq, forced=line.forced and not dropped, text=kept.text) == kept
        case (Insert(one, first), Insert(other, second)) | (Correct(one, first), Correct(other, second)):
            return one == other and _same(first, second)
    return kept == line


def _check_fresh(snapshot: Snapshot, command: Command, lines: Sequence[Line | Repair], later: Later) -> None:
    """Raise Stale where these lines do not commute with what came after the version seen."""
    for line in lines:
        if not all(_commutes(snapshot.table, earlier, line, phone != command.phone) for earlier, phone in later):
            raise Stale("moved-on", version=snapshot.version)


def _commutes(table: Table, earlier: Line | Repair, line: Line | Repair, others: bool) -> bool:
    """Return whether a line means the same after an earlier one. `others`: that is another phone's.

    Notes, adjusted money and new names cross nearly anything; else the game knows. Two phones that enter the same of
    one seat saw one thing happen, and neither has seen the other's line: it counts once, and whoever means it twice
    enters it again.
    """
    if isinstance(line, Line) and isinstance(line.move, Rename):
        return line.move.seat != _renamed(earlier)
    if isinstance(line, REPAIRS) or isinstance(earlier, REPAIRS):
        return isinstance(line, Line) and isinstance(line.move, Note | Adjust)
    doubled = others and earlier.seat == line.seat
    if isinstance(line.move, Note | Adjust) or isinstance(earlier.move, Note | Adjust):
        return not (doubled and earlier.move == line.move)
    return table.game.rules.commutes(table.state, earlier.move, line.move, doubled)


def _renamed(entry: Line | Repair) -> int | None:
    """Return the seat that gets another name by a line, or by the one inside a repair."""
    line = entry.new if isinstance(entry, Insert | Correct) else entry
    return line.move.seat if isinstance(line, Line) and isinstance(line.move, Rename) else None


def standings_json(table: Table) -> str:
    """Return the standings as the journal keeps them: what a replay prints, as text."""
    return json.dumps(serialization.standings_json(table), ensure_ascii=False)
