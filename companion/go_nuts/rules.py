"""What may be said at a Go Nuts table: `check` guards the door, in the order of a round. What happens is in `told`."""

from __future__ import annotations

from collections import Counter

from companion.go_nuts.cards import Power, deck_for
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
from companion.go_nuts.powers import asked_seats, lapsed_until, passes, still_to_pass, unchosen
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


def check(nuts: NutsState, seat: int | None, move: Move) -> None:
    """Raises Illegal with the first reason why this move may not be said now."""
    if isinstance(move, COMMON):
        check_common(nuts.party, move, nuts.over)
        return
    if nuts.over:
        raise Illegal(CommonReason.OVER)
    if isinstance(move, FinalTray) if nuts.played else nuts.counts and not isinstance(move, FinalTray):
        raise Illegal(CommonReason.COUNTED)
    if seat is not None and seat in nuts.party.away:
        raise Illegal(CommonReason.LEFT, seat=nuts.party.names[seat])
    match move:
        case Refill():
            _check_refill(nuts, move)
        case Select():
            _check_select(nuts, move)
        case Reveal():
            _check_reveal(nuts, move)
        case PassAll(cards):
            check_passes(nuts, cards)
        case FinalTray():
            _check_final(nuts, move)
        case _ if seat is not None:
            _check_answer(nuts, seat, move)


def check_entered(nuts: NutsState, move: Move) -> None:
    """What is asked only of a line being said: a bid is for the round it is said in."""
    if isinstance(move, Select) and move.round != nuts.round:
        raise Illegal(NutsReason.OTHER_ROUND, round=nuts.round)


def check_phone(nuts: NutsState, move: Move, now: NutsState) -> None:
    """No phone names a seat whose bid is still secret: a number refused would tell that the bid is another."""
    if isinstance(move, Reveal) and nuts.bidding and nuts.round >= now.hidden_from:
        for seat, _ in move.bids:
            if nuts.bids[seat] is not None:
                raise Illegal(NutsReason.BID_DIFFERS, seat=nuts.party.names[seat])


def _unasked(nuts: NutsState) -> None:
    """While somebody is asked, only the answer goes on."""
    if nuts.choice is not None:
        raise Illegal(NutsReason.CHOICE_FIRST, **asked_facts(nuts, nuts.choice))


def asked_facts(nuts: NutsState, choice: Choice) -> dict[str, object]:
    return {"card": choice.card, "seats": [nuts.party.names[seat] for seat in asked_seats(nuts)]}


def _check_number(nuts: NutsState, number: int) -> None:
    if not 1 <= number <= len(nuts.row):
        raise Illegal(NutsReason.NO_SUCH_NUMBER, number=number, most=len(nuts.row))


def _check_refill(nuts: NutsState, move: Refill) -> None:
    _unasked(nuts)
    if not nuts.gaps:
        raise Illegal(NutsReason.ROW_FULL)
    for number, _ in move.cards:
        _check_number(nuts, number)
        if nuts.row[number - 1] is not None:
            raise Illegal(NutsReason.NUMBER_TAKEN, number=number, card=nuts.row[number - 1])
    check_off_deck(nuts, [card for _, card in move.cards])
    _check_top_goes_lowest(nuts, dict(move.cards))


def _check_top_goes_lowest(nuts: NutsState, cards: dict[int, str]) -> None:
    """A known top card comes to the lowest gap; while that is not told, it cannot lie elsewhere."""
    if nuts.top in ("", SECRET):
        return
    lowest = cards.get(nuts.gaps[0])
    elsewhere = lowest is None and list(cards.values()).count(nuts.top) == nuts.left[nuts.top]
    if elsewhere or lowest not in (None, nuts.top):
        raise Illegal(NutsReason.KNOWN_TOP, card=nuts.top)


def check_off_deck(nuts: NutsState, cards: list[str]) -> None:
    """The deck still holds these cards."""
    for card, copies in Counter(cards).items():
        if card not in nuts.left:
            raise Illegal(NutsReason.NOT_IN_DECK, card=card, count=len(nuts.trays))
        if copies > nuts.left[card]:
            raise Illegal(NutsReason.ONE_TOO_MANY, card=card)


def _check_select(nuts: NutsState, move: Select) -> None:
    _unasked(nuts)
    if not nuts.bidding:
        raise Illegal(NutsReason.ROW_NOT_FULL, numbers=nuts.gaps)
    if move.number is not None:
        _check_number(nuts, move.number)


