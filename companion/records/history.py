"""The finished games a phone remembers, and how its people did in them. Everything follows from stored standings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.kernel.text import folded, plain_letters
from companion.store.journal import Connection, Result


@dataclass(frozen=True, slots=True)
class PersonScore:
    """The result of one person in a game, in cents or points. `rank`: from 1."""

    name: str
    score: int
    rank: int
    winner: bool


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over. `at`: when its last line was entered, UTC, ISO 8601. `scores`: the best first."""

    code: str
    game: str
    at: str
    scores: Sequence[PersonScore]

    @property
    def winners(self) -> list[PersonScore]:
        return [score for score in self.scores if score.winner]

    def score_of(self, person: str) -> PersonScore | None:
        """Return what somebody reached, whatever the case of the name's letters; None who did not play."""
        return next((score for score in self.scores if same(score.name) == same(person)), None)


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """The results of a person in one game, in cents or points. `won`: alone; `shared`: won together with others."""

    name: str
    games: int
    won: int
    shared: int
    average: int
    best: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Of the games two people played together: in how many each finished ahead, and in how many neither."""

    games: int
    ahead: int
    behind: int
    level: int


def shared_among(scores: Iterable[PersonScore]) -> bool:
    """Return whether several people won a game: a tie that nothing decided, which so is shared."""
    return sum(score.winner for score in scores) > 1


def same(name: str) -> str:
    """Return what two spellings of a name have in common."""
    return folded(name.strip())


def finished_games(connection: Connection, codes: Sequence[str]) -> list[FinishedGame]:
    """Return those of these tables whose game is over, in the order of `codes`. Folds nothing."""
    records = {record.code: record for record in connection.tables(codes)}
    _, versions = connection.versions(codes)
    found = []
    for code in codes:
        record, result = records.get(code), connection.result(code)
        if record is None or result is None or result.seq != versions[code]:
            continue  # never over, or a line was taken back since
        if scores := scores_in(result):
            last = connection.entries(code, result.seq - 1)
            found.append(FinishedGame(code, record.game, last[-1].at if last else record.at, scores))
    return found


def scores_in(result: Result) -> list[PersonScore]:
    """Return the scores of stored standings; none where the file was edited by hand."""
    try:
        return [
            PersonScore(str(row["seat"]), int(row["score"]), int(row["rank"]), bool(row["winner"]))
            for row in json.loads(result.standings)
        ]
    except (ValueError, TypeError, KeyError):
        return []


def people_of(games: Iterable[FinishedGame]) -> list[PersonRecord]:
    """Return everybody's record, most wins first, then those shared, then the better average.

    Names are spelled as in the latest game.
    """
    reached: dict[str, list[PersonScore]] = {}
    shared: Counter[str] = Counter()
    for game in games:
        for score in game.scores:
            reached.setdefault(same(score.name), []).append(score)
            shared[same(score.name)] += score.winner and shared_among(game.scores)
    records = [
        PersonRecord(
            scores[0].name,
            len(scores),
            sum(score.winner for score in scores) - shared[key],
            shared[key],
            round(sum(score.score for score in scores) / len(scores)),
            max(score.score for score in scores),
        )
        for key, scores in reached.items()
    ]
    return sorted(records, key=lambda one: (-one.won, -one.shared, -one.average, plain_letters(one.name)))


def head_to_head(games: Iterable[FinishedGame], one: str, other: str) -> HeadToHead:
    """Return who of two people finished ahead how often, by rank: a tie-break counts."""
    both = [(a.rank, b.rank) for game in games if (a := game.score_of(one)) and (b := game.score_of(other))]
    ahead, behind = sum(a < b for a, b in both), sum(a > b for a, b in both)
    return HeadToHead(len(both), ahead, behind, len(both) - ahead - behind)


def most_together(games: Iterable[FinishedGame]) -> tuple[str, str] | None:
    """Return the two people who played most games together, as spelled in the latest; None for no pair."""
    count: dict[tuple[str, str], int] = {}
    spelled: dict[str, str] = {}
    for game in games:
        names = sorted({same(score.name) for score in game.scores})
        spelled = {**{same(score.name): score.name for score in game.scores}, **spelled}
        for place, one in enumerate(names):
            for other in names[place + 1 :]:
                count[one, other] = count.get((one, other), 0) + 1
    pair = max(count, key=lambda pair: count[pair], default=None)
    return (spelled[pair[0]], spelled[pair[1]]) if pair else None


def found(games: Iterable[FinishedGame], sought: str, names: Mapping[str, str]) -> list[FinishedGame]:
    """Return the games in which all sought words occur: in people's names, the game's name, its code or its day.

    `names`: of the games by id. Small letters and accents make no difference.
    """
    words = plain_letters(sought).split()
    texts = (
        (game, plain_letters(" ".join([*(s.name for s in game.scores), names.get(game.game, ""), game.code, game.at])))
        for game in games
    )
    return [game for game, text in texts if all(word in text for word in words)]
