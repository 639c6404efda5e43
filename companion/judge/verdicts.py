"""The judge's verdict on a Donut Shop position: what a tile or a box pays and why, or the rule that forbids it.

The amounts come from `companion.judge.answers`; added here are the reasons, and all ways to give a box's orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.donut_shop.arrangements import ways_to_fill
from companion.donut_shop.case import Case, tile_squares
from companion.donut_shop.moves import Pack
from companion.donut_shop.notation import write_cards
from companion.donut_shop.parts import Box, Edition, Order, Square, Tile
from companion.donut_shop.pay import COFFEES, PayPart, explain_box, explain_placement
from companion.donut_shop.rules import check_cover, check_orders
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.drawing import CaseView, case_view
from companion.donut_shop.state import FaceUp, Hand, Level, ShopState, Step
from companion.judge import answers
from companion.judge.answers import OtherAmount, read_case
from companion.judge.rulings import SHOP_DEFAULTS
from companion.kernel.common import Party


@dataclass(frozen=True, slots=True)
class Position:
    """A drawn case and every ruling's choice; the top left square of the drawing is 0,0."""

    rows: tuple[str, ...]
    edition: Edition
    rulings: Mapping[str, str] = field(default_factory=lambda: SHOP_DEFAULTS)

    def case(self) -> Case:
        """Raises Malformed or Illegal if the drawing is not a case."""
        return read_case(self.rows, self.edition)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The amount in cents with its reasons. `pays`: cents by type that may be chosen; `pack`: the box as packed."""

    cents: int
    why: Sequence[PayPart]
    otherwise: Sequence[OtherAmount]
    kind: str = ""
    pays: Mapping[str, int] = field(default_factory=dict)
    pack: Pack | None = None

    @property
    def paid_squares(self) -> tuple[Square, ...]:
        return tuple(dict.fromkeys(square for one in self.why for square in one.squares))

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that decide something about this amount."""
        named = dict.fromkeys(ruling for one in self.why for ruling in one.rulings)
        return tuple(ruling for ruling in named if self.pack is None or _decides(ruling, self.pack))

    @property
    def wilds(self) -> str:
        """The wilds in notation."""
        return write_cards((), self.pack.wilds) if self.pack else ""


def _decides(ruling: str, pack: Pack) -> bool:
    """Return whether this ruling can matter with the orders of this box."""
    sprinkled = [order.kind for order in pack.orders if order.sprinkles]
    paired = [card for wild in pack.wilds for card in (wild.first, wild.second)]
    tests = {
        "sprinkles": bool(sprinkled),
        "sprinkles-same-type": len(sprinkled) > len(set(sprinkled)),
        "wild-sprinkles": any(card.sprinkles for card in paired),
        "wild-coffee": any(card.coffee for card in paired),
        "coffee-four": sum(card.coffee for card in pack.cards) > len(COFFEES) - 1,
    }
    return tests.get(ruling, True)


def judge_tile(position: Position, tile: Tile, at: Square, kind: str = "") -> Verdict:
    """Return what a tile pays for a type, by default the one that pays most. Raises Malformed or Illegal."""
    case = position.case()
    answer = answers.placement(case, tile, at, position.edition, position.rulings)
    pays = answer.pays
    chosen = kind if kind in pays else answer.best
    otherwise = [
        OtherAmount(other.ruling, other.choice, other.pays[chosen])
        for other in answer.otherwise
        if other.pays[chosen] != pays[chosen]
    ]
    why = explain_placement(case, tile, at, chosen, position.rulings)
    return Verdict(pays[chosen], why, otherwise, chosen, pays)


def judge_box(position: Position, pack: Pack) -> Verdict:
    """Return what a box pays with exactly these orders and wilds. Raises Malformed or Illegal."""
    case = position.case()
    answer = answers.box(case, pack, position.edition, position.rulings)
    return Verdict(answer.cents, explain_box(case, pack, position.rulings), answer.otherwise, pack=pack)


def judge_ways(position: Position, box: Box, at: Square, cards: tuple[Order, ...]) -> list[Verdict]:
    """Return the ways to give all these orders, best first, without wilds if that will do. Raises if none is legal."""
    case, plain = position.case(), Pack(box, at, cards, ())
    check_cover(case, plain)
    packs = ways_to_fill(case, plain, position.edition, position.rulings)
    if not packs:
        check_orders(case, plain, position.edition)
    return [judge_box(position, pack) for pack in packs]


# The picture


def shop_of(position: Position, step: Step = Step.BOX) -> ShopState:
    """Return a state with this case, for drawing it; hands, boxes and turns are placeholders."""
    seats = ("1", "2")
    return ShopState(
        party=Party(seats, position.rulings),
        edition=position.edition,
        level=Level.CASE,
        case=position.case(),
        turn=0,
        step=step,
        laid=0,
        stacks=36,
        owed=None,
        hands=(Hand(unknown=None), Hand(unknown=None)),
        face_up=FaceUp(),
        boxes={},
        own=frozenset(),
        money=({}, {}),
    )


def picture(position: Position, draft: ShopDraft, lit: Sequence[Square] = ()) -> CaseView:
    """Return the case with the tile or box of the draft; a tile that may not lie there is an outline only."""
    shop = shop_of(position, Step.BOX if draft.do == "box" else Step.PLACE)
    drawn = case_view(shop, draft, lit)
    if draft.do == "" and draft.at is not None and draft.laid_tile is not None:
        frame = framed(drawn.frame, tile_squares(draft.at))
        lid = None if drawn.laying else (*draft.at, 2, 2)
        drawn = replace(drawn, frame=frame, lid=lid)
    return drawn


def still(
    position: Position, lit: Sequence[Square] = (), tile: Tile | None = None, at: Square | None = None
) -> CaseView:
    """Return the same picture with nothing to tap."""
    draft = ShopDraft(tile=str(tile) if tile else "", at=at)
    drawn = replace(picture(position, draft, lit), spots=(), taps=())
    squares = [*position.case().squares(), *(tile_squares(at) if at else ())]
    return replace(drawn, frame=framed((*squares[0], 1, 1), squares)) if squares else drawn


def framed(frame: tuple[int, int, int, int], squares: Sequence[Square]) -> tuple[int, int, int, int]:
    """Return the frame (left, top, width, height) enlarged to hold these squares."""
    left, top, width, height = frame
    xs = [left, left + width - 1, *(x for x, _ in squares)]
    ys = [top, top + height - 1, *(y for _, y in squares)]
    return min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
