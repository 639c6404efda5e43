"""The case as one phone sees it drawn: plain values for the templates."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil

from companion.donut_shop.case import Case, tile_squares
from companion.donut_shop.parts import HOLES, UNTOLD, Square, Tile, counted_from, kind_of
from companion.donut_shop.pay import PER_DONUT, placement_pays
from companion.donut_shop.screen import cross
from companion.donut_shop.screen.boxing import SpotView, places, taps
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.placing import held_tile, is_free
from companion.donut_shop.screen.viewport import PLAIN, Rect, Viewport
from companion.donut_shop.screen.zoom import PART, near, parts, to_tap
from companion.donut_shop.state import ShopState

THUMB = 2  # squares a thumb needs
TOO_SMALL = 1.6  # times the squares a screen has room for: a letter is under 6 px then
BESIDE = 0.35  # squares from the first donut of a row to its number


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
    """The drawing, in squares as this phone turns it. `origin`: the top left of the whole case as the table counts it,
    from which rows and columns are counted, see `row_column`. `boxes`: left, top, width, height and cents (0 where
    untold).

    `lid`: a box being laid, or the one square that is asked. `is_map`: too large to be tapped: a tap brings that part
    near. `whole`: the draft that shows the whole case again.
    """

    frame: Rect
    origin: Square
    viewport: Viewport
    tiles: Sequence[Square]
    count: int  # all tiles, those outside of this part too
    donuts: Sequence[DonutView]
    boxes: Sequence[tuple[int, int, int, int, int]]
    lit: Sequence[Square] = ()
    spots: Sequence[SpotView] = ()
    laying: Sequence[DonutView] = ()
    laid: Square | None = None  # where the tile half said lies, or the one of the cross that is told now
    lid: Rect | None = None
    taps: Sequence[SpotView] = ()
    tap_size: int = 1  # squares of what can be tapped
    listed: Sequence[SpotView] = ()  # every spot, for the numbers below the drawing
    places: Sequence[SpotView] = ()  # of a box, by its top left square as it is drawn, for the list below
    counted: Sequence[tuple[float, float, int]] = ()  # rows and columns counted for that list: where, and the number
    is_map: bool = False
    is_small: bool = False  # nobody could read its letters
    whole: ShopDraft | None = None
    corner: str = ""  # where nothing is drawn, so that a button may lie there: a side and an end, as `top right`

    def row_column(self, x: int, y: int, width: int = 1, height: int = 1) -> tuple[int, int]:
        """The row and the column, from 1, of squares of the drawing: by their top left square in the unturned case."""
        return counted_from(self.origin, self.viewport.told(x, y, width, height)[:2])

    def place_name(self, place: SpotView) -> tuple[int, int]:
        """The same of a box’s place: of its top left square."""
        return counted_from(self.origin, place.draft.at or (0, 0))


def case_view(
    shop: ShopState,
    draft: ShopDraft,
    lit: Sequence[Square] = (),
    viewport: Viewport = PLAIN,
    *,
    looked_at: bool = False,
) -> CaseView:
    """The case with what the draft lights up: spots for the tile, the tile laid, a box being placed, the cross told.

    `looked_at`: its parts can be brought near though nothing in it can be chosen yet.
    """
    asked = cross.asked(shop.case, draft, viewport) if draft.do == "cross" else draft.at if draft.do == "mend" else None
    case = cross.as_told(shop.case, draft, viewport) if draft.do == "cross" else shop.case
    tile = held_tile(shop, draft) if draft.do == "" else None
    at = draft.at if tile is not None and draft.at is not None and is_free(case, draft.at) else None
    spots = _spots(shop, draft, tile, viewport) if tile else []
    outlined = _tile_around(asked) if asked else at
    placed = zip(tile_squares(at), tile.donuts, strict=True) if tile and at else ()
    whole = _frame(case, (square for spot in spots for square in tile_squares((spot.x, spot.y))), viewport)
    squares = _tapped(shop, case, draft, looked_at=looked_at and not spots)
    chosen = draft.at is not None and draft.part is None
    frame, is_map = near(whole, draft, bool(spots or squares) and not chosen, viewport)
    free = [spot for spot in spots if not (at and spot.chosen)]
    others = [square for square in squares if square.draft != draft]
    drawn = {viewport.seen(*square)[:2] for square in (*case.open, *case.boxed)}
    drawn |= {square for spot in spots for square in tile_squares(viewport.seen(spot.x, spot.y, 2, 2)[:2])}
    fitting = [_seen_place(place, draft, viewport) for place in places(shop, draft, viewport)]
    return CaseView(
        frame=frame,
        origin=shop.case.origin(),
        viewport=viewport,
        tiles=sorted(
            at for at in (viewport.seen(*block, 2, 2)[:2] for block in case.blocks()) if _inside(frame, *at, 2)
        ),
        count=len(case.blocks()),
        donuts=[donut for donut in _donuts(case.open.items(), viewport) if _inside(frame, donut.x, donut.y)],
        boxes=_boxes(shop, viewport),
        lit=[viewport.seen(*square)[:2] for square in lit],
        spots=to_tap(free, 2, frame, is_map, draft, viewport),
        laying=_donuts(placed, viewport),
        laid=viewport.seen(*outlined, 2, 2)[:2] if outlined else None,
        lid=_lid(draft, asked, viewport),
        taps=parts(squares, draft, viewport) if is_map else to_tap(others, 1, frame, is_map, draft, viewport),
        tap_size=PART if is_map else 1,
        listed=spots,
        places=fitting,
        counted=_counted(frame, shop.case.origin(), drawn, viewport) if fitting else (),
        is_map=is_map,
        is_small=max(frame[2] / viewport.room[0], frame[3] / viewport.room[1]) > TOO_SMALL,
        whole=draft.replace(part=None) if frame != whole else None,
        corner=_corner(frame, drawn, viewport),
    )


def _lid(draft: ShopDraft, asked: Square | None, viewport: Viewport) -> Rect | None:
    """The box being laid, or the one square that is asked."""
    if draft.do == "box" and draft.box and draft.at:
        return viewport.seen(*draft.at, draft.box.width, draft.box.height)
    return viewport.seen(*asked) if asked else None


def _tapped(shop: ShopState, case: Case, draft: ShopDraft, *, looked_at: bool) -> list[SpotView]:
    """Squares that can be tapped; where there is nothing to choose yet, those of parts that can be brought near."""
    if looked_at and not draft.do:
        return [SpotView(0, x, y, draft) for x, y in (*case.open, *case.boxed)]
    return taps(shop, draft)


def _spots(shop: ShopState, draft: ShopDraft, tile: Tile, viewport: Viewport) -> list[SpotView]:
    """Where the tile may go, numbered as this phone reads the drawing; what it pays there as it is turned now."""
    return [
        SpotView(
            number,
            *spot,
            draft.replace(at=spot, pick=""),
            spot == draft.at,
            _most(shop, tile, spot) if viewport.pays else None,
        )
        for number, spot in enumerate(sorted(shop.case.spots(), key=lambda spot: viewport.reading(spot, 2)), 1)
    ]


def _seen_place(place: SpotView, draft: ShopDraft, viewport: Viewport) -> SpotView:
    """A place of a box where it lies in the drawing."""
    assert draft.box is not None
    x, y, _, _ = viewport.seen(place.x, place.y, draft.box.width, draft.box.height)
    return replace(place, x=x, y=y, draft=place.draft.replace(part=None))


def _counted(
    frame: Rect, origin: Square, drawn: Collection[Square], viewport: Viewport
) -> list[tuple[float, float, int]]:
    """Numbers of rows and columns, each beside the first square of it that is seen; one a corner.

    They are those of the unturned case, so that two phones at a table call a square the same.
    """
    seen = [square for square in drawn if _inside(frame, *square)]
    rows = {y: min(i for i, j in seen if j == y) for _, y in seen}
    columns = {x: min(j for i, j in seen if i == x) for x, _ in seen}

    def number(square: Square, along: int) -> int:
        return counted_from(origin, viewport.told(*square)[:2])[(along + viewport.quarters) % 2]

    return [
        *((x - BESIDE, y + 0.5, number((x, y), 0)) for y, x in rows.items() if columns.get(x - 1) != y + 1),
        *((x + 0.5, y - BESIDE, number((x, y), 1)) for x, y in columns.items()),
    ]


def _most(shop: ShopState, tile: Tile, at: Square) -> int:
    """Cents for the best type."""
    pays = placement_pays(shop.case, tile, at, shop.edition, shop.party.rulings)
    return PER_DONUT * max(map(len, pays.values()))


def _tile_around(square: Square) -> Square:
    """The top left square of the tile a square belongs to."""
    return square[0] // 2 * 2, square[1] // 2 * 2


def _donuts(donuts: Iterable[tuple[Square, str]], viewport: Viewport) -> list[DonutView]:
    return [_donut(viewport.seen(*square), letter) for square, letter in donuts]


def _donut(seen: Rect, letter: str) -> DonutView:
    kind = "" if letter in (HOLES, UNTOLD) else kind_of(letter)
    return DonutView(seen[0], seen[1], letter, kind, letter.islower())


def _frame(case: Case, more: Iterable[Square], viewport: Viewport) -> Rect:
    """Left, top, width and height of all that is drawn."""
    squares = [*case.open, *case.boxed, *more] or [(0, 0)]
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    right, bottom = max(x for x, _ in squares), max(y for _, y in squares)
    return viewport.seen(left, top, right - left + 1, bottom - top + 1)


def _inside(frame: Rect, x: int, y: int, size: int = 1) -> bool:
    """Is any of this to be seen?"""
    left, top, width, height = frame
    return left - size < x < left + width and top - size < y < top + height


def _corner(frame: Rect, drawn: Collection[Square], viewport: Viewport) -> str:
    """A corner of the drawing with room for a thumb; where the drawing is small, that covers more squares."""
    left, top, width, height = frame
    scale = max(width / viewport.room[0], height / viewport.room[1])
    beside = int(viewport.room[0] * scale - width) // 2  # squares left free at each side of a high drawing
    size = ceil(THUMB * scale)
    right, bottom = left + width - size + beside, top + height - size
    for name, x, y in (
        ("top right", right, top),
        ("top left", left - beside, top),
        ("bottom right", right, bottom),
        ("bottom left", left - beside, bottom),
    ):
        if not any((i, j) in drawn for i in range(x, x + size) for j in range(y, y + size)):
            return name
    return ""


def _boxes(shop: ShopState, viewport: Viewport) -> list[tuple[int, int, int, int, int]]:
    """Boxes laid, then single squares under boxes whose outline nobody told."""
    known = [(*viewport.seen(*at, box.width, box.height), box.cents) for at, box in shop.packed]
    covered = {square for at, box in shop.packed for square in box.squares(at)}
    return known + [(*viewport.seen(*square), 0) for square in shop.case.boxed if square not in covered]
