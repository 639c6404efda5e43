"""What a move does to the table, once it may be said or the table decided it. Trusts, and only builds."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

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
from companion.donut_shop.parts import Order, Tile
from companion.donut_shop.pay import PER_DONUT, box_parts, paid_squares
from companion.donut_shop.state import FaceUp, Hand, Level, Money, ShopState, Step
from companion.kernel.common import Adjust, Common, Leaves, apply_common

Thing = TypeVar("Thing", bound=Tile | Order)


def apply(shop: ShopState, seat: int | None, move: Move, decided: int | None = None) -> tuple[ShopState, Money]:
    """The next state and what the move paid, by part in cents. `decided`: what the table says it pays instead."""
    if seat is None:
        return _apply_table(shop, move)
    match move:
        case Place():
            return _place(seated(shop, seat, move), seat, move, decided)
        case Pack():
            return _pack(seated(shop, seat, move), seat, move, decided)
    after = _told(shop, seat, move)
    paid = _paid({"paid": move.cents} if isinstance(move, PaidOut) else {}, decided)
    return (after._replace(money=after.earned(seat, paid)) if paid else after), paid


def _paid(paid: Money, decided: int | None) -> Money:
    """What a line pays, or what the table says it does."""
    return paid if decided is None else {"decided": decided}


def _told(shop: ShopState, seat: int, move: Move) -> ShopState:
    """A seat's move that lays nothing, without its money."""
    match move:
        case DrawOrder() | DrawTile() | DrawUntold():
            return _draw(seated(shop, seat, move), seat, move)
        case EndTurn():
            return _end(seated(shop, seat, move))
        case Deal():
            return shop._replace(hands=shop.with_hand(seat, _dealt(shop.hands[seat], move)), played=True)
    return shop._replace(played=True)


def _apply_table(shop: ShopState, move: Move) -> tuple[ShopState, Money]:
    match move:
        case RevealFaceUp():
            face_up = FaceUp(_two(move.tiles, shop.face_up.tiles), _two(move.orders, shop.face_up.orders))
            return shop._replace(face_up=face_up, played=True), {}
        case Mend(at, letter):
            return shop._replace(case=shop.case.mended(at, letter), played=True), {}
        case FinalMoney(counts):
            told = {seat: (cents, orders) for seat, cents, orders in counts}
            return shop._replace(counts={**shop.counts, **told}), {}
        case OrdersLeft(left):
            return shop._replace(left={**shop.left, **dict(left)}), {}
        case Adjust(seat, amount):
            return shop._replace(money=shop.earned(seat, {"adjust": amount})), {"adjust": amount}
    return _apply_common(shop, move), {}  # type: ignore[arg-type]


def _apply_common(shop: ShopState, move: Common) -> ShopState:
    """What both games know; a seat that leaves in its turn ends it."""
    after = shop._replace(party=apply_common(shop.party, move))
    if isinstance(move, Leaves) and move.seat == shop.turn:
        return end_turn(after, drew=False)
    return after


def set_aside(shop: ShopState, seat: int | None, move: Move) -> ShopState:
    """The state after a line that cannot have happened: its seat is in turn, at the step after it."""
    if seat is None or isinstance(move, Deal | PaidOut):
        return shop
    shop = seated(shop, seat, move)
    match move:
        case Place():
            return shop._replace(step=Step.BOX)
        case Pack():
            return shop._replace(step=Step.DRAW)
    return end_turn(shop, drew=False)


def ends_by_placing(shop: ShopState, seat: int, move: Move) -> bool:
    """At level `case` the next seat's tile ends the turn before it."""
    return (
        shop.level == Level.CASE
        and isinstance(move, Place)
        and shop.step != Step.PLACE
        and (seat == shop.next_turn or _last_turn(shop))
        and seat not in shop.party.away
    )


def _last_turn(shop: ShopState) -> bool:
    """Does the game end when this turn does?"""
    return shop.owed is not None and sum(shop.owed) <= 1


def seated(shop: ShopState, seat: int, move: Move) -> ShopState:
    """This seat in turn: its tile ends the turn before, or seats are passed over, who end theirs with nothing drawn.

    A seat that has left passes nobody over: it was skipped, so it plays before the seat whose turn has not begun.
    """
    if ends_by_placing(shop, seat, move):
        return _end(shop)
    if seat == shop.turn:
        return shop
    seats = len(shop.party.names)
    passed = {(shop.turn + steps) % seats for steps in range((seat - shop.turn) % seats)}
    if seat in shop.party.away:
        passed = {shop.turn} if shop.step != Step.PLACE else set()
    while shop.turn in passed:
        passed.remove(shop.turn)
        shop = end_turn(shop, drew=False)
    return shop if shop.turn == seat else shop._replace(turn=seat, step=Step.PLACE)


