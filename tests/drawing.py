"""Cases drawn in tests: rows of letters, top left at @0,0; and the rulings of a table as words."""

from __future__ import annotations

from textwrap import dedent

from companion.donut_shop.case import Case, read_rows
from companion.donut_shop.moves import Pack
from companion.donut_shop.notation import RULINGS, read_box, read_cards
from companion.donut_shop.parts import Order, Square, Tile
from tests.transcripts import SETS

CLASSIC = SETS["classic"]


def case(picture: str) -> Case:
    """The case a picture of several lines shows."""
    return read_rows(dedent(picture).strip("\n").split("\n"))


def picture(case: Case) -> str:
    return "\n".join(case.rows())


def rulings(text: str = "") -> dict[str, str]:
    """Every ruling's choice: the default, or what the words name."""
    return {r.id: r.default for r in RULINGS} | dict(pair.split("=") for pair in text.split())


def pack(size: str, at: Square, cards: str) -> Pack:
    """`2x3` at a square with orders in notation."""
    return Pack(read_box(size), at, *read_cards(cards.split(), CLASSIC))


def order(text: str) -> Order:
    return Order(text[0], "*" in text, "+" in text)


def tile(text: str) -> Tile:
    return Tile(text)
