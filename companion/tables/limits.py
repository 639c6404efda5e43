"""The limits a host sets for a public address, and the tables that are forgotten because nobody plays at them.

All are off by default: at home nobody is kept from anything, and nothing is forgotten.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from companion.refusals import Reason, Unavailable
from companion.store.store import Store
from companion.store.uses import Allowance
from companion.tables.clock import written

_log = logging.getLogger(__name__)

LARGEST = 100_000  # of a limit: a larger one is a slip
HOUR, MINUTE = 3_600.0, 60.0  # seconds
AFTER_START = 60.0  # seconds after which idle tables are looked for the first time, then each hour


class LimitReason(Reason):
    """Reasons why something is Limited."""

    TABLES = "too-many-tables"
    PHOTOS = "too-many-photos"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a host; 0 for none."""

    tables: int = 0  # that an address may open in an hour
    photos: int = 0  # that an address may send in a minute
    days: int = 0  # after which a table without a new line is forgotten

    @property
    def of_tables(self) -> Allowance | None:
        return Allowance("tables", self.tables, HOUR / self.tables) if self.tables else None

    @property
    def of_photos(self) -> Allowance | None:
        return Allowance("photos", self.photos, MINUTE / self.photos) if self.photos else None


VARIABLES = {
    "tables": "DONUT_TABLES_PER_HOUR",
    "photos": "DONUT_PHOTOS_PER_MINUTE",
    "days": "DONUT_FORGET_AFTER_DAYS",
}


def limits_of_environment(environment: Mapping[str, str] = os.environ) -> Limits:
    """Return the limits in the environment. Exits with a sentence where one is no number: it would protect nobody."""
    return Limits(**{limit: _number(name, environment.get(name, "").strip()) for limit, name in VARIABLES.items()})


def _number(name: str, text: str) -> int:
    if not text:
        return 0
    if text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= LARGEST:
        return int(text)
    sys.exit(f"{name}={text} is no limit: it is a number up to {LARGEST}, or 0 for none.")


def forget_idle(store: Store, days: int, at: datetime) -> list[str]:
    """Forget the tables that have had no new line for so many days; return their codes. Raises Unavailable.

    Several processes may do this at once, and people may play meanwhile: a table that got a line stays.
    """
    before = written(at - timedelta(days=days))
    with store.open() as connection:
        gone = [code for code in connection.idle(before) if connection.forget(code, before)]
    for code in gone:
        store.sightings.remove(code)
    return gone


class Forgetting:
    """Forgets idle tables once an hour, in a thread of its own, for as long as the server runs."""

    def __init__(self, store: Store, days: int, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """`days`: 0 for never."""
        self._store, self._days, self._clock = store, days, clock
        self._stopped = threading.Event()

    def begin(self, first: float = AFTER_START) -> None:
        """Start the thread, where there is something to do. `first`: seconds until it looks the first time."""
        if self._days:
            threading.Thread(target=self._run, args=(first,), name="forgetting", daemon=True).start()

    def close(self) -> None:
        """End the thread."""
        self._stopped.set()

    def _run(self, wait: float) -> None:
        while not self._stopped.wait(wait):
            wait = HOUR
            try:
                forget_idle(self._store, self._days, self._clock())
            except Unavailable:
                continue  # the next hour will do
            except Exception:  # one bad hour must not end all later ones
                _log.exception("Idle tables were not forgotten")