def end_turn(shop: ShopState, *, drew: bool) -> ShopState:
    """The turn goes on to the left. `drew`: one tile and one order came off the stacks."""
    stacks, owed = shop.stacks, shop.owed
    if owed is not None:
        left = max(0, owed[shop.turn] - 1)
        owed = (*owed[: shop.turn], left, *owed[shop.turn + 1 :])
    elif drew:
        stacks -= 1
        if not stacks:
            owed = (1,) * len(shop.hands)
    return shop._replace(stacks=stacks, owed=owed, step=Step.PLACE, turn=shop.turn_after(owed))


def _end(shop: ShopState) -> ShopState:
    """Ends a turn in which nothing was told; but at `everything` that stands for a draw while the stacks last."""
    drew = shop.level != Level.EVERYTHING and shop.stacks > 0
    if drew:
        shop = shop._replace(hands=shop.with_hand(shop.turn, shop.hands[shop.turn].drew(None, None)))
    return end_turn(shop._replace(played=True), drew=drew)


def _place(shop: ShopState, seat: int, move: Place, decided: int | None) -> tuple[ShopState, Money]:
    case = shop.case.laid(move.tile, move.at)
    cents = PER_DONUT * len(paid_squares(case, move.at, move.kind, shop.party.rulings))
    hand = shop.hands[seat]
    hand = Hand(None, hand.orders, hand.unknown, hand.dealt, placed=True)
    paid = _paid({"placement": cents} if cents else {}, decided)
    after = shop._replace(
        case=case,
        hands=shop.with_hand(seat, hand),
        money=shop.earned(seat, paid),
        laid=shop.laid + 1,
        step=Step.BOX,
        played=True,
    )
    return after, paid


def _pack(shop: ShopState, seat: int, move: Pack, decided: int | None) -> tuple[ShopState, Money]:
    hand = shop.hands[seat]
    hand = hand.without(move.cards) or hand.stripped(move.cards)
    own, boxes = shop.own, shop.boxes
    if move.own:
        own = own - {seat}
    elif move.box.size in boxes:
        boxes = {**boxes, move.box.size: max(0, boxes[move.box.size] - 1)}
    paid = _paid(box_parts(shop.case, move, shop.party.rulings), decided)
    after = shop._replace(
        case=shop.case.under_box(move.box.squares(move.at)),
        hands=shop.with_hand(seat, hand),
        money=shop.earned(seat, paid),
        own=own,
        boxes=boxes,
        step=Step.DRAW,
        played=True,
        packed=(*shop.packed, (move.at, move.box)),
    )
    return after, paid


def _draw(shop: ShopState, seat: int, move: DrawOrder | DrawTile | DrawUntold) -> ShopState:
    hand, face_up = shop.hands[seat], shop.face_up
    match move:
        case DrawOrder(order, reveal, tile):
            hand = hand.drew(order, tile)
            face_up = FaceUp(face_up.tiles, _replaced(face_up.orders, order, reveal))
        case DrawTile(tile, reveal, order):
            hand = hand.drew(order, tile)
            listed = next((t for t in face_up.tiles if t and tile and t.is_same(tile)), tile)
            face_up = FaceUp(_replaced(face_up.tiles, listed, reveal), face_up.orders)
        case DrawUntold():
            hand = hand.drew(None, None)
            face_up = FaceUp()
    after = shop._replace(hands=shop.with_hand(seat, hand), face_up=face_up, played=True)
    return end_turn(after, drew=shop.stacks > 0)


def _replaced(
    listed: tuple[Thing | None, ...], taken: Thing | None, turned_up: Thing | None
) -> tuple[Thing | None, ...]:
    """The face-up ones after one was taken and another turned up; one that is not listed was an unknown one.

    Where nobody told which of two known ones was taken, nobody knows which is left.
    """
    if taken is None and None not in listed:
        return None, turned_up
    wanted = taken if taken in listed else None
    gone = listed.index(wanted) if wanted in listed else 0
    return (*listed[:gone], *listed[gone + 1 :], turned_up)


def _two(told: tuple[Thing | None, ...] | None, before: tuple[Thing | None, ...]) -> tuple[Thing | None, ...]:
    """The two face-up ones as they were told; untold where fewer were, as before where none were."""
    if told is None:
        return before
    return told + (None,) * (2 - len(told))


def _dealt(hand: Hand, move: Deal) -> Hand:
    """The hand after a deal was entered; another one replaces the order of the one before.

    Where that order was used already, none is added: a seat is dealt one order.
    """
    orders, unknown, dealt = list(hand.orders), hand.unknown, hand.dealt
    if dealt is not None and dealt not in orders:
        return replace(hand, tile=move.tile)
    if dealt is not None:
        orders.remove(dealt)
        unknown = None if unknown is None else unknown + 1
    used = hand.placed and unknown == 0  # in a box, before anybody entered which order it was
    if move.order is not None and not used:
        orders.append(move.order)
        unknown = None if unknown is None else max(0, unknown - 1)
    return Hand(move.tile, tuple(orders), unknown, move.order, hand.placed)
