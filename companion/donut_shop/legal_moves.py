"""The legal moves of the seat in turn: placements, endings, and boxes with every way to fill them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.donut_shop import rules
from companion.donut_shop.moves import DrawUnknown, EndTurn, Move, Pack, Place
from companion.donut_shop.packing import Assignment
from companion.donut_shop.parts import BOXES, Order, Wild
from companion.donut_shop.state import ShopState, Step
from companion.refusals import Illegal


def legal_moves(state: ShopState) -> Iterator[tuple[int, Move]]:
    """Yield (seat, move) for the seat in turn, draws as `draw ?`. Complete where its tile and orders are known."""
    seat = state.turn
    if state.over or seat in state.party.away:
        return
    moves = [_packs(state, seat), _endings()] if state.step != Step.PLACE else [_placements(state, seat)]
    for move in (move for kind in moves for move in kind):
        try:
            rules.check(state, seat, move)
        except Illegal:
            continue
        yield seat, move


def _placements(state: ShopState, seat: int) -> Iterator[Move]:
    tile = state.hands[seat].tile
    if tile is None:
        return
    for at in state.case.spots():
        for turned in tile.orientations():
            for kind in turned.kinds(state.edition):
                yield Place(turned, at, kind)


def _endings() -> Iterator[Move]:
    yield DrawUnknown()
    yield EndTurn()


def _packs(state: ShopState, seat: int) -> Iterator[Move]:
    """Yield boxes with every way to use the known orders: their number grows exponentially with the hand."""
    if state.step != Step.BOX:
        return
    hand = sorted(state.hands[seat].orders, key=str)
    assignments = list(dict.fromkeys(_assignments(tuple(hand), state.edition.types)))
    for box in BOXES.values():
        for at in state.case.places_for(box):
            for orders, wilds in assignments:
                yield Pack(box, at, orders, wilds)
                if box.size == "2x2" and seat in state.own:
                    yield Pack(box, at, orders, wilds, own=True)


def _assignments(hand: tuple[Order, ...], types: tuple[str, ...]) -> Iterator[Assignment]:
    """Yield every way to use some orders of a hand: as they are, and pairs of one type as wilds for another."""
    for count in range(len(hand) + 1):
        for orders in combinations(hand, count):
            rest = list(hand)
            for order in orders:
                rest.remove(order)
            for wilds in _wilds(tuple(rest), types):
                if orders or wilds:
                    yield orders, wilds


def _wilds(cards: tuple[Order, ...], types: tuple[str, ...]) -> Iterator[tuple[Wild, ...]]:
    """Yield every choice of wilds from these orders, the empty one first."""
    yield ()
    for i, j in combinations(range(len(cards)), 2):
        if cards[i].kind != cards[j].kind:
            continue
        rest = (*cards[i + 1 : j], *cards[j + 1 :])
        for kind in types:
            if kind != cards[i].kind:
                for more in _wilds(rest, types):
                    yield (Wild(cards[i], cards[j], kind), *more)
