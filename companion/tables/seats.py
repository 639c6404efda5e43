"""The seats of a table and the phones that hold them: claims, taking over, the lock, a new code, colours and coins.

There is no host and no account: whoever holds a seat may do all of it. Nothing of it is an entry of the journal.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from companion.kernel.common import MARKS, Party
from companion.refusals import Forbidden, Malformed, Reason, Stale, Unavailable
from companion.store.journal import Connection, new_code
from companion.store.presence import Presence
from companion.store.takeovers import SILENT, NoticeKind, Takeovers
from companion.tables import snapshot
from companion.tables.clock import now
from companion.tables.feed import Feed

EVERY = 0.25  # seconds between two looks at the requests that wait
NEAR = 60.0  # seconds: a phone heard of within them is at the table, and follows it to a new code


class SeatReason(Reason):
    """Reasons why a phone may not do something at a table."""

    LOCKED = "locked"
    NO_SEAT = "no-seat"  # it would have to hold one
    WAIT = "asked-already"  # for a seat, and was refused or is not answered yet
    HELD = "seat-held"  # another phone was faster
    NOT_ASKED = "no-request"  # a yes or no to a request that is no more
    NOBODY = "nobody-ticked"
    MARKED = "marks-swapped"  # colours were swapped on another phone meanwhile


class NoTable(LookupError):
    """The table is gone, or its code is another one now."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The phones and seats of a table. `holders`: phones by seat; `opener`: the phone that opened the table.

    The opener speaks for every seat that nobody claimed, so while there is one it counts as a phone with a seat.
    """

    opener: str
    holders: Mapping[int, str]
    count: int  # of seats
    locked: bool = False

    def seats_of(self, phone: str) -> tuple[int, ...]:
        """Return the seats a phone holds."""
        return tuple(seat for seat, holder in self.holders.items() if holder == phone)

    def is_seated(self, phone: str) -> bool:
        """Return whether a phone holds a seat, or speaks for those that nobody claimed."""
        return bool(phone) and (phone in self.holders.values() or (phone == self.opener and self.free != ()))

    def may_enter(self, phone: str) -> bool:
        """Return whether a phone may enter lines and claim seats."""
        return not self.locked or self.is_seated(phone)

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that nobody claimed."""
        return tuple(seat for seat in range(self.count) if seat not in self.holders)


def seating_of(connection: Connection, code: str, count: int) -> Seating:
    """Return who sits where at a table of `count` seats. Raises NoTable."""
    record = connection.table(code)
    if record is None:
        raise NoTable(code)
    holders = {claim.seat: claim.phone for claim in connection.claims(code)}
    return Seating(record.phone, holders, count, connection.locked(code))


def check_may_enter(connection: Connection, code: str, phone: str, count: int) -> None:
    """Raise Forbidden where a table is locked and this phone has no seat: the gate of all that changes a table."""
    if connection.locked(code) and not seating_of(connection, code, count).is_seated(phone):
        raise Forbidden(SeatReason.LOCKED, code=code)


