"""The sentences of pages: what lies on the table is drawn in them, and named for whom hears the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from markupsafe import Markup, escape

from companion.donut_shop.parts import Edition, Wild
from companion.go_nuts.cards import BY_NAME
from companion.web.pictures import Pictures, is_tile
from companion.words import Words


class Drawing(Markup):
    """The picture of a thing and its hidden name: several in a row need no commas."""


COMMA = Markup('<span class="visually-hidden">, </span>')


class DrawnWords(Words):
    """Words that come as markup: each sentence of `Words`, with its things drawn and everything else escaped.

    For text of a page only, never for an attribute: there `Words` has the same sentence without pictures.
    """

    def __init__(self, language: str, pictures: Pictures) -> None:
        super().__init__(language)
        self._pictures = pictures

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
        name = super().donut(letter, edition)
        return _named(self._pictures.small(letter), name) if edition and is_tile(letter, edition) else name

    def tile(self, donuts: str, edition: Edition | None) -> str:
        name = super().tile(donuts, edition)
        return _named(self._pictures.small(donuts), name) if edition and is_tile(donuts, edition) else name

    def order(self, order: object, edition: Edition | None) -> str:
        name, text = super().order(order, edition), str(order)
        if edition is None or text[:1] not in edition.donuts:
            return name
        return _named(self._pictures.order(text), name)

    def wild(self, wild: Wild, edition: Edition | None) -> str:
        return Drawing('<span class="wild">{}</span>').format(super().wild(wild, edition))

    def box(self, size: object) -> str:
        return Markup('<span class="of-box">{}{}</span>').format(self._pictures.box(), super().box(size))

    def card(self, card: str) -> str:
        name = super().card(card)
        if card not in BY_NAME:
            return name
        return Markup('<span class="of-card">{}{}</span>').format(self._pictures.card(card), name)


def _named(picture: Markup, name: str) -> Drawing:
    return Drawing('<span class="drawn">{}<span class="visually-hidden">{}</span></span>').format(picture, name)
