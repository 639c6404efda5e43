"""The headers of a Go Nuts table: from the set-up, or from the middle of a game."""

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
    """The state before the first line. Raises transcript.Refused."""
    names = Names.of(party.names)
    left = deck_for(len(party.names))
    trays: list[tuple[str, ...]] = [()] * len(party.names)
    for header, seat in headers.each_seat("tray", names):
        with headers.line(header):
            trays[seat] = tuple(read_card(word) for word in header.rest[1:])
            _used(left, trays[seat], len(trays))
    with headers.get("pile") as rest:
        pile = tuple(read_card(word) for word in rest or ())
        _used(left, pile, len(trays))
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
    """The row: as many numbers as seats and one; what the header does not name is a gap."""
    cards: dict[int, str] = {}
    with headers.get("row") as rest:
        for word, card in read_pairs(list(rest or ())):
            number = read_number(word)
            if number in cards:
                raise Malformed(Unread.WORDS, text=word)
            if not 1 <= number <= seats + 1:
                raise Illegal(NutsReason.NO_SUCH_NUMBER, number=number, most=seats + 1)
            cards[number] = read_card(card)
        _used(left, tuple(cards.values()), seats)
    return tuple(cards.get(number) for number in range(1, seats + 2))


def _deck(headers: Headers, most: int) -> int:
    """Cards in the deck: all that lie nowhere else, or fewer where the header says so."""
    with headers.get("deck") as rest:
        if rest is None:
            return most
        return read_number(headers.only("deck", rest), most)


def _used(left: dict[str, int], cards: tuple[str, ...], seats: int) -> None:
    """Takes cards that lie open out of what the deck can hold."""
    for card, copies in Counter(cards).items():
        if card not in left:
            raise Illegal(NutsReason.NOT_IN_DECK, card=card, count=seats)
        if copies > left[card]:
            raise Illegal(NutsReason.ONE_TOO_MANY, card=card)
        left[card] -= copies
