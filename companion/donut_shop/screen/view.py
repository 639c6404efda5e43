"""What one phone is shown of a Donut Shop table: plain values for the templates, never the state itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from companion.donut_shop.explanations.earlier_turns import LATEST_TURNS, EarlierTurn, earlier_turn, earlier_turns
from companion.donut_shop.parts import UNTOLD, Edition, Tile
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
from companion.donut_shop.screen.placing import PayView, held_tile, laid_by, laying_seat, lit_by, may_lie, pay_views
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
class TellView:
    """A line told thing by thing: what comes next, TILE, ORDER, or empty when whole."""

    slot: str
    lines: Sequence[str] = ()  # whole: what it says
    face_up: Sequence[str] = ()


def seat_views(shop: ShopState, spoken_for: int | None) -> list[ShopSeatView]:
    """Everybody's card on top of the page; marked is the seat that the next tap speaks for."""
    return [
        ShopSeatView(
            name,
            shop.cents(seat),
            None if shop.level == Level.BANK else shop.hands[seat].count,
            seat in shop.own and shop.level != Level.BANK,
            seat == spoken_for,
            seat in shop.party.away,
        )
        for seat, name in enumerate(shop.party.names)
    ]


# Telling what was drawn, dealt or turned up


def tell_view(shop: ShopState, draft: ShopDraft, names: Names, viewport: Viewport = PLAIN) -> TellView | None:
    """What comes next in a line told thing by thing."""
    shape = TELL.get(draft.do)
    if shape is None:
        return None
    who = "table" if draft.do == "reveal" else names.write(_seat(shop, draft))
    said: list[str] = []
    things = list(draft.things)
    for word in shape:
        if word not in (TILE, ORDER):
            said.append(word)
        elif things:
            said.append(things.pop(0))
        else:
            up = _face_up(shop, draft) if draft.do in ("order", "tile") and not draft.things else ()
            return TellView(word, (), up)
    if draft.do == "cross":
        return TellView("", _mends(shop, draft, viewport))
    return TellView("", [f"{who}: {' '.join(said)}"])


def _mends(shop: ShopState, draft: ShopDraft, viewport: Viewport) -> list[str]:
    """The cross told tile by tile, as lines."""
    return [f"table: mend @{x},{y} {letter}" for (x, y), letter in cross.told(shop.case, draft, viewport).items()]


def _face_up(shop: ShopState, draft: ShopDraft) -> list[str]:
    things = shop.face_up.orders if draft.do == "order" else shop.face_up.tiles
    return [str(thing) for thing in things if thing is not None]


def _seat(shop: ShopState, draft: ShopDraft) -> int:
    names = [name.casefold() for name in shop.party.names]
    return names.index(draft.seat.casefold()) if draft.seat.casefold() in names else shop.turn


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
    tell: TellView | None = None
    may_end: bool = False
    may_draw: bool = False
    may_box: bool = False
    may_catch: bool = False  # the table may have run ahead of what is told
    ends_as: str = ""  # the line that ends the turn
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
    shop = turn.then if turn and panel == "box" else now
    draft = lying_to_fit(shop.case, draft) if panel == "box" else draft
    tile = held_tile(shop, draft)
    pays = pay_views(shop, draft, names) if panel == "pay" else []
    pay = next((one for one in pays if one.kind == draft.pick), pays[0] if pays else None)
    lit = lit_by(shop, draft, pay.kind) if pay else []
    seat, hand = _actor(shop, draft, panel), shop.hands[shop.turn]
    earlier = list(islice(earlier_turns(table), LATEST_TURNS)) if shop.level != Level.BANK else []
    return ShopView(
        edition=shop.edition,
        level=shop.level,
        step=None if now.over else now.step,
        seats=seat_views(now, None if now.over and panel != "box" else seat),
        laid=now.laid,
        case=None if shop.level == Level.BANK else case_view(shop, draft, lit, viewport, looked_at=not shop.over),
        panel=panel,
        draft=draft,
        viewport=viewport,
        actor=shop.party.names[seat],
        speaker=names.write(seat),
        in_turn=shop.party.names[shop.turn],
        tile=tile.turned(viewport.quarters) if tile else None,
        held=tile is not None and not draft.tile,
        pays=pays,
        pay=pay,
        tell=tell_view(shop, draft, names, viewport) if panel == "tell" else None,
        **(_box(shop, draft, viewport, names, turn) if panel == "box" else {"covered": {}, "moves": {}}),
        **_choices(now, draft, names),
        hand=[str(order) for order in hand.orders],
        hand_unknown=hand.unknown is None or hand.unknown > 0,
        face_up=shop.face_up,
        coins=_coins(table, draft),
        laid_by=laid_by(table, draft),
        taking=_taking(shop, draft),
        earlier=earlier,
    )


