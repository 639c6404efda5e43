"""Reasons both games share. Each is one id; `docs/reasons.md` is written from them."""

from __future__ import annotations

from companion.refusals import Reason


class Unread(Reason):
    """Reasons why a text is Malformed. Facts: `text`, the part that could not be read, and what each names."""

    WORDS = "unreadable"  # not a line of the notation
    SEAT = "unknown-seat"
    NAME = "bad-name"  # empty, too long, taken, `table`, or with control or direction marks
    TEXT = "bad-text"  # a quoted text that is empty, too long or has control characters
    NUMBER = "bad-number"
    GAME = "unknown-game"
    SEATS = "wrong-number-of-seats"
    HEADER = "unknown-header"
    HEADER_AGAIN = "repeated-header"
    HEADER_MISSING = "missing-header"
    NOTATION = "unknown-notation"
    RULING = "unknown-ruling"
    CHOICE = "unknown-choice"
    NESTED = "repair-in-a-repair"
    TOO_LONG = "too-long"
    SET = "unknown-set"
    DONUT = "unknown-donut"
    SIZE = "unknown-size"
    PICTURE = "uneven-picture"
    CARD = "unknown-card"


class CommonReason(Reason):
    """Reasons why a line that both games know is Illegal."""

    OVER = "over"
    NOT_OVER = "not-over"
    LEFT = "left"
    TURN = "turn"
    STEP = "step"
    LEVEL = "level"
    NO_SUCH_LINE = "no-such-line"
    NOTHING_TO_PUT_BACK = "nothing-to-put-back"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    NAME_IN_USE = "name-in-use"
    LAST_SEAT = "last-seat"
    HAS_LEFT = "has-left"
    IS_HERE = "is-here"
    COUNTED = "counted"  # a final count stands where game lines do not, and the other way round
    DEALER = "dealer"  # the server deals at this table, so nobody else enters what is dealt and drawn
    ALONE = "alone"  # what turns over or draws what nobody knows yet is the last of the lines entered at once
    OTHER_PHONE = "on-another-phone"  # a hand, a draw or a secret bid of a seat that another phone holds
    COVERED = "covered"  # it comes from a hand that this phone may not show before its cover is opened
    TURNS_OVER = "turns-over-bids"  # a repair after which a secret bid would lie open
    FULL = "table-full"  # one line more, and its transcript would be too long to be read again
    DECIDED = "decided"  # not a refusal: the mark of a line whose amount the table set though the rules allow it


CANNOT_FORCE = frozenset(
    set(CommonReason)
    - {CommonReason.OVER, CommonReason.LEFT, CommonReason.TURN, CommonReason.STEP, CommonReason.DECIDED}
)
