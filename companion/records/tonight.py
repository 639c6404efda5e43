"""The standings over several games of one evening: who won how many, and how much together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.records.history import PersonScore, same, shared_among


@dataclass(frozen=True, slots=True)
class Player:
    """A person over the evening: the games won alone, those shared with others, and cents or points together.

    `scores`: of each game, None where it was not played along.
    """

    name: str
    won: int
    shared: int
    score: int
    scores: Sequence[int | None] = field(default=())


def evening_standings(games: Sequence[Sequence[PersonScore]]) -> list[Player]:
    """Return everybody over these ended games, by games won, those shared, the score, and the order they sat down in.

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
        won = [shared_among(game) for game, one in zip(games, found, strict=True) if one is not None and one.winner]
        total = sum(score for score in scores if score is not None)
        players.append(Player(name, won.count(False), won.count(True), total, scores))
    return sorted(players, key=lambda player: (-player.won, -player.shared, -player.score))
