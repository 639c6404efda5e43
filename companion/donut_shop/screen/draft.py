"""The draft of the next line. It is kept in the page's address, where a reload, a refusal or a sleeping phone keep it.

Parts of an address that cannot be read are left out of the draft.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import TypeVar

from companion.donut_shop.notation import (
    read_box,
    read_cards,
    read_order_or_unknown,
    read_square,
    read_tile,
    write_or_unknown,
)
from companion.donut_shop.parts import BOXES, TOKENS, UNKNOWN, Box, Edition, Order, Square, Tile
from companion.refusals import Malformed

T = TypeVar("T")
MOST_CARDS = 12
OWN = "2x2"  # the size of the box each seat has of its own

# Whose draft: of the line that comes next at the table, or of the next turn of the phone's own seat. In the address the
# words of the latter begin with their name. SHOWN: the word that names the one drawn, where it is not the tile ahead.
TABLE, AHEAD_TILE, AHEAD_BOX, SHOWN = "", "my-", "my-box-", "show"
WHOSE = (TABLE, AHEAD_TILE, AHEAD_BOX)
LOST = ("spot", "place")
SHOWN_AS = {TABLE: "table", AHEAD_TILE: "tile", AHEAD_BOX: "box"}

# Lines entered piece by piece, word by word: a fixed word, or a tile or order to be tapped in.
TILE, ORDER = "TILE", "ORDER"
SHAPES: Mapping[str, tuple[str, ...]] = {
    "order": ("draw", "order", ORDER, "reveal", ORDER, "tile", TILE),
    "tile": ("draw", "tile", TILE, "reveal", TILE, "order", ORDER),
    "deal": ("deal", "tile", TILE, "order", ORDER),
    "reveal": ("reveal", "tiles", TILE, TILE, "orders", ORDER, ORDER),
    "cross": (TILE, TILE, TILE, TILE, TILE),
}


@dataclass(frozen=True, slots=True)
class ShopDraft:
    """A line half entered. `do`: the panel that is open.

    Laying: `tile` (0–4 letters), `turn` in quarters, `at`; `wrong`: which of its donuts is entered again, from 1.
    Packing: `box`, `at`, `own`, `cards`. Entering piece by piece: `pieces`, the tiles and orders entered, and `tile`,
    the letters of the next tile. `seat`: the name of the seat, where it is not the one in turn. `part`: the middle
    square of the part shown of the case; `whole`: all of it is wanted, though nobody can read it.
    `of`: the line that laid the tile of the earlier turn a box belongs to.
    `pick`: the key chosen where the dock commits: a type, cents, a piece taken, a way to pack. Kept after a line:
    `gone`, coins the bank has none left of; `catch`, entering only tiles until the app has caught up.

    On a phone with one seat the address also holds its next tile and box, entered ahead. `whose`: which of the drafts
    this is, TABLE for the line that comes next; `beside`: the others, by that name. `lost`: what was chosen there is
    not possible any more, "spot" or "place", and was dropped.
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
    whole: bool = False
    of: int = 0
    pick: str = ""
    gone: tuple[int, ...] = ()
    catch: bool = False
    lost: str = ""
    whose: str = TABLE
    beside: Mapping[str, ShopDraft] = field(default_factory=dict)

    def query(self) -> dict[str, str]:
        """Return the query of the address; `read_draft` and `read_ahead` read it back."""
        if not self.beside and not self.whose:
            return dict(self._words())
        drafts = {**self.beside, self.whose: self}
        words = {
            f"{whose}{word}": value for whose in WHOSE if whose in drafts for word, value in drafts[whose]._words()
        }
        # Tells a tile half entered for another seat from an own one that waits again after a line was taken back.
        waits = AHEAD_TILE in self.beside or (TABLE in self.beside and bool(self.beside[TABLE].tile))
        return {**words, SHOWN: SHOWN_AS[self.whose]} if waits else words

    @property
    def lays(self) -> bool:
        """Return whether a tile is entered, turned or placed here, or a type chosen."""
        return not self.do and bool(self.tile or self.turn or self.at is not None or self.pick)

    def _words(self) -> list[tuple[str, str]]:
        """Return the words of this draft alone."""
        parts = {
            "do": self.do if self.whose != AHEAD_BOX else "",  # it is always the box's
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
            "whole": "1" if self.whole else "",
            "of": str(self.of or ""),
            "pick": self.pick,
            "gone": ".".join(map(str, self.gone)),
            "catch": "1" if self.catch else "",
            "lost": self.lost,
        }
        return [(word, value) for word, value in parts.items() if value]

    @property
    def kept(self) -> ShopDraft:
        """The draft after its line was entered or given up; beside a box ahead that is the tile ahead."""
        return self.showing(AHEAD_TILE, without=AHEAD_BOX) if self.whose == AHEAD_BOX else self._cleared

    @property
    def _cleared(self) -> ShopDraft:
        return ShopDraft(gone=self.gone, catch=self.catch, whose=self.whose, beside=self.beside)

    def showing(self, whose: str, without: str | None = None) -> ShopDraft:
        """Return another draft of this phone, with this one beside it. `without`: one that is given up."""
        drafts = {**self.beside, self.whose: replace(self, beside={})}
        shown = drafts.pop(whose, ShopDraft())
        return replace(shown, whose=whose, beside={name: draft for name, draft in drafts.items() if name != without})

    def replace(self, **changes: object) -> ShopDraft:
        """Return the draft with some fields changed. What was lost is shown until then."""
        # A page makes hundreds of drafts: this takes half the time of `dataclasses.replace`.
        values = dict(zip(FIELDS, VALUES(self), strict=True))
        return ShopDraft(**{**values, "lost": "", **changes})

    def with_letter(self, letter: str, quarters: int = 0) -> ShopDraft:
        """Return the draft with one more donut of a tile. Except for a tile to lay, the fourth completes the piece.

        `quarters`: how the phone turns the case; the tile lies as it is seen there.
        """
        if self.wrong:
            return self.replace(tile=f"{self.tile[: self.wrong - 1]}{letter}{self.tile[self.wrong :]}", wrong=0)
        if self.do and len(self.tile) == 3:
            return self.with_piece(self.tile + letter)
        whole = not self.do and len(self.tile) == 3
        return self.replace(tile=self.tile + letter, turn=-quarters % 4 if whole else self.turn)

    def with_correction(self, place: int, seen: Tile, quarters: int) -> ShopDraft:
        """Return the draft in which donut `place` of the tile, as this phone sees it, is entered again."""
        return self.replace(tile=seen.donuts, turn=-quarters % 4, wrong=place)

    def with_coin_toggled(self, kind: int) -> ShopDraft:
        """Return the draft with a coin marked as run out, or as available again."""
        left = tuple(coin for coin in self.gone if coin != kind)
        return self.replace(gone=left if kind in self.gone else (*self.gone, kind))

    def with_card(self, order: str) -> ShopDraft:
        """Return the draft with one more order to discard, in notation."""
        return self.replace(cards=(*self.cards, Order(order[0], "*" in order, "+" in order))[:MOST_CARDS], pick="")

    def with_box(self, size: str, own: bool = False) -> ShopDraft:
        """Return the draft with a box of this size and orientation; its place is kept only after `choosing_size`."""
        if self.box is None and size == OWN:
            return self.replace(box=BOXES[size], own=own)
        return self.replace(box=BOXES[size], own=own, at=None)

    @property
    def choosing_size(self) -> ShopDraft:
        """The draft in which the size is chosen again, for its orders. A 2x2 keeps its place: it may be the own box."""
        draft = self._cleared.replace(do="box", of=self.of, cards=self.cards)
        return draft.replace(at=self.at) if self.box and self.box.size == OWN else draft

    def with_piece(self, piece: str) -> ShopDraft:
        """Return the draft with one more tile or order, in notation."""
        return self.replace(pieces=(*self.pieces, piece), tile="")

    @property
    def letters(self) -> str:
        """The letters of the tile; one being entered again is unknown."""
        return f"{self.tile[: self.wrong - 1]}{UNKNOWN}{self.tile[self.wrong :]}" if self.wrong else self.tile

    @property
    def laid_tile(self) -> Tile | None:
        """The tile in its orientation once all four donuts are entered, else None."""
        return Tile(self.tile).turned(self.turn) if len(self.tile) == 4 and not self.wrong else None


