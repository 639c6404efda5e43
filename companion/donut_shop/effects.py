"""The effects of moves, and what they pay. Moves are applied as they are: checked by `rules`, or decided."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

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
from companion.donut_shop.parts import Order, Tile
from companion.donut_shop.pay import PER_DONUT, box_parts, paid_squares
from companion.donut_shop.state import FaceUp, Hand, Level, Money, PackedBox, ShopState, Step
from companion.kernel.common import Adjust, Common, Leaves, apply_common

Piece = TypeVar("Piece", bound=Tile | Order)


def apply(state: ShopState, seat: int | None, move: Move, decided: int | None = None) -> tuple[ShopState, Money]:
    """Return the next state and what the move paid, in cents by part.

    `decided`: the cents the table decided (`!30`), paid instead of what the rules pay.
    """
    if seat is None:
        return _apply_table(state, move)
    match move:
        case Place():
            return _place(in_turn(state, seat, move), seat, move, decided)
        case Pack():
            return _pack(in_turn(state, seat, move), seat, move, decided)
    after = _apply_unpaid(state, seat, move)
    paid = _payment({"paid": move.cents} if isinstance(move, PaidOut) else {}, decided)
    return (after._replace(money=after.money_after(seat, paid)) if paid else after), paid


def _payment(paid: Money, decided: int | None) -> Money:
    """Return the amount of a move: what the rules pay, or what the table decided."""
    return paid if decided is None else {"decided": decided}


def _apply_unpaid(state: ShopState, seat: int, move: Move) -> ShopState:
    """Apply a seat's move that lays nothing, except for its payment."""
    match move:
        case DrawOrder() | DrawTile() | DrawUnknown():
            return _draw(in_turn(state, seat, move), seat, move)
        case EndTurn():
            return _end(in_turn(state, seat, move))
        case Deal():
            return state._replace(hands=state.hands_with(seat, _dealt(state.hands[seat], move)), played=True)
    return state._replace(played=True)


def _apply_table(state: ShopState, move: Move) -> tuple[ShopState, Money]:
    match move:
        case RevealFaceUp():
            face_up = FaceUp(
                _face_up_pair(move.tiles, state.face_up.tiles), _face_up_pair(move.orders, state.face_up.orders)
            )
            return state._replace(face_up=face_up, played=True), {}
        case Mend(at, letter):
            return state._replace(case=state.case.corrected(at, letter), played=True), {}
        case FinalMoney(counts):
            counted = {seat: (cents, orders) for seat, cents, orders in counts}
            return state._replace(counts={**state.counts, **counted}), {}
        case OrdersLeft(left):
            return state._replace(left={**state.left, **dict(left)}), {}
        case Adjust(seat, amount):
            return state._replace(money=state.money_after(seat, {"adjust": amount})), {"adjust": amount}
    return _apply_common(state, move), {}  # type: ignore[arg-type]


def _apply_common(state: ShopState, move: Common) -> ShopState:
    """Apply a move both games know; a seat that leaves in its turn ends the turn."""
    after = state._replace(party=apply_common(state.party, move))
    if isinstance(move, Leaves) and move.seat == state.turn:
        return end_turn(after, drew=False)
    return after


def set_aside(state: ShopState, seat: int | None, move: Move) -> ShopState:
    """Return the state after a line that is set aside: only the turn and its step change."""
    if seat is None or isinstance(move, Deal | PaidOut):
        return state
    state = in_turn(state, seat, move)
    match move:
        case Place():
            return state._replace(step=Step.BOX)
        case Pack():
            return state._replace(step=Step.DRAW)
    return end_turn(state, drew=False)


def ends_previous_turn(state: ShopState, seat: int, move: Move) -> bool:
    """Return whether this tile of the next seat also ends the present turn, as it does at level `case`."""
    return (
        state.level == Level.CASE
        and isinstance(move, Place)
        and state.step != Step.PLACE
        and (seat == state.next_turn or _last_turn(state))
        and seat not in state.party.away
    )


def _last_turn(state: ShopState) -> bool:
    """Return whether the game ends with this turn."""
    return state.owed is not None and sum(state.owed) <= 1


def in_turn(state: ShopState, seat: int, move: Move) -> ShopState:
    """Return the state with this seat in turn. Seats passed over end their turns without a draw.

    A seat that has left passes nobody over: it was skipped, so it plays before the seat whose turn has not begun.
    """
    if ends_previous_turn(state, seat, move):
        return _end(state)
    if seat == state.turn:
        return state
    seats = len(state.party.names)
    passed = {(state.turn + steps) % seats for steps in range((seat - state.turn) % seats)}
    if seat in state.party.away:
        passed = {state.turn} if state.step != Step.PLACE else set()
    while state.turn in passed:
        passed.remove(state.turn)
        state = end_turn(state, drew=False)
    return state if state.turn == seat else state._replace(turn=seat, step=Step.PLACE)


