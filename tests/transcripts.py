"""Games told in tests: headers and lines as text, the table that comes of them, and what a comment expects of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from companion.editions import load_sets
from companion.games import GAMES
from companion.kernel.table import Applied, Table, find_game, open_table
from companion.kernel.transcript import Refused, at_line, is_comment, read_transcript
from companion.refusals import Refusal

GOLDEN = Path(__file__).parent / "golden"
SETS = load_sets()
SHOP = "game donut-shop\nseats Ana Bo\n"


def opened(text: str) -> Table:
    """The table the headers of a transcript describe."""
    transcript = read_transcript(dedent(text))
    game = find_game(transcript.headers, transcript.first_move, GAMES)
    return open_table(game, transcript.headers, transcript.first_move, SETS)


def told(text: str) -> Table:
    """The table after a whole transcript."""
    transcript = read_transcript(dedent(text))
    table = opened(text)
    for number, line in transcript.moves:
        with at_line(number):
            table = table.play(line)
    return table


def refused(tell: Callable[[], object]) -> tuple[str, str]:
    """Kind and reason of the refusal a telling ends in."""
    with pytest.raises((Refused, Refusal)) as caught:
        tell()
    error = caught.value
    refusal = error.refusal if isinstance(error, Refused) else error
    assert isinstance(refusal, Refusal)
    return refusal.kind, str(refusal.reason)


def refused_line(tell: Callable[[], object]) -> int:
    """The physical line of the refusal a telling ends in."""
    with pytest.raises(Refused) as caught:
        tell()
    return caught.value.line


def standing(table: Table) -> list[str]:
    """The lines that happened, as they read now."""
    return [str(told.line) for told in table.applied]


def marks(table: Table) -> dict[int, str]:
    """Why lines are marked, by number."""
    return {told.line.seq: str(told.mark) for told in table.applied if told.mark and not told.aside}


def asides(table: Table) -> dict[int, str]:
    """Why lines are set aside, by number."""
    return {told.line.seq: str(told.mark) for told in table.applied if told.aside}


def line(table: Table, seq: int) -> Applied:
    """What came of a standing line, by its number."""
    return next(told for told in table.applied if told.line.seq == seq)


def money(table: Table) -> dict[str, int]:
    return {s.seat: s.score for s in table.game.rules.standings(table.state)}


def winners(table: Table) -> list[str]:
    return [s.seat for s in table.game.rules.standings(table.state) if s.winner]


def headers_of(text: str) -> str:
    """The header lines of a transcript, comments left out."""
    first = read_transcript(text).first_move
    return "\n".join(row for row in text.split("\n")[: first - 1] if not is_comment(row)) + "\n"


def transcript_of(headers: str, table: Table) -> str:
    """The journal of a table as a transcript: every line ever accepted."""
    lines = (table.text(seq) for seq in range(1, table.version + 1))
    return headers + "".join(f"{_who(table, who)}: {text}\n" for who, text in lines)


def _who(table: Table, who: str) -> str:
    return who if re.fullmatch(r"[A-Za-z0-9'-]+", who) else f'"{who}"'


def loaded(headers: str, table: Table) -> Table:
    """The same table read from its journal at once."""
    return opened(headers).load([table.entry(seq) for seq in range(1, table.version + 1)])


@dataclass(frozen=True)
class Expected:
    """One `# expect` comment: its physical line, the physical line of the move above it, and its words."""

    at: int
    after: int
    words: list[str]


def expectations(text: str) -> Iterator[Expected]:
    above = 0
    for number, row in enumerate(text.split("\n"), 1):
        if row.startswith("# expect "):
            yield Expected(number, above, re.findall(r'"[^"]*"|\S+', row)[2:])
        elif not is_comment(row):
            above = number


def same(one: Any, other: Any) -> bool:
    """Do two tables stand alike: lines, states, pay, marks?"""
    return bool(
        one.applied == other.applied
        and one.state == other.state
        and one.names == other.names
        and [one.text(n) for n in range(1, one.version + 1)] == [other.text(n) for n in range(1, other.version + 1)]
    )
