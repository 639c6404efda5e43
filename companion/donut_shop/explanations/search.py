"""The search for explanations: single slips that bring exactly the difference to a counted amount.

The alternatives to every line are recounted; those that bring the difference are tried by a fold, the likeliest first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.donut_shop.explanations.alternatives import Alternative, alternatives
from companion.donut_shop.explanations.missed_boxes import missed_boxes
from companion.donut_shop.explanations.recount import Recount
from companion.donut_shop.explanations.trials import LineTrials, Trials, seat_weight
from companion.donut_shop.moves import Move, Pack, PaidOut, Place
from companion.donut_shop.notation import write
from companion.donut_shop.pay import PER_DONUT, box_parts, placement_pays
from companion.donut_shop.state import ShopState
from companion.kernel.common import Adjust, Rule
from companion.kernel.repairs import Correct, Line, Strike, write_entry
from companion.kernel.table import Applied, Table

MOST = 8  # explanations offered
SELDOM = 0.3  # weight of wrong amounts entered by hand, against slips of a tile or a box
# Weights of the groups of slips: a line that did not happen is rare, and sprinkles rarely change money. The others
# stand for how many alternatives of the group the rules allow, which only a fold of each would show.
LIKELY = {"gone": 0.3, "sprinkled": 0.1, "order": 1.6, "sprinkles": 1.2, "box": 1.2, "no holes": 1.2, "spot": 0.75}


@dataclass(frozen=True, slots=True)
class Explanation:
    """A single slip: its kind, the line it is about, and the repair that enters it (empty if more is to be entered).

    `what`, the kind: `type` another type was chosen; `donut` one donut of the tile was another; `turned` the tile had
    another orientation; `spot` it lay elsewhere; `sprinkles` or `coffee` an order had the sign or did not; `order` one
    more order was used; `size` it was another box; `box` a box was forgotten in the turn of the line; `ruling` the
    table plays another choice; `rules` the table decided another amount than the rules; `gone` the line did not happen;
    `seat` it was for this seat.
    """

    what: str
    seq: int
    text: str
    detail: str = ""  # the type, tile, order, box or ruling in notation


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An explanation and its weight."""

    slip: Explanation
    likely: float
    alone: bool = True  # the only alternative of its line and group


def explanations(table: Table, seat: int, difference: int) -> list[Explanation]:
    """Return single slips that change the seat's money by exactly `difference` cents, at most MOST, likeliest first.

    Each line has its likeliest slip in the list; a second one of the same line follows only where there is room.
    """
    if not difference:
        return []
    found = [*_amounts(table, seat, difference), *_other_rulings(table, seat, difference)]
    found += _misentered_moves(table, seat, difference)
    return _best(found)


def _best(found: Iterable[_Candidate]) -> list[Explanation]:
    """Return one explanation a line, the likeliest lines first, then further ones as far as there is room."""
    lines: dict[object, list[_Candidate]] = defaultdict(list)
    for one in found:
        lines[one.slip.seq or one.slip.detail].append(one)
    ranked = [_by_kind(them) for them in lines.values()]
    ranked.sort(key=lambda them: -sum(one.likely for one in them))
    seconds = sorted((one for them in ranked for one in them[1:]), key=lambda one: -one.likely)
    return [one.slip for one in (*(them[0] for them in ranked), *seconds)][:MOST]


def _by_kind(found: Iterable[_Candidate]) -> list[_Candidate]:
    """Return the best slip of each kind for one line, the likeliest first.

    Where several donuts could be the one misread, the table has to look, so that no repair is proposed.
    """
    kinds: dict[str, list[_Candidate]] = defaultdict(list)
    for one in found:
        kinds[one.slip.what].append(one)
    firsts: list[tuple[float, _Candidate]] = []
    for what, them in kinds.items():
        best = max(them, key=lambda one: one.likely)
        slip = best.slip
        if what == "donut" and (len(them) > 1 or not best.alone):
            slip = replace(slip, text="", detail="")
        firsts.append((best.likely, _Candidate(slip, sum(one.likely for one in them))))
    firsts.sort(key=lambda first: (-first[0], not first[1].slip.text))
    return [one for _, one in firsts]


# Moves entered wrong