def end_turn(state: ShopState, *, drew: bool) -> ShopState:
    """Pass the turn to the left. `drew`: a tile and an order were drawn from the stacks."""
    stacks, owed = state.stacks, state.owed
    if owed is not None:
        left = max(0, owed[state.turn] - 1)
        owed = (*owed[: state.turn], left, *owed[state.turn + 1 :])
    elif drew:
        stacks -= 1
        if not stacks:
            owed = (1,) * len(state.hands)
    return state._replace(stacks=stacks, owed=owed, step=Step.PLACE, turn=state.turn_after(owed))


def _end(state: ShopState) -> ShopState:
    """End a turn by `end`. Except at level `everything` that implies a draw while the stacks last."""
    drew = state.level != Level.EVERYTHING and state.stacks > 0
    if drew:
        state = state._replace(hands=state.hands_with(state.turn, state.hands[state.turn].drawn(None, None)))
    return end_turn(state._replace(played=True), drew=drew)


def _place(state: ShopState, seat: int, move: Place, decided: int | None) -> tuple[ShopState, Money]:
    case = state.case.laid(move.tile, move.at)
    cents = PER_DONUT * len(paid_squares(case, move.at, move.kind, state.party.rulings))
    hand = state.hands[seat]
    hand = Hand(None, hand.orders, hand.unknown, hand.dealt, placed=True)
    paid = _payment({"placement": cents} if cents else {}, decided)
    after = state._replace(
        case=case,
        hands=state.hands_with(seat, hand),
        money=state.money_after(seat, paid),
        laid=state.laid + 1,
        step=Step.BOX,
        played=True,
    )
    return after, paid


def _pack(state: ShopState, seat: int, move: Pack, decided: int | None) -> tuple[ShopState, Money]:
    hand = state.hands[seat]
    hand = hand.without(move.cards) or hand.without_any(move.cards)
    own, boxes = state.own, state.boxes
    if move.own:
        own = own - {seat}
    elif move.box.size in boxes:
        boxes = {**boxes, move.box.size: max(0, boxes[move.box.size] - 1)}
    paid = _payment(box_parts(state.case, move, state.party.rulings), decided)
    after = state._replace(
        case=state.case.with_box_over(move.box.squares(move.at)),
        hands=state.hands_with(seat, hand),
        money=state.money_after(seat, paid),
        own=own,
        boxes=boxes,
        step=Step.DRAW,
        played=True,
        packed=(*state.packed, PackedBox(move.at, move.box, seat, sum(paid.values()))),
    )
    return after, paid


def _draw(state: ShopState, seat: int, move: DrawOrder | DrawTile | DrawUnknown) -> ShopState:
    hand, face_up = state.hands[seat], state.face_up
    match move:
        case DrawOrder(order, reveal, tile):
            hand = hand.drawn(order, tile)
            face_up = FaceUp(face_up.tiles, _replaced(face_up.orders, order, reveal))
        case DrawTile(tile, reveal, order):
            hand = hand.drawn(order, tile)
            listed = next((t for t in face_up.tiles if t and tile and t.is_same(tile)), tile)
            face_up = FaceUp(_replaced(face_up.tiles, listed, reveal), face_up.orders)
        case DrawUnknown():
            hand = hand.drawn(None, None)
            face_up = FaceUp()
    after = state._replace(hands=state.hands_with(seat, hand), face_up=face_up, played=True)
    return end_turn(after, drew=state.stacks > 0)


def _replaced(
    listed: tuple[Piece | None, ...], taken: Piece | None, turned_up: Piece | None
) -> tuple[Piece | None, ...]:
    """Return the face-up pieces after one was taken and another turned up.

    A piece taken that is not listed was an unknown one. If two known ones lay there and the one taken is unknown, the
    one left is unknown too.
    """
    if taken is None and None not in listed:
        return None, turned_up
    wanted = taken if taken in listed else None
    gone = listed.index(wanted) if wanted in listed else 0
    return (*listed[:gone], *listed[gone + 1 :], turned_up)


def _face_up_pair(
    revealed: tuple[Piece | None, ...] | None, before: tuple[Piece | None, ...]
) -> tuple[Piece | None, ...]:
    """Return the two face-up pieces as revealed: missing ones are unknown; nothing revealed keeps those before."""
    if revealed is None:
        return before
    return revealed + (None,) * (2 - len(revealed))


def _dealt(hand: Hand, move: Deal) -> Hand:
    """Return the hand after a `deal`, which replaces the order of an earlier one.

    If that order was used already, none is added: a seat is dealt one order.
    """
    orders, unknown, dealt = list(hand.orders), hand.unknown, hand.dealt
    if dealt is not None and dealt not in orders:
        return replace(hand, tile=move.tile)
    if dealt is not None:
        orders.remove(dealt)
        unknown = None if unknown is None else unknown + 1
    used = hand.placed and unknown == 0  # in a box, before the order was entered
    if move.order is not None and not used:
        orders.append(move.order)
        unknown = None if unknown is None else max(0, unknown - 1)
    return Hand(move.tile, tuple(orders), unknown, move.order, hand.placed)
