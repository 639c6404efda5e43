"""What is half said about the next line. It lives in the page's address, so a reload, a refusal or a nap keep it.

A draft is only ever a help to say a whole line; what cannot be read in an address is left out of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.donut_shop.notation import read_box, read_cards, read_order_or_unknown, read_square, read_tile
from companion.donut_shop.parts import BOXES, TOKENS, UNKNOWN, Box, Edition, Order, Square, Tile
from companion.refusals import Malformed

T = TypeVar("T")
MOST_CARDS = 12
OWN = "2x2"  # the size of the box each seat has of its own

# What a told line is made of, word by word: a fixed word, or a thing still to be tapped in.
TILE, ORDER = "TILE", "ORDER"
TELL: Mapping[str, tuple[str, ...]] = {
    "order": ("draw", "order", ORDER, "reveal", ORDER, "tile", TILE),
    "tile": ("draw", "tile", TILE, "reveal", TILE, "order", ORDER),
    "deal": ("deal", "tile", TILE, "order", ORDER),
    "reveal": ("reveal", "tiles", TILE, TILE, "orders", ORDER, ORDER),
    "cross": (TILE, TILE, TILE, TILE, TILE),
}


@dataclass(frozen=True, slots=True)
class ShopDraft:
    """`do`: which panel is open; the rest is what was tapped so far.

    Laying: `tile` (0–4 letters), `turn` quarters, `at`; `wrong`: which of its donuts is told again, from 1. Boxing:
    `box`, `at`, `own`, `cards`. Telling: `pieces`, tiles and orders so far, and `tile` the letters of the next tile.
    `seat`: whose line, where it is not the turn's. `part`: the square in the middle of what is shown of a case too
    large to tap whole. `of`: the line of the earlier turn a forgotten box belongs to. `pick`: the key chosen where a
    panel offers several and the dock commits: a type, cents, what is taken, a way to pack. What stays when a line is
    said: `gone`, coins the bank has none left of; `catch`: only tiles are told, until the app has caught up.
    """

    do: str = ""
    tile: str = ""
    turn: int = 0
    at: Square | None = None
    wrong: int = 0
    box: Box | None = None
    own: bool = False
    cards: tuple[Order, ...] = ()
    pieces: tuple[str, ...] = ()
    seat: str = ""
    part: Square | None = None
    of: int = 0
    pick: str = ""
    gone: tuple[int, ...] = ()
    catch: bool = False

    def query(self) -> dict[str, str]:
        """The draft as the address shows it; `read_draft` reads it back."""
        said = {
            "do": self.do,
            "seat": self.seat,
            "tile": self.tile,
            "turn": str(self.turn) if self.turn else "",
            "at": f"{self.at[0]},{self.at[1]}" if self.at is not None else "",
            "wrong": str(self.wrong or ""),
            "box": str(self.box) if self.box else "",
            "own": "1" if self.own else "",
            "with": " ".join(map(str, self.cards)),
            "say": " ".join(self.pieces),
            "part": f"{self.part[0]},{self.part[1]}" if self.part is not None else "",
            "of": str(self.of or ""),
            "pick": self.pick,
            "gone": ".".join(map(str, self.gone)),
            "catch": "1" if self.catch else "",
        }
        return {word: value for word, value in said.items() if value}

    @property
    def kept(self) -> ShopDraft:
        """What stays when a line is said, or is no longer to be said."""
        return ShopDraft(gone=self.gone, catch=self.catch)

    def replace(self, **changes: object) -> ShopDraft:
        """The same draft with something else said."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def with_letter(self, letter: str, quarters: int = 0) -> ShopDraft:
        """One more donut of a tile. A told tile is whole after its fourth; a tile to lay stays to be turned.

        `quarters`: how the phone it is tapped on turns the case; the tile lies as it is seen there.
        """
        if self.wrong:
            return replace(self, tile=f"{self.tile[: self.wrong - 1]}{letter}{self.tile[self.wrong :]}", wrong=0)
        if self.do and len(self.tile) == 3:
            return self.with_piece(self.tile + letter)
        whole = not self.do and len(self.tile) == 3
        return replace(self, tile=self.tile + letter, turn=-quarters % 4 if whole else self.turn)

    def with_correction(self, place: int, seen: Tile, quarters: int) -> ShopDraft:
        """One donut of the whole tile, counted as its phone sees it lie, is told again."""
        return replace(self, tile=seen.donuts, turn=-quarters % 4, wrong=place)

    def with_coin_toggled(self, kind: int) -> ShopDraft:
        """The bank has none left of this coin; said again, it has."""
        left = tuple(coin for coin in self.gone if coin != kind)
        return replace(self, gone=left if kind in self.gone else (*self.gone, kind))

    def with_card(self, order: str) -> ShopDraft:
        """One more order to discard, in notation."""
        return replace(self, cards=(*self.cards, Order(order[0], "*" in order, "+" in order))[:MOST_CARDS], pick="")

    def with_box(self, size: str, own: bool = False) -> ShopDraft:
        """A box of this size, as it lies; where it goes is still to be said, but after `choosing_size`."""
        if self.box is None and size == OWN:
            return replace(self, box=BOXES[size], own=own)
        return replace(self, box=BOXES[size], own=own, at=None, cards=self.cards if self.box else ())

    @property
    def choosing_size(self) -> ShopDraft:
        """The box is asked for again. Only of the own one's size there are two kinds: its place and orders stay."""
        anew = self.kept.replace(do="box", of=self.of)
        return anew.replace(at=self.at, cards=self.cards) if self.box and self.box.size == OWN else anew

    def with_piece(self, thing: str) -> ShopDraft:
        """One more tile or order told, in notation."""
        return replace(self, pieces=(*self.pieces, thing), tile="")

    @property
    def letters(self) -> str:
        """The donuts told so far; the one that is told again is not told yet."""
        return f"{self.tile[: self.wrong - 1]}{UNKNOWN}{self.tile[self.wrong :]}" if self.wrong else self.tile

    @property
    def laid_tile(self) -> Tile | None:
        """The tile as it would lie, once all four donuts are told."""
        return Tile(self.tile).turned(self.turn) if len(self.tile) == 4 and not self.wrong else None


