"""What one phone is shown of a Donut Shop table: plain values for the templates, never the state itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.donut_shop.case import Case, tile_squares
from companion.donut_shop.draft import ORDER, TELL, TILE, Draft, read_draft
from companion.donut_shop.moves import Place
from companion.donut_shop.near import near, to_tap
from companion.donut_shop.packing import (
    PackView,
    SpotView,
    box_sizes,
    covered_kinds,
    line_of,
    pack_views,
    shifts,
    taps,
)
from companion.donut_shop.parts import HOLES, UNTOLD, Edition, Square, Tile, kind_of
from companion.donut_shop.pay import PER_DONUT, placement_pays
from companion.donut_shop.shop import FaceUp, Level, Shop, Step
from companion.kernel.text import Names
from companion.refusals import Illegal


@dataclass(frozen=True, slots=True)
class SeatView:
    name: str
    cents: int
    orders: int | None
    own: bool
    turn: bool
    away: bool


@dataclass(frozen=True, slots=True)
class DonutView:
    """One square: where, its letter as told, its type (empty for holes and untold), sprinkled or not."""

    x: int
    y: int
    letter: str
    kind: str
    sprinkled: bool


@dataclass(frozen=True, slots=True)
class CaseView:
    """The drawing, in squares. `frame`: left, top, width, height; `boxes`: the same and cents (0 where untold).

    `is_map`: too large to be tapped: a tap brings that part near. `whole`: the draft that shows the whole case again.
    """

    frame: tuple[int, int, int, int]
    tiles: Sequence[Square]
    donuts: Sequence[DonutView]
    boxes: Sequence[tuple[int, int, int, int, int]]
    lit: Sequence[Square] = ()
    spots: Sequence[SpotView] = ()
    laying: Sequence[DonutView] = ()
    lid: tuple[int, int, int, int] | None = None
    taps: Sequence[SpotView] = ()
    listed: Sequence[SpotView] = ()  # every spot, for the numbers below the drawing
    is_map: bool = False
    whole: Draft | None = None


@dataclass(frozen=True, slots=True)
class PayView:
    """One type that may be chosen: what it pays and the line that says so."""

    kind: str
    cents: int
    count: int
    text: str


@dataclass(frozen=True, slots=True)
class TellView:
    """A line told thing by thing: what comes next (TILE, ORDER, or empty when whole), and the line so far."""

    slot: str
    so_far: str
    lines: Sequence[str] = ()  # whole: what it says
    face_up: Sequence[str] = ()


def seat_views(shop: Shop) -> list[SeatView]:
    """Everybody's card on top of the page."""
    return [
        SeatView(
            name,
            shop.cents(seat),
            None if shop.level == Level.BANK else shop.hands[seat].count,
            seat in shop.own and shop.level != Level.BANK,
            seat == shop.turn and not shop.over,
            seat in shop.party.away,
        )
        for seat, name in enumerate(shop.party.names)
    ]


def laying_seat(shop: Shop) -> int | None:
    """Who lays a tile next without any other line before; at `case` that may be the next seat already."""
    if shop.over or shop.level == Level.BANK:
        return None
    if shop.step == Step.PLACE:
        return shop.turn
    if shop.level == Level.CASE and not (shop.owed is not None and sum(shop.owed) <= 1):
        return shop.next_turn
    return None


def held_tile(shop: Shop, draft: Draft) -> Tile | None:
    """The tile to lay, turned as the draft says: the one in hand where it is known, else the one tapped in."""
    seat = laying_seat(shop)
    known = shop.hands[seat].tile if seat is not None and shop.step == Step.PLACE else None
    return known.turned(draft.turn) if known is not None and not draft.tile else draft.laid_tile


def _donut(square: Square, letter: str) -> DonutView:
    x, y = square
    return DonutView(x, y, letter, "" if letter in (HOLES, UNTOLD) else kind_of(letter), letter.islower())


def _donuts(donuts: Iterable[tuple[Square, str]]) -> list[DonutView]:
    return [_donut(square, letter) for square, letter in donuts]


