"""A question to the judge about Donut Shop as its address holds it, and drawing a case by taps."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.donut_shop.case import BOXED, EMPTY
from companion.donut_shop.notation import RULINGS
from companion.donut_shop.parts import HOLES, UNKNOWN, Edition, Square
from companion.donut_shop.screen.draft import ShopDraft, read_draft
from companion.donut_shop.setup import SHIPPED, UNKNOWN_CROSS
from companion.judge.limits import MOST_SQUARES, check_limit
from companion.judge.rulings import SHOP_DEFAULTS, changed, read_changed, write_changed
from companion.judge.verdicts import Position
from companion.web.addresses import long, short
from companion.web.services import number

EMPTY_CASE = (EMPTY * 6,) * 6
MODES = ("draw", "tile", "box")
WIDEST_TAPPED = 26  # of a drawing that is changed by taps; a wider one is changed as text
LONGEST_DRAFT = 1_000  # characters of the table's draft that is kept
SIDES = ("left", "up", "down", "right")


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """A position with a tile or a box to judge.

    `mode`: draw, tile or box. `rows`: the drawing. `selected`: the square the pad fills. `kind`: the type chosen.
    `way`: the wilds chosen, in notation. `rulings`: those that differ from the defaults. `table`, `line`: the table
    and the line the question came from. `table_draft`: the draft at that table, kept for the link back.
    """

    edition: Edition
    mode: str = "draw"
    rows: tuple[str, ...] = EMPTY_CASE
    selected: Square | None = None
    draft: ShopDraft = field(default_factory=ShopDraft)
    kind: str = ""
    way: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)
    table: str = ""
    line: int = 0
    table_draft: str = ""

    def query(self) -> dict[str, str]:
        """Return the words of the address; `read_question` reads them back."""
        draft = self.draft.query()
        draft.pop("do", None)
        return {
            "ask": self.mode,
            "case": short(self.rows),
            "sel": f"{self.selected[0]},{self.selected[1]}" if self.selected else "",
            **draft,
            "type": self.kind,
            "way": self.way,
            "rules": write_changed(self.rulings),
            "set": "" if self.edition.name == SHIPPED else self.edition.name,
            "table": self.table,
            "line": str(self.line or ""),
            "draft": self.table_draft,
        }

    replace = dataclasses.replace

    def to_mode(self, mode: str) -> JudgeQuestion:
        """Switch to another mode; the draft is kept for switching back. The mode already shown starts over."""
        draft = (
            self.draft.replace(do="", at=None)
            if mode != self.mode
            else ShopDraft(tile=self.draft.tile if mode == "tile" else "")
        )
        return self.replace(
            mode=mode, draft=draft.replace(do="box" if mode == "box" else ""), kind="", way="", selected=None
        )

    def with_draft(self, draft: ShopDraft) -> JudgeQuestion:
        """Change the tile or the box; the wilds chosen stay as long as they fit."""
        moved = (draft.tile, draft.cards, draft.box) != (self.draft.tile, self.draft.cards, self.draft.box)
        return self.replace(draft=draft, way="" if moved else self.way)

    def with_ruling(self, ruling: str, choice: str) -> JudgeQuestion:
        return self.replace(rulings=changed({**self.rulings, ruling: choice}, SHOP_DEFAULTS))

    def with_edition(self, edition: Edition) -> JudgeQuestion:
        """Change the edition; donuts it does not have become unknown squares."""
        known = {EMPTY, BOXED, UNKNOWN}
        rows = tuple(
            "".join(letter if letter in known or edition.is_square(letter) else UNKNOWN for letter in row)
            for row in self.rows
        )
        return self.replace(edition=edition, rows=rows)

    @property
    def position(self) -> Position:
        return Position(self.rows, self.edition, {**SHOP_DEFAULTS, **self.rulings})

    # Drawing

    @property
    def may_tap(self) -> bool:
        """Return whether the drawing is small enough to be changed by taps."""
        return self.wide <= WIDEST_TAPPED and len(self.rows) <= WIDEST_TAPPED

    @property
    def wide(self) -> int:
        return max(map(len, self.rows), default=0)

    def letter(self, square: Square) -> str:
        return self.rows[square[1]][square[0]]

    def block(self, square: Square) -> list[Square]:
        """Return the four squares of the tile at this square, in reading order."""
        x, y = square[0] - square[0] % 2, square[1] - square[1] % 2
        return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]

    def put(self, letter: str) -> JudgeQuestion:
        """Fill the selected square and select the next one; `.` removes the whole tile."""
        if self.selected is None:
            return self
        filled = {self.selected: letter}
        if letter == EMPTY:
            filled = dict.fromkeys(self.block(self.selected), EMPTY)
        elif self.letter(self.selected) == EMPTY:
            filled = {**dict.fromkeys(self.block(self.selected), UNKNOWN), **filled}
        rows = ["".join(filled.get((x, y), old) for x, old in enumerate(row)) for y, row in enumerate(self.rows)]
        drawn = self.replace(rows=tuple(rows))
        return drawn if letter == EMPTY else drawn.replace(selected=drawn.after(self.selected))

    def after(self, selected: Square) -> Square:
        """Return the square to fill next: in the same tile, then in the next tile with an unknown square."""
        block = self.block(selected)
        rest = block[block.index(selected) + 1 :]
        if rest:
            return rest[0]
        blocks = [(x, y) for y in range(0, len(self.rows), 2) for x in range(0, self.wide, 2)]
        place = blocks.index(block[0])
        following = [*blocks[place + 1 :], *blocks[: place + 1]]
        return next((at for at in following if self.letter(at) == UNKNOWN), following[0])

    def tapped(self, square: Square) -> JudgeQuestion:
        """Select a square; if it is selected already, change it to the next donut."""
        if square != self.selected:
            return self.replace(selected=square)
        letters = [*self.edition.types, HOLES, *(kind.lower() for kind in self.edition.types), BOXED]
        old = self.letter(square)
        new = letters[(letters.index(old) + 1) % len(letters)] if old in letters else letters[0]
        return self.put(new).replace(selected=square)

    def grown(self, side: str) -> JudgeQuestion:
        """Add an empty row or column of tiles at a side."""
        blank, pad = EMPTY * self.wide, EMPTY * 2
        rows = {
            "left": tuple(pad + row for row in self.rows),
            "right": tuple(row + pad for row in self.rows),
            "up": (blank, blank, *self.rows),
            "down": (*self.rows, blank, blank),
        }[side]
        dx, dy = 2 * (side == "left"), 2 * (side == "up")
        return self.replace(
            rows=rows, selected=(self.selected[0] + dx, self.selected[1] + dy) if self.selected else None
        )

    def growths(self) -> dict[str, JudgeQuestion]:
        """Return the grown drawing for each side where it may grow."""
        full = {"left": self.wide, "right": self.wide, "up": len(self.rows), "down": len(self.rows)}
        return {side: self.grown(side) for side in SIDES if full[side] + 2 <= WIDEST_TAPPED}

    def cross(self) -> JudgeQuestion:
        """Draw the starting cross; its squares are unknown if the edition does not list its donuts."""
        return self.replace(rows=self.edition.cross or UNKNOWN_CROSS, selected=(2, 0))


def read_question(args: Mapping[str, str], editions: Mapping[str, object]) -> JudgeQuestion:
    """Return the question of an address; what cannot be read is left out. Raises Malformed for a drawing too large."""
    edition = editions.get(args.get("set", SHIPPED).casefold())
    if not isinstance(edition, Edition):
        edition = editions[SHIPPED]
    assert isinstance(edition, Edition)
    mode = args.get("ask", "draw")
    mode = mode if mode in MODES else "draw"
    rows = long(args.get("case", "")) or EMPTY_CASE
    check_limit("case", sum(len(row) - row.count(EMPTY) for row in rows), MOST_SQUARES)
    draft = read_draft(args, edition)
    draft = draft.replace(do="box" if mode == "box" else "", pieces=(), seat="", own=False)
    kind, line = args.get("type", ""), number(args.get("line", ""))
    return JudgeQuestion(
        edition,
        mode,
        rows,
        _selected(args.get("sel", ""), rows) if mode == "draw" else None,
        draft if mode != "draw" else draft.replace(at=None),
        kind if kind in edition.types else "",
        args.get("way", "")[:200],
        read_changed(args.get("rules", ""), RULINGS),
        args.get("table", "")[:8].upper(),
        line or 0,
        args.get("draft", "")[:LONGEST_DRAFT],
    )


def _selected(text: str, rows: tuple[str, ...]) -> Square | None:
    """Return a square of a drawing, None if the drawing has no such square."""
    x, _, y = text.partition(",")
    across, down = number(x), number(y)
    if across is None or down is None or down >= len(rows) or across >= len(rows[down]):
        return None
    return across, down
