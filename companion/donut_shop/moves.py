"""What can be said at a Donut Shop table, as values. `None` for a tile or order stands for `?`: nobody told it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.donut_shop.parts import Box, Order, Square, Tile, Wild
from companion.kernel.common import Common


@dataclass(frozen=True, slots=True)
class RevealFaceUp:
    """The face-up tiles or orders, or both; what is None was not told."""

    tiles: tuple[Tile | None, ...] | None
    orders: tuple[Order | None, ...] | None


@dataclass(frozen=True, slots=True)
class Deal:
    """What a seat was dealt."""

    tile: Tile | None
    order: Order | None


@dataclass(frozen=True, slots=True)
class Place:
    """Lay the tile, already turned, and be paid for one type."""

    tile: Tile
    at: Square
    kind: str


@dataclass(frozen=True, slots=True)
class Pack:
    """Put a box over donuts (`box 2x3 @4,2 with B N*`); `orders` and `wilds` are discarded."""

    box: Box
    at: Square
    orders: tuple[Order, ...]
    wilds: tuple[Wild, ...]
    own: bool = False

    @property
    def cards(self) -> tuple[Order, ...]:
        """Every order discarded, those in wilds too."""
        return self.orders + tuple([card for wild in self.wilds for card in (wild.first, wild.second)])

    @property
    def kinds(self) -> frozenset[str]:
        """The types ordered."""
        return frozenset([order.kind for order in self.orders] + [wild.kind for wild in self.wilds])


@dataclass(frozen=True, slots=True)
class DrawOrder:
    """Took the face-up order; another was turned up; drew a tile."""

    order: Order | None
    reveal: Order | None
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class DrawTile:
    """Took the face-up tile; another was turned up; drew an order."""

    tile: Tile | None
    reveal: Tile | None
    order: Order | None


@dataclass(frozen=True, slots=True)
class DrawUntold:
    """`draw ?`: drew, nothing told."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is over; nothing is told."""


@dataclass(frozen=True, slots=True)
class PaidOut:
    """`paid 35 "box"`: at level `bank`, money the bank gave a seat, in cents."""

    cents: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Mend:
    """`mend @3,2 b`: what really lies on a square."""

    at: Square
    letter: str


@dataclass(frozen=True, slots=True)
class FinalMoney:
    """What was counted at the end of a game nobody followed: (seat, cents, orders in hand or None)."""

    counts: tuple[tuple[int, int, int | None], ...]


@dataclass(frozen=True, slots=True)
class OrdersLeft:
    """`orders Ana 2 Bo 1`: orders in hand when the game was over, which settle a tie: (seat, orders)."""

    counts: tuple[tuple[int, int], ...]


Draw = DrawOrder | DrawTile | DrawUntold
Move = RevealFaceUp | Deal | Place | Pack | Draw | EndTurn | PaidOut | Mend | FinalMoney | OrdersLeft | Common