def case_view(shop: Shop, draft: Draft, lit: Sequence[Square] = ()) -> CaseView:
    """The case with what the draft lights up: spots for the tile, the tile laid, a box being placed."""
    case = shop.case
    tile = held_tile(shop, draft) if draft.do == "" else None
    laying = tile is not None and draft.at is not None and _is_free(case, draft.at)
    spots = (
        []
        if tile is None
        else [
            SpotView(number, x, y, draft.but(at=(x, y)), (x, y) == draft.at)
            for number, (x, y) in enumerate(case.spots(), 1)
        ]
    )
    lid = None
    if draft.do == "box" and draft.box and draft.at:
        lid = (*draft.at, draft.box.width, draft.box.height)
    placed = zip(tile_squares(draft.at), tile.donuts, strict=True) if laying and tile and draft.at else ()
    whole = _frame(case, (square for spot in spots for square in tile_squares((spot.x, spot.y))))
    squares = taps(shop, draft)
    frame, is_map = near(whole, draft, draft.at is None and bool(spots or squares))
    return CaseView(
        frame=frame,
        tiles=sorted(case.blocks()),
        donuts=_donuts(case.open.items()),
        boxes=_boxes(shop),
        lit=lit,
        spots=to_tap([spot for spot in spots if not (laying and spot.chosen)], 2, frame, is_map, draft),
        laying=_donuts(placed),
        lid=lid,
        taps=to_tap(squares, 1, frame, is_map, draft),
        listed=spots,
        is_map=is_map,
        whole=draft.but(part=None) if frame != whole else None,
    )


def _is_free(case: Case, at: Square) -> bool:
    return not any(square in case for square in tile_squares(at))


def _frame(case: Case, more: Iterable[Square]) -> tuple[int, int, int, int]:
    """Left, top, width and height of all that is drawn."""
    squares = [*case.open, *case.boxed, *more] or [(0, 0)]
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    return left, top, max(x for x, _ in squares) - left + 1, max(y for _, y in squares) - top + 1


def _boxes(shop: Shop) -> list[tuple[int, int, int, int, int]]:
    """Boxes laid, then single squares under boxes whose outline nobody told."""
    known = [(*at, box.width, box.height, box.cents) for at, box in shop.packed]
    covered = {square for at, box in shop.packed for square in box.squares(at)}
    return known + [(x, y, 1, 1, 0) for x, y in shop.case.boxed if (x, y) not in covered]


# Laying a tile


def pay_views(shop: Shop, draft: Draft, names: Names) -> list[PayView]:
    """What each type would pay where the tile lies now, best first; empty until it lies somewhere."""
    tile, seat = held_tile(shop, draft), laying_seat(shop)
    if tile is None or draft.at is None or seat is None or not _is_free(shop.case, draft.at):
        return []
    pays = placement_pays(shop.case, tile, draft.at, shop.edition, shop.party.rulings)
    views = [
        PayView(kind, PER_DONUT * len(squares), len(squares), line_of(seat, Place(tile, draft.at, kind), names))
        for kind, squares in pays.items()
    ]
    return sorted(views, key=lambda view: -view.cents)


def lit_by(shop: Shop, draft: Draft, kind: str) -> list[Square]:
    """The squares a type would be paid for."""
    tile = held_tile(shop, draft)
    if tile is None or draft.at is None or not _is_free(shop.case, draft.at):
        return []
    return placement_pays(shop.case, tile, draft.at, shop.edition, shop.party.rulings).get(kind, [])


# Telling what was drawn, dealt or turned up


def tell_view(shop: Shop, draft: Draft, names: Names) -> TellView | None:
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
            return TellView(word, " ".join(said), (), up)
    if draft.do == "cross":
        return TellView("", " ".join(said), _mends(shop, said))
    return TellView("", " ".join(said), [f"{who}: {' '.join(said)}"])


def _mends(shop: Shop, tiles: Sequence[str]) -> list[str]:
    """The cross told tile by tile, in reading order of its blocks, as lines."""
    blocks = sorted(shop.case.blocks(), key=lambda block: (block[1], block[0]))
    squares = [square for block in blocks for square in tile_squares(block)]
    letters = "".join(tiles)
    return [f"table: mend @{x},{y} {letter}" for (x, y), letter in zip(squares, letters, strict=False)]


def _face_up(shop: Shop, draft: Draft) -> list[str]:
    things = shop.face_up.orders if draft.do == "order" else shop.face_up.tiles
    return [str(thing) for thing in things if thing is not None]


def _seat(shop: Shop, draft: Draft) -> int:
    names = [name.casefold() for name in shop.party.names]
    return names.index(draft.seat.casefold()) if draft.seat.casefold() in names else shop.turn


# The whole page


