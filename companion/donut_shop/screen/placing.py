"""Laying a tile by taps: the seat that lays, the tile, and the cents each type pays at a spot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.donut_shop.case import Case, tile_squares
from companion.donut_shop.moves import DrawUnknown, EndTurn, Place
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
    """A type that may be chosen: the cents it pays, the donuts it counts, and its line."""

    kind: str
    cents: int
    count: int
    text: str


def laying_seat(state: ShopState, draft: ShopDraft) -> int | None:
    """Return the seat that may lay a tile now, None for nobody.

    At level `case` that may be the next seat already, and at `everything` while the draft catches up: the draw of the
    seat in turn stays unknown then.
    """
    if state.over or state.level == Level.BANK:
        return None
    if state.step == Step.PLACE:
        return state.turn
    if (state.level == Level.CASE or draft.catch) and not (state.owed is not None and sum(state.owed) <= 1):
        return state.next_turn
    return None


def tile_to_lay(state: ShopState, draft: ShopDraft) -> Tile | None:
    """Return the tile to lay in its orientation: the one in hand if known, else the one tapped in."""
    seat = laying_seat(state, draft)
    in_turn = state.step == Step.PLACE or draft.catch
    known = state.hands[seat].tile if seat is not None and in_turn else None
    return known.turned(draft.turn) if known is not None and not draft.tile else draft.laid_tile


def is_free(case: Case, at: Square) -> bool:
    """Return whether no square of a tile at `at` is taken."""
    return not any(square in case for square in tile_squares(at))


def may_lie(case: Case, at: Square) -> bool:
    """Return whether the rules allow a tile at `at`."""
    try:
        check_spot(case, at)
    except Illegal:
        return False
    return True


def pay_views(state: ShopState, draft: ShopDraft, names: Names) -> list[PayView]:
    """Return the types the tile of the draft may be paid for, best first; empty while it has no spot."""
    tile, seat = tile_to_lay(state, draft), laying_seat(state, draft)
    if tile is None or draft.at is None or seat is None or not is_free(state.case, draft.at):
        return []
    before = "".join(f"{line}\n" for line in lines_ending_turn(state, seat, names))
    pays = placement_pays(state.case, tile, draft.at, state.edition, state.party.rulings)
    lines = {kind: before + line_text(seat, Place(tile, draft.at, kind), names) for kind in pays}
    views = [PayView(kind, PER_DONUT * len(paid), len(paid), lines[kind]) for kind, paid in pays.items()]
    return sorted(views, key=lambda view: -view.cents)


def lines_ending_turn(state: ShopState, seat: int, names: Names) -> list[str]:
    """Return the line before a tile laid while catching up: it ends the turn before by an unknown draw."""
    if seat == state.turn or state.level != Level.EVERYTHING:
        return []
    return [line_text(state.turn, DrawUnknown() if state.stacks else EndTurn(), names)]


def paid_by(state: ShopState, draft: ShopDraft, kind: str) -> Sequence[Square]:
    """Return the squares a type would be paid for at the tile's spot."""
    tile = tile_to_lay(state, draft)
    if tile is None or draft.at is None or not is_free(state.case, draft.at):
        return []
    return placement_pays(state.case, tile, draft.at, state.edition, state.party.rulings).get(kind, [])


def already_laid_by(table: Table, draft: ShopDraft) -> str:
    """Return who laid this same tile last, empty for nobody: another phone may have entered it meanwhile."""
    last = next((applied.line for applied in reversed(table.applied) if isinstance(applied.line.move, Place)), None)
    same = last is not None and draft.laid_tile is not None and last.move.tile.is_same(draft.laid_tile)
    return last.who if last and same else ""
