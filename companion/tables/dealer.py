"""*Deal for me*: the server shuffles, and deals and draws in lines as a table would, for those without the cardboard.

A dealt table keeps the seed of its shuffling as a comment in its header, `# dealt 2 SEED`. What is drawn follows from
the seed and the standing lines alone, so a line taken back deals the same again, and nothing else need be stored. The
number before the seed is the way of shuffling; without one it is the first (see `_shuffle_1`). A way once used is never
changed, so that no table is dealt otherwise in the middle of its game.
"""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Callable, Mapping

from companion.kernel.game import Shuffle, Stock
from companion.kernel.reasons import CommonReason
from companion.kernel.repairs import REPAIRS, Correct, Insert, Line, PutBack, Repair, Strike, TakeBack
from companion.kernel.state import M, S
from companion.kernel.table import Table
from companion.kernel.viewer import Viewer
from companion.refusals import Illegal

_DEALT = re.compile(r"^# dealt ((?:2 )?[0-9a-f]{16})$", re.MULTILINE)
NEWEST = "2"  # the way tables are shuffled from now on


def new_seed() -> str:
    """A seed nobody can guess, after the number of the way it shuffles."""
    return f"{NEWEST} {secrets.token_hex(8)}"


def seed_of(header: str) -> str:
    """The seed in a table's header with its way of shuffling, empty where people deal themselves."""
    found = _DEALT.search(header)
    return found.group(1) if found else ""


def seed_line(seed: str) -> str:
    """The header line that keeps it; exports leave comments out."""
    return f"# dealt {seed}"


def _dice(seed: str) -> random.Random:
    """Python promises that `random()` gives the same numbers for the same text, seeded so, in every release."""
    dice = random.Random()
    dice.seed(seed, version=2)
    return dice


def _shuffle_1(seed: str) -> Shuffle:
    """As `random.shuffle` of Python 3.13 does it, written down here: a later release may do it otherwise."""
    dice = _dice(seed)

    def below(count: int) -> int:
        number = count
        while number >= count:
            number = dice.getrandbits(count.bit_length())
        return number

    def shuffle(things: list[object]) -> None:
        for last in range(len(things) - 1, 0, -1):
            other = below(last + 1)
            things[last], things[other] = things[other], things[last]

    return shuffle


def _shuffle_2(seed: str) -> Shuffle:
    """Fisher and Yates, with nothing of Python's but `random()`: a number from 0 up to, not including, 1."""
    dice = _dice(seed)

    def shuffle(things: list[object]) -> None:
        for last in range(len(things) - 1, 0, -1):
            other = int(dice.random() * (last + 1))
            things[last], things[other] = things[other], things[last]

    return shuffle


_WAYS: Mapping[str, Callable[[str], Shuffle]] = {"1": _shuffle_1, "2": _shuffle_2}


def shuffle_of(seed: str) -> Shuffle:
    """Return the shuffle of a table with this seed (`seed_of`). Each list goes on where the one before ended."""
    way, _, digits = seed.rpartition(" ")
    return _WAYS[way or "1"](digits)


def stock(table: Table[S, M], seed: str) -> Stock[S, M]:
    """Return what the server shuffled for this table."""
    return table.game.dealer.stock(table.start, shuffle_of(seed))


def drawn(table: Table[S, M], seed: str, wanted: str) -> Line[M] | None:
    """Return the whole line of a draw, given only what its seat takes; None where that cannot be."""
    whole = stock(table, seed).draw(table, wanted)
    return table.line(*whole) if whole else None


def check(table: Table[S, M], line: Line[M] | Repair[M], viewer: Viewer, *, last: bool = True) -> None:
    """Raise Illegal where a phone's line holds what is the dealer's, or comes from a hand this phone may not see.

    `table`: as this phone may see it, so that no answer shows whether a guess was right. A draw is the `last` of the
    lines entered at once; what the dealer entered is taken back, never corrected.
    """
    dealer = table.game.dealer
    if not isinstance(line, Line):
        if isinstance(line, Insert | Correct) and isinstance(line.new.move, dealer.from_hand):
            check_open(table, line.new.seat, viewer)
        if not (_may_repair(table, line) and _may_hold(table, line)):
            raise Illegal(CommonReason.DEALER)
        return
    if isinstance(line.move, dealer.draws):
        if not last:
            raise Illegal(CommonReason.ALONE)
        check_drawer(table, viewer)
    if isinstance(line.move, dealer.from_hand):
        check_open(table, line.seat, viewer)
    if not _is_open(table, table.state, line) or (isinstance(line.move, dealer.draws) and line.forced):
        raise Illegal(CommonReason.DEALER)
    if isinstance(line.move, dealer.from_hand):
        _check_step(table, line)
        if not dealer.holds(table.state, line.seat, line.move):
            raise Illegal(CommonReason.DEALER)


