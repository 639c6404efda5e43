"""Laying a tile by taps: who lays, which tile, and what each type would pay where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.donut_shop.case import Case, tile_squares
from companion.donut_shop.moves import Place
from companion.donut_shop.parts import Square, Tile
from companion.donut_shop.pay import PER_DONUT, placement_pays
from companion.donut_shop.rules import check_spot
from companion.donut_shop.screen.boxing import line_text
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.state import Level, ShopState, Step
from companion.kernel.table import Table
from companion.kernel.text import Names
from companion.refusals import Illegal


@dataclass(frozen=True, slots=True)
class PayView:
    """One type that may be chosen: what it pays and the line that says so."""

    kind: str
    cents: int
    count: int
    text: str


def laying_seat(state: ShopState, draft: ShopDraft) -> int | None:
    """Who lays a tile next without any other line before; at `case` that may be the next seat already.

    At `everything` too while the table catches up: what the seat in turn drew stays untold then.
    """
    if state.over or state.level == Level.BANK:
        return None
    if state.step == Step.PLACE:
        return state.turn
    if (state.level == Level.CASE or draft.catch) and not (state.owed is not None and sum(state.owed) <= 1):
        return state.next_turn
    return None


def tile_to_lay(state: ShopState, draft: ShopDraft) -> Tile | None:
    """The tile to lay, turned as the draft says: the one in hand where it is known, else the one tapped in."""
    seat = laying_seat(state, draft)
    in_turn = state.step == Step.PLACE or draft.catch
    known = state.hands[seat].tile if seat is not None and in_turn else None
    return known.turned(draft.turn) if known is not None and not draft.tile else draft.laid_tile


def is_free(case: Case, at: Square) -> bool:
    """Does nothing lie there yet?"""
    return not any(square in case for square in tile_squares(at))


def may_lie(case: Case, at: Square) -> bool:
    """May a tile lie there by the rules?"""
    try:
        check_spot(case, at)
    except Illegal:
        return False
    return True


def pay_views(state: ShopState, draft: ShopDraft, names: Names) -> list[PayView]:
    """What each type would pay where the tile lies now, best first; empty until it lies somewhere."""
    tile, seat = tile_to_lay(state, draft), laying_seat(state, draft)
    if tile is None or draft.at is None or seat is None or not is_free(state.case, draft.at):
        return []
    before = "".join(f"{line}\n" for line in untold(state, seat, names))
    pays = placement_pays(state.case, tile, draft.at, state.edition, state.party.rulings)
    lines = {kind: before + line_text(seat, Place(tile, draft.at, kind), names) for kind in pays}
    views = [PayView(kind, PER_DONUT * len(paid), len(paid), lines[kind]) for kind, paid in pays.items()]
    return sorted(views, key=lambda view: -view.cents)


def untold(state: ShopState, seat: int, names: Names) -> list[str]:
    """The line that ends the turn before a tile laid while catching up: a draw of which nobody told anything."""
    if seat == state.turn or state.level != Level.EVERYTHING:
        return []
    return [f"{names.write(state.turn)}: {'draw ?' if state.stacks else 'end'}"]


def lit_by(state: ShopState, draft: ShopDraft, kind: str) -> Sequence[Square]:
    """The squares a type would be paid for."""
    tile = tile_to_lay(state, draft)
    if tile is None or draft.at is None or not is_free(state.case, draft.at):
        return []
    return placement_pays(state.case, tile, draft.at, state.edition, state.party.rulings).get(kind, [])


def laid_by(table: Table, draft: ShopDraft) -> str:
    """Who laid this very tile last: another phone told it meanwhile, or somebody went back to what was said."""
    last = next((told.line for told in reversed(table.applied) if isinstance(told.line.move, Place)), None)
    same = last is not None and draft.laid_tile is not None and last.move.tile.is_same(draft.laid_tile)
    return last.who if last and same else ""