class Seats:
    """All that phones do with seats; one for the whole process. Every change wakes the phones at the table.

    `names`: the names of the seats, for the refusals. Every call raises NoTable where there is no such table.
    """

    def __init__(
        self,
        open_journal: Callable[[], Connection],
        feed: Feed,
        presence: Presence,
        takeovers: Takeovers,
        clock: Callable[[], str] = now,
    ) -> None:
        """`open_journal`: `Store.open`, for what is done when a time is up."""
        self._open = open_journal
        self._feed = feed
        self._presence = presence
        self.takeovers = takeovers
        self._clock = clock
        self._lock = threading.Lock()
        self._running = False

    def claim(self, connection: Connection, code: str, phone: str, seats: Sequence[int], names: Sequence[str]) -> None:
        """Give free seats to a phone, all or none. Raises Forbidden, Malformed, or Stale where another was faster."""
        check_may_enter(connection, code, phone, len(names))
        if not seats or not set(seats) <= set(range(len(names))):
            raise Malformed(SeatReason.NOBODY)
        had = seating_of(connection, code, len(names)).seats_of(phone)
        got = list[int]()
        for seat in seats:
            if connection.claim(code, seat, phone, self._clock()):
                got.append(seat)
                continue
            for other in got:
                if other not in had:
                    connection.release(code, other, phone)
            raise Stale(SeatReason.HELD, seat=names[seat])
        self._feed.wake_people(code)

    def hold(self, connection: Connection, code: str, phone: str, seats: Sequence[int], names: Sequence[str]) -> None:
        """Let a phone hold just these seats: it gives up others it had once it has these. Raises as `claim` does."""
        self.claim(connection, code, phone, seats, names)
        for other in seating_of(connection, code, len(names)).seats_of(phone):
            if other not in seats:
                self.release(connection, code, phone, other)

    def release(self, connection: Connection, code: str, phone: str, seat: int) -> None:
        """Give a seat up; nothing happens where the phone does not hold it."""
        if connection.release(code, seat, phone):
            self.takeovers.drop(code, seat)
            self._feed.wake_people(code)

    def take_over(self, connection: Connection, code: str, phone: str, seat: int, names: Sequence[str]) -> bool:
        """Take over a seat, or ask the phone that holds it; return whether the seat is this phone's now.

        Raises Forbidden where it may not ask now, Stale where somebody was faster.
        """
        check_may_enter(connection, code, phone, len(names))
        if not 0 <= seat < len(names):
            raise Malformed(SeatReason.NOBODY)
        holder = seating_of(connection, code, len(names)).holders.get(seat, "")
        if holder in ("", phone):
            self.claim(connection, code, phone, [seat], names)
            return True
        if self._presence.silent(code, holder) >= SILENT:
            if not self.hand_over(connection, code, seat, holder, phone):
                raise Stale(SeatReason.HELD, seat=names[seat])
            return True
        if seconds := self.takeovers.ask(code, seat, phone, holder):
            raise Forbidden(SeatReason.WAIT, seat=names[seat], seconds=round(seconds))
        self._feed.wake_people(code)
        self._begin()
        return False

    def answer(self, connection: Connection, code: str, phone: str, seat: int, yes: bool) -> None:
        """Answer a request for a seat of this phone. Raises Stale where there is none (any more)."""
        request = next((one for one in self.takeovers.waiting(code) if one.seat == seat), None)
        if request is None or request.holder != phone:
            raise Stale(SeatReason.NOT_ASKED)
        if yes:
            self.takeovers.drop(code, seat)
            self.hand_over(connection, code, seat, phone, request.phone)
        else:
            self.takeovers.refuse(code, seat)
            self._feed.wake_people(code)

    def settle(self) -> None:
        """Hand over the seats whose holders had time to say no and did not."""
        with suppress(Unavailable):
            for request in self.takeovers.due():
                with suppress(Unavailable), self._open() as connection:
                    self.hand_over(connection, request.code, request.seat, request.holder, request.phone)

    def settle_others(self) -> None:
        """Settle the requests made on another process too, which may end before their time is up."""
        with suppress(Unavailable):
            if self.takeovers.any_waiting():
                self._begin()

    def lock(self, connection: Connection, code: str, phone: str, names: Sequence[str], locked: bool = True) -> None:
        """Lock or unlock a table. Raises Forbidden for a phone without a seat."""
        self._check_seated(connection, code, phone, names)
        connection.lock(code, self._clock(), locked)
        self.takeovers.notify(code, NoticeKind.LOCKED if locked else NoticeKind.UNLOCKED)
        self._feed.wake_people(code)

    def unlock(self, connection: Connection, code: str) -> None:
        """Unlock a table for the machine that runs the server, which has no seat."""
        if not connection.lock(code, self._clock(), locked=False):
            raise NoTable(code)
        self.takeovers.notify(code, NoticeKind.UNLOCKED)
        self._feed.wake_people(code)

    def choose_mark(self, connection: Connection, code: str, phone: str, party: Party, seat: int, mark: int) -> None:
        """Give a seat of this party another colour and topping; one that had it gets this seat's instead.

        Raises Forbidden at a locked table, Malformed for what is no seat or no mark, Stale where somebody was faster.
        """
        check_may_enter(connection, code, phone, len(party.names))
        if not (0 <= seat < len(party.names) and 1 <= mark <= MARKS):
            raise Malformed(SeatReason.NOBODY)
        before, after = ("".join(map(str, one.marks)) for one in (party, party.with_mark(seat, mark)))
        if not connection.choose(code, snapshot.MARKS, after, before):
            raise Stale(SeatReason.MARKED)
        self._feed.wake_people(code)

    def keep_marks(self, connection: Connection, code: str, party: Party, earlier: Party) -> None:
        """Give the seats of a table just opened the colours and toppings people had at an earlier one."""
        connection.choose(code, snapshot.MARKS, "".join(map(str, party.with_marks_of(earlier).marks)))

    def choose_coins(self, connection: Connection, code: str, phone: str, names: Sequence[str], shown: bool) -> None:
        """Keep whether this table hands out coins. Raises Forbidden at a locked table."""
        check_may_enter(connection, code, phone, len(names))
        value = "" if shown else "no"
        connection.choose(code, snapshot.COINS, value, "no" if shown else "")
        self._feed.wake_people(code)

    def hand_over(self, connection: Connection, code: str, seat: int, holder: str, phone: str) -> bool:
        """Give a seat from one phone to another, and notify everybody; return whether `holder` held it."""
        if not connection.claim(code, seat, phone, self._clock(), instead_of=holder):
            return False
        self.takeovers.drop(code, seat)
        self.takeovers.notify(code, NoticeKind.TAKEN, seat)
        self._feed.wake_people(code)
        return True

    def renew(self, connection: Connection, code: str, phone: str, names: Sequence[str]) -> str:
        """Give a table another code, and return it: the phones at the table follow. Raises Forbidden."""
        seating = self._check_seated(connection, code, phone, names)
        new = new_code(connection)
        connection.choose(code, snapshot.RENEWED, "yes")  # before it: so no rematch leads to the new code meanwhile
        phones = {phone, seating.opener, *seating.holders.values(), *self._presence.within(code, NEAR)}
        if not connection.renew(code, new, phones - {""}):
            raise NoTable(code)
        self._presence.move(code, new)
        self.takeovers.notify(new, NoticeKind.RENEWED)
        self._feed.wake_people(new)
        self._feed.wake_people(code)
        return new

    def _check_seated(self, connection: Connection, code: str, phone: str, names: Sequence[str]) -> Seating:
        seating = seating_of(connection, code, len(names))
        if not seating.is_seated(phone):
            raise Forbidden(SeatReason.NO_SEAT)
        return seating

    def _begin(self) -> None:
        """Start the thread that settles requests unless it runs; it ends when none waits any more."""
        with self._lock:
            if not self._running:
                self._running = True
                threading.Thread(target=self._run, name="seats", daemon=True).start()

    def _run(self) -> None:
        try:
            while self._is_needed():
                time.sleep(EVERY)
                self.settle()
        except BaseException:
            self._running = False  # so that the next request starts it again
            raise

    def _is_needed(self) -> bool:
        with self._lock:
            with suppress(Unavailable):  # else what waited still waits
                self._running = self.takeovers.any_waiting()
            return self._running
