"""Counts how photos were read, from what people confirm, refuse and correct later."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from companion.donut_shop.moves import Pack, Place
from companion.donut_shop.state import ShopState
from companion.kernel.repairs import Correct, Line
from companion.kernel.table import Table
from companion.refusals import Unavailable
from companion.store.sightings import Sighting
from companion.store.tallies import Counted, Tallies
from companion.tables.snapshot import Snapshot

DONUTS = 4  # of a tile


def tally(tallies: Tallies, edition: str, counts: Mapping[Counted, int]) -> None:
    """Count; a file that cannot be used loses the counts, and nothing else."""
    with suppress(Unavailable):
        tallies.add(edition, counts)


def tally_lines(tallies: Tallies, before: Snapshot, after: Snapshot, sighting: Sighting | None) -> None:
    """Count what the newest lines of a table show: what a camera saw confirmed, and a photo's line corrected.

    `sighting`: what the camera had seen beside the table before them.
    """
    if not isinstance(after.table.state, ShopState):
        return
    edition = after.table.state.edition.name
    with suppress(Unavailable):
        for entry in after.table.log[before.version :]:
            if isinstance(entry, Correct) and isinstance(entry.new.move, Place):
                _tally_correction(tallies, after.table, entry, before)
            elif sighting is not None and sighting.tag == before.tag and isinstance(entry, Line):
                counts = _confirmed(entry, sighting)
                if counts:
                    tallies.add(edition, counts)
                    tallies.note_lines(edition, after.code, [entry.seq])


def note_photographed(tallies: Tallies, before: Snapshot, after: Snapshot) -> None:
    """Remember the tiles and boxes among the newest lines of a table as read from a photo."""
    lines = [entry for entry in after.table.log[before.version :] if isinstance(entry, Line)]
    photographed = [line.seq for line in lines if isinstance(line.move, Place | Pack)]
    if photographed:
        with suppress(Unavailable):
            tallies.note_lines(after.table.state.edition.name, after.code, photographed)


def _confirmed(line: Line, sighting: Sighting) -> dict[Counted, int]:
    """Return the counts of a line that says what the camera saw, maybe otherwise; empty for another line."""
    move = line.move
    if isinstance(move, Place) and not sighting.box and move.at == sighting.at:
        pairs = list(zip(move.tile.donuts, sighting.letters, strict=True))
        doubted = sum(len(likely) > 1 for _, likely in pairs)
        mended = sum(letter != likely[0] for letter, likely in pairs)
        changed = any(letter not in likely for letter, likely in pairs)
        turn = {Counted.PHOTOS: 1, Counted.TURNS: 1, Counted.SQUARES: sighting.squares or DONUTS}
        return {**turn, Counted.DOUBTED: doubted, Counted.MENDED: mended, Counted.CHANGED: int(changed)}
    if isinstance(move, Pack) and sighting.box and (move.at, str(move.box)) == (sighting.at, sighting.box):
        return {Counted.PHOTOS: 1, Counted.TURNS: 1, Counted.SQUARES: sighting.squares}
    return {}


def _tally_correction(tallies: Tallies, table: Table, correct: Correct, before: Snapshot) -> None:
    """Count the donuts of a photographed tile that are corrected later: nobody had doubted them."""
    edition = tallies.edition_of_line(before.code, correct.line)
    was = next((one.line.move for one in before.table.applied if one.line.seq == correct.line), None)
    if edition and isinstance(was, Place) and isinstance(correct.new.move, Place):
        pairs = zip(was.tile.donuts, correct.new.move.tile.donuts, strict=True)
        tallies.add(edition, {Counted.SILENT: sum(one != other for one, other in pairs)})
