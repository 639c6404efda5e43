"""Questions that need no table, on values: the amounts of a placement, a box or trays, also under other rulings.

The API, the judge's pages and the worked examples of the rules all get their amounts here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.donut_shop.case import EMPTY, Case
from companion.donut_shop.moves import Pack
from companion.donut_shop.notation import RULINGS as SHOP_RULINGS
from companion.donut_shop.parts import Edition, Square, Tile
from companion.donut_shop.pay import PER_DONUT, best_kind, box_parts, placement_pays
from companion.donut_shop.rules import check_cover, check_orders, check_spot
from companion.donut_shop.setup import read_picture
from companion.go_nuts.notation import RULINGS as NUTS_RULINGS
from companion.go_nuts.score import counted, points
from companion.judge.limits import MOST_ORDERS, MOST_SQUARES, WIDEST, check_limit
from companion.kernel.common import Ruling
from companion.kernel.game import Standing, ranked
from companion.kernel.reasons import Unread
from companion.refusals import Malformed

Rulings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OtherPays:
    """The pay of a tile by type, in cents, if one ruling were chosen differently."""

    ruling: str
    choice: str
    pays: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PlacementAnswer:
    """The squares a tile is paid for by type, the type that pays most, and other rulings."""

    squares: Mapping[str, Sequence[Square]]
    best: str
    otherwise: Sequence[OtherPays]

    @property
    def pays(self) -> dict[str, int]:
        """Cents by type."""
        return _cents(self.squares)


@dataclass(frozen=True, slots=True)
class OtherAmount:
    """The amount in cents if one ruling were chosen differently."""

    ruling: str
    choice: str
    cents: int


@dataclass(frozen=True, slots=True)
class BoxAnswer:
    """The pay of a box, in cents by part, and other rulings."""

    parts: Mapping[str, int]
    otherwise: Sequence[OtherAmount]

    @property
    def cents(self) -> int:
        return sum(self.parts.values())


@dataclass(frozen=True, slots=True)
class OtherScores:
    """Points by name, and the winners, if one ruling were chosen differently."""

    ruling: str
    choice: str
    scores: Mapping[str, int]
    winners: Sequence[str]


@dataclass(frozen=True, slots=True)
class ScoresAnswer:
    """The standings of Go Nuts trays, and other rulings."""

    standings: Sequence[Standing]
    otherwise: Sequence[OtherScores]


def read_case(rows: Sequence[str], edition: Edition) -> Case:
    """Return the case drawn, its top left square at 0,0. Raises Malformed, also above the limits, and Illegal."""
    drawn = "".join(rows)
    if "/" in drawn:
        raise Malformed(Unread.DONUT, text="/")
    check_limit("case", len(drawn) - drawn.count(EMPTY), MOST_SQUARES)
    check_limit("case", max(map(len, (rows, *rows))), WIDEST)
    return read_picture("/".join(rows), edition)


def placement(case: Case, tile: Tile, at: Square, edition: Edition, rulings: Rulings) -> PlacementAnswer:
    """Return what a tile on a spot pays. Raises Illegal if it may not lie there."""
    check_spot(case, at)
    squares = placement_pays(case, tile, at, edition, rulings)
    pays = _cents(squares)
    otherwise = [
        OtherPays(ruling, choice, other)
        for ruling, choice, changed in _others(rulings, SHOP_RULINGS)
        if (other := _cents(placement_pays(case, tile, at, edition, changed))) != pays
    ]
    return PlacementAnswer(squares, best_kind(squares), otherwise)


def box(case: Case, pack: Pack, edition: Edition, rulings: Rulings) -> BoxAnswer:
    """Return what a box pays with its orders. Raises Illegal if it may not be packed, Malformed above the limit."""
    check_limit("with", len(pack.cards), MOST_ORDERS)
    check_cover(case, pack)
    check_orders(case, pack, edition)
    parts = box_parts(case, pack, rulings)
    cents = sum(parts.values())
    otherwise = [
        OtherAmount(ruling, choice, other)
        for ruling, choice, changed in _others(rulings, SHOP_RULINGS)
        if (other := sum(box_parts(case, pack, changed).values())) != cents
    ]
    return BoxAnswer(parts, otherwise)


def scores(trays: Mapping[str, Sequence[str]], rulings: Rulings) -> ScoresAnswer:
    """Return the standings of trays by name. How many copies the deck has is not checked."""
    standings = _standings(trays, rulings)
    outcome = _outcome(standings, trays)
    otherwise = [
        OtherScores(ruling, choice, *other)
        for ruling, choice, changed in _others(rulings, NUTS_RULINGS)
        if (other := _outcome(_standings(trays, changed), trays)) != outcome
    ]
    return ScoresAnswer(standings, otherwise)


def _others(rulings: Rulings, known: tuple[Ruling, ...]) -> Iterator[tuple[str, str, Rulings]]:
    """Yield each other choice of each ruling, with all rulings if that one alone is changed."""
    for ruling in known:
        for choice in ruling.choices:
            if choice != rulings[ruling.id]:
                yield ruling.id, choice, {**rulings, ruling.id: choice}


def _cents(squares: Mapping[str, Sequence[Square]]) -> dict[str, int]:
    return {kind: PER_DONUT * len(paid) for kind, paid in squares.items()}


def _standings(trays: Mapping[str, Sequence[str]], rulings: Rulings) -> list[Standing]:
    parts = points(list(trays.values()), rulings)
    rows = [
        (name, sum(scored.values()), len(counted(tray, rulings)), scored)
        for (name, tray), scored in zip(trays.items(), parts, strict=True)
    ]
    return ranked(rows, over=True, ties=rulings["tie"] == "cards")


def _outcome(standings: Sequence[Standing], trays: Mapping[str, Sequence[str]]) -> tuple[dict[str, int], list[str]]:
    """Points by name and the winners, both in the order of the trays."""
    by_name = {one.seat: one for one in standings}
    return {name: by_name[name].score for name in trays}, [name for name in trays if by_name[name].winner]
