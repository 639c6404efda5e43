"""The latest events of the table: the tile laid last, what it was paid for, and the amount, until the next tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.donut_shop.moves import Place
from companion.donut_shop.parts import Square
from companion.donut_shop.pay import placement_pays
from companion.donut_shop.state import ShopState
from companion.kernel.table import Table


@dataclass(frozen=True, slots=True)
class LaidTile:
    """The tile laid last: its move, its seat, the state before it, and whether nothing came after it."""

    move: Place
    seat: int
    before: ShopState
    is_latest: bool

    @property
    def paid_for(self) -> Sequence[Square]:
        """Return the squares it was paid for."""
        edition, rulings = self.before.edition, self.before.party.rulings
        return placement_pays(self.before.case, self.move.tile, self.move.at, edition, rulings).get(self.move.kind, ())


def laid_last(table: Table) -> LaidTile | None:
    """Return the tile laid last; None before the first."""
    for number in reversed(range(len(table.applied))):
        one = table.applied[number]
        if isinstance(one.line.move, Place) and one.line.seat is not None and not one.aside:
            before = table.applied[number - 1].state if number else table.start
            return LaidTile(one.line.move, one.line.seat, before, number == len(table.applied) - 1)
    return None


def paid_last(table: Table) -> tuple[int, int] | None:
    """Return the seat the latest line paid, and the cents; None where it paid nothing."""
    latest = table.applied[-1] if table.applied else None
    if latest is None or latest.aside or latest.line.seat is None:
        return None
    cents = sum(latest.paid.values())
    return (latest.line.seat, cents) if cents > 0 else None