FIELDS = tuple(one.name for one in fields(ShopDraft))
VALUES = attrgetter(*FIELDS)


def read_draft(args: Mapping[str, str], edition: Edition, whose: str = TABLE) -> ShopDraft:
    """Read a draft from query arguments; values that cannot be read are left out. `whose`: how its words begin."""
    args = {word.removeprefix(whose): value for word, value in args.items() if word.startswith(whose)}
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
        pieces=_read_pieces(args.get("say", "").split()[:5], edition),
        seat=args.get("seat", "")[:24],
        part=_read(lambda: read_square("@" + args.get("part", ""))),
        whole=args.get("whole") == "1",
        of=int(args["of"]) if re.fullmatch("[0-9]{1,6}", args.get("of", "")) else 0,
        pick=args.get("pick", "")[:20],
        gone=tuple(coin for coin in TOKENS if str(coin) in args.get("gone", "").split(".")),
        catch=args.get("catch") == "1",
        lost=args["lost"] if args.get("lost") in LOST else "",
        whose=whose,
    )


def _read(reader: Callable[[], T]) -> T | None:
    """Return what a reader returns, None where it raises Malformed."""
    try:
        return reader()
    except Malformed:
        return None


def _read_pieces(words: list[str], edition: Edition) -> tuple[str, ...]:
    """Return the tiles and orders, up to the first word that is neither."""
    pieces: list[str] = []
    for word in words:
        piece: Tile | Order | None
        try:
            piece = read_tile(word, edition) if len(word) == 4 else read_order_or_unknown(word, edition)
        except Malformed:
            break
        pieces.append(write_or_unknown(piece))
    return tuple(pieces)
