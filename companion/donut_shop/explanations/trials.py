"""Trials of alternatives: each is folded in the place of its line, and weighed by how the rules judge the lines after.

Alternatives after which the rules refuse a line they accepted before are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.donut_shop.explanations.alternatives import AGAINST_HAND, Alternative
from companion.donut_shop.explanations.recount import Played
from companion.donut_shop.moves import Move, Place
from companion.donut_shop.pay import best_kind, placement_pays
from companion.donut_shop.reasons import ShopReason
from companion.donut_shop.state import ShopState
from companion.kernel.common import Rule
from companion.kernel.repairs import Line
from companion.kernel.table import Applied, Table, fold

MOST_FOLDED = 8_000  # lines folded for one question: about 150 ms on a small computer
MOST_OF_A_LINE = 12  # alternatives of one line and group tried until one is possible
ENOUGH = 3  # alternatives of one line and group tried in any case: their success weighs the line
AT_ONCE = 12  # lines folded before it is checked that the rules still accept them
ACCEPTED_AGAIN = 30.0  # weight of an alternative for each line the rules accept again
LESS_PAID = 0.5  # weight of a tile paid for a type that pays less than another on it
OTHERS_LINE = 0.2  # weight of a line of another seat than the one that counted
OTHERS_TOO = 0.2  # weight where the other seat's money changes too: it would have counted its own
HELD = (ShopReason.NOT_YOUR_TILE, ShopReason.NOT_HELD)


def seat_weight(seat: int, alternative: Alternative) -> float:
    """Return the weight of the line's seat: another seat would have counted its own money too."""
    return 1.0 if alternative.played.seat == seat else OTHERS_LINE


@dataclass(slots=True)
class LineTrials:
    """The alternatives of one line and group that bring the difference.

    `likely`: their weight before trials. `tried`: the number tried. `good`: those possible, with their weights.
    """

    group: str
    alternatives: list[Alternative]
    likely: float
    tried: int = 0
    good: list[tuple[float, Alternative]] = field(default_factory=list)

    @property
    def weight(self) -> float:
        """The weight after trials; alternatives not tried count like those tried."""
        return self.likely * sum(weight for weight, _ in self.good) / max(1, self.tried)


class Trials:
    """Tries alternatives, the likeliest first.

    `whole`: the sum of shares by group. `difference`: the cents the seat counted more than is recorded.
    """

    def __init__(self, table: Table, seat: int, difference: int, whole: Mapping[str, float]) -> None:
        self._table, self._seat, self._difference, self._whole = table, seat, difference, whole
        self._refolder = Refolder(table)
        self._tried: dict[str, int] = defaultdict(int)
        self._good: dict[str, int] = defaultdict(int)

    def all(self, groups: list[list[Alternative]]) -> list[LineTrials]:
        """Try alternatives grouped by line and group; return the groups of which one is possible."""
        lines = [
            LineTrials(them[0].group, sorted(them, key=lambda one: -one.share), sum(map(self._likely, them)))
            for them in groups
        ]
        lines.sort(key=lambda line: (-line.likely, -line.alternatives[0].played.place))
        for once in range(MOST_OF_A_LINE):
            for line in lines:
                if once < len(line.alternatives) and (not line.good or once < ENOUGH):
                    self._try(line, line.alternatives[once])
        return [line for line in lines if line.good]

    def _likely(self, alternative: Alternative) -> float:
        return alternative.share * seat_weight(self._seat, alternative) / self._whole[alternative.group]

    def weight(self, line: LineTrials) -> float:
        """Return the weight of a line: groups that the rules mostly refuse have fewer possible alternatives."""
        return line.weight * (self._tried[line.group] + 1) / (self._good[line.group] + 1)

    def _try(self, line: LineTrials, alternative: Alternative) -> None:
        """Fold one alternative and record whether it is possible and how likely."""
        if self._refolder.spent >= MOST_FOLDED:
            return
        after = self._refolder.fold(alternative)
        line.tried += 1
        self._tried[line.group] += 1
        cents = self._table.state.cents
        if after is None or after.state.cents(self._seat) - cents(self._seat) != self._difference:
            return
        self._good[line.group] += 1
        owner = alternative.played.seat
        alone = owner == self._seat or after.state.cents(owner) == cents(owner)
        weight = (
            ACCEPTED_AGAIN**after.accepted_again * AGAINST_HAND**after.against_hands * (1.0 if alone else OTHERS_TOO)
        )
        weight *= plausibility(alternative.played, alternative.move) / plausibility(
            alternative.played, alternative.played.move
        )
        line.good.append((weight, alternative))


def plausibility(played: Played, move: Move) -> float:
    """Return the weight of a placement: people mostly take the type that pays most."""
    if not isinstance(move, Place):
        return 1.0
    before = played.before
    pays = placement_pays(before.case, move.tile, move.at, before.edition, before.party.rulings)
    return 1.0 if len(pays[move.kind]) == len(pays[best_kind(pays)]) else LESS_PAID


@dataclass(frozen=True, slots=True)
class Refolded:
    """A fold with an alternative: the last state, the lines accepted again, and whether it contradicts a hand."""

    state: ShopState
    accepted_again: int
    against_hands: int


class Refolder:
    """Folds a table with an alternative, as long as the rules accept what they accepted before."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lines = [applied.line for applied in table.applied]
        self._marked = {applied.line.seq for applied in table.applied if applied.mark}
        self._whole = any(isinstance(line.move, Rule) and line.move.from_the_start for line in self._lines)
        self.spent = 0

    def fold(self, alternative: Alternative) -> Refolded | None:
        """Return the outcome of an alternative, None where the rules then refuse another line."""
        place, line = alternative.played.place, alternative.played.applied.line
        new = Line(line.seq, line.who, line.seat, alternative.move, "")
        keep = place + 1 if alternative.what == "box" else place
        if alternative.what == "box":
            new = replace(new, seq=0, forced=True, decided=alternative.decided)
        rest = self._lines[place + 1 :]
        lines = [*self._lines[:keep], *([] if alternative.what == "gone" else [new]), *rest]
        done: list[Applied] = list(self._table.applied[:keep])
        while len(done) < len(lines):
            upto = len(lines) if self._whole else len(done) + AT_ONCE
            more = fold(self._table.game, self._table.start, lines[:upto], done)
            self.spent += len(more)
            if any(applied.mark and not self._is_tolerable(applied, new) for applied in more):
                return None
            done += more
        marked = {applied.line.seq for applied in done if applied.mark}
        against = alternative.what not in ("box", "donut") and new.seq in marked - self._marked
        return Refolded(done[-1].state, len(self._marked - marked), int(against))

    def _is_tolerable(self, applied: Applied, new: Line) -> bool:
        """Return whether a marked line was marked before, or is the alternative and only contradicts a hand."""
        if applied.line.seq in self._marked:
            return True
        return applied.line is new and not applied.aside and (applied.mark in HELD or new.decided is not None)
