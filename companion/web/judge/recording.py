"""From a table to the judge and back: what lies there filled in, and the answer recorded by a line of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from companion.donut_shop.moves import Pack, Place
from companion.donut_shop.notation import write_cards
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.state import ShopState
from companion.go_nuts.state import NutsState
from companion.judge.verdicts import changed
from companion.kernel.table import Applied
from companion.tables.play import Snapshot
from companion.web.judge.question import EMPTY_CASE, JudgeQuestion
from companion.web.judge.trays import Trays


@dataclass(frozen=True, slots=True)
class Record:
    """What may be said at the table: an adjustment of `amount` for `seat`, or a ruling.

    `paid`: what the line paid that was asked about; None where none was.
    """

    code: str
    seats: Sequence[str]
    seat: str
    paid: int | None
    amount: int


def record(snapshot: Snapshot, line: int, worth: int) -> Record:
    """The difference between what a line paid and what the judge says; without a line the whole amount."""
    names = snapshot.table.state.party.names
    told = told_line(snapshot, line)
    if told is None or told.line.seat is None:
        return Record(snapshot.code, names, "", None, worth)
    paid = sum(told.paid.values())
    return Record(snapshot.code, names, names[told.line.seat], paid, worth - paid)


def point_differences(snapshot: Snapshot, scores: Mapping[str, int]) -> list[tuple[str, int]]:
    """By how much the judge and the table differ about each seat; what was put right by hand stays out of it."""
    state = snapshot.table.state
    if not isinstance(state, NutsState):
        return []
    now = snapshot.table.game.rules.scores(state)
    seats = enumerate(state.party.names)
    return [(name, scores[name] - now[seat] + state.adjusted[seat]) for seat, name in seats if name in scores]


def told_line(snapshot: Snapshot, line: int) -> Applied | None:
    """A line that stands and lays a tile or fills a box."""
    told = next((told for told in snapshot.table.applied if told.line.seq == line), None)
    return told if told and isinstance(told.line.move, Place | Pack) else None


def filled_in(snapshot: Snapshot, line: int) -> tuple[str, Mapping[str, str]]:
    """The judge’s page for what lies at a table, now or before a line."""
    state = snapshot.table.state
    if not isinstance(state, ShopState):
        return url_for("judge.nuts"), Trays.of(state, snapshot.code).query()
    told = told_line(snapshot, line)
    if told is None:
        return url_for("judge.shop"), _case(state, snapshot.code).query()
    place = snapshot.table.applied.index(told)
    before = snapshot.table.applied[place - 1].state if place else snapshot.table.opening
    return url_for("judge.shop"), _line(_case(before, snapshot.code), before, told).query()


def _case(state: ShopState, code: str) -> JudgeQuestion:
    """What lies there, to be asked about."""
    rows = tuple(state.case.rows()) or EMPTY_CASE
    return JudgeQuestion(state.edition, "tile", rows, rulings=changed(state.party.rulings), table=code)


def _line(ask: JudgeQuestion, before: ShopState, told: Applied) -> JudgeQuestion:
    """A line as a question: its tile where it was laid, its box with its orders."""
    move: Any = told.line.move
    left, top = before.case.origin()
    at = (move.at[0] - left, move.at[1] - top)
    ask = ask.replace(line=told.line.seq)
    if isinstance(move, Place):
        return ask.replace(draft=ShopDraft(tile=str(move.tile), at=at), kind=move.kind)
    draft = ShopDraft(do="box", box=move.box, at=at, cards=move.cards)
    return ask.replace(mode="box", draft=draft, way=write_cards((), move.wilds))
