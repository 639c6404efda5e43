"""*Deal for me*: the server shuffles, and tells the lines a table would, for those without the cardboard.

A dealt table has the seed of its shuffling as a comment in its header, `# dealt SEED`. What is drawn follows from the
seed and the standing lines alone, so a line taken back deals the same again, and nothing else need be stored.
"""

from __future__ import annotations

import random
import re
import secrets
from typing import Any

from companion.kernel.game import Game
from companion.kernel.reasons import Shared
from companion.kernel.repairs import REPAIRS, Insert, Line, PutBack, Repair, Strike, TakeBack
from companion.kernel.table import Table, read_line
from companion.kernel.text import line_parts
from companion.refusals import Illegal

_DEALT = re.compile(r"^# dealt ([0-9a-f]{16})$", re.MULTILINE)


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(8)


def seed_of(header: str) -> str:
    """The seed in a table's header, empty where people deal themselves."""
    found = _DEALT.search(header)
    return found.group(1) if found else ""


def seed_line(seed: str) -> str:
    """The header line that keeps it; exports leave comments out."""
    return f"# dealt {seed}"


def stock(table: Table, seed: str) -> Any:
    """What the server shuffled for this table."""
    return table.game.stock(table.start, random.Random(seed).shuffle)


def check(table: Table, seed: str, line: str, *, last: bool = True) -> None:
    """Raises Illegal where a person's line tells what the dealer knows, and knows otherwise; Malformed.

    A draw is told as the dealer would tell it, or not at all, and the `last` of what is said at once; what the dealer
    told is taken back, never put right.
    """
    said = read_line(table.game, table.start, table.names, 0, *line_parts(line))
    if not isinstance(said, Line):
        right = _may_repair(table, said)
    elif isinstance(said.move, table.game.dealer_draws):
        if not last:
            raise Illegal(Shared.ALONE)
        right = _as_drawn(table, seed, said)
    else:
        right = _may_say(table.game, table.state, said)
    if not right:
        raise Illegal(Shared.DEALER)


def _as_drawn(table: Table, seed: str, said: Line) -> bool:
    """Was just this drawn?"""
    told = table.game.drawn(table, stock(table, seed), table.game.asked(said.move))
    return (
        not said.forced and bool(told) and read_line(table.game, table.start, table.names, 0, *line_parts(told)) == said
    )


def _may_say(game: Game, state: Any, said: Line) -> bool:
    """Does a line tell nothing that is the dealer's to tell?"""
    return not isinstance(said.move, game.dealer_tells) and not game.undealt(state, said.seat, said.move)


def _may_repair(table: Table, said: Repair) -> bool:
    """Does a repair leave alone what the dealer told, and put nothing there that it did not tell?"""
    if isinstance(said, TakeBack):
        return True
    if isinstance(said, PutBack):  # not on top of what was dealt since
        return not table.log or isinstance(table.log[-1], REPAIRS)
    place = next((place for place, told in enumerate(table.told) if told.line.seq == said.line), None)
    if place is None:  # refused in its turn
        return True
    told = (*table.game.dealer_tells, *table.game.dealer_draws)
    since = table.told[place:] if isinstance(said, Insert) else table.told[place + 1 :]
    if table.game.deals_by_what_stands and any(isinstance(one.line.move, told) for one in since):
        return False
    if not isinstance(said, Insert) and isinstance(table.told[place].line.move, told):
        return False
    if isinstance(said, Strike):
        return True
    return not isinstance(said.new.move, told) and _may_say(table.game, table.before(said.line).state, said.new)


def deal_on(table: Table, seed: str) -> Table:
    """The table after all the dealer has to tell now."""
    return table.tell_all(table.game.deal_on(table, stock(table, seed)))
