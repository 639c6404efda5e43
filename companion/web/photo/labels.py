"""What the photo's pages call things: a square, what lies on it, why it should be looked at, why nothing was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.donut_shop.case import BOXED, EMPTY
from companion.donut_shop.parts import HOLES, UNKNOWN, Edition, Order
from companion.editions.own import is_cross
from companion.photos.lines import Plan, ProposedTile
from companion.photos.proposals import News
from companion.web import services
from companion.web.photo.draft import PhotoDraft
from companion.words import Message
from companion.words.language import mark as _
from companion.words.language import plural
from companion.words.photo import DOUBTS, WHY_NOT

LYING = {EMPTY: _("nothing"), BOXED: _("a box"), UNKNOWN: _("something not told"), HOLES: _("donut holes")}


def lying_name(letter: str, edition: Edition) -> str:
    """What a letter of a drawing stands for."""
    words = services.words()
    if letter in LYING:
        return words.gettext(LYING[letter])
    kind = words.kind(letter.upper(), edition)
    return words.text(_("%(donut)s with sprinkles"), donut=kind) if letter.islower() else kind


def square_name(place: tuple[int, int], letter: str, edition: Edition) -> str:
    """A square in words: the row and the column where it lies, and what was read there."""
    row, column = map(str, place)
    what = lying_name(letter, edition)
    return services.words().text(_("Row %(row)s, column %(column)s: %(what)s"), row=row, column=column, what=what)


def why_not(reason: str) -> Message:
    """Why nothing was read, and what to do; a reading that was never ended found no case."""
    said = WHY_NOT.get(reason, WHY_NOT["no-case"])
    words = services.words()
    return Message(words.gettext(said.sentence), words.gettext(said.hint))


def doubt_said(ask: PhotoDraft) -> str:
    """Why the square looked at should be looked at; empty where nobody doubts it."""
    doubt = ask.doubt(ask.sel) if ask.sel else None
    words = services.words()
    return f"{words.gettext(DOUBTS[doubt].sentence)} {words.gettext(DOUBTS[doubt].hint)}" if doubt else ""


def earlier(laid: Sequence[ProposedTile], place: int) -> tuple[int, ...]:
    """The new tiles in another order: this one before the one that is before it now."""
    order = [one.number for one in laid]
    order[place - 1], order[place] = order[place], order[place - 1]
    return tuple(order)


def orders_said(cards: Sequence[Order], edition: Edition) -> str:
    """Orders in words."""
    words = services.words()
    return words.listing(words.order(card, edition) for card in cards)


def stored_words(plan: Plan, news: News) -> str:
    """What a yes records: whose tile or box it is and what it pays, or how many donuts nobody had told."""
    words = services.words()
    tiles = [(one.seat, words.price(one.taken.cents)) for one in plan.laid]
    boxes = [(one.seat, words.price(one.ways[0].cents)) for one in plan.packed if one.ways]
    if len(tiles) == 1 and not boxes:
        return words.text(_("Store %(seat)s’s tile: %(amount)s"), seat=tiles[0][0], amount=tiles[0][1])
    if len(boxes) == 1 and not tiles:
        return words.text(_("Store %(seat)s’s box: %(amount)s"), seat=boxes[0][0], amount=boxes[0][1])
    if tiles or boxes:
        each = words.listing(f"{seat} {amount}" for seat, amount in (*tiles, *boxes))
        return words.text(_("Store all: %(seats)s"), seats=each)
    forms = plural("Store %(count)d donut", "Store %(count)d donuts")
    return words.plural_text(forms, len(news.told), count=len(news.told))


WORDS: Mapping[str, object] = {
    "lying_name": lying_name,
    "square_name": square_name,
    "doubt_said": doubt_said,
    "earlier": earlier,
    "orders_said": orders_said,
    "stored_words": stored_words,
    "is_cross": is_cross,
    "order_of": lambda text: Order(text[0], "*" in text, "+" in text),
}
