"""The drawing of the case on one phone, as plain values for the templates."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple

from companion.donut_shop.case import Case, tile_squares
from companion.donut_shop.parts import HOLES, UNKNOWN, Square, Tile, kind_of, row_and_column
from companion.donut_shop.pay import PER_DONUT, placement_pays
from companion.donut_shop.screen import cross
from companion.donut_shop.screen.boxing import SpotView, listed_places, tappable_squares
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.placing import is_free, tile_to_lay
from companion.donut_shop.screen.viewport import PLAIN, Rect, Viewport
from companion.donut_shop.screen.zoom import PART, map_parts, part_around, steps_around, tap_targets, visible_part
from companion.donut_shop.state import ShopState

THUMB = 2  # squares a thumb needs
KEYS_HIGH = 2 * THUMB + 1  # squares the two keys of the drawing take
BOX_SHARE = 0.5  # of the height of a screen's drawing, left to it while a box is filled
FAR = 1.0  # times the room of a screen, where a square has 24 px: above it the donuts are drawn for far
BESIDE = 0.35  # squares from the first donut of a row to its number


class DonutView(NamedTuple):
    """One square: its place and its letter. A named tuple: a case has hundreds, made anew for each page."""

    x: int
    y: int
    letter: str

    @property
    def kind(self) -> str:
        """Its type, empty for holes and unknown donuts."""
        return "" if self.letter in (HOLES, UNKNOWN) else kind_of(self.letter)

    @property
    def sprinkled(self) -> bool:
        return self.letter.islower()


@dataclass(frozen=True, slots=True)
class BoxView:
    """A box in the case: its rectangle, what its seat was paid, and the mark of that seat; both 0 where unknown."""

    x: int
    y: int
    width: int
    height: int
    cents: int
    mark: int


@dataclass(frozen=True, slots=True)
class CaseView:
    """The drawing, in squares as this phone turns it.

    `origin`: the top left square of the whole case at the table, from which rows and columns are counted. `count`: the
    number of all tiles, visible or not. `mark`: of the seat whose draft is drawn. `laid`: the tile of
    the draft, or the tile of the cross being entered. `lid`: a box being laid, or the one square to enter. `tap_size`:
    side of each of `taps`. `listed`: every spot, for the list below the drawing. `places`: of a box, for that list.
    `counted`: numbers of rows and columns, as x, y and the number. `is_map`: too large to tap, so that a tap zooms in.
    `is_far`: so small that donuts are drawn for far. `last`, `last_mark`: the tile laid last and the mark of its seat;
    `is_fresh`: it, or the box packed last, is what just happened at the table. `near`: the draft that brings a part
    near. `whole`: the draft that shows the whole case again. `is_crowded`:
    something is drawn where the keys of the drawing lie, in its lower right corner. `steps`: the
    drafts that move the part shown left, right, up or down, where there is more to see.
    """

    frame: Rect
    origin: Square
    viewport: Viewport
    tiles: Sequence[Square]
    count: int
    donuts: Sequence[DonutView]
    boxes: Sequence[BoxView]
    mark: int = 1
    lit: Sequence[Square] = ()
    spots: Sequence[SpotView] = ()
    laying: Sequence[DonutView] = ()
    laid: Square | None = None
    lid: Rect | None = None
    taps: Sequence[SpotView] = ()
    tap_size: int = 1
    listed: Sequence[SpotView] = ()
    places: Sequence[SpotView] = ()
    counted: Sequence[tuple[float, float, int]] = ()
    is_map: bool = False
    is_far: bool = False
    last: Square | None = None
    last_mark: int = 0
    is_fresh: bool = False
    near: ShopDraft | None = None
    whole: ShopDraft | None = None
    is_crowded: bool = False
    steps: Mapping[str, ShopDraft] = field(default_factory=dict)

    def row_column(self, x: int, y: int, width: int = 1, height: int = 1) -> tuple[int, int]:
        """Return the row and the column, from 1, of squares of the drawing: of their top left square at the table."""
        return row_and_column(self.origin, self.viewport.to_table(x, y, width, height)[:2])

    def place_name(self, place: SpotView) -> tuple[int, int]:
        """Return the row and the column, from 1, of a box's place."""
        return row_and_column(self.origin, place.draft.at or (0, 0))


