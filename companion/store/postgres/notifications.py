"""Notifications of the other processes, in the transaction that makes a change: what is not done is not announced.

A message is `lines CODE TAG`, `people CODE NUMBER`, `editions`, or `all` where anything may be another.
"""

from __future__ import annotations

from companion.store.news import News, What
from companion.store.postgres.database import Db

CHANNEL = "companion"

RAISED = """
INSERT INTO people (code, number) VALUES (%s, (random() * 1e8)::bigint + 1)
ON CONFLICT (code) DO UPDATE SET number = people.number + 1 RETURNING number
"""


def notify_lines(db: Db, code: str, tag: str) -> None:
    """Announce that a table has new lines; `tag`: its epoch and version with them."""
    _notify(db, f"{What.LINES} {code} {tag}")


def notify_people(db: Db, code: str) -> None:
    """Raise the number of a table's people, and announce it."""
    row = db.execute(RAISED, (code,)).fetchone()
    _notify(db, f"{What.PEOPLE} {code} {row[0] if row else 0}")


def notify_editions(db: Db) -> None:
    """Announce that the own editions have changed."""
    _notify(db, What.EDITIONS)


def notify_all(db: Db) -> None:
    """Announce that anything may have changed, for example after a restore."""
    _notify(db, What.ALL)


def heard(message: str) -> News | None:
    """Return the news of a message; None for one of another program, or of a later version of this one."""
    match message.split(" "):
        case [What.LINES, code, tag]:
            return News(What.LINES, code, tag)
        case [What.PEOPLE, code, number] if number.isascii() and number.isdigit():
            return News(What.PEOPLE, code, number=int(number))
        case [What.EDITIONS | What.ALL as what]:
            return News(What(what))
    return None


def _notify(db: Db, message: str) -> None:
    db.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))
