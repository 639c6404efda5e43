"""The rules of Go Nuts for Donuts in our own words, by page, and what three rulebooks say about each ruling."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import mark as _
from companion.words.rules import BookWords, RuleWords, Stand

RULES: Mapping[str, RuleWords] = {
    "the-game": RuleWords(
        _("The game in short"),
        (
            _("Every round cards are turned up in a row, and everybody secretly bids on one of its numbers."),
            _("Who bids alone on a number gets its card; where two or more meet, nobody does."),
            _("The most points win, once the deck cannot fill the row any more."),
        ),
        (_("Spanish, Dutch and German rulebook."),),
    ),
    "the-deck": RuleWords(
        _("The deck"),
        (
            _("How many play decides which cards are used: 37 for two, 50 for three, 61 for four, 70 for more."),
            _("Every card has a fixed number of copies, so a card told once too often is another card."),
        ),
        (
            _("Copies of each card and from how many players on: Spanish, Dutch and German rulebook, their lists."),
            _("The sums are ours; of the French Cruller the lists say only one a player, with a colour."),
        ),
    ),
    "refilling": RuleWords(
        _("Filling the row"),
        (
            _("A round begins by filling the row up to one card more than there are players."),
            _("Nobody bids before every number has its card."),
            _("When somebody leaves, the row keeps its size."),
        ),
        (
            _("The size of the row: Spanish, Dutch and German rulebook."),
            _("Of a player who leaves none of them speaks."),
        ),
        synonyms=_("refill, new cards, market"),
    ),
    "bidding": RuleWords(
        _("Bidding"),
        (
            _("Everybody secretly chooses a number; then all are shown at once."),
            _("A bid is for this round only, and can be changed until the numbers are shown."),
        ),
        (_("Spanish, Dutch and German rulebook."),),
        synonyms=_("same number, tie in bids, choose, reveal"),
    ),
    "taking": RuleWords(
        _("Who gets what"),
        (
            _("The numbers are gone through from the lowest up."),
            _("One bidder takes the card, and its power happens at once. Two or more: the card is discarded."),
            _("A contested card is discarded when its number comes, so a card taken later may already use it."),
            _("A card nobody bid on stays in the row."),
        ),
        (
            _("The order and the discarding: Spanish, Dutch and German rulebook."),
            _("When exactly a contested card is discarded none of them says; we do it at its number."),
        ),
        synonyms=_("collide, collision, clash, same spot, same number, tie in bids"),
    ),
    "powers": RuleWords(
        _("Powers of cards"),
        (
            _("A power works only for a card taken from the row, not for one drawn, passed or out of the pile."),
            _("It must be used, except where it says “up to” or “any number”; it is done before the next number."),
            _("Cards that come from somewhere must lie there: in the tray, in the row, or in the discard pile."),
            _("Nobody is their own opponent. Where nothing can move, nothing happens."),
        ),
        (
            _(
                "Only from the row: the Spanish and the German rulebook say so; the Dutch one has powers happen as the"
                " cards leave the row."
            ),
            _("Whether a power may be refused none of them says outright."),
        ),
        synonyms=_("special action, effect"),
    ),
    "end": RuleWords(
        _("The end, and ties"),
        (
            _("When the deck cannot fill the gaps, the game ends; what is left in the row counts for nobody."),
            _("The most points win. In a tie the most cards win, and if that is equal too, the win is shared."),
        ),
        (
            _("The end: Spanish, Dutch and German rulebook."),
            _("The tie: Spanish and German rulebook; the Dutch one shares the win at once."),
        ),
        synonyms=_("tie, winner, who wins, draw, same points, final round"),
    ),
}

BOOKS: Mapping[str, BookWords] = {
    "tie": BookWords(
        Stand.DIFFER,
        _("The Spanish and the German one count the cards; the Dutch one shares the win at once."),
        (_("Both have 5 points; Bo has more cards."),),
    ),
    "maple-frosted-tie": BookWords(
        Stand.SILENT,
        _("All three ask for the fewest cards; of several that have them none speaks."),
        (_("Ana and Bo have the fewest cards, one each."),),
    ),
    "types": BookWords(
        Stand.SILENT,
        _("All three count types of donuts and donut cards, and leave it open whether Coffee and Milk are such."),
        (_("Ana’s seventh type is Coffee."),),
    ),
    "sprinkled-self": BookWords(
        Stand.UNCLEAR,
        _("All three give one of your cards away, this one if there is no other; if it is a choice they do not say."),
    ),
    "boston-pair": BookWords(
        Stand.SAYS,
        _("All three say 6 points. An edition is said to print 3."),
        (_("Two Boston Creams."),),
    ),
    "cruller-copies": BookWords(
        Stand.UNCLEAR,
        _("All three say one a player, and name a colour. One with each group makes the cards in the box."),
    ),
    "twist-empty": BookWords(
        Stand.DIFFER,
        _("The Spanish and the German one discard this card; the Dutch one may mean the card of whoever has none."),
    ),
    "powers-may": BookWords(
        Stand.UNCLEAR,
        _("They tell what happens; the Dutch one says you may, for the French Cruller alone."),
    ),
    "double-chocolate-one": BookWords(Stand.SILENT, _("All three draw two; a deck of one card none of them mentions.")),
    "raspberry-points": BookWords(Stand.SILENT, _("None of the three gives it any points.")),
}