@dataclass(frozen=True, slots=True)
class _Scene:
    """The case of a draft before it is drawn, in the table's squares.

    `target`: the one square to enter or correct. `at`: where the tile of the draft lies. `spots`: places to tap for a
    tile. `squares`: single squares to tap, each with what it chooses, None for nothing yet. `whole`, `frame`: the whole
    drawing and the part shown of it, in squares of the drawing. `is_around`: that part follows the box being filled.
    """

    case: Case
    target: Square | None
    tile: Tile | None
    at: Square | None
    spots: Sequence[SpotView]
    squares: Mapping[Square, Square | None]
    whole: Rect
    frame: Rect
    is_map: bool
    is_around: bool


def case_view(
    state: ShopState,
    draft: ShopDraft,
    lit: Sequence[Square] = (),
    viewport: Viewport = PLAIN,
    *,
    zoomable: bool = False,
    newest: Square | None = None,
) -> CaseView:
    """Return the drawing of a case with its draft: spots for the tile, the tile laid, a box, or the cross entered.

    `lit`: squares to highlight. `zoomable`: parts of a large case can be zoomed into though nothing can be chosen yet.
    `newest`: where the tile laid last lies; the magnifier brings it near.
    """
    scene = _scene(state, draft, viewport, zoomable=zoomable, newest=newest)
    case, frame, origin = scene.case, scene.frame, state.case.origin()
    placed = zip(tile_squares(scene.at), scene.tile.donuts, strict=True) if scene.tile and scene.at else ()
    fitting = [_seen_place(place, draft, viewport) for place in listed_places(state, draft, viewport)]
    drawn, blocks, shown = _drawn(case, scene.spots, viewport), case.blocks(), _shown(frame, viewport)
    return CaseView(
        frame=frame,
        origin=origin,
        viewport=viewport,
        tiles=sorted(at for block in blocks if _inside(shown, *(at := viewport.to_drawing(*block, 2, 2)[:2]), 2)),
        count=len(blocks),
        donuts=[donut for donut in _donuts(case.open.items(), viewport) if _inside(shown, donut.x, donut.y)],
        boxes=_boxes(state, viewport),
        lit=[viewport.to_drawing(*square)[:2] for square in lit],
        spots=_free_spots(scene, draft, viewport),
        laying=_donuts(placed, viewport),
        laid=_outlined(scene, viewport),
        lid=_lid(draft, scene.target, viewport),
        taps=_taps(scene, draft, viewport),
        tap_size=PART if scene.is_map else 1,
        listed=scene.spots,
        places=fitting,
        counted=_counted(frame, origin, drawn, viewport) if fitting else (),
        is_map=scene.is_map,
        is_far=_is_far(frame, draft, viewport),
        near=draft.replace(part=draft.at or newest or _middle(scene.whole, viewport), whole=False),
        whole=draft.replace(part=None, whole=True) if frame != scene.whole else None,
        is_crowded=_is_crowded(frame, drawn, viewport),
        steps={} if scene.is_around else steps_around(scene.whole, frame, draft, viewport),
    )


def _outlined(scene: _Scene, viewport: Viewport) -> Square | None:
    """Return where the tile with an outline is drawn: the one laid, or that of the square entered again."""
    at = _tile_around(scene.target) if scene.target else scene.at
    return viewport.to_drawing(*at, 2, 2)[:2] if at else None


