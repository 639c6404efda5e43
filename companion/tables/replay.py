"""A whole transcript played line by line, by the same rules as at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.games import GAMES
from companion.kernel.table import Table, find_game, open_table
from companion.kernel.text import LONGEST_LINE
from companion.kernel.transcript import PLAYED, Bounds, Refused, at_line, header_lines, read_transcript


@dataclass(frozen=True, slots=True)
class Replay:
    """A transcript played as far as it goes. `table` is None where not even its headers can be read."""

    table: Table | None
    lines: tuple[int, ...] = ()  # for each number, from 1, the physical line it stands on
    refused: Refused | None = None
    text: str = ""  # the refused line as it stands there
    header: str = ""  # the header lines of a whole transcript


def replay(
    text: str, editions: Mapping[str, object], go_on: Callable[[], object] = lambda: None, bounds: Bounds = PLAYED
) -> Replay:
    """Play a transcript to its end, or to the first line that is refused.

    `go_on` is called before each line, and may raise: many repairs of many lines take long.
    """
    try:
        transcript = read_transcript(text, bounds)
        game = find_game(transcript.headers, transcript.first_move, GAMES)
        table = open_table(game, transcript.headers, transcript.first_move, editions)
    except Refused as refused:
        return Replay(None, refused=refused, text=_line(text, refused.line))
    lines: list[int] = []
    for number, line in transcript.moves:
        go_on()
        try:
            with at_line(number):
                table = table.play(line)
        except Refused as refused:
            return Replay(table, tuple(lines), refused, line)
        lines.append(number)
    return Replay(table, tuple(lines), header=header_lines(text, bounds))


def _line(text: str, number: int) -> str:
    """Return a physical line, cut where it is too long to show."""
    lines = text.split("\n", number)
    return lines[number - 1][:LONGEST_LINE] if number <= len(lines) else ""
