"""The pages of the rules with their examples, and the page behind every refusal, amount and ruling.

Their texts are in `companion.words`; the amounts of examples are worked out when a page is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from companion.donut_shop.reasons import ShopReason
from companion.go_nuts.cards import CARDS
from companion.go_nuts.reasons import NutsReason
from companion.judge.examples import EXAMPLES, Example
from companion.judge.limits import QuestionReason
from companion.kernel.reasons import CommonReason, Unread
from companion.tables.limits import LimitReason
from companion.tables.seats import SeatReason
from companion.tables.transcript_file import FileReason
from companion.words import RULINGS, donut_shop, go_nuts
from companion.words import rules_companion as ours
from companion.words import rules_donut_shop as shop
from companion.words import rules_go_nuts as nuts
from companion.words.rules import RuleWords

SHOP, NUTS, OURS = "donut-shop", "go-nuts", "companion"
RULES: Mapping[str, Mapping[str, RuleWords]] = {SHOP: shop.RULES, NUTS: nuts.RULES, OURS: ours.RULES}
BOOKS = {**shop.BOOKS, **nuts.BOOKS}


class Kind(StrEnum):
    RULE = "rule"
    CARD = "card"
    RULING = "ruling"


class Page(NamedTuple):
    """One page, at `/rules/<game>/<id>`."""

    game: str
    id: str
    kind: Kind

    @property
    def examples(self) -> tuple[Example, ...]:
        return EXAMPLES.get((self.game, self.id), ())


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All pages by game, in reading order."""

    pages: Mapping[tuple[str, str], Page]

    def of(self, game: str) -> list[Page]:
        return [page for page in self.pages.values() if page.game == game]


def _pages() -> Iterator[Page]:
    for game, rules in RULES.items():
        yield from (Page(game, rule, Kind.RULE) for rule in rules)
        if game == NUTS:
            yield from (Page(game, card.name, Kind.CARD) for card in CARDS)
        rulings = {SHOP: donut_shop.RULINGS, NUTS: go_nuts.RULINGS}.get(game, {})
        yield from (Page(game, ruling, Kind.RULING) for ruling in rulings)


BOOK = Rulebook({(page.game, page.id): page for page in _pages()})

# Which page a refusal leads to, by page.
_OF_OURS: Mapping[str, tuple[str, ...]] = {
    "lines": (Unread.WORDS, Unread.TEXT, Unread.NUMBER, Unread.TOO_LONG, CommonReason.ALONE, CommonReason.FULL),
    "donuts": (Unread.DONUT, Unread.PICTURE, ShopReason.MEND_NOTHING),
    "names": (Unread.SEAT, Unread.NAME, CommonReason.NAME_IN_USE),
    "opening": (
        Unread.GAME,
        Unread.SEATS,
        Unread.HEADER,
        Unread.HEADER_AGAIN,
        Unread.HEADER_MISSING,
        Unread.NOTATION,
        Unread.SET,
        "taken",
    ),
    "rulings": (Unread.RULING, Unread.CHOICE),
    "turns": (CommonReason.TURN, CommonReason.STEP),
    "dealer": (CommonReason.DEALER,),
    "levels": (CommonReason.LEVEL,),
    "repairs": (
        Unread.NESTED,
        CommonReason.NO_SUCH_LINE,
        CommonReason.NOTHING_TO_PUT_BACK,
        CommonReason.NOTHING_TO_TAKE_BACK,
    ),
    "anyway": (CommonReason.DECIDED,),
    "leaving": (
        CommonReason.LEFT,
        CommonReason.LAST_SEAT,
        CommonReason.HAS_LEFT,
        CommonReason.IS_HERE,
        NutsReason.TO_ABSENT,
    ),
    "counting": (CommonReason.COUNTED,),
    "over": (CommonReason.OVER, CommonReason.NOT_OVER),
    "phones": ("moved-on", *LimitReason),
    "seats": (*SeatReason, CommonReason.OTHER_PHONE, CommonReason.COVERED, CommonReason.TURNS_OVER),
    "journal": ("busy", "read-only", "full", "corrupt", "missing", "away", "failed"),
    "questions": (*FileReason, *QuestionReason),
}
_OF_SHOP: Mapping[str, tuple[str, ...]] = {
    "set-up": (ShopReason.DEALT,),
    "placing": (
        ShopReason.OVERLAP,
        ShopReason.ACROSS,
        ShopReason.OFF_EVEN,
        ShopReason.OFF_TABLE,
        ShopReason.DETACHED,
        ShopReason.HALF_BLOCK,
    ),
    "being-paid": (ShopReason.TYPE,),
    "boxing": (
        Unread.SIZE,
        ShopReason.ONE_BOX,
        ShopReason.OWN_SIZE,
        ShopReason.OVER_NOTHING,
        ShopReason.OVER_BOX,
        ShopReason.OVER_UNKNOWN,
        ShopReason.NO_ORDER,
        ShopReason.NOT_HELD,
        ShopReason.OWN_USED,
        ShopReason.NONE_LEFT,
    ),
    "wilds": (ShopReason.WILD_UNLIKE, ShopReason.WILD_OWN_TYPE),
    "holes-only": (ShopReason.NO_ORDERS,),
    "extra-orders": (ShopReason.EXTRA_ORDER,),
    "drawing": (ShopReason.MUST_DRAW, ShopReason.NOT_YOUR_TILE, ShopReason.NOT_FACE_UP),
    "end": (ShopReason.STACKS_OUT,),
}
_OF_NUTS: Mapping[str, tuple[str, ...]] = {
    "the-deck": (Unread.CARD, NutsReason.NOT_IN_DECK, NutsReason.ONE_TOO_MANY),
    "refilling": (NutsReason.ROW_NOT_FULL, NutsReason.ROW_FULL, NutsReason.NO_SUCH_NUMBER, NutsReason.NUMBER_TAKEN),
    "bidding": (NutsReason.OTHER_ROUND, NutsReason.BID_MISSING, NutsReason.BID_DIFFERS),
    "powers": (
        NutsReason.CHOICE_FIRST,
        NutsReason.NOT_ASKED,
        NutsReason.WRONG_SEAT,
        NutsReason.WRONG_ANSWER,
        NutsReason.TOO_MANY,
        NutsReason.NOT_IN_PILE,
        NutsReason.NOT_IN_TRAY,
        NutsReason.TO_ONESELF,
    ),
    "chocolate-frosted": (NutsReason.DRAW_ONE,),
    "double-chocolate": (NutsReason.DRAW_TWO, NutsReason.KEEP_NEITHER, NutsReason.KNOWN_TOP),
    "sprinkled-self": (NutsReason.SPRINKLED_ITSELF,),
    "french-cruller": (NutsReason.NUMBER_EMPTY, NutsReason.NUMBER_CHOSEN),
    "milk": (NutsReason.THREE_OR_MILK,),
    "raspberry-frosted": (NutsReason.EARLIER_CARD,),
    "cinnamon-twist": (NutsReason.PASSED,),
}
REASONS: Mapping[str, Page] = {
    str(reason): BOOK.pages[game, rule]
    for game, rules in ((OURS, _OF_OURS), (SHOP, _OF_SHOP), (NUTS, _OF_NUTS))
    for rule, reasons in rules.items()
    for reason in reasons
}

