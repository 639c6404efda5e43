"""The state of a Donut Shop table: an immutable value with the questions a player asks of it. Amounts are cents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from companion.donut_shop.case import Case
from companion.donut_shop.parts import Box, Edition, Order, Square, Tile
from companion.kernel.common import Party

PLACEMENTS = 36  # in every game from the set-up, whatever the number of seats

Money = Mapping[str, int]  # cents by part: placement, box, sprinkles, coffee, paid, adjust, decided, start


class Level(StrEnum):
    """The extent to which a table enters a game: everything, tiles and boxes only, or payments only."""

    EVERYTHING = "everything"
    CASE = "case"
    BANK = "bank"


class Step(StrEnum):
    """The next thing the seat in turn does. `BOX`: it may pack a box, draw or end; `DRAW`: it has packed a box."""

    PLACE = "place"
    BOX = "box"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's tile (None if unknown), its known orders, and the number of its unknown ones (None if not counted)."""

    tile: Tile | None = None
    orders: tuple[Order, ...] = ()
    unknown: int | None = 1
    dealt: Order | None = None  # the order of the last `deal`, which another `deal` replaces
    placed: bool = False  # has laid a tile, so that `deal` is no longer allowed

    @property
    def count(self) -> int | None:
        """The number of orders in hand, None if not counted."""
        return None if self.unknown is None else len(self.orders) + self.unknown

    def without(self, cards: tuple[Order, ...]) -> Hand | None:
        """Return the hand after using these orders, known ones first, then unknown ones; None if it lacks them."""
        orders, unknown = list(self.orders), self.unknown
        for card in cards:
            if card in orders:
                orders.remove(card)
            elif unknown is not None:
                unknown -= 1
        if unknown is not None and unknown < 0:
            return None
        return Hand(self.tile, tuple(orders), unknown, self.dealt, self.placed)

    def without_any(self, cards: tuple[Order, ...]) -> Hand:
        """Return the hand after using those of these orders it has: a box the table decided may use others."""
        orders = list(self.orders)
        missing = 0
        for card in cards:
            if card in orders:
                orders.remove(card)
            else:
                missing += 1
        unknown = None if self.unknown is None else max(0, self.unknown - missing)
        return Hand(self.tile, tuple(orders), unknown, self.dealt, self.placed)

    def drawn(self, order: Order | None, tile: Tile | None) -> Hand:
        """Return the hand with one more order and a new tile, either None if unknown."""
        if order is not None:
            return Hand(tile, (*self.orders, order), self.unknown, self.dealt, self.placed)
        return Hand(tile, self.orders, None if self.unknown is None else self.unknown + 1, self.dealt, self.placed)


@dataclass(frozen=True, slots=True)
class FaceUp:
    """The two tiles and two orders that lie face up; None where unknown."""

    tiles: tuple[Tile | None, ...] = (None, None)
    orders: tuple[Order | None, ...] = (None, None)


class PackedBox(NamedTuple):
    """A box in the case: its top left square, the seat that packed it, and the cents it was paid."""

    at: Square
    box: Box
    seat: int
    cents: int


class ShopState(NamedTuple):
    """A table's position.

    `laid`: tiles laid since the starting cross. `stacks`: tiles left to draw, as many as orders. `owed`: last turns
    left by seat once the stacks are out, None before. `boxes`: common boxes left by size; a missing size is unknown.
    `own`: seats that still have their own box. `packed`: boxes laid, in order. `played`: a line of
    the game was applied, after which no final count is allowed. `counts`: final counts by seat, (cents, orders in hand
    or None). `left`: orders in hand at the end, by seat, as entered then.

    A named tuple: a fold builds two states a line, and `_replace` is ten times as quick as a dataclass's.
    """

    party: Party
    edition: Edition
    level: Level
    case: Case
    turn: int
    step: Step
    laid: int
    stacks: int
    owed: tuple[int, ...] | None
    hands: tuple[Hand, ...]
    face_up: FaceUp
    boxes: Mapping[str, int]
    own: frozenset[int]
    money: tuple[Money, ...]
    packed: tuple[PackedBox, ...] = ()
    played: bool = False
    counts: Mapping[int, tuple[int, int | None]] = MappingProxyType({})
    left: Mapping[int, int] = MappingProxyType({})

    def with_party(self, party: Party) -> ShopState:
        """Return the state with another party."""
        return self._replace(party=party)

    def has_ruling(self, ruling: str, choice: str) -> bool:
        """Return whether the table plays this choice of a ruling."""
        return self.party.rulings[ruling] == choice

    @property
    def over(self) -> bool:
        """Return whether the game is over: stacks out and no seat still in with a turn left, or ended by the table."""
        if self.party.closed:
            return True
        if self.counts:
            return all(seat in self.counts for seat in range(len(self.party.names)))
        owed = self.owed
        return owed is not None and not any(
            left for seat, left in enumerate(owed) if left and seat not in self.party.away
        )

    def turn_after(self, owed: tuple[int, ...] | None) -> int:
        """Return whose turn is next if these last turns are owed: the next seat to the left that is in and has one."""
        seat = self.turn
        for _ in self.party.names:
            seat = self.party.next_seat(seat)
            if owed is None or owed[seat]:
                return seat
        return self.party.next_seat(self.turn)

    @property
    def next_turn(self) -> int:
        """The seat whose turn is next."""
        return self.turn_after(self.owed)

    def cents(self, seat: int) -> int:
        """Return a seat's money in cents: its final count where there is one."""
        adjusted = self.money[seat].get("adjust", 0)
        if seat in self.counts:
            return self.counts[seat][0] + adjusted
        return sum(self.money[seat].values())

    def money_after(self, seat: int, paid: Money) -> tuple[Money, ...]:
        """Return the money of all seats after a payment to one."""
        had = self.money[seat]
        now = {**had, **{part: had.get(part, 0) + cents for part, cents in paid.items()}}
        return (*self.money[:seat], now, *self.money[seat + 1 :])

    def hands_with(self, seat: int, hand: Hand) -> tuple[Hand, ...]:
        """Return the hands of all seats, one of them replaced."""
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])
