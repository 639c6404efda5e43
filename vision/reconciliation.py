"""Reconciles a reading with a known case: the tiles and boxes that are new, and the squares where table and app differ.

The rules are a prior, not a judge: a new tile is on a free spot beside the case, a box covers open donuts and has one
of the five sizes, and what is under a box stays there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import NamedTuple

from companion.donut_shop.case import BOXED, EMPTY, Case, neighbours, tile_squares
from companion.donut_shop.parts import BOXES, UNKNOWN, Box, Edition, Square, Tile
from vision.alignment import Alignment, Beliefs, align_reading, aligned_beliefs, beliefs, likeliest, likelihood
from vision.reader import Analysis, assign_letters
from vision.values import Doubt, Reading, Sample

MORE = 6.0  # nats a second, third … change must bring: most photos show the changes of one turn
SURE = 4.6  # nats a single square can bring at most for or against
WEAKEST = -8.0  # nats below which a change is not even proposed as an alternative
ABSENT: Mapping[str, float] = {EMPTY: 1.0}  # belief of a square outside the reading
HARDLY = 1.0  # nats for a box on a donut that is not known
REACHES = 0.5  # probability of a box on an open donut beside a new tile from which it may cover that tile
UNSEEN = 0.02  # of an apparent box by itself, where nothing was known: a tile laid and boxed at once
MOST_PROPOSALS = 5
RUNNERS_UP = 3  # of each kind that are examined
MOST_PLACES, MOST_BOXES = 80, 4  # box places weighed against each other, and new boxes found at most
CLEAR = 7.0  # nats by which the first proposal must explain the photo better than any other, or a person is asked
LEGIBLE = 0.88  # belief from which a new tile's donut is taken as read; below, a person is asked
SETTLED = 0.02  # likelihood from which a doubtful square is taken for the known letter


class FoundTile(NamedTuple):
    """A new tile, turned as in the drawing, and its spot; `?` for donuts under a new box or not surely read."""

    tile: Tile
    at: Square

    def __str__(self) -> str:
        return f"place {self.tile} @{self.at[0]},{self.at[1]}"


class FoundBox(NamedTuple):
    """A new box and its top left square."""

    box: Box
    at: Square

    def __str__(self) -> str:
        return f"box {self.box} @{self.at[0]},{self.at[1]}"


FoundChange = FoundTile | FoundBox


class Proposal(NamedTuple):
    """Moves that may have been made since: tiles in an order in which they can be laid, then boxes."""

    changes: tuple[FoundChange, ...]
    weight: float  # nats by which it is likelier than that nothing was done


class CaseDifference(NamedTuple):
    """A square where table and app differ although no new tile or box explains it."""

    at: Square
    known: str
    read: str


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """The result, in squares of the known case. Without an alignment the photo shows another case; all is empty."""

    alignment: Alignment | None
    proposals: tuple[Proposal, ...] = ()  # best first; none where nothing is new
    is_clear: bool = False  # whether the first explains the photo much better than the others
    differences: tuple[CaseDifference, ...] = ()  # in reading order, if the first proposal is true
    letters: Mapping[Square, str] = field(default_factory=dict)  # what was read, by square
    doubts: Mapping[Square, Doubt] = field(default_factory=dict)

    @property
    def turn(self) -> Proposal | None:
        """Return the first proposal if it is clear, and every donut of its tiles is read or under a new box."""
        if not self.proposals or not self.is_clear:
            return None
        covered = set(_covered(self.proposals[0]))
        tiles = [one for one in self.proposals[0].changes if isinstance(one, FoundTile)]
        return self.proposals[0] if all(_unread(tile) <= covered for tile in tiles) else None


def read_known_case(
    analysis: Analysis,
    edition: Edition,
    samples: Sequence[Sample],
    known: Case | None,
    align: Callable[[Reading, Case], Alignment | None] = align_reading,
) -> tuple[Reading, Alignment | None]:
    """Return the reading of an analysed photo, and its alignment with the known case, if it has one.

    With an alignment the photo is read a second time: the known squares show what its light makes of each type, with
    sprinkles and without. `align` finds the alignment.
    """
    reading = assign_letters(analysis, edition, samples)
    alignment = None if known is None else align(reading, known)
    if known is None or alignment is None:
        return reading, None
    letters = {square: known.letter(alignment.to_known(square)) for square in reading.guesses}
    return assign_letters(analysis, edition, samples, letters), alignment


def reconcile(reading: Reading, known: Case, alignment: Alignment | None = None) -> Reconciliation:
    """Find what is new in a reading of the known case; its guesses are taken as likelihoods up to 1.

    `alignment` may be given where it was found before.
    """
    alignment = alignment or align_reading(reading, known)
    if alignment is None:
        return Reconciliation(None)
    placed = aligned_beliefs(beliefs(reading), alignment)
    proposals = _proposals(placed, known)
    letters = {square: likeliest(belief) for square, belief in placed.items()}
    letters = {square: letter for square, letter in letters.items() if letter != EMPTY}
    doubts = {alignment.to_known(square): doubt for square, doubt in reading.doubts.items()}
    changes = proposals[0].changes if proposals else ()
    hidden = {square for square, doubt in doubts.items() if doubt is Doubt.HIDDEN}
    hidden |= {alignment.to_known(square) for square in reading.washed_out}
    is_clear = bool(proposals) and all(proposals[0].weight - one.weight >= CLEAR for one in proposals[1:])
    return Reconciliation(
        alignment, proposals, is_clear, _differences(known, letters, changes, hidden), letters, doubts
    )


def turn_text(proposal: Proposal) -> str:
    """Return `place MBON @6,2` or `box 2x3 @4,2`, in the known drawing's squares; several with `; ` between them."""
    return "; ".join(map(str, proposal.changes))