def _check_reveal(nuts: NutsState, move: Reveal) -> None:
    _unasked(nuts)
    if not nuts.bidding:
        raise Illegal(NutsReason.ROW_NOT_FULL, numbers=nuts.gaps)
    told = dict(move.bids)
    names = nuts.party.names
    for seat, number in move.bids:
        if seat in nuts.party.away:
            raise Illegal(CommonReason.LEFT, seat=names[seat])
        _check_number(nuts, number)
    for seat in nuts.seats_in:
        if nuts.bids[seat] is None and seat not in told:
            raise Illegal(NutsReason.BID_MISSING, seat=names[seat])
    for seat in nuts.seats_in:  # after all that is missing: no number told in vain tells what a bid is not
        if nuts.bids[seat] is not None and told.get(seat, nuts.bids[seat]) != nuts.bids[seat]:
            raise Illegal(NutsReason.BID_DIFFERS, seat=names[seat])


def _check_final(nuts: NutsState, move: FinalTray) -> None:
    deck = deck_for(len(nuts.trays))
    for card, copies in Counter(move.cards).items():
        if card not in deck:
            raise Illegal(NutsReason.NOT_IN_DECK, card=card, count=len(nuts.trays))
        used = sum(tray.count(card) for seat, tray in nuts.counts.items() if seat != move.seat)
        if copies + used > deck[card]:
            raise Illegal(NutsReason.ONE_TOO_MANY, card=card)


# Answers


def _check_answer(nuts: NutsState, seat: int, move: Move) -> None:
    choice = nuts.choice
    if choice is None:
        raise Illegal(NutsReason.NOT_ASKED)
    if isinstance(move, Pass) and choice.power == Power.PASS:
        check_passes(nuts, ((seat, move.card),))
        return
    if seat != choice.seat:
        raise Illegal(NutsReason.WRONG_SEAT, **asked_facts(nuts, choice))
    if not _answers(choice, move):
        raise Illegal(NutsReason.WRONG_ANSWER, **asked_facts(nuts, choice))
    check_cards(nuts, seat, move)
    _check_rule(nuts, choice, move)


def _answers(choice: Choice, move: Move) -> bool:
    return isinstance(move, ANSWERS[choice.power])


def when_asked(nuts: NutsState, seat: int | None, move: Move) -> NutsState | None:
    """The state in which this is asked of this seat: now, or in this round once what is asked before it lapses."""

    def asks(nuts: NutsState, choice: Choice) -> bool:
        if isinstance(move, PassAll):
            return choice.power == Power.PASS
        if isinstance(move, Pass):
            return choice.power == Power.PASS and seat in still_to_pass(nuts)
        return choice.seat == seat and _answers(choice, move)

    return lapsed_until(nuts, asks)


def answers_overruled(nuts: NutsState, seat: int | None, move: Move) -> bool:
    """Would this have answered the question that the table's decision closed in this round?

    Journals hold such lines: once a decision left the question open.
    """
    closed = nuts.overruled
    return closed is not None and seat == closed.seat and _answers(closed, move)


def check_passes(nuts: NutsState, said: tuple[tuple[int, str], ...]) -> None:
    """A Cinnamon Twist is asked, each of these seats is in, has the card and has not said one yet."""
    choice = nuts.choice
    if choice is None or choice.power != Power.PASS:
        raise Illegal(NutsReason.NOT_ASKED)
    for seat, card in said:
        name = nuts.party.names[seat]
        if seat in nuts.party.away:
            raise Illegal(CommonReason.LEFT, seat=name)
        if seat in passes(nuts):
            raise Illegal(NutsReason.PASSED, seat=name)
        if card not in nuts.trays[seat]:
            raise Illegal(NutsReason.NOT_IN_TRAY, seat=name, card=card)


def check_cards(nuts: NutsState, seat: int, move: Move) -> None:
    """What cardboard can do: cards come from where they lie, and nobody gives to oneself."""
    match move:
        case Take(cards):
            for card, copies in Counter(cards).items():
                if nuts.pile.count(card) < copies:
                    raise Illegal(NutsReason.NOT_IN_PILE, card=card)
        case TakeFrom(card, other) | DiscardFrom(card, other):
            _check_other(nuts, seat, other)
            _check_owned(nuts, other, (card,))
        case Give(card, other):
            _check_other(nuts, seat, other)
            _check_owned(nuts, seat, (card,))
        case Pass(card):
            _check_other(nuts, seat, nuts.party.next_seat(seat))
            _check_owned(nuts, seat, (card,))
        case Discard(cards):
            _check_owned(nuts, seat, cards)
        case DiscardRow(numbers):
            for number in numbers:
                _check_number(nuts, number)
                if nuts.row[number - 1] is None:
                    raise Illegal(NutsReason.NUMBER_EMPTY, number=number)


