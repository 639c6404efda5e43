"""A case too large for a thumb: the whole drawing is a map, and a tap brings a part of it near."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.donut_shop.draft import Draft
from companion.donut_shop.packing import SpotView

Frame = tuple[int, int, int, int]  # left, top, width, height in squares

# What a phone of 390 x 844 shows with 24 px a square, so 48 px a spot, the smallest that a thumb hits.
WIDE, HIGH = 15, 13


def near(whole: Frame, draft: Draft, tapped: bool) -> tuple[Frame, bool]:
    """What is drawn of a case, and whether it is only a map; `tapped`: is there anything to tap in it?

    The whole where a thumb can tap it, else the part asked for, else the whole as a map.
    """
    left, top, width, height = whole
    if not tapped or (width <= WIDE and height <= HIGH):
        return whole, False
    if draft.part is None:
        return whole, True
    x, y = draft.part
    wide, high = min(WIDE, width), min(HIGH, height)
    return (
        max(left, min(x - wide // 2, left + width - wide)),
        max(top, min(y - high // 2, top + height - high)),
        wide,
        high,
    ), False


def to_tap(spots: Sequence[SpotView], size: int, frame: Frame, is_map: bool, draft: Draft) -> list[SpotView]:
    """What can be tapped in this drawing: on a map each leads to its part, near by only what lies whole inside."""
    if is_map:
        return [replace(spot, draft=draft.but(part=(spot.x, spot.y))) for spot in spots]
    left, top, width, height = frame
    inside = [s for s in spots if left <= s.x <= left + width - size and top <= s.y <= top + height - size]
    return [replace(spot, draft=spot.draft.but(part=None)) for spot in inside]
