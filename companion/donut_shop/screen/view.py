"""What one phone is shown of a Donut Shop table: plain values for the templates, never the state itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from companion.donut_shop.explanations.earlier_turns import LATEST_TURNS, EarlierTurn, earlier_turn, earlier_turns
from companion.donut_shop.parts import UNKNOWN, Edition, Tile
from companion.donut_shop.screen import cross
from companion.donut_shop.screen.boxing import (
    PackView,
    box_sizes,
    covered_kinds,
    forced_view,
    lying_to_fit,
    may_turn,
    pack_views,
    shifts,
)
from companion.donut_shop.screen.coins import CoinsView, coins_view
from companion.donut_shop.screen.draft import ORDER, TELL, TILE, ShopDraft, read_draft
from companion.donut_shop.screen.drawing import CaseView, case_view
from companion.donut_shop.screen.placing import PayView, laid_by, laying_seat, lit_by, may_lie, pay_views, tile_to_lay
from companion.donut_shop.screen.viewport import PLAIN, Viewport, read_viewport
from companion.donut_shop.state import FaceUp, Level, ShopState, Step
from companion.kernel.table import Table
from companion.kernel.text import Names
from companion.refusals import Illegal

LATEST_LINES = 4  # the coins of an amount are shown for so many lines


@dataclass(frozen=True, slots=True)
class ShopSeatView:
    """A seat's card; two are equal where the seat has the same, whomever the next tap speaks for."""

    name: str
    cents: int
    orders: int | None
    own: bool
    turn: bool = field(compare=False)  # the next tap speaks for this seat
    away: bool


@dataclass(frozen=True, slots=True)
class LineEntryView:
    """A line told thing by thing: what comes next, TILE, ORDER, or empty when whole."""

    slot: str
    lines: Sequence[str] = ()  # whole: what it says
    face_up: Sequence[str] = ()


def seat_views(state: ShopState, spoken_for: int | None) -> list[ShopSeatView]:
    """Everybody's card on top of the page; marked is the seat that the next tap speaks for."""
    return [
        ShopSeatView(
            name,
            state.cents(seat),
            None if state.level == Level.BANK else state.hands[seat].count,
            seat in state.own and state.level != Level.BANK,
            seat == spoken_for,
            seat in state.party.away,
        )
        for seat, name in enumerate(state.party.names)
    ]


# Telling what was drawn, dealt or turned up


def tell_view(state: ShopState, draft: ShopDraft, names: Names, viewport: Viewport = PLAIN) -> LineEntryView | None:
    """What comes next in a line told thing by thing."""
    shape = TELL.get(draft.do)
    if shape is None:
        return None
    who = "table" if draft.do == "reveal" else names.write(_seat(state, draft))
    said: list[str] = []
    pieces = list(draft.pieces)
    for word in shape:
        if word not in (TILE, ORDER):
            said.append(word)
        elif pieces:
            said.append(pieces.pop(0))
        else:
            up = _face_up(state, draft) if draft.do in ("order", "tile") and not draft.pieces else ()
            return LineEntryView(word, (), up)
    if draft.do == "cross":
        return LineEntryView("", _mends(state, draft, viewport))
    return LineEntryView("", [f"{who}: {' '.join(said)}"])


def _mends(state: ShopState, draft: ShopDraft, viewport: Viewport) -> list[str]:
    """The cross told tile by tile, as lines."""
    return [f"table: mend @{x},{y} {letter}" for (x, y), letter in cross.told(state.case, draft, viewport).items()]


def _face_up(state: ShopState, draft: ShopDraft) -> list[str]:
    pieces = state.face_up.orders if draft.do == "order" else state.face_up.tiles
    return [str(thing) for thing in pieces if thing is not None]


def _seat(state: ShopState, draft: ShopDraft) -> int:
    names = [name.casefold() for name in state.party.names]
    return names.index(draft.seat.casefold()) if draft.seat.casefold() in names else state.turn


