"""A question to the judge about Donut Shop, as its address holds it; and drawing a case by taps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.donut_shop.case import BOXED, EMPTY
from companion.donut_shop.notation import RULINGS
from companion.donut_shop.parts import HOLES, UNTOLD, Edition, Square
from companion.donut_shop.screen.draft import ShopDraft, read_draft
from companion.donut_shop.setup import SHIPPED, UNTOLD_CROSS
from companion.judge.limits import MOST_SQUARES, check_limit
from companion.judge.verdicts import DEFAULTS, Position
from companion.kernel.common import read_ruling
from companion.refusals import Malformed
from companion.web.addresses import long, short
from companion.web.services import number

EMPTY_CASE = (EMPTY * 6,) * 6
MODES = ("draw", "tile", "box")
WIDEST_TAPPED = 26  # of a drawing that is changed by taps; a wider one is changed as text
LONGEST_DRAFT = 1_000  # characters of the table's draft that is kept
SIDES = ("left", "up", "down", "right")


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """`mode`: drawing, a tile or a box. `rows`: the drawing. `sel`: the square the pad fills. `kind`: the type chosen.

    `way`: the wilds chosen, as notation. `rulings`: those that differ. `table`, `line`: where it was asked from;
    `back`: the draft at that table, for the way back.
    """

    edition: Edition
    mode: str = "draw"
    rows: tuple[str, ...] = EMPTY_CASE
    sel: Square | None = None
    draft: ShopDraft = field(default_factory=ShopDraft)
    kind: str = ""
    way: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)
    table: str = ""
    line: int = 0
    back: str = ""

    def query(self) -> dict[str, str]:
        """What stands in the address; `read_ask` reads it back."""
        draft = self.draft.query()
        draft.pop("do", None)
        return {
            "ask": self.mode,
            "case": short(self.rows),
            "sel": f"{self.sel[0]},{self.sel[1]}" if self.sel else "",
            **draft,
            "type": self.kind,
            "way": self.way,
            "rules": " ".join(f"{ruling}={choice}" for ruling, choice in self.rulings.items()),
            "set": "" if self.edition.name == SHIPPED else self.edition.name,
            "table": self.table,
            "line": str(self.line or ""),
            "draft": self.back,
        }

    def replace(self, **changes: Any) -> JudgeQuestion:
        return replace(self, **changes)

    def to_mode(self, mode: str) -> JudgeQuestion:
        """The same case, asked something else about; what was tapped of a tile or a box waits for the way back.

        The mode it is asked in already begins anew.
        """
        draft = (
            self.draft.replace(do="", at=None)
            if mode != self.mode
            else ShopDraft(tile=self.draft.tile if mode == "tile" else "")
        )
        return self.replace(
            mode=mode, draft=draft.replace(do="box" if mode == "box" else ""), kind="", way="", sel=None
        )

    def with_draft(self, draft: ShopDraft) -> JudgeQuestion:
        """One thing more said about the tile or the box; the type and the wilds chosen stay where they still fit."""
        moved = (draft.tile, draft.cards, draft.box) != (self.draft.tile, self.draft.cards, self.draft.box)
        return self.replace(draft=draft, way="" if moved else self.way)

    def under(self, ruling: str, choice: str) -> JudgeQuestion:
        """Asked as another table plays it."""
        rulings = {**self.rulings, ruling: choice}
        return self.replace(rulings={name: one for name, one in rulings.items() if one != DEFAULTS[name]})

    def played_with(self, edition: Edition) -> JudgeQuestion:
        """The same drawing in another edition; a donut that edition does not have is to be told anew."""
        known = {EMPTY, BOXED, UNTOLD}
        rows = tuple(
            "".join(letter if letter in known or edition.is_square(letter) else UNTOLD for letter in row)
            for row in self.rows
        )
        return self.replace(edition=edition, rows=rows)

    @property
    def position(self) -> Position:
        return Position(self.rows, self.edition, {**DEFAULTS, **self.rulings})

    # Drawing

    @property
    def may_tap(self) -> bool:
        """Is it small enough to be drawn by taps?"""
        return self.wide <= WIDEST_TAPPED and len(self.rows) <= WIDEST_TAPPED

    @property
    def wide(self) -> int:
        return max(map(len, self.rows), default=0)

    def letter(self, square: Square) -> str:
        return self.rows[square[1]][square[0]]

    def block(self, square: Square) -> list[Square]:
        """The four squares of the tile at this square, in reading order."""
        x, y = square[0] - square[0] % 2, square[1] - square[1] % 2
        return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]

    def put(self, letter: str) -> JudgeQuestion:
        """The chosen square filled and the next one chosen; a whole tile taken away with `.`."""
        if self.sel is None:
            return self
        filled = {self.sel: letter}
        if letter == EMPTY:
            filled = dict.fromkeys(self.block(self.sel), EMPTY)
        elif self.letter(self.sel) == EMPTY:
            filled = {**dict.fromkeys(self.block(self.sel), UNTOLD), **filled}
        rows = ["".join(filled.get((x, y), old) for x, old in enumerate(row)) for y, row in enumerate(self.rows)]
        drawn = self.replace(rows=tuple(rows))
        return drawn if letter == EMPTY else drawn.replace(sel=drawn.after(self.sel))

    def after(self, sel: Square) -> Square:
        """The square filled next: of the same tile, then of the next tile with a square nobody told."""
        block = self.block(sel)
        rest = block[block.index(sel) + 1 :]
        if rest:
            return rest[0]
        blocks = [(x, y) for y in range(0, len(self.rows), 2) for x in range(0, self.wide, 2)]
        place = blocks.index(block[0])
        following = [*blocks[place + 1 :], *blocks[: place + 1]]
        return next((at for at in following if self.letter(at) == UNTOLD), following[0])

    def tapped(self, square: Square) -> JudgeQuestion:
        """A square tapped is chosen; tapped again it shows the next donut."""
        if square != self.sel:
            return self.replace(sel=square)
        letters = [*self.edition.types, HOLES, *(kind.lower() for kind in self.edition.types), BOXED]
        old = self.letter(square)
        new = letters[(letters.index(old) + 1) % len(letters)] if old in letters else letters[0]
        return self.put(new).replace(sel=square)

    def grown(self, side: str) -> JudgeQuestion:
        """Room for one more row or column of tiles."""
        blank, pad = EMPTY * self.wide, EMPTY * 2
        rows = {
            "left": tuple(pad + row for row in self.rows),
            "right": tuple(row + pad for row in self.rows),
            "up": (blank, blank, *self.rows),
            "down": (*self.rows, blank, blank),
        }[side]
        dx, dy = 2 * (side == "left"), 2 * (side == "up")
        return self.replace(rows=rows, sel=(self.sel[0] + dx, self.sel[1] + dy) if self.sel else None)

    def growths(self) -> dict[str, JudgeQuestion]:
        """The sides at which there may be more room."""
        full = {"left": self.wide, "right": self.wide, "up": len(self.rows), "down": len(self.rows)}
        return {side: self.grown(side) for side in SIDES if full[side] + 2 <= WIDEST_TAPPED}

    def cross(self) -> JudgeQuestion:
        """The starting cross, as far as the edition tells it."""
        return self.replace(rows=self.edition.cross or UNTOLD_CROSS, sel=(2, 0))


def read_question(args: Mapping[str, str], editions: Mapping[str, Any]) -> JudgeQuestion:
    """The question in an address; what cannot be read counts as not said. Raises Malformed for a drawing too large."""
    edition = editions.get(args.get("set", SHIPPED).casefold())
    edition = edition if isinstance(edition, Edition) else editions[SHIPPED]
    mode = args.get("ask", "draw")
    mode = mode if mode in MODES else "draw"
    rows = long(args.get("case", "")) or EMPTY_CASE
    check_limit("case", sum(len(row) - row.count(EMPTY) for row in rows), MOST_SQUARES)
    draft = read_draft(args, edition)
    draft = draft.replace(do="box" if mode == "box" else "", things=(), seat="", own=False)
    kind, line = args.get("type", ""), number(args.get("line", ""))
    return JudgeQuestion(
        edition,
        mode,
        rows,
        _sel(args.get("sel", ""), rows) if mode == "draw" else None,
        draft if mode != "draw" else draft.replace(at=None),
        kind if kind in edition.types else "",
        args.get("way", "")[:200],
        _rulings(args.get("rules", "")),
        args.get("table", "")[:8].upper(),
        line or 0,
        args.get("draft", "")[:LONGEST_DRAFT],
    )


def _sel(text: str, rows: tuple[str, ...]) -> Square | None:
    """A square of a drawing, None where it has none such."""
    x, _, y = text.partition(",")
    across, down = number(x), number(y)
    if across is None or down is None or down >= len(rows) or across >= len(rows[down]):
        return None
    return across, down


def _rulings(text: str) -> dict[str, str]:
    """The rulings named that a table may choose; others are passed over."""
    chosen = {}
    for word in text.split()[: len(RULINGS)]:
        try:
            ruling, choice = read_ruling(word, RULINGS)
        except Malformed:
            continue
        if choice != DEFAULTS[ruling]:
            chosen[ruling] = choice
    return chosen
