"""The rules of Donut Shop in our own words, by page, and what the rulebook says about each ruling."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import mark as _
from companion.words.rules import BookWords, RuleWords, Stand

RULES: Mapping[str, RuleWords] = {
    "the-game": RuleWords(
        _("The game in short"),
        (
            _("A turn has four steps: lay a tile, be paid for it, fill a box if you like, draw."),
            _("Whoever has earned the most money at the end wins."),
            _("A game from the set-up always has 36 tiles laid: 18, 12 or 9 turns each for two, three or four."),
        ),
        (
            _("English rulebook, “Game Overview” and “Player Turn”."),
            _("The number 36 follows from the 40 tiles, of which two stay in the box, and from the last round."),
        ),
    ),
    "set-up": RuleWords(
        _("Setting up"),
        (
            _("The cross lies in the middle. Two tiles and two orders go back into the box, unseen."),
            _("Everybody gets a tile, an order and a 2×2 box that only they may use; left over 2×2 boxes are common."),
            _("Two tiles and two orders lie face up beside the stacks."),
            _("Whoever ate a donut last begins; turns go clockwise."),
        ),
        (_("English rulebook, “Preparation”."),),
    ),
    "placing": RuleWords(
        _("Laying a tile"),
        (
            _("All four squares must be free: no tile lies on another."),
            _("One side of the tile must lie beside one whole side of another tile."),
            _("No side may lie across two tiles, so all tiles stay in line with the cross."),
            _("Donuts need not match their neighbours."),
        ),
        (_("English rulebook, “Player Turn”, step 1: line up, no overlapping, no need to match."),),
        (
            _("Side to side with one tile: allowed."),
            _("One square lower its left side would lie across two tiles."),
            _("Here a corner touches, but no side."),
            _("Two of the squares are taken."),
        ),
        synonyms=_("diagonal, corner, touch, adjacent, next to, overlap, place a tile"),
    ),
    "being-paid": RuleWords(
        _("Being paid for a tile"),
        (
            _("Choose one type on the tile you laid; with a pile of holes on it, any type."),
            _("You get 5¢ for each donut of that type on the tile, and for each one joined to it side by side."),
            _("The tile may join several groups: all of them count, each donut once. Corners do not join."),
            _("Sprinkles do not change a type. Donuts under a box no longer count."),
        ),
        (_("English rulebook, “Player Turn”, step 2."),),
        (
            _("The tile joins two groups of Vanilla; both are paid."),
            _("The Vanilla of the tile touches another one only at a corner."),
            _("The donuts under the box count no more, whatever they are."),
        ),
        synonyms=_("diagonal, adjacent, connected, score, income"),
    ),
    "boxing": RuleWords(
        _("Filling a box"),
        (
            _("After being paid you may fill one box: from the common ones, or your own 2×2."),
            _("It must lie over donuts everywhere, over no square that is boxed already, turned either way."),
            _("For each type it covers you discard an order of that type, or a wild; one will do for many donuts."),
            _("It pays what is printed on it: 20¢, 30¢, 40¢, 45¢ or 60¢; then sprinkles and coffee."),
            _("More orders of a type it covers may be given, to have their coffee counted."),
        ),
        (_("English rulebook, “Player Turn”, step 3; sizes and cents from “Components” and the boxes."),),
        (
            _("Four Banana and two Blue in a 2×3 box, with an order for each."),
            _("There is no order for Blue."),
            _("The box hangs over a square without a donut."),
        ),
        synonyms=_("lid, package, cover"),
    ),
    "wilds": RuleWords(
        _("Two orders as a wild"),
        (
            _("Two orders of one type may be given as one order of any other type."),
            _("Several wilds in one box are allowed. Sprinkles on an order in a wild pay nothing."),
        ),
        (_("English rulebook, step 3, the note about wild cards, and “Sprinkles”."),),
        (_("Two orders for Banana stand for the Vanilla that nobody has an order for."),),
        synonyms=_("joker"),
    ),
    "sprinkle-orders": RuleWords(
        _("Orders with sprinkles"),
        (
            _("An order with sprinkles pays 10¢ more when the box holds a sprinkled donut of its type."),
            _("It may always be given for a type without sprinkles; then it is an order like any other."),
        ),
        (_("English rulebook, “Sprinkles”; its example is the one below."),),
        (_("Both orders have sprinkles, but only the Banana donut has."),),
    ),
    "coffee-orders": RuleWords(
        _("Orders with coffee"),
        (
            _("Two orders with coffee given for one box pay 15¢ more, three pay 25¢. A single one pays nothing."),
            _("It does not matter which types the orders with coffee are for."),
        ),
        (_("English rulebook, “Coffee”. It names no amount for four."),),
        (
            _("One coffee."),
            _("Two coffees."),
            _("Three coffees, two of them on orders of one type."),
        ),
    ),
    "holes": RuleWords(
        _("Donut holes"),
        (
            _("A pile of holes counts as any one type whenever it earns money."),
            _("It may be one type when the tile is laid and another one when it is boxed."),
            _("On the tile you lay it lets you choose any type. It never has sprinkles."),
        ),
        (_("English rulebook, “Donut Holes”."),),
        (
            _("Laid, the pile counts as Vanilla."),
            _("Boxed, the same pile needs no order of its own."),
            _("It may stand for a type the box does not hold, so that an order for it can be given."),
        ),
        synonyms=_("joker"),
    ),
    "drawing": RuleWords(
        _("Drawing"),
        (
            _("At the end of a turn you take one order and one tile, one of them face up and the other unseen."),
            _("Take the face-up one first and turn up another in its place; then draw the other kind."),
            _("The tile in your hand is the one you lay next. There is no limit to orders in hand."),
        ),
        (_("English rulebook, “Player Turn”, step 4."),),
        synonyms=_("refill, hand limit"),
    ),
    "end": RuleWords(
        _("The end"),
        (
            _("When the stacks are empty, everybody has one more turn, without drawing."),
            _("The most money wins. In a tie the most orders in hand win; if that is equal too, the win is shared."),
        ),
        (_("English rulebook, “Game End”."),),
        synonyms=_("tie, winner, who wins, draw, same money, final round, last turn"),
    ),
}

BOOKS: Mapping[str, BookWords] = {
    "holes-join": BookWords(
        Stand.UNCLEAR,
        _("A pile counts as any type whenever it earns money; of piles on tiles laid earlier it does not speak."),
        (_("A pile between two Vanilla on one side and one on the other."),),
    ),
    "sprinkles": BookWords(
        Stand.UNCLEAR,
        _("It ties the bonus to the order, and its example pays one; how many donuts it takes it does not say."),
        (_("One order with sprinkles, two sprinkled donuts of its type."),),
    ),
    "sprinkles-same-type": BookWords(
        Stand.SILENT,
        _("It allows several orders with sprinkles for different types; two of one type it does not mention."),
        (_("Two orders with sprinkles for Vanilla, and a sprinkled Vanilla."),),
    ),
    "wild-sprinkles": BookWords(
        Stand.SAYS,
        _("An order with sprinkles that is part of a wild brings no bonus."),
        (_("The sprinkles are on an order used in a wild."),),
    ),
    "wild-coffee": BookWords(
        Stand.SILENT,
        _("It counts the orders with coffee used for a box, and takes only the sprinkles from those in a wild."),
        (_("Two coffees, one of them on an order used in a wild."),),
    ),
    "coffee-four": BookWords(
        Stand.SILENT,
        _("It names 15¢ for two and 25¢ for three, and nothing for more."),
        (_("Four orders with coffee."),),
    ),
    "extra-orders": BookWords(
        Stand.UNCLEAR,
        _("Orders are discarded to match the types that are boxed; whether one more may go it does not say."),
        (_("No Blue in the box, and no holes."), _("A pile of holes stands for Blue.")),
    ),
    "wild-extra": BookWords(
        Stand.SILENT,
        _("It allows more than one order of a type, and does not say whether a wild may be one of them."),
        (_("Vanilla has an order already; the wild is one more, with two coffees."),),
    ),
    "lined-up": BookWords(
        Stand.SILENT,
        _("Donuts under a box count no more when a tile is paid; where tiles may lie it does not change."),
        (_("The tile lies beside a box, and that is all right."),),
    ),
    "order-stock": BookWords(
        Stand.SAYS,
        _("It counts 40 orders, 15 with sprinkles and 15 with coffee, but not how many of each type."),
    ),
    "holes-only": BookWords(
        Stand.SILENT,
        _("It does not speak of a box over nothing but holes."),
        (_("Four piles, and no order."), _("Four piles, and one order of any type.")),
    ),
    "touching": BookWords(
        Stand.UNCLEAR,
        _("It counts donuts connected to the tile in a group; through which square it does not say."),
        (_("The Blue of the tile touches no other Blue; two lie beside its Banana."),),
    ),
    "illegal": BookWords(
        Stand.SILENT,
        _("Of a table that agrees on something else it does not speak."),
    ),
}
