"""The course of a game: money or points over time, the best line, and the results under other rulings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from companion.kernel.common import Common
from companion.kernel.state import State
from companion.kernel.table import Applied, Table


@dataclass(frozen=True, slots=True)
class Course:
    """Scores by seat at each moment (number of tiles laid or rounds played) of the game, the start first."""

    moments: Sequence[int]
    scores: Sequence[Sequence[int]]  # by seat, one for each moment

    @property
    def lowest(self) -> int:
        return min(0, *(min(scores) for scores in self.scores))

    @property
    def highest(self) -> int:
        return max(1, *(max(scores) for scores in self.scores))


def course(table: Table) -> Course:
    """Return the course of a game from the start its headers describe; the last state of a moment counts."""
    game = table.game
    rules = game.rules
    start = rules.moment(table.opening)
    at: dict[int, list[int]] = {start: rules.scores(table.opening)}
    for applied, following in zip_longest(table.applied, table.applied[1:]):
        moment = rules.moment(applied.state)
        if moment != start and (following is None or rules.moment(following.state) != moment):
            at[moment] = rules.scores(applied.state)
    return Course(list(at), [list(scores) for scores in zip(*at.values(), strict=True)])


@dataclass(frozen=True, slots=True)
class Best:
    """A line that brought a seat much: the line, the states before and after it, the seat, and its cents or points."""

    applied: Applied
    before: State
    seat: int
    gain: int


def best_moments(table: Table, most: int) -> list[Best]:
    """Return the lines that brought one seat most, the largest first; what was put right by hand is none.

    Of lines without a seat, as where bids are turned over, each seat's gain counts for itself.
    """
    rules, state, found = table.game.rules, table.opening, list[Best]()
    before = rules.scores(state)
    for applied in table.applied:
        after = rules.scores(applied.state)
        if not applied.aside and not isinstance(applied.line.move, Common):
            found += [
                Best(applied, state, seat, now - then)
                for seat, (then, now) in enumerate(zip(before, after, strict=True))
            ]
        state, before = applied.state, after
    return sorted((one for one in found if one.gain > 0), key=lambda one: -one.gain)[:most]


@dataclass(frozen=True, slots=True)
class OtherOutcome:
    """The result of the game if a ruling had been chosen differently from the start."""

    ruling: str
    choice: str
    scores: Sequence[tuple[str, int]]
    winners: Sequence[str]
    changes_winner: bool


def otherwise(table: Table) -> list[OtherOutcome]:
    """Return the results with one ruling changed, of those that change a score or the winners."""
    game = table.game
    now = {standing.seat: standing for standing in game.rules.standings(table.state)}
    winners = [seat for seat, standing in now.items() if standing.winner]
    found = []
    for ruling in game.rulings:
        for choice in ruling.choices:
            if choice == table.state.party.rulings[ruling.id]:
                continue
            other = game.rules.standings(table.under(ruling.id, choice).state)
            won = [standing.seat for standing in other if standing.winner]
            if won != winners or any(standing.score != now[standing.seat].score for standing in other):
                scores = [(standing.seat, standing.score) for standing in other]
                found.append(OtherOutcome(ruling.id, choice, scores, won, sorted(won) != sorted(winners)))
    return found
