"""The reasons why a Go Nuts line is refused, one id each."""

from __future__ import annotations

from companion.refusals import Reason


class NutsReason(Reason):
    """Reasons, tested after the common `over` and `left`: the step, the numbers, the deck, then each answer."""

    CHOICE_FIRST = "choice-first"  # a seat has to choose before the round goes on
    NOT_ASKED = "not-asked"
    WRONG_SEAT = "wrong-seat"
    WRONG_ANSWER = "wrong-answer"
    ROW_NOT_FULL = "row-not-full"
    ROW_FULL = "row-full"
    NO_SUCH_NUMBER = "no-such-number"
    NUMBER_TAKEN = "number-taken"
    OTHER_ROUND = "other-round"
    BID_MISSING = "bid-missing"
    BID_DIFFERS = "bid-differs"
    NOT_IN_DECK = "not-in-this-deck"
    ONE_TOO_MANY = "one-too-many"
    KNOWN_TOP = "known-top"
    DRAW_ONE = "draw-one"
    DRAW_TWO = "draw-two"
    KEEP_NEITHER = "keep-neither"
    TOO_MANY = "too-many"
    NOT_IN_PILE = "not-in-pile"
    NOT_IN_TRAY = "not-in-tray"
    TO_ONESELF = "to-oneself"
    TO_ABSENT = "to-absent-seat"
    SPRINKLED_ITSELF = "sprinkled-itself"
    NUMBER_EMPTY = "number-empty"
    NUMBER_CHOSEN = "number-chosen"
    THREE_OR_MILK = "three-or-milk"
    EARLIER_CARD = "earlier-card"
    PASSED = "passed-already"


# What cardboard cannot do: the table cannot decide it with `!` either.
CANNOT_FORCE = frozenset(
    {
        NutsReason.NO_SUCH_NUMBER,
        NutsReason.BID_MISSING,  # asked only of `reveal`, which has no `!`
        NutsReason.BID_DIFFERS,
        NutsReason.NOT_IN_PILE,
        NutsReason.NOT_IN_TRAY,
        NutsReason.TO_ONESELF,
        NutsReason.NUMBER_EMPTY,
    }
)
