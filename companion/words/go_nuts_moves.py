"""Moves of Go Nuts for Donuts, and the events of a round, in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.go_nuts.cards import BY_NAME, Power
from companion.go_nuts.moves import (
    HIDDEN,
    Answer,
    Discard,
    DiscardFrom,
    DiscardRow,
    Draw,
    FinalTray,
    Give,
    Pass,
    PassAll,
    Refill,
    Reveal,
    Select,
    Take,
    TakeFrom,
)
from companion.words.language import mark as _
from companion.words.things import Things

NutsMove = Refill | Select | Reveal | PassAll | FinalTray | Answer


def counted_cards(words: Things, cards: Iterable[str]) -> str:
    """Return `2 Plain, 1 Milk`, in order of first appearance."""
    counts = Counter(cards).items()
    return words.joined(words.text(_("%(count)d %(card)s"), count=n, card=words.card(card)) for card, n in counts)


def numbered_cards(words: Things, cards: Iterable[tuple[int, str | None]]) -> str:
    """Return `1 Plain, 4 Eclair`; a number without a card shows a dash."""
    pairs = [(number, words.card(card) if card else "–") for number, card in cards]
    return words.joined(words.text(_("%(number)d %(card)s"), number=number, card=card) for number, card in pairs)


def nuts_sentence(words: Things, who: str, move: NutsMove, names: Sequence[str]) -> str:
    """Return a Go Nuts move in plain words; a secret bid without its number."""
    match move:
        case Select(number) if number in (None, HIDDEN):
            return words.text(_("%(seat)s has bid"), seat=who)
        case Select(number, round_):
            return words.text(_("%(seat)s bid on %(number)d in round %(round)d"), seat=who, number=number, round=round_)
        case Refill() | Reveal() | PassAll() | FinalTray():
            return _table_sentence(words, move, names)
        case Draw():
            return _draw_sentence(words, who, move)
        case Take() | Discard() | DiscardRow():
            return _several_sentence(words, who, move)
    return _card_sentence(words, who, move, names)


def _table_sentence(words: Things, move: Refill | Reveal | PassAll | FinalTray, names: Sequence[str]) -> str:
    match move:
        case Refill(cards):
            return words.text(_("Cards turned up: %(cards)s"), cards=numbered_cards(words, cards))
        case Reveal(()):
            return words.text(_("Cards turned over"))
        case Reveal(bids):
            pairs = (words.text(_("%(seat)s %(number)d"), seat=names[seat], number=number) for seat, number in bids)
            return words.text(_("Cards turned over: %(bids)s"), bids=words.joined(pairs))
        case PassAll(passes):
            named = ((names[seat], words.card(card)) for seat, card in passes)
            pairs = (words.text(_("%(seat)s %(card)s"), seat=seat, card=card) for seat, card in named)
            return words.text(_("Passed to the left: %(cards)s"), cards=words.joined(pairs))
        case FinalTray(seat, ()):
            return words.text(_("Counted: %(seat)s has no cards"), seat=names[seat])
        case FinalTray(seat, cards):
            return words.text(
                _("Counted: %(seat)s has %(cards)s"), seat=names[seat], cards=counted_cards(words, sorted(cards))
            )


def _draw_sentence(words: Things, who: str, draw: Draw) -> str:
    cards = [words.card(card) for card in draw.cards if card]
    kept = words.card(draw.keep)
    if len(draw.cards) > len(cards):
        return words.text(_("%(seat)s drew two cards and kept %(card)s"), seat=who, card=kept)
    if draw.keep:
        return words.text(
            _("%(seat)s drew %(cards)s, and kept %(card)s"), seat=who, cards=words.listing(cards), card=kept
        )
    return words.text(_("%(seat)s drew %(card)s"), seat=who, card=cards[0])


def _several_sentence(words: Things, who: str, move: Take | Discard | DiscardRow) -> str:
    match move:
        case Take(()):
            return words.text(_("%(seat)s took nothing out of the discard pile"), seat=who)
        case Take(cards):
            taken = words.cards_of(cards)
            return words.text(_("%(seat)s took %(cards)s out of the discard pile"), seat=who, cards=taken)
        case Discard(cards):
            gone = words.cards_of(cards)
            return words.text(_("%(seat)s discarded %(cards)s"), seat=who, cards=gone)
        case DiscardRow(()):
            return words.text(_("%(seat)s left the row as it was"), seat=who)
        case DiscardRow(numbers):
            gone = words.listing(map(str, numbers))
            return words.text(_("%(seat)s discarded the cards at %(numbers)s in the row"), seat=who, numbers=gone)


def _card_sentence(words: Things, who: str, move: TakeFrom | Give | Pass | DiscardFrom, names: Sequence[str]) -> str:
    gaps = {"seat": who, "card": words.card(move.card)}
    match move:
        case TakeFrom(_card, other):
            return words.text(_("%(seat)s took %(card)s from %(other)s"), **gaps, other=names[other])
        case Give(_card, other):
            return words.text(_("%(seat)s gave %(card)s to %(other)s"), **gaps, other=names[other])
        case DiscardFrom(_card, other):
            return words.text(_("%(seat)s discarded %(card)s from the tray of %(other)s"), **gaps, other=names[other])
        case Pass():
            return words.text(_("%(seat)s passed %(card)s to the left"), **gaps)


# The same on one line, where the round that a line belongs to is known


def nuts_latest(words: Things, move: NutsMove, story: Sequence[tuple[object, ...]]) -> str:
    """Return a line in few words, its cards as pictures alone; empty where only its sentence has words for it.

    `story`: the events of its round up to it. Of a line of a seat: what it did, without its name.
    """
    match move:
        case Refill(cards):
            return words.text(_("New: %(cards)s"), cards=_pictures(words, (card for _number, card in cards)))
        case Reveal():
            turned = [event[2] for event in story if event[0] in ("takes", "collide")]
            return words.text(_("Turned over: %(cards)s"), cards=_pictures(words, turned)) if turned else ""
        case DiscardRow():
            cleared = next((event for event in reversed(story) if event[0] == "clears"), None)
            return _cleared(words, cleared[2]) if cleared else ""
    return ""


def _cleared(words: Things, cards: object) -> str:
    if not cards or not isinstance(cards, Iterable):
        return words.text(_("left the row as it was"))
    return words.text(_("discarded %(cards)s from the row"), cards=_pictures(words, cards))


def _pictures(words: Things, cards: Iterable[object]) -> str:
    return words.listing(words.card_alone(str(card)) for card in cards)


# The same in the present tense, for the button that records an answer


def nuts_promise(words: Things, who: str, move: NutsMove, names: Sequence[str]) -> str:
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
            return words.text(_("%(seat)s discards the cards at %(numbers)s"), seat=who, numbers=gone)
        case Draw():
            card = words.card(move.keep or move.cards[0] or "")
            return words.text(
                _("%(seat)s keeps %(card)s") if move.keep else _("%(seat)s draws %(card)s"), seat=who, card=card
            )
        case Take(cards):
            return words.text(_("%(seat)s takes %(cards)s"), seat=who, cards=words.cards_of(cards))
        case Discard(cards):
            return words.text(_("%(seat)s discards %(cards)s"), seat=who, cards=words.cards_of(cards))
        case TakeFrom(card, other):
            gaps = {"seat": who, "card": words.card(card), "other": names[other]}
            return words.text(_("%(seat)s takes %(card)s from %(other)s"), **gaps)
        case DiscardFrom(card, other):
            gaps = {"seat": who, "card": words.card(card), "other": names[other]}
            return words.text(_("%(seat)s discards %(card)s of %(other)s"), **gaps)
        case Give(card, other):
            gaps = {"seat": who, "card": words.card(card), "other": names[other]}
            return words.text(_("%(seat)s gives %(card)s to %(other)s"), **gaps)
        case Pass(card):
            return words.text(_("%(seat)s passes %(card)s to the left"), seat=who, card=words.card(card))
    return nuts_sentence(words, who, move, names)


# The events of a round


_TO_ANOTHER: Mapping[str, str] = {
    "takes-from": _("%(seat)s takes %(card)s from %(other)s."),
    "gives": _("%(seat)s gives %(card)s to %(other)s."),
    "passes": _("%(seat)s passes %(card)s to %(other)s."),
    "discards-of": _("%(seat)s discards %(card)s from the tray of %(other)s."),
}
_OF_ONE: Mapping[str, str] = {
    "top": _("%(seat)s takes %(card)s off the discard pile."),
    "draws": _("%(seat)s gets %(card)s from the deck."),
    "nothing": _("%(seat)s’s %(card)s has no effect."),
}
_GONE: Mapping[Power, str] = {
    Power.PASS: _("%(seat)s’s %(card)s is discarded: not everybody has a card to pass."),
    Power.PAY_THREE: _("%(seat)s discards %(card)s: there are not three other cards to discard for it."),
    Power.PAY_ONE: _("%(seat)s discards %(card)s: there is no other card to discard for it."),
}
_SEVERAL: Mapping[tuple[str, bool], str] = {
    ("picks", True): _("%(seat)s takes %(cards)s out of the discard pile."),
    ("picks", False): _("%(seat)s takes nothing out of the discard pile."),
    ("discards", True): _("%(seat)s discards %(cards)s."),
    ("discards", False): _("%(seat)s discards nothing."),
    ("clears", True): _("%(seat)s discards %(cards)s from the row."),
    ("clears", False): _("%(seat)s leaves the row as it is."),
}


def story_sentence(words: Things, event: tuple[object, ...]) -> str:
    """Return one event of a round: what happened to a card of the row, or what a power did."""
    match event:
        case ("takes", seat, str(card), number):
            return words.text(
                _("%(number)d: %(seat)s takes %(card)s."), number=number, seat=seat, card=words.card(card)
            )
        case ("collide", [*seats], str(card), number):
            gaps = {"number": number, "seats": words.listing(map(str, seats)), "card": words.card(card)}
            return words.text(_("%(number)d: %(seats)s collide, so %(card)s is discarded."), **gaps)
        case (("takes-from" | "gives" | "passes" | "discards-of") as kind, seat, str(card), other):
            return words.text(_TO_ANOTHER[kind], seat=seat, card=words.card(card), other=other)
        case (("picks" | "discards" | "clears") as kind, seat, [*cards]):
            moved = words.listing(words.card(str(card)) for card in cards) if cards else ""
            return words.text(_SEVERAL[kind, bool(cards)], seat=seat, cards=moved)
        case ("gone", seat, str(card)):
            return words.text(_GONE[BY_NAME[card].power], seat=seat, card=words.card(card))
        case ("returns", seat):
            return words.text(_("%(seat)s puts the other card back on the deck."), seat=seat)
        case (str(kind), seat, str(card)) if kind in _OF_ONE:
            return words.text(_OF_ONE[kind], seat=seat, card=words.card(card))
    raise ValueError(event)


def event_sentence(words: Things, event: tuple[object, ...]) -> str:
    """Return one event of a round beside its number and the picture of its card."""
    match event:
        case ("takes", seat, str(card), _number):
            return words.text(_("%(seat)s takes %(card)s."), seat=seat, card=words.card(card))
        case ("collide", [*seats], str(card), _number):
            gaps = {"seats": words.listing(map(str, seats)), "card": words.card(card)}
            return words.text(_("%(seats)s bump: %(card)s is discarded."), **gaps)
    return story_sentence(words, event)
