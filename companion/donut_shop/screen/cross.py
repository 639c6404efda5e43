"""Entering the starting cross tile by tile, in the reading order of the phone's drawing."""

from __future__ import annotations

from companion.donut_shop.case import Case, tile_squares
from companion.donut_shop.parts import Square
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.viewport import Viewport

TILES, LETTERS = 5, 4  # tiles of a cross, letters of a tile


def in_order(case: Case, viewport: Viewport) -> list[Square]:
    """Return the squares in the order of entry: tile by tile, each row by row."""

    def position(square: Square) -> tuple[int, int]:
        return viewport.reading_order(square, 1)

    blocks = sorted(case.blocks(), key=lambda block: viewport.reading_order(block, 2))[:TILES]
    return [square for block in blocks for square in sorted(tile_squares(block), key=position)]


def letters(draft: ShopDraft) -> str:
    """Return the letters entered; pieces other than tiles are skipped."""
    return "".join(piece for piece in draft.pieces if len(piece) == LETTERS) + draft.tile


def entered(case: Case, draft: ShopDraft, viewport: Viewport) -> dict[Square, str]:
    """Return the letters entered, by square."""
    return dict(zip(in_order(case, viewport), letters(draft), strict=False))


def next_square(case: Case, draft: ShopDraft, viewport: Viewport) -> Square | None:
    """Return the square to enter next; None where all are entered."""
    return next(iter(in_order(case, viewport)[len(letters(draft)) :]), None)


def with_entered(case: Case, draft: ShopDraft, viewport: Viewport) -> Case:
    """Return the case with the letters entered."""
    for square, letter in entered(case, draft, viewport).items():
        case = case.corrected(square, letter)
    return case
