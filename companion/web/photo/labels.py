"""Labels of the photo's pages: names of squares and letters, doubts, reasons why a photo is unreadable, the dock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.donut_shop.case import BOXED, EMPTY
from companion.donut_shop.parts import HOLES, UNKNOWN, Edition, Order
from companion.editions.own import is_cross
from companion.photos.plan import Plan, ProposedTile
from companion.photos.proposals import CaseChanges
from companion.web import services
from companion.web.photo.draft import PhotoDraft
from companion.words import Message
from companion.words.language import mark as _
from companion.words.language import plural
from companion.words.photo import DOUBTS, UNREADABLE

LETTER_NAMES = {EMPTY: _("nothing"), BOXED: _("a box"), UNKNOWN: _("an unknown donut"), HOLES: _("donut holes")}


def letter_name(letter: str, edition: Edition) -> str:
    """Return the meaning of a drawing's letter."""
    words = services.words()
    if letter in LETTER_NAMES:
        return words.gettext(LETTER_NAMES[letter])
    kind = words.kind(letter.upper(), edition)
    return words.text(_("%(donut)s with sprinkles"), donut=kind) if letter.islower() else kind


def square_name(place: tuple[int, int], letter: str, edition: Edition) -> str:
    """Return a square's row, column and letter in words."""
    row, column = map(str, place)
    what = letter_name(letter, edition)
    return services.words().text(_("Row %(row)s, column %(column)s: %(what)s"), row=row, column=column, what=what)


def unreadable_message(reason: str) -> Message:
    """Return why a photo is unreadable, and what to do; an interrupted reading counts as one without a case."""
    message = UNREADABLE.get(reason, UNREADABLE["no-case"])
    words = services.words()
    return Message(words.gettext(message.sentence), words.gettext(message.hint))


def doubt_text(draft: PhotoDraft) -> str:
    """Return the doubt of the selected square in words; empty where there is none."""
    doubt = draft.doubt(draft.selected) if draft.selected else None
    words = services.words()
    return f"{words.gettext(DOUBTS[doubt].sentence)} {words.gettext(DOUBTS[doubt].hint)}" if doubt else ""


def moved_earlier(tiles: Sequence[ProposedTile], place: int) -> tuple[int, ...]:
    """Return the numbers of the new tiles with the one at this place before its predecessor."""
    order = [one.number for one in tiles]
    order[place - 1], order[place] = order[place], order[place - 1]
    return tuple(order)


def orders_text(cards: Sequence[Order], edition: Edition) -> str:
    """Return orders, drawn."""
    words = services.drawn()
    return words.listing(words.order(card, edition) for card in cards)


def confirm_text(plan: Plan, changes: CaseChanges) -> str:
    """Return what a confirmation records: seats with tiles or boxes and what they earn, or the donuts revealed."""
    words = services.words()
    tiles = [(one.seat, words.price(one.taken.cents)) for one in plan.tiles]
    boxes = [(one.seat, words.price(one.ways[0].cents)) for one in plan.boxes if one.ways]
    if len(tiles) == 1 and not boxes:
        return words.text(_("Record %(seat)s’s tile: %(amount)s"), seat=tiles[0][0], amount=tiles[0][1])
    if len(boxes) == 1 and not tiles:
        return words.text(_("Record %(seat)s’s box: %(amount)s"), seat=boxes[0][0], amount=boxes[0][1])
    if tiles or boxes:
        each = words.listing(f"{seat} {amount}" for seat, amount in (*tiles, *boxes))
        return words.text(_("Record all: %(seats)s"), seats=each)
    forms = plural("Record %(count)d donut", "Record %(count)d donuts")
    return words.plural_text(forms, len(changes.revealed), count=len(changes.revealed))


LABELS: Mapping[str, object] = {
    "letter_name": letter_name,
    "square_name": square_name,
    "doubt_text": doubt_text,
    "moved_earlier": moved_earlier,
    "orders_text": orders_text,
    "confirm_text": confirm_text,
    "is_cross": is_cross,
    "order_of": lambda text: Order(text[0], "*" in text, "+" in text),
}
