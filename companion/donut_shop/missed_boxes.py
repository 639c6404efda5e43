"""Boxes that may have been forgotten: which box in which turn, filled with which orders, would have brought so much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from companion.donut_shop.forgotten import laid_without_box
from companion.donut_shop.moves import Pack
from companion.donut_shop.parts import BOXES, HOLES, UNTOLD, Box, Order, Square, kind_of
from companion.donut_shop.pay import PER_SPRINKLES, coffee_bonus
from companion.donut_shop.readings import SIGNED, Reading, fits, may_cover
from companion.donut_shop.recount import Change, Played, Recount
from companion.donut_shop.shop import Hand, Shop
from companion.kernel.table import Table

Given = tuple[Order, ...]
Asked = tuple[tuple[str, int, tuple[tuple[bool, bool], ...]], ...]  # each type: cents of its sprinkles, signs it may have


def missed_boxes(table: Table, recount: Recount, seat: int, difference: int) -> Iterator[Reading]:
    """Every box in a turn of the seat that had none, which would have brought just that.

    The reading's `played` is the tile of the turn. The shares of a turn's boxes add up to one at most.
    """
    without = {table.told[place].line.seq for place in laid_without_box(table)}
    for played in recount.played:
        if played.seat == seat and played.told.line.seq in without:
            yield from _in_turn(recount, played, difference)


def _in_turn(recount: Recount, played: Played, difference: int) -> Iterator[Reading]:
    shop: Shop = played.told.state
    possible = 0
    found: list[tuple[Pack, float]] = []
    for box, at in _places(recount, played):
        if not _is_left(shop, played.seat, box):
            continue
        squares = box.squares(at)
        asked = _asked(shop, played.seat, [shop.case.open[square] for square in squares])
        if asked is None:
            continue
        possible += 1
        later = recount.later(played.seat, played.place, Change(gone=frozenset(squares)))
        given, share = _fillings(asked, *_coffee_rulings(shop)).get(difference - box.cents - later, ((), 0.0))
        if share:
            found.append((Pack(box, at, given, (), own=shop.boxes.get(box.size, 1) < 1), share))
    for pack, share in found:
        detail = f"{pack.box} @{pack.at[0]},{pack.at[1]}"
        yield Reading("box", "box", played, pack, difference, detail, share / possible)


def _places(recount: Recount, played: Played) -> Iterator[tuple[Box, Square]]:
    """Boxes over open donuts that no later box lies over."""
    shop: Shop = played.told.state
    for box in BOXES.values():
        for at in fits(shop.case, box):
            if may_cover(recount, played.place, frozenset(box.squares(at))):
                yield box, at


def _is_left(shop: Shop, seat: int, box: Box) -> bool:
    return shop.boxes.get(box.size, 1) > 0 or (box.size == "2x2" and seat in shop.own)


def _asked(shop: Shop, seat: int, letters: list[str]) -> Asked | None:
    """What each order of a filling may be; None where the hand cannot give an order for each type."""
    if UNTOLD in letters:
        return None
    hand = shop.hands[seat]
    kinds = tuple(kind for kind in shop.edition.types if kind in {kind_of(letter) for letter in letters})
    if not kinds and HOLES in letters:  # one order of any type
        kinds = shop.edition.types[:1]
    signs = [(kind, _signs_held(hand, kind)) for kind in kinds]
    missing = sum(1 for _, held in signs if not held)
    if missing and hand.unknown is not None and hand.unknown < missing:
        return None
    by_donut = shop.rules("sprinkles", "donut")
    asked = []
    for kind, held in signs:
        sprinkled = letters.count(kind.lower())
        cents = PER_SPRINKLES * (sprinkled if by_donut else min(sprinkled, 1))
        asked.append((kind, cents, held if held and not hand.unknown else tuple(SIGNED)))
    return tuple(asked)


def _signs_held(hand: Hand, kind: str) -> tuple[tuple[bool, bool], ...]:
    return tuple(dict.fromkeys((order.sprinkles, order.coffee) for order in hand.orders if order.kind == kind))


def _coffee_rulings(shop: Shop) -> tuple[str, str]:
    return shop.party.rulings["coffee-four"], shop.party.rulings["wild-coffee"]


@lru_cache(maxsize=1024)  # a turn asks hundreds of places, most of them for the same types
def _fillings(asked: Asked, coffee_four: str, wild_coffee: str) -> Mapping[int, tuple[Given, float]]:
    """For each bonus in cents that one order a type can bring: orders that do, and how likely that bonus is."""
    reached: dict[tuple[int, int], tuple[Given, float]] = {(0, 0): ((), 1.0)}
    for kind, sprinkles, signs in asked:
        after: dict[tuple[int, int], tuple[Given, float]] = {}
        whole = sum(SIGNED[one] for one in signs)
        for (cups, cents), (given, share) in reached.items():
            for one in signs:
                state = (cups + one[1], cents + sprinkles * one[0])
                orders, had = after.get(state, ((*given, Order(kind, *one)), 0.0))
                after[state] = orders, had + share * SIGNED[one] / whole
        reached = after
    rulings = {"coffee-four": coffee_four, "wild-coffee": wild_coffee}
    fillings: dict[int, tuple[Given, float]] = {}
    for (cups, cents), (given, share) in reached.items():
        bonus = cents + coffee_bonus(cups, rulings)
        orders, had = fillings.get(bonus, (given, 0.0))
        fillings[bonus] = orders, had + share
    return fillings
