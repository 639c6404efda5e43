"""All that a house keeps, in the folder of its journal's file."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.files import reason_of
from companion.refusals import Unavailable
from companion.store.embedded.backup import restore
from companion.store.embedded.connection import SqliteConnection
from companion.store.embedded.database import copy
from companion.store.embedded.editions import EditionFolder
from companion.store.embedded.journal import SqliteJournal
from companion.store.embedded.pending import PendingFolder
from companion.store.embedded.presence import PresenceInMemory
from companion.store.embedded.samples import FILE, SqliteSamples
from companion.store.embedded.sightings import SightingFolder
from companion.store.embedded.takeovers import TakeoversInMemory
from companion.store.embedded.tallies import SqliteTallies
from companion.store.embedded.uses import LinksInMemory, UsesInMemory
from companion.store.journal import PATIENCE
from companion.store.news import Hear


class EmbeddedStore:
    """SQLite and files, for one server; see `companion.store.store.Store`."""

    shared = False

    def __init__(self, path: str | Path, patience: float = PATIENCE, clock: Callable[[], float] = time.time) -> None:
        """`path` is the journal's file, everything else lies beside it. `patience` in seconds, `clock` since 1970."""
        self.file = Path(path).absolute()
        home = self.file.parent
        self._journal = SqliteJournal(self.file, patience)
        self.pending = PendingFolder(home / "drafts", clock)
        self.samples = SqliteSamples(home / FILE, patience)
        self.tallies = SqliteTallies(self.samples)
        self.editions = EditionFolder(home / "sets")
        self.sightings = SightingFolder(home / "sightings")
        self.presence = PresenceInMemory()
        self.takeovers = TakeoversInMemory()
        self.links = LinksInMemory()
        self.uses = UsesInMemory()

    def exists(self) -> bool:
        return self.file.exists()

    def open(self) -> SqliteConnection:
        return self._journal.open()

    def back_up(self, target: Path) -> None:
        copy(self.file, target)

    def restore(self, backup: Path) -> str:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable(reason_of(error)) from error
        kept = restore(self.file, backup)
        return kept.name if kept else ""

    def follow(self, hear: Hear) -> None:
        """Call nobody: what the one server does it knows, and what commands do is found by comparing."""

    def people(self, codes: Sequence[str]) -> dict[str, int]:
        return {}

    def close(self) -> None:
        """Close nothing: each connection is closed by who opened it."""
