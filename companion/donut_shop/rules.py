"""What may be said at a Donut Shop table: `check` guards the door in the order the rulebook explains things.

Rulebook: player turn 1–4, game end; rulings by id. What is applied once it may be is in `turns`.
"""

from __future__ import annotations

from companion.donut_shop.case import EDGE, Case, beside, tile_squares
from companion.donut_shop.effects import ends_by_placing, seated
from companion.donut_shop.moves import (
    Deal,
    DrawOrder,
    DrawTile,
    DrawUntold,
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
from companion.donut_shop.parts import HOLES, UNTOLD, Edition, Square
from companion.donut_shop.reasons import ShopReason
from companion.donut_shop.state import Level, ShopState, Step
from companion.kernel.common import COMMON, check_common
from companion.kernel.reasons import CommonReason
from companion.refusals import Illegal

DRAWS = (DrawOrder, DrawTile, DrawUntold)
LEVELS: dict[Level, tuple[type, ...]] = {
    Level.EVERYTHING: (RevealFaceUp, Deal, Place, Pack, *DRAWS, EndTurn, Mend, FinalMoney),
    Level.CASE: (Place, Pack, EndTurn, Mend, FinalMoney, OrdersLeft),
    Level.BANK: (PaidOut, EndTurn, FinalMoney, OrdersLeft),
}
OUT_OF_TURN = (Deal, PaidOut, RevealFaceUp, Mend, FinalMoney)


def check(shop: ShopState, seat: int | None, move: Move) -> None:
    """Raises Illegal with the first reason why this move may not be said now."""
    if isinstance(move, COMMON):
        check_common(shop.party, move, shop.over)
        return
    if isinstance(move, OrdersLeft):
        _check_orders_left(shop, move)
        return
    if shop.over:
        raise Illegal(CommonReason.OVER)
    _check_level(shop, move)
    if seat is not None:
        _check_turn(shop, seat, move)
    match move:
        case Place() if seat is not None:
            _check_place(shop, seat, move)
        case Pack() if seat is not None:
            _check_pack(shop, seat, move)
        case DrawOrder() | DrawTile() | DrawUntold():
            _check_draw(shop, move)
        case EndTurn():
            if shop.level == Level.EVERYTHING and shop.stacks:
                raise Illegal(ShopReason.MUST_DRAW)
        case Deal() if seat is not None and shop.hands[seat].placed:
            raise Illegal(ShopReason.DEALT)
        case Mend(at) if at not in shop.case:
            raise Illegal(ShopReason.MEND_NOTHING, at=list(at))


def check_forced(shop: ShopState, seat: int | None, move: Move) -> None:
    """Raises Illegal for what cardboard cannot do, and the table's decision cannot force."""
    if isinstance(move, OrdersLeft):
        _check_orders_left(shop, move)
        return
    _check_level(shop, move)
    match move:
        case Place() if seat is not None:
            check_free(seated(shop, seat, move).case, move.at)
        case Pack():
            check_cover(shop.case, move)
        case Mend(at) if at not in shop.case:
            raise Illegal(ShopReason.MEND_NOTHING, at=list(at))


def _check_orders_left(shop: ShopState, move: OrdersLeft) -> None:
    """Where the app does not follow the hands, once nobody uses an order any more."""
    if not isinstance(move, LEVELS[shop.level]):
        raise Illegal(CommonReason.LEVEL, level=str(shop.level))
    if not shop.over:
        raise Illegal(CommonReason.NOT_OVER)


def _check_level(shop: ShopState, move: Move) -> None:
    if not isinstance(move, LEVELS[shop.level]):
        raise Illegal(CommonReason.LEVEL, level=str(shop.level))
    if isinstance(move, FinalMoney) if shop.played else shop.counts and not isinstance(move, FinalMoney):
        raise Illegal(CommonReason.COUNTED)


def _check_turn(shop: ShopState, seat: int, move: Move) -> None:
    """Still in, in turn, and at the step this move belongs to."""
    if seat in shop.party.away:
        raise Illegal(CommonReason.LEFT, seat=shop.party.names[seat])
    if isinstance(move, OUT_OF_TURN) or ends_by_placing(shop, seat, move):
        return
    if seat != shop.turn:
        raise Illegal(CommonReason.TURN, turn=shop.party.names[shop.turn])
    if shop.level == Level.BANK:
        return
    if isinstance(move, Pack) and shop.step == Step.DRAW:
        raise Illegal(ShopReason.ONE_BOX)
    if isinstance(move, Place) != (shop.step == Step.PLACE):
        raise Illegal(CommonReason.STEP, step=str(shop.step))


def _check_place(shop: ShopState, seat: int, move: Place) -> None:
    """Player turn 1: overlap, across two tiles, beside a tile; then the type chosen."""
    shop = seated(shop, seat, move)
    if shop.over:
        raise Illegal(CommonReason.OVER)
    held = shop.hands[seat].tile
    if held is not None and not held.is_same(move.tile):
        raise Illegal(ShopReason.NOT_YOUR_TILE, tile=str(held))
    check_spot(shop.case, move.at)
    if move.kind not in move.tile.donuts.upper() and HOLES not in move.tile.donuts:
        raise Illegal(ShopReason.TYPE, type=move.kind, tile=str(move.tile))


def check_spot(case: Case, at: Square) -> None:
    """Raises Illegal where a tile may not lie: not free, across two tiles, or beside none."""
    check_free(case, at)
    if not case.is_beside_tile(at):
        raise Illegal(ShopReason.DETACHED, at=list(at))


def check_free(case: Case, at: Square) -> None:
    """What cardboard can do: four free squares on the lattice of tiles."""
    x, y = at
    squares = tile_squares(at)
    taken = [square for square in squares if square in case]
    if taken:
        raise Illegal(ShopReason.OVERLAP, at=list(taken[0]))
    if x % 2 or y % 2:
        touches = any(other in case for square in squares for other in beside(square))
        raise Illegal(ShopReason.ACROSS if touches else ShopReason.OFF_EVEN, at=list(at))
    if abs(x) > EDGE or abs(y) > EDGE:
        raise Illegal(ShopReason.OFF_TABLE, at=list(at), limit=EDGE)


def _check_pack(shop: ShopState, seat: int, move: Pack) -> None:
    """Player turn 3: what the box covers, an order for each type, orders held, boxes left."""
    check_cover(shop.case, move)
    check_orders(shop.case, move, shop.edition)
    if shop.hands[seat].without(move.cards) is None:
        if shop.level == Level.CASE:  # nobody told which orders were drawn: only how many there can be is known
            raise Illegal(ShopReason.NOT_HELD, orders=_missing(shop, seat, move), held=shop.hands[seat].count)
        raise Illegal(ShopReason.NOT_HELD, orders=_missing(shop, seat, move))
    check_left(shop, seat, move)


def check_left(shop: ShopState, seat: int, move: Pack) -> None:
    """The seat has its own box still, or a common one of this size is left."""
    if move.own:
        if seat not in shop.own:
            raise Illegal(ShopReason.OWN_USED)
    elif shop.boxes.get(move.box.size, 1) < 1:
        raise Illegal(ShopReason.NONE_LEFT, size=move.box.size)


def check_cover(case: Case, move: Pack) -> None:
    """What cardboard can do: a box lies over unboxed donuts; the own box is the 2x2."""
    for square in move.box.squares(move.at):
        if square not in case.open:
            boxed = square in case.boxed
            raise Illegal(ShopReason.OVER_BOX if boxed else ShopReason.OVER_NOTHING, at=list(square))
    if move.own and move.box.size != "2x2":
        raise Illegal(ShopReason.OWN_SIZE, size=move.box.size)


def check_orders(case: Case, move: Pack, edition: Edition) -> None:
    """Every type covered is ordered; what else is ordered has a pile of holes (rulings extra-orders, holes-only)."""
    letters = "".join([case.open[square] for square in move.box.squares(move.at)]).upper()
    if UNTOLD in letters:
        raise Illegal(ShopReason.OVER_UNTOLD)
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


def _missing(shop: ShopState, seat: int, move: Pack) -> list[str]:
    """Orders used that the hand does not hold, as notation."""
    held = list(shop.hands[seat].orders)
    missing = []
    for card in move.cards:
        if card in held:
            held.remove(card)
        else:
            missing.append(str(card))
    return missing[shop.hands[seat].unknown or 0 :]


def _check_draw(shop: ShopState, move: Move) -> None:
    """Player turn 4: from the face-up ones, while the stacks last."""
    if not shop.stacks:
        raise Illegal(ShopReason.STACKS_OUT)
    match move:
        case DrawOrder(order) if order is not None and not any(o in (order, None) for o in shop.face_up.orders):
            raise Illegal(ShopReason.NOT_FACE_UP, order=str(order))
        case DrawTile(tile) if tile is not None and not any(t is None or t.is_same(tile) for t in shop.face_up.tiles):
            raise Illegal(ShopReason.NOT_FACE_UP, tile=str(tile))
