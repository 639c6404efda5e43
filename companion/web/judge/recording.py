"""From a table to the judge and back: its position filled in, and the answer recorded by a line of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from companion.donut_shop.moves import Pack, Place
from companion.donut_shop.notation import write_cards
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.state import ShopState
from companion.go_nuts.state import NutsState
from companion.judge.rulings import SHOP_DEFAULTS, changed
from companion.kernel.common import Adjust, Rule, write_common
from companion.kernel.table import Applied
from companion.kernel.text import Names
from companion.tables.snapshot import Snapshot
from companion.web.judge.question import EMPTY_CASE, JudgeQuestion
from companion.web.judge.trays import Trays


@dataclass(frozen=True, slots=True)
class Adjustment:
    """An adjustment the page offers to record: cents for `seat`, which is empty if a person must choose it.

    `paid`: what the line in question paid; None without a line.
    """

    code: str
    seats: Sequence[str]
    seat: str
    paid: int | None
    amount: int


def adjustment(snapshot: Snapshot, seq: int, cents: int) -> Adjustment:
    """Return the difference between what a line paid and the judge's amount; without a line, the whole amount."""
    names = snapshot.table.state.party.names
    applied = paying_line(snapshot, seq)
    if applied is None or applied.line.seat is None:
        return Adjustment(snapshot.code, names, "", None, cents)
    paid = sum(applied.paid.values())
    return Adjustment(snapshot.code, names, names[applied.line.seat], paid, cents - paid)


def point_differences(snapshot: Snapshot, scores: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return by name by how many points the judge differs from the table, adjustments not counted; never 0."""
    state = snapshot.table.state
    if not isinstance(state, NutsState):
        return []
    now = snapshot.table.game.rules.scores(state)
    seats = enumerate(state.party.names)
    more = [(name, scores[name] - now[seat] + state.adjusted[seat]) for seat, name in seats if name in scores]
    return [(name, points) for name, points in more if points]


def under_ruling(code: str, ruling: str, choice: str) -> str:
    """Return the address that previews a table's whole game under this choice of a ruling."""
    names = Names.of(())
    line = names.line(None, write_common(Rule(ruling, choice, from_the_start=True), names))
    return url_for("trying.preview", code=code, text=line)


def adjust_lines(differences: Sequence[tuple[str, int]], note: str) -> list[str]:
    """Return the lines that record these differences, one for each."""
    names = Names.of(tuple(name for name, _ in differences))
    return [
        names.line(None, write_common(Adjust(seat, amount, note), names))
        for seat, (_, amount) in enumerate(differences)
    ]


def paying_line(snapshot: Snapshot, seq: int) -> Applied | None:
    """Return the standing line with this number if it lays a tile or packs a box."""
    applied = next((one for one in snapshot.table.applied if one.line.seq == seq), None)
    return applied if applied and isinstance(applied.line.move, Place | Pack) else None


def filled_in(snapshot: Snapshot, seq: int) -> tuple[str, Mapping[str, str]]:
    """Return path and words of the judge's page for a table's position, now or before a line."""
    state = snapshot.table.state
    if not isinstance(state, ShopState):
        return url_for("judge.nuts"), Trays.of(state, snapshot.code).query()
    applied = paying_line(snapshot, seq)
    if applied is None:
        return url_for("judge.shop"), _of_case(state, snapshot.code).query()
    place = snapshot.table.applied.index(applied)
    before = snapshot.table.applied[place - 1].state if place else snapshot.table.opening
    return url_for("judge.shop"), _of_line(_of_case(before, snapshot.code), before, applied).query()


def _of_case(state: ShopState, code: str) -> JudgeQuestion:
    rows = tuple(state.case.rows()) or EMPTY_CASE
    rulings = changed(state.party.rulings, SHOP_DEFAULTS)
    return JudgeQuestion(state.edition, "tile", rows, rulings=rulings, table=code)


def _of_line(question: JudgeQuestion, before: ShopState, applied: Applied) -> JudgeQuestion:
    """Fill in the tile or the box of a line where it was laid; squares are counted from the drawing's top left."""
    move = applied.line.move
    assert isinstance(move, Place | Pack)
    left, top = before.case.origin()
    at = (move.at[0] - left, move.at[1] - top)
    question = question.replace(line=applied.line.seq)
    if isinstance(move, Place):
        return question.replace(draft=ShopDraft(tile=str(move.tile), at=at), kind=move.kind)
    draft = ShopDraft(do="box", box=move.box, at=at, cards=move.cards)
    return question.replace(mode="box", draft=draft, way=write_cards((), move.wilds))
