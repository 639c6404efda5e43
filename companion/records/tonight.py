"""The standings over several games of one evening: who won how many, and how much together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.records.history import PersonScore, same


@dataclass(frozen=True, slots=True)
class Player:
    """A person over the evening: the games won, a shared one counted whole, and cents or points together.

    `scores`: of each game, None where it was not played along.
    """

    name: str
    won: int
    score: int
    scores: Sequence[int | None] = field(default=())


def evening_standings(games: Sequence[Sequence[PersonScore]]) -> list[Player]:
    """Return everybody over these ended games, by games won, then by score, then in the order they sat down.

    Names are the same person whatever their letter case and apostrophe, as at a table.
    """
    names: dict[str, str] = {}
    for game in games:
        for score in game:
            names.setdefault(same(score.name), score.name)
    players = []
    for key, name in names.items():
        found = [next((score for score in game if same(score.name) == key), None) for game in games]
        scores = [None if one is None else one.score for one in found]
        won = sum(one.winner for one in found if one is not None)
        players.append(Player(name, won, sum(score for score in scores if score is not None), scores))
    return sorted(players, key=lambda player: (-player.won, -player.score))
