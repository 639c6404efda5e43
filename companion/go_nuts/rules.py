"""The rules of Go Nuts for Donuts: which moves are allowed. `check` tests them in the order of a round.

Source: the rulebooks; rulings by id. What a move changes is in `effects`, what cards do in `powers`.
"""

from __future__ import annotations

from collections import Counter

from companion.go_nuts.cards import Power, deck_for
from companion.go_nuts.moves import (
    HIDDEN,
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
from companion.go_nuts.powers import asked_seats, lapsed_until, passed_cards, still_to_pass, unchosen
from companion.go_nuts.reasons import NutsReason
from companion.go_nuts.state import SECRET, Choice, NutsState
from companion.kernel.common import COMMON, check_common
from companion.kernel.reasons import CommonReason
from companion.refusals import Illegal

ANSWERS: dict[Power, type] = {
    Power.DRAW: Draw,
    Power.DRAW_TWO: Draw,
    Power.TAKE_ONE: Take,
    Power.TAKE_THREE: Take,
    Power.CLEAR_ROW: DiscardRow,
    Power.GIVE: Give,
    Power.TAKE_FROM: TakeFrom,
    Power.DISCARD_FROM: DiscardFrom,
    Power.PASS: Pass,
    Power.PAY_THREE: Discard,
    Power.PAY_ONE: Discard,
}


def check(state: NutsState, seat: int | None, move: Move) -> None:
    """Raise Illegal with the first reason why this move is not allowed now. `seat` is None for the table."""
    if isinstance(move, COMMON):
        check_common(state.party, move, state.over)
        return
    if state.over:
        raise Illegal(CommonReason.OVER)
    if isinstance(move, FinalTray) if state.played else state.counts and not isinstance(move, FinalTray):
        raise Illegal(CommonReason.COUNTED)
    if seat is not None and seat in state.party.away:
        raise Illegal(CommonReason.LEFT, seat=state.party.names[seat])
    match move:
        case Refill():
            _check_refill(state, move)
        case Select():
            _check_select(state, move)
        case Reveal():
            _check_reveal(state, move)
        case PassAll(cards):
            check_passes(state, cards)
        case FinalTray():
            _check_final(state, move)
        case _ if seat is not None:
            _check_answer(state, seat, move)


def check_entered(state: NutsState, move: Move) -> None:
    """Raise Illegal for what is only required while a line is entered: a bid is for the present round."""
    if isinstance(move, Select) and move.round != state.round:
        raise Illegal(NutsReason.OTHER_ROUND, round=state.round)


def _check_no_choice(state: NutsState) -> None:
    """Raise Illegal while a seat has to choose."""
    if state.choice is not None:
        raise Illegal(NutsReason.CHOICE_FIRST, **asked_facts(state, state.choice))


def asked_facts(state: NutsState, choice: Choice) -> dict[str, object]:
    """Return the facts of a refusal about a choice: its card, and the names of the seats that choose."""
    return {"card": choice.card, "seats": [state.party.names[seat] for seat in asked_seats(state)]}


def _check_number(state: NutsState, number: int) -> None:
    if not 1 <= number <= len(state.row):
        raise Illegal(NutsReason.NO_SUCH_NUMBER, number=number, most=len(state.row))


def _check_refill(state: NutsState, move: Refill) -> None:
    _check_no_choice(state)
    if not state.gaps:
        raise Illegal(NutsReason.ROW_FULL)
    for number, _ in move.cards:
        _check_number(state, number)
        if state.row[number - 1] is not None:
            raise Illegal(NutsReason.NUMBER_TAKEN, number=number, card=state.row[number - 1])
    check_off_deck(state, [card for _, card in move.cards])
    _check_top_goes_lowest(state, dict(move.cards))


def _check_top_goes_lowest(state: NutsState, cards: dict[int, str]) -> None:
    """Raise Illegal unless the known top card goes to the lowest gap, or can still go there."""
    if state.top in ("", SECRET):
        return
    lowest = cards.get(state.gaps[0])
    elsewhere = lowest is None and list(cards.values()).count(state.top) == state.left[state.top]
    if elsewhere or lowest not in (None, state.top):
        raise Illegal(NutsReason.KNOWN_TOP, card=state.top)


def check_off_deck(state: NutsState, cards: list[str]) -> None:
    """Raise Illegal where the deck cannot hold these cards any more."""
    for card, copies in Counter(cards).items():
        if card not in state.left:
            raise Illegal(NutsReason.NOT_IN_DECK, card=card, count=len(state.trays))
        if copies > state.left[card]:
            raise Illegal(NutsReason.ONE_TOO_MANY, card=card)


def _check_select(state: NutsState, move: Select) -> None:
    _check_no_choice(state)
    if not state.bidding:
        raise Illegal(NutsReason.ROW_NOT_FULL, numbers=state.gaps)
    if move.number not in (None, HIDDEN):
        _check_number(state, move.number)


def _check_reveal(state: NutsState, move: Reveal) -> None:
    _check_no_choice(state)
    if not state.bidding:
        raise Illegal(NutsReason.ROW_NOT_FULL, numbers=state.gaps)
    aloud = dict(move.bids)
    names = state.party.names
    for seat, number in move.bids:
        if state.bids[seat] == HIDDEN:  # a number named would try out the secret one
            raise Illegal(NutsReason.BID_DIFFERS, seat=names[seat])
        if seat in state.party.away:
            raise Illegal(CommonReason.LEFT, seat=names[seat])
        _check_number(state, number)
    for seat in state.seats_in:
        if state.bids[seat] is None and seat not in aloud:
            raise Illegal(NutsReason.BID_MISSING, seat=names[seat])
    for seat in state.seats_in:  # last, so that no refusal for another reason shows what a secret bid is not
        if state.bids[seat] is not None and aloud.get(seat, state.bids[seat]) != state.bids[seat]:
            raise Illegal(NutsReason.BID_DIFFERS, seat=names[seat])


def _check_final(state: NutsState, move: FinalTray) -> None:
    deck = deck_for(len(state.trays))
    for card, copies in Counter(move.cards).items():
        if card not in deck:
            raise Illegal(NutsReason.NOT_IN_DECK, card=card, count=len(state.trays))
        used = sum(tray.count(card) for seat, tray in state.counts.items() if seat != move.seat)
        if copies + used > deck[card]:
            raise Illegal(NutsReason.ONE_TOO_MANY, card=card)


# Answers


def _check_answer(state: NutsState, seat: int, move: Move) -> None:
    choice = state.choice
    if choice is None:
        raise Illegal(NutsReason.NOT_ASKED)
    if isinstance(move, Pass) and choice.power == Power.PASS:
        check_passes(state, ((seat, move.card),))
        return
    if seat != choice.seat:
        raise Illegal(NutsReason.WRONG_SEAT, **asked_facts(state, choice))
    if not _answers(choice, move):
        raise Illegal(NutsReason.WRONG_ANSWER, **asked_facts(state, choice))
    check_cards(state, seat, move)
    _check_rule(state, choice, move)


def _answers(choice: Choice, move: Move) -> bool:
    return isinstance(move, ANSWERS[choice.power])


def state_when_asked(state: NutsState, seat: int | None, move: Move) -> NutsState | None:
    """Return the state in which the seat has this choice: the present one, or a later one of the round without the
    choices before it. None where the round has no such choice.
    """

    def asks(state: NutsState, choice: Choice) -> bool:
        if isinstance(move, PassAll):
            return choice.power == Power.PASS
        if isinstance(move, Pass):
            return choice.power == Power.PASS and seat in still_to_pass(state)
        return choice.seat == seat and _answers(choice, move)

    return lapsed_until(state, asks)


def answers_overruled(state: NutsState, seat: int | None, move: Move) -> bool:
    """Return whether the move answers the choice of this round that the table overruled.

    Stored journals have such lines: earlier versions left the choice open.
    """
    closed = state.overruled
    return closed is not None and seat == closed.seat and _answers(closed, move)


def check_passes(state: NutsState, passes: tuple[tuple[int, str], ...]) -> None:
    """Raise Illegal unless a Cinnamon Twist is open, and each seat is in, has the card and has not passed one yet."""
    choice = state.choice
    if choice is None or choice.power != Power.PASS:
        raise Illegal(NutsReason.NOT_ASKED)
    for seat, card in passes:
        name = state.party.names[seat]
        if seat in state.party.away:
            raise Illegal(CommonReason.LEFT, seat=name)
        if seat in passed_cards(state):
            raise Illegal(NutsReason.PASSED, seat=name)
        if card not in state.trays[seat]:
            raise Illegal(NutsReason.NOT_IN_TRAY, seat=name, card=card)


def check_cards(state: NutsState, seat: int, move: Move) -> None:
    """Raise Illegal for what cardboard cannot do: a card that is not where it is taken from, or a gift to oneself."""
    match move:
        case Take(cards):
            for card, copies in Counter(cards).items():
                if state.pile.count(card) < copies:
                    raise Illegal(NutsReason.NOT_IN_PILE, card=card)
        case TakeFrom(card, other) | DiscardFrom(card, other):
            _check_other(seat, other)
            _check_owned(state, other, (card,))
        case Give(card, other):
            _check_other(seat, other)
            _check_owned(state, seat, (card,))
        case Pass(card):
            _check_other(seat, state.party.next_seat(seat))
            _check_owned(state, seat, (card,))
        case Discard(cards):
            _check_owned(state, seat, cards)
        case DiscardRow(numbers):
            for number in numbers:
                _check_number(state, number)
                if state.row[number - 1] is None:
                    raise Illegal(NutsReason.NUMBER_EMPTY, number=number)


def _check_other(seat: int, other: int) -> None:
    if other == seat:
        raise Illegal(NutsReason.TO_ONESELF)


def _check_owned(state: NutsState, seat: int, cards: tuple[str, ...]) -> None:
    for card, copies in Counter(cards).items():
        if state.trays[seat].count(card) < copies:
            raise Illegal(NutsReason.NOT_IN_TRAY, seat=state.party.names[seat], card=card)


def _check_rule(state: NutsState, choice: Choice, move: Move) -> None:
    """Raise Illegal where the answer is not one the card allows."""
    match move:
        case Draw():
            _check_draw(state, choice, move)
        case Take(cards):
            _check_count(choice, cards)
        case Give(card, other):
            _check_give(state, choice, card, other)
        case DiscardRow(numbers):
            free = unchosen(state)
            for number in numbers:
                if number not in free:
                    raise Illegal(NutsReason.NUMBER_CHOSEN, number=number)
        case Discard(cards):
            _check_discard(state, choice, cards)


def _check_draw(state: NutsState, choice: Choice, move: Draw) -> None:
    """One card, or two by Double Chocolate if the deck has them; a known top card comes first."""
    two = choice.power == Power.DRAW_TWO and state.deck > 1
    if two and len(move.cards) == 1:
        raise Illegal(NutsReason.DRAW_TWO)
    if not two and len(move.cards) == 2:
        raise Illegal(NutsReason.DRAW_ONE)
    if state.top not in ("", SECRET) and move.cards[0] != state.top:
        raise Illegal(NutsReason.KNOWN_TOP, card=state.top)
    check_off_deck(state, [card for card in move.cards if card is not None])
    if two and move.keep not in move.cards:
        raise Illegal(NutsReason.KEEP_NEITHER, card=move.keep)


def _check_count(choice: Choice, cards: tuple[str, ...]) -> None:
    """Red Velvet takes one, Day-Old Donuts up to three."""
    most = 3 if choice.power == Power.TAKE_THREE else 1
    fewest = 0 if choice.power == Power.TAKE_THREE else 1
    if not fewest <= len(cards) <= most:
        raise Illegal(NutsReason.TOO_MANY, card=choice.card, fewest=fewest, most=most)


def _check_give(state: NutsState, choice: Choice, card: str, other: int) -> None:
    """Another card, unless there is none (ruling sprinkled-self), to somebody who still plays."""
    if other in state.party.away:
        raise Illegal(NutsReason.TO_ABSENT, seat=state.party.names[other])
    tray = state.trays[choice.seat]
    itself = card == choice.card and tray.count(card) == 1
    if itself and len(tray) > 1 and state.has_ruling("sprinkled-self", "no"):
        raise Illegal(NutsReason.SPRINKLED_ITSELF)


def _check_discard(state: NutsState, choice: Choice, cards: tuple[str, ...]) -> None:
    """Milk: three other cards or itself. Raspberry Frosted: one earlier card."""
    tray = state.trays[choice.seat]
    if choice.power == Power.PAY_THREE:
        others = len(cards) == 3 and choice.card not in cards
        if not others and cards != (choice.card,):
            raise Illegal(NutsReason.THREE_OR_MILK)
    elif len(cards) != 1 or (cards[0] == choice.card and tray.count(choice.card) == 1):
        raise Illegal(NutsReason.EARLIER_CARD)


def check_forced(state: NutsState, seat: int | None, move: Move, forced: bool) -> None:
    """Raise Illegal for what cardboard cannot do. `forced`: decided by the table, so no choice need be open."""
    if isinstance(move, FinalTray) if state.played else state.counts and not isinstance(move, FinalTray):
        raise Illegal(CommonReason.COUNTED)
    match move:
        case Refill(cards):
            for number, _ in cards:
                _check_number(state, number)
        case Reveal(bids):
            for _, number in bids:
                _check_number(state, number)
        case Select(number):
            if number not in (None, HIDDEN):
                _check_number(state, number)
        case PassAll(passed):
            check_passes(state_when_asked(state, seat, move) or state, passed)
        case FinalTray():
            return
        case _ if seat is not None:
            asked = state_when_asked(state, seat, move)
            if asked is None and not forced and not answers_overruled(state, seat, move):
                raise Illegal(NutsReason.NOT_ASKED)
            check_cards(asked or state, seat, move)
