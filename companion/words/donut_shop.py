"""Sentences of Donut Shop: reasons, rulings and labels; its moves are in `donut_shop_moves`."""

from __future__ import annotations

from collections.abc import Mapping

from companion.donut_shop.reasons import ShopReason
from companion.donut_shop.state import Level, Step
from companion.words.language import mark as _
from companion.words.shared import Message, RulingWords

REASONS: Mapping[str, Message] = {
    ShopReason.ONE_BOX: Message(
        _("One box a turn, and this turn already has one."),
        _("Draw or end the turn; take the other box back if it was a mistake."),
    ),
    ShopReason.MUST_DRAW: Message(
        _("There are tiles and orders to draw, so the turn ends with drawing."),
        _("Enter what was drawn, or that it is not noted."),
    ),
    ShopReason.STACKS_OUT: Message(
        _("The stacks are empty: in the last round nobody draws."),
        _("End the turn instead."),
    ),
    ShopReason.DEALT: Message(
        _("This seat has laid a tile, so what it was dealt can no longer change."),
        _("Correct the line with the deal."),
    ),
    ShopReason.NOT_YOUR_TILE: Message(
        _("The tile in hand is another one: %(tile)s."),
        _("Lay %(tile)s, turned any way; correct the line it comes from, or record it anyway."),
    ),
    ShopReason.OVERLAP: Message(
        _("A donut lies there already."),
        _("Choose a spot where all four squares are free."),
    ),
    ShopReason.ACROSS: Message(
        _("No side of a tile may lie across two other tiles."),
        _("Move it by one square, so that it lines up with its neighbour."),
    ),
    ShopReason.OFF_EVEN: Message(
        _("No tile can lie there: all tiles line up with the cross."),
        _("Choose one of the numbered spots."),
    ),
    ShopReason.OFF_TABLE: Message(
        _("That is more than %(limit)s squares away from where the case began."),
        _("Check the two numbers of the spot."),
    ),
    ShopReason.DETACHED: Message(
        _("The tile must lie beside another one, side to side."),
        _("Choose one of the numbered spots, or record it anyway."),
    ),
    ShopReason.TYPE: Message(
        _("The tile %(tile)s has no %(type)s and no holes."),
        _("Choose a type that is on the tile, or record it anyway."),
    ),
    ShopReason.OWN_SIZE: Message(
        _("A seat’s own box is the 2×2, not a %(size)s."),
        _("Take a common %(size)s box, or pack four donuts with the own one."),
    ),
    ShopReason.OVER_NOTHING: Message(
        _("The box would hang over a square without a donut."),
        _("Move or turn it, or take a smaller one."),
    ),
    ShopReason.OVER_BOX: Message(
        _("The box would cover donuts that are boxed already."),
        _("Move or turn it, or take a smaller one."),
    ),
    ShopReason.OVER_UNKNOWN: Message(
        _("Not all the donuts under this box are known yet."),
        _("Enter the squares with a question mark first, or record it anyway."),
    ),
    ShopReason.WILD_UNLIKE: Message(
        _("%(orders)s are not of one type, so they make no wild."),
        _("A wild takes two orders of one type; choose two like ones, or record it anyway."),
    ),
    ShopReason.WILD_OWN_TYPE: Message(
        _("Two orders for %(type)s stand for another type, not for %(type)s."),
        _("Give them as plain orders, or name the type they stand for."),
    ),
    ShopReason.NO_ORDERS: Message(
        _("A box needs at least one order, over holes alone too."),
        _("Add an order: holes may be any type."),
    ),
    ShopReason.NO_ORDER: Message(
        _("This box covers %(type)s."),
        _("Add an order for it, or two like orders as a wild; or record it anyway."),
    ),
    ShopReason.EXTRA_ORDER: Message(
        _("One order too many: the box has no %(type)s, nor holes left to stand for it."),
        _("Keep that order in hand, or record it anyway."),
    ),
    ShopReason.NOT_HELD: Message(
        _("Not in hand: %(orders)s."),
        _("Give other orders, correct the line they come from, or record it anyway."),
    ),
    ShopReason.OWN_USED: Message(
        _("This seat has used its own box."),
        _("Take a common box, or record it anyway."),
    ),
    ShopReason.NONE_LEFT: Message(
        _("No common %(size)s box is left."),
        _("Take another size, or the own 2×2 box; or record it anyway."),
    ),
    ShopReason.NOT_FACE_UP: Message(
        _("Not face up: %(thing)s."),
        _("Take one that is, correct the face-up ones, or record it anyway."),
    ),
    ShopReason.MEND_NOTHING: Message(
        _("There is no donut on that square."),
        _("Choose a square with a donut, or lay the missing tile first."),
    ),
    ShopReason.HALF_BLOCK: Message(
        _("Tiles cannot lie as this case is drawn."),
        _("Start it on a tile’s corner, and make every 2×2 block full or empty."),
    ),
}

# Messages used if the refusal has a certain further fact: the fact and the message.
FULLER: Mapping[str, tuple[str, Message]] = {
    ShopReason.NO_ORDER: (
        "types",
        Message(
            _("This box covers %(types)s, and none of them is ordered."),
            _("Add an order for each, or two like orders as a wild for one; or record it anyway."),
        ),
    ),
    ShopReason.NOT_HELD: (
        "held",
        Message(
            _("More orders than there can be: by the turns entered, this hand has %(held)s."),
            _("The app does not know which ones. Give fewer, enter a missing turn, or record it anyway."),
        ),
    ),
}

