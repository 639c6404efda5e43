"""The viewer that a phone is at a table, by the claims on its seats."""

from __future__ import annotations

from collections.abc import Sequence

from companion.kernel.viewer import Viewer
from companion.store.journal import Claim


def viewer_of(phone: str, claims: Sequence[Claim], opened: int | None = None) -> Viewer:
    """Return how a phone looks at a table with these claims. `opened`: the seat whose cover is open on it."""
    seats = frozenset(claim.seat for claim in claims if claim.phone == phone)
    others = frozenset(claim.seat for claim in claims if claim.phone != phone)
    covered = frozenset() if opened is None or opened in others else frozenset({opened})
    return Viewer(seats, others, seats if len(seats) == 1 else covered)