def settle_doubts(reading: Reading, known: Case, alignment: Alignment | None = None) -> Reading:
    """Return the reading without the doubts that the known case answers; all others remain.

    `alignment` may be given where it was found before.
    """
    alignment = alignment or align_reading(reading, known)
    if alignment is None:
        return reading
    found, doubts = beliefs(reading), dict(reading.doubts)
    rows = [list(row) for row in reading.case]
    for square, doubt in reading.doubts.items():
        letter, (x, y) = known.letter(alignment.to_known(square)), square
        if letter in (EMPTY, UNKNOWN) or not _is_unchanged(letter, rows[y][x], doubt, found[square]):
            continue
        rows[y][x] = letter
        del doubts[square]
    return replace(reading, case=tuple("".join(row) for row in rows), doubts=doubts)


def _is_unchanged(letter: str, read: str, doubt: Doubt, belief: Mapping[str, float]) -> bool:
    """Return whether a doubtful square may still be the known letter."""
    if BOXED in (letter, read):
        return letter == BOXED  # a box stays; whether a new one came is for a person to decide
    return doubt is Doubt.HIDDEN or likelihood(belief, letter) >= SETTLED


# Proposals


def _proposals(placed: Beliefs, known: Case) -> tuple[Proposal, ...]:
    """Return what may have been done, best first: all that is seen, then each change alone, then the runners-up."""
    tiles = _new_tiles(placed, known)
    boxes = _boxes_after(placed, known, tiles)
    if unneeded := [one for one in tiles if not _is_explained(placed, one, boxes)]:
        tiles = [one for one in tiles if one not in unneeded]
        boxes = _boxes_after(placed, known, tiles)
    found = [*tiles, *boxes]
    if not found:
        return ()
    others = [*(found if len(found) > 1 else ()), *_runners_up(placed, known, found)]
    others.sort(key=lambda one: -one.weight)
    return (_combined(found), *others[: MOST_PROPOSALS - 1])


def _boxes_after(placed: Beliefs, known: Case, tiles: Sequence[Proposal]) -> list[Proposal]:
    case = known
    for one in tiles:
        case = _after(case, one.changes[0])
    return _new_boxes(_box_places(placed, case), MORE if tiles else 0.0)


def _is_explained(placed: Beliefs, tile: Proposal, boxes: Sequence[Proposal]) -> bool:
    """Return whether new boxes cover what looks boxed of a new tile; otherwise it is rather something on the table."""
    covered = {square for box in boxes for square in _covered(box)}
    unread = {square for change in tile.changes if isinstance(change, FoundTile) for square in _unread(change)}
    return all(square in covered or likeliest(placed.get(square, ABSENT)) != BOXED for square in unread)


def _unread(tile: FoundTile) -> set[Square]:
    """Return the squares of a new tile whose donuts are not known."""
    return {at for at, letter in zip(tile_squares(tile.at), f"{tile.tile}", strict=True) if letter == UNKNOWN}


def _combined(found: Sequence[Proposal]) -> Proposal:
    """Return one proposal of several; each after the first costs what a further change must bring."""
    changes = tuple(change for one in found for change in one.changes)
    return Proposal(changes, sum(one.weight for one in found) - MORE * (len(changes) - 1))


def _after(case: Case, change: FoundChange) -> Case:
    if isinstance(change, FoundTile):
        return case.laid(change.tile, change.at)
    return case.with_box_over(change.box.squares(change.at))


def _runners_up(placed: Beliefs, known: Case, chosen: Sequence[Proposal]) -> list[Proposal]:
    """Return other single tiles and boxes that the photo may show."""
    done = {change for one in chosen for change in one.changes}
    tiles = [
        Proposal((FoundTile(_tile(placed, spot), spot),), _tile_weight(placed, known, spot)) for spot in known.spots()
    ]
    others = [
        [one for one in kind if one.changes[0] not in done and one.weight > WEAKEST]
        for kind in (sorted(tiles, key=lambda one: -one.weight), _box_places(placed, known))
    ]
    return [one for kind in others for one in kind[:RUNNERS_UP]]


