"""A case too large for a thumb: the whole drawing is a map, and a tap brings a part of it near."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.donut_shop.screen.boxing import SpotView
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.viewport import PLAIN, Rect, Viewport

PART = 4  # squares of the parts of a map that are tapped where every square could be


def near(whole: Rect, draft: ShopDraft, tapped: bool, viewport: Viewport = PLAIN) -> tuple[Rect, bool]:
    """What is drawn of a case, and whether it is only a map; `tapped`: is there anything to tap in it?

    The whole where a thumb can tap it, else the part asked for, else the whole as a map.
    """
    left, top, width, height = whole
    room_wide, room_high = viewport.room
    if not tapped or (width <= room_wide and height <= room_high):
        return whole, False
    if draft.part is None:
        return whole, True
    x, y, _, _ = viewport.seen(*draft.part)
    wide, high = min(room_wide, width), min(room_high, height)
    return (
        max(left, min(x - wide // 2, left + width - wide)),
        max(top, min(y - high // 2, top + height - high)),
        wide,
        high,
    ), False


def to_tap(
    spots: Sequence[SpotView], size: int, frame: Rect, is_map: bool, draft: ShopDraft, viewport: Viewport = PLAIN
) -> list[SpotView]:
    """What can be tapped in this drawing: on a map each tap lays the draft there and brings its part near, near by only
    what lies whole inside.

    `spots` lie in the table's squares, what can be tapped in those of the drawing.
    """
    left, top, width, height = frame
    found = []
    for spot in spots:
        x, y, _, _ = viewport.seen(spot.x, spot.y, size, size)
        if is_map:
            found.append(replace(spot, x=x, y=y, draft=spot.draft.replace(part=(spot.x, spot.y))))
        elif left <= x <= left + width - size and top <= y <= top + height - size:
            found.append(replace(spot, x=x, y=y, draft=spot.draft.replace(part=draft.part)))
    return found


def parts(squares: Sequence[SpotView], draft: ShopDraft, viewport: Viewport) -> list[SpotView]:
    """The parts of a map in which some square can be tapped; a tap brings the part near."""
    corners = sorted({(spot.x // PART * PART, spot.y // PART * PART) for spot in squares})
    middle = PART // 2
    return [
        SpotView(0, *viewport.seen(x, y, PART, PART)[:2], draft.replace(part=(x + middle, y + middle)))
        for x, y in corners
    ]
