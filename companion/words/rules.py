"""The parts of a page of the rules, and the sentences all pages share.

Each page names its source: a rulebook says so, is silent, can be read in two ways, or differs from another.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.words.language import mark as _


class Stand(StrEnum):
    """The kind of answer the rulebooks give to a question."""

    SAYS = "says"
    SILENT = "silent"
    UNCLEAR = "unclear"
    DIFFER = "differ"


class RuleWords(NamedTuple):
    """The text of a rule: title, paragraphs, sources, and a caption for each example.

    `synonyms`: more words for the search; another language may have other ones, more or fewer.
    """

    title: str
    paragraphs: tuple[str, ...]
    books: tuple[str, ...]
    examples: tuple[str, ...] = ()
    synonyms: str = ""


class BookWords(NamedTuple):
    """The rulebooks on a ruling, and a caption for each example."""

    stand: Stand
    text: str
    examples: tuple[str, ...] = ()


STANDS: Mapping[Stand, str] = {
    Stand.SAYS: _("The rulebook says so."),
    Stand.SILENT: _("The rulebook is silent here."),
    Stand.UNCLEAR: _("The rulebook can be read in two ways here."),
    Stand.DIFFER: _("The rulebooks disagree here."),
}

# The source of all pages of a game.
SOURCES: Mapping[str, str] = {
    "donut-shop": _("These rules follow the English rulebook of Donut Shop, in our own words."),
    "go-nuts": _(
        "These rules follow a Spanish, a Dutch and a German rulebook of Go Nuts for Donuts, in our own words."
    ),
    "companion": _("This is how the companion treats what is entered; no rulebook mentions it."),
}

TITLES: Mapping[str, str] = {
    "donut-shop": _("Donut Shop"),
    "go-nuts": _("Go Nuts for Donuts"),
    "companion": _("The companion itself"),
}

_UNCOUNTED = _("Where the table chose the ruling types=no, Coffee and Milk count here neither as cards nor as types.")
# Notes on a card's page beside its points and its power.
CARD_NOTES: Mapping[str, str] = {
    "bear-claw": _("Which card it is, and whose, is our reading: the rulebooks are silent here."),
    **dict.fromkeys(("maple-bar", "mucho-matcha", "old-fashioned", "maple-frosted"), _UNCOUNTED),
    **dict.fromkeys(
        ("coffee", "milk"),
        _(
            "Where the table chose the ruling types=no, this card is in no count: not of types, nor of cards for Old"
            " Fashioned, the fewest cards for Maple Frosted, and ties."
        ),
    ),
}

# How the three rulebooks agree or differ on a card; the empty key is for all others.
CARD_BOOKS: Mapping[str, str] = {
    "": _("The Spanish, the Dutch and the German rulebook agree on this card."),
    "french-cruller": _(
        "All three say what it does; how many there are they tell only as one a player, with a colour."
    ),
    "maple-frosted": _("All three ask for the fewest cards; none says what happens when several have them."),
    "cinnamon-twist": _(
        "The Spanish and the German rulebook discard this card when somebody has none; the Dutch one can be read so, or"
        " as the card of whoever has none."
    ),
    "bear-claw": _(
        "All three have you take a card of an opponent, and are silent about who chooses it and whose. That you choose"
        " both is our reading: it is what they say of Strawberry Glazed."
    ),
    "raspberry-frosted": _("All three say what it costs; none gives it any points."),
    "coffee": _("All three agree on its points; whether it counts as a type of donut none of them says."),
    "milk": _("All three agree on its points; whether it counts as a type of donut none of them says."),
    "boston-cream": _("All three say 6 for two; an edition is said to print 3."),
    "sprinkled": _("All three let it go where there is no other card; whether it might go anyway none of them says."),
    "double-chocolate": _("All three draw two cards; what happens when the deck has only one they do not say."),
}
