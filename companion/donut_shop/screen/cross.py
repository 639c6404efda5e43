"""The starting cross told tile by tile, as the phone it is told on sees it drawn."""

from __future__ import annotations

from companion.donut_shop.case import Case, tile_squares
from companion.donut_shop.parts import Square
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.viewport import Viewport

TILES, LETTERS = 5, 4  # tiles of a cross, letters of a tile


def in_order(case: Case, viewport: Viewport) -> list[Square]:
    """Every square in the order it is asked: tile by tile, each row by row."""

    def read(square: Square) -> tuple[int, int]:
        return viewport.reading_order(square, 1)

    blocks = sorted(case.blocks(), key=lambda block: viewport.reading_order(block, 2))[:TILES]
    return [square for block in blocks for square in sorted(tile_squares(block), key=read)]


def letters(draft: ShopDraft) -> str:
    """What is told so far, letter by letter; a thing that is no tile is passed over."""
    return "".join(thing for thing in draft.pieces if len(thing) == LETTERS) + draft.tile


def told(case: Case, draft: ShopDraft, viewport: Viewport) -> dict[Square, str]:
    """The letters told so far, each on its square."""
    return dict(zip(in_order(case, viewport), letters(draft), strict=False))


def asked(case: Case, draft: ShopDraft, viewport: Viewport) -> Square | None:
    """The square that is asked now; None where all are told."""
    return next(iter(in_order(case, viewport)[len(letters(draft)) :]), None)


def as_told(case: Case, draft: ShopDraft, viewport: Viewport) -> Case:
    """The case with what is told so far."""
    for square, letter in told(case, draft, viewport).items():
        case = case.corrected(square, letter)
    return case
