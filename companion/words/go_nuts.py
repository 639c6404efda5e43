"""Sentences of Go Nuts for Donuts: reasons, rulings, cards and questions; its moves are in `go_nuts_moves`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.go_nuts.cards import Power, Question
from companion.go_nuts.reasons import NutsReason
from companion.words.language import mark as _
from companion.words.shared import Message, RulingWords

REASONS: Mapping[str, Message] = {
    NutsReason.CHOICE_FIRST: Message(
        _("%(card)s comes first: %(seats)s must choose."),
        _("Enter that choice first; or record this anyway, and the choice is dropped."),
    ),
    NutsReason.NOT_ASKED: Message(
        _("No card asks for that now."),
        _("Check which card was taken; correct an earlier line, or record it anyway."),
    ),
    NutsReason.WRONG_SEAT: Message(
        _("%(card)s asks %(seats)s."),
        _("Let %(seats)s choose first, or record it anyway."),
    ),
    NutsReason.WRONG_ANSWER: Message(
        _("That is no answer to %(card)s."),
        _("Choose what that card lets %(seats)s do, or record it anyway: then it counts as the answer."),
    ),
    NutsReason.ROW_NOT_FULL: Message(
        _("Nobody can bid yet: no card lies at %(numbers)s."),
        _("Enter what was turned up there first."),
    ),
    NutsReason.ROW_FULL: Message(
        _("Every number has a card already."),
        _("Go on with the bids, or correct the line that turned up a wrong card."),
    ),
    NutsReason.NO_SUCH_NUMBER: Message(
        _("The row has no number %(number)s."),
        _("Take a number from 1 to %(most)s."),
    ),
    NutsReason.NUMBER_TAKEN: Message(
        _("%(card)s lies at %(number)s already."),
        _("Name only the empty numbers, or correct the line that turned it up."),
    ),
    NutsReason.OTHER_ROUND: Message(
        _("This is round %(round)s, and the bid is for another one."),
        _("Look at the row as it lies now, and bid again."),
    ),
    NutsReason.BID_MISSING: Message(
        _("%(seat)s has not bid yet."),
        _("Let %(seat)s bid, or enter the number as the cards are turned over."),
    ),
    NutsReason.BID_DIFFERS: Message(
        _("%(seat)s bid secretly, and only that bid counts."),
        _("Leave %(seat)s out here, or let %(seat)s change the bid first."),
    ),
    NutsReason.NOT_IN_DECK: Message(
        _("With %(count)s players there is no %(card)s in the deck."),
        _("Put it back in the box and take another card instead."),
    ),
    NutsReason.ONE_TOO_MANY: Message(
        _("The deck has no %(card)s left: all have been entered."),
        _("Count those that lie face up; one of them is another card."),
    ),
    NutsReason.KNOWN_TOP: Message(
        _("%(card)s was put back on the deck, so it comes next."),
        _("Name it first: as the first card drawn, or at the lowest empty number; or record it anyway."),
    ),
    NutsReason.DRAW_ONE: Message(
        _("Only one card is drawn here."),
        _("Enter one card only, or record it anyway."),
    ),
    NutsReason.DRAW_TWO: Message(
        _("Two cards are drawn here, and one of them is kept."),
        _("Enter both and the one kept; a question mark stands for one that stays secret."),
    ),
    NutsReason.KEEP_NEITHER: Message(
        _("%(card)s is neither of the two cards drawn."),
        _("Keep one of the two, or record it anyway."),
    ),
    NutsReason.TOO_MANY: Message(
        _("%(card)s takes %(range)s out of the discard pile."),
        _("Take that many, or record it anyway."),
    ),
    NutsReason.NOT_IN_PILE: Message(
        _("There is no %(card)s in the discard pile, or not that many."),
        _("Take what lies there, or correct the line that discarded something else."),
    ),
    NutsReason.NOT_IN_TRAY: Message(
        _("%(seat)s has no %(card)s, or not that many."),
        _("Choose a card from that tray, or correct the line that brought another one."),
    ),
    NutsReason.TO_ONESELF: Message(
        _("Nobody is their own opponent."),
        _("Choose somebody else."),
    ),
    NutsReason.TO_ABSENT: Message(
        _("%(seat)s has left the table and gets no card."),
        _("Give it to somebody who still plays, or record it anyway."),
    ),
    NutsReason.SPRINKLED_ITSELF: Message(
        _("Sprinkled gives another card as long as there is one."),
        _("Give another card; choose the ruling sprinkled-self=yes, or record it anyway."),
    ),
    NutsReason.NUMBER_EMPTY: Message(
        _("No card lies at %(number)s."),
        _("Choose a number with a card."),
    ),
    NutsReason.NUMBER_CHOSEN: Message(
        _("Somebody bid on %(number)s, so its card stays."),
        _("Choose numbers nobody bid on, or record it anyway."),
    ),
    NutsReason.THREE_OR_MILK: Message(
        _("Milk costs three other cards, or Milk itself."),
        _("Discard three others or only Milk, or record it anyway."),
    ),
    NutsReason.EARLIER_CARD: Message(
        _("Raspberry Frosted costs one card that was there before it."),
        _("Discard one earlier card, or record it anyway."),
    ),
    NutsReason.PASSED: Message(
        _("%(seat)s has passed a card already."),
        _("Go on with the others, correct that line, or record it anyway."),
    ),
}

# Messages used if the refusal has a certain further fact: the fact and the message.
FULLER: Mapping[str, tuple[str, Message]] = {
    NutsReason.ONE_TOO_MANY: (
        "lines",
        Message(
            _("The deck has no %(card)s left: all were entered, in these lines: %(lines)s."),
            _("Correct the one that was another card. A card turned up or drawn may be recorded anyway."),
        ),
    ),
}

RULINGS: Mapping[str, RulingWords] = {
    "tie": RulingWords(
        _("Who wins when points are equal?"),
        {
            "cards": _("Whoever has more cards; with equally many, the win is shared."),
            "shared": _("The win is shared at once."),
        },
        _("Two of the three rulebooks count the cards; one shares at once."),
    ),
    "maple-frosted-tie": RulingWords(
        _("Who scores Maple Frosted when several have the fewest cards?"),
        {
            "all": _("Each of them does."),
            "none": _("None of them does."),
        },
        _("Each of them has no more cards than anybody else, and no rulebook takes that away in a tie."),
    ),
    "types": RulingWords(
        _("Do Coffee and Milk count as types and as cards?"),
        {
            "yes": _("Yes, every card counts, whatever is printed on it."),
            "no": _("No, they are in no count: types, ten cards, fewest cards, ties. They move as ever."),
        },
        _(
            "They are bid for, passed and discarded like all cards, so they are counted like all cards. With no they"
            " are left out of the fewest cards for Maple Frosted too, and of the cards that settle a tie."
        ),
    ),
    "sprinkled-self": RulingWords(
        _("May Sprinkled give itself away while there are other cards?"),
        {
            "no": _("No, another card goes; it may be another Sprinkled."),
            "yes": _("Yes, it may go like any other card."),
        },
        _("The rulebooks let it go only where there is no other card."),
    ),
    "boston-pair": RulingWords(
        _("What do two Boston Creams score?"),
        {
            "6": _("6 points."),
            "3": _("3 points."),
        },
        _("All three rulebooks say 6; an edition is said to print 3."),
    ),
    "cruller-copies": RulingWords(
        _("How many French Crullers are in the deck?"),
        {"default": _("One for each group of cards: 1 for two players, 2 for three, 3 for four, 4 for five or six.")},
        _("One comes in with each group, and so many cards are in the box."),
    ),
    "twist-empty": RulingWords(
        _("What if somebody has no card at a Cinnamon Twist?"),
        {"default": _("Nobody passes a card, and the Cinnamon Twist is discarded.")},
        _("Two of the three rulebooks discard this card; the third can be read so."),
    ),
    "powers-may": RulingWords(
        _("May the power of a card be refused?"),
        {"default": _("No, except where it says “up to” or “any number”.")},
        _("The rulebooks tell what happens, and say so where somebody is free to choose how much."),
    ),
    "double-chocolate-one": RulingWords(
        _("What if Double Chocolate finds only one card in the deck?"),
        {"default": _("It is kept. With no card left, nothing happens.")},
        _("The rulebooks are silent; as much is done as can be done."),
    ),
    "raspberry-points": RulingWords(
        _("What does Raspberry Frosted score?"),
        {"default": _("Nothing.")},
        _("No rulebook gives it any points."),
    ),
}

# The question of a card's power; then the questions left after a part of the answer.
QUESTIONS: Mapping[str, str] = {
    Power.DRAW: _("Which card did %(seat)s draw from the deck?"),
    Power.DRAW_TWO: _("Which two cards did %(seat)s draw, and which one stays?"),
    Question.DRAWN: _("Which two cards did %(seat)s draw?"),
    Question.SECOND: _("Which other card did %(seat)s draw?"),
    Question.KEEP: _("Which of the two cards does %(seat)s keep?"),
    Power.TAKE_ONE: _("Which card does %(seat)s take out of the discard pile?"),
    Power.TAKE_THREE: _("Which cards, up to three, does %(seat)s take out of the discard pile?"),
    Power.CLEAR_ROW: _("Which cards that nobody chose does %(seat)s discard from the row?"),
    Power.GIVE: _("Which card does %(seat)s give away, and who gets it?"),
    Question.GIVE_TO: _("Which card does %(seat)s give to %(other)s?"),
    Question.TO_WHOM: _("Who gets %(card)s from %(seat)s?"),
    Power.TAKE_FROM: _("Which card does %(seat)s take, and from whom?"),
    Question.TAKE_OF: _("Which card does %(seat)s take from %(other)s?"),
    Power.DISCARD_FROM: _("Whose card does %(seat)s discard, and which?"),
    Question.DISCARD_OF: _("Which card of %(other)s does %(seat)s discard?"),
    Power.PASS: _("Which card does everybody pass to the left?"),
    Question.PASS_ONE: _("Which card does %(other)s pass to the left?"),
    Power.PAY_THREE: _("Which three cards does %(seat)s discard for Milk, or Milk itself?"),
    Power.PAY_ONE: _("Which earlier card does %(seat)s discard?"),
}

# The same where the seat asked is the phone's own.
OWN_QUESTIONS: Mapping[str, str] = {
    Power.DRAW: _("Which card did you draw from the deck?"),
    Power.DRAW_TWO: _("Which two cards did you draw, and which one stays?"),
    Question.DRAWN: _("Which two cards did you draw?"),
    Question.SECOND: _("Which other card did you draw?"),
    Question.KEEP: _("Which of the two cards do you keep?"),
    Power.TAKE_ONE: _("Which card do you take out of the discard pile?"),
    Power.TAKE_THREE: _("Which cards, up to three, do you take out of the discard pile?"),
    Power.CLEAR_ROW: _("Which cards that nobody chose do you discard from the row?"),
    Power.GIVE: _("Which card do you give away, and who gets it?"),
    Question.GIVE_TO: _("Which card do you give to %(other)s?"),
    Question.TO_WHOM: _("Who gets your %(card)s?"),
    Power.TAKE_FROM: _("Which card do you take, and from whom?"),
    Question.TAKE_OF: _("Which card do you take from %(other)s?"),
    Power.DISCARD_FROM: _("Whose card do you discard, and which?"),
    Question.DISCARD_OF: _("Which card of %(other)s do you discard?"),
    Power.PASS: QUESTIONS[Power.PASS],
    Question.PASS_ONE: _("Which card do you pass to the left?"),
    Power.PAY_THREE: _("Which three cards do you discard for Milk, or Milk itself?"),
    Power.PAY_ONE: _("Which earlier card do you discard?"),
}


class CardWords(NamedTuple):
    """A card's name, what it scores, and what happens when it is taken from the row."""

    title: str
    points: str
    power: str = ""


