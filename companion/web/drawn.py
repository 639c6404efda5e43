"""The sentences of pages: what lies on the table is drawn in them, and named for whom hears the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from markupsafe import Markup, escape

from companion.donut_shop.parts import Edition, Wild
from companion.go_nuts.cards import BY_NAME
from companion.kernel.repairs import Line, Repair
from companion.web.pictures import Pictures, is_tile
from companion.words import Words
from companion.words.catalogues import TRANSLATIONS


class Drawing(Markup):
    """The picture of a thing and its hidden name: several in a row need no commas."""


DEEDS = 4_096  # drawn deeds kept
COMMA = Markup('<span class="visually-hidden">, </span>')


class DrawnWords(Words):
    """Words that come as markup: each sentence of `Words`, with its things drawn and everything else escaped.

    For text of a page only, never for an attribute: there `Words` has the same sentence without pictures.
    """

    def __init__(self, language: str, pictures: Pictures, folder: Path = TRANSLATIONS) -> None:
        super().__init__(language, folder)
        self._pictures = pictures
        self._plain = Words(language, folder)  # names need no markup, and a page has hundreds
        self._deeds: dict[tuple[object, ...], tuple[Edition | None, str]] = {}

    def deed(self, line: Line | Repair, edition: Edition | None) -> str:
        """See `Words`. Each page tells the latest deeds: they are kept, by all that their words are made of."""
        if not isinstance(line, Line):
            return super().deed(line, edition)
        key = line.move, line.forced, line.decided, id(edition)
        kept = self._deeds.get(key)
        if kept is None or kept[0] is not edition:
            if len(self._deeds) >= DEEDS:
                self._deeds.clear()
            kept = self._deeds[key] = edition, super().deed(line, edition)
        return kept[1]

    def fill(self, message: str, gaps: Mapping[str, object]) -> str:
        return escape(message) % gaps

    def joined(self, items: Iterable[str]) -> str:
        return Markup(", ").join(items)

    def listing(self, items: Iterable[str]) -> str:
        things = list(items)
        if all(isinstance(thing, Drawing) for thing in things):
            return Drawing(COMMA.join(things))
        return super().listing(things)

    def donut(self, letter: str, edition: Edition | None) -> str:
        return self._tile(letter, self._plain.donut(letter, edition), edition)

    def tile(self, tile: object, edition: Edition | None) -> str:
        return self._tile(str(tile), self._plain.tile(tile, edition), edition)

    def order(self, order: object, edition: Edition | None) -> str:
        name, text = self._plain.order(order, edition), str(order)
        if edition is None or text[:1] not in edition.donuts:
            return escape(name)
        return _named(self._pictures.order(text), name)

    def wild(self, wild: Wild, edition: Edition | None) -> str:
        return Drawing(f'<span class="wild">{super().wild(wild, edition)}</span>')

    def box(self, size: object, *, own: bool = False) -> str:
        return Markup(f'<span class="of-box">{self._pictures.box()}{escape(self._plain.box(size, own=own))}</span>')

    def card(self, card: str) -> str:
        name = escape(self._plain.card(card))
        return Markup(f'<span class="of-card">{self._pictures.card(card)}{name}</span>') if card in BY_NAME else name

    def card_alone(self, card: str) -> str:
        return _named(self._pictures.card(card, "small"), self._plain.card(card)) if card in BY_NAME else escape(card)

    def _tile(self, donuts: str, name: str, edition: Edition | None) -> str:
        if edition is None or not is_tile(donuts, edition):
            return escape(name)
        return _named(self._pictures.small(donuts), name)


def _named(picture: Markup, name: str) -> Drawing:
    return Drawing(f'<span class="thing">{picture}<span class="visually-hidden">{escape(name)}</span></span>')