def check_drawer(table: Table, viewer: Viewer) -> None:
    """Raise Illegal where the next draw shows a seat what only it may see, and this phone may not see that."""
    seat = table.game.dealer.draws_unseen(table.state)
    if seat is not None:
        check_open(table, seat, viewer)


def check_open(table: Table, seat: int | None, viewer: Viewer) -> None:
    """Raise Illegal unless this phone may be shown the private things of a seat now."""
    if seat is None or seat in viewer.open:
        return
    name = table.state.party.names[seat]
    if seat in viewer.others:
        raise Illegal(CommonReason.OTHER_PHONE, seat=name)
    raise Illegal(CommonReason.COVERED, seat=name)


def contradicts(table: Table, line: Line | Repair, viewer: Viewer) -> bool:
    """Return whether the dealer refuses a line of this phone, as far as `check` does."""
    try:
        check(table, line, viewer)
    except Illegal:
        return True
    return False


def completed(table: Table[S, M], seed: str, known: Table[S, M], line: Line[M] | Repair[M]) -> Line[M] | Repair[M]:
    """Return a draw as the dealer gives it, whatever else it says; any other line as it is. Raises Illegal.

    `known`: the table as the phone may see it; `table` as it is.
    """
    dealer = table.game.dealer
    if not isinstance(line, Line) or not isinstance(line.move, dealer.draws):
        return line
    whole = drawn(table, seed, dealer.wanted(line.move))
    if whole is None or whole.seat != line.seat:
        _check_step(known, line)
        raise Illegal(CommonReason.DEALER)
    return whole


def _check_step(table: Table[S, M], line: Line[M]) -> None:
    """Raise Illegal as the rules do."""
    rules = table.game.rules
    try:
        rules.check(table.state, line.seat, line.move)
    except Illegal as refusal:
        if not line.forced:
            raise table.refused(refusal) from None
        rules.check_forced(table.state, line.seat, line.move, True)


def _is_open(table: Table[S, M], state: S, line: Line[M]) -> bool:
    """Return whether a line leaves to the dealer what is the dealer's, as far as everybody can know."""
    dealer = table.game.dealer
    return not isinstance(line.move, dealer.moves) and not dealer.undealt(state, line.seat, line.move)


def _may_repair(table: Table[S, M], repair: Repair[M]) -> bool:
    """Return whether a repair leaves alone what the dealer entered, and puts nothing there that is the dealer's."""
    if isinstance(repair, TakeBack):
        return True
    if isinstance(repair, PutBack):  # not on top of what was dealt since
        return not table.log or isinstance(table.log[-1], REPAIRS)
    place = next((place for place, one in enumerate(table.applied) if one.line.seq == repair.line), None)
    if place is None:  # refused in its turn
        return True
    dealer = table.game.dealer
    of_dealer = (*dealer.moves, *dealer.draws)
    since = table.applied[place:] if isinstance(repair, Insert) else table.applied[place + 1 :]
    if dealer.deals_by_what_stands and any(isinstance(one.line.move, of_dealer) for one in since):
        return False
    if not isinstance(repair, Insert) and isinstance(table.applied[place].line.move, of_dealer):
        return False
    if isinstance(repair, Strike):
        return True
    return not isinstance(repair.new.move, of_dealer) and _is_open(table, table.before(repair.line).state, repair.new)


def _may_hold(table: Table[S, M], repair: Repair[M]) -> bool:
    """Return whether the line a repair puts there lays or gives what its seat held then."""
    if isinstance(repair, TakeBack | PutBack | Strike) or all(one.line.seq != repair.line for one in table.applied):
        return True
    state = table.before(repair.line).state
    return table.game.dealer.holds(state, repair.new.seat, repair.new.move)


def peek(table: Table, seed: str, seats: frozenset[int]) -> tuple[str, ...]:
    """Return what the seat that draws gets to see of the stock, where these seats may see it; else nothing."""
    seat = table.game.dealer.draws_unseen(table.state)
    return tuple(stock(table, seed).peek(table)) if seat is not None and seat in seats else ()


def deal_on(table: Table[S, M], seed: str) -> Table[S, M]:
    """Return the table after all that the dealer has to enter now."""
    for seat, move in stock(table, seed).deal(table):
        table = table.enter(table.line(seat, move))
    return table
