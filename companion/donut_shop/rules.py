"""The rules of Donut Shop: which moves are allowed. `check` tests them in the order of the rulebook.

Source: Donut Shop rulebook, player turn 1–4 and game end; rulings by id. What a move changes is in `effects`.
"""

from __future__ import annotations

from companion.donut_shop.case import EDGE, Case, neighbours, tile_squares
from companion.donut_shop.effects import ends_previous_turn, in_turn
from companion.donut_shop.moves import (
    Deal,
    DrawOrder,
    DrawTile,
    DrawUnknown,
    EndTurn,
    FinalMoney,
    Mend,
    Move,
    OrdersLeft,
    Pack,
    PaidOut,
    Place,
    RevealFaceUp,
)
from companion.donut_shop.parts import HOLES, UNKNOWN, Edition, Square
from companion.donut_shop.reasons import ShopReason
from companion.donut_shop.state import Level, ShopState, Step
from companion.kernel.common import COMMON, check_common
from companion.kernel.reasons import CommonReason
from companion.refusals import Illegal

DRAWS = (DrawOrder, DrawTile, DrawUnknown)
LEVELS: dict[Level, tuple[type, ...]] = {
    Level.EVERYTHING: (RevealFaceUp, Deal, Place, Pack, *DRAWS, EndTurn, Mend, FinalMoney),
    Level.CASE: (Place, Pack, EndTurn, Mend, FinalMoney, OrdersLeft),
    Level.BANK: (PaidOut, EndTurn, FinalMoney, OrdersLeft),
}
OUT_OF_TURN = (Deal, PaidOut, RevealFaceUp, Mend, FinalMoney)


def check(state: ShopState, seat: int | None, move: Move) -> None:
    """Raise Illegal with the first reason why this move is not allowed now. `seat` is None for the table."""
    if isinstance(move, COMMON):
        check_common(state.party, move, state.over)
        return
    if isinstance(move, OrdersLeft):
        _check_orders_left(state, move)
        return
    if state.over:
        raise Illegal(CommonReason.OVER)
    _check_level(state, move)
    if seat is not None:
        _check_turn(state, seat, move)
    match move:
        case Place() if seat is not None:
            _check_place(state, seat, move)
        case Pack() if seat is not None:
            _check_pack(state, seat, move)
        case DrawOrder() | DrawTile() | DrawUnknown():
            _check_draw(state, move)
        case EndTurn():
            if state.level == Level.EVERYTHING and state.stacks:
                raise Illegal(ShopReason.MUST_DRAW)
        case Deal() if seat is not None and state.hands[seat].placed:
            raise Illegal(ShopReason.DEALT)
        case Mend(at) if at not in state.case:
            raise Illegal(ShopReason.MEND_NOTHING, at=list(at))


def check_forced(state: ShopState, seat: int | None, move: Move) -> None:
    """Raise Illegal for what cardboard cannot do, which the table cannot decide either."""
    if isinstance(move, OrdersLeft):
        _check_orders_left(state, move)
        return
    _check_level(state, move)
    match move:
        case Place() if seat is not None:
            check_free(in_turn(state, seat, move).case, move.at)
        case Pack():
            check_cover(state.case, move)
        case Mend(at) if at not in state.case:
            raise Illegal(ShopReason.MEND_NOTHING, at=list(at))


def _check_orders_left(state: ShopState, move: OrdersLeft) -> None:
    """Raise Illegal unless hands are not followed at this level and the game is over."""
    if not isinstance(move, LEVELS[state.level]):
        raise Illegal(CommonReason.LEVEL, level=str(state.level))
    if not state.over:
        raise Illegal(CommonReason.NOT_OVER)


def _check_level(state: ShopState, move: Move) -> None:
    """Raise Illegal where this level has no such move, or a final count and a played game would mix."""
    if not isinstance(move, LEVELS[state.level]):
        raise Illegal(CommonReason.LEVEL, level=str(state.level))
    if isinstance(move, FinalMoney) if state.played else state.counts and not isinstance(move, FinalMoney):
        raise Illegal(CommonReason.COUNTED)


def _check_turn(state: ShopState, seat: int, move: Move) -> None:
    """Raise Illegal unless the seat is in, in turn, and at the step of this move."""
    if seat in state.party.away:
        raise Illegal(CommonReason.LEFT, seat=state.party.names[seat])
    if isinstance(move, OUT_OF_TURN) or ends_previous_turn(state, seat, move):
        return
    if seat != state.turn:
        raise Illegal(CommonReason.TURN, turn=state.party.names[state.turn])
    if state.level == Level.BANK:
        return
    if isinstance(move, Pack) and state.step == Step.DRAW:
        raise Illegal(ShopReason.ONE_BOX)
    if isinstance(move, Place) != (state.step == Step.PLACE):
        raise Illegal(CommonReason.STEP, step=str(state.step))


