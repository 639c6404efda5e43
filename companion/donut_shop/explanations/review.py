"""The review of a game: what each seat's tiles paid, what their best placements would have paid, and the largest miss.

Only for games that are over: before the end nobody is advised. Source of the amounts: rulebook, player turn 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.donut_shop.advice import Placement, best_placements
from companion.donut_shop.moves import Place
from companion.donut_shop.parts import UNKNOWN, Square
from companion.donut_shop.pay import PER_DONUT, paid_squares
from companion.donut_shop.state import ShopState
from companion.kernel.table import Applied, Table


@dataclass(frozen=True, slots=True)
class Missed:
    """A tile compared with its best placement at that time.

    Its line, its number among the tiles laid, the cents it took, the best placement, and the table before it was laid.
    """

    seq: int
    number: int
    taken: int
    best: Placement
    before: ShopState

    @property
    def more(self) -> int:
        """By how many cents the best placement pays more."""
        return self.best.cents - self.taken

    @property
    def squares(self) -> Sequence[Square]:
        """The squares the best placement would have been paid for."""
        best, rulings = self.best, self.before.party.rulings
        return paid_squares(self.before.case.laid(best.tile, best.at), best.at, best.kind, rulings)


@dataclass(frozen=True, slots=True)
class SeatReview:
    """One seat: the cents its tiles took and could have taken, each at once, and the largest amount it missed."""

    seat: int
    taken: int
    possible: int
    missed: Missed | None

    @property
    def percent(self) -> int:
        """The share taken, rounded down: 100 only where nothing was missed. 100 where nothing could be taken."""
        return 100 * self.taken // self.possible if self.possible else 100


def review(table: Table) -> list[SeatReview]:
    """Return every seat's review, by seat; a seat that laid no tile whose donuts are all known is left out.

    Tiles count by what the rules pay for them, whatever the table decided they were paid.
    """
    found: dict[int, list[tuple[int, Missed]]] = {}
    before: ShopState = table.opening
    for applied in table.applied:
        if (looked := _looked_at(applied, before)) is not None:
            assert applied.line.seat is not None
            found.setdefault(applied.line.seat, []).append(looked)
        before = applied.state
    return [_seat(seat, found[seat]) for seat in sorted(found)]


def _seat(seat: int, placements: Sequence[tuple[int, Missed]]) -> SeatReview:
    taken = sum(cents for cents, _ in placements)
    possible = sum(max(cents, looked.best.cents) for cents, looked in placements)
    worst = max((looked for _, looked in placements), key=lambda missed: missed.more)
    return SeatReview(seat, taken, possible, worst if worst.more > 0 else None)


def _looked_at(applied: Applied, before: ShopState) -> tuple[int, Missed] | None:
    """Return the cents a line's tile took, and its best placement; None for other lines and tiles not known."""
    line = applied.line
    if not isinstance(line.move, Place) or line.seat is None or applied.aside or UNKNOWN in line.move.tile.donuts:
        return None
    move, rulings = line.move, before.party.rulings
    taken = PER_DONUT * len(paid_squares(before.case.laid(move.tile, move.at), move.at, move.kind, rulings))
    best = best_placements(before.case, move.tile, before.edition, rulings, 1)
    # No spot at all: the first tile of a case nobody entered, or one a repair left alone. Where it is counts as best.
    chosen = best[0] if best else Placement(move.tile, move.at, move.kind, taken)
    return taken, Missed(line.seq, applied.state.laid, taken, chosen, before)
