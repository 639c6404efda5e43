"""How a game went: money or points over time, its best moments, and whether another ruling had changed the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from companion.kernel.table import Applied, Table


@dataclass(frozen=True, slots=True)
class Course:
    """Scores by seat at each moment of the game (tiles laid, rounds played), the start first."""

    moments: Sequence[int]
    scores: Sequence[Sequence[int]]  # a list a seat, as long as `moments`

    @property
    def lowest(self) -> int:
        return min(0, *(min(scores) for scores in self.scores))

    @property
    def highest(self) -> int:
        return max(1, *(max(scores) for scores in self.scores))


def course(table: Table) -> Course:
    """The start as the headers describe it; then the last state of each moment after it counts."""
    game = table.game
    start = game.rules.moment(table.opening)
    at: dict[int, list[int]] = {start: game.rules.scores(table.opening)}
    for told, following in zip_longest(table.applied, table.applied[1:]):
        moment = game.rules.moment(told.state)
        if moment != start and (following is None or game.rules.moment(following.state) != moment):
            at[moment] = game.rules.scores(told.state)
    return Course(list(at), [list(scores) for scores in zip(*at.values(), strict=True)])


def best_line(table: Table, part: str) -> Applied | None:
    """The line that paid most, among those that paid such a part; the first of equals."""
    paying = [told for told in table.applied if part in told.paid]
    return max(paying, key=lambda told: sum(told.paid.values()), default=None)


@dataclass(frozen=True, slots=True)
class OtherOutcome:
    """What another choice of a ruling, for the whole game, would have made of it."""

    ruling: str
    choice: str
    scores: Sequence[tuple[str, int]]
    winners: Sequence[str]
    changes_winner: bool


def otherwise(table: Table) -> list[OtherOutcome]:
    """Each ruling changed alone, where somebody's score or the winners differ."""
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
