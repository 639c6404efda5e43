"""Reader and writer of Donut Shop lines, side by side. `write(read(text))` is a fixed point."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from companion.donut_shop.moves import (
    Deal,
    DrawOrder,
    DrawTile,
    DrawUnknown,
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
from companion.donut_shop.parts import BOXES, HOLES, UNKNOWN, Box, Edition, Order, Square, Tile, Wild
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
    """Return every letter a tile can have."""
    return frozenset([HOLES, *types, *(kind.lower() for kind in types)])


@cache
def orders_of(types: tuple[str, ...]) -> Mapping[str, Order]:
    """Return the order for each way to write it."""
    signs = {"": (False, False), "*": (True, False), "+": (False, True), "*+": (True, True), "+*": (True, True)}
    return {
        letter + sign: Order(kind, *marks)
        for kind in types
        for letter in (kind, kind.lower())
        for sign, marks in signs.items()
    }


def read_donut(letter: str, edition: Edition) -> str:
    """Read one donut: a letter of the edition, small with sprinkles, or `O`. Raises Malformed."""
    if len(letter) != 1 or not edition.is_square(letter):
        raise Malformed(Unread.DONUT, text=letter)
    return letter


def read_kind(letter: str, edition: Edition) -> str:
    """Read a type, in either letter case; `O` is none. Raises Malformed."""
    if len(letter) != 1 or not letter.isascii() or letter.upper() not in edition.donuts:
        raise Malformed(Unread.DONUT, text=letter)
    return letter.upper()


def read_tile(word: str, edition: Edition) -> Tile:
    """Read a tile: four donuts in reading order. Raises Malformed."""
    if len(word) != 4 or not letters_of(edition.types).issuperset(word):
        raise Malformed(Unread.DONUT, text=word)
    return Tile(word)


def read_tile_or_unknown(word: str, edition: Edition) -> Tile | None:
    """Read a tile, or None for `?`. Raises Malformed."""
    return None if word == UNKNOWN else read_tile(word, edition)


def read_order(word: str, edition: Edition) -> Order:
    """Read an order: `B`, `B*`, `B+` or `B*+`, the signs in either order. Raises Malformed."""
    try:
        return orders_of(edition.types)[word]
    except KeyError:
        raise Malformed(Unread.DONUT, text=word) from None


def read_order_or_unknown(word: str, edition: Edition) -> Order | None:
    """Read an order, or None for `?`. Raises Malformed."""
    return None if word == UNKNOWN else read_order(word, edition)


def write_or_unknown(piece: Tile | Order | None) -> str:
    """Write a tile or an order, `?` for None."""
    return UNKNOWN if piece is None else str(piece)


@lru_cache(maxsize=4096)  # a table's squares come again and again, and the pattern is half the cost of reading a tile
def read_square(word: str) -> Square:
    """Read a square: `@6,2`, x to the right, y down. Raises Malformed."""
    match = _AT.fullmatch(word)
    if match is None:
        raise Malformed(Unread.NUMBER, text=word)
    return int(match.group(1)), int(match.group(2))


def write_square(square: Square) -> str:
    """Write a square: `@6,2`."""
    return f"@{square[0]},{square[1]}"


def read_box(word: str) -> Box:
    """Read a box in its orientation: `2x3` or `3x2`. Raises Malformed where there is no such box."""
    try:
        return BOXES[word.casefold()]
    except KeyError:
        raise Malformed(Unread.SIZE, text=word) from None


def read_cards(words: list[str], edition: Edition) -> tuple[tuple[Order, ...], tuple[Wild, ...]]:
    """Read the orders and wilds (`N&N*>V`) after `with`. Raises Malformed."""
    orders: list[Order] = []
    wilds: list[Wild] = []
    for word in words:
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
    """Write orders and wilds as they stand after `with`."""
    return " ".join(map(str, (*orders, *wilds)))


def read(seat: int | None, words: list[str], names: Names, edition: Edition) -> Move:
    """Read a move from the words of a line. `seat` is None for the table. Raises Malformed."""
    if seat is None:
        return _read_table(words, names, edition)
    match [words[0].casefold(), *words[1:]]:
        case ["place", tile, at, kind]:
            return Place(read_tile(tile, edition), read_square(at), read_kind(kind, edition))
        case ["box", *rest]:
            return _read_pack(rest, edition)
        case ["draw", *rest]:
            return _read_draw(rest, edition)
        case ["end"]:
            return EndTurn()
        case ["deal", a, tile, b, order] if (a.casefold(), b.casefold()) == ("tile", "order"):
            return Deal(read_tile_or_unknown(tile, edition), read_order_or_unknown(order, edition))
        case ["paid", cents, *text] if len(text) <= 1:
            return PaidOut(_read_cents(cents), read_text(text[0]) if text else "")
    raise Malformed(Unread.WORDS, text=" ".join(words))


def _read_cents(word: str) -> int:
    cents = int(word) if _CENTS.fullmatch(word) else 0
    if cents == 0 or cents % 5:
        raise Malformed(Unread.NUMBER, text=word)
    return cents


def _read_pack(words: list[str], edition: Edition) -> Pack:
    match words:
        case [size, own, at, with_, *cards] if (own.casefold(), with_.casefold()) == ("own", "with"):
            return Pack(read_box(size), read_square(at), *read_cards(cards, edition), own=True)
        case [size, at, with_, *cards] if with_.casefold() == "with":
            return Pack(read_box(size), read_square(at), *read_cards(cards, edition))
    raise Malformed(Unread.WORDS, text=" ".join(["box", *words]))


def _read_draw(words: list[str], edition: Edition) -> Move:
    match [word.casefold() if place % 2 == 0 else word for place, word in enumerate(words)]:
        case ["?"]:
            return DrawUnknown()
        case ["order", order, "reveal", reveal, "tile", tile]:
            taken, turned_up = read_order_or_unknown(order, edition), read_order_or_unknown(reveal, edition)
            return DrawOrder(taken, turned_up, read_tile_or_unknown(tile, edition))
        case ["tile", tile, "reveal", reveal, "order", order]:
            face_up, turned = read_tile_or_unknown(tile, edition), read_tile_or_unknown(reveal, edition)
            return DrawTile(face_up, turned, read_order_or_unknown(order, edition))
    raise Malformed(Unread.WORDS, text=" ".join(["draw", *words]))


def _read_table(words: list[str], names: Names, edition: Edition) -> Move:
    match [words[0].casefold(), *words[1:]]:
        case ["reveal", *rest] if rest:
            return _read_reveal(rest, edition)
        case ["mend", at, letter]:
            return Mend(read_square(at), read_donut(letter, edition))
        case ["final", *rest] if rest:
            return _read_final(rest, names)
        case ["orders", *rest] if rest:
            return _read_orders_left(rest, names)
    move = read_common(words, names, RULINGS)
    if move is None:
        raise Malformed(Unread.WORDS, text=" ".join(words))
    return move


def _read_reveal(words: list[str], edition: Edition) -> RevealFaceUp:
    """Read `tiles A B orders C D`, or either part alone; at most two of each."""
    parts: dict[str, list[str]] = {}
    part = ""
    for word in words:
        if word.casefold() in ("tiles", "orders") and word.casefold() not in parts:
            part = word.casefold()
            parts[part] = []
        elif part and len(parts[part]) < 2:
            parts[part].append(word)
        else:
            raise Malformed(Unread.WORDS, text=word)
    if any(not pieces for pieces in parts.values()):
        raise Malformed(Unread.WORDS, text=" ".join(["reveal", *words]))
    tiles = tuple(read_tile_or_unknown(word, edition) for word in parts["tiles"]) if "tiles" in parts else None
    orders = tuple(read_order_or_unknown(word, edition) for word in parts["orders"]) if "orders" in parts else None
    return RevealFaceUp(tiles, orders)


def _read_final(words: list[str], names: Names) -> FinalMoney:
    """Read `Ana 625 orders 2 Bo 610`: money, and orders in hand where they were counted."""
    counts: list[tuple[int, int, int | None]] = []
    waiting = list(words)
    while len(waiting) >= 2:
        seat, cents = names.seat(waiting[0]), read_number(waiting[1])
        del waiting[:2]
        orders = None
        if len(waiting) >= 2 and waiting[0].casefold() == "orders":
            orders = read_number(waiting[1])
            del waiting[:2]
        counts.append((seat, cents, orders))
    if waiting or len({seat for seat, _, _ in counts}) < len(counts):
        raise Malformed(Unread.WORDS, text=" ".join(["final", *words]))
    return FinalMoney(tuple(counts))


def _read_orders_left(words: list[str], names: Names) -> OrdersLeft:
    """Read `Ana 2 Bo 1`, each seat once."""
    counts = tuple((names.seat(who), read_number(number)) for who, number in zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or len({seat for seat, _ in counts}) < len(counts):
        raise Malformed(Unread.WORDS, text=" ".join(["orders", *words]))
    return OrdersLeft(counts)


def write(move: Move, names: Names) -> str:
    """Write the canonical text of a move, without `who:`. `read` reads it back."""
    match move:
        case Place(tile, at, kind):
            return f"place {tile} {write_square(at)} {kind}"
        case Pack(box, at, orders, wilds, own):
            cards = write_cards(orders, wilds)
            return f"box {box}{' own' if own else ''} {write_square(at)} with {cards}".rstrip()
        case DrawOrder(order, reveal, tile):
            pieces = map(write_or_unknown, (order, reveal, tile))
            return "draw order {} reveal {} tile {}".format(*pieces)
        case DrawTile(tile, reveal, order):
            pieces = map(write_or_unknown, (tile, reveal, order))
            return "draw tile {} reveal {} order {}".format(*pieces)
        case DrawUnknown():
            return "draw ?"
        case EndTurn():
            return "end"
        case Deal(tile, order):
            return f"deal tile {write_or_unknown(tile)} order {write_or_unknown(order)}"
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


def write_line(seat: int | None, move: Move, names: Names) -> str:
    """Write a whole line: who enters the move, None for the table, and its canonical text."""
    return names.line(seat, write(move, names))


def _counted(seat: int, names: Names) -> str:
    """Write a seat of a final count, in quotes where it is called Orders."""
    name = names.write(seat)
    return quoted(name) if name.casefold() == "orders" else name


def _write_table(move: RevealFaceUp | FinalMoney, names: Names) -> str:
    if isinstance(move, FinalMoney):
        counts = (f"{_counted(s, names)} {c}" + (f" orders {o}" if o is not None else "") for s, c, o in move.counts)
        return " ".join(("final", *counts))
    parts = [
        " ".join((word, *map(write_or_unknown, pieces)))
        for word, pieces in (("tiles", move.tiles), ("orders", move.orders))
        if pieces is not None
    ]
    return " ".join(("reveal", *parts))
