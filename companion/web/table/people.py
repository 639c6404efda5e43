"""The whereabouts of the seats of a table: on which phone each is, and whether that is connected."""

from __future__ import annotations

from enum import StrEnum

from companion.web import services


class Where(StrEnum):
    """The phone a seat is on."""

    OWN = "own"
    CONNECTED = "connected"
    SILENT = "silent"
    NONE = "none"


def whereabouts(code: str, seats: int) -> list[Where]:
    """Return the whereabouts of each seat of a table, as this phone sees them. Everybody may know them."""
    phones, viewer = services.presence().connected(code), services.viewer(code)
    held = {claim.seat: claim.phone for claim in services.connection().claims(code)}

    def where(seat: int) -> Where:
        if seat in viewer.seats:
            return Where.OWN
        if seat not in held:
            return Where.NONE
        return Where.CONNECTED if held[seat] in phones else Where.SILENT

    return [where(seat) for seat in range(seats)]
