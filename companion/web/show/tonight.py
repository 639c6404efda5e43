"""Tonight: the standings over a table and the rematches before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.records.history import PersonScore, same, scores_in
from companion.records.tonight import Player, evening_standings
from companion.store.journal import Connection, TableRecord
from companion.tables.snapshot import Snapshot, TableSettings
from companion.web import phones, services

NIGHT = timedelta(hours=16)  # from the first game of an evening to the last


@dataclass(frozen=True, slots=True)
class TonightView:
    """`games`: the ended games of the evening; `players`: everybody, the best first, and the marks of their seats."""

    games: int
    players: Sequence[tuple[int, Player]]


def tonight_view(snapshot: Snapshot) -> TonightView | None:
    """Return the evening of this table, from the results as they were stored; None before its first rematch."""
    connection, party = services.connection(), snapshot.table.state.party
    codes = _chained(snapshot)
    records = {record.code: record for record in connection.tables(codes)}
    here = records.get(snapshot.code)
    if len(codes) < 2 or here is None:  # it may be forgotten meanwhile
        return None
    games = [
        scores
        for code in codes
        if (record := records.get(code)) and _same_evening(record, here) and (scores := _scores(connection, code))
    ]
    marks = {same(name): party.mark(seat) for seat, name in enumerate(party.names)}
    players = [(marks.get(same(player.name), 0), player) for player in evening_standings(games)]
    return TonightView(len(games), players) if games else None


def latest_rematch(snapshot: Snapshot) -> str:
    """Return the code of the table opened last in this table's chain; its own where it is that one.

    A table that got another code, and those after it, only for phones that were at it since.
    """
    return _chained(snapshot)[-1]


def _chained(snapshot: Snapshot) -> Sequence[str]:
    """Return the codes of this table's chain, up to the first later one that this phone may not be led to."""
    connection, known = services.connection(), set(phones.tables())
    codes = connection.chained(snapshot.code)
    after = codes.index(snapshot.code) + 1
    for place, code in enumerate(codes[after:], after):
        if code not in known and TableSettings.of(connection.settings(code)).renewed:
            return codes[:place]
    return codes


def _scores(connection: Connection, code: str) -> list[PersonScore]:
    """Return the scores of an ended game as they stand; none for one that goes on."""
    result = connection.result(code)
    return scores_in(result) if result and result.seq == connection.version(code) else []


def _same_evening(one: TableRecord, other: TableRecord) -> bool:
    """Return whether two tables of one game were opened in one evening."""
    try:
        apart = abs(datetime.fromisoformat(one.at) - datetime.fromisoformat(other.at))
    except (ValueError, TypeError):  # the journal may have been edited by hand
        return False
    return one.game == other.game and apart <= NIGHT
