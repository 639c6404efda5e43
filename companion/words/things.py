"""Names of what lies on the table, in a sentence: donuts, tiles, orders, boxes and cards. A page draws them instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from companion.donut_shop.parts import HOLES, UNKNOWN, Edition, Wild, kind_of
from companion.go_nuts.cards import BY_NAME
from companion.words.go_nuts import CARDS
from companion.words.language import Language
from companion.words.language import mark as _


@lru_cache(64)
def _short_names(names: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Return the first word of each name, the whole name where two begin alike; by letter."""
    first = {kind: name.split(maxsplit=1)[0] for kind, name in names}
    counts = Counter(first.values())
    return {kind: first[kind] if counts[first[kind]] == 1 else name for kind, name in names}


class Things(Language):
    """A language with its names for things, each by its text in the notation.

    Every sentence names a thing by one of these methods and fills its gaps by `fill`, so that a subclass which draws
    things need not know any sentence. A text the edition does not know is its own name.
    """

    def kind(self, kind: str, edition: Edition | None) -> str:
        """Return the printed name of a type; its letter without an edition."""
        donut = edition.donuts.get(kind) if edition else None
        return donut.name if donut else kind

    def short(self, kind: str, edition: Edition | None) -> str:
        """Return the first word of a type's name, as the keys have it; the whole name where another type shares it."""
        return (
            _short_names(tuple((k, donut.name) for k, donut in edition.donuts.items()))[kind]
            if edition and kind in edition.donuts
            else kind
        )

    def donut(self, letter: str, edition: Edition | None) -> str:
        """Return the donut of a square: `Blue Frosted`, `Blue Frosted with sprinkles`, or holes."""
        return self._donut(letter, self.kind(kind_of(letter), edition))

    def tile(self, tile: object, edition: Edition | None) -> str:
        """Return a tile's four donuts in reading order: `(Blue, Maple with sprinkles, donut holes, Blue)`."""
        donuts = str(tile)
        if edition is None:
            return donuts
        each = self.joined(self._donut(letter, self.short(kind_of(letter), edition)) for letter in donuts)
        return self.text(_("(%(donuts)s)"), donuts=each)

    def order(self, order: object, edition: Edition | None) -> str:
        """Return an order: `Blue Frosted with sprinkles and coffee`."""
        text = str(order)
        name = self.kind(text[:1], edition)
        match text[1:]:
            case "*":
                return self.text(_("%(donut)s with sprinkles"), donut=name)
            case "+":
                return self.text(_("%(donut)s with coffee"), donut=name)
            case "*+":
                return self.text(_("%(donut)s with sprinkles and coffee"), donut=name)
        return name + text[1:]

    def wild(self, wild: Wild, edition: Edition | None) -> str:
        """Return two orders and the type they stand for."""
        first, second, kind = (self.order(order, edition) for order in (wild.first, wild.second, wild.kind))
        return self.text(_("%(first)s & %(second)s as %(type)s"), first=first, second=second, type=kind)

    def size(self, size: object) -> str:
        """Return the size of a box: `2×3`."""
        return str(size).replace("x", "×")

    def box(self, size: object, *, own: bool = False) -> str:
        """Return a box in a sentence: `2×3 box`, `own 2×2 box`."""
        return self.text(_("own %(size)s box") if own else _("%(size)s box"), size=self.size(size))

    def card(self, card: str) -> str:
        """Return a card's name, in another language followed by the printed one: `Schlicht (Plain)`."""
        if card not in BY_NAME:
            return card
        printed, name = BY_NAME[card].title, self.gettext(CARDS[card].title)
        return name if name == printed else f"{name} ({printed})"

    def card_alone(self, card: str) -> str:
        """Return a card where there is room for no more than its picture."""
        return self.card(card)

    def cards_of(self, cards: Iterable[str]) -> str:
        """Return cards by name: `Plain, Milk and Eclair`."""
        return self.listing(self.card(card) for card in cards)

    def _donut(self, letter: str, name: str) -> str:
        if letter in (UNKNOWN, HOLES):
            return self.text(_("an unknown donut") if letter == UNKNOWN else _("donut holes"))
        return self.text(_("%(donut)s with sprinkles"), donut=name) if letter.islower() else name
