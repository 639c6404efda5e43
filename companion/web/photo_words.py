"""What the photo's pages call things: a square, what lies on it, why it should be looked at, why nothing was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.donut_shop.case import BOXED, EMPTY
from companion.donut_shop.parts import HOLES, UNTOLD, Edition, Order
from companion.photo_plan import Laid
from companion.sets.own import is_cross
from companion.web import at_hand
from companion.web.photo_ask import Ask
from companion.words import Said
from companion.words.language import mark as _
from companion.words.photo import DOUBTS, WHY_NOT

LYING = {EMPTY: _("nothing"), BOXED: _("a box"), UNTOLD: _("something not told"), HOLES: _("donut holes")}


def lying_name(letter: str, edition: Edition) -> str:
    """What a letter of a drawing stands for."""
    words = at_hand.words()
    if letter in LYING:
        return words.gettext(LYING[letter])
    kind = words.kind(letter.upper(), edition)
    return words.say(_("%(donut)s with sprinkles"), donut=kind) if letter.islower() else kind


def square_name(place: tuple[int, int], letter: str, edition: Edition) -> str:
    """A square in words: the row and the column where it lies, and what was read there."""
    row, column = map(str, place)
    what = lying_name(letter, edition)
    return at_hand.words().say(_("Row %(row)s, column %(column)s: %(what)s"), row=row, column=column, what=what)


def why_not(reason: str) -> Said:
    """Why nothing was read, and what to do; a reading that was never ended found no case."""
    said = WHY_NOT.get(reason, WHY_NOT["no-case"])
    words = at_hand.words()
    return Said(words.gettext(said.sentence), words.gettext(said.way_on))


def doubt_said(ask: Ask) -> str:
    """Why the square looked at should be looked at; empty where nobody doubts it."""
    doubt = ask.doubt(ask.sel) if ask.sel else None
    words = at_hand.words()
    return f"{words.gettext(DOUBTS[doubt].sentence)} {words.gettext(DOUBTS[doubt].way_on)}" if doubt else ""


def earlier(laid: Sequence[Laid], place: int) -> tuple[int, ...]:
    """The new tiles in another order: this one before the one that is before it now."""
    order = [one.number for one in laid]
    order[place - 1], order[place] = order[place], order[place - 1]
    return tuple(order)


def orders_said(cards: Sequence[Order], edition: Edition) -> str:
    """Orders in words."""
    words = at_hand.words()
    return words.listing(words.order(card, edition) for card in cards)


WORDS: Mapping[str, object] = {
    "lying_name": lying_name,
    "square_name": square_name,
    "doubt_said": doubt_said,
    "earlier": earlier,
    "orders_said": orders_said,
    "is_cross": is_cross,
    "order_of": lambda text: Order(text[0], "*" in text, "+" in text),
}
