"""Draws a reading over the rectified picture, as markup: a large case has more squares than a template can draw fast.

All coordinates are squares of the reading; the picture has a margin of one square.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from companion.donut_shop.case import BOXED, EMPTY
from companion.donut_shop.parts import Square
from companion.web.photo.draft import PhotoDraft
from companion.web.photo.labels import square_name

SELECTED = '<rect class="lid" x="{}" y="{}" width="1" height="1" rx=".12"/>'


@dataclass(frozen=True, slots=True)
class PhotoOverlay:
    """`picture`, `path`: addresses of picture and page; `outlines`: rectangles of what is new; `differences`:
    squares where app and photo differ; `row_column` counts a square's row and column.
    """

    draft: PhotoDraft
    picture: str
    path: str
    row_column: Callable[[Square], tuple[int, int]]
    outlines: Sequence[tuple[int, int, int, int]] = ()
    differences: Sequence[Square] = ()

    @property
    def view_box(self) -> str:
        return " ".join(map(str, self.draft.frame()))

    @property
    def is_map(self) -> bool:
        return self.draft.is_large and self.draft.part is None

    def image(self) -> Markup:
        wide, high = self.draft.size
        return _markup('<image href="{}" x="-1" y="-1" width="{}" height="{}"/>', self.picture, wide + 2, high + 2)

    def marks(self) -> Markup:
        """Return the letters read, square by square, with rings around doubts and around corrected squares."""
        doubts = set(self.draft.doubts())
        drawn = [_letter(square, letter) for square, letter in self.draft.squares().items()]
        drawn += [_markup('<circle class="doubt" cx="{}.5" cy="{}.5" r=".44"/>', *square) for square in sorted(doubts)]
        settled = [
            square for square, letter in self.draft.corrections.items() if square not in doubts and letter != EMPTY
        ]
        drawn += [_markup('<circle class="settled" cx="{}.5" cy="{}.5" r=".44"/>', *square) for square in settled]
        outline = '<rect class="draft" x="{}" y="{}" width="{}" height="{}" rx=".2"/>'
        drawn += [_markup(outline, *rect) for rect in self.outlines]
        drawn += [_markup(SELECTED, *square) for square in self.differences]
        if self.draft.selected:
            drawn += [_markup(SELECTED, *square) for square in self.draft.similar(self.draft.selected)]
        return Markup("").join(drawn)

    def taps(self) -> Markup:
        """Return a link for each square: on a map to its part, else to its correction."""
        left, top, wide, high = self.draft.frame()
        squares = [(x, y) for y in range(top, top + high) for x in range(left, left + wide)]
        link = '<a class="tap" href="{}" aria-label="{}"><rect x="{}" y="{}" width="1" height="1"/></a>'
        return Markup("").join(_markup(link, self._address(square), self._name(square), *square) for square in squares)

    def _name(self, square: Square) -> str:
        return square_name(self.row_column(square), self.draft.letter(square), self.draft.edition)

    def _address(self, square: Square) -> str:
        if self.is_map:
            return self.draft.enlarge(square).link(self.path)
        return self.draft.select(square).link(self.path)

    def close_up(self, square: Square) -> Markup:
        """Return the photo of a square and those around it."""
        x, y = square
        wide, high = self.draft.size
        left, top = min(max(x - 1, -1), wide - 2), min(max(y - 1, -1), high - 2)
        whole = '<svg class="crop" viewBox="{} {} 3 3" aria-hidden="true">{}{}</svg>'
        return _markup(whole, left, top, self.image(), _markup(SELECTED, x, y))


def _letter(square: Square, letter: str) -> Markup:
    x, y = square
    if letter == BOXED:
        return _markup('<rect class="boxed" x="{}.06" y="{}.06" width=".88" height=".88" rx=".12"/>', x, y)
    label = letter.upper() + "*" if letter.islower() else letter
    badge = _markup('<circle class="badge" cx="{}.72" cy="{}.74" r=".26"/>', x, y)
    return badge + _markup('<text class="read" x="{}.72" y="{}.75">{}</text>', x, y, label)


def _markup(template: str, *values: object) -> Markup:
    return Markup(template).format(*(value if isinstance(value, Markup) else escape(value) for value in values))
