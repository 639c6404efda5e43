"""Small pictures as markup: icons, cards, donuts. Made here and not in templates for speed: a case has up to 336."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

import segno
from flask import Flask, current_app, g
from markupsafe import Markup, escape

from companion.donut_shop.parts import HOLES, UNKNOWN, Edition
from companion.donut_shop.screen.boxing import SpotView
from companion.donut_shop.screen.drawing import DonutView

SHAPED = "BNMVC"  # types of the classic set with a shape of their own in the sprite
CLASSIC = "classic"
PICTURE = "pic-"  # prefix of the id of each picture in a page
SMALL = "d-"  # prefix of the id of each donut for sentences
GRAIN = 50  # units of text a square: browsers and people see sizes of type, not fractions of a pixel
DIGIT = 0.5  # width of a digit of a spot's number, in squares
SMALL_DIGIT = 0.24  # of a row's or a column's
CHOCOLATE = "C"  # the type of the classic set on whose icing only a light letter can be read
# The paper of an order around a donut, and the cup on it.
TICKET = (
    f'<path id="{SMALL}ticket" class="ticket-paper" d="M-.08-.08H1.08V1.28l-.145-.1-.145.1-.145-.1-.145.1-.145-.1'
    f'-.145.1-.145-.1-.145.1z"/><g id="{SMALL}cup" class="ticket-cup"><circle cx=".86" cy=".98" r=".32"/>'
    '<path d="M.69.88h.27v.16a.12.12 0 0 1-.12.12h-.03a.12.12 0 0 1-.12-.12zM.96.92h.03a.06.06 0 0 1 0 .12h-.03"/></g>'
)
ROUND = "donut"  # the shape of all other types
# Donuts drawn for far, a square each, from its upper left corner: no hole, and an outline that shows the type.
FAR = {
    "B": (
        "m.83.64a.14.14 0 0 1-.19.19a.14.14 0 0 1-.28 0a.14.14 0 0 1-.19-.19a.14.14 0 0 1 0-.28"
        "a.14.14 0 0 1 .19-.19a.14.14 0 0 1 .28 0a.14.14 0 0 1 .19.19a.14.14 0 0 1 0 .28z"
    ),
    "N": "m.06.5a.44.44 0 1 0 .88 0a.44.44 0 1 0-.88 0z",
    "M": "m.27.08h.46q.19 0 .19.19v.46q0 .19-.19.19h-.46q-.19 0-.19-.19v-.46q0-.19.19-.19z",
    "V": "m.05.5a.45.45 0 1 0 .9 0a.45.45 0 1 0-.9 0zm.08 0a.37.37 0 1 0 .74 0a.37.37 0 1 0-.74 0z",
    "C": "m.31.06h.38l.25.25v.38l-.25.25h-.38l-.25-.25v-.38z",
    HOLES: (
        "m.3.3a.2.2 0 1 0 .4 0a.2.2 0 1 0-.4 0zm-.23.38a.2.2 0 1 0 .4 0a.2.2 0 1 0-.4 0z"
        "m.46 0a.2.2 0 1 0 .4 0a.2.2 0 1 0-.4 0z"
    ),
}
FAR_SPRINKLES = "M.15 .16h.01M.84 .16h.01M.15 .85h.01M.84 .85h.01"


def register(app: Flask, asset: Callable[[str], str]) -> Pictures:
    """Give templates their pictures; `asset` finds the file of the cards."""
    pictures = Pictures(asset)
    app.jinja_env.globals.update(
        sprite=_sprite(Path(app.static_folder or "") / "sprite.svg"),
        icon=pictures.icon,
        donut_picture=pictures.donut,
        tile_donuts=pictures.tile,
        donuts=pictures.case,
        tile_outlines=tile_outlines,
        donut_symbols=pictures.symbols,
        spot_numbers=spot_numbers,
        counted_numbers=counted_numbers,
        card_picture=pictures.card,
        cookie=pictures.cookie,
        card_symbols=card_symbols,
        pad_letters=pad_letters,
    )
    return pictures


def _sprite(file: Path) -> Markup:
    """The sprite, inlined in every page: pictures out of another file would load late and shift the layout."""
    symbols = re.sub(r"<!--.*?-->|(?<=>)\s+(?=<)", "", file.read_text("utf-8"), flags=re.DOTALL)
    return Markup(symbols.replace(' id="', f' id="{PICTURE}').replace("<svg ", "<svg hidden ", 1))


def card_symbols() -> Markup:
    """Return the pictures of all cards, for a picture that has to hold everything it shows."""
    drawn = current_app.extensions["assets"]["cards.svg"].content.decode()
    return Markup("".join(re.findall(r"<symbol .*?</symbol>", drawn, flags=re.DOTALL)))


def pad_letters(edition: Edition) -> list[str]:
    """Return the keys of a tile pad: the plain types, holes, the sprinkled types."""
    return [*edition.types, HOLES, *(kind.lower() for kind in edition.types)]


def spot_numbers(spots: Sequence[SpotView]) -> Markup:
    """Return the numbers of spots, above their amounts if shown; one text element, since phones lay out each slowly."""
    digits = [
        (
            digit,
            spot.x + 1 + DIGIT * (place - (len(str(spot.number)) - 1) / 2),
            spot.y + (1 if spot.cents is None else 0.65),
        )
        for spot in spots
        for place, digit in enumerate(str(spot.number))
    ]
    return Markup(_text("spot-number", digits))


def counted_numbers(counted: Sequence[tuple[float, float, int]]) -> Markup:
    """Return the numbers of rows and columns, as one text element too."""
    digits = [
        (digit, x + SMALL_DIGIT * (place - (len(str(number)) - 1) / 2), y)
        for x, y, number in counted
        for place, digit in enumerate(str(number))
    ]
    return Markup(_text("counted", digits))


def tile_outlines(tiles: Iterable[tuple[int, int]]) -> Markup:
    """Return the outlines of tiles as one path."""
    round_square = "h1.52q.2 0 .2 .2v1.52q0 .2 -.2 .2h-1.52q-.2 0 -.2 -.2v-1.52q0 -.2 .2 -.2z"
    return Markup("".join(f"M{x + 0.24} {y + 0.04}{round_square}" for x, y in tiles))


class Pictures:
    """Markup that uses the sprite."""

    def __init__(self, asset: Callable[[str], str]) -> None:
        self.icon = cache(self._icon)
        self._cards = cache(lambda: asset("cards.svg"))
        self.card = cache(self._card)
        self.cookie = cache(self._cookie)
        self._square = cache(self._draw_square)
        self.small = lru_cache(4_096)(self._small)
        self._one_donut = lru_cache(4_096)(self._draw_donut)

    def _icon(self, name: str) -> Markup:
        """A 24 px icon by its name in the sprite."""
        use = f'<use href="#{PICTURE}{escape(name)}"/>'
        return Markup(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{use}</svg>')

    def _card(self, card: str, look: str = "pic") -> Markup:
        """The picture of a card, 40 px, or as `small` as in a sentence; nothing for a gap."""
        use = f'<use href="{self._cards()}#card-{escape(card)}"/>' if card else ""
        return Markup(f'<svg class="{look}" viewBox="0 0 40 40" aria-hidden="true">{use}</svg>')

    def _cookie(self, mark: int, look: str = "") -> Markup:
        """The colour and the topping of a seat, 24 px. `look`: more classes, as `big`; `inv` on its own colour."""
        both = f'<use href="#{PICTURE}cookie"/><use class="m" href="#{PICTURE}mark-{mark}"/>'
        name = f"cookie s{mark} {escape(look)}".strip()
        return Markup(f'<svg class="{name}" viewBox="0 0 24 24" aria-hidden="true">{both}</svg>')

    def donut(self, letter: str, edition: Edition) -> Markup:
        """One donut, 40 px."""
        return self._one_donut(letter, edition.name, _pattern_id(letter) in g.get("patterns", ()))

    def _draw_donut(self, letter: str, edition: str, filled: bool) -> Markup:
        """Return one donut, filled with the pattern of the case on the page if there is one."""
        drawn = _filled(_pattern_id(letter), [(0, 0)]) if filled else self._square(letter, edition, 0, 0)
        sign = _letters([(letter, 0, 0)])
        return Markup(f'<svg class="pic" viewBox="0 0 1 1" aria-hidden="true">{drawn}{sign}</svg>')

    def tile(self, letters: str, edition: Edition) -> Markup:
        """Return up to four donuts of a tile in a drawing of 2 x 2; missing ones are rings, the next one in ink."""
        square = letters.ljust(4, UNKNOWN)
        known = [(letter, i % 2, i // 2) for i, letter in enumerate(square) if letter != UNKNOWN]
        gaps = [i for i, letter in enumerate(square) if letter == UNKNOWN]
        rings = "".join(
            f'<circle class="slot{" now" if i == gaps[0] else ""}" cx="{i % 2 + 0.5}" cy="{i // 2 + 0.5}" r=".36"/>'
            for i in gaps
        )
        return self._drawn(known, edition) + Markup(rings)

    def case(self, donuts: Iterable[DonutView], edition: Edition, far: bool = False) -> Markup:
        """Return the donuts of a case: all of a kind are one shape, filled with a pattern of the donut.

        Phones draw that fifteen times as fast as a picture a square. `far`: drawn to be read while small.
        """
        squares_of: dict[str, list[tuple[int, int]]] = {}
        for donut in donuts:
            squares_of.setdefault(donut.letter, []).append((donut.x, donut.y))
        shown: set[str] = g.setdefault("patterns", set())  # each pattern is defined once a page
        ids = {letter: _pattern_id(letter, far) for letter in squares_of}
        patterns = "".join(self._pattern(letter, edition, far) for letter, name in ids.items() if name not in shown)
        shown.update(ids.values())
        drawn = "".join(_filled(ids[letter], squares) for letter, squares in squares_of.items())
        signs = [(letter, *at) for letter in squares_of for at in squares_of[letter]]
        if not far:
            return Markup(patterns + drawn + _letters(signs))
        pale = CHOCOLATE if edition.name == CLASSIC else ""
        light = [sign for sign in signs if sign[0].upper() == pale]
        dark = [sign for sign in signs if sign[0].upper() != pale]
        return Markup(patterns + drawn + _letters(dark, "letter far") + _letters(light, "letter far light"))

    def symbols(self, edition: Edition) -> Markup:
        """Return every donut of an edition, which `small` and `order` use: once a page, outside its regions."""
        letters = [*pad_letters(edition), UNKNOWN]
        drawn = "".join(
            f'<g id="{SMALL}{_sign(letter)}">{self._small_donut(letter, edition)}</g>' for letter in letters
        )
        return Markup(f"<svg hidden><defs>{TICKET}{drawn}</defs></svg>")

    def _small(self, donuts: str) -> Markup:
        """Return a donut or a tile in a sentence; see `symbols`."""
        size = 1 if len(donuts) == 1 else 2
        drawn = "".join(_use(letter, place % 2, place // 2) for place, letter in enumerate(donuts))
        return Markup(f'<svg class="small tile{size}" viewBox="0 0 {size} {size}" aria-hidden="true">{drawn}</svg>')

    def order(self, order: str) -> Markup:
        """Return an order, written as in the notation, in a sentence: a ticket with its donut, and a cup for coffee."""
        paper = f'<use href="#{SMALL}ticket"/>'
        donut = _use(order[0].lower() if "*" in order else order[0], 0, 0)
        cup = f'<use href="#{SMALL}cup"/>' if "+" in order else ""
        return Markup(f'<svg class="small" viewBox="-.15 -.15 1.4 1.5" aria-hidden="true">{paper}{donut}{cup}</svg>')

    def box(self) -> Markup:
        """Return a box in a sentence."""
        return Markup(f'<svg class="small" viewBox="0 0 40 40" aria-hidden="true"><use href="#{PICTURE}box"/></svg>')

    def _small_donut(self, letter: str, edition: Edition) -> str:
        sign = "" if letter in (HOLES, UNKNOWN) else _text("sign", [(letter.upper(), 0.5, 0.5)])
        return self._square(letter, edition.name, 0, 0) + sign

    def _pattern(self, letter: str, edition: Edition, far: bool) -> str:
        square = _far_square(letter, edition.name) if far else self._square(letter, edition.name, 0, 0)
        size = 'width="1" height="1" patternUnits="userSpaceOnUse"'
        return f'<pattern id="{_pattern_id(letter, far)}" {size}>{square}</pattern>'

    def _drawn(self, squares: Sequence[tuple[str, int, int]], edition: Edition) -> Markup:
        filled = g.get("patterns", ())  # reuse the patterns of a case on the page: faster than pictures
        drawn = "".join(
            _filled(name, [(x, y)])
            if (name := _pattern_id(letter)) in filled
            else self._square(letter, edition.name, x, y)
            for letter, x, y in squares
        )
        return Markup(drawn + _letters(squares))

    def _draw_square(self, letter: str, edition: str, x: int, y: int) -> str:
        place = f'x="{x + 0.04:g}" y="{y + 0.04:g}" width=".92" height=".92"'
        if letter in (HOLES, UNKNOWN):
            return f'<use href="#{PICTURE}{"holes" if letter == HOLES else "unknown"}" {place}/>'
        drawn = f'<use href="#{PICTURE}{_shape(letter, edition)}" class="f-{letter.upper()}" {place}/>'
        if letter.islower():
            drawn += f'<use href="#{PICTURE}sprinkles" {place}/>'
        return drawn


def _far_square(letter: str, edition: str) -> str:
    """Return a donut without a hole, to be read while it is small; its letter comes later, above all of them."""
    if letter == UNKNOWN:
        return f'<use href="#{PICTURE}unknown" x=".04" y=".04" width=".92" height=".92"/>'
    kind = letter.upper()
    drawn = f'<path class="far f-{kind}" d="M0 0{FAR[_far_shape(kind, edition)]}"/>'
    if letter.islower():
        drawn += f'<path class="far-dots" d="{FAR_SPRINKLES}"/><path class="far-dots white" d="{FAR_SPRINKLES}"/>'
    return drawn


def _far_shape(kind: str, edition: str) -> str:
    """Return the outline of a type drawn for far: a disc for those without one of their own."""
    return kind if kind == HOLES or (edition == CLASSIC and kind in SHAPED) else "N"


def _shape(letter: str, edition: str) -> str:
    """Return the name of a donut's shape in the sprite."""
    return f"donut-{letter.upper()}" if edition == CLASSIC and letter.upper() in SHAPED else ROUND