def _misentered_moves(table: Table, seat: int, difference: int) -> list[_Candidate]:
    """Return tiles and boxes that were others, and boxes that were forgotten."""
    recount = Recount(table)
    whole: dict[str, float] = defaultdict(float)  # the sum of the shares of a group
    matching: list[Alternative] = []
    for alternative in alternatives(recount, seat):
        whole[alternative.group] += (
            alternative.share * seat_weight(seat, alternative) / LIKELY.get(alternative.group, 1.0)
        )
        if alternative.cents == difference:
            matching.append(alternative)
    turns = list(missed_boxes(table, recount, seat, difference))
    whole["box"] = len(turns) / LIKELY["box"]
    matching += [alternative for turn in turns for alternative in turn]
    lines: dict[object, list[Alternative]] = defaultdict(list)
    for alternative in matching:
        lines[alternative.group, alternative.played.place].append(alternative)
    trials = Trials(table, seat, difference, whole)
    return [_candidate(table, line, trials.weight(line)) for line in trials.all(list(lines.values()))]


def _candidate(table: Table, line: LineTrials, weight: float) -> _Candidate:
    """Return the likeliest possible alternative of a line as an explanation."""
    best = max(line.good, key=lambda one: one[0] * one[1].share)[1]
    return _Candidate(_slip(table, best), weight, len(line.alternatives) == 1)


def _slip(table: Table, alternative: Alternative) -> Explanation:
    """Return an alternative as an explanation."""
    seq = alternative.played.applied.line.seq
    if alternative.what == "box":
        return Explanation("box", seq, "", alternative.detail)
    if alternative.what == "gone":
        return Explanation("gone", seq, write_entry(Strike(seq)))
    return Explanation(
        alternative.what, seq, _correction(table, alternative.played.applied, alternative.move), alternative.detail
    )


def _correction(table: Table, applied: Applied, move: Move) -> str:
    """Return the repair that puts another move in the place of a line."""
    line = applied.line
    return _corrected(line, replace(line, move=move, text=write(move, table.names), forced=False, decided=None))


def _corrected(line: Line, new: Line) -> str:
    return write_entry(Correct(line.seq, new))


# Amounts entered by hand


def _amounts(table: Table, seat: int, difference: int) -> list[_Candidate]:
    """Return amounts that were none or another seat's, and amounts the table decided."""
    found = [*_misentered_amounts(table, seat, difference), *_decided_amounts(table, seat, difference)]
    return [_Candidate(slip, SELDOM / len(found)) for slip in found]


def _misentered_amounts(table: Table, seat: int, difference: int) -> Iterator[Explanation]:
    """Yield payments and adjustments that did not happen, or were for this seat."""
    for applied in reversed(table.applied):
        line, move = applied.line, applied.line.move
        whose = move.seat if isinstance(move, Adjust) else line.seat
        if isinstance(move, Adjust | PaidOut) and whose == seat and sum(applied.paid.values()) == -difference:
            slip = Explanation("gone", line.seq, write_entry(Strike(line.seq)))
        elif isinstance(move, Adjust) and move.amount == difference:
            slip = Explanation("seat", line.seq, _corrected(line, table.line(None, replace(move, seat=seat))))
        elif isinstance(move, PaidOut) and move.cents == difference:
            slip = Explanation("seat", line.seq, _corrected(line, table.line(seat, move)))
        else:
            continue
        if table.play(slip.text).state.cents(seat) - table.state.cents(seat) == difference:
            yield slip


def _decided_amounts(table: Table, seat: int, difference: int) -> Iterator[Explanation]:
    """Yield lines with an amount the table decided where the rules pay the counted one."""
    before: ShopState = table.opening
    for applied in table.applied:
        line, move = applied.line, applied.line.move
        decided = line.decided if line.seat == seat and not applied.aside else None
        if decided is not None and isinstance(move, Place | Pack) and _rules_pay(before, move) - decided == difference:
            yield Explanation("rules", line.seq, _correction(table, applied, move))
        before = applied.state


def _rules_pay(before: ShopState, move: Place | Pack) -> int:
    """Return the cents the rules pay for a move."""
    rulings = before.party.rulings
    if isinstance(move, Pack):
        return sum(box_parts(before.case, move, rulings).values())
    return PER_DONUT * len(placement_pays(before.case, move.tile, move.at, before.edition, rulings).get(move.kind, ()))


def _other_rulings(table: Table, seat: int, difference: int) -> list[_Candidate]:
    """Return rulings that the table may play otherwise from the start."""
    now = table.state.cents(seat)
    others = [
        (ruling.id, choice)
        for ruling in table.game.rulings
        for choice in ruling.choices
        if choice != table.state.party.rulings[ruling.id]
    ]
    moved = [(one, table.under(*one).state.cents(seat) - now) for one in others]
    changing = sum(1 for _, cents in moved if cents)
    return [
        _Candidate(
            Explanation("ruling", 0, str(table.line(None, Rule(*one, from_the_start=True))), "=".join(one)),
            1 / changing,
        )
        for one, cents in moved
        if cents == difference
    ]
