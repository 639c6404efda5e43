"""The words of the dock's button for moves of Go Nuts for Donuts: what it will record, in the present tense."""

from __future__ import annotations

from collections.abc import Sequence

from companion.go_nuts.moves import Discard, DiscardFrom, DiscardRow, Draw, Give, Pass, PassAll, Take, TakeFrom
from companion.words.go_nuts_moves import NutsMove, card_name, nuts_sentence
from companion.words.language import Language
from companion.words.language import mark as _


def nuts_promise(words: Language, who: str, move: NutsMove, names: Sequence[str]) -> str:
    """Return an answer in the present tense; other moves as in the journal."""
    match move:
        case PassAll():
            return words.text(_("Pass these cards to the left"))
        case Take(()):
            return words.text(_("%(seat)s takes none"), seat=who)
        case DiscardRow(()):
            return words.text(_("The row stays as it is"))
        case DiscardRow(numbers):
            gone = words.listing(map(str, numbers))
            return words.text(_("%(seat)s discards from the row: %(numbers)s"), seat=who, numbers=gone)
        case Draw():
            card = card_name(words, move.keep or move.cards[0] or "")
            return words.text(
                _("%(seat)s keeps %(card)s") if move.keep else _("%(seat)s draws %(card)s"), seat=who, card=card
            )
        case Take(cards):
            return words.text(_("%(seat)s takes %(cards)s"), seat=who, cards=_listed(words, cards))
        case Discard(cards):
            return words.text(_("%(seat)s discards %(cards)s"), seat=who, cards=_listed(words, cards))
        case TakeFrom(card, other):
            gaps = {"seat": who, "card": card_name(words, card), "other": names[other]}
            return words.text(_("%(seat)s takes %(card)s from %(other)s"), **gaps)
        case DiscardFrom(card, other):
            gaps = {"seat": who, "card": card_name(words, card), "other": names[other]}
            return words.text(_("%(seat)s discards %(card)s of %(other)s"), **gaps)
        case Give(card, other):
            gaps = {"seat": who, "card": card_name(words, card), "other": names[other]}
            return words.text(_("%(seat)s gives %(card)s to %(other)s"), **gaps)
        case Pass(card):
            return words.text(_("%(seat)s passes %(card)s to the left"), seat=who, card=card_name(words, card))
    return nuts_sentence(words, who, move, names)


def _listed(words: Language, cards: Sequence[str]) -> str:
    return words.listing(card_name(words, card) for card in cards)