# Which page a part of an amount leads to; in Go Nuts a part is a card, which has its own page.
_PARTS: Mapping[str, tuple[str, str]] = {
    "placement": (SHOP, "being-paid"),
    "box": (SHOP, "boxing"),
    "sprinkles": (SHOP, "sprinkle-orders"),
    "coffee": (SHOP, "coffee-orders"),
    "paid": (OURS, "levels"),
    "decided": (OURS, "anyway"),
    "adjust": (OURS, "repairs"),
    "start": (OURS, "opening"),
    "counted": (OURS, "counting"),
}

# The rule a ruling belongs to.
RULE_OF_RULING: Mapping[str, tuple[str, str]] = {
    "holes-join": (SHOP, "holes"),
    "sprinkles": (SHOP, "sprinkle-orders"),
    "sprinkles-same-type": (SHOP, "sprinkle-orders"),
    "wild-sprinkles": (SHOP, "wilds"),
    "wild-coffee": (SHOP, "wilds"),
    "coffee-four": (SHOP, "coffee-orders"),
    "extra-orders": (SHOP, "boxing"),
    "wild-extra": (SHOP, "wilds"),
    "lined-up": (SHOP, "placing"),
    "order-stock": (SHOP, "set-up"),
    "holes-only": (SHOP, "holes"),
    "touching": (SHOP, "being-paid"),
    "illegal": (OURS, "anyway"),
    "tie": (NUTS, "end"),
    "maple-frosted-tie": (NUTS, "maple-frosted"),
    "types": (NUTS, "maple-bar"),
    "sprinkled-self": (NUTS, "sprinkled"),
    "boston-pair": (NUTS, "boston-cream"),
    "cruller-copies": (NUTS, "the-deck"),
    "twist-empty": (NUTS, "cinnamon-twist"),
    "powers-may": (NUTS, "powers"),
    "double-chocolate-one": (NUTS, "double-chocolate"),
    "raspberry-points": (NUTS, "raspberry-frosted"),
}


def of_reason(reason: str) -> Page | None:
    """Return the page a refusal leads to."""
    return REASONS.get(str(reason))


def of_part(game: str, part: str) -> Page | None:
    """Return the page a part of an amount leads to."""
    return BOOK.pages.get((game, part)) if game == NUTS and part not in ("adjust", "counted") else _of_shop(part)


def _of_shop(part: str) -> Page | None:
    return BOOK.pages.get(_PARTS.get(part, ("", "")))


def of_ruling(ruling: str) -> Page:
    """Return a ruling's own page."""
    game = SHOP if ruling in donut_shop.RULINGS else NUTS
    return BOOK.pages[game, ruling]


def rulings_of(page: Page) -> list[Page]:
    """Return the pages of the rulings that belong to a rule."""
    return [of_ruling(ruling) for ruling in RULINGS if RULE_OF_RULING[ruling] == (page.game, page.id)]


def rule_of(page: Page) -> Page | None:
    """Return the rule a ruling belongs to; None for a page that is not a ruling's."""
    return BOOK.pages[RULE_OF_RULING[page.id]] if page.kind == Kind.RULING else None
