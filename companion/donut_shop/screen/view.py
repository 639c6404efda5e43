"""The view of a Donut Shop table on one phone: plain values for the templates, never the state itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from companion.donut_shop.explanations.earlier_turns import LATEST_TURNS, EarlierTurn, earlier_turn, earlier_turns
from companion.donut_shop.moves import EndTurn, Mend
from companion.donut_shop.notation import write_line
from companion.donut_shop.parts import UNKNOWN, Edition, Tile
from companion.donut_shop.screen import cross
from companion.donut_shop.screen.ahead import ShopOwnView, asked_seat, own_view, read_drafts, shown_state
from companion.donut_shop.screen.boxing import (
    PackView,
    arrow_moves,
    box_sizes,
    covered_kinds,
    forced_view,
    line_text,
    may_turn,
    pack_views,
    turned_to_fit,
)
from companion.donut_shop.screen.coins import CoinsView, coins_view
from companion.donut_shop.screen.draft import ORDER, SHAPES, TABLE, TILE, ShopDraft, read_draft
from companion.donut_shop.screen.drawing import CaseView, case_view
from companion.donut_shop.screen.latest import LaidTile, laid_last, paid_last
from companion.donut_shop.screen.placing import (
    PayView,
    already_laid_by,
    laying_seat,
    may_lie,
    paid_by,
    pay_views,
    tile_to_lay,
)
from companion.donut_shop.screen.viewport import PLAIN, Viewport, read_viewport
from companion.donut_shop.state import FaceUp, Level, ShopState, Step
from companion.kernel.repairs import write_unread
from companion.kernel.table import Table
from companion.kernel.text import Names
from companion.kernel.viewer import ANY_PHONE, Viewer
from companion.refusals import Illegal

Fields = dict[str, Any]  # of a ShopView, by name

LATEST_LINES = 4  # lines for which the coins of a payment stay visible


@dataclass(frozen=True, slots=True)
class ShopSeatView:
    """A seat's card. Cards are equal where the seat's values are, whichever seat acts next.

    `mark`: the number of its colour and topping. `gain`: the cents it was just paid, until the next tap.
    """

    name: str
    mark: int
    cents: int
    orders: int | None
    own: bool
    turn: bool = field(compare=False)  # the next line is of this seat
    away: bool
    gain: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class LineEntryView:
    """A line entered piece by piece: the kind of the next piece, TILE or ORDER, or empty with the complete lines."""

    slot: str
    lines: Sequence[str] = ()
    face_up: Sequence[str] = ()


def seat_views(state: ShopState, actor: int | None) -> list[ShopSeatView]:
    """Return the cards of all seats; the seat whose line is next is marked."""
    return [
        ShopSeatView(
            name,
            state.party.mark(seat),
            state.cents(seat),
            None if state.level == Level.BANK else state.hands[seat].count,
            seat in state.own and state.level != Level.BANK,
            seat == actor,
            seat in state.party.away,
        )
        for seat, name in enumerate(state.party.names)
    ]


# Lines entered piece by piece: what was drawn, dealt or turned up


def line_entry_view(
    state: ShopState, draft: ShopDraft, names: Names, viewport: Viewport = PLAIN
) -> LineEntryView | None:
    """Return the next piece of a line entered piece by piece, or its lines once complete; None for other panels."""
    shape = SHAPES.get(draft.do)
    if shape is None:
        return None
    words: list[str] = []
    pieces = list(draft.pieces)
    for word in shape:
        if word not in (TILE, ORDER):
            words.append(word)
        elif pieces:
            words.append(pieces.pop(0))
        else:
            up = _face_up(state, draft) if draft.do in ("order", "tile") and not draft.pieces else ()
            return LineEntryView(word, (), up)
    if draft.do == "cross":
        return LineEntryView("", _mends(state, draft, names, viewport))
    seat = None if draft.do == "reveal" else _seat(state, draft)
    return LineEntryView("", [names.line(seat, " ".join(words))])


def _mends(state: ShopState, draft: ShopDraft, names: Names, viewport: Viewport) -> list[str]:
    """Return the lines of the starting cross entered, one a donut."""
    letters = cross.entered(state.case, draft, viewport)
    return [write_line(None, Mend(at, letter), names) for at, letter in letters.items()]


def _face_up(state: ShopState, draft: ShopDraft) -> list[str]:
    """Return the known face-up orders or tiles, in notation."""
    pieces = state.face_up.orders if draft.do == "order" else state.face_up.tiles
    return [str(piece) for piece in pieces if piece is not None]


def _seat(state: ShopState, draft: ShopDraft) -> int:
    """Return the seat the draft names, else the one in turn."""
    names = [name.casefold() for name in state.party.names]
    return names.index(draft.seat.casefold()) if draft.seat.casefold() in names else state.turn


# The whole page


@dataclass(frozen=True, slots=True)
class ShopView:
    """Everything the table's page shows. `panel` names the next step and its template."""

    edition: Edition
    level: Level
    step: Step | None
    seats: Sequence[ShopSeatView]
    laid: int
    case: CaseView | None
    panel: str  # place, pay, box, forgotten, turn, enter, mend, bank, over; rest: no turn comes any more
    draft: ShopDraft
    viewport: Viewport
    actor: str  # the name of the seat whose line the panel enters
    actor_written: str  # the same as notation, in quotes where needed
    mark: int  # of that seat: its colour and topping
    in_turn: str  # the name of the seat in turn, or of the one whose box was forgotten
    face_up: FaceUp
    covered: Mapping[str, int] = field(default_factory=dict)
    moves: Mapping[str, ShopDraft | None] = field(default_factory=dict)
    tile: Tile | None = None  # in its orientation on this phone
    held: bool = False  # the tile is known from the hand
    pays: Sequence[PayView] = ()
    pay: PayView | None = None  # the one chosen, the best until another is tapped
    packs: Sequence[PackView] = ()
    pack: PackView | None = None  # the one chosen, the best until another is tapped
    refusal: Illegal | None = None
    forced: PackView | None = None  # the refused box as a decision of the table
    line_entry: LineEntryView | None = None
    may_end: bool = False
    may_draw: bool = False
    may_box: bool = False
    may_catch_up: bool = False  # the table may be ahead of the lines entered
    end_line: str = ""  # the line that ends the turn
    may_turn: bool = False  # the box also fits in its other orientation
    own_box: bool = False  # the seat has its own box
    sizes: Sequence[tuple[str, int, int | None]] = ()
    hand: Sequence[str] = ()  # known orders of the seat in turn, or of the one whose box was forgotten
    hand_unknown: bool = True
    undealt: Sequence[str] = ()  # seats whose deal may still be entered
    cross_unknown: bool = False  # the starting cross has unknown donuts
    coins: CoinsView | None = None  # the coins of the latest payment
    already_laid_by: str = ""  # who laid the tile of the draft last
    taking: str = ""  # at a table with a dealer: the face-up piece chosen
    earlier: Sequence[EarlierTurn] = ()  # the latest turns that are over and had no box
    own: ShopOwnView | None = None  # of the only seat of this phone

    @property
    def speaks_for(self) -> int | None:
        """The seat the next tap is for, None for nobody."""
        return next((number for number, seat in enumerate(self.seats) if seat.turn), None)