# The whole page


@dataclass(frozen=True, slots=True)
class ShopView:
    """Everything the table's page shows; `panel` names the one thing to do next."""

    edition: Edition
    level: Level
    step: Step | None
    seats: Sequence[ShopSeatView]
    laid: int
    case: CaseView | None
    panel: str  # place, pay, box, forgotten, turn, tell, mend, cross, bank, over
    draft: ShopDraft
    viewport: Viewport
    actor: str  # whose line the panel says, as the table calls them
    speaker: str  # the same, quoted where a line needs it
    in_turn: str  # whose turn it is, or was when a box was forgotten; at `case` another may lay already
    face_up: FaceUp
    covered: Mapping[str, int]
    moves: Mapping[str, ShopDraft | None]
    tile: Tile | None = None  # as this phone sees it lie
    held: bool = False  # the tile is known from the hand
    pays: Sequence[PayView] = ()
    pay: PayView | None = None  # the one chosen: the best until another is tapped
    packs: Sequence[PackView] = ()
    pack: PackView | None = None  # the way chosen: the best until another is tapped
    refusal: Illegal | None = None
    anyway: PackView | None = None  # the box, refused, as the table may record it all the same
    tell: LineEntryView | None = None
    may_end: bool = False
    may_draw: bool = False
    may_box: bool = False
    may_catch_up: bool = False  # the table may have run ahead of what is told
    end_line: str = ""  # the line that ends the turn
    may_turn: bool = False  # the box fits the other way too
    own: bool = False  # who fills a box has the own one still
    sizes: Sequence[tuple[str, int, int | None]] = ()
    hand: Sequence[str] = ()  # orders known of who is in turn, or was when a box was forgotten
    hand_unknown: bool = True
    undealt: Sequence[str] = ()  # seats whose first tile may still be told
    untold: bool = False  # the starting cross is not told yet
    coins: CoinsView | None = None  # the latest amount
    laid_by: str = ""  # who laid the very tile last that is half said here
    taking: str = ""  # at a table the server deals: the face-up tile or order chosen
    earlier: Sequence[EarlierTurn] = ()  # the latest turns that are over and had no box


def shop_view(table: Table, args: Mapping[str, str]) -> ShopView:
    """The page for one phone, with what its address says so far."""
    now: ShopState = table.state
    names = table.names
    draft, viewport = read_draft(args, now.edition), read_viewport(args)
    turn = earlier_turn(table, draft.of) if draft.do == "box" and draft.of else None
    panel = _panel(now, draft, turn)
    state = turn.then if turn and panel == "box" else now
    draft = lying_to_fit(state.case, draft) if panel == "box" else draft
    tile = tile_to_lay(state, draft)
    pays = pay_views(state, draft, names) if panel == "pay" else []
    pay = next((one for one in pays if one.kind == draft.pick), pays[0] if pays else None)
    lit = lit_by(state, draft, pay.kind) if pay else []
    seat, hand = _actor(state, draft, panel), state.hands[state.turn]
    earlier = list(islice(earlier_turns(table), LATEST_TURNS)) if state.level != Level.BANK else []
    return ShopView(
        edition=state.edition,
        level=state.level,
        step=None if now.over else now.step,
        seats=seat_views(now, None if now.over and panel != "box" else seat),
        laid=now.laid,
        case=None if state.level == Level.BANK else case_view(state, draft, lit, viewport, zoomable=not state.over),
        panel=panel,
        draft=draft,
        viewport=viewport,
        actor=state.party.names[seat],
        speaker=names.write(seat),
        in_turn=state.party.names[state.turn],
        tile=tile.turned(viewport.quarters) if tile else None,
        held=tile is not None and not draft.tile,
        pays=pays,
        pay=pay,
        tell=tell_view(state, draft, names, viewport) if panel == "tell" else None,
        **(_box(state, draft, viewport, names, turn) if panel == "box" else {"covered": {}, "moves": {}}),
        **_choices(now, draft, names),
        hand=[str(order) for order in hand.orders],
        hand_unknown=hand.unknown is None or hand.unknown > 0,
        face_up=state.face_up,
        coins=_coins(table, draft),
        laid_by=laid_by(table, draft),
        taking=_taking(state, draft),
        earlier=earlier,
    )


