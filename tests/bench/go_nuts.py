"""How many random six-seat games of Go Nuts a second go through `check` and `apply`; run it for the profile."""

from __future__ import annotations

import cProfile
import pstats
import time
from random import Random
from typing import Any

from companion.go_nuts.game import GAME
from companion.kernel.reading import read_line
from companion.kernel.repairs import Line
from companion.kernel.table import Table
from companion.kernel.text import line_parts
from tests.go_nuts.cardboard import random_game
from tests.transcripts import opened

SEATS = 6
GAMES = 40
ROUNDS = 5


def games() -> tuple[Table, list[list[tuple[int | None, Any]]]]:
    """An empty table, and the moves of whole random games at it: refills, bids by phone and aloud, every power."""
    whole = [random_game(Random(seed), SEATS, 0.3) for seed in range(GAMES)]
    table = opened(whole[0].headers)
    moves = []
    for game in whole:
        said = [read_line(GAME, table.start, table.names, 0, *line_parts(line)) for line in game.lines]
        moves.append([(line.seat, line.move) for line in said if isinstance(line, Line)])
    return table, moves


def play(table: Table, moves: list[list[tuple[int | None, Any]]]) -> None:
    for game in moves:
        state = table.start
        for seat, move in game:
            GAME.rules.check(state, seat, move)
            state, _ = GAME.rules.apply(state, seat, move)
        assert state.over


def games_per_second() -> float:
    """Of processor time, the quickest of several rounds."""
    table, moves = games()
    spent = []
    for _ in range(ROUNDS):
        began = time.process_time()
        play(table, moves)
        spent.append(time.process_time() - began)
    return GAMES / min(spent)


def main() -> None:
    print(f"{games_per_second():.0f} games a second")
    profile = cProfile.Profile()
    table, moves = games()
    profile.runcall(play, table, moves)
    pstats.Stats(profile).sort_stats("tottime").print_stats(20)


if __name__ == "__main__":
    main()
