"""The cards of Go Nuts for Donuts as one table, a row a card. Where the three rulebooks differ there is a ruling."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

MOST_SEATS = 6
FOUR = 4  # groups of cards for four seats; with the fifth seat a fifth group joins
UNCOUNTED = ("coffee", "milk")  # under ruling types=no these count neither as types nor as cards


class Power(StrEnum):
    """The effect of a card when it is taken from the row; `powers` has one function for each."""

    NONE = ""
    DRAW = "draw"
    DRAW_TWO = "draw-two"
    TAKE_TOP = "take-top"
    TAKE_ONE = "take-one"
    TAKE_THREE = "take-three"
    CLEAR_ROW = "clear-row"
    GIVE = "give"
    TAKE_FROM = "take-from"
    DISCARD_FROM = "discard-from"
    PASS = "pass"
    PAY_THREE = "pay-three"
    PAY_ONE = "pay-one"


class Question(StrEnum):
    """A question more precise than its power's: a part is answered already, or has one possible answer only."""

    DRAWN = "drawn"  # the first of two cards drawn
    SECOND = "second"
    KEEP = "keep"
    GIVE_TO = "give-to"  # there is one opponent
    TO_WHOM = "to-whom"  # the card is chosen
    TAKE_OF = "take-of"  # one opponent has cards
    DISCARD_OF = "discard-of"
    PASS_ONE = "pass-one"  # one seat has still to pass


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts by which a seat's cards are scored."""

    cards: int  # counted cards in the tray
    kinds: int  # different names among them
    negatives: int  # cards with negative points
    plain_bonus: int  # points for the most Plain: 3, tied 1, else 0
    fewest: bool  # has the fewest cards, as ruling maple-frosted-tie counts ties
    boston_pair: int  # points of two Boston Creams (ruling boston-pair)


Score = Callable[[int, Tally], int]  # points for so many copies of the card


def each(points: int) -> Score:
    """Score every copy the same."""
    return lambda copies, tally: points * copies


def steps(*points: int) -> Score:
    """Score one copy, two, three …; more copies score as the last."""
    return lambda copies, tally: points[min(copies, len(points)) - 1]


def each_where(points: int, holds: Callable[[Tally], bool]) -> Score:
    """Score every copy the same where a condition holds, else 0."""
    return lambda copies, tally: points * copies if holds(tally) else 0


def boston(copies: int, tally: Tally) -> int:
    """Return the points of Boston Creams (ruling boston-pair)."""
    return (0, tally.boston_pair, 0, 15, 0, 25)[min(copies, 6) - 1]


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its copies in the game, the number of seats from which it is used, its points and its power."""

    name: str
    copies: int
    seats: int
    score: Score
    power: Power = Power.NONE
    title: str = ""  # what is printed on it


NOTHING = each(0)
CARDS = (
    Card("chocolate-frosted", 3, 2, NOTHING, Power.DRAW, "Chocolate Frosted"),
    Card("donut-holes", 6, 2, steps(1, 3, 6, 10, 15), Power.NONE, "Donut Holes"),
    Card("eclair", 3, 2, NOTHING, Power.TAKE_TOP, "Eclair"),
    Card("french-cruller", 4, 2, each(2), Power.CLEAR_ROW, "French Cruller"),
    Card("glazed", 5, 2, each(2), Power.NONE, "Glazed"),
    Card("jelly-filled", 6, 2, steps(0, 5, 5, 10, 10, 15), Power.NONE, "Jelly-Filled"),
    Card("maple-bar", 2, 2, each_where(3, lambda tally: tally.kinds > 6), Power.NONE, "Maple Bar"),
    Card("plain", 7, 2, lambda copies, tally: copies + tally.plain_bonus, Power.NONE, "Plain"),
    Card("powdered", 4, 2, each(3), Power.NONE, "Powdered"),
    Card("boston-cream", 6, 3, boston, Power.NONE, "Boston Cream"),
    Card("double-chocolate", 2, 3, NOTHING, Power.DRAW_TWO, "Double Chocolate"),
    Card("red-velvet", 2, 3, each(-2), Power.TAKE_ONE, "Red Velvet"),
    Card("sprinkled", 2, 3, each(2), Power.GIVE, "Sprinkled"),
    Card("bear-claw", 2, 4, each(-2), Power.TAKE_FROM, "Bear Claw"),
    Card("cinnamon-twist", 2, 4, each(1), Power.PASS, "Cinnamon Twist"),
    Card("coffee", 2, 4, lambda copies, tally: copies * tally.negatives, Power.NONE, "Coffee"),
    Card("day-old-donuts", 1, 4, each(-7), Power.TAKE_THREE, "Day-Old Donuts"),
    Card("milk", 1, 4, each(5), Power.PAY_THREE, "Milk"),
    Card("old-fashioned", 2, 4, each_where(5, lambda tally: tally.cards < 10), Power.NONE, "Old Fashioned"),
    Card("maple-frosted", 2, 5, each_where(5, lambda tally: tally.fewest), Power.NONE, "Maple Frosted"),
    Card("mucho-matcha", 2, 5, each_where(3, lambda tally: tally.kinds < 7), Power.NONE, "Mucho Matcha"),
    Card("raspberry-frosted", 2, 5, NOTHING, Power.PAY_ONE, "Raspberry Frosted"),
    Card("strawberry-glazed", 2, 5, each(-2), Power.DISCARD_FROM, "Strawberry Glazed"),
)
BY_NAME: Mapping[str, Card] = {card.name: card for card in CARDS}
NEGATIVE = frozenset({"red-velvet", "bear-claw", "day-old-donuts", "strawberry-glazed"})


def deck_for(seats: int) -> dict[str, int]:
    """Return the copies of each card in the deck for this number of seats, in the order of CARDS.

    Ruling cruller-copies.
    """
    groups = min(seats, FOUR + 1)
    return {
        card.name: groups - 1 if card.name == "french-cruller" else card.copies
        for card in CARDS
        if card.seats <= groups
    }
