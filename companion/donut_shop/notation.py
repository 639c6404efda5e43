"""Reader and writer of Donut Shop lines, side by side. `write(read(text))` is a fixed point."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from companion.donut_shop.moves import (
    Deal,
    DrawOrder,
    DrawTile,
    DrawUntold,
    EndTurn,
    FinalMoney,
    Mend,
    Move,
    OrdersLeft,
    Pack,
    PaidOut,
    Place,
    RevealFaceUp,
)
from companion.donut_shop.parts import BOXES, HOLES, UNTOLD, Box, Edition, Order, Square, Tile, Wild
from companion.kernel.common import COMMON, Ruling, read_common, write_common
from companion.kernel.reasons import Unread
from companion.kernel.text import Names, quoted, read_number, read_text
from companion.refusals import Malformed

RULINGS = (
    Ruling("holes-join", ("yes", "no")),
    Ruling("sprinkles", ("card", "donut")),
    Ruling("sprinkles-same-type", ("once", "each")),
    Ruling("wild-coffee", ("counts", "no")),
    Ruling("coffee-four", ("25", "sum")),
)

_CENTS = re.compile(r"[0-9]{1,6}")
_AT = re.compile(r"@(-?[0-9]{1,3}),(-?[0-9]{1,3})")


@cache
def letters_of(types: tuple[str, ...]) -> frozenset[str]:
    """Every letter that may stand on a tile."""
    return frozenset([HOLES, *types, *(kind.lower() for kind in types)])


@cache
def orders_of(types: tuple[str, ...]) -> Mapping[str, Order]:
    """Every way to write an order of these types, and the order it is."""
    signs = {"": (False, False), "*": (True, False), "+": (False, True), "*+": (True, True), "+*": (True, True)}
    return {
        letter + sign: Order(kind, *asked)
        for kind in types
        for letter in (kind, kind.lower())
        for sign, asked in signs.items()
    }


def read_donut(letter: str, edition: Edition) -> str:
    """One square: a letter of the set, small with sprinkles, or `O`."""
    if len(letter) != 1 or not edition.is_square(letter):
        raise Malformed(Unread.DONUT, text=letter)
    return letter


def read_kind(letter: str, edition: Edition) -> str:
    """A type, in either letter case; holes are no type."""
    if len(letter) != 1 or not letter.isascii() or letter.upper() not in edition.donuts:
        raise Malformed(Unread.DONUT, text=letter)
    return letter.upper()


def read_tile(word: str, edition: Edition) -> Tile:
    if len(word) != 4 or not letters_of(edition.types).issuperset(word):
        raise Malformed(Unread.DONUT, text=word)
    return Tile(word)


def read_tile_or_untold(word: str, edition: Edition) -> Tile | None:
    return None if word == UNTOLD else read_tile(word, edition)


def read_order(word: str, edition: Edition) -> Order:
    """`B`, `B*`, `B+`, `B*+`; the signs in either order."""
    try:
        return orders_of(edition.types)[word]
    except KeyError:
        raise Malformed(Unread.DONUT, text=word) from None


def read_order_or_untold(word: str, edition: Edition) -> Order | None:
    return None if word == UNTOLD else read_order(word, edition)


def write_or_untold(thing: Tile | Order | None) -> str:
    return UNTOLD if thing is None else str(thing)


@lru_cache(maxsize=4096)  # a table's squares come again and again, and the pattern is half the cost of reading a tile
def read_square(word: str) -> Square:
    """`@6,2`: x to the right, y down."""
    match = _AT.fullmatch(word)
    if match is None:
        raise Malformed(Unread.NUMBER, text=word)
    return int(match.group(1)), int(match.group(2))


def write_square(square: Square) -> str:
    return f"@{square[0]},{square[1]}"


def read_box(word: str) -> Box:
    """One of the five sizes, either way round, as it lies."""
    try:
        return BOXES[word.casefold()]
    except KeyError:
        raise Malformed(Unread.SIZE, text=word) from None


def read_cards(said: list[str], edition: Edition) -> tuple[tuple[Order, ...], tuple[Wild, ...]]:
    """Orders and wilds (`N&N*>V`) after `with`."""
    orders: list[Order] = []
    wilds: list[Wild] = []
    for word in said:
        pair, arrow, kind = word.partition(">")
        first, joined, second = pair.partition("&")
        if not arrow and not joined:
            orders.append(read_order(word, edition))
        elif arrow and joined:
            wilds.append(Wild(read_order(first, edition), read_order(second, edition), read_kind(kind, edition)))
        else:
            raise Malformed(Unread.DONUT, text=word)
    return tuple(orders), tuple(wilds)


def write_cards(orders: tuple[Order, ...], wilds: tuple[Wild, ...]) -> str:
    return " ".join(map(str, (*orders, *wilds)))


def read(seat: int | None, said: list[str], names: Names, edition: Edition) -> Move:
    """The move in a line's words. Raises Malformed where they are no move of this speaker."""
    if seat is None:
        return _read_table(said, names, edition)
    match [said[0].casefold(), *said[1:]]:
        case ["place", tile, at, kind]:
            return Place(read_tile(tile, edition), read_square(at), read_kind(kind, edition))
        case ["box", *rest]:
            return _read_pack(rest, edition)
        case ["draw", *rest]:
            return _read_draw(rest, edition)
        case ["end"]:
            return EndTurn()
        case ["deal", a, tile, b, order] if (a.casefold(), b.casefold()) == ("tile", "order"):
            return Deal(read_tile_or_untold(tile, edition), read_order_or_untold(order, edition))
        case ["paid", cents, *text] if len(text) <= 1:
            return PaidOut(_read_cents(cents), read_text(text[0]) if text else "")
    raise Malformed(Unread.WORDS, text=" ".join(said))


