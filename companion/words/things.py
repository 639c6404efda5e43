"""Names of what lies on the table, in a sentence: donuts, tiles, orders, boxes and cards. A page draws them instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from companion.donut_shop.parts import HOLES, UNKNOWN, Edition, Wild, kind_of
from companion.donut_shop.setup import SHIPPED
from companion.go_nuts.cards import BY_NAME
from companion.kernel.text import plain_letters
from companion.words.go_nuts import CARDS
from companion.words.language import Language, mark_in
from companion.words.language import mark as _

# The donuts of the shipped edition by letter: their names, and those on keys.
SHIPPED_NAMES: Mapping[str, str] = {
    "B": mark_in("donut", "Blue Frosted"),
    "N": mark_in("donut", "Banana Cream"),
    "M": mark_in("donut", "Maple Frosted"),
    "V": mark_in("donut", "Vanilla Frosted"),
    "C": mark_in("donut", "Boston Creme"),
}
SHIPPED_KEYS: Mapping[str, str] = {
    "B": mark_in("donut on a key", "Blue"),
    "N": mark_in("donut on a key", "Banana"),
    "M": mark_in("donut on a key", "Maple"),
    "V": mark_in("donut on a key", "Vanilla"),
    "C": mark_in("donut on a key", "Boston"),
}


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
        """Return the name of a type; its letter without an edition. A house's own edition has names in its language."""
        donut = edition.donuts.get(kind) if edition else None
        if edition is None or donut is None:
            return kind
        shipped = SHIPPED_NAMES.get(kind) if edition.name == SHIPPED else None
        return self.gettext(shipped) if shipped else donut.name

    def short(self, kind: str, edition: Edition | None) -> str:
        """Return the first word of a type's name, as the keys have it; the whole name where another type shares it."""
        if edition is None or kind not in edition.donuts:
            return kind
        if edition.name == SHIPPED and kind in SHIPPED_KEYS:
            return self.gettext(SHIPPED_KEYS[kind])
        return _short_names(tuple((k, donut.name) for k, donut in edition.donuts.items()))[kind]

    def on_key(self, letter: str, edition: Edition) -> str:
        """Return the first word of a donut's name, for small keys; empty where the edition has no such donut."""
        donut = edition.donuts.get(kind := kind_of(letter))
        if donut is None:
            return ""
        if edition.name == SHIPPED and kind in SHIPPED_KEYS:
            return self.gettext(SHIPPED_KEYS[kind])
        return (donut.name.split() or [letter])[0]

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
        """Return a card's name; a text that names no card is its own name."""
        return self.gettext(CARDS[card].title) if card in BY_NAME else card

    def card_printed(self, card: str) -> str:
        """Return the name printed on a card, the same in every language."""
        return BY_NAME[card].title

    def printed_beside(self, card: str) -> str:
        """Return the printed name where pages call the card otherwise, beside accents; else empty."""
        return self._otherwise_printed.get(card, "")

    @cached_property
    def _otherwise_printed(self) -> Mapping[str, str]:
        """The printed names of the cards that pages call otherwise."""
        return {
            card: known.title
            for card, known in BY_NAME.items()
            if plain_letters(self.gettext(CARDS[card].title)) != plain_letters(known.title)
        }

    def card_both(self, card: str) -> str:
        """Return a card's name, and the printed one if pages call it otherwise: `Schlicht (Plain)`."""
        printed = self.printed_beside(card)
        return f"{self.card(card)} ({printed})" if printed else self.card(card)

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
