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
from typing import Any

from companion.kernel.game import Game
from companion.kernel.reasons import CommonReason
from companion.kernel.repairs import REPAIRS, Insert, Line, PutBack, Repair, Strike, TakeBack
from companion.kernel.table import Table, read_line
from companion.kernel.text import line_parts
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


def _shuffle_1(seed: str) -> Callable[[list[object]], None]:
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


def _shuffle_2(seed: str) -> Callable[[list[object]], None]:
    """Fisher and Yates, with nothing of Python's but `random()`: a number from 0 up to, not including, 1."""
    dice = _dice(seed)

    def shuffle(things: list[object]) -> None:
        for last in range(len(things) - 1, 0, -1):
            other = int(dice.random() * (last + 1))
            things[last], things[other] = things[other], things[last]

    return shuffle


_WAYS: Mapping[str, Callable[[str], Callable[[list[object]], None]]] = {"1": _shuffle_1, "2": _shuffle_2}


def shuffle_of(seed: str) -> Callable[[list[object]], None]:
    """How a table with this seed, as `seed_of` gives it, is shuffled. Each list goes on where the one before ended."""
    way, _, digits = seed.rpartition(" ")
    return _WAYS[way or "1"](digits)


def stock(table: Table, seed: str) -> Any:
    """What the server shuffled for this table."""
    return table.game.stock(table.start, shuffle_of(seed))


def check(table: Table, seed: str, line: str, *, last: bool = True) -> None:
    """Raises Illegal where a person's line says what the dealer knows, and knows otherwise; Malformed.

    A draw is entered as the dealer would enter it, or not at all, and as the `last` of the lines entered at once; what
    the dealer entered is taken back, never put right. What is hidden is compared last, when nothing else is wrong: no
    line that is refused anyway tells whether a guess was right.
    """
    said = _read(table, line)
    _check_open(table, said, last)
    if isinstance(said, Line):
        drawn = isinstance(said.move, table.game.dealer_draws)
        right = _as_drawn(table, seed, said) if drawn else table.game.holds(table.state, said.seat, said.move)
    else:
        right = _may_hold(table, said)
    if not right:
        raise Illegal(CommonReason.DEALER)


def check_open(table: Table, line: str) -> None:
    """The same as far as it depends on nothing hidden, so that a page may show it. Raises Illegal, Malformed."""
    _check_open(table, _read(table, line), last=True)


def _read(table: Table, line: str) -> Line | Repair:
    return read_line(table.game, table.start, table.names, 0, *line_parts(line))


def _check_open(table: Table, said: Line | Repair, last: bool) -> None:
    game = table.game
    if not isinstance(said, Line):
        if not _may_repair(table, said):
            raise Illegal(CommonReason.DEALER)
        return
    draws = isinstance(said.move, game.dealer_draws)
    if draws and not last:
        raise Illegal(CommonReason.ALONE)
    if not _may_say(game, table.state, said) or (draws and said.forced):
        raise Illegal(CommonReason.DEALER)
    if draws or isinstance(said.move, game.from_hand):
        _check_step(table, said)


def _check_step(table: Table, said: Line) -> None:
    """Raises Illegal as the rules would if nobody knew what is hidden."""
    game = table.game
    state = game.veiled(table.state)
    try:
        game.check(state, said.seat, said.move)
    except Illegal as refusal:
        if not said.forced:
            raise game.refused(refusal, [(told.line.seq, told.line.move) for told in table.applied]) from None
        game.check_forced(state, said.seat, said.move, True)


def _as_drawn(table: Table, seed: str, said: Line) -> bool:
    """Was just this drawn?"""
    drawn = table.game.drawn(table, stock(table, seed), table.game.asked(said.move))
    return bool(drawn) and _read(table, drawn) == said


def _may_say(game: Game, state: Any, said: Line) -> bool:
    """Does a line say nothing that is the dealer's to say, as far as everybody can know?"""
    return not isinstance(said.move, game.dealer_moves) and not game.undealt(state, said.seat, said.move)


def _may_repair(table: Table, said: Repair) -> bool:
    """Does a repair leave alone what the dealer entered, and put nothing there that is the dealer's to enter?"""
    if isinstance(said, TakeBack):
        return True
    if isinstance(said, PutBack):  # not on top of what was dealt since
        return not table.log or isinstance(table.log[-1], REPAIRS)
    place = next((place for place, told in enumerate(table.applied) if told.line.seq == said.line), None)
    if place is None:  # refused in its turn
        return True
    of_dealer = (*table.game.dealer_moves, *table.game.dealer_draws)
    since = table.applied[place:] if isinstance(said, Insert) else table.applied[place + 1 :]
    if table.game.deals_by_what_stands and any(isinstance(one.line.move, of_dealer) for one in since):
        return False
    if not isinstance(said, Insert) and isinstance(table.applied[place].line.move, of_dealer):
        return False
    if isinstance(said, Strike):
        return True
    return not isinstance(said.new.move, of_dealer) and _may_say(table.game, table.before(said.line).state, said.new)


def _may_hold(table: Table, said: Repair) -> bool:
    """Does the line a repair puts there lay or give what its seat held then?"""
    if isinstance(said, TakeBack | PutBack | Strike) or all(told.line.seq != said.line for told in table.applied):
        return True
    return table.game.holds(table.before(said.line).state, said.new.seat, said.new.move)


def deal_on(table: Table, seed: str) -> Table:
    """The table after all the dealer has to tell now."""
    return table.play_all(table.game.deal_on(table, stock(table, seed)))
