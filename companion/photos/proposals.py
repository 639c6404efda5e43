"""What a photo shows that a table does not know yet, and how it differs from what the table knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.donut_shop.case import BOXED, Case, read_rows, tile_squares
from companion.donut_shop.moves import Place
from companion.donut_shop.parts import UNKNOWN, Box, Square, Tile
from companion.kernel.table import Table
from companion.kernel.text import write_name
from vision.alignment import Alignment
from vision.reconcile import Difference, reconcile
from vision.reconcile import FoundBox as PackedSeen
from vision.reconcile import FoundTile as LaidSeen

if TYPE_CHECKING:
    from vision.values import Reading


@dataclass(frozen=True, slots=True)
class News:
    """How a photo differs from what the app knows, in the table's squares.

    `told`: squares nobody had told yet; `differs`: squares that no new tile or box explains; `ways`: how many ways to
    see it there are.
    """

    tiles: Sequence[tuple[Square, Tile]] = ()
    boxes: Sequence[tuple[Square, Box]] = ()
    told: Mapping[Square, str] = field(default_factory=dict)
    differs: Sequence[Difference] = ()
    ways: int = 0

    @property
    def unready(self) -> bool:
        """Is a donut of a new tile not known yet?"""
        return any(UNKNOWN in tile.donuts for _, tile in self.tiles)


def correction(table: Table, square: Square, letter: str) -> str:
    """The line that puts a donut right: of the tile it came with, so that its money follows; else it is mended."""
    for told in table.applied:
        move = told.line.move
        if isinstance(move, Place) and square in tile_squares(move.at) and not told.aside:
            place = tile_squares(move.at).index(square)
            donuts = f"{move.tile}"[:place] + letter + f"{move.tile}"[place + 1 :]
            kinds = Tile(donuts).kinds(table.state.edition)
            kind = move.kind if move.kind in kinds else kinds[0]
            x, y = move.at
            return f"table: correct {told.line.seq} {write_name(told.line.who)}: place {donuts} @{x},{y} {kind}"
    return f"table: mend @{square[0]},{square[1]} {letter}"


def news_of(reading: Reading, known: Case, way: int = 0) -> tuple[News, Alignment | None]:
    """What a reading means for the case the app knows, and how it lies on it; None where it looks like another case.

    `way`: which of the ways to see it, the likeliest is 0. Squares nobody told yet are told by it.
    """
    if all(letter == UNKNOWN for letter in known.open.values()) and not known.boxed:
        return _first_look(read_rows(reading.case), known)
    found = reconcile(reading, known)
    ways = found.proposals
    changes = ways[way if way < len(ways) else 0].changes if ways else ()
    told = {
        square: found.seen[square]
        for square, letter in known.open.items()
        if letter == UNKNOWN and found.seen.get(square, BOXED) not in (BOXED, UNKNOWN)
    }
    news = News(
        tuple((change.at, change.tile) for change in changes if isinstance(change, LaidSeen)),
        tuple((change.at, change.box) for change in changes if isinstance(change, PackedSeen)),
        told,
        tuple(found.differs) if not way else (),
        len(ways),
    )
    return news, found.lie


def _first_look(seen: Case, known: Case) -> tuple[News, Alignment | None]:
    """A cross of which nothing was told: any place where the case has room for it, and what lies beside it is new."""
    blocks, cross = seen.blocks(), sorted(known.blocks())
    for x, y in sorted(blocks, key=lambda at: (at[1], at[0])):
        lie = Alignment(0, (cross[0][0] - x, cross[0][1] - y))
        if blocks.issuperset(map(lie.back, cross)):
            lying = {lie.on(square): letter for square, letter in seen.open.items()}
            told = {square: lying[square] for square in known.squares() if lying.get(square, UNKNOWN) != UNKNOWN}
            fresh = [lie.on(at) for at in sorted(blocks) if lie.on(at) not in known]
            tiles = [(at, [lying.get(square, UNKNOWN) for square in tile_squares(at)]) for at in fresh]
            return News(tuple((at, Tile("".join(donuts))) for at, donuts in tiles), (), told, (), 1), lie
    return News(), None