def shop_view(table: Table, args: Mapping[str, str], viewer: Viewer = ANY_PHONE) -> ShopView:
    """Return the page of a table for one phone. `args`: the query of its address with the draft and the viewport."""
    now: ShopState = table.state
    draft = read_draft(args, now.edition) if viewer.only is None else read_drafts(now, args, viewer)
    viewport, drawn = read_viewport(args), shown_state(now, draft, viewer)
    last = laid_last(table)
    turn = earlier_turn(table, draft.of) if draft.do == "box" and draft.of else None
    panel = _panel(drawn, draft, turn, viewer)
    state = turn.state if turn and panel == "box" else drawn
    draft = turned_to_fit(state.case, draft) if panel == "box" else draft
    seat, hand, bank = _actor(state, draft, panel, viewer), state.hands[state.turn], state.level == Level.BANK
    asked = seat if viewer.only is None else asked_seat(now, viewer)
    view = ShopView(
        edition=state.edition,
        level=state.level,
        step=None if now.over else now.step,
        seats=seat_views(now, None if now.over and panel != "box" else asked),
        laid=now.laid,
        case=None
        if bank
        else case_view(state, draft, (), viewport, zoomable=not state.over, newest=last.move.at if last else None),
        panel=panel,
        draft=draft,
        viewport=viewport,
        actor=state.party.names[seat],
        actor_written=table.names.write(seat),
        mark=state.party.mark(seat),
        in_turn=state.party.names[state.turn],
        face_up=state.face_up,
        line_entry=line_entry_view(state, draft, table.names, viewport) if panel == "enter" else None,
        hand=[str(order) for order in hand.orders],
        hand_unknown=hand.unknown is None or hand.unknown > 0,
        coins=None if args.get("coinless") else _coins(table, draft),
        already_laid_by=_laid_by(table, draft, viewer),
        taking=_taking(state, draft),
        earlier=[] if bank else list(islice(earlier_turns(table), LATEST_TURNS)),
        own=own_view(now, draft, viewer, viewport),
    )
    parts = {**_latest(view, table, last), **_choices(view, now, table.names)}
    parts |= _tile(view, state, table.names, parts["case"])
    return replace(view, **parts, **(_box(view, state, table.names, turn) if panel == "box" else {}))