CARDS: Mapping[str, CardWords] = {
    "chocolate-frosted": CardWords(
        _("Chocolate Frosted"), _("Scores nothing."), _("Draw the top card of the deck into your tray.")
    ),
    "donut-holes": CardWords(_("Donut Holes"), _("One scores 1, then 3, 6, 10, and 15 for five or more.")),
    "eclair": CardWords(_("Eclair"), _("Scores nothing."), _("Take the top card of the discard pile.")),
    "french-cruller": CardWords(
        _("French Cruller"), _("Scores 2."), _("Discard any number of row cards that nobody chose.")
    ),
    "glazed": CardWords(_("Glazed"), _("Scores 2.")),
    "jelly-filled": CardWords(
        _("Jelly-Filled"), _("Two or three score 5, four or five 10, six 15; one scores nothing.")
    ),
    "maple-bar": CardWords(_("Maple Bar"), _("Scores 3 with more than six types of cards.")),
    "plain": CardWords(_("Plain"), _("Scores 1; the most score 3 more, tied for the most 1 more each.")),
    "powdered": CardWords(_("Powdered"), _("Scores 3.")),
    "boston-cream": CardWords(_("Boston Cream"), _("Two score 6, four 15, six 25; one, three or five score nothing.")),
    "double-chocolate": CardWords(
        _("Double Chocolate"), _("Scores nothing."), _("Draw two cards, keep one and put the other back on the deck.")
    ),
    "red-velvet": CardWords(
        _("Red Velvet"), _("Costs 2 points."), _("Take a card of your choice out of the discard pile.")
    ),
    "sprinkled": CardWords(
        _("Sprinkled"), _("Scores 2."), _("Give another of your cards to an opponent; this one if there is no other.")
    ),
    "bear-claw": CardWords(_("Bear Claw"), _("Costs 2 points."), _("Take a card of your choice from an opponent.")),
    "cinnamon-twist": CardWords(
        _("Cinnamon Twist"),
        _("Scores 1."),
        _("Everybody passes a card to the left; if somebody has none, this one is discarded instead."),
    ),
    "coffee": CardWords(_("Coffee"), _("Scores 1 for each of your cards that costs points.")),
    "day-old-donuts": CardWords(
        _("Day-Old Donuts"), _("Costs 7 points."), _("Take up to three cards of your choice out of the discard pile.")
    ),
    "milk": CardWords(_("Milk"), _("Scores 5."), _("Discard three of your other cards, or this one.")),
    "old-fashioned": CardWords(_("Old Fashioned"), _("Scores 5 with fewer than ten cards.")),
    "maple-frosted": CardWords(_("Maple Frosted"), _("Scores 5 with the fewest cards of all.")),
    "mucho-matcha": CardWords(_("Mucho Matcha"), _("Scores 3 with fewer than seven types of cards.")),
    "raspberry-frosted": CardWords(
        _("Raspberry Frosted"), _("Scores nothing."), _("Discard one of your earlier cards; this one if there is none.")
    ),
    "strawberry-glazed": CardWords(
        _("Strawberry Glazed"), _("Costs 2 points."), _("Discard a card of your choice from an opponent’s tray.")
    ),
}

