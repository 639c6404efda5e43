"""The current tables, as the host page lists them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from companion.kernel.transcript import Refused
from companion.store.journal import Connection, TableRecord
from companion.store.presence import Presence
from companion.tables.play import NOBODY, NoSuchTable, Play

LOOKED_AT = 60  # tables, those opened last
SHOWN = 20
RECENT = timedelta(hours=12)  # a table without a phone and without a line for so long is not on any more


@dataclass(frozen=True, slots=True)
class TableOn:
    """A table on now: what a host may know of it, which is nothing of the game."""

    code: str
    game: str
    names: Sequence[str]
    phones: int  # connected
    over: bool
    locked: bool


def tables_on(connection: Connection, play: Play, presence: Presence, now: datetime) -> list[TableOn]:
    """Return the tables with a phone, or with a line not long ago: those with most phones first."""
    codes = connection.codes()[:LOOKED_AT]
    records = connection.tables(codes)
    _, versions = connection.versions(codes)
    connected = {record.code: len(presence.connected(record.code)) for record in records}
    lively = [
        record
        for record in records
        if connected[record.code] or _is_recent(_latest(connection, record, versions[record.code]), now)
    ]
    lively.sort(key=lambda record: -connected[record.code])  # equal ones: the one opened last first
    return [_row(connection, play, record, connected[record.code]) for record in lively[:SHOWN]]


def _latest(connection: Connection, record: TableRecord, version: int) -> str:
    """Return when the last line was entered, or when the table was opened."""
    last = connection.entries(record.code, version - 1) if version else []
    return last[-1].at if last else record.at


def _is_recent(at: str, now: datetime) -> bool:
    """Return whether a time is within RECENT of now, in either direction: the clock may have been set."""
    try:
        return abs(now - datetime.fromisoformat(at)) <= RECENT
    except (ValueError, TypeError):  # the journal may have been edited by hand
        return False


def _row(connection: Connection, play: Play, record: TableRecord, phones: int) -> TableOn:
    locked = connection.locked(record.code)
    try:
        table = play.seen(connection, record.code, NOBODY).table
    except (NoSuchTable, Refused):  # forgotten just now, or headers that no longer can be read
        return TableOn(record.code, record.game, (), phones, over=False, locked=locked)
    return TableOn(record.code, table.game.name, table.names.now, phones, table.over, locked)


def utc_now() -> datetime:
    return datetime.now(UTC)