# The parts of a view that are made of others, as its fields: it is built once, for that takes long.


def _latest(view: ShopView, table: Table, last: LaidTile | None) -> Fields:
    """Return the tile laid last in its seat's ring and, until the next tap, what it was paid for and the amount."""
    untouched = view.draft.replace(part=None, whole=False) == view.draft.kept
    paid = paid_last(table) if untouched else None
    seats = [replace(one, gain=paid[1]) if paid and paid[0] == seat else one for seat, one in enumerate(view.seats)]
    if view.case is None:
        return {"seats": seats, "case": None}
    ring: Fields = {}
    if last is not None and not view.draft.of:
        lit = last.paid_for if untouched and last.is_latest else ()
        ring = {
            "lit": [view.viewport.to_drawing(*square)[:2] for square in lit],
            "last": view.viewport.to_drawing(*last.move.at, 2, 2)[:2],
            "last_mark": table.state.party.mark(last.seat),
        }
    return {"seats": seats, "case": replace(view.case, mark=view.mark, is_fresh=paid is not None, **ring)}


def _laid_by(table: Table, draft: ShopDraft, viewer: Viewer) -> str:
    """Return who laid the tile of the draft last; of a tile ahead only where another phone entered it for its seat."""
    name = already_laid_by(table, draft)
    return name if draft.whose == TABLE or (viewer.only is not None and name == table.names.now[viewer.only]) else ""


def _taking(state: ShopState, draft: ShopDraft) -> str:
    """Return the piece chosen, empty unless it lies face up."""
    kind, _, piece = draft.pick.partition(" ")
    face_up = {"order": state.face_up.orders, "tile": state.face_up.tiles}.get(kind, ())
    return piece if piece in [str(one) for one in face_up if one is not None] else ""


def _tile(view: ShopView, state: ShopState, names: Names, case: CaseView | None) -> Fields:
    """Return the tile to lay and, once it has a spot, the types it may be paid for, with their squares lit."""
    draft, viewport = view.draft, view.viewport
    tile = tile_to_lay(state, draft)
    turned, held = tile.turned(viewport.quarters) if tile else None, tile is not None and not draft.tile
    pays = pay_views(state, draft, names) if view.panel == "pay" else []
    if not pays:
        return {"tile": turned, "held": held}
    pay = next((one for one in pays if one.kind == draft.pick), pays[0])
    lit = [viewport.to_drawing(*square)[:2] for square in paid_by(state, draft, pay.kind)]
    case = replace(case, lit=lit) if case else None
    return {"tile": turned, "held": held, "pays": pays, "pay": pay, "case": case}