def _check_other(nuts: NutsState, seat: int, other: int) -> None:
    if other == seat:
        raise Illegal(NutsReason.TO_ONESELF)


def _check_owned(nuts: NutsState, seat: int, cards: tuple[str, ...]) -> None:
    for card, copies in Counter(cards).items():
        if nuts.trays[seat].count(card) < copies:
            raise Illegal(NutsReason.NOT_IN_TRAY, seat=nuts.party.names[seat], card=card)


def _check_rule(nuts: NutsState, choice: Choice, move: Move) -> None:
    """What the card itself asks of its answer."""
    match move:
        case Draw():
            _check_draw(nuts, choice, move)
        case Take(cards):
            _check_count(choice, cards)
        case Give(card, other):
            _check_give(nuts, choice, card, other)
        case DiscardRow(numbers):
            free = unchosen(nuts)
            for number in numbers:
                if number not in free:
                    raise Illegal(NutsReason.NUMBER_CHOSEN, number=number)
        case Discard(cards):
            _check_discard(nuts, choice, cards)


def _check_draw(nuts: NutsState, choice: Choice, move: Draw) -> None:
    """One card, or two where the power says so and the deck has them; a known top card comes first."""
    two = choice.power == Power.DRAW_TWO and nuts.deck > 1
    if two and len(move.cards) == 1:
        raise Illegal(NutsReason.DRAW_TWO)
    if not two and len(move.cards) == 2:
        raise Illegal(NutsReason.DRAW_ONE)
    if nuts.top not in ("", SECRET) and move.cards[0] != nuts.top:
        raise Illegal(NutsReason.KNOWN_TOP, card=nuts.top)
    check_off_deck(nuts, [card for card in move.cards if card is not None])
    if two and move.keep not in move.cards:
        raise Illegal(NutsReason.KEEP_NEITHER, card=move.keep)


def _check_count(choice: Choice, cards: tuple[str, ...]) -> None:
    """Red Velvet takes one, Day-Old Donuts up to three."""
    most = 3 if choice.power == Power.TAKE_THREE else 1
    fewest = 0 if choice.power == Power.TAKE_THREE else 1
    if not fewest <= len(cards) <= most:
        raise Illegal(NutsReason.TOO_MANY, card=choice.card, fewest=fewest, most=most)


def _check_give(nuts: NutsState, choice: Choice, card: str, other: int) -> None:
    """Another card, unless there is none (ruling sprinkled-self), to somebody who still plays."""
    if other in nuts.party.away:
        raise Illegal(NutsReason.TO_ABSENT, seat=nuts.party.names[other])
    tray = nuts.trays[choice.seat]
    itself = card == choice.card and tray.count(card) == 1
    if itself and len(tray) > 1 and nuts.rules("sprinkled-self", "no"):
        raise Illegal(NutsReason.SPRINKLED_ITSELF)


def _check_discard(nuts: NutsState, choice: Choice, cards: tuple[str, ...]) -> None:
    """Milk: three other cards or itself. Raspberry Frosted: one earlier card."""
    tray = nuts.trays[choice.seat]
    if choice.power == Power.PAY_THREE:
        others = len(cards) == 3 and choice.card not in cards
        if not others and cards != (choice.card,):
            raise Illegal(NutsReason.THREE_OR_MILK)
    elif len(cards) != 1 or (cards[0] == choice.card and tray.count(choice.card) == 1):
        raise Illegal(NutsReason.EARLIER_CARD)


def check_forced(nuts: NutsState, seat: int | None, move: Move, forced: bool) -> None:
    """Raises Illegal for what cardboard cannot do. `forced`: the table decided it, so nobody need have asked."""
    if isinstance(move, FinalTray) if nuts.played else nuts.counts and not isinstance(move, FinalTray):
        raise Illegal(CommonReason.COUNTED)
    match move:
        case Refill(cards):
            for number, _ in cards:
                _check_number(nuts, number)
        case Reveal(bids):
            for _, number in bids:
                _check_number(nuts, number)
        case Select(number):
            if number is not None:
                _check_number(nuts, number)
        case PassAll(passed):
            check_passes(when_asked(nuts, seat, move) or nuts, passed)
        case FinalTray():
            return
        case _ if seat is not None:
            asked = when_asked(nuts, seat, move)
            if asked is None and not forced and not answers_overruled(nuts, seat, move):
                raise Illegal(NutsReason.NOT_ASKED)
            check_cards(asked or nuts, seat, move)
