"""Summarizes a photo for its page: the case, the plan for a table, and the squares where app and photo differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.donut_shop.case import BOXED, EMPTY, tile_squares
from companion.donut_shop.parts import UNKNOWN, Square, row_and_column
from companion.photos.plan import Plan, make_plan
from companion.photos.proposals import CaseChanges, correction_line, find_changes
from companion.store.pending import Purpose
from companion.tables.snapshot import Snapshot
from companion.web.photo.draft import PhotoDraft
from companion.web.photo.purposes import table_snapshot
from vision.alignment import Alignment
from vision.reconciliation import CaseDifference

Rectangle = tuple[int, int, int, int]  # left, top, width, height


class ShownDifference(NamedTuple):
    """A square where app and photo differ; `line` would correct the app, empty where none can."""

    square: Square
    known: str
    read: str
    line: str


@dataclass(frozen=True, slots=True)
class PhotoSummary:
    """The page's content besides the reading; all squares are the draft's. `rows`: the case as a drawing.

    For a table: `sides`, where each new tile is (`left`, `right`, `up`, `down` or empty); `unseen`, the number of known
    squares the photo does not show, `unknown`, of those only the photo shows; `outlines` of what is new; `alignment`
    with the table's case, of a reading whose top left is the draft's square `offset`; `origin`: where rows and columns
    are counted from.
    """

    rows: tuple[str, ...]
    snapshot: Snapshot | None = None
    is_other_case: bool = False
    changes: CaseChanges = field(default_factory=CaseChanges)
    plan: Plan = field(default_factory=Plan)
    sides: Sequence[str] = ()
    differences: Sequence[ShownDifference] = ()
    unseen: int = 0
    unknown: int = 0
    outlines: Sequence[Rectangle] = ()
    alignment: Alignment | None = None
    offset: Square = (0, 0)
    origin: Square = (0, 0)

    def row_column(self, square: Square) -> tuple[int, int]:
        """Return the row and the column of a square, as the unturned case counts them."""
        if self.alignment is not None:
            square = self.alignment.to_known((square[0] - self.offset[0], square[1] - self.offset[1]))
        return row_and_column(self.origin, square)


def summarize(purpose: Purpose, draft: PhotoDraft) -> PhotoSummary:
    """Return the summary of a photo with its draft. Raises NoSuchTable."""
    snapshot = table_snapshot(purpose)
    case = draft.case()
    if snapshot is None:
        return PhotoSummary(tuple(case.rows()), origin=case.origin())
    reading, offset = draft.corrected_reading()
    changes, alignment = find_changes(reading, snapshot.table.state.case, draft.way)
    if alignment is None:
        return PhotoSummary(tuple(case.rows()), snapshot, is_other_case=True, origin=case.origin())
    to_draft = _to_draft(alignment, offset)
    tiles = [_bounding_box(map(to_draft, tile_squares(at))) for at, _ in changes.tiles]
    boxes = [_bounding_box(map(to_draft, box.squares(at))) for at, box in changes.boxes]
    return PhotoSummary(
        tuple(case.rows()),
        snapshot,
        changes=changes,
        plan=Plan() if changes.is_incomplete else make_plan(snapshot.table, changes, draft.choices),
        sides=[_side(tile, draft, tiles) for tile in tiles],
        differences=[
            ShownDifference(to_draft(one.at), one.known, one.read, _correction(snapshot, one))
            for one in changes.differences
            if EMPTY not in (one.known, one.read)
        ],
        unseen=sum(one.read == EMPTY for one in changes.differences),
        unknown=sum(one.known == EMPTY for one in changes.differences),
        outlines=(*tiles, *boxes),
        alignment=alignment,
        offset=offset,
        origin=snapshot.table.state.case.origin(),
    )


def _to_draft(alignment: Alignment, offset: Square) -> Callable[[Square], Square]:
    """Return a function from squares of the table's case to squares of the draft."""

    def to_draft(square: Square) -> Square:
        x, y = alignment.to_reading(square)
        return x + offset[0], y + offset[1]

    return to_draft


def _correction(snapshot: Snapshot, one: CaseDifference) -> str:
    """Return the line that corrects the app; empty where a box is involved or the donut is unknown."""
    possible = one.known != BOXED and one.read not in (BOXED, UNKNOWN)
    return correction_line(snapshot.table, one.at, one.read) if possible else ""


def _bounding_box(squares: Iterable[Square]) -> Rectangle:
    all_ = list(squares)
    left, top = min(x for x, _ in all_), min(y for _, y in all_)
    return left, top, max(x for x, _ in all_) - left + 1, max(y for _, y in all_) - top + 1


def _side(tile: Rectangle, draft: PhotoDraft, tiles: Sequence[Rectangle]) -> str:
    """Return at which side of the old squares a new tile is; empty where it is in between."""
    new = {square for x, y, _, _ in tiles for square in tile_squares((x, y))}
    old = [square for square in draft.squares() if square not in new]
    x, y, _, _ = tile
    if not old:
        return ""
    sides = {
        "left": x < min(i for i, _ in old),
        "right": x > max(i for i, _ in old),
        "up": y < min(j for _, j in old),
        "down": y > max(j for _, j in old),
    }
    return next((side for side, is_there in sides.items() if is_there), "")