def _box(view: ShopView, state: ShopState, names: Names, turn: EarlierTurn | None) -> Fields:
    """Return the box to pack; `state` is that of an earlier turn where its box was forgotten."""
    draft = view.draft
    prefix = write_unread("insert", turn.insert_before) if turn else ""
    packs, refusal = pack_views(state, draft, names, prefix)
    chosen = next((pack for number, pack in enumerate(packs) if str(number) == draft.pick), None)
    return {
        "packs": packs,
        "pack": chosen or (packs[0] if packs else None),
        "refusal": refusal,
        "forced": forced_view(state, draft, names, prefix) if refusal else None,
        "covered": covered_kinds(state, draft),
        "sizes": box_sizes(state),
        "own_box": state.turn in state.own,
        "may_turn": may_turn(state.case, draft),
        "moves": arrow_moves(state, draft, view.viewport),
    }


def _choices(view: ShopView, state: ShopState, names: Names) -> Fields:
    """Return what the seat in turn may do besides laying; nothing while a donut is entered again."""
    placed = not state.over and state.step != Step.PLACE and not view.draft.wrong
    everything, bank = state.level == Level.EVERYTHING, state.level == Level.BANK
    ahead = view.own is not None and view.own.ahead  # nothing is entered of what comes before
    placed = placed and not ahead
    undealt = [name for name, hand in zip(state.party.names, state.hands, strict=True) if not hand.placed]
    return {
        "may_end": not state.over and ((bank and not ahead) or (placed and not (everything and state.stacks))),
        "may_draw": placed and everything and state.stacks > 0,
        "may_box": placed and not bank and state.step == Step.BOX,
        "may_catch_up": everything and not state.over and not ahead,
        "end_line": line_text(state.turn, EndTurn(), names),
        "undealt": undealt if everything and not state.over else (),
        "cross_unknown": not bank and UNKNOWN in state.case.open.values(),
    }


def _coins(table: Table, draft: ShopDraft) -> CoinsView | None:
    """Return the coins of the latest payment, None some lines later."""
    for applied in reversed(table.applied[-LATEST_LINES:]):
        if applied.paid:
            seat, cents = applied.line.seat, sum(applied.paid.values())
            return coins_view(table.names.now[seat], cents, draft) if seat is not None and cents > 0 else None
    return None


def _panel(state: ShopState, draft: ShopDraft, turn: EarlierTurn | None, viewer: Viewer) -> str:
    """Return the name of the panel, the next step of the page."""
    stays = state.step == Step.BOX and viewer.only is not None and state.turn in viewer.seats | viewer.others
    if state.level != Level.BANK and (turn or draft.do == "forgotten"):
        return "box" if turn else "forgotten"
    if state.over:
        return "over"
    if state.level == Level.BANK:
        return "bank"
    if draft.whose != TABLE and state.turn != viewer.only:
        return "rest"
    if draft.do == "mend" and (draft.at is None or draft.at in state.case):
        return "mend"
    if draft.do == "cross" or (draft.do in SHAPES and state.level == Level.EVERYTHING):
        return "enter"
    if draft.do == "box" and state.step == Step.BOX:
        return "box"
    if laying_seat(state, draft) is None or (stays and not draft.catch):
        return "turn"
    if tile_to_lay(state, draft) is not None and draft.at is not None and may_lie(state.case, draft.at):
        return "pay"
    return "place"


def _actor(state: ShopState, draft: ShopDraft, panel: str, viewer: Viewer) -> int:
    """Return the seat whose line the panel enters."""
    if viewer.only is not None and draft.whose != TABLE:
        return viewer.only
    if panel in ("enter", "bank"):
        return _seat(state, draft)
    laying = laying_seat(state, draft)
    return laying if laying is not None and panel in ("place", "pay") else state.turn
