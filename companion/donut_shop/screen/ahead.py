"""The next turn of a phone's only seat, entered ahead while others play, and the table as it is in that turn.

It lives in the address of that phone alone. When the turn comes, it is the draft of the line to enter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.donut_shop.parts import Tile
from companion.donut_shop.screen.draft import AHEAD_BOX, AHEAD_TILE, SHOWN, SHOWN_AS, TABLE, ShopDraft, read_draft
from companion.donut_shop.screen.placing import is_free, laying_seat, may_lie, tile_to_lay
from companion.donut_shop.screen.viewport import Viewport
from companion.donut_shop.state import Level, ShopState, Step
from companion.kernel.viewer import Viewer

OF_A_TURN = ("box", "order", "tile")  # panels that belong to the turn in which they were opened


@dataclass(frozen=True, slots=True)
class ShopOwnView:
    """The only seat of a phone, as its page shows it. `asked`: the next line is of this seat.

    `doing`: who is asked, empty at the end; `does`: "place", "box" or "draw". `before`: the seats whose turns come
    before the next one of this seat, the present one first; empty where it has none. `tile`: known or entered, as this
    phone turns it; `orders`: the known ones in hand, in notation, and `unknown` the number of others. `ahead`: what is
    entered is for the next turn. `lost`: what was chosen ahead is not possible any more, "spot" or "place".
    `to_table`, `to_tile`, `to_box`: the drafts that show the line of who is asked, the next tile, the next box.
    """

    name: str
    mark: int  # the number of its colour and topping
    cents: int
    asked: bool
    doing: str
    does: str
    before: Sequence[str] = ()
    tile: Tile | None = None
    orders: Sequence[str] = ()
    unknown: int = 0
    ahead: bool = False
    lost: str = ""
    to_table: ShopDraft | None = None
    to_tile: ShopDraft | None = None
    to_box: ShopDraft | None = None


def asked_seat(state: ShopState, viewer: Viewer) -> int | None:
    """Return the seat whose line is next, None where the game is over.

    At level `case` that is the next seat once a box was packed; before, where the seat in turn has no other phone, on
    which it may still pack one or end its turn.
    """
    if state.over:
        return None
    waits = state.step == Step.BOX and state.turn in viewer.others | viewer.seats
    following = None if waits or state.level != Level.CASE else laying_seat(state, ShopDraft())
    return state.turn if following is None else following


def state_ahead(state: ShopState, seat: int) -> ShopState | None:
    """Return the state as it would be if the next turn of a seat were now; None where it has none."""
    if state.over or state.level == Level.BANK or seat in state.party.away:
        return None
    if state.owed is not None and state.owed[seat] <= (seat == state.turn):
        return None
    return state._replace(turn=seat, step=Step.PLACE)


def state_with_tile(state: ShopState, draft: ShopDraft) -> ShopState:
    """Return a state ahead with the tile of its draft laid, where that has a spot: a box may lie over it."""
    tile, at = tile_to_lay(state, draft), draft.at
    case = state.case.laid(tile, at) if tile is not None and at is not None and is_free(state.case, at) else state.case
    return state._replace(case=case, step=Step.BOX)


def read_drafts(state: ShopState, args: Mapping[str, str], viewer: Viewer) -> ShopDraft:
    """Return the draft that the page of a phone with one seat shows, with the others beside it."""
    seat = viewer.only
    assert seat is not None
    asked, wanted = asked_seat(state, viewer) == seat, args.get(SHOWN, "")
    table, tile, box = (read_draft(args, state.edition, whose) for whose in (TABLE, AHEAD_TILE, AHEAD_BOX))
    if not asked and not wanted and table.lays and table.tile and not tile.lays:
        table, tile = _waiting_again(table)
    tile, box = _possible(state, seat, tile, box)
    if asked:
        placing = state.step == Step.PLACE or state.turn != seat
        return _taken_up(table, tile, box, placing=placing, boxing=state.step == Step.BOX and not placing)
    drafts = replace(table, beside={AHEAD_TILE: tile, AHEAD_BOX: box})
    if table.do or wanted == SHOWN_AS[TABLE] or state.over:
        return drafts
    boxing = wanted == SHOWN_AS[AHEAD_BOX] and state_ahead(state, seat) is not None
    return drafts.showing(AHEAD_BOX if boxing else AHEAD_TILE)


def _waiting_again(table: ShopDraft) -> tuple[ShopDraft, ShopDraft]:
    """Return the table's draft without, and the tile ahead with, what was taken up before a line was taken back."""
    return ShopDraft(gone=table.gone, catch=table.catch, part=table.part), replace(
        table, gone=(), catch=False, part=None
    )