def read_draft(args: Mapping[str, str], edition: Edition) -> ShopDraft:
    """The draft an address holds; what cannot be read counts as not yet said."""
    tile = args.get("tile", "")
    if len(tile) > 4 or not all(edition.is_square(letter) for letter in tile):
        tile = ""
    turn, wrong = args.get("turn", ""), args.get("wrong", "")
    return ShopDraft(
        do=args.get("do", "")[:20],
        tile=tile,
        turn=int(turn) if turn in ("1", "2", "3") else 0,
        at=_read(lambda: read_square("@" + args.get("at", ""))),
        wrong=int(wrong) if wrong in ("1", "2", "3", "4") and len(tile) == 4 else 0,
        box=_read(lambda: read_box(args.get("box", ""))),
        own=args.get("own") == "1",
        cards=_read(lambda: read_cards(args.get("with", "").split()[:MOST_CARDS], edition)[0]) or (),
        pieces=_read_things(args.get("say", "").split()[:5], edition),
        seat=args.get("seat", "")[:24],
        part=_read(lambda: read_square("@" + args.get("part", ""))),
        of=int(args["of"]) if re.fullmatch("[0-9]{1,6}", args.get("of", "")) else 0,
        pick=args.get("pick", "")[:20],
        gone=tuple(coin for coin in TOKENS if str(coin) in args.get("gone", "").split(".")),
        catch=args.get("catch") == "1",
    )


def _read(reader: Callable[[], T]) -> T | None:
    """What a reader reads, None where it cannot."""
    try:
        return reader()
    except Malformed:
        return None


def _read_things(words: list[str], edition: Edition) -> tuple[str, ...]:
    """Tiles and orders told so far, up to the first that is neither."""
    pieces: list[str] = []
    for word in words:
        thing: Tile | Order | None
        try:
            thing = read_tile(word, edition) if len(word) == 4 else read_order_or_unknown(word, edition)
        except Malformed:
            break
        pieces.append(UNKNOWN if thing is None else str(thing))
    return tuple(pieces)
