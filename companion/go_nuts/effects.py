"""What a line does to a Go Nuts table, once it may be said or the table decided it. Trusts, and only builds."""

from __future__ import annotations

from companion.go_nuts.cards import Power
from companion.go_nuts.moves import (
    Discard,
    DiscardFrom,
    DiscardRow,
    Draw,
    FinalTray,
    Give,
    Move,
    Pass,
    PassAll,
    Refill,
    Reveal,
    Select,
    Take,
    TakeFrom,
)
from companion.go_nuts.powers import answered, asked_seats, lapsed, overruled, passed, settled, start
from companion.go_nuts.rules import answers_overruled, when_asked
from companion.go_nuts.state import SECRET, NutsState
from companion.kernel.common import COMMON, Adjust, Common, Leaves, apply_common
from companion.kernel.game import Paid


def apply(nuts: NutsState, seat: int | None, move: Move) -> tuple[NutsState, Paid]:
    """The next state; only an adjustment pays at once, points come from the trays at the end."""
    if isinstance(move, COMMON):
        return _apply_common(nuts, move)
    match move:
        case Refill():
            return _refill(lapsed(nuts), move), {}
        case Reveal(told):
            nuts = lapsed(nuts)
            aloud = dict(told)
            return start(nuts, tuple(aloud.get(bidder, bid) for bidder, bid in enumerate(nuts.bids))), {}
        case PassAll(passes):
            return passed(when_asked(nuts, None, move) or nuts, passes), {}
        case FinalTray(counted, cards):
            return nuts._replace(counts={**nuts.counts, counted: cards}), {}
    assert seat is not None
    if isinstance(move, Select):
        nuts = lapsed(nuts)
        bids = (*nuts.bids[:seat], move.number, *nuts.bids[seat + 1 :])
        return nuts._replace(bids=bids, played=True, hidden_from=min(nuts.hidden_from, move.round)), {}
    return _answer(nuts, seat, move), {}


def _apply_common(nuts: NutsState, move: Common) -> tuple[NutsState, Paid]:
    if isinstance(move, Adjust):
        adjusted = nuts.adjusted
        now = adjusted[move.seat] + move.amount
        return nuts._replace(adjusted=(*adjusted[: move.seat], now, *adjusted[move.seat + 1 :])), {
            "adjust": move.amount
        }
    after = nuts._replace(party=apply_common(nuts.party, move))
    return (_left(after, move.seat) if isinstance(move, Leaves) else after), {}


def _left(nuts: NutsState, seat: int) -> NutsState:
    """A seat that leaves: its bid and its question lapse; a Cinnamon Twist goes on without it."""
    nuts = nuts._replace(bids=(*nuts.bids[:seat], None, *nuts.bids[seat + 1 :]))
    choice = nuts.choice
    if choice is not None and choice.seat == seat and choice.power != Power.PASS:
        return answered(nuts)
    return settled(nuts)


def _refill(nuts: NutsState, move: Refill) -> NutsState:
    """Fills those of its numbers that are empty; the known top card lies at the lowest of them."""
    cards = {number: card for number, card in move.cards if nuts.row[number - 1] is None}
    if not cards:
        return nuts._replace(played=True)
    top = "" if nuts.gaps[0] in cards else nuts.top
    row = tuple(cards.get(number, card) for number, card in enumerate(nuts.row, 1))
    return nuts.off_deck(*cards.values())._replace(row=row, top=top, played=True)


def _answer(nuts: NutsState, seat: int, move: Move) -> NutsState:
    """Somebody's choice: the cards move, and where it was asked, now or after what lapses, the round goes on.

    What answers nothing is the table's decision. Of the seat that is asked it counts as the answer: in a Cinnamon
    Twist for everybody. Of another seat it leaves the question open, and so does a late answer to what was closed so.
    """
    asked = when_asked(nuts, seat, move)
    if asked is not None and isinstance(move, Pass):
        return passed(asked, ((seat, move.card),))
    after = _moved(asked or nuts, seat, move)._replace(played=True)
    if asked is not None:
        return answered(after)
    if answers_overruled(nuts, seat, move):
        return settled(after._replace(overruled=None))
    return overruled(after) if seat in asked_seats(nuts) else settled(after)


def _moved(nuts: NutsState, seat: int, move: Move) -> NutsState:
    """The cards where an answer puts them."""
    match move:
        case Draw():
            return _drawn(nuts, seat, move)
        case Take(cards):
            for card in cards:
                nuts = nuts.unpiled(card).gained(seat, card)
            return nuts.tells("picks", seat, cards)
        case TakeFrom(card, other):
            return nuts.lost(other, card).gained(seat, card).tells("takes-from", seat, card, other)
        case Give(card, other):
            return nuts.lost(seat, card).gained(other, card).tells("gives", seat, card, other)
        case Pass(card):
            other = nuts.party.next_seat(seat)
            return nuts.lost(seat, card).gained(other, card).tells("passes", seat, card, other)
        case Discard(cards):
            for card in cards:
                nuts = nuts.lost(seat, card).discarded(card)
            return nuts.tells("discards", seat, cards)
        case DiscardFrom(card, other):
            return nuts.lost(other, card).discarded(card).tells("discards-of", seat, card, other)
        case DiscardRow(numbers):
            return _cleared(nuts, seat, numbers)
    return nuts


def _cleared(nuts: NutsState, seat: int, numbers: tuple[int, ...]) -> NutsState:
    """The row without the cards at these numbers, which go on the pile in that order."""
    gone: list[str] = []
    for number in numbers:
        card = nuts.row[number - 1]
        if card is not None:
            nuts = nuts._replace(row=(*nuts.row[: number - 1], None, *nuts.row[number:])).discarded(card)
            gone.append(card)
    return nuts.tells("clears", seat, tuple(gone))


def _drawn(nuts: NutsState, seat: int, move: Draw) -> NutsState:
    """Off the deck into the tray, where all see it; of two, the other one lies on top again, known or secret."""
    if len(move.cards) == 1:
        card = move.cards[0]
        return nuts.off_deck(card).gained(seat, card).tells("draws", seat, card) if card else nuts
    others = list(move.cards)
    if move.keep in others:
        others.remove(move.keep)
    nuts = nuts.off_deck(move.keep).gained(seat, move.keep).tells("draws", seat, move.keep)
    return nuts._replace(top=others[0] or SECRET).tells("returns", seat) if nuts.deck else nuts
