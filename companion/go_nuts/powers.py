"""A round resolved from the lowest number up, each power at once when its card is taken from the row.

A power that needs somebody's word leaves a `Choice` behind and the resolution waits for it; one with nothing to move
does nothing. Whatever is taken later this round is not owned yet, simply because it is not taken yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.go_nuts.cards import BY_NAME, Power
from companion.go_nuts.state import Choice, NutsState


def start(nuts: NutsState, bids: tuple[int | None, ...]) -> NutsState:
    """The cards are turned over: the round resolves as far as it can. A seat that left has bid nothing."""
    shown = tuple(None if seat in nuts.party.away else bid for seat, bid in enumerate(bids))
    return resolve(nuts._replace(bids=shown, at=1, played=True, story=(), hidden_from=nuts.round + 1, overruled=None))


def resolve(nuts: NutsState) -> NutsState:
    """Goes on from the number being resolved, until somebody must choose or the round is done."""
    if nuts.choice is not None or not nuts.at:
        return nuts
    for number in range(nuts.at, len(nuts.row) + 1):
        nuts = _turn_up(nuts, number)
        if nuts.choice is not None:
            return nuts._replace(at=number + 1)  # past the row where the last number asks: the round waits all the same
    return nuts._replace(at=0, round=nuts.round + 1, bids=(None,) * len(nuts.bids))


def _turn_up(nuts: NutsState, number: int) -> NutsState:
    """One number: nobody, one who takes the card, or several and the card goes on the pile."""
    card = nuts.row[number - 1]
    bidders = [seat for seat, bid in enumerate(nuts.bids) if bid == number]  # a seat that left has none
    if card is None or not bidders:
        return nuts
    nuts = nuts._replace(row=(*nuts.row[: number - 1], None, *nuts.row[number:]))
    if len(bidders) > 1:
        return nuts.discarded(card).tells("collide", tuple(bidders), card, number)
    return take(nuts.gained(bidders[0], card).tells("takes", bidders[0], card, number), bidders[0], card)


def take(nuts: NutsState, seat: int, card: str) -> NutsState:
    """The power of a card just taken from the row."""
    power = POWERS.get(BY_NAME[card].power)
    return power(nuts, seat, card) if power else nuts


def _ask(nuts: NutsState, seat: int, card: str) -> NutsState:
    """A power that asks its seat, where something can move."""
    power = BY_NAME[card].power
    if not CAN_MOVE[power](nuts, seat):
        return nuts.tells("nothing", seat, card)
    return nuts._replace(choice=Choice(seat, card, power))


def _ask_with(cards: int) -> Callable[[NutsState, int, str], NutsState]:
    """A power that asks its seat, and without so many cards in the tray discards the card itself."""

    def ask_or_discard(nuts: NutsState, seat: int, card: str) -> NutsState:
        return (_ask if len(nuts.trays[seat]) >= cards else _must_go)(nuts, seat, card)

    return ask_or_discard


def _must_go(nuts: NutsState, seat: int, card: str) -> NutsState:
    return nuts.lost(seat, card).discarded(card).tells("gone", seat, card)


def _take_top(nuts: NutsState, seat: int, card: str) -> NutsState:
    if not nuts.pile:
        return nuts.tells("nothing", seat, card)
    top = nuts.pile[-1]
    return nuts._replace(pile=nuts.pile[:-1]).gained(seat, top).tells("top", seat, top)


def _pass_left(nuts: NutsState, seat: int, card: str) -> NutsState:
    """Everybody still in passes a card; where somebody has none, nobody does and the card goes (ruling twist-empty)."""
    if any(not nuts.trays[other] for other in nuts.seats_in):
        return _must_go(nuts, seat, card)
    return _ask(nuts, seat, card)


def unchosen(nuts: NutsState) -> list[int]:
    """Numbers with a card that nobody chose."""
    chosen = {nuts.bids[seat] for seat in nuts.seats_in}
    return [number for number, card in enumerate(nuts.row, 1) if card is not None and number not in chosen]


def opponents_in(nuts: NutsState, seat: int) -> list[int]:
    return [other for other in nuts.seats_in if other != seat]


def robbable(nuts: NutsState, seat: int) -> list[int]:
    """Opponents who have a card; a seat that left may be taken from too."""
    return [other for other, tray in enumerate(nuts.trays) if other != seat and tray]


CAN_MOVE: Mapping[Power, Callable[[NutsState, int], bool]] = {
    Power.DRAW: lambda nuts, seat: nuts.deck > 0,
    Power.DRAW_TWO: lambda nuts, seat: nuts.deck > 0,
    Power.TAKE_ONE: lambda nuts, seat: bool(nuts.pile),
    Power.TAKE_THREE: lambda nuts, seat: bool(nuts.pile),
    Power.CLEAR_ROW: lambda nuts, seat: bool(unchosen(nuts)),
    Power.GIVE: lambda nuts, seat: bool(nuts.trays[seat] and opponents_in(nuts, seat)),
    Power.TAKE_FROM: lambda nuts, seat: bool(robbable(nuts, seat)),
    Power.DISCARD_FROM: lambda nuts, seat: bool(robbable(nuts, seat)),
    Power.PASS: lambda nuts, seat: len(nuts.seats_in) > 1,
    Power.PAY_THREE: lambda nuts, seat: bool(nuts.trays[seat]),
    Power.PAY_ONE: lambda nuts, seat: bool(nuts.trays[seat]),
}
POWERS: Mapping[Power, Callable[[NutsState, int, str], NutsState]] = {
    **dict.fromkeys(CAN_MOVE, _ask),
    Power.TAKE_TOP: _take_top,
    Power.PASS: _pass_left,
    Power.PAY_THREE: _ask_with(4),
    Power.PAY_ONE: _ask_with(2),
}


def answered(nuts: NutsState) -> NutsState:
    """The question is closed, the round goes on."""
    return resolve(nuts._replace(choice=None))


def overruled(nuts: NutsState) -> NutsState:
    """The table decided something else than an answer: that counts as one, and the question is closed."""
    return answered(nuts._replace(overruled=nuts.choice))


def lapsed(nuts: NutsState) -> NutsState:
    """All that is still asked lapses, and the round ends: something was said that belongs after it."""
    while nuts.choice is not None:
        nuts = answered(nuts)
    return nuts


def lapsed_until(nuts: NutsState, asks: Callable[[NutsState, Choice], bool]) -> NutsState | None:
    """The state in which such a question is asked, those before it lapsed; None where this round asks no such thing."""
    while nuts.choice is not None:
        if asks(nuts, nuts.choice):
            return nuts
        nuts = answered(nuts)
    return None


def settled(nuts: NutsState) -> NutsState:
    """After somebody left or the table moved cards: a question that can move nothing any more is closed."""
    choice = nuts.choice
    if choice is None:
        return nuts
    if not CAN_MOVE[choice.power](nuts, choice.seat):
        return answered(nuts)
    return _pass_all(nuts) if choice.power == Power.PASS else nuts


# Cinnamon Twist


def passed(nuts: NutsState, passes: tuple[tuple[int, str], ...]) -> NutsState:
    """More seats have said what they pass; when all have, the cards change hands at once."""
    assert nuts.choice is not None
    told = nuts.choice.passed + passes
    return _pass_all(nuts._replace(choice=replace(nuts.choice, passed=told), played=True))


def passes(nuts: NutsState) -> dict[int, str]:
    """What is passed so far, by seat: told by one that is in and still has the card."""
    told = nuts.choice.passed if nuts.choice else ()
    return {seat: card for seat, card in told if seat not in nuts.party.away and card in nuts.trays[seat]}


def still_to_pass(nuts: NutsState) -> list[int]:
    """Seats whose card for the Cinnamon Twist is not told yet; one that came back without a card passes none."""
    told = passes(nuts)
    return [seat for seat in nuts.seats_in if seat not in told and nuts.trays[seat]]


def asked_seats(nuts: NutsState) -> list[int]:
    """The seats whose word is waited for."""
    if nuts.choice is None:
        return []
    return still_to_pass(nuts) if nuts.choice.power == Power.PASS else [nuts.choice.seat]


def _pass_all(nuts: NutsState) -> NutsState:
    """Moves the cards once everybody still in has said theirs."""
    if still_to_pass(nuts):
        return nuts
    told = passes(nuts)
    for seat, card in told.items():
        nuts = nuts.lost(seat, card)
    for seat, card in sorted(told.items()):
        other = nuts.party.next_seat(seat)
        nuts = nuts.gained(other, card).tells("passes", seat, card, other)
    return answered(nuts)
