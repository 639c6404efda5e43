"""The whereabouts of the seats of a table: on which phone each is, and whether that is connected."""

from __future__ import annotations

from enum import StrEnum

from companion.tables.snapshot import Snapshot
from companion.web import phones, services


class Where(StrEnum):
    """The phone a seat is on."""

    OWN = "own"
    CONNECTED = "connected"
    SILENT = "silent"
    NONE = "none"


def whereabouts(snapshot: Snapshot) -> list[Where]:
    """Return the whereabouts of each seat of a table, as this phone sees them. Everybody may know them."""
    connected, seating = services.presence().connected(snapshot.code), services.seating(snapshot)

    def where(seat: int) -> Where:
        if not (holder := seating.holders.get(seat)):
            return Where.NONE
        if holder == phones.known_id():
            return Where.OWN
        return Where.CONNECTED if holder in connected else Where.SILENT

    return [where(seat) for seat in range(seating.count)]
