"""The standings over several games of one evening: who won how many, and how much together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.kernel.text import folded

Row = Mapping[str, object]  # of standings as JSON: seat, score, winner


@dataclass(frozen=True, slots=True)
class Player:
    """A person over the evening: the games won, a shared one counted whole, and cents or points together.

    `scores`: of each game, None where it was not played along.
    """

    name: str
    won: int
    score: int
    scores: Sequence[int | None] = field(default=())


def evening_standings(games: Sequence[Sequence[Row]]) -> list[Player]:
    """Return everybody over these ended games, by games won, then by score, then in the order they sat down.

    Names are the same person whatever their letter case and apostrophe, as at a table.
    """
    names: dict[str, str] = {}
    for game in games:
        for row in game:
            names.setdefault(folded(str(row["seat"])), str(row["seat"]))
    players = []
    for key, name in names.items():
        rows = [next((row for row in game if folded(str(row["seat"])) == key), None) for game in games]
        scores = [None if row is None else int(str(row["score"])) for row in rows]
        won = sum(bool(row["winner"]) for row in rows if row is not None)
        players.append(Player(name, won, sum(score for score in scores if score is not None), scores))
    return sorted(players, key=lambda player: (-player.won, -player.score))
