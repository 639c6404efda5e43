"""The draft of a photo's confirmation, as its address holds it: squares corrected, types and orders chosen.

Squares are those of the reading: its drawing's top left is 0, 0; a tile the reading missed may be outside of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.donut_shop.case import BOXED, EMPTY, Case, tile_squares
from companion.donut_shop.parts import UNKNOWN, Edition, Order, Square
from companion.donut_shop.screen.draft import read_draft
from companion.photos.plan import PlanChoices
from companion.web.addresses import address

if TYPE_CHECKING:
    from vision.values import Doubt, Reading

MOST_CORRECTIONS = 400
MOST_TILES = 4  # new ones of a photo; a larger number of a turn means the likeliest turn
MOST_BOXES = 8  # new ones whose turn is chosen
TURNS = tuple(map(str, range(MOST_TILES + 2)))
PART = 12  # squares of a large case that are shown enlarged, each way
SELECTION = (6, 3)  # squares shown around the selected one, wide and high: 48 px each on the smallest phone
MOST_LIKELY = 3  # guesses offered before the keys
_CORRECTION = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})([A-Za-z?.#])")


@dataclass(frozen=True, slots=True)
class PhotoDraft:
    """A person's entries about a photo. `selected`: the square being corrected, `alone` without similar ones.

    `part`: the middle of the enlarged part. For a table: `way`, the number of the proposal; `kinds`, `order`, `cards`,
    `turns` and `anyway` as in PlanChoices.
    """

    reading: Reading
    edition: Edition
    corrections: Mapping[Square, str] = field(default_factory=dict)
    selected: Square | None = None
    alone: bool = False
    part: Square | None = None
    way: int = 0
    kinds: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    cards: tuple[Order, ...] = ()
    turns: tuple[int, ...] = ()
    anyway: bool = False

    def query(self) -> dict[str, str]:
        """Return the parameters of the address; `read_photo_draft` reads them."""
        return {
            "mend": "/".join(f"{x},{y}{letter}" for (x, y), letter in self.corrections.items()),
            "at": _square_text(self.selected),
            "alone": "1" if self.alone else "",
            "part": _square_text(self.part),
            "way": str(self.way or ""),
            "types": ",".join(kind or "-" for kind in self.kinds) if any(self.kinds) else "",
            "order": ",".join(map(str, self.order)),
            "with": " ".join(map(str, self.cards)),
            "turns": ",".join(map(str, self.turns)),
            "anyway": "1" if self.anyway else "",
        }

    def link(self, path: str) -> str:
        return address(path, self.query())

    # What is shown

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the reading, in squares."""
        return len(self.reading.case[0]), len(self.reading.case)

    @property
    def is_large(self) -> bool:
        """Return whether squares are too small to tap: then the whole case is a map, and a tap enlarges a part."""
        return max(self.size) + 2 > PART + 3

    def frame(self) -> tuple[int, int, int, int]:
        """Return what is shown: left, top, width, height. The reading and a square around it, or an enlarged part.

        Around a selected square the neighbours are large enough to tap: a tap on the wrong one costs only a tap.
        """
        wide, high = self.size[0] + 2, self.size[1] + 2
        if self.selected is not None:
            (x, y), (across, down) = self.selected, SELECTION
            return _part_start(x, wide, across), _part_start(y, high, down), min(across, wide), min(down, high)
        if not self.is_large or self.part is None:
            return -1, -1, wide, high
        x, y = self.part
        return _part_start(x, wide, PART), _part_start(y, high, PART), min(PART, wide), min(PART, high)

    def select(self, square: Square | None, alone: bool = False) -> PhotoDraft:
        return replace(self, selected=square, alone=alone)

    def enlarge(self, part: Square | None) -> PhotoDraft:
        return replace(self, part=part)

    # The case

    def letter(self, square: Square) -> str:
        """Return a square's letter as read or as corrected."""
        x, y = square
        wide, high = self.size
        read = self.reading.case[y][x] if 0 <= x < wide and 0 <= y < high else EMPTY
        return self.corrections.get(square, read)

    def squares(self) -> dict[Square, str]:
        """Return every square with a donut or a box, in reading order."""
        wide, high = self.size
        all_ = {(x, y) for y in range(high) for x in range(wide)} | set(self.corrections)
        letters = {square: self.letter(square) for square in sorted(all_, key=lambda s: (s[1], s[0]))}
        return {square: letter for square, letter in letters.items() if letter != EMPTY}

    def case(self) -> Case:
        """Return the case as read and corrected."""
        letters = self.squares()
        open_ = {square: letter for square, letter in letters.items() if letter != BOXED}
        return Case(open_, {square: UNKNOWN for square, letter in letters.items() if letter == BOXED})

    def corrected_reading(self) -> tuple[Reading, Square]:
        """Return the reading with corrections and added squares, and which of the draft's squares is its top left."""
        squares = self.squares() or {(0, 0): EMPTY}
        left, top = (min(square[axis] for square in squares) // 2 * 2 for axis in (0, 1))
        right, bottom = (max(square[axis] for square in squares) + 1 for axis in (0, 1))
        rows = tuple("".join(self.letter((x, y)) for x in range(left, right)) for y in range(top, bottom))
        corrected = {square: ((letter, 1.0),) for square, letter in self.corrections.items()}
        guesses = {(x - left, y - top): ranked for (x, y), ranked in {**self.reading.guesses, **corrected}.items()}
        doubts = {
            (x - left, y - top): self.reading.doubts[x, y] for x, y in self.doubts() if (x, y) in self.reading.doubts
        }
        burnt = {(x - left, y - top) for x, y in self.reading.washed_out if (x, y) not in self.corrections}
        found = replace(self.reading, case=rows, guesses=guesses, doubts=doubts, washed_out=frozenset(burnt))
        return found, (left, top)

    # Doubts and corrections

    def doubts(self) -> list[Square]:
        """Return the squares a person should still look at, in reading order."""
        unknown = {square for square, letter in self.squares().items() if letter == UNKNOWN}
        doubted = {square for square in self.reading.doubts if square not in self.corrections}
        return sorted(unknown | doubted, key=lambda square: (square[1], square[0]))

    def doubt(self, square: Square) -> Doubt | None:
        return None if square in self.corrections else self.reading.doubts.get(square)

    def similar(self, square: Square) -> list[Square]:
        """Return the squares one answer corrects: those of an unseen type with the same first guess, else this one."""
        from vision.values import Doubt

        if self.alone or self.doubt(square) != Doubt.UNSEEN:
            return [square]
        first = self._first_guess(square)
        return [s for s in self.doubts() if self.doubt(s) == Doubt.UNSEEN and self._first_guess(s) == first]

    def questions(self) -> list[list[Square]]:
        """Return the doubts in groups that one answer settles."""
        groups: list[list[Square]] = []
        for square in self.doubts():
            if not any(square in group for group in groups):
                groups.append(replace(self, alone=False).similar(square))
        return groups

    def _first_guess(self, square: Square) -> str:
        guesses = self.reading.guesses.get(square, ())
        return guesses[0][0] if guesses else ""

    def likely(self, square: Square) -> list[str]:
        """Return the likeliest letters, the present one first."""
        guessed = [letter for letter, _ in self.reading.guesses.get(square, ())]
        letters = dict.fromkeys((self.letter(square), *guessed))
        return [letter for letter in letters if letter in (BOXED, EMPTY) or self.edition.is_square(letter)][
            :MOST_LIKELY
        ]

    def enter(self, letter: str) -> PhotoDraft:
        """Correct the selected square and similar ones; an empty one empties its whole tile."""
        if self.selected is None:
            return self
        corrections = dict(self.corrections)
        for square in self.similar(self.selected):
            block = tile_squares((square[0] - square[0] % 2, square[1] - square[1] % 2))
            if letter == EMPTY:
                corrections |= dict.fromkeys(block, EMPTY)
            else:
                corrections |= {other: UNKNOWN for other in block if self.letter(other) == EMPTY} | {square: letter}
        corrected = replace(self, corrections=corrections, alone=False)
        return corrected.select(corrected.next_doubt(self.selected))

    def next_doubt(self, square: Square) -> Square | None:
        """Return the doubt to answer after this square; None where the square was no doubt but a mistake."""
        doubts = self.doubts()
        unknown = [other for other in doubts if self.letter(other) == UNKNOWN]
        if unknown or square in self.reading.doubts:
            return next(iter(unknown or doubts), None)
        return None

    # Choices of the plan

    @property
    def choices(self) -> PlanChoices:
        return PlanChoices(self.kinds, self.order, self.cards, self.turns, self.anyway)

    def without_choices(self, way: int) -> PhotoDraft:
        """Return the draft with this proposal and nothing chosen yet."""
        return replace(self, way=way, kinds=(), order=(), cards=(), turns=(), anyway=False)

    def with_turn(self, number: int, turn: int, boxes: int) -> PhotoDraft:
        """Choose after how many new tiles a box, one of so many, was filled."""
        turns = [*self.turns, *[MOST_TILES + 1] * (boxes - len(self.turns))]
        return replace(self, turns=(*turns[:number], turn, *turns[number + 1 :]), anyway=False)

    def with_kind(self, number: int, kind: str) -> PhotoDraft:
        """Choose the type that pays for a new tile."""
        kinds = [*self.kinds, *[""] * (number + 1 - len(self.kinds))]
        return replace(self, kinds=(*kinds[:number], kind, *kinds[number + 1 :]), anyway=False)

    def with_order(self, order: tuple[int, ...]) -> PhotoDraft:
        """Choose in which order the new tiles were laid."""
        return replace(self, order=order)

    def with_card(self, card: Order) -> PhotoDraft:
        return replace(self, cards=(*self.cards, card), anyway=False)

    def without_last_card(self) -> PhotoDraft:
        return replace(self, cards=self.cards[:-1])

    def decide(self, anyway: bool) -> PhotoDraft:
        """Choose whether what the rules refuse is recorded as the table's decision."""
        return replace(self, anyway=anyway)


def read_photo_draft(args: Mapping[str, str], reading: Reading, edition: Edition) -> PhotoDraft:
    """Return the draft of an address; malformed parts are ignored."""
    drafted = read_draft(
        {"at": args.get("at", ""), "part": args.get("part", ""), "with": args.get("with", "")}, edition
    )
    found = _CORRECTION.findall(args.get("mend", ""))[:MOST_CORRECTIONS]
    corrections = {(int(x), int(y)): letter for x, y, letter in found if letter in "?.#" or edition.is_square(letter)}
    return PhotoDraft(
        reading,
        edition,
        _whole_tiles(corrections, reading.case),
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


def _whole_tiles(corrections: dict[Square, str], rows: Sequence[str]) -> dict[Square, str]:
    """Return the corrections that leave every tile whole: an address may be typed by hand."""
    wide, high = len(rows[0]), len(rows)

    def is_occupied(square: Square) -> bool:
        x, y = square
        return corrections.get(square, rows[y][x] if 0 <= x < wide and 0 <= y < high else EMPTY) != EMPTY

    blocks = {square: tile_squares((square[0] - square[0] % 2, square[1] - square[1] % 2)) for square in corrections}
    return {
        square: letter for square, letter in corrections.items() if len({is_occupied(s) for s in blocks[square]}) == 1
    }


def _square_text(square: Square | None) -> str:
    return f"{square[0]},{square[1]}" if square else ""


def _part_start(at: int, whole: int, size: int) -> int:
    """Return where a part of this size with a square in its middle starts; the whole starts at -1."""
    return max(-1, min(at - size // 2, whole - 1 - size))