@dataclass(frozen=True, slots=True)
class ShopView:
    """Everything the table's page shows; `panel` names the one thing to do next."""

    edition: Edition
    level: Level
    step: Step | None
    seats: Sequence[SeatView]
    laid: int
    case: CaseView | None
    panel: str  # place, pay, box, turn, tell, cross, bank, over
    draft: Draft
    actor: str  # whose line the panel says, as the table calls them
    speaker: str  # the same, quoted where a line needs it
    in_turn: str  # whose turn it is; at `case` another may lay already
    face_up: FaceUp
    covered: Mapping[str, int]
    moves: Mapping[str, Draft | None]
    tile: Tile | None = None
    held: bool = False  # the tile is known from the hand
    pays: Sequence[PayView] = ()
    packs: Sequence[PackView] = ()
    refusal: Illegal | None = None
    tell: TellView | None = None
    may_end: bool = False
    may_draw: bool = False
    may_box: bool = False
    ends_as: str = ""  # the line that ends the turn
    sizes: Sequence[tuple[str, int, int | None]] = ()
    hand: Sequence[str] = ()
    hand_unknown: bool = True
    undealt: Sequence[str] = ()  # seats whose first tile may still be told
    untold: bool = False  # the starting cross is not told yet


def shop_view(shop: Shop, names: Names, args: Mapping[str, str]) -> ShopView:
    """The page for one phone, with what its address says so far."""
    draft = read_draft(args, shop.edition)
    panel = _panel(shop, draft)
    seat = _actor(shop, draft, panel)
    tile = held_tile(shop, draft)
    pays = pay_views(shop, draft, names) if panel == "pay" else []
    lit = lit_by(shop, draft, pays[0].kind) if pays else []
    packs, refusal = pack_views(shop, draft, names) if panel == "box" else ([], None)
    turn = shop.hands[shop.turn]
    return ShopView(
        edition=shop.edition,
        level=shop.level,
        step=None if shop.over else shop.step,
        seats=seat_views(shop),
        laid=shop.laid,
        case=None if shop.level == Level.BANK else case_view(shop, draft, lit),
        panel=panel,
        draft=draft,
        actor=shop.party.names[seat],
        speaker=names.write(seat),
        in_turn=shop.party.names[shop.turn],
        tile=tile,
        held=tile is not None and not draft.tile,
        pays=pays,
        packs=packs,
        refusal=refusal,
        covered=covered_kinds(shop, draft) if panel == "box" else {},
        tell=tell_view(shop, draft, names) if panel == "tell" else None,
        **_choices(shop, names),
        face_up=shop.face_up,
        sizes=box_sizes(shop) if panel == "box" else (),
        moves=shifts(shop, draft) if panel == "box" else {},
        hand=[str(order) for order in turn.orders],
        hand_unknown=turn.unknown is None or turn.unknown > 0,
    )


def _choices(shop: Shop, names: Names) -> dict[str, Any]:
    """What the seat in turn may do besides laying."""
    placed = not shop.over and shop.step != Step.PLACE
    everything, bank = shop.level == Level.EVERYTHING, shop.level == Level.BANK
    undealt = [n for n, hand in zip(shop.party.names, shop.hands, strict=True) if not hand.placed]
    return {
        "may_end": not shop.over and (bank or (placed and not (everything and shop.stacks))),
        "may_draw": placed and everything and shop.stacks > 0,
        "may_box": placed and not bank and shop.step == Step.BOX,
        "ends_as": f"{names.write(shop.turn)}: end",
        "undealt": undealt if everything and not shop.over else (),
        "untold": not bank and UNTOLD in shop.case.open.values(),
    }


def _panel(shop: Shop, draft: Draft) -> str:
    """The one thing to do next."""
    if shop.over:
        return "over"
    if shop.level == Level.BANK:
        return "bank"
    if draft.do == "cross" or (draft.do in TELL and shop.level == Level.EVERYTHING):
        return "tell"
    if draft.do == "box" and shop.step == Step.BOX:
        return "box"
    if laying_seat(shop) is None:
        return "turn"
    if held_tile(shop, draft) is not None and draft.at is not None and _is_free(shop.case, draft.at):
        return "pay"
    return "place"


def _actor(shop: Shop, draft: Draft, panel: str) -> int:
    if panel == "tell":
        return _seat(shop, draft)
    laying = laying_seat(shop)
    return laying if laying is not None and panel in ("place", "pay") else shop.turn
