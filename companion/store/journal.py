"""The contract of journal and claims: numbered lines that are never changed, and which phone holds which seat."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from companion.kernel.entry import Entry

LETTERS = "BCDFGHJKMNPQRSTVWXZ"  # nothing that looks like a digit, and no vowel or Y: no code spells a word
CODE_LENGTH = 5
PATIENCE = 5.0  # seconds a call waits for another writer before it is refused as busy


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table as it was opened, before its first line."""

    code: str
    game: str
    header: str  # the header lines of its transcript, as text
    at: str  # UTC, ISO 8601 with seconds
    phone: str  # which phone opened it


@dataclass(frozen=True, slots=True)
class Head:
    """All that changes of a table between two requests but its seats, of one moment.

    `version`: the number of its last entry, 0 for none. `settings`: what people chose, by name.
    """

    epoch: str
    version: int
    locked: bool
    settings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Result:
    """The standings of an ended game as the program of that day computed them."""

    seq: int  # the entry after which the game was over
    program: str  # the program's version
    standings: str  # JSON text


@dataclass(frozen=True, slots=True)
class Claim:
    """A phone's hold on a seat; a seat is held by one phone, a phone may hold several seats."""

    code: str
    seat: int  # from 0, clockwise
    phone: str
    since: str  # UTC, ISO 8601 with seconds


@dataclass(frozen=True, slots=True)
class Holding:
    """A phone that held a seat from a table's entry `after` on; an empty one for none."""

    seat: int
    after: int  # the number of the last entry when it changed
    phone: str


class Connection(Protocol):
    """A connection to journal and claims, for one thread. Every call raises Unavailable where it cannot be used now.

    A call that changes something does all of it or nothing, and what it changed is on the disk when it returns.
    """

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def close(self) -> None:
        """Give the connection back; a second time does nothing."""
        ...

    @property
    def epoch(self) -> str:
        """A random id made with the journal and renewed by a restore; never kept from an earlier call."""
        ...

    def renew_epoch(self) -> str:
        """Give the journal another epoch, and return it."""
        ...

    # Tables

    def create(
        self, code: str, game: str, header: str, at: str, phone: str, entries: Sequence[Entry] = ()
    ) -> TableRecord:
        """Open a table, with the entries of an import (numbered from 1, each with its own time and phone).

        Raises Stale("taken", code=…) where the code is in use.
        """
        ...

    def table(self, code: str) -> TableRecord | None: ...

    def tables(self, codes: Sequence[str]) -> list[TableRecord]:
        """Return those of these tables that exist, the one opened last first, whatever the clock showed."""
        ...

    def codes(self) -> list[str]:
        """Return the codes of all tables, the one opened last first."""
        ...

    def idle(self, before: str) -> list[str]:
        """Return the codes of the tables that were opened before a time and have no line since (UTC, as `now`)."""
        ...

    def forget(self, code: str, before: str = "") -> bool:
        """Remove a table and all that belongs to it, and overwrite its place; False where there is none.

        `before`: only if it still is idle since then, as `idle` has it; False too where it is not.
        """
        ...

    # Entries and results

    def entries(self, code: str, after: int = 0) -> list[Entry]:
        """Return a table's entries whose number is above `after`, in order; none where there is no such table."""
        ...

    def version(self, code: str) -> int:
        """Return the number of a table's last entry, 0 for none."""
        ...

    def versions(self, codes: Sequence[str]) -> tuple[str, dict[str, int]]:
        """Return the epoch and the number of the last entry of each of these tables (0 for none), of one moment."""
        ...

    def head(self, code: str) -> Head:
        """Return the head of a table, in one query; of no such table an empty one of this epoch."""
        ...

    def append(
        self,
        code: str,
        epoch: str,
        version: int,
        lines: Sequence[tuple[str, str]],
        at: str,
        phone: str,
        result: tuple[str, str] | None = None,
    ) -> list[Entry]:
        """Store (who, text) lines right after entry `version` of this epoch.

        `result`, where the game is over with them, is stored too: the program's version and the standings.

        Raises Stale("moved-on", version=<number of the last entry>) where `version` is not the last one, the epoch is
        another, or there is no such table (any more); all are checked in the transaction that stores.
        """
        ...

    def store_result(self, code: str, seq: int, program: str, standings: str) -> None:
        """Store the standings (JSON text) of a game that is over after entry `seq`; earlier results stay."""
        ...

    def result(self, code: str) -> Result | None:
        """Return the result stored last."""
        ...

    # Claims

    def claims(self, code: str) -> list[Claim]:
        """Return who holds which seat of a table, by seat."""
        ...

    def claim(self, code: str, seat: int, phone: str, since: str, instead_of: str = "") -> bool:
        """Give a seat to a phone if nobody holds it, or the phone `instead_of`; return whether it holds it now.

        A phone that holds the seat already keeps it since when it did. False too where there is no such table.
        """
        ...

    def release(self, code: str, seat: int, phone: str) -> bool:
        """Take a seat from the phone that holds it; False where it does not."""
        ...

    def holdings(self, code: str) -> list[Holding]:
        """Return every change of who holds a seat, by seat and then in order; of several after one entry the last."""
        ...

    # Settings: what people chose for a table that is no line of it

    def settings(self, code: str) -> dict[str, str]:
        """Return the settings of a table by name; without those nobody chose."""
        ...

    def choose(self, code: str, name: str, value: str, instead_of: str = "") -> bool:
        """Keep a setting if it still is `instead_of` (empty: not chosen); return whether it is kept.

        An empty value takes it back. False too where there is no such table.
        """
        ...

    # The lock, and new codes

    def lock(self, code: str, since: str, locked: bool = True) -> bool:
        """Lock a table (`since`: UTC, ISO 8601 with seconds), or unlock it; False where there is no such table."""
        ...

    def locked(self, code: str) -> bool: ...

    def renew(self, code: str, new: str, phones: Iterable[str]) -> bool:
        """Give a table another code, with all that belongs to it, in its place among the others.

        The old code is forgotten: only `phones` find the table from it, and from codes it had earlier only those of
        them that did before. False where there is no table `code`. Raises Stale("taken", code=…) where `new` is in use.
        """
        ...

    def moved(self, codes: Sequence[str], phone: str) -> dict[str, str]:
        """Return, of these codes that are no table's any more, the present ones of the tables this phone follows."""
        ...

    # Rematches

    def chain(self, code: str, after: str, latest: str = "") -> bool:
        """Note that table `code` is a rematch of table `after`, if `latest` still is the last of its chain (empty:
        whichever is); return whether it is noted. False too where one of them is no table.

        The chain goes on under new codes, and without tables that are forgotten.
        """
        ...

    def chained(self, code: str) -> list[str]:
        """Return the codes of a table and all that are linked with it by rematches, the one opened first first."""
        ...

    # The state of the store

    def problems(self) -> list[str]:
        """Return what is damaged, in the store's own words; empty where all is sound. Reads everything.

        Raises Unavailable("corrupt") where it is too damaged even for that.
        """
        ...


def new_code(connection: Connection) -> str:
    """Return five letters for a new table, unused; easy to pronounce, read and type."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if connection.table(code) is None:
            return code