def _scene(state: ShopState, draft: ShopDraft, viewport: Viewport, *, zoomable: bool, newest: Square | None) -> _Scene:
    """Return what there is to draw and to tap."""
    case, target = state.case, draft.at if draft.do == "mend" else None
    if draft.do == "cross":
        case, target = cross.with_entered(case, draft, viewport), cross.next_square(case, draft, viewport)
    tile = tile_to_lay(state, draft) if draft.do == "" else None
    at = draft.at if tile is not None and draft.at is not None and is_free(case, draft.at) else None
    spots = _spots(state, draft, tile, viewport) if tile else []
    squares = _tapped(state, case, draft, zoomable=zoomable and not spots)
    whole = _frame(case, (square for spot in spots for square in tile_squares((spot.x, spot.y))), viewport)
    chosen = draft.at is not None and draft.part is None
    newest = newest if zoomable and not spots and not draft.do else None
    frame, is_map = visible_part(whole, draft, bool(spots or squares) and not chosen, viewport, newest)
    lid = _lid(draft, None, viewport)
    is_around = bool(zoomable and lid and chosen and not draft.whole)
    if is_around and lid:
        frame = part_around(whole, lid, viewport)
    return _Scene(case, target, tile, at, spots, squares, whole, frame, is_map, is_around)


def _drawn(case: Case, spots: Iterable[SpotView], viewport: Viewport) -> set[Square]:
    """Return the squares of the drawing that are not empty."""
    drawn = {viewport.to_drawing(*square)[:2] for square in (*case.open, *case.boxed)}
    return drawn | {square for spot in spots for square in tile_squares(viewport.to_drawing(spot.x, spot.y, 2, 2)[:2])}


def _free_spots(scene: _Scene, draft: ShopDraft, viewport: Viewport) -> list[SpotView]:
    """Return the spots to tap, without the one on which the tile lies."""
    free = [spot for spot in scene.spots if not (scene.at and spot.chosen)]
    return tap_targets(free, 2, scene.frame, scene.is_map, draft, viewport)


def _taps(scene: _Scene, draft: ShopDraft, viewport: Viewport) -> list[SpotView]:
    """Return the squares to tap, or the parts of a map, without those that change nothing."""
    if scene.is_map:
        return map_parts(scene.squares, draft, viewport)
    seen = [(viewport.to_drawing(*square)[:2], at) for square, at in scene.squares.items() if at is not None]
    taps = [SpotView(0, *place, draft.replace(at=at)) for place, at in seen if _inside(scene.frame, *place)]
    return [tap for tap in taps if tap.draft != draft]


def _lid(draft: ShopDraft, target: Square | None, viewport: Viewport) -> Rect | None:
    """Return the rectangle of the box being laid, or of the one square to enter."""
    if draft.do == "box" and draft.box and draft.at:
        return viewport.to_drawing(*draft.at, draft.box.width, draft.box.height)
    return viewport.to_drawing(*target) if target else None


def _tapped(state: ShopState, case: Case, draft: ShopDraft, *, zoomable: bool) -> Mapping[Square, Square | None]:
    """Return the squares to tap; where nothing can be chosen yet, all squares of a zoomable case."""
    if zoomable and not draft.do:
        return dict.fromkeys((*case.open, *case.boxed))
    return {**tappable_squares(state, draft)}


def _spots(state: ShopState, draft: ShopDraft, tile: Tile, viewport: Viewport) -> list[SpotView]:
    """Return the spots for the tile, numbered in reading order, with the cents of its present orientation if shown."""
    return [
        SpotView(
            number,
            *spot,
            draft.replace(at=spot, pick=""),
            spot == draft.at,
            _most(state, tile, spot) if viewport.pays else None,
        )
        for number, spot in enumerate(sorted(state.case.spots(), key=lambda spot: viewport.reading_order(spot, 2)), 1)
    ]


def _seen_place(place: SpotView, draft: ShopDraft, viewport: Viewport) -> SpotView:
    """Return a place of a box in the squares of the drawing."""
    assert draft.box is not None
    x, y, _, _ = viewport.to_drawing(place.x, place.y, draft.box.width, draft.box.height)
    return place._replace(x=x, y=y, draft=place.draft.replace(part=None))


