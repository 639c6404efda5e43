"""The table after one of its lines, to be looked at: the case without anything to tap, and everybody's money then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.donut_shop.explanations.review import Missed
from companion.donut_shop.moves import Mend, Pack, Place
from companion.donut_shop.pay import explain_placement
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.drawing import CaseView, case_view
from companion.donut_shop.screen.latest import laid_last
from companion.donut_shop.screen.view import ShopSeatView, seat_views
from companion.donut_shop.screen.viewport import Viewport
from companion.donut_shop.state import Level, ShopState, Step
from companion.kernel.table import Applied, Table


@dataclass(frozen=True, slots=True)
class ShopMomentView:
    """A moment of a Donut Shop game. `mark`: of the seat in turn then, 0 after the end. `laid`: tiles laid so far.

    `turn`: the name of that seat, empty after the end, and `does` what it is to do. `case` is None at level `bank`.
    """

    level: Level
    seats: Sequence[ShopSeatView]
    case: CaseView | None
    mark: int
    turn: str
    does: Step | None
    laid: int


def shop_moment(table: Table, place: int, viewport: Viewport) -> ShopMomentView:
    """Return the table after its first `place` standing lines, the last of them lit: what it paid for, or its box."""
    then = replace(table, start=table.opening, applied=table.applied[:place])
    state: ShopState = then.state
    latest = then.applied[-1] if then.applied else None
    gained = sum(latest.paid.values()) if latest and latest.line.seat is not None else 0
    seats = [
        replace(seat, gain=gained if latest and number == latest.line.seat else 0)
        for number, seat in enumerate(seat_views(state, None if state.over else state.turn))
    ]
    return ShopMomentView(
        level=state.level,
        seats=seats,
        case=None if state.level == Level.BANK else _case(then, latest, viewport),
        mark=0 if state.over else state.party.mark(state.turn),
        turn="" if state.over else state.party.names[state.turn],
        does=None if state.over else state.step,
        laid=state.laid,
    )


def _case(then: Table, latest: Applied | None, viewport: Viewport) -> CaseView:
    """Return the whole case with the tile laid last in its seat's ring, and lit what the latest line is about."""
    case = case_view(then.state, ShopDraft(do="why"), _lit(then, latest), viewport)
    last = laid_last(then)
    case = replace(case, near=None, whole=None, taps=(), spots=(), is_fresh=latest is not None)
    if last is None:
        return case
    at = viewport.to_drawing(*last.move.at, 2, 2)[:2]
    return replace(case, last=at, last_mark=then.state.party.mark(last.seat))


def _lit(then: Table, latest: Applied | None) -> Sequence[tuple[int, int]]:
    """Return the squares the latest line was paid for, or the one it corrects."""
    if latest is None or latest.aside:
        return ()
    before: ShopState = then.applied[-2].state if len(then.applied) > 1 else then.start
    match latest.line.move:
        case Place(tile, at, kind):
            return explain_placement(before.case, tile, at, kind, before.party.rulings)[0].squares
        case Pack(box, at):
            return box.squares(at)
        case Mend(at) if before.laid:  # the starting cross is one moment
            return (at,)
    return ()


def missed_case(missed: Missed, seat: int, viewport: Viewport) -> CaseView:
    """Return the case as it would have been with a tile where it would have paid most, lit what for."""
    before, best = missed.before, missed.best
    state = before._replace(case=before.case.laid(best.tile, best.at))
    case = case_view(state, ShopDraft(do="why"), missed.squares, viewport)
    at = viewport.to_drawing(*best.at, 2, 2)[:2]
    return replace(case, near=None, whole=None, last=at, last_mark=before.party.mark(seat))
