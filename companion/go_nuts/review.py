"""The review of a game: the cards that seats lost to each other because they had bid on the same number.

Only for games that are over: the bids are those that were turned over. Source: rulebook, resolution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.go_nuts.moves import Reveal
from companion.go_nuts.score import points
from companion.go_nuts.state import NutsState
from companion.kernel.table import Table


@dataclass(frozen=True, slots=True)
class Bump:
    """A card no one got: the line that turned it over, its round and number, and the seats that had bid on it."""

    seq: int
    round: int
    number: int
    card: str
    seats: Sequence[int]
    after: NutsState

    def worth(self, seat: int) -> int:
        """Return by how many points that card alone would have changed a seat's tray right then, its power unused."""
        trays, rulings = self.after.trays, self.after.party.rulings
        with_it = [(*tray, self.card) if other == seat else tray for other, tray in enumerate(trays)]
        had, has = (sum(points(each, rulings)[seat].values()) for each in (trays, with_it))
        return has - had


@dataclass(frozen=True, slots=True)
class SeatBumps:
    """One seat: the number of its bids that were turned over, its bumps, and the one it lost most by."""

    seat: int
    bids: int
    bumps: int
    missed: Bump | None
    worth: int = 0


def review(table: Table) -> list[SeatBumps]:
    """Return every seat's review, by seat. The card a seat lost most by: the most points right then, else the first."""
    bids, bumps = [0] * len(table.opening.trays), list(_bumps(table))
    for before, reveal in _reveals(table):
        for seat in before.seats_in:
            bids[seat] += seat in dict(reveal.bids) or before.bids[seat] is not None
    return [_seat(seat, bids[seat], [bump for bump in bumps if seat in bump.seats]) for seat in range(len(bids))]


def _seat(seat: int, bids: int, bumps: Sequence[Bump]) -> SeatBumps:
    if not bumps:
        return SeatBumps(seat, bids, 0, None)
    worst = max(bumps, key=lambda bump: bump.worth(seat))
    return SeatBumps(seat, bids, len(bumps), worst, worst.worth(seat))


def _reveals(table: Table) -> Iterator[tuple[NutsState, Reveal]]:
    """Yield the lines that turned bids over, each with the state before it."""
    before: NutsState = table.opening
    for applied in table.applied:
        if isinstance(applied.line.move, Reveal) and not applied.aside:
            yield before, applied.line.move
        before = applied.state


def _bumps(table: Table) -> Iterator[Bump]:
    """Yield the cards two or more seats had bid on. A round waits for answers: a card may be turned over after one."""
    earlier: tuple[tuple[object, ...], ...] = ()
    for applied in table.applied:
        state: NutsState = applied.state
        known = 0 if isinstance(applied.line.move, Reveal) or state.story[: len(earlier)] != earlier else len(earlier)
        for event in state.story[known:]:
            if event[0] == "collide":
                _, seats, card, number = event
                played = state.round if state.at else state.round - 1
                yield Bump(applied.line.seq, played, number, card, seats, state)  # type: ignore[arg-type]
        earlier = state.story
