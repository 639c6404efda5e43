"""Games in tests as transcripts: the tables they make, and the expectations in their comments."""

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
    """Return the table that the headers of a transcript describe."""
    transcript = read_transcript(dedent(text))
    game = find_game(transcript.headers, transcript.first_move, GAMES)
    return open_table(game, transcript.headers, transcript.first_move, SETS)


def played(text: str) -> Table:
    """Return the table after a whole transcript."""
    transcript = read_transcript(dedent(text))
    table = opened(text)
    for number, line in transcript.moves:
        with at_line(number):
            table = table.play(line)
    return table


def refused(play: Callable[[], object]) -> tuple[str, str]:
    """Return the kind and the reason of the refusal that a call raises."""
    with pytest.raises((Refused, Refusal)) as caught:
        play()
    error = caught.value
    refusal = error.refusal if isinstance(error, Refused) else error
    assert isinstance(refusal, Refusal)
    return refusal.kind, str(refusal.reason)


def refused_line(play: Callable[[], object]) -> int:
    """Return the physical line of the refusal that a call raises."""
    with pytest.raises(Refused) as caught:
        play()
    return caught.value.line


def standing(table: Table) -> list[str]:
    """Return the standing lines as text."""
    return [str(applied.line) for applied in table.applied]


def marks(table: Table) -> dict[int, str]:
    """Return why lines are marked, by number."""
    return {applied.line.seq: str(applied.mark) for applied in table.applied if applied.mark and not applied.aside}


def asides(table: Table) -> dict[int, str]:
    """Return why lines are set aside, by number."""
    return {applied.line.seq: str(applied.mark) for applied in table.applied if applied.aside}


def line(table: Table, seq: int) -> Applied:
    """Return a standing line as applied, by its number."""
    return next(applied for applied in table.applied if applied.line.seq == seq)


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
    """Whether two tables have the same lines, states, payments and marks."""
    return bool(
        one.applied == other.applied
        and one.state == other.state
        and one.names == other.names
        and [one.text(n) for n in range(1, one.version + 1)] == [other.text(n) for n in range(1, other.version + 1)]
    )