# What to do next on the judge's pages, where nothing is recorded.
NEXT_ASKED: Mapping[str, str] = {
    ShopReason.DETACHED: _("Choose one of the numbered spots."),
    ShopReason.OVER_UNKNOWN: _("Enter the squares with a question mark first."),
    ShopReason.NO_ORDER: _("Add an order for what is missing, or two like orders as a wild."),
    ShopReason.EXTRA_ORDER: _("Keep that order in hand."),
}

STEPS: Mapping[str, str] = {
    Step.PLACE: _("place"),
    Step.BOX: _("box or draw"),
    Step.DRAW: _("draw"),
}

LEVELS: Mapping[str, str] = {
    Level.EVERYTHING: _("everything"),
    Level.CASE: _("the case"),
    Level.BANK: _("the bank only"),
}
# What a table enters at each level, for whoever chooses one.
LEVEL_HINTS: Mapping[str, str] = {
    Level.EVERYTHING: _("Also draws and hands. Best if everybody has a phone."),
    Level.CASE: _("Tiles as they are laid, orders as they are used. One phone is enough."),
    Level.BANK: _("Only who is paid how much, without the case."),
}

PARTS: Mapping[str, str] = {
    "placement": _("laying tiles"),
    "box": _("boxes"),
    "sprinkles": _("sprinkles"),
    "coffee": _("coffee"),
    "paid": _("from the bank"),
    "decided": _("decided by the table"),
    "adjust": _("corrected by hand"),
    "start": _("before the first line"),
    "counted": _("counted at the end"),
}

RULINGS: Mapping[str, RulingWords] = {
    "holes-join": RulingWords(
        _("Do donut holes join two groups?"),
        {
            "yes": _("A pile of holes counts as the chosen type and joins what lies beside it."),
            "no": _("A pile counts 5¢ on the tile just laid, and nowhere else; it joins nothing."),
        },
        _("A pile counts as any type whenever it earns money, so it is simply one more donut of the group."),
    ),
    "sprinkles": RulingWords(
        _("What does an order with sprinkles pay for?"),
        {
            "card": _("10¢ for the order, once the box holds a sprinkled donut of its type."),
            "donut": _("10¢ for each sprinkled donut of its type in the box."),
        },
        _("The bonus is told as the order’s own, and the printed example pays one amount for one order."),
    ),
    "sprinkles-same-type": RulingWords(
        _("Do two sprinkle orders of one type both pay?"),
        {
            "once": _("A type pays its sprinkles once, however many orders ask for it."),
            "each": _("Every such order pays."),
        },
        _("Several sprinkle orders are allowed for different types; a further one of a type only adds coffee."),
    ),
    "wild-sprinkles": RulingWords(
        _("Do sprinkles on an order used in a wild pay?"),
        {"default": _("No, never.")},
        _("The rulebook says so."),
    ),
    "wild-coffee": RulingWords(
        _("Does coffee on an order used in a wild count?"),
        {
            "counts": _("Yes, every discarded order with coffee counts."),
            "no": _("No, only coffee on orders given for their own type counts."),
        },
        _("The rulebook takes only the sprinkles away from a wild; coffee goes by the orders used."),
    ),
    "coffee-four": RulingWords(
        _("What do four and more coffees pay?"),
        {
            "25": _("25¢, as three do."),
            "sum": _("The best division into pairs (15¢) and threes (25¢)."),
        },
        _("The rulebook names amounts for two and for three and no more, so three is taken as the most."),
    ),
    "extra-orders": RulingWords(
        _("May orders be given for types the box does not hold?"),
        {"default": _("Only where a pile of holes can stand for that type.")},
        _("Orders are discarded to match the donuts in the box; otherwise coffee could be had for nothing."),
    ),
    "wild-extra": RulingWords(
        _("May a wild stand for a type that has an order already?"),
        {"default": _("Yes, it is one more order of that type.")},
        _("More than one order of a type is allowed, and a wild is an order."),
    ),
    "lined-up": RulingWords(
        _("May a tile line up with donuts that are boxed?"),
        {"default": _("Yes, a tile under a box is still a tile.")},
        _("A box ends the counting of its donuts; where tiles may lie does not change."),
    ),
    "order-stock": RulingWords(
        _("Is it checked how many orders of each kind there are?"),
        {"default": _("No, any order is believed.")},
        _("Editions may differ, and a count that is wrong for yours would only be in the way."),
    ),
    "holes-only": RulingWords(
        _("May holes alone be boxed without an order?"),
        {"default": _("No, a box needs at least one order.")},
        _("Holes stand for some type, and a type is boxed with an order."),
    ),
    "touching": RulingWords(
        _("Does a neighbour of the chosen type count beside a square of the tile that is another type?"),
        {"default": _("No, only groups that hold a square of the tile counting as the type.")},
        _("A group is joined to the tile through a donut of its own type."),
    ),
    "illegal": RulingWords(
        _("What if the table allows what the rules do not?"),
        {"default": _("It is refused with its reason; recorded anyway, it stays marked.")},
        _("The table decides, and everybody can see that it did."),
    ),
}
