"""Drawing a case too large for a thumb: the whole drawing is a map, and a tap on it zooms into a part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from companion.donut_shop.parts import Square
from companion.donut_shop.screen.boxing import SpotView
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.viewport import LEAST, PLAIN, Rect, Viewport

PART = 4  # side of the parts of a map that are tapped, in squares
UNREADABLE = 1.5  # times the room of a screen: a square is then under 16 px
KEYS = 3  # squares of a screen's width beside a part, left to the keys of the drawing
STRIPS = 5  # likewise, where keys that move the part stand at both sides
LOW = 6  # squares of height drawn while a box is filled
STEP = 2 / 3  # of a part: how far a key moves it
CLOSER = 0.6  # of a case that fits, shown by the magnifier


def visible_part(
    whole: Rect, draft: ShopDraft, tapped: bool, viewport: Viewport = PLAIN, newest: Square | None = None
) -> tuple[Rect, bool]:
    """Return the rectangle drawn of a case, and whether it is only a map. `tapped`: there is something to tap in it.

    The part of the draft is drawn where it has one, else the whole, as a map where a thumb is too large for it.
    `newest`: the square whose part is drawn of a case too large to be read, while nothing of it has to be tapped.
    """
    left, top, width, height = whole
    room_wide, room_high = viewport.room
    scale = max(width / room_wide, height / room_high)
    part = draft.part or (newest if scale > UNREADABLE and not draft.whole else None)
    if part is None:
        return whole, tapped and scale > 1
    x, y, _, _ = viewport.to_drawing(*part)
    wide, high = min(max(LEAST - STRIPS, room_wide - STRIPS), width), min(room_high, height)
    if scale <= 1:
        wide, high = (min(side, max(LEAST, ceil(CLOSER * side))) for side in (width, height))
    return (
        max(left, min(x - wide // 2, left + width - wide)),
        max(top, min(y - high // 2, top + height - high)),
        wide,
        high,
    ), False


def steps_around(whole: Rect, frame: Rect, draft: ShopDraft, viewport: Viewport = PLAIN) -> dict[str, ShopDraft]:
    """Return the drafts that move a part over the case, by the name of the key: only where there is more to see.

    A step is two thirds of the part, so that something drawn in it is seen again in the next one.
    """
    left, top, width, height = frame
    last_left, last_top = whole[0] + whole[2] - width, whole[1] + whole[3] - height
    across, down = ceil(width * STEP), ceil(height * STEP)
    corners = {
        "left": (max(whole[0], left - across), top),
        "right": (min(last_left, left + across), top),
        "up": (left, max(whole[1], top - down)),
        "down": (left, min(last_top, top + down)),
    }
    steps = {}
    for name, corner in corners.items():
        if corner != (left, top):
            x, y, _, _ = viewport.to_table(corner[0] + width // 2, corner[1] + height // 2)
            steps[name] = draft.replace(part=(x, y), whole=False)
    return steps


def part_around(whole: Rect, box: Rect, viewport: Viewport) -> Rect:
    """Return the low part of a case drawn while a box is filled, with the box in its middle."""
    left, top, width, height = whole
    wide = min(max(LEAST - KEYS, viewport.room[0] - KEYS), width)
    high = min(max(LOW, box[3] + 2), height)
    return (
        max(left, min(box[0] + box[2] // 2 - wide // 2, left + width - wide)),
        max(top, min(box[1] + box[3] // 2 - high // 2, top + height - high)),
        wide,
        high,
    )


def tap_targets(
    spots: Sequence[SpotView], size: int, frame: Rect, is_map: bool, draft: ShopDraft, viewport: Viewport = PLAIN
) -> list[SpotView]:
    """Return the places to tap in this drawing: on a map each also zooms into its part, else those fully visible.

    `spots` are in the table's squares, the places returned in those of the drawing.
    """
    left, top, width, height = frame
    found = []
    for spot in spots:
        x, y, _, _ = viewport.to_drawing(spot.x, spot.y, size, size)
        if is_map:
            found.append(spot._replace(x=x, y=y, draft=spot.draft.replace(part=(spot.x, spot.y))))
        elif left <= x <= left + width - size and top <= y <= top + height - size:
            same = spot.draft.part == draft.part
            found.append(spot._replace(x=x, y=y, draft=spot.draft if same else spot.draft.replace(part=draft.part)))
    return found


def map_parts(squares: Iterable[Square], draft: ShopDraft, viewport: Viewport) -> list[SpotView]:
    """Return the parts of a map with squares to tap; a tap zooms into the part."""
    corners = sorted({(x // PART * PART, y // PART * PART) for x, y in squares})
    middle = PART // 2
    return [
        SpotView(0, *viewport.to_drawing(x, y, PART, PART)[:2], draft.replace(part=(x + middle, y + middle)))
        for x, y in corners
    ]