def _counted(
    frame: Rect, origin: Square, drawn: Collection[Square], viewport: Viewport
) -> list[tuple[float, float, int]]:
    """Return the numbers of rows and columns, each beside its first visible square; a shared corner has only one.

    They are those of the unturned case, so that all phones of a table give a square the same name.
    """
    rows: dict[int, int] = {}  # the first visible square of each
    columns: dict[int, int] = {}
    for x, y in drawn:
        if _inside(frame, x, y):
            rows[y], columns[x] = min(x, rows.get(y, x)), min(y, columns.get(x, y))

    def number(square: Square, along: int) -> int:
        return row_and_column(origin, viewport.to_table(*square)[:2])[(along + viewport.quarters) % 2]

    return [
        *((x - BESIDE, y + 0.5, number((x, y), 0)) for y, x in rows.items() if columns.get(x - 1) != y + 1),
        *((x + 0.5, y - BESIDE, number((x, y), 1)) for x, y in columns.items()),
    ]


def _most(state: ShopState, tile: Tile, at: Square) -> int:
    """Return the cents of the best type at a spot."""
    pays = placement_pays(state.case, tile, at, state.edition, state.party.rulings)
    return PER_DONUT * max(map(len, pays.values()))


def _middle(whole: Rect, viewport: Viewport) -> Square:
    """Return the square at the table in the middle of a drawing."""
    left, top, width, height = whole
    x, y, _, _ = viewport.to_table(left + width // 2, top + height // 2)
    return x, y


def _tile_around(square: Square) -> Square:
    """Return the top left square of the tile at a square."""
    return square[0] // 2 * 2, square[1] // 2 * 2


def _donuts(donuts: Iterable[tuple[Square, str]], viewport: Viewport) -> list[DonutView]:
    return [DonutView(*viewport.to_drawing(*square)[:2], letter) for square, letter in donuts]


def _frame(case: Case, more: Iterable[Square], viewport: Viewport) -> Rect:
    """Return the rectangle of everything drawn, in squares of the drawing."""
    squares = [*case.open, *case.boxed, *more] or [(0, 0)]
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    right, bottom = max(x for x, _ in squares), max(y for _, y in squares)
    return viewport.to_drawing(left, top, right - left + 1, bottom - top + 1)


def _shown(frame: Rect, viewport: Viewport) -> Rect:
    """Return what a screen shows: the frame, and what lies beside it where the screen has another shape."""
    left, top, width, height = frame
    scale = max(width / viewport.room[0], height / viewport.room[1])
    beside = ceil((viewport.room[0] * scale - width) / 2)
    below = ceil((viewport.room[1] * scale - height) / 2)
    return left - beside, top - below, width + 2 * beside, height + 2 * below


def _inside(frame: Rect, x: int, y: int, size: int = 1) -> bool:
    """Return whether any part of this is visible."""
    left, top, width, height = frame
    return left - size < x < left + width and top - size < y < top + height


def _is_far(frame: Rect, draft: ShopDraft, viewport: Viewport) -> bool:
    """Return whether a square is drawn so small that its donut is drawn for far."""
    room_wide, room_high = viewport.room
    filling = draft.do == "box" and draft.at is not None
    return max(frame[2] / room_wide, frame[3] / (room_high * (BOX_SHARE if filling else 1))) > FAR


def _is_crowded(frame: Rect, drawn: Collection[Square], viewport: Viewport) -> bool:
    """Return whether something is drawn in the lower right corner, where its keys lie, one above another."""
    left, top, width, height = frame
    scale = max(width / viewport.room[0], height / viewport.room[1])
    beside = int(viewport.room[0] * scale - width) // 2  # squares left free at each side of a high drawing
    below = int(viewport.room[1] * scale - height) // 2
    right, bottom = left + width + beside, top + height + below
    wide, high = ceil(THUMB * scale), ceil(KEYS_HIGH * scale)
    return any((i, j) in drawn for i in range(right - wide, right) for j in range(bottom - high, bottom))


def _boxes(state: ShopState, viewport: Viewport) -> list[BoxView]:
    """Return the boxes laid, then single boxed squares whose box is unknown."""
    known = [
        BoxView(*viewport.to_drawing(*at, box.width, box.height), cents, state.party.mark(seat))
        for at, box, seat, cents in state.packed
    ]
    covered = {square for one in state.packed for square in one.box.squares(one.at)}
    return known + [
        BoxView(*viewport.to_drawing(*square), 0, 0) for square in state.case.boxed if square not in covered
    ]
