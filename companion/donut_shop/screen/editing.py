"""Editing a line on the page where it was entered: the draft that repeats it there."""

from __future__ import annotations

from companion.donut_shop.moves import (
    Deal,
    DrawOrder,
    DrawTile,
    DrawUnknown,
    EndTurn,
    Mend,
    Move,
    Pack,
    PaidOut,
    Place,
    RevealFaceUp,
)
from companion.donut_shop.notation import write_or_unknown
from companion.donut_shop.parts import Order, Tile
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.placing import laying_seat
from companion.donut_shop.state import Level, ShopState, Step


def draft_of(state: ShopState, seat: int | None, move: Move) -> ShopDraft | None:
    """Return the draft that repeats a line on the page of the state before it; None where that page cannot enter it."""
    if state.over:
        return None
    match move:
        case RevealFaceUp(tiles, orders):
            return ShopDraft(do="reveal", pieces=_pieces(*(tiles or ()), *(orders or ()), of=4))
        case Mend(at, letter) if at in state.case:
            return ShopDraft(do="mend", at=at, pick=letter)
        case Place(tile, at, kind) if seat == laying_seat(state, ShopDraft()):
            return ShopDraft(tile=tile.donuts, at=at, pick=kind)
        case Pack() if seat == state.turn and state.step == Step.BOX:
            return ShopDraft(do="box", box=move.box, at=move.at, own=move.own, cards=move.cards)
        case DrawUnknown() | EndTurn() if seat == state.turn and (
            state.step != Step.PLACE or state.level == Level.BANK
        ):
            return ShopDraft(pick="?" if isinstance(move, DrawUnknown) else "")
    return None if seat is None else _of_seat(state, seat, move)


def _of_seat(state: ShopState, seat: int, move: Move) -> ShopDraft | None:
    """Return the draft of a line that can be entered for any seat, in turn or not."""
    named = ShopDraft(seat=state.party.names[seat])
    match move:
        case Deal(tile, order):
            return named.replace(do="deal", pieces=_pieces(tile, order))
        case DrawOrder(order, reveal, tile) if seat == state.turn:
            return named.replace(do="order", pieces=_pieces(order, reveal, tile))
        case DrawTile(tile, reveal, order) if seat == state.turn:
            return named.replace(do="tile", pieces=_pieces(tile, reveal, order))
        case PaidOut():
            return named
    return None


def _pieces(*pieces: Tile | Order | None, of: int = 0) -> tuple[str, ...]:
    """Return tiles and orders in notation; none where fewer than `of` were entered, since their places are unclear."""
    return tuple(map(write_or_unknown, pieces)) if len(pieces) >= of else ()
