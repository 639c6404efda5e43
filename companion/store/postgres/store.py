"""All that a house keeps, in a PostgreSQL database that several processes share."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.store.journal import PATIENCE
from companion.store.news import Hear
from companion.store.postgres import backup
from companion.store.postgres.connection import PostgresConnection
from companion.store.postgres.database import Database
from companion.store.postgres.editions import PostgresEditions
from companion.store.postgres.house import HouseTables
from companion.store.postgres.journal import PostgresJournal
from companion.store.postgres.listening import Listening
from companion.store.postgres.pending import PostgresPending
from companion.store.postgres.presence import PostgresPresence
from companion.store.postgres.samples import PostgresSamples, PostgresTallies
from companion.store.postgres.sightings import PostgresSightings
from companion.store.postgres.takeovers import PostgresTakeovers
from companion.store.postgres.uses import PostgresLinks, PostgresUses


class PostgresStore:
    """A database; see `companion.store.store.Store`."""

    file: Path | None = None
    shared = True

    def __init__(self, address: str, patience: float = PATIENCE, clock: Callable[[], float] = time.time) -> None:
        """`address`: a URL of PostgreSQL. `patience` in seconds, `clock` since 1970. Nothing is touched yet."""
        self._database = Database(address, patience)
        self._journal = PostgresJournal(self._database)
        house = HouseTables(self._database)
        self.pending = PostgresPending(house, clock)
        self.samples = PostgresSamples(house)
        self.tallies = PostgresTallies(house)
        self.editions = PostgresEditions(house)
        self.sightings = PostgresSightings(house)
        self.presence = PostgresPresence(house, clock)
        self.takeovers = PostgresTakeovers(house, clock)
        self.links = PostgresLinks(house, clock)
        self.uses = PostgresUses(house, clock)
        self._listening = Listening(self._database, house)

    def exists(self) -> bool:
        return self._journal.exists()

    def open(self) -> PostgresConnection:
        return self._journal.open()

    def back_up(self, target: Path) -> None:
        self.open().close()  # a database that is there in part only is not copied
        backup.back_up(self._database, target)

    def restore(self, backup_file: Path) -> str:
        return backup.restore(self._database, backup_file)

    def follow(self, hear: Hear) -> None:
        self._listening.begin(hear)

    def people(self, codes: Sequence[str]) -> dict[str, int]:
        return self._listening.people(codes)

    def close(self) -> None:
        self._listening.close()
        self.presence.close()
        self._database.close()
