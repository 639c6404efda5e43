"""The examples of the rules worked out: a picture, the parts of the amount, and what other rulings pay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.donut_shop.moves import Pack
from companion.donut_shop.notation import read_box, read_cards, read_tile
from companion.donut_shop.parts import Edition
from companion.donut_shop.screen.drawing import CaseView
from companion.go_nuts.notation import RULINGS as NUTS_RULINGS
from companion.go_nuts.score import points
from companion.judge import answers, verdicts
from companion.judge.answers import OtherAmount
from companion.judge.examples import Example
from companion.judge.rulings import NUTS_DEFAULTS
from companion.judge.verdicts import Position, Verdict
from companion.kernel.game import Standing
from companion.refusals import Illegal
from companion.web import services
from companion.words import Message


@dataclass(frozen=True, slots=True)
class TraysExample:
    """The standings of an example's trays under one choice of the ruling; `choice` is empty for the defaults."""

    choice: str
    standings: Sequence[Standing]


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """An example with its picture and its verdict, its refusal, or its standings."""

    example: Example
    caption: str
    drawing: CaseView | None = None
    verdict: Verdict | None = None
    refusal: Message | None = None
    otherwise: Sequence[OtherAmount] = ()
    trays: Sequence[TraysExample] = ()
    orders: Sequence[str] = ()


def worked(example: Example, caption: str, edition: Edition, ruling: str = "") -> WorkedExample:
    """Work an example out. `ruling`: the only one whose other choices are shown; by default all are."""
    if example.trays:
        return WorkedExample(example, caption, trays=_trays(example, ruling))
    position = Position(tuple(example.case.split("/")), edition)
    try:
        verdict = _verdict(example, position)
    except Illegal as illegal:
        drawing = _drawn(example, position, None)
        refusal = services.words().refusal(illegal, edition)
        return WorkedExample(example, caption, drawing, refusal=refusal, orders=example.cards.split())
    others = [one for one in verdict.otherwise if ruling in ("", one.ruling)]
    drawing = _drawn(example, position, verdict)
    return WorkedExample(example, caption, drawing, verdict, otherwise=others, orders=example.cards.split())


def _verdict(example: Example, position: Position) -> Verdict:
    """Raises Illegal."""
    if not example.box:
        return verdicts.judge_tile(position, read_tile(example.tile, position.edition), example.at, example.kind)
    orders, wilds = read_cards(example.cards.split(), position.edition)
    return verdicts.judge_box(position, Pack(read_box(example.box), example.at, orders, wilds))


def _drawn(example: Example, position: Position, verdict: Verdict | None) -> CaseView:
    lit = verdict.paid_squares if verdict else ()
    if not example.box:
        return verdicts.still(position, lit, read_tile(example.tile, position.edition), example.at)
    box = read_box(example.box)
    drawn = verdicts.still(position)
    lid = (*example.at, box.width, box.height)
    return replace(drawn, lid=lid, frame=verdicts.framed(drawn.frame, box.squares(example.at)))


def _trays(example: Example, ruling: str) -> list[TraysExample]:
    """Return the standings under each choice of the ruling, or by default without one."""
    trays = {name: cards.split() for name, cards in example.trays.items()}
    choices = next((known.choices for known in NUTS_RULINGS if known.id == ruling), ("",))
    chosen = [{**NUTS_DEFAULTS, ruling: choice} if choice else NUTS_DEFAULTS for choice in choices]
    return [
        TraysExample(choice, answers.scores(trays, rulings).standings)
        for choice, rulings in zip(choices, chosen, strict=True)
    ]


def points_by_copies(card: str, most: int) -> list[tuple[int, int]]:
    """Return what one, two, three … of a card score in a tray of nothing else."""
    return [(count, points([[card] * count], NUTS_DEFAULTS)[0][card]) for count in range(1, most + 1)]
