"""Proposes what a photo adds to the case a table knows, and lists where the two differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.donut_shop.case import BOXED, Case, read_rows, tile_squares
from companion.donut_shop.moves import Mend, Place
from companion.donut_shop.parts import UNKNOWN, Box, Square, Tile
from companion.kernel.repairs import Correct, write_entry
from companion.kernel.table import Table
from vision.alignment import Alignment
from vision.reconciliation import CaseDifference, FoundBox, FoundTile, reconcile

if TYPE_CHECKING:
    from vision.values import Reading


@dataclass(frozen=True, slots=True)
class CaseChanges:
    """The differences between a photo and the known case, in the table's squares.

    `revealed`: letters of squares the table did not know; `differences`: squares that no new tile or box explains;
    `ways`: number of proposals to choose from; `is_unclear`: none of them is much likelier than the others, so a person
    chooses one before anything can be recorded.
    """

    tiles: Sequence[tuple[Square, Tile]] = ()
    boxes: Sequence[tuple[Square, Box]] = ()
    revealed: Mapping[Square, str] = field(default_factory=dict)
    differences: Sequence[CaseDifference] = ()
    ways: int = 0
    is_unclear: bool = False

    @property
    def is_incomplete(self) -> bool:
        """Return whether a donut of a new tile is not known yet."""
        return any(UNKNOWN in tile.donuts for _, tile in self.tiles)


def correction_line(table: Table, square: Square, letter: str) -> str:
    """Return the line that corrects a donut: its tile's line, so that its money follows, else a mended square."""
    for applied in table.applied:
        move = applied.line.move
        if isinstance(move, Place) and square in tile_squares(move.at) and not applied.aside:
            place = tile_squares(move.at).index(square)
            donuts = f"{move.tile}"[:place] + letter + f"{move.tile}"[place + 1 :]
            kinds = Tile(donuts).kinds(table.state.edition)
            kind = move.kind if move.kind in kinds else kinds[0]
            place_again = Place(Tile(donuts), move.at, kind)
            text = table.game.rules.write(place_again, table.names)
            line = replace(applied.line, move=place_again, text=text, forced=False, decided=None)
            return write_entry(Correct(applied.line.seq, line))
    return str(table.line(None, Mend(square, letter)))


def find_changes(reading: Reading, known: Case, way: int = 0) -> tuple[CaseChanges, Alignment | None]:
    """Return what a reading changes in the known case, and its alignment; None where it looks like another case.

    `way` is the number of a proposal, 0 the likeliest if that is clear; if none is, 0 is none and the likeliest is 1.
    Known squares without a letter are revealed by it.
    """
    if all(letter == UNKNOWN for letter in known.open.values()) and not known.boxed:
        return _reveal_cross(read_rows(reading.case), known)
    found = reconcile(reading, known)
    is_unclear = bool(found.proposals) and not found.is_clear
    ways = ((), *(one.changes for one in found.proposals)) if is_unclear else [one.changes for one in found.proposals]
    changes = ways[way if way < len(ways) else 0] if ways else ()
    revealed = {
        square: found.letters[square]
        for square, letter in known.open.items()
        if letter == UNKNOWN and found.letters.get(square, BOXED) not in (BOXED, UNKNOWN)
    }
    case_changes = CaseChanges(
        tuple((change.at, change.tile) for change in changes if isinstance(change, FoundTile)),
        tuple((change.at, change.box) for change in changes if isinstance(change, FoundBox)),
        revealed,
        tuple(found.differences) if not way else (),
        len(ways),
        is_unclear and not changes,
    )
    return case_changes, found.alignment


def _reveal_cross(read: Case, known: Case) -> tuple[CaseChanges, Alignment | None]:
    """Align a cross without letters with the first place that has room for it; tiles beside it are new."""
    blocks, cross = read.blocks(), sorted(known.blocks())
    for x, y in sorted(blocks, key=lambda at: (at[1], at[0])):
        alignment = Alignment(0, (cross[0][0] - x, cross[0][1] - y))
        if blocks.issuperset(map(alignment.to_reading, cross)):
            letters = {alignment.to_known(square): letter for square, letter in read.open.items()}
            revealed = {
                square: letters[square] for square in known.squares() if letters.get(square, UNKNOWN) != UNKNOWN
            }
            spots = [alignment.to_known(at) for at in sorted(blocks) if alignment.to_known(at) not in known]
            donuts = ["".join(letters.get(square, UNKNOWN) for square in tile_squares(at)) for at in spots]
            tiles = tuple((at, Tile(letters)) for at, letters in zip(spots, donuts, strict=True))
            return CaseChanges(tiles, (), revealed, (), 1), alignment
    return CaseChanges(), None
