"""Alternatives to single lines: what may really have happened where a person misread, mistapped or forgot something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from companion.donut_shop.case import tile_squares
from companion.donut_shop.explanations.recount import CaseChange, Played, Recount, donuts_at
from companion.donut_shop.moves import Move, Pack, Place
from companion.donut_shop.notation import write_square
from companion.donut_shop.parts import BOXES, HOLES, Box, Order, Square, Tile, kind_of
from companion.donut_shop.pay import PER_DONUT, box_parts, paid_squares
from companion.donut_shop.rules import check_cover, check_orders
from companion.donut_shop.state import ShopState
from companion.refusals import Illegal

SELDOM = 0.3  # weight of a type and its sprinkles misread together, against the type alone
AGAINST_HAND = 0.1  # weight of an alternative that contradicts a known hand
SIGNED = {(False, False): 0.4, (True, False): 0.2, (False, True): 0.2, (True, True): 0.2}  # orders by sprinkles, coffee


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another move in the place of a line.

    `what`: as in `search.Explanation`. `cents`: how much more it brings the seat that counted. `group`, `share`: groups
    are equally likely in total, and within a group an alternative is as likely as its part of all shares. `decided`:
    cents the line itself pays, for a box whose orders are unknown.
    """

    what: str
    group: str
    played: Played
    move: Move
    cents: int
    detail: str = ""
    share: float = 1.0
    decided: int | None = None


def alternatives(recount: Recount, seat: int) -> Iterator[Alternative]:
    """Yield the alternatives that change this seat's money, in the order of the lines, except forgotten boxes."""
    for played in recount.played:
        if played.paid is None:
            continue
        found = _of_tile(recount, played, seat) if isinstance(played.move, Place) else _of_box(recount, played, seat)
        for alternative in found:
            if alternative.cents:
                yield alternative


# A tile


def _of_tile(recount: Recount, played: Played, seat: int) -> Iterator[Alternative]:
    if played.seat == seat:
        yield from _other_types(played)
    yield from _other_donuts(recount, played, seat)
    yield from _other_orientations(recount, played, seat)
    yield from _other_spots(recount, played, seat)


def _tile_pays(played: Played, move: Place, seat: int) -> int | None:
    """Return how many cents more the tile of `move` brings this seat; None where it may not be paid for that type."""
    if move.kind not in move.tile.donuts.upper() and HOLES not in move.tile.donuts:
        return None
    if played.seat != seat:
        return 0
    before = played.before
    after = before.case.laid(move.tile, move.at)
    return PER_DONUT * len(paid_squares(after, move.at, move.kind, before.party.rulings)) - (played.paid or 0)


def _other_types(played: Played) -> Iterator[Alternative]:
    move = played.move
    assert isinstance(move, Place)
    for kind in move.tile.kinds(played.before.edition):
        if kind != move.kind:
            other = replace(move, kind=kind)
            share = _type_weight(move.tile, kind)
            yield Alternative("type", "type", played, other, _tile_pays(played, other, played.seat) or 0, kind, share)


def _other_donuts(recount: Recount, played: Played, seat: int) -> Iterator[Alternative]:
    move, types = played.move, played.before.edition.types
    assert isinstance(move, Place)
    letters = (*types, HOLES, *(kind.lower() for kind in types))
    for place, square in enumerate(tile_squares(move.at)):
        old = move.tile.donuts[place]
        for letter in letters:
            if letter == old or not recount.allows(played.place, {square: letter}):
                continue
            tile = Tile(move.tile.donuts[:place] + letter + move.tile.donuts[place + 1 :])
            first = _tile_pays(played, replace(move, tile=tile), seat)
            if first is not None:
                cents = first + recount.later(seat, played.place, CaseChange({square: letter}))
                group, share = _misreading(old, letter)
                share *= _type_weight(tile, move.kind) * (AGAINST_HAND if _contradicts_hand(played, tile) else 1.0)
                yield Alternative("donut", group, played, replace(move, tile=tile), cents, str(tile), share)


def _type_weight(tile: Tile, kind: str) -> int:
    """Return the weight of a type: the number of the tile's donuts that count as it."""
    return sum(1 for letter in tile.donuts if letter == HOLES or kind_of(letter) == kind)


def _contradicts_hand(played: Played, tile: Tile) -> bool:
    """Return whether the seat is known to have held another tile, which would have been entered wrong too."""
    held = played.before.hands[played.seat].tile
    return held is not None and not held.is_same(tile)


def _misreading(old: str, new: str) -> tuple[str, float]:
    """Return the group of a misread donut, and its weight in the group."""
    if kind_of(old) == kind_of(new):
        return "sprinkled", 1.0
    if HOLES in (old, new):
        return ("holes" if new == HOLES else "no holes"), SELDOM if new.islower() else 1.0
    return "donut", 1.0 if old.islower() == new.islower() else SELDOM


def _other_orientations(recount: Recount, played: Played, seat: int) -> Iterator[Alternative]:
    move = played.move
    assert isinstance(move, Place)
    for tile in move.tile.orientations()[1:]:
        now, then = donuts_at(move.tile, move.at), donuts_at(tile, move.at)
        letters = {square: letter for square, letter in then.items() if letter != now[square]}
        if recount.allows(played.place, letters):
            other = replace(move, tile=tile)
            cents = (_tile_pays(played, other, seat) or 0) + recount.later(seat, played.place, CaseChange(letters))
            yield Alternative("turned", "turned", played, other, cents, str(tile))


