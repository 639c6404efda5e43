"""Earlier turns without a box, in which a forgotten box can be entered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from companion.donut_shop.moves import Pack, Place
from companion.donut_shop.state import ShopState, Step
from companion.kernel.table import Applied, Table

LATEST_TURNS = 3  # turns offered for a forgotten box


@dataclass(frozen=True, slots=True)
class EarlierTurn:
    """A turn that is over and had no box: its tile, and the number of the line before which a box is inserted."""

    tile: Applied
    insert_before: int

    @property
    def seat(self) -> int:
        """The seat whose turn it was."""
        assert self.tile.line.seat is not None
        return self.tile.line.seat

    @property
    def state(self) -> ShopState:
        """The state after the tile was laid."""
        state: ShopState = self.tile.state
        return state


def tiles_without_box(table: Table) -> Iterator[int]:
    """Yield the indexes in `table.applied` of the tiles whose turn has no box, the latest first."""
    waiting: set[int | None] = set()  # seats whose next line after this one is a box
    for place in range(len(table.applied) - 1, -1, -1):
        applied = table.applied[place]
        if isinstance(applied.line.move, Pack):
            waiting.add(applied.line.seat)
        elif isinstance(applied.line.move, Place):
            if applied.line.seat not in waiting and not applied.aside:
                yield place
            waiting.discard(applied.line.seat)


def earlier_turns(table: Table) -> Iterator[EarlierTurn]:
    """Yield the turns that are over and had no box, the latest first."""
    state: ShopState = table.state
    still_open = state.step == Step.BOX and not state.over
    for place in islice(tiles_without_box(table), int(still_open), None):
        if place + 1 < len(table.applied):
            yield EarlierTurn(table.applied[place], table.applied[place + 1].line.seq)


def earlier_turn(table: Table, seq: int) -> EarlierTurn | None:
    """Return the turn in which this line laid the tile; None where it had a box or is not over."""
    return next((turn for turn in earlier_turns(table) if turn.tile.line.seq == seq), None)
