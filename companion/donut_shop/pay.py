"""The cents a tile and a box pay, with the reasons. Source: Donut Shop rulebook, player turn 2 and 3; rulings by id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.donut_shop.case import Case, tile_squares
from companion.donut_shop.moves import Pack
from companion.donut_shop.parts import HOLES, Edition, Order, Square, Tile, kind_of

PER_DONUT = 5  # cents a donut connected with the tile
PER_SPRINKLES = 10  # cents an order with sprinkles
COFFEES = {0: 0, 1: 0, 2: 15, 3: 25}  # cents by number of orders with coffee

Rulings = Mapping[str, str]


def paid_squares(case: Case, at: Square, kind: str, rulings: Rulings) -> list[Square]:
    """Return the squares that a tile already laid at `at` is paid for if `kind` is chosen.

    These are the groups of the type that contain a square of the tile (rulings holes-join, touching).
    """
    tile = tile_squares(at)
    if rulings["holes-join"] == "yes":
        return case.group(kind, tile)
    piles = [square for square in tile if case.open[square] == HOLES]
    return piles + case.group(kind, tile, join=False)


def placement_pays(case: Case, tile: Tile, at: Square, edition: Edition, rulings: Rulings) -> dict[str, list[Square]]:
    """Return the squares paid for by type, for each type the tile may be paid for. `case`: before it is laid."""
    after = case.laid(tile, at)
    return {kind: paid_squares(after, at, kind, rulings) for kind in tile.kinds(edition)}


def best_kind(pays: Mapping[str, list[Square]]) -> str:
    """Return the type that pays most, the first of equal ones."""
    return max(pays, key=lambda kind: len(pays[kind]))


def sprinkled(case: Case, pack: Pack) -> dict[str, int]:
    """Return the number of sprinkled donuts the box covers, by type."""
    counts: dict[str, int] = {}
    for square in pack.box.squares(pack.at):
        letter = case.open.get(square, "")
        if letter.islower():
            counts[kind_of(letter)] = counts.get(kind_of(letter), 0) + 1
    return counts


def sprinkle_bonus(orders: tuple[Order, ...], donuts: Mapping[str, int], rulings: Rulings) -> int:
    """Return the cents for orders with sprinkles: 10 an order, or a sprinkled donut of its type.

    `donuts`: sprinkled donuts covered, by type. Orders in a wild are not passed here (ruling wild-sprinkles). Rulings
    sprinkles, sprinkles-same-type.
    """
    kinds = [order.kind for order in orders if order.sprinkles and order.kind in donuts]
    if rulings["sprinkles-same-type"] == "once":
        kinds = list(dict.fromkeys(kinds))
    by_donut = rulings["sprinkles"] == "donut"
    return PER_SPRINKLES * sum(donuts[kind] if by_donut else 1 for kind in kinds)


def coffee_cards(pack: Pack, rulings: Rulings) -> int:
    """Return the number of orders with coffee that count (ruling wild-coffee)."""
    cards = pack.cards if rulings["wild-coffee"] == "counts" else pack.orders
    return sum([card.coffee for card in cards])


def coffee_bonus(cards: int, rulings: Rulings) -> int:
    """Return the cents for this number of coffees; four and more by ruling coffee-four."""
    if rulings["coffee-four"] == "25" or cards <= 3:
        return COFFEES[min(cards, 3)]
    threes, rest = divmod(cards, 3)
    if rest == 1:  # two pairs are worth more than a three and one left over
        return (threes - 1) * COFFEES[3] + 2 * COFFEES[2]
    return threes * COFFEES[3] + COFFEES[rest]


def box_parts(case: Case, pack: Pack, rulings: Rulings) -> dict[str, int]:
    """Return the cents of a box by part, `box`, `sprinkles`, `coffee`, if not 0. `case`: before the box is laid."""
    with_sprinkles = any(order.sprinkles for order in pack.orders)
    parts = {
        "box": pack.box.cents,
        "sprinkles": sprinkle_bonus(pack.orders, sprinkled(case, pack), rulings) if with_sprinkles else 0,
        "coffee": coffee_bonus(coffee_cards(pack, rulings), rulings),
    }
    return {part: cents for part, cents in parts.items() if cents}


@dataclass(frozen=True, slots=True)
class PayPart:
    """A part of an amount: its cents, the squares counted, the facts for a sentence, and the rulings that apply."""

    part: str
    cents: int
    squares: tuple[Square, ...] = ()
    facts: Mapping[str, object] | None = None
    rulings: tuple[str, ...] = ()


def explain_placement(case: Case, tile: Tile, at: Square, kind: str, rulings: Rulings) -> list[PayPart]:
    """Return the parts a tile laid pays. `case`: before the tile is laid."""
    after = case.laid(tile, at)
    squares = paid_squares(after, at, kind, rulings)
    piles = sum(after.open[square] == HOLES for square in squares)
    ids = ("holes-join",) if any(after.open.get(s) == HOLES for s in after.group(kind, tile_squares(at))) else ()
    facts = {"type": kind, "count": len(squares), "piles": piles}
    return [PayPart("placement", PER_DONUT * len(squares), tuple(squares), facts, ids)]


def explain_box(case: Case, pack: Pack, rulings: Rulings) -> list[PayPart]:
    """Return the parts a box pays. `case`: before the box is laid."""
    parts = box_parts(case, pack, rulings)
    squares = pack.box.squares(pack.at)
    reasons = [PayPart("box", pack.box.cents, squares, {"size": pack.box.size, "own": pack.own})]
    sprinkles = [order for order in pack.orders if order.sprinkles]
    if sprinkles or any(card.sprinkles for card in pack.cards):
        lit = tuple(s for s in squares if case.open.get(s, "").islower() and kind_of(case.open[s]) in pack.kinds)
        ids = ("sprinkles", "sprinkles-same-type", "wild-sprinkles")
        reasons.append(
            PayPart("sprinkles", parts.get("sprinkles", 0), lit, {"orders": [str(o) for o in sprinkles]}, ids)
        )
    if any(card.coffee for card in pack.cards):
        cups = coffee_cards(pack, rulings)
        touched = ("wild-coffee", "coffee-four")
        reasons.append(PayPart("coffee", parts.get("coffee", 0), (), {"count": cups}, touched))
    return reasons