def _read_cents(word: str) -> int:
    cents = int(word) if _CENTS.fullmatch(word) else 0
    if cents == 0 or cents % 5:
        raise Malformed(Unread.NUMBER, text=word)
    return cents


def _read_pack(said: list[str], edition: Edition) -> Pack:
    match said:
        case [size, own, at, with_, *cards] if (own.casefold(), with_.casefold()) == ("own", "with"):
            return Pack(read_box(size), read_square(at), *read_cards(cards, edition), own=True)
        case [size, at, with_, *cards] if with_.casefold() == "with":
            return Pack(read_box(size), read_square(at), *read_cards(cards, edition))
    raise Malformed(Unread.WORDS, text=" ".join(["box", *said]))


def _read_draw(said: list[str], edition: Edition) -> Move:
    match [word.casefold() if place % 2 == 0 else word for place, word in enumerate(said)]:
        case ["?"]:
            return DrawUntold()
        case ["order", order, "reveal", reveal, "tile", tile]:
            taken, turned_up = read_order_or_untold(order, edition), read_order_or_untold(reveal, edition)
            return DrawOrder(taken, turned_up, read_tile_or_untold(tile, edition))
        case ["tile", tile, "reveal", reveal, "order", order]:
            face_up, turned = read_tile_or_untold(tile, edition), read_tile_or_untold(reveal, edition)
            return DrawTile(face_up, turned, read_order_or_untold(order, edition))
    raise Malformed(Unread.WORDS, text=" ".join(["draw", *said]))


def _read_table(said: list[str], names: Names, edition: Edition) -> Move:
    match [said[0].casefold(), *said[1:]]:
        case ["reveal", *rest] if rest:
            return _read_reveal(rest, edition)
        case ["mend", at, letter]:
            return Mend(read_square(at), read_donut(letter, edition))
        case ["final", *rest] if rest:
            return _read_final(rest, names)
        case ["orders", *rest] if rest:
            return _read_orders_left(rest, names)
    move = read_common(said, names, RULINGS)
    if move is None:
        raise Malformed(Unread.WORDS, text=" ".join(said))
    return move


