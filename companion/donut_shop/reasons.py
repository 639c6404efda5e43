"""The reasons why a Donut Shop line is refused, one id each."""

from __future__ import annotations

from companion.refusals import Reason


class ShopReason(Reason):
    """Reasons in the order `rules.check` tests them, after the common `over`, `level`, `left`, `turn` and `step`."""

    ONE_BOX = "one-box-a-turn"
    MUST_DRAW = "must-draw"
    STACKS_OUT = "stacks-out"
    DEALT = "already-placed"
    NOT_YOUR_TILE = "not-your-tile"
    OVERLAP = "overlap"
    ACROSS = "across-two-tiles"
    OFF_EVEN = "off-even-squares"
    OFF_TABLE = "off-table"
    DETACHED = "detached"
    TYPE = "type-not-on-tile"
    OWN_SIZE = "own-not-2x2"
    OVER_NOTHING = "box-over-nothing"
    OVER_BOX = "box-over-box"
    OVER_UNKNOWN = "box-over-untold"
    WILD_UNLIKE = "wild-unlike"
    WILD_OWN_TYPE = "wild-own-type"
    NO_ORDERS = "no-orders"
    NO_ORDER = "no-order-for-type"
    EXTRA_ORDER = "extra-order"
    NOT_HELD = "order-not-held"
    OWN_USED = "own-box-used"
    NONE_LEFT = "no-box-left"
    NOT_FACE_UP = "not-face-up"
    MEND_NOTHING = "mend-nothing"
    HALF_BLOCK = "half-block"


# What cardboard cannot do: the table cannot decide it with `!` either.
CANNOT_FORCE = frozenset(
    {
        ShopReason.OVERLAP,
        ShopReason.ACROSS,
        ShopReason.OFF_EVEN,
        ShopReason.OFF_TABLE,
        ShopReason.OWN_SIZE,
        ShopReason.OVER_NOTHING,
        ShopReason.OVER_BOX,
        ShopReason.MEND_NOTHING,
        ShopReason.HALF_BLOCK,
    }
)