def _taking(state: ShopState, draft: ShopDraft) -> str:
    """The thing chosen, if it lies face up."""
    kind, _, thing = draft.pick.partition(" ")
    lying = {"order": state.face_up.orders, "tile": state.face_up.tiles}.get(kind, ())
    return thing if thing in [str(one) for one in lying if one is not None] else ""


def _box(
    state: ShopState, draft: ShopDraft, viewport: Viewport, names: Names, turn: EarlierTurn | None
) -> dict[str, Any]:
    """What filling a box shows; `state` as it was in an earlier turn, where the box was forgotten there."""
    into = f"table: insert {turn.before} " if turn else ""
    packs, refusal = pack_views(state, draft, names, into)
    return {
        "packs": packs,
        "pack": next(
            (one for number, one in enumerate(packs) if str(number) == draft.pick), packs[0] if packs else None
        ),
        "refusal": refusal,
        "anyway": forced_view(state, draft, names, into) if refusal else None,
        "covered": covered_kinds(state, draft),
        "sizes": box_sizes(state),
        "own": state.turn in state.own,
        "may_turn": may_turn(state.case, draft),
        "moves": shifts(state, draft, viewport),
    }


def _choices(state: ShopState, draft: ShopDraft, names: Names) -> dict[str, Any]:
    """What the seat in turn may do besides laying; nothing while one donut of a tile is told again."""
    placed = not state.over and state.step != Step.PLACE and not draft.wrong
    everything, bank = state.level == Level.EVERYTHING, state.level == Level.BANK
    undealt = [n for n, hand in zip(state.party.names, state.hands, strict=True) if not hand.placed]
    return {
        "may_end": not state.over and (bank or (placed and not (everything and state.stacks))),
        "may_draw": placed and everything and state.stacks > 0,
        "may_box": placed and not bank and state.step == Step.BOX,
        "may_catch_up": everything and not state.over,
        "end_line": f"{names.write(state.turn)}: end",
        "undealt": undealt if everything and not state.over else (),
        "untold": not bank and UNKNOWN in state.case.open.values(),
    }


def _coins(table: Table, draft: ShopDraft) -> CoinsView | None:
    """The coins of the latest amount somebody took from the bank; None a few lines later."""
    for told in reversed(table.applied[-LATEST_LINES:]):
        if told.paid:
            seat, cents = told.line.seat, sum(told.paid.values())
            return coins_view(table.names.now[seat], cents, draft) if seat is not None and cents > 0 else None
    return None


def _panel(state: ShopState, draft: ShopDraft, turn: EarlierTurn | None) -> str:
    """The one thing to do next."""
    if state.level != Level.BANK and (turn or draft.do == "forgotten"):
        return "box" if turn else "forgotten"
    if state.over:
        return "over"
    if state.level == Level.BANK:
        return "bank"
    if draft.do == "mend" and (draft.at is None or draft.at in state.case):
        return "mend"
    if draft.do == "cross" or (draft.do in TELL and state.level == Level.EVERYTHING):
        return "tell"
    if draft.do == "box" and state.step == Step.BOX:
        return "box"
    if laying_seat(state, draft) is None:
        return "turn"
    if tile_to_lay(state, draft) is not None and draft.at is not None and may_lie(state.case, draft.at):
        return "pay"
    return "place"


def _actor(state: ShopState, draft: ShopDraft, panel: str) -> int:
    if panel in ("tell", "bank"):
        return _seat(state, draft)
    laying = laying_seat(state, draft)
    return laying if laying is not None and panel in ("place", "pay") else state.turn
