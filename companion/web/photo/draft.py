"""What is said so far about a photo, as its address holds it: squares mended, types and orders chosen.

Squares are those of the reading: its drawing's top left is 0, 0; a tile it did not see may lie outside of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.donut_shop.case import BOXED, EMPTY, Case, tile_squares
from companion.donut_shop.parts import UNKNOWN, Edition, Order, Square
from companion.donut_shop.screen.draft import read_draft
from companion.photos.lines import Wish
from companion.web.addresses import address

if TYPE_CHECKING:
    from vision.values import Doubt, Reading

MOST_MENDS = 400
MOST_TILES = 4  # new ones of a photo; a turn after more of them is none, so the usual one
MOST_BOXES = 8  # new ones whose turn is chosen
TURNS = tuple(map(str, range(MOST_TILES + 2)))
NEAR = 12  # squares of the part of a large case that is brought near
THUMBS = (6, 3)  # squares around the one looked at, wide and high: 48 px each on the smallest phone
LIKELY = 3  # guesses offered before the keys
_MEND = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})([A-Za-z?.#])")


@dataclass(frozen=True, slots=True)
class PhotoDraft:
    """`sel`: the square looked at, `alone` without those like it. For a table: `way`, which way to see what is new; by
    number of the new tile `kinds`, the type taken (empty: the best), and `order`, which is whose; `cards` of a new box,
    `turns`, after how many tiles boxes were filled; `anyway`: what is refused is the table's decision.
    """

    reading: Reading
    edition: Edition
    mends: Mapping[Square, str] = field(default_factory=dict)
    sel: Square | None = None
    alone: bool = False
    part: Square | None = None
    way: int = 0
    kinds: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    cards: tuple[Order, ...] = ()
    turns: tuple[int, ...] = ()
    anyway: bool = False

    def query(self) -> dict[str, str]:
        """What stands in the address; `read_ask` reads it back."""
        return {
            "mend": "/".join(f"{x},{y}{letter}" for (x, y), letter in self.mends.items()),
            "at": _written(self.sel),
            "alone": "1" if self.alone else "",
            "part": _written(self.part),
            "way": str(self.way or ""),
            "types": ",".join(kind or "-" for kind in self.kinds) if any(self.kinds) else "",
            "order": ",".join(map(str, self.order)),
            "with": " ".join(map(str, self.cards)),
            "turns": ",".join(map(str, self.turns)),
            "anyway": "1" if self.anyway else "",
        }

    def link(self, path: str) -> str:
        return address(path, self.query())

    def replace(self, **changes: Any) -> PhotoDraft:
        return replace(self, **changes)

    # The drawing

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the reading, in squares."""
        return len(self.reading.case[0]), len(self.reading.case)

    def letter(self, square: Square) -> str:
        """What lies there, as read or as mended."""
        x, y = square
        wide, high = self.size
        read = self.reading.case[y][x] if 0 <= x < wide and 0 <= y < high else EMPTY
        return self.mends.get(square, read)

    def squares(self) -> dict[Square, str]:
        """Every square with a donut or a box, in reading order."""
        wide, high = self.size
        all_ = {(x, y) for y in range(high) for x in range(wide)} | set(self.mends)
        told = {square: self.letter(square) for square in sorted(all_, key=lambda s: (s[1], s[0]))}
        return {square: letter for square, letter in told.items() if letter != EMPTY}

    def case(self) -> Case:
        """The case as it is read and mended."""
        told = self.squares()
        opened = {square: letter for square, letter in told.items() if letter != BOXED}
        return Case(opened, {square: UNKNOWN for square, letter in told.items() if letter == BOXED})

    def rows(self) -> tuple[str, ...]:
        """The rectangle of the reading with what was mended inside it."""
        wide, high = self.size
        return tuple("".join(self.letter((x, y)) for x in range(wide)) for y in range(high))

    def mended(self) -> tuple[Reading, Square]:
        """The reading as a person mended it, and which of our squares is its top left: it holds what was added too."""
        squares = self.squares() or {(0, 0): EMPTY}
        left, top = (min(square[axis] for square in squares) // 2 * 2 for axis in (0, 1))
        right, bottom = (max(square[axis] for square in squares) + 1 for axis in (0, 1))
        rows = tuple("".join(self.letter((x, y)) for x in range(left, right)) for y in range(top, bottom))
        guesses = {**self.reading.guesses, **{square: ((letter, 1.0),) for square, letter in self.mends.items()}}
        moved = {(x - left, y - top): said for (x, y), said in guesses.items()}
        doubts = {
            (x - left, y - top): self.reading.doubts[x, y] for x, y in self.doubts() if (x, y) in self.reading.doubts
        }
        return replace(self.reading, case=rows, guesses=moved, doubts=doubts), (left, top)

    def frame(self) -> tuple[int, int, int, int]:
        """What is shown: left, top, width, height; the reading and a square around it, or the part brought near.

        A square that is looked at is brought so near that a thumb hits its neighbours: a tap beside it costs one tap.
        """
        wide, high = self.size[0] + 2, self.size[1] + 2
        if self.sel is not None:
            (x, y), (across, down) = self.sel, THUMBS
            return _part(x, wide, across), _part(y, high, down), min(across, wide), min(down, high)
        if not self.is_large or self.part is None:
            return -1, -1, wide, high
        return _part(self.part[0], wide, NEAR), _part(self.part[1], high, NEAR), min(NEAR, wide), min(NEAR, high)

    @property
    def is_large(self) -> bool:
        """Too large to tap its squares: then the whole is a map, and a tap brings a part near."""
        return max(self.size) + 2 > NEAR + 3

    # Mending

    def doubts(self) -> list[Square]:
        """What a person should look at still, in reading order."""
        untold = {square for square, letter in self.squares().items() if letter == UNKNOWN}
        read = {square for square in self.reading.doubts if square not in self.mends}
        return sorted(untold | read, key=lambda square: (square[1], square[0]))

    def doubt(self, square: Square) -> Doubt | None:
        return None if square in self.mends else self.reading.doubts.get(square)

    def alike(self, square: Square) -> list[Square]:
        """Squares that one answer tells: those of a type never seen that look the same; else the square alone."""
        from vision.values import Doubt

        if self.alone or self.doubt(square) != Doubt.UNSEEN:
            return [square]
        first = self._first(square)
        return [s for s in self.doubts() if self.doubt(s) == Doubt.UNSEEN and self._first(s) == first]

    def questions(self) -> list[list[Square]]:
        """What to look at, squares that one answer tells together."""
        asked: list[list[Square]] = []
        for square in self.doubts():
            if not any(square in one for one in asked):
                asked.append(self.replace(alone=False).alike(square))
        return asked

    def _first(self, square: Square) -> str:
        guesses = self.reading.guesses.get(square, ())
        return guesses[0][0] if guesses else ""

    def likely(self, square: Square) -> list[str]:
        """The likeliest letters first, with what stands there now."""
        guessed = [letter for letter, _ in self.reading.guesses.get(square, ())]
        known = dict.fromkeys((self.letter(square), *guessed))
        return [letter for letter in known if letter in (BOXED, EMPTY) or self.edition.is_square(letter)][:LIKELY]

    def put(self, letter: str) -> PhotoDraft:
        """The square looked at, and those like it, told; nothing lies there means the whole tile."""
        if self.sel is None:
            return self
        mends = dict(self.mends)
        for square in self.alike(self.sel):
            block = tile_squares((square[0] - square[0] % 2, square[1] - square[1] % 2))
            if letter == EMPTY:
                mends |= dict.fromkeys(block, EMPTY)
            else:
                mends |= {other: UNKNOWN for other in block if self.letter(other) == EMPTY} | {square: letter}
        mended = self.replace(mends=mends, alone=False)
        return mended.replace(sel=mended.after(self.sel))

    def after(self, square: Square) -> Square | None:
        """The doubt to look at next; none where the square was no doubt but a mistake somebody saw."""
        doubts = self.doubts()
        untold = [other for other in doubts if self.letter(other) == UNKNOWN]
        if untold or square in self.reading.doubts:
            return next(iter(untold or doubts), None)
        return None

    # What goes to the table

    @property
    def wish(self) -> Wish:
        """What was chosen about what is new."""
        return Wish(self.kinds, self.order, self.cards, self.turns, self.anyway)

    def unwished(self, way: int) -> PhotoDraft:
        """Nothing chosen yet about what is new, seen this way."""
        return self.replace(way=way, kinds=(), order=(), cards=(), turns=(), anyway=False)

    def with_turn(self, number: int, turn: int, boxes: int) -> PhotoDraft:
        """A box filled after so many of the new tiles."""
        turns = [*self.turns, *[MOST_TILES + 1] * (boxes - len(self.turns))]
        return self.replace(turns=(*turns[:number], turn, *turns[number + 1 :]), anyway=False)

    def with_kind(self, number: int, kind: str) -> PhotoDraft:
        """Another type for a new tile."""
        kinds = [*self.kinds, *[""] * (number + 1 - len(self.kinds))]
        return self.replace(kinds=(*kinds[:number], kind, *kinds[number + 1 :]), anyway=False)

    def with_card(self, order: Order) -> PhotoDraft:
        return self.replace(cards=(*self.cards, order), anyway=False)


def read_photo_draft(args: Mapping[str, str], reading: Reading, edition: Edition) -> PhotoDraft:
    """What an address says about a photo; what cannot be read counts as not said."""
    drafted = read_draft(
        {"at": args.get("at", ""), "part": args.get("part", ""), "with": args.get("with", "")}, edition
    )
    said = _MEND.findall(args.get("mend", ""))[:MOST_MENDS]
    mends = {(int(x), int(y)): letter for x, y, letter in said if letter in "?.#" or edition.is_square(letter)}
    return PhotoDraft(
        reading,
        edition,
        _whole_tiles(mends, reading.case),
        drafted.at,
        args.get("alone") == "1",
        drafted.part,
        int(args["way"]) if args.get("way") in ("1", "2", "3", "4") else 0,
        tuple(kind if kind in edition.types else "" for kind in args.get("types", "").split(",")[:MOST_TILES]),
        tuple(int(one) for one in args.get("order", "").split(",")[:MOST_TILES] if one in TURNS[:MOST_TILES]),
        drafted.cards,
        tuple(int(one) for one in args.get("turns", "").split(",")[:MOST_BOXES] if one in TURNS),
        args.get("anyway") == "1",
    )


def _whole_tiles(mends: dict[Square, str], rows: Sequence[str]) -> dict[Square, str]:
    """The mends that leave every tile whole: an address may be typed by hand."""
    wide, high = len(rows[0]), len(rows)

    def lies(square: Square) -> bool:
        x, y = square
        return mends.get(square, rows[y][x] if 0 <= x < wide and 0 <= y < high else EMPTY) != EMPTY

    blocks = {square: tile_squares((square[0] - square[0] % 2, square[1] - square[1] % 2)) for square in mends}
    return {square: letter for square, letter in mends.items() if len({lies(s) for s in blocks[square]}) == 1}


def _written(square: Square | None) -> str:
    return f"{square[0]},{square[1]}" if square else ""


def _part(at: int, whole: int, size: int) -> int:
    """Where a part of this size begins that has a square in its middle; the whole begins at -1."""
    return max(-1, min(at - size // 2, whole - 1 - size))