def _differences(
    known: Case, read: Mapping[Square, str], changes: tuple[FoundChange, ...], hidden: set[Square]
) -> tuple[CaseDifference, ...]:
    """Return the squares where the reading is not the known case after the changes."""
    after = known
    for change in changes:
        after = _after(after, change)
    squares = sorted({*after.squares(), *read} - hidden, key=lambda s: (s[1], s[0]))
    pairs = [CaseDifference(square, after.letter(square), read.get(square, EMPTY)) for square in squares]
    return tuple(one for one in pairs if one.known not in (one.read, UNKNOWN))


# Tiles


def _new_tiles(placed: Beliefs, known: Case) -> list[Proposal]:
    """Return the tiles seen on free spots, each beside the case or an earlier one."""
    case, found = known, list[Proposal]()
    while spots := [(_tile_weight(placed, case, spot), spot) for spot in case.spots()]:
        weight, spot = max(spots, key=lambda pair: pair[0])
        if weight <= (MORE if found else 0):
            break
        found.append(Proposal((FoundTile(_tile(placed, spot), spot),), weight))
        case = _after(case, found[-1].changes[0])
    return found


def _tile_weight(placed: Beliefs, case: Case, spot: Square) -> float:
    """Return the nats by which a tile is on this spot rather than nothing.

    A box with no donut in sight is rather the table, except where it reaches over donuts that were open.
    """
    squares = tile_squares(spot)
    around = {near for square in squares for near in neighbours(square) if near in case.open}
    is_boxed = any(placed.get(near, {}).get(BOXED, 0.0) > REACHES for near in around)
    found = [placed.get(square, ABSENT) for square in squares]
    empty = [belief.get(EMPTY, 0.0) + (0.0 if is_boxed else (1 - UNSEEN) * belief.get(BOXED, 0.0)) for belief in found]
    return sum(_capped_log(1 - share, share) for share in empty)


def _capped_log(one: float, other: float) -> float:
    """Return log(one / other), between -SURE and SURE."""
    return max(-SURE, min(SURE, log(max(one, 1e-4) / max(other, 1e-4))))


def _tile(placed: Beliefs, spot: Square) -> Tile:
    donuts = []
    for square in tile_squares(spot):
        belief = {letter: share for letter, share in placed.get(square, {}).items() if letter != EMPTY}
        best = max(belief, key=belief.__getitem__, default=UNKNOWN)
        is_read = best != BOXED and belief.get(best, 0.0) >= LEGIBLE * sum(belief.values())
        donuts.append(best if is_read else UNKNOWN)
    return Tile("".join(donuts))


# Boxes


def _box_places(placed: Beliefs, case: Case) -> list[Proposal]:
    """Return every place of a box over open donuts with some evidence, the strongest first."""
    evidence = {
        square: _box_evidence(placed[square], letter) for square, letter in case.open.items() if square in placed
    }
    found = []
    for box in BOXES.values():
        corner = box.squares((1 - box.width, 1 - box.height))
        for at in {(x + i, y + j) for (x, y), weight in evidence.items() if weight > 0 for i, j in corner}:
            squares = box.squares(at)
            if all(square in case.open for square in squares):
                found.append(Proposal((FoundBox(box, at),), sum(evidence.get(square, 0.0) for square in squares)))
    return sorted((one for one in found if one.weight > WEAKEST), key=lambda one: -one.weight)


def _box_evidence(belief: Mapping[str, float], letter: str) -> float:
    """Return the nats by which a box is on a square rather than this donut; hardly any where the donut is not known.

    So a tile that is laid and boxed at once needs a box that covers older donuts too.
    """
    weight = _capped_log(likelihood(belief, BOXED), likelihood(belief, letter))
    hardly = HARDLY if belief.get(BOXED, 0.0) > REACHES else 0.0
    return weight + hardly if letter == UNKNOWN else weight


def _new_boxes(places: Sequence[Proposal], least: float) -> list[Proposal]:
    """Return the disjoint boxes with the most evidence together; each must bring over `least` nats."""
    good = [(one, frozenset(_covered(one))) for one in places[:MOST_PLACES] if one.weight > least]
    best = _heaviest(good, MOST_BOXES)
    return sorted(best, key=lambda one: (one.changes[0].at[1], one.changes[0].at[0]))


def _heaviest(places: Sequence[tuple[Proposal, frozenset[Square]]], count: int) -> list[Proposal]:
    """Return at most `count` disjoint places, given in falling weight, each but one bringing over MORE nats."""
    best, highest = list[Proposal](), 0.0
    for number, (one, squares) in enumerate(places):
        if count * one.weight <= highest:
            break
        rest = [place for place in places[number + 1 :] if place[0].weight > MORE and not place[1] & squares]
        some = [one, *(_heaviest(rest, count - 1) if count > 1 else ())]
        weight = _combined(some).weight
        if weight > highest:
            best, highest = some, weight
    return best


def _covered(proposal: Proposal) -> list[Square]:
    return [square for one in proposal.changes if isinstance(one, FoundBox) for square in one.box.squares(one.at)]
