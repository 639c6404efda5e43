"""The dealer of Donut Shop: shuffled tiles and orders, and the lines it enters for a table without the cardboard.

The printed tiles may not be copied, so the composition is our own: 40 tiles and a cross make 180 squares, of which 16
are piles of holes and the others are spread evenly over the types, three in ten with sprinkles; 40 orders are spread
evenly over the types, 15 with sprinkles and, drawn separately, 15 with coffee.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.donut_shop.moves import Deal, DrawOrder, DrawTile, EndTurn, Mend, Move, Pack, Place, RevealFaceUp
from companion.donut_shop.notation import write
from companion.donut_shop.parts import HOLES, Edition, Order, Tile
from companion.donut_shop.state import Hand, ShopState, Step
from companion.kernel.common import Leaves
from companion.kernel.table import Table

Shuffle = Callable[[list[object]], None]
TILES, ORDERS, ASIDE, PILES, SPRINKLED, COFFEES = 40, 40, 2, 16, 15, 15


@dataclass(frozen=True, slots=True)
class Stock:
    """The rows of the cross, and the tiles and orders in the order they are drawn, without those set aside."""

    cross: tuple[str, ...]
    tiles: tuple[Tile, ...]
    orders: tuple[Order, ...]


def stock(edition: Edition, shuffle: Shuffle) -> Stock:
    """Return a shuffled stock; the same `shuffle` gives the same stock."""
    squares = _squares(edition, shuffle)
    tiles = [Tile("".join(squares[i : i + 4])) for i in range(20, len(squares), 4)]
    top, left, middle, right, bottom = ("".join(squares[i : i + 4]) for i in range(0, 20, 4))
    rows = [f"..{top[:2]}..", f"..{top[2:]}..", left[:2] + middle[:2] + right[:2], left[2:] + middle[2:] + right[2:]]
    rows += [f"..{bottom[:2]}..", f"..{bottom[2:]}.."]
    return Stock(tuple(rows), tuple(tiles[ASIDE:]), tuple(_orders(edition, shuffle)[ASIDE:]))


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


def deal_on(table: Table, dealt: Stock) -> list[str]:
    """Return the lines the dealer enters now: at the start the face-up pieces and every hand, later none.

    Lines of the start that are missing are entered again, since they may have been taken back.
    """
    state: ShopState = table.state
    if state.over:
        return []
    seats, lines = len(state.party.names), []
    if None in (*state.face_up.tiles, *state.face_up.orders) and state.stacks == len(dealt.tiles) - seats - 2:
        tiles, orders = dealt.tiles[seats : seats + 2], dealt.orders[seats : seats + 2]
        lines.append(f"table: {write(RevealFaceUp(tiles, orders), table.names)}")
    for seat, hand in enumerate(state.hands):
        if hand.tile is None and not hand.placed and seat not in state.party.away:
            deal = Deal(dealt.tiles[seat], dealt.orders[seat])
            lines.append(f"{table.names.write(seat)}: {write(deal, table.names)}")
    return lines


def undealt(state: ShopState, seat: int | None, move: Move) -> bool:
    """Whether a move passes over what the dealer deals: a donut corrected, a tile not dealt, a draw left out."""
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


def holds(state: ShopState, seat: int | None, move: Move) -> bool:
    """Whether the tile or the orders of a move are in the seat's hand."""
    match move:
        case Place(tile) if seat is not None:
            held = state.hands[seat].tile
            return held is not None and held.is_same(tile)
        case Pack() if seat is not None:
            return state.hands[seat].without(move.cards) is not None
    return True


def veiled(state: ShopState) -> ShopState:
    """Return the state with every hand unknown, including the number of its orders."""
    return state._replace(hands=tuple(Hand(None, (), None, None, hand.placed) for hand in state.hands))


def asked(move: Move) -> str:
    """Return what a seat chooses to take in a draw, as `order B*` or `tile BnOV`; empty where that is unknown."""
    match move:
        case DrawOrder(order) if order:
            return f"order {order}"
        case DrawTile(tile) if tile:
            return f"tile {tile}"
    return ""


def drawn(table: Table, dealt: Stock, asked: str) -> str:
    """Return the whole line of a draw, empty where it is impossible. `asked`: what the seat takes, see `asked`."""
    state: ShopState = table.state
    seats = len(state.party.names)
    at = seats + 2 + (len(dealt.tiles) - seats - 2 - state.stacks)
    if not 0 <= at < len(dealt.tiles):
        return ""
    move = _draw(asked, state.face_up.orders, state.face_up.tiles, dealt.tiles[at], dealt.orders[at])
    return f"{table.names.write(state.turn)}: {write(move, table.names)}" if move else ""


def _draw(
    asked: str, orders: Sequence[Order | None], tiles: Sequence[Tile | None], tile: Tile, order: Order
) -> DrawOrder | DrawTile | None:
    what, _, wanted = asked.partition(" ")
    if what == "order":
        taken = next((card for card in orders if str(card) == wanted), None)
        return DrawOrder(taken, order, tile) if taken else None
    face_up = next((known for known in tiles if str(known) == wanted), None)
    return DrawTile(face_up, tile, order) if what == "tile" and face_up else None
