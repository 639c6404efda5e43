"""*Deal for me*: the server shuffles, and tells the lines a table would, for those without the cardboard.

A dealt table has the seed of its shuffling as a comment in its header, `# dealt SEED`. What is drawn follows from the
seed and the standing lines alone, so a line taken back deals the same again, and nothing else need be stored.
"""

from __future__ import annotations

import random
import re
import secrets
from typing import Any

from companion.kernel.table import Table

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


def deal_on(table: Table, seed: str) -> Table:
    """The table after all the dealer has to tell now."""
    return table.tell_all(table.game.deal_on(table, stock(table, seed)))
