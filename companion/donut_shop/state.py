"""A Donut Shop table's state: an immutable value, and the questions its rules ask of it."""

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
    """How much the table tells."""

    EVERYTHING = "everything"
    CASE = "case"
    BANK = "bank"


class Step(StrEnum):
    """What the seat in turn does next. `BOX`: may box, draw or end; `DRAW`: has boxed."""

    PLACE = "place"
    BOX = "box"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's tile (None: not known), its known orders, and how many more it has (None: nobody counted)."""

    tile: Tile | None = None
    orders: tuple[Order, ...] = ()
    unknown: int | None = 1
    dealt: Order | None = None  # the order of the last `deal`, so that another one replaces it, however late
    placed: bool = False  # has laid a tile: `deal` is over

    @property
    def count(self) -> int | None:
        """Orders in hand, None where nobody counted."""
        return None if self.unknown is None else len(self.orders) + self.unknown

    def without(self, cards: tuple[Order, ...]) -> Hand | None:
        """The hand after these orders were used: exact ones first, then unknown ones; None where it lacks them."""
        orders, unknown = list(self.orders), self.unknown
        for card in cards:
            if card in orders:
                orders.remove(card)
            elif unknown is not None:
                unknown -= 1
        if unknown is not None and unknown < 0:
            return None
        return Hand(self.tile, tuple(orders), unknown, self.dealt, self.placed)

    def stripped(self, cards: tuple[Order, ...]) -> Hand:
        """The hand after a decision of the table used these orders, held or not."""
        orders = list(self.orders)
        missing = 0
        for card in cards:
            if card in orders:
                orders.remove(card)
            else:
                missing += 1
        unknown = None if self.unknown is None else max(0, self.unknown - missing)
        return Hand(self.tile, tuple(orders), unknown, self.dealt, self.placed)

    def drew(self, order: Order | None, tile: Tile | None) -> Hand:
        """The hand with one more order (None: unknown) and a tile."""
        if order is not None:
            return Hand(tile, (*self.orders, order), self.unknown, self.dealt, self.placed)
        return Hand(tile, self.orders, None if self.unknown is None else self.unknown + 1, self.dealt, self.placed)


@dataclass(frozen=True, slots=True)
class FaceUp:
    """The two tiles and two orders everybody sees; None where nobody told."""

    tiles: tuple[Tile | None, ...] = (None, None)
    orders: tuple[Order | None, ...] = (None, None)


class ShopState(NamedTuple):
    """The table as it stands: a named tuple, since a fold makes two a line and `_replace` is ten times a dataclass's.

    `stacks`: tiles left to draw, as many as orders. `owed`: the last turns each seat still has once the stacks are out
    (None while they last). `boxes`: common ones left by size; a size left out is unknown. `packed`: the boxes laid, and
    where. `played`: a line of the game stands, so that a final count may not. `counts`: the final counts told, (cents,
    orders in hand or None). `left`: orders in hand at the end, as they were told then.
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
    packed: tuple[tuple[Square, Box], ...] = ()
    played: bool = False
    counts: Mapping[int, tuple[int, int | None]] = MappingProxyType({})
    left: Mapping[int, int] = MappingProxyType({})

    def with_party(self, party: Party) -> ShopState:
        """Return the same state with another party."""
        return self._replace(party=party)

    def rules(self, ruling: str, choice: str) -> bool:
        """Did the table choose this?"""
        return self.party.rulings[ruling] == choice

    @property
    def over(self) -> bool:
        """Over when the stacks are out and every seat still in has ended its last turn (or the table closed it)."""
        if self.party.closed:
            return True
        if self.counts:
            return all(seat in self.counts for seat in range(len(self.party.names)))
        owed = self.owed
        return owed is not None and not any(
            left for seat, left in enumerate(owed) if left and seat not in self.party.away
        )

    def turn_after(self, owed: tuple[int, ...] | None) -> int:
        """Whose turn is next, where these last turns are owed: to the left, still in, with one to take."""
        seat = self.turn
        for _ in self.party.names:
            seat = self.party.next_seat(seat)
            if owed is None or owed[seat]:
                return seat
        return self.party.next_seat(self.turn)

    @property
    def next_turn(self) -> int:
        return self.turn_after(self.owed)

    def cents(self, seat: int) -> int:
        """What a seat has earned: what was counted, where a final count was told."""
        adjusted = self.money[seat].get("adjust", 0)
        if seat in self.counts:
            return self.counts[seat][0] + adjusted
        return sum(self.money[seat].values())

    def earned(self, seat: int, paid: Money) -> tuple[Money, ...]:
        """Everybody's money after a seat was paid."""
        had = self.money[seat]
        now = {**had, **{part: had.get(part, 0) + cents for part, cents in paid.items()}}
        return (*self.money[:seat], now, *self.money[seat + 1 :])

    def with_hand(self, seat: int, hand: Hand) -> tuple[Hand, ...]:
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])