# What the Spanish, the Dutch and the German rulebook call a card, errors and all: by these names too it is looked for.
# Where one prints the English name it is not repeated. Then what people say who have English cards before them.
RULEBOOK_NAMES: Mapping[str, tuple[str, ...]] = {
    "chocolate-frosted": ("Schoko-Milchkuchen",),
    "donut-holes": ("Agujeros de dona", "Donut Löcher", "gaatjes"),
    "eclair": ("Éclair",),
    "french-cruller": ("Cruller francés", "Französischer Cruller"),
    "glazed": ("Glaseado", "Glasiert"),
    "jelly-filled": ("Relleno de gelatina", "Mit Gelee gefüllt"),
    "maple-bar": ("Barra de arce", "Ahornriegel"),
    "plain": ("Liso", "Schlicht", "einfarbig", "eenvoudige donuts"),
    "powdered": ("En polvo", "Gepudert"),
    "boston-cream": ("Crema de Boston",),
    "double-chocolate": ("Doble chocolate", "Douche Chocoolate"),
    "red-velvet": ("Terciopelo rojo", "Roter Samt"),
    "sprinkled": ("Espolvoreado", "Bestreut"),
    "bear-claw": ("Garra de oso", "Bärenklaue"),
    "cinnamon-twist": ("Zimtdrehung", "canela", "kaneel"),
    "coffee": ("Café", "Kaffee", "koffie"),
    "day-old-donuts": ("Donas del día",),
    "milk": ("Leche", "Milch", "melk"),
    "raspberry-frosted": ("Frambuesa escarchada", "framboos", "Himbeere"),
    "strawberry-glazed": ("Glaseado de fresa", "aardbei", "Erdbeere"),
}