def _possible(state: ShopState, seat: int, tile: ShopDraft, box: ShopDraft) -> tuple[ShopDraft, ShopDraft]:
    """Return the drafts ahead without a spot or a place that the case does not have any more."""
    following = state_ahead(state, seat)
    box = box.replace(do="box", lost=box.lost)
    if following is None:
        return tile, box
    if tile.at is not None and not may_lie(following.case, tile.at):
        tile = tile.replace(at=None, part=None, lost="spot")
    if box.box is not None and box.at is not None:
        case = state_with_tile(following, tile).case
        if not all(square in case.open for square in box.box.squares(box.at)):
            box = box.replace(at=None, part=None, lost="place")
    return tile, box


def _taken_up(table: ShopDraft, tile: ShopDraft, box: ShopDraft, *, placing: bool, boxing: bool) -> ShopDraft:
    """Return the draft of the seat's turn: what was entered ahead, else what the table's own draft has."""
    if table.do and not (placing and table.do in OF_A_TURN):
        return replace(table, beside={AHEAD_TILE: tile, AHEAD_BOX: box} if placing else {})
    if placing:
        shown = tile if tile.lays or table.do else table
        return replace(shown, whose=TABLE, beside={AHEAD_BOX: box} if box.box else {})
    if boxing and box.box is not None and not table.do:
        return replace(box, whose=TABLE, beside={})
    return table


def shown_state(state: ShopState, draft: ShopDraft, viewer: Viewer) -> ShopState:
    """Return the state that a draft is drawn in: that of the present turn, or of the next one of the phone's seat."""
    seat = viewer.only
    following = state_ahead(state, seat) if seat is not None and draft.whose != TABLE else None
    if following is None:
        return state
    if draft.whose == AHEAD_BOX:
        return state_with_tile(following, draft.beside.get(AHEAD_TILE, ShopDraft()))
    return following


def own_view(state: ShopState, draft: ShopDraft, viewer: Viewer, viewport: Viewport) -> ShopOwnView | None:
    """Return what a page shows of the only seat of its phone; None on a shared phone."""
    seat = viewer.only
    if seat is None:
        return None
    asked, hand = asked_seat(state, viewer), state.hands[seat]
    ahead, waits = draft.whose != TABLE, asked is not None and asked != seat
    following = state_ahead(state, seat) if waits else None
    lays = following or (state if laying_seat(state, draft) == seat else None)
    tile = tile_to_lay(lays, draft.beside.get(AHEAD_TILE, draft)) if lays is not None else None
    may_go_on = following is not None or state.level == Level.BANK
    return ShopOwnView(
        name=state.party.names[seat],
        mark=state.party.mark(seat),
        cents=state.cents(seat),
        asked=asked == seat,
        doing=state.party.names[asked] if asked is not None else "",
        does=_does(state, asked),
        before=_before(state, asked, seat) if waits and may_go_on else (),
        tile=tile.turned(viewport.quarters) if tile else None,
        orders=[str(order) for order in hand.orders],
        unknown=(hand.unknown or 0) if state.level == Level.EVERYTHING else 0,
        ahead=ahead,
        lost=next((one.lost for one in (draft, *draft.beside.values()) if one.lost), ""),
        to_table=draft.showing(TABLE) if ahead and waits else None,
        to_tile=draft.showing(AHEAD_TILE) if waits and may_go_on and draft.whose != AHEAD_TILE else None,
        to_box=draft.showing(AHEAD_BOX) if following is not None and draft.whose == AHEAD_TILE else None,
    )


def _does(state: ShopState, asked: int | None) -> str:
    """Return what the seat asked is to do: "place", "box" (or end its turn) or "draw"."""
    if state.step == Step.PLACE or asked != state.turn:
        return "place"
    draws = state.level == Level.EVERYTHING and state.stacks > 0
    return "draw" if draws and state.step == Step.DRAW else "box" if state.step == Step.BOX else "end"


def _before(state: ShopState, asked: int | None, seat: int) -> list[str]:
    """Return the names of the seats whose turns come before the next one of a seat, the one asked first."""
    names: list[str] = []
    now = asked
    for _ in state.party.names:
        if now is None or now == seat:
            break
        if state.owed is None or state.owed[now]:
            names.append(state.party.names[now])
        now = state.party.next_seat(now)
    return names