def _check_place(state: ShopState, seat: int, move: Place) -> None:
    """Player turn 1 and 2: the tile in hand, its spot, then the type chosen."""
    state = in_turn(state, seat, move)
    if state.over:
        raise Illegal(CommonReason.OVER)
    held = state.hands[seat].tile
    if held is not None and not held.is_same(move.tile):
        raise Illegal(ShopReason.NOT_YOUR_TILE, tile=str(held))
    check_spot(state.case, move.at)
    if move.kind not in move.tile.donuts.upper() and HOLES not in move.tile.donuts:
        raise Illegal(ShopReason.TYPE, type=move.kind, tile=str(move.tile))


def check_spot(case: Case, at: Square) -> None:
    """Raise Illegal where a tile may not lie: not free, across two tiles, or beside none."""
    check_free(case, at)
    if not case.touches_tile(at):
        raise Illegal(ShopReason.DETACHED, at=list(at))


def check_free(case: Case, at: Square) -> None:
    """Raise Illegal where a tile cannot lie: not four free squares on even coordinates."""
    x, y = at
    squares = tile_squares(at)
    taken = [square for square in squares if square in case]
    if taken:
        raise Illegal(ShopReason.OVERLAP, at=list(taken[0]))
    if x % 2 or y % 2:
        touches = any(other in case for square in squares for other in neighbours(square))
        raise Illegal(ShopReason.ACROSS if touches else ShopReason.OFF_EVEN, at=list(at))
    if abs(x) > EDGE or abs(y) > EDGE:
        raise Illegal(ShopReason.OFF_TABLE, at=list(at), limit=EDGE)


def _check_pack(state: ShopState, seat: int, move: Pack) -> None:
    """Player turn 3: what the box covers, an order for each type, orders held, boxes left."""
    check_cover(state.case, move)
    check_orders(state.case, move, state.edition)
    if state.hands[seat].without(move.cards) is None:
        if state.level == Level.CASE:  # draws are not entered: only the number of orders is known
            raise Illegal(ShopReason.NOT_HELD, orders=_missing(state, seat, move), held=state.hands[seat].count)
        raise Illegal(ShopReason.NOT_HELD, orders=_missing(state, seat, move))
    check_left(state, seat, move)


def check_left(state: ShopState, seat: int, move: Pack) -> None:
    """Raise Illegal where the seat has used its own box, or no common box of this size is left."""
    if move.own:
        if seat not in state.own:
            raise Illegal(ShopReason.OWN_USED)
    elif state.boxes.get(move.box.size, 1) < 1:
        raise Illegal(ShopReason.NONE_LEFT, size=move.box.size)


def check_cover(case: Case, move: Pack) -> None:
    """Raise Illegal where a box cannot lie: not over open donuts only, or an own box that is no 2x2."""
    for square in move.box.squares(move.at):
        if square not in case.open:
            boxed = square in case.boxed
            raise Illegal(ShopReason.OVER_BOX if boxed else ShopReason.OVER_NOTHING, at=list(square))
    if move.own and move.box.size != "2x2":
        raise Illegal(ShopReason.OWN_SIZE, size=move.box.size)


def check_orders(case: Case, move: Pack, edition: Edition) -> None:
    """Raise Illegal unless every type covered is ordered and every other order has a pile of holes.

    Rulings extra-orders and holes-only.
    """
    letters = "".join([case.open[square] for square in move.box.squares(move.at)]).upper()
    if UNKNOWN in letters:
        raise Illegal(ShopReason.OVER_UNKNOWN)
    for wild in move.wilds:
        if wild.first.kind != wild.second.kind:
            raise Illegal(ShopReason.WILD_UNLIKE, orders=[str(wild.first), str(wild.second)])
        if wild.first.kind == wild.kind:
            raise Illegal(ShopReason.WILD_OWN_TYPE, type=wild.kind)
    ordered = move.kinds
    missing = [kind for kind in edition.donuts if kind in letters and kind not in ordered]
    if len(missing) > 1:
        raise Illegal(ShopReason.NO_ORDER, type=missing[0], types=missing)
    if missing:
        raise Illegal(ShopReason.NO_ORDER, type=missing[0])
    if not ordered:
        raise Illegal(ShopReason.NO_ORDERS)
    extra = [kind for kind in edition.types if kind in ordered and kind not in letters]
    if len(extra) > letters.count(HOLES):
        raise Illegal(ShopReason.EXTRA_ORDER, type=extra[-1])


def _missing(state: ShopState, seat: int, move: Pack) -> list[str]:
    """Return the orders used that the hand does not hold, in notation."""
    held = list(state.hands[seat].orders)
    missing = []
    for card in move.cards:
        if card in held:
            held.remove(card)
        else:
            missing.append(str(card))
    return missing[state.hands[seat].unknown or 0 :]


def _check_draw(state: ShopState, move: Move) -> None:
    """Player turn 4: while the stacks last, what is taken lies face up."""
    if not state.stacks:
        raise Illegal(ShopReason.STACKS_OUT)
    match move:
        case DrawOrder(order) if order is not None and not any(o in (order, None) for o in state.face_up.orders):
            raise Illegal(ShopReason.NOT_FACE_UP, order=str(order))
        case DrawTile(tile) if tile is not None and not any(t is None or t.is_same(tile) for t in state.face_up.tiles):
            raise Illegal(ShopReason.NOT_FACE_UP, tile=str(tile))