def _taking(shop: ShopState, draft: ShopDraft) -> str:
    """The thing chosen, if it lies face up."""
    kind, _, thing = draft.pick.partition(" ")
    lying = {"order": shop.face_up.orders, "tile": shop.face_up.tiles}.get(kind, ())
    return thing if thing in [str(one) for one in lying if one is not None] else ""


def _box(
    shop: ShopState, draft: ShopDraft, viewport: Viewport, names: Names, turn: EarlierTurn | None
) -> dict[str, Any]:
    """What filling a box shows; `shop` as it was in an earlier turn, where the box was forgotten there."""
    into = f"table: insert {turn.before} " if turn else ""
    packs, refusal = pack_views(shop, draft, names, into)
    return {
        "packs": packs,
        "pack": next(
            (one for number, one in enumerate(packs) if str(number) == draft.pick), packs[0] if packs else None
        ),
        "refusal": refusal,
        "anyway": forced_view(shop, draft, names, into) if refusal else None,
        "covered": covered_kinds(shop, draft),
        "sizes": box_sizes(shop),
        "own": shop.turn in shop.own,
        "may_turn": may_turn(shop.case, draft),
        "moves": shifts(shop, draft, viewport),
    }


def _choices(shop: ShopState, draft: ShopDraft, names: Names) -> dict[str, Any]:
    """What the seat in turn may do besides laying; nothing while one donut of a tile is told again."""
    placed = not shop.over and shop.step != Step.PLACE and not draft.wrong
    everything, bank = shop.level == Level.EVERYTHING, shop.level == Level.BANK
    undealt = [n for n, hand in zip(shop.party.names, shop.hands, strict=True) if not hand.placed]
    return {
        "may_end": not shop.over and (bank or (placed and not (everything and shop.stacks))),
        "may_draw": placed and everything and shop.stacks > 0,
        "may_box": placed and not bank and shop.step == Step.BOX,
        "may_catch": everything and not shop.over,
        "ends_as": f"{names.write(shop.turn)}: end",
        "undealt": undealt if everything and not shop.over else (),
        "untold": not bank and UNTOLD in shop.case.open.values(),
    }


def _coins(table: Table, draft: ShopDraft) -> CoinsView | None:
    """The coins of the latest amount somebody took from the bank; None a few lines later."""
    for told in reversed(table.applied[-LATEST_LINES:]):
        if told.paid:
            seat, cents = told.line.seat, sum(told.paid.values())
            return coins_view(table.names.now[seat], cents, draft) if seat is not None and cents > 0 else None
    return None


def _panel(shop: ShopState, draft: ShopDraft, turn: EarlierTurn | None) -> str:
    """The one thing to do next."""
    if shop.level != Level.BANK and (turn or draft.do == "forgotten"):
        return "box" if turn else "forgotten"
    if shop.over:
        return "over"
    if shop.level == Level.BANK:
        return "bank"
    if draft.do == "mend" and (draft.at is None or draft.at in shop.case):
        return "mend"
    if draft.do == "cross" or (draft.do in TELL and shop.level == Level.EVERYTHING):
        return "tell"
    if draft.do == "box" and shop.step == Step.BOX:
        return "box"
    if laying_seat(shop, draft) is None:
        return "turn"
    if held_tile(shop, draft) is not None and draft.at is not None and may_lie(shop.case, draft.at):
        return "pay"
    return "place"


def _actor(shop: ShopState, draft: ShopDraft, panel: str) -> int:
    if panel in ("tell", "bank"):
        return _seat(shop, draft)
    laying = laying_seat(shop, draft)
    return laying if laying is not None and panel in ("place", "pay") else shop.turn
