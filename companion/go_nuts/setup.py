"""The headers of a Go Nuts table: a game from its set-up, or one entered from the middle."""

from __future__ import annotations

from collections import Counter

from companion.go_nuts.cards import deck_for
from companion.go_nuts.notation import read_card, read_pairs
from companion.go_nuts.reasons import NutsReason
from companion.go_nuts.state import NutsState
from companion.kernel.common import Party
from companion.kernel.reasons import Unread
from companion.kernel.text import Names, read_number
from companion.kernel.transcript import Headers
from companion.refusals import Illegal, Malformed

HEADERS = frozenset({"deck", "pile", "row"})
SEAT_HEADERS = frozenset({"tray"})


def setup(headers: Headers, party: Party) -> NutsState:
    """Return the state before the first line. Raises transcript.Refused where a header cannot be read or be true."""
    names = Names.of(party.names)
    left = deck_for(len(party.names))
    trays: list[tuple[str, ...]] = [()] * len(party.names)
    for header, seat in headers.each_seat("tray", names):
        with headers.line(header):
            trays[seat] = tuple(read_card(word) for word in header.rest[1:])
            _remove(left, trays[seat], len(trays))
    with headers.get("pile") as rest:
        pile = tuple(read_card(word) for word in rest or ())
        _remove(left, pile, len(trays))
    row = _row(headers, len(trays), left)
    return NutsState(
        party=party,
        round=1,
        row=row,
        pile=pile,
        deck=_deck(headers, sum(left.values())),
        left=left,
        top="",
        trays=tuple(trays),
        bids=(None,) * len(trays),
        adjusted=(0,) * len(trays),
    )


def _row(headers: Headers, seats: int, left: dict[str, int]) -> tuple[str | None, ...]:
    """Return the row: one number more than seats; numbers the header does not name are gaps."""
    cards: dict[int, str] = {}
    with headers.get("row") as rest:
        for word, card in read_pairs(list(rest or ())):
            number = read_number(word)
            if number in cards:
                raise Malformed(Unread.WORDS, text=word)
            if not 1 <= number <= seats + 1:
                raise Illegal(NutsReason.NO_SUCH_NUMBER, number=number, most=seats + 1)
            cards[number] = read_card(card)
        _remove(left, tuple(cards.values()), seats)
    return tuple(cards.get(number) for number in range(1, seats + 2))


def _deck(headers: Headers, most: int) -> int:
    """Return the number of cards in the deck: all that lie nowhere else, or fewer by the header."""
    with headers.get("deck") as rest:
        if rest is None:
            return most
        return read_number(headers.only("deck", rest), most)


def _remove(left: dict[str, int], cards: tuple[str, ...], seats: int) -> None:
    """Remove cards that lie open from those the deck can hold. Raises Illegal where there are not so many."""
    for card, copies in Counter(cards).items():
        if card not in left:
            raise Illegal(NutsReason.NOT_IN_DECK, card=card, count=seats)
        if copies > left[card]:
            raise Illegal(NutsReason.ONE_TOO_MANY, card=card)
        left[card] -= copies
