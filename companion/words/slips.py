"""Single mistakes that explain why somebody counted another amount, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.donut_shop.parts import Edition, Order
from companion.words.language import mark as _
from companion.words.things import Things

# What does not name a thing of the game.
PLAIN: Mapping[str, str] = {
    "box": _("A box was forgotten in this turn?"),
    "spot": _("The tile lay somewhere else"),
    "rules": _("It was paid as the rules say"),
    "gone": _("It did not happen"),
}


def slip_sentence(words: Things, what: str, detail: str, seat: str, edition: Edition | None) -> str:
    """Return what was entered wrong. `detail`: the thing it is about, in notation; `seat`: who counted."""
    if what in PLAIN:
        return words.text(PLAIN[what])
    match what:
        case "type":
            return words.text(_("It was paid for %(type)s"), type=words.kind(detail, edition))
        case "donut" if not detail:
            return words.text(_("A donut of this tile was another one?"))
        case "donut":
            return words.text(_("A donut was wrong: the tile is %(tile)s"), tile=words.tile(detail, edition))
        case "turned":
            return words.text(_("The tile was turned another way: %(tile)s"), tile=words.tile(detail, edition))
        case "size":
            return words.text(_("It was another box: %(box)s"), box=words.box(detail))
        case "seat":
            return words.text(_("It was for %(seat)s"), seat=seat)
        case "ruling":
            return words.text(_("This table plays by another ruling: %(ruling)s"), ruling=detail)
        case "order":
            return words.text(_("One more order was given: %(order)s"), order=words.order(detail, edition))
    sprinkles, coffee = ("*" in detail) != (what == "sprinkles"), ("+" in detail) != (what == "coffee")
    right = str(Order(detail[:1], sprinkles, coffee))
    gaps = {"right": words.order(right, edition), "wrong": words.order(detail, edition)}
    return words.text(_("The order was %(right)s, not %(wrong)s"), **gaps)