def _read_reveal(said: list[str], edition: Edition) -> RevealFaceUp:
    """`tiles A B orders C D`, either half alone too; at most two of each."""
    halves: dict[str, list[str]] = {}
    half = ""
    for word in said:
        if word.casefold() in ("tiles", "orders") and word.casefold() not in halves:
            half = word.casefold()
            halves[half] = []
        elif half and len(halves[half]) < 2:
            halves[half].append(word)
        else:
            raise Malformed(Unread.WORDS, text=word)
    if any(not things for things in halves.values()):
        raise Malformed(Unread.WORDS, text=" ".join(["reveal", *said]))
    tiles = tuple(read_tile_or_untold(word, edition) for word in halves["tiles"]) if "tiles" in halves else None
    orders = tuple(read_order_or_untold(word, edition) for word in halves["orders"]) if "orders" in halves else None
    return RevealFaceUp(tiles, orders)


def _read_final(said: list[str], names: Names) -> FinalMoney:
    """`Ana 625 orders 2 Bo 610`: money, and orders in hand where they were counted."""
    counts: list[tuple[int, int, int | None]] = []
    waiting = list(said)
    while len(waiting) >= 2:
        seat, cents = names.seat(waiting[0]), read_number(waiting[1])
        del waiting[:2]
        orders = None
        if len(waiting) >= 2 and waiting[0].casefold() == "orders":
            orders = read_number(waiting[1])
            del waiting[:2]
        counts.append((seat, cents, orders))
    if waiting or len({seat for seat, _, _ in counts}) < len(counts):
        raise Malformed(Unread.WORDS, text=" ".join(["final", *said]))
    return FinalMoney(tuple(counts))


def _read_orders_left(said: list[str], names: Names) -> OrdersLeft:
    """`Ana 2 Bo 1`: each seat once."""
    counts = tuple((names.seat(who), read_number(number)) for who, number in zip(said[::2], said[1::2], strict=False))
    if len(said) % 2 or len({seat for seat, _ in counts}) < len(counts):
        raise Malformed(Unread.WORDS, text=" ".join(["orders", *said]))
    return OrdersLeft(counts)


def write(move: Move, names: Names) -> str:
    """The canonical text of a move, without `who:`."""
    match move:
        case Place(tile, at, kind):
            return f"place {tile} {write_square(at)} {kind}"
        case Pack(box, at, orders, wilds, own):
            cards = write_cards(orders, wilds)
            return f"box {box}{' own' if own else ''} {write_square(at)} with {cards}".rstrip()
        case DrawOrder(order, reveal, tile):
            told = (write_or_untold(thing) for thing in (order, reveal, tile))
            return "draw order {} reveal {} tile {}".format(*told)
        case DrawTile(tile, reveal, order):
            told = (write_or_untold(thing) for thing in (tile, reveal, order))
            return "draw tile {} reveal {} order {}".format(*told)
        case DrawUntold():
            return "draw ?"
        case EndTurn():
            return "end"
        case Deal(tile, order):
            return f"deal tile {write_or_untold(tile)} order {write_or_untold(order)}"
        case PaidOut(cents, text):
            return f"paid {cents}" + (f" {quoted(text)}" if text else "")
        case Mend(at, letter):
            return f"mend {write_square(at)} {letter}"
        case OrdersLeft(counts):
            return " ".join(("orders", *(f"{names.write(seat)} {count}" for seat, count in counts)))
        case RevealFaceUp() | FinalMoney():
            return _write_table(move, names)
    assert isinstance(move, COMMON)
    return write_common(move, names)


def _counted(seat: int, names: Names) -> str:
    """A seat in a final count; one called Orders stands in quotes there."""
    name = names.write(seat)
    return quoted(name) if name.casefold() == "orders" else name


def _write_table(move: RevealFaceUp | FinalMoney, names: Names) -> str:
    if isinstance(move, FinalMoney):
        counts = (f"{_counted(s, names)} {c}" + (f" orders {o}" if o is not None else "") for s, c, o in move.counts)
        return " ".join(("final", *counts))
    parts = [
        " ".join((word, *map(write_or_untold, things)))
        for word, things in (("tiles", move.tiles), ("orders", move.orders))
        if things is not None
    ]
    return " ".join(("reveal", *parts))
