"""The resolution of a round from the lowest number up; a power works at once when its card is taken from the row.

A power that needs a decision leaves a `Choice` in the state, and the resolution waits for the answer; a power with
nothing to move does nothing. Cards taken later in the round are not in the trays yet. Source: rulebook, resolution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.go_nuts.cards import BY_NAME, Power
from companion.go_nuts.state import Choice, NutsState


def start(state: NutsState, bids: tuple[int | None, ...]) -> NutsState:
    """Turn the bids over and resolve the round as far as it goes. A seat that has left has no bid."""
    shown = tuple(None if seat in state.party.away else bid for seat, bid in enumerate(bids))
    return resolve(state._replace(bids=shown, at=1, played=True, story=(), overruled=None))


def resolve(state: NutsState) -> NutsState:
    """Go on from the number being resolved until a seat has to choose or the round is done."""
    if state.choice is not None or not state.at:
        return state
    for number in range(state.at, len(state.row) + 1):
        state = _turn_up(state, number)
        if state.choice is not None:
            return state._replace(
                at=number + 1
            )  # past the row where the last number asks: the round waits all the same
    return state._replace(at=0, round=state.round + 1, bids=(None,) * len(state.bids))


def _turn_up(state: NutsState, number: int) -> NutsState:
    """Resolve one number: a single bidder takes its card; of several none does, and the card is discarded."""
    card = state.row[number - 1]
    bidders = [seat for seat, bid in enumerate(state.bids) if bid == number]  # a seat that left has none
    if card is None or not bidders:
        return state
    state = state._replace(row=(*state.row[: number - 1], None, *state.row[number:]))
    if len(bidders) > 1:
        return state.discarded(card).with_event("collide", tuple(bidders), card, number)
    return take(state.gained(bidders[0], card).with_event("takes", bidders[0], card, number), bidders[0], card)


def take(state: NutsState, seat: int, card: str) -> NutsState:
    """Apply the power of a card just taken from the row."""
    power = POWERS.get(BY_NAME[card].power)
    return power(state, seat, card) if power else state


def _ask(state: NutsState, seat: int, card: str) -> NutsState:
    """Let the seat choose, where something can move."""
    power = BY_NAME[card].power
    if not CAN_MOVE[power](state, seat):
        return state.with_event("nothing", seat, card)
    return state._replace(choice=Choice(seat, card, power))


def _ask_with(cards: int) -> Callable[[NutsState, int, str], NutsState]:
    """Return a power that lets its seat choose, or discards its card where the tray has fewer cards."""

    def ask_or_discard(state: NutsState, seat: int, card: str) -> NutsState:
        return (_ask if len(state.trays[seat]) >= cards else _discard_itself)(state, seat, card)

    return ask_or_discard


def _discard_itself(state: NutsState, seat: int, card: str) -> NutsState:
    """Discard the card whose power cannot be used."""
    return state.lost(seat, card).discarded(card).with_event("gone", seat, card)


def _take_top(state: NutsState, seat: int, card: str) -> NutsState:
    """Take the top card of the discard pile."""
    if not state.pile:
        return state.with_event("nothing", seat, card)
    top = state.pile[-1]
    return state._replace(pile=state.pile[:-1]).gained(seat, top).with_event("top", seat, top)


def _pass_left(state: NutsState, seat: int, card: str) -> NutsState:
    """Let every seat still in pass a card; if one has none, discard the card instead (ruling twist-empty)."""
    if any(not state.trays[other] for other in state.seats_in):
        return _discard_itself(state, seat, card)
    return _ask(state, seat, card)


def unchosen(state: NutsState) -> list[int]:
    """Return the numbers whose card nobody bid on."""
    chosen = {state.bids[seat] for seat in state.seats_in}
    return [number for number, card in enumerate(state.row, 1) if card is not None and number not in chosen]


def opponents_in(state: NutsState, seat: int) -> list[int]:
    """Return the opponents who have not left."""
    return [other for other in state.seats_in if other != seat]


def opponents_with_cards(state: NutsState, seat: int) -> list[int]:
    """Return the opponents who have a card, including seats that have left."""
    return [other for other, tray in enumerate(state.trays) if other != seat and tray]


CAN_MOVE: Mapping[Power, Callable[[NutsState, int], bool]] = {
    Power.DRAW: lambda state, seat: state.deck > 0,
    Power.DRAW_TWO: lambda state, seat: state.deck > 0,
    Power.TAKE_ONE: lambda state, seat: bool(state.pile),
    Power.TAKE_THREE: lambda state, seat: bool(state.pile),
    Power.CLEAR_ROW: lambda state, seat: bool(unchosen(state)),
    Power.GIVE: lambda state, seat: bool(state.trays[seat] and opponents_in(state, seat)),
    Power.TAKE_FROM: lambda state, seat: bool(opponents_with_cards(state, seat)),
    Power.DISCARD_FROM: lambda state, seat: bool(opponents_with_cards(state, seat)),
    Power.PASS: lambda state, seat: len(state.seats_in) > 1,
    Power.PAY_THREE: lambda state, seat: bool(state.trays[seat]),
    Power.PAY_ONE: lambda state, seat: bool(state.trays[seat]),
}
POWERS: Mapping[Power, Callable[[NutsState, int, str], NutsState]] = {
    **dict.fromkeys(CAN_MOVE, _ask),
    Power.TAKE_TOP: _take_top,
    Power.PASS: _pass_left,
    Power.PAY_THREE: _ask_with(4),
    Power.PAY_ONE: _ask_with(2),
}


def answered(state: NutsState) -> NutsState:
    """Close the choice and go on with the round."""
    return resolve(state._replace(choice=None))


def overruled(state: NutsState) -> NutsState:
    """Close the choice because the table decided otherwise, and go on with the round."""
    return answered(state._replace(overruled=state.choice))


def lapsed(state: NutsState) -> NutsState:
    """End the round without its open choices, since the next line belongs after them."""
    while state.choice is not None:
        state = answered(state)
    return state


def lapsed_until(state: NutsState, asks: Callable[[NutsState, Choice], bool]) -> NutsState | None:
    """Skip choices until one fulfils `asks`; None where this round has no such choice."""
    while state.choice is not None:
        if asks(state, state.choice):
            return state
        state = answered(state)
    return None


def settled(state: NutsState) -> NutsState:
    """Close the choice if nothing can move any more, after a seat left or the table moved cards."""
    choice = state.choice
    if choice is None:
        return state
    if not CAN_MOVE[choice.power](state, choice.seat):
        return answered(state)
    return _pass_all(state) if choice.power == Power.PASS else state


# Cinnamon Twist


def pass_cards(state: NutsState, passes: tuple[tuple[int, str], ...]) -> NutsState:
    """Enter cards that seats pass, (seat, card); when all are entered, the cards change hands at once."""
    assert state.choice is not None
    entered = state.choice.passed + passes
    return _pass_all(state._replace(choice=replace(state.choice, passed=entered), played=True))


def passed_cards(state: NutsState) -> dict[int, str]:
    """Return the cards entered for a Cinnamon Twist, by seat; only of seats that are in and still have the card."""
    entered = state.choice.passed if state.choice else ()
    return {seat: card for seat, card in entered if seat not in state.party.away and card in state.trays[seat]}


def still_to_pass(state: NutsState) -> list[int]:
    """Return the seats whose card for the Cinnamon Twist is missing; a seat without a card passes none."""
    passed = passed_cards(state)
    return [seat for seat in state.seats_in if seat not in passed and state.trays[seat]]


def asked_seats(state: NutsState) -> list[int]:
    """Return the seats that have to choose."""
    if state.choice is None:
        return []
    return still_to_pass(state) if state.choice.power == Power.PASS else [state.choice.seat]


def _pass_all(state: NutsState) -> NutsState:
    """Move the cards once every seat still in has passed one."""
    if still_to_pass(state):
        return state
    passed = passed_cards(state)
    for seat, card in passed.items():
        state = state.lost(seat, card)
    for seat, card in sorted(passed.items()):
        other = state.party.next_seat(seat)
        state = state.gained(other, card).with_event("passes", seat, card, other)
    return answered(state)
