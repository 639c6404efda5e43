"""The moves of Donut Shop as values. A tile or order of `None` is unknown, `?` in the notation."""

from __future__ import annotations

from dataclasses import dataclass

from companion.donut_shop.parts import Box, Order, Square, Tile, Wild
from companion.kernel.common import Common


@dataclass(frozen=True, slots=True)
class RevealFaceUp:
    """`reveal tiles BnOV ? orders B N*`: the tiles or orders that lie face up, or both; a part not entered is None."""

    tiles: tuple[Tile | None, ...] | None
    orders: tuple[Order | None, ...] | None


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal tile BnOV order B*`: the tile and the order a seat was dealt."""

    tile: Tile | None
    order: Order | None


@dataclass(frozen=True, slots=True)
class Place:
    """`place BnOV @6,2 B`: a tile laid in its orientation and paid for one type."""

    tile: Tile
    at: Square
    kind: str


@dataclass(frozen=True, slots=True)
class Pack:
    """`box 2x3 @4,2 with B N*`: a box laid over donuts; `orders` and `wilds` are discarded for it."""

    box: Box
    at: Square
    orders: tuple[Order, ...]
    wilds: tuple[Wild, ...]
    own: bool = False

    @property
    def cards(self) -> tuple[Order, ...]:
        """All orders discarded, including those in wilds."""
        return self.orders + tuple([card for wild in self.wilds for card in (wild.first, wild.second)])

    @property
    def kinds(self) -> frozenset[str]:
        """The types ordered."""
        return frozenset([order.kind for order in self.orders] + [wild.kind for wild in self.wilds])


@dataclass(frozen=True, slots=True)
class DrawOrder:
    """`draw order B reveal N* tile BnOV`: the face-up order taken, the order turned up, the tile drawn."""

    order: Order | None
    reveal: Order | None
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class DrawTile:
    """`draw tile BnOV reveal VVMM order B`: the face-up tile taken, the tile turned up, the order drawn."""

    tile: Tile | None
    reveal: Tile | None
    order: Order | None


@dataclass(frozen=True, slots=True)
class DrawUnknown:
    """`draw ?`: a draw with everything unknown."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """`end`: the turn is over without a draw being entered."""


@dataclass(frozen=True, slots=True)
class PaidOut:
    """`paid 35 "box"`: cents the bank paid a seat, at level `bank`."""

    cents: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Mend:
    """`mend @3,2 b`: the donut that really lies on a square."""

    at: Square
    letter: str


@dataclass(frozen=True, slots=True)
class FinalMoney:
    """`final Ana 625 orders 2 Bo 610`: a game counted only at its end: (seat, cents, orders in hand or None)."""

    counts: tuple[tuple[int, int, int | None], ...]


@dataclass(frozen=True, slots=True)
class OrdersLeft:
    """`orders Ana 2 Bo 1`: orders in hand at the end of the game, which break a tie: (seat, orders)."""

    counts: tuple[tuple[int, int], ...]


Draw = DrawOrder | DrawTile | DrawUnknown
Move = RevealFaceUp | Deal | Place | Pack | Draw | EndTurn | PaidOut | Mend | FinalMoney | OrdersLeft | Common
