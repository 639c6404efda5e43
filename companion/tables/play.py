"""The one door to a table: validates, stores and applies commands, then notifies the other phones."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace

from companion import __version__
from companion.donut_shop.parts import Edition
from companion.editions import load_sets
from companion.exports import serialization
from companion.games import GAMES
from companion.kernel.reasons import CommonReason, Unread
from companion.kernel.redact import as_on_paper, as_seen, may_be_secret
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
from companion.kernel.viewer import Viewer
from companion.refusals import Illegal, Malformed, Stale
from companion.store.editions import OwnEditions
from companion.store.journal import Connection, new_code
from companion.tables import dealer, door
from companion.tables.clock import now
from companion.tables.door import Command
from companion.tables.feed import Feed
from companion.tables.replay import replay
from companion.tables.seats import check_may_enter
from companion.tables.snapshot import Snapshot, TableSettings
from companion.tables.viewer import viewer_of

RECENT = 64  # tables whose newest state is kept
MOST_LINES = 20  # lines one command may hold
MOST_SEEN = 4 * RECENT  # of them as phones see them
TRIES = 3
MOST_DIGITS = 9  # of a version
LONGEST_SECRET = 40  # characters a secret adds to its line at most: a card's name, or a tile and an order
NOBODY: frozenset[int] = frozenset()  # seats: what everybody may see


class NoSuchTable(LookupError):
    """No table has this code."""


def read_tag(text: str) -> tuple[str, int]:
    """Epoch and version of a tag `EPOCH.18`; of anything else, a bare number too, an epoch no journal has."""
    epoch, _, version = text.rpartition(".")
    number = version.isascii() and version.isdigit() and len(version) <= MOST_DIGITS
    return (epoch, int(version)) if epoch and number else ("", 0)


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
        own: OwnEditions | None = None,
    ) -> None:
        """`own`: the house's own editions, which `refresh_editions` adds to the shipped ones."""
        self.editions = editions
        self._own, self._stamp = own, ""  # of the editions as they were read last
        self._editions_lock: AbstractContextManager[object] = threading.RLock()
        self.feed = feed
        self._clock = clock
        self._recent: OrderedDict[str, Snapshot] = OrderedDict()
        self._seen: OrderedDict[tuple[str, str, frozenset[int]], tuple[Table, Table]] = OrderedDict()
        self._lengths: OrderedDict[tuple[str, str], tuple[int, int]] = OrderedDict()  # version and characters by table
        self._lock = threading.Lock()

    @property
    def editions_lock(self) -> AbstractContextManager[object]:
        """Held by whatever replaces `editions` or opens a table; see `OwnEditions.lock`. With it they are up to date.

        Raises Unavailable.
        """
        return self._editions_lock if self._own is None else self._held(self._own)

    @contextmanager
    def _held(self, own: OwnEditions) -> Iterator[None]:
        with own.lock:
            self.refresh_editions()
            yield

    def refresh_editions(self, *, first: bool = False) -> None:
        """Read the own editions again where another process changed them, or the `first` time. Raises Unavailable."""
        if self._own is not None and ((stamp := self._own.stamp()) != self._stamp or first):
            self.editions = {**load_sets(), **self._own.load()}
            self._stamp = stamp

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
        return Snapshot(record.code, connection.epoch, table, seed, deal, opener=phone)

    def snapshot(self, connection: Connection, code: str) -> Snapshot:
        """The table as the journal has it now. Raises NoSuchTable."""
        # The epoch first: lines that a restore slips in from here on are kept under one that is refused later.
        head = connection.head(code)
        epoch, version = head.epoch, head.version
        known = self._recent.get(code)
        if known is not None and known.epoch != epoch:
            self.drop_others(epoch)
        settings = TableSettings.of(head.settings)
        if (
            known is None
            or known.epoch != epoch
            or known.version > version
            or known.settings.marks != settings.marks
            or not version
        ):
            record = connection.table(code)
            if record is None:
                with self._lock:
                    self._recent.pop(code, None)
                raise NoSuchTable(code)
            seed = dealer.seed_of(record.header)
            table = _with_marks(self._empty(record.header, stored=True), settings.marks)
            known = Snapshot(code, epoch, table, seed, bool(seed), opener=record.phone)
        if known.version < version:
            known = replace(known, table=known.table.load(connection.entries(code, known.version)))
            if known.version > SURELY_FITS:  # with what takes long anyway, so that the next tap does not
                self._measured(known)
        if (known.settings, known.locked) != (settings, head.locked):
            known = replace(known, settings=settings, locked=head.locked)
        self._keep(known)
        return known

    def seen(self, connection: Connection, code: str, seats: frozenset[int]) -> Snapshot:
        """The table as a phone may see it that is shown the private things of these seats. Raises NoSuchTable."""
        return self._as_seen(self.snapshot(connection, code), seats)

    def _as_seen(self, real: Snapshot, seats: frozenset[int]) -> Snapshot:
        """Return what these seats may see of a table; what they saw of it before is kept, as a tap must not fold it."""
        key = (real.epoch, real.code, seats)
        with self._lock:
            known = self._seen.get(key)
        if known is not None and known[0].start is not real.table.start:
            known = None
        table = known[1] if known and known[0] is real.table else as_seen(real.table, seats, known)
        with self._lock:
            self._seen[key] = real.table, table
            self._seen.move_to_end(key)
            while len(self._seen) > MOST_SEEN:
                self._seen.popitem(last=False)
        peek = dealer.peek(real.table, real.seed, seats) if real.seed else ()
        return Snapshot(real.code, real.epoch, table, "", real.dealt, peek, real.settings, real.opener, real.locked)

    def evening(self, connection: Connection, code: str, seats: frozenset[int] | None = None) -> Evening:
        """A table to take away, as these seats may see it; None: as it stands on paper. Raises NoSuchTable."""
        real, record = self.snapshot(connection, code), connection.table(code)
        if record is None:
            raise NoSuchTable(code)
        table = as_on_paper(real.table) if seats is None else self._as_seen(real, seats).table
        times = tuple(entry.at for entry in connection.entries(code)[: real.version])
        return Evening(replace(real, table=table, seed=""), record.header, record.at, times)

    def import_table(
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
            connection.store_result(record.code, table.version, __version__, standings_json(as_seen(table, NOBODY)))
        return Snapshot(record.code, connection.epoch, table, opener=phone)

    def play(self, connection: Connection, command: Command, viewer: Viewer | None = None) -> Snapshot:
        """Store and apply a phone's lines, all or none, and wake the others; return what the phone may see then.

        `viewer`: how the phone looks at this table; None: by its seats alone. Raises Malformed, Illegal, Stale,
        Forbidden, NoSuchTable; what it raises depends on nothing the phone may not know.
        """
        viewer = viewer or viewer_of(command.phone, connection.claims(command.code))
        for _ in range(TRIES):
            snapshot = self.snapshot(connection, command.code)
            if snapshot.locked:
                check_may_enter(connection, command.code, command.phone, len(snapshot.table.names.now))
            if command.take is None and not 1 <= len(command.lines) <= MOST_LINES:
                raise Malformed(Unread.WORDS, text="")
            seen = self._as_seen(snapshot, viewer.open)
            if command.epoch != snapshot.epoch or command.version > snapshot.version:
                raise Stale("moved-on", version=snapshot.version)
            lines, unread = door.read_lines(snapshot, seen, viewer, command)
            later = _later(connection, seen, command)
            if unread is None and door.is_repeat(seen.table, command, lines, later):
                return seen
            door.check_fresh(seen, command, lines, later)
            if unread is not None and later:
                raise unread
            table = door.entered(snapshot, seen, viewer, (lines, unread))
            self._check_room(connection, snapshot, table)
            texts = [table.text(seq) for seq in range(snapshot.version + 1, table.version + 1)]
            result = (__version__, standings_json(as_seen(table, NOBODY))) if table.over else None
            try:
                connection.append(
                    command.code, snapshot.epoch, snapshot.version, texts, self._clock(), command.phone, result
                )
            except Stale:
                continue
            return self._as_seen(self._accepted(replace(snapshot, table=table)), viewer.open)
        raise Stale("moved-on", version=snapshot.version)

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
        """Raises Illegal where a table outgrows its transcript: what is taken away can be read again.

        What may be a secret counts as long as any can be, so that the answer depends on none.
        """
        if table.version <= SURELY_FITS or self._is_roomy(snapshot, table):
            return
        if (record := connection.table(snapshot.code)) is None:
            return
        public = as_seen(table, NOBODY, (snapshot.table, self._as_seen(snapshot, NOBODY).table))
        secrets = sum(may_be_secret(table, entry) for entry in table.log)
        if not fits(serialization.transcript(record.header, public) + " " * (secrets * LONGEST_SECRET)):
            raise Illegal(CommonReason.FULL)

    def _is_roomy(self, snapshot: Snapshot, table: Table) -> bool:
        """Return whether a table is so far from the limit that its transcript need not be written to know it fits.

        With LONGEST_SECRET for each of its lines it would fit too.
        """
        length = self._measured(snapshot) + _length(table, snapshot.version + 1, table.version)
        return table.version < PLAYED.lines // 2 and length < PLAYED.characters // 4

    def _measured(self, snapshot: Snapshot) -> int:
        """Return the characters of a table in a transcript. They are kept, so that only new lines are counted."""
        key, table = (snapshot.epoch, snapshot.code), snapshot.table
        version, length = self._lengths.get(key, (0, 0))
        if version > snapshot.version:
            version, length = 0, 0
        length += _length(table, version + 1, snapshot.version)
        with self._lock:
            self._lengths[key] = snapshot.version, length
            self._lengths.move_to_end(key)
            while len(self._lengths) > RECENT:
                self._lengths.popitem(last=False)
        return length

    def drop_others(self, epoch: str) -> None:
        """Forget the tables of every other epoch: their file is no longer in place."""
        with self._lock:
            for code in [code for code, snapshot in self._recent.items() if snapshot.epoch != epoch]:
                del self._recent[code]


def _with_marks(table: Table, marks: tuple[int, ...]) -> Table:
    """Return a table before its first line with the marks people chose; without those of other seats than it has."""
    if len(marks) != len(table.start.party.names):
        return table
    return replace(table, start=table.start.with_party(replace(table.start.party, marks=marks)))


def _length(table: Table, first: int, last: int) -> int:
    """Return the characters of these entries in a transcript, names in quotes included."""
    return sum(len(who) + len(text) + 5 for who, text in map(table.text, range(first, last + 1)))


def _later(connection: Connection, seen: Snapshot, command: Command) -> door.Later:
    """Return what was entered after the version the phone saw, as it may read that."""
    entries = seen.table.log[command.version :]
    phones = [entry.phone for entry in connection.entries(command.code, command.version)] if entries else []
    return list(zip(entries, phones, strict=False))


def standings_json(table: Table) -> str:
    """Return the standings as the journal keeps them: what a replay prints, as text."""
    return json.dumps(serialization.standings_json(table), ensure_ascii=False)