def _other_spots(recount: Recount, played: Played, seat: int) -> Iterator[Alternative]:
    """Yield the tile at other spots, where no tile was laid later, unless a box lies over it."""
    move = played.move
    assert isinstance(move, Place)
    left = frozenset(tile_squares(move.at))
    if not left.isdisjoint(recount.covered):
        return
    for at in played.before.case.spots():
        if at in recount.last.case:
            continue
        other = replace(move, at=at)
        cents = _tile_pays(played, other, seat) or 0
        cents += recount.later(seat, played.place, CaseChange(added=donuts_at(move.tile, at), gone=left))
        yield Alternative("spot", "spot", played, other, cents, write_square(at))


# A box


def _of_box(recount: Recount, played: Played, seat: int) -> Iterator[Alternative]:
    move = played.move
    assert isinstance(move, Pack)
    opened = {square: played.before.case.open[square] for square in move.box.squares(move.at)}
    gone = recount.later(seat, played.place, CaseChange(added=opened)) - (played.paid or 0) * (played.seat == seat)
    yield Alternative("gone", "gone", played, move, gone)
    if played.seat == seat:
        yield from _other_signs(played)
        yield from _more_orders(played)
    yield from _other_boxes(recount, played, seat)


def _box_pays(played: Played, move: Pack, seat: int) -> int:
    if played.seat != seat:
        return 0
    return sum(box_parts(played.before.case, move, played.before.party.rulings).values()) - (played.paid or 0)


def _other_signs(played: Played) -> Iterator[Alternative]:
    """Yield the box with one sign of one order added or removed, once for each different order."""
    move = played.move
    assert isinstance(move, Pack)
    for what, order, other in with_other_signs(move):
        yield Alternative(what, what, played, other, _box_pays(played, other, played.seat), str(order))


def with_other_signs(pack: Pack) -> Iterator[tuple[str, Order, Pack]]:
    """Yield (sign, order, box) for each box with one sign of one order added or removed."""
    for order in dict.fromkeys(pack.orders):
        at = pack.orders.index(order)
        for what, other in _flipped(order):
            yield what, order, replace(pack, orders=(*pack.orders[:at], other, *pack.orders[at + 1 :]))
    for place, wild in enumerate(pack.wilds):
        others = [(what, wild.first, replace(wild, first=order)) for what, order in _flipped(wild.first)]
        others += [(what, wild.second, replace(wild, second=order)) for what, order in _flipped(wild.second)]
        for what, order, other_wild in others:
            wilds = (*pack.wilds[:place], other_wild, *pack.wilds[place + 1 :])
            yield what, order, replace(pack, wilds=wilds)


def _flipped(order: Order) -> list[tuple[str, Order]]:
    return [
        ("sprinkles", order._replace(sprinkles=not order.sprinkles)),
        ("coffee", order._replace(coffee=not order.coffee)),
    ]


def _more_orders(played: Played) -> Iterator[Alternative]:
    """Yield the box with one more order, of a type under it or for a pile of holes."""
    move, state = played.move, played.before
    assert isinstance(move, Pack)
    held = state.hands[played.seat].orders
    for kind, signs in product(state.edition.types, SIGNED):
        order = Order(kind, *signs)
        other = replace(move, orders=(*move.orders, order))
        if may_fill(state, other):
            share = SIGNED[signs] * (3 if order in held else 1)
            yield Alternative("order", "order", played, other, _box_pays(played, other, played.seat), str(order), share)


def _other_boxes(recount: Recount, played: Played, seat: int) -> Iterator[Alternative]:
    """Yield boxes of other sizes with the same orders, at the same corner, or around or inside the one laid."""
    move, state = played.move, played.before
    assert isinstance(move, Pack)
    old = frozenset(move.box.squares(move.at))
    for box, at in _boxes_about(move):
        other = replace(move, box=box, at=at, own=is_own(box, played.seat, state, recount.last))
        new = frozenset(box.squares(at))
        if not (new - old).issubset(recount.last.case.open) or not may_fill(state, other):
            continue
        if not other.own and box.size != move.box.size and recount.last.boxes.get(box.size, 1) < 1:
            continue
        freed = {square: state.case.open[square] for square in old - new}
        cents = _box_pays(played, other, seat) + recount.later(
            seat, played.place, CaseChange(added=freed, gone=new - old)
        )
        share = 1.0 if at == move.at else SELDOM
        yield Alternative("size", "size", played, other, cents, str(box), share)


def _boxes_about(pack: Pack) -> Iterator[tuple[Box, Square]]:
    """Yield boxes of another shape at the same corner, or around or inside this one."""
    mine = set(pack.box.squares(pack.at))
    x, y = pack.at
    for box in BOXES.values():
        if box == pack.box:
            continue
        for at in product(range(x - 3, x + 3), range(y - 3, y + 3)):
            squares = set(box.squares(at))
            if at == pack.at or squares <= mine or squares >= mine:
                yield box, at


def is_own(box: Box, seat: int, state: ShopState, last: ShopState) -> bool:
    """Return whether the seat would have used its own box: it had it then and still has it at the end."""
    return box.size == "2x2" and seat in state.own and (seat in last.own)


def may_fill(state: ShopState, pack: Pack) -> bool:
    """Return whether these orders may fill this box there, whoever holds them."""
    try:
        check_cover(state.case, pack)
        check_orders(state.case, pack, state.edition)
    except Illegal:
        return False
    return True
