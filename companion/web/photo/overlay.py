"""The straightened picture with what was read over it, as markup: a large case has more squares than a template likes.

All in squares of the reading; the picture reaches one square further on every side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from companion.donut_shop.case import BOXED, EMPTY
from companion.donut_shop.parts import Square
from companion.web.photo.draft import PhotoDraft
from companion.web.photo.labels import square_name

LID = '<rect class="lid" x="{}" y="{}" width="1" height="1" rx=".12"/>'


@dataclass(frozen=True, slots=True)
class Drawing:
    """`picture`, `path`: where picture and page stand; `outlines` of what is new: left, top, width, height; `differs`:
    squares the app knows otherwise; `row_column`: the name of a square.
    """

    ask: PhotoDraft
    picture: str
    path: str
    row_column: Callable[[Square], tuple[int, int]]
    outlines: Sequence[tuple[int, int, int, int]] = ()
    differs: Sequence[Square] = ()

    @property
    def view_box(self) -> str:
        return " ".join(map(str, self.ask.frame()))

    @property
    def is_map(self) -> bool:
        return self.ask.is_large and self.ask.part is None

    def image(self) -> Markup:
        wide, high = self.ask.size
        return _markup('<image href="{}" x="-1" y="-1" width="{}" height="{}"/>', self.picture, wide + 2, high + 2)

    def marks(self) -> Markup:
        """What was read, square by square; rings where somebody should look, and where somebody did."""
        doubts = set(self.ask.doubts())
        drawn = [_read(square, letter) for square, letter in self.ask.squares().items()]
        drawn += [_markup('<circle class="doubt" cx="{}.5" cy="{}.5" r=".44"/>', *square) for square in sorted(doubts)]
        settled = [square for square, letter in self.ask.mends.items() if square not in doubts and letter != EMPTY]
        drawn += [_markup('<circle class="settled" cx="{}.5" cy="{}.5" r=".44"/>', *square) for square in settled]
        outline = '<rect class="draft" x="{}" y="{}" width="{}" height="{}" rx=".2"/>'
        drawn += [_markup(outline, *rect) for rect in self.outlines]
        drawn += [_markup(LID, *square) for square in self.differs]
        if self.ask.sel:
            drawn += [_markup(LID, *square) for square in self.ask.alike(self.ask.sel)]
        return Markup("").join(drawn)

    def taps(self) -> Markup:
        """A link for each square; on a map to its part, else to mending it."""
        left, top, wide, high = self.ask.frame()
        squares = [(x, y) for y in range(top, top + high) for x in range(left, left + wide)]
        link = '<a class="tap" href="{}" aria-label="{}"><rect x="{}" y="{}" width="1" height="1"/></a>'
        return Markup("").join(_markup(link, self._to(square), self._name(square), *square) for square in squares)

    def _name(self, square: Square) -> str:
        return square_name(self.row_column(square), self.ask.letter(square), self.ask.edition)

    def _to(self, square: Square) -> str:
        if self.is_map:
            return self.ask.replace(part=square).link(self.path)
        return self.ask.replace(sel=square, alone=False).link(self.path)

    def near(self, square: Square) -> Markup:
        """The square and those around it, as the photo shows them."""
        x, y = square
        wide, high = self.ask.size
        left, top = min(max(x - 1, -1), wide - 2), min(max(y - 1, -1), high - 2)
        whole = '<svg class="crop" viewBox="{} {} 3 3" aria-hidden="true">{}{}</svg>'
        return _markup(whole, left, top, self.image(), _markup(LID, x, y))


def _read(square: Square, letter: str) -> Markup:
    x, y = square
    if letter == BOXED:
        return _markup('<rect class="boxed" x="{}.06" y="{}.06" width=".88" height=".88" rx=".12"/>', x, y)
    said = letter.upper() + "*" if letter.islower() else letter
    badge = _markup('<circle class="badge" cx="{}.72" cy="{}.74" r=".26"/>', x, y)
    return badge + _markup('<text class="read" x="{}.72" y="{}.75">{}</text>', x, y, said)


def _markup(template: str, *values: object) -> Markup:
    return Markup(template).format(*(value if isinstance(value, Markup) else escape(value) for value in values))
