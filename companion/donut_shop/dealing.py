"""The dealer of Donut Shop: shuffled tiles and orders, and the moves it enters for a table without the cardboard.

The printed tiles may not be copied, so the composition is our own: 40 tiles and a cross make 180 squares, of which 16
are piles of holes and the others are spread evenly over the types, three in ten with sprinkles; 40 orders are spread
evenly over the types, 15 with sprinkles and, drawn separately, 15 with coffee.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.donut_shop.moves import (
    Deal,
    DrawOrder,
    DrawTile,
    DrawUnknown,
    EndTurn,
    Mend,
    Move,
    Pack,
    Place,
    RevealFaceUp,
)
from companion.donut_shop.parts import HOLES, Edition, Order, Tile
from companion.donut_shop.state import ShopState, Step
from companion.kernel.common import Leaves
from companion.kernel.game import Shuffle, Types
from companion.kernel.table import Table

TILES, ORDERS, ASIDE, PILES, SPRINKLED, COFFEES = 40, 40, 2, 16, 15, 15


@dataclass(frozen=True, slots=True)
class ShopStock:
    """The rows of the cross, and the tiles and orders in the order they are drawn, without those set aside."""

    cross: tuple[str, ...]
    tiles: tuple[Tile, ...]
    orders: tuple[Order, ...]

    def header(self) -> list[str]:
        return [f"start {'/'.join(self.cross)}"]

    def deal(self, table: Table[ShopState, Move]) -> list[tuple[int | None, Move]]:
        """Return the moves of the start, the face-up pieces and every hand, as far as they are missing; later none.

        They are entered again where they were taken back.
        """
        state = table.state
        if state.over:
            return []
        seats = len(state.party.names)
        moves: list[tuple[int | None, Move]] = []
        if None in (*state.face_up.tiles, *state.face_up.orders) and state.stacks == len(self.tiles) - seats - 2:
            moves.append((None, RevealFaceUp(self.tiles[seats : seats + 2], self.orders[seats : seats + 2])))
        for seat, hand in enumerate(state.hands):
            if hand.tile is None and not hand.placed and seat not in state.party.away:
                moves.append((seat, Deal(self.tiles[seat], self.orders[seat])))
        return moves

    def draw(self, table: Table[ShopState, Move], wanted: str) -> tuple[int, Move] | None:
        """Return a whole draw, None where it is impossible. `wanted`: what is taken, as `order B*` or `tile BnOV`."""
        state = table.state
        seats = len(state.party.names)
        at = seats + 2 + (len(self.tiles) - seats - 2 - state.stacks)
        if not 0 <= at < len(self.tiles):
            return None
        move = _draw(wanted, state.face_up.orders, state.face_up.tiles, self.tiles[at], self.orders[at])
        return (state.turn, move) if move else None

    def peek(self, table: Table[ShopState, Move]) -> list[str]:
        return []


def stock(edition: Edition, shuffle: Shuffle) -> ShopStock:
    """Return a shuffled stock; the same `shuffle` gives the same stock."""
    squares = _squares(edition, shuffle)
    tiles = [Tile("".join(squares[i : i + 4])) for i in range(20, len(squares), 4)]
    top, left, middle, right, bottom = ("".join(squares[i : i + 4]) for i in range(0, 20, 4))
    rows = [f"..{top[:2]}..", f"..{top[2:]}..", left[:2] + middle[:2] + right[:2], left[2:] + middle[2:] + right[2:]]
    rows += [f"..{bottom[:2]}..", f"..{bottom[2:]}.."]
    return ShopStock(tuple(rows), tuple(tiles[ASIDE:]), tuple(_orders(edition, shuffle)[ASIDE:]))


def _squares(edition: Edition, shuffle: Shuffle) -> list[str]:
    kinds = edition.types
    typed = [kinds[i % len(kinds)] for i in range(20 + 4 * TILES - PILES)]
    letters = [kind.lower() if i % 10 < 3 else kind for i, kind in enumerate(sorted(typed))]
    squares: list[object] = [*letters, *HOLES * PILES]
    shuffle(squares)
    return [str(square) for square in squares]


def _orders(edition: Edition, shuffle: Shuffle) -> list[Order]:
    marks: list[list[object]] = []
    for count in (SPRINKLED, COFFEES):
        mark: list[object] = [i < count for i in range(ORDERS)]
        shuffle(mark)
        marks.append(mark)
    kinds = edition.types
    cards: list[object] = [Order(kinds[i % len(kinds)], bool(marks[0][i]), bool(marks[1][i])) for i in range(ORDERS)]
    shuffle(cards)
    return [card for card in cards if isinstance(card, Order)]


class ShopDealer:
    """The contract `companion.kernel.game.Dealer` for Donut Shop."""

    moves: Types = (RevealFaceUp, Deal)
    draws: Types = (DrawOrder, DrawTile, DrawUnknown)
    from_hand: Types = (Place, Pack)
    deals_by_what_stands = False

    def stock(self, start: ShopState, shuffle: Shuffle) -> ShopStock:
        return stock(start.edition, shuffle)

    def wanted(self, move: Move) -> str:
        match move:
            case DrawOrder(order) if order:
                return f"order {order}"
            case DrawTile(tile) if tile:
                return f"tile {tile}"
        return ""

    def undealt(self, state: ShopState, seat: int | None, move: Move) -> bool:
        """Return whether a move passes over the dealer: a corrected donut, another tile, a turn without a draw."""
        to_draw = state.stacks > 0 and state.step != Step.PLACE
        match move:
            case Mend():
                return True
            case EndTurn():
                return state.stacks > 0
            case Leaves(gone):
                return to_draw and gone == state.turn
            case Place() if seat is not None:
                return (to_draw and seat != state.turn) or state.hands[seat].tile is None
            case Pack() if seat is not None:
                return to_draw and seat != state.turn
        return False

    def holds(self, state: ShopState, seat: int | None, move: Move) -> bool:
        """Return whether the tile laid or the orders used are in the seat's hand."""
        match move:
            case Place(tile) if seat is not None:
                held = state.hands[seat].tile
                return held is not None and held.is_same(tile)
            case Pack() if seat is not None:
                return state.hands[seat].without(move.cards) is not None
        return True

    def draws_unseen(self, state: ShopState) -> int | None:
        """Return the seat in turn: of the tile and the order it draws one comes from the stack."""
        return None if state.over else state.turn


def _draw(
    wanted: str, orders: Sequence[Order | None], tiles: Sequence[Tile | None], tile: Tile, order: Order
) -> DrawOrder | DrawTile | None:
    what, _, name = wanted.partition(" ")
    if what == "order":
        taken = next((card for card in orders if str(card) == name), None)
        return DrawOrder(taken, order, tile) if taken else None
    face_up = next((known for known in tiles if str(known) == name), None)
    return DrawTile(face_up, tile, order) if what == "tile" and face_up else None