def is_tile(donuts: str, edition: Edition) -> bool:
    """Return whether this text is one donut or four that the edition's symbols draw."""
    return len(donuts) in (1, 4) and all(letter == UNKNOWN or edition.is_square(letter) for letter in donuts)


def _use(letter: str, x: int, y: int) -> str:
    """Return the use of a donut's symbol at a square."""
    place = f' x="{x}"' * bool(x) + f' y="{y}"' * bool(y)
    return f'<use href="#{SMALL}{_sign(letter)}"{place}/>'


def _sign(letter: str) -> str:
    """Return a letter as part of an id."""
    return letter if letter != UNKNOWN else "unknown"


def _filled(pattern: str, squares: Iterable[tuple[int, int]]) -> str:
    """Return squares as one shape, filled with the pattern of their donut."""
    return f'<path fill="url(#{pattern})" d="{"".join(f"M{x} {y}h1v1h-1z" for x, y in squares)}"/>'


def _pattern_id(letter: str, far: bool = False) -> str:
    return f"{'far' if far else 'lies'}-{_sign(letter)}"


def _letters(squares: Sequence[tuple[str, int, int]], name: str = "letter") -> str:
    """Return the letters of donuts as one text element."""
    letters = [(letter.upper(), x + 0.5, y + 0.5) for letter, x, y in squares if letter not in (HOLES, UNKNOWN)]
    return _text(name, letters)


def _text(name: str, signs: Sequence[tuple[str, float, float]]) -> str:
    """Return single characters as one text element, each centred at its place; styles scale it by 1 / GRAIN."""
    if not signs:
        return ""
    across, down = (" ".join(f"{GRAIN * sign[way]:g}" for sign in signs) for way in (1, 2))
    return f'<text class="{name}" x="{across}" y="{down}">{"".join(sign for sign, _, _ in signs)}</text>'


def qr(text: str) -> Markup:
    """A QR as SVG, without a size of its own."""
    drawn = io.BytesIO()
    segno.make(text, micro=False).save(
        drawn, kind="svg", xmldecl=False, svgns=False, border=2, omitsize=True, svgclass="qr", lineclass=None
    )
    return Markup(drawn.getvalue().decode())
