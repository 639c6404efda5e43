"""Rematches: a table that goes on from another, opened once though several people ask for it."""

from __future__ import annotations

from contextlib import suppress

from companion.kernel.transcript import Refused
from companion.tables.play import NoSuchTable
from companion.tables.seats import NoTable
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.show.going_along import carry_seats
from companion.web.show.tonight import latest_rematch


def opened_by_others(after: str, last: str) -> str:
    """Return the code of the rematch of table `after` that another phone opened meanwhile; empty for none.

    `last`: the table that was the latest of its chain when this phone was asked. A game that ended since counts for
    none, and so does any rematch where this phone may not go on from `after`.
    """
    with suppress(NoSuchTable, Refused):
        earlier = _left(after) if last else None
        if earlier is not None and (code := latest_rematch(earlier)) not in (after, last):
            record = services.connection().table(code)
            theirs = record is not None and record.phone != phones.known_id()
            return code if theirs and not services.public(code).table.over else ""
    return ""


def latest_of(after: str) -> str:
    """Return the code of the table opened last in the chain of `after`, as `link` takes it."""
    return services.connection().chained(after)[-1]


def link(snapshot: Snapshot, after: str, latest: str) -> str:
    """Link a table just opened with the one it is a rematch of; return the code of the table to go to.

    That is another one where a rematch was opened since `latest` was the last of the chain: of two that are opened at
    once only the first stays. Nothing is linked where `after` is locked, and not for this phone.
    """
    with suppress(NoSuchTable, NoTable, Refused):
        earlier, connection = _left(after), services.connection()
        if earlier is None:
            return snapshot.code
        if not connection.chain(snapshot.code, after, latest):
            first = latest_rematch(earlier)
            if first not in (after, latest) and connection.forget(snapshot.code):
                return first
            connection.chain(snapshot.code, after)
        for code in connection.chained(after):  # big screens go along, and phones are offered to
            services.play().feed.wake_people(code)
        party = snapshot.table.state.party
        services.seats().keep_marks(connection, snapshot.code, party, earlier.table.state.party)
        carry_seats(connection, earlier, snapshot)
    return snapshot.code


def _left(after: str) -> Snapshot | None:
    """Return the table a rematch goes on from; None where this phone may not lead others on from it.

    Raises NoSuchTable, Refused.
    """
    if after not in phones.tables():  # no code is found out by guessing here
        return None
    earlier = services.public(after)
    return earlier if services.seating(earlier).may_enter(phones.phone_id()) else None
