"""What a reading means for a case already known: the tiles and boxes that are new, and where table and app differ.

The rules are a prior here, not a judge: a new tile lies on a free spot beside the case, a box covers open donuts and is
of one of the five sizes, and what lay under a box stays there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import NamedTuple

from companion.donut_shop.case import BOXED, EMPTY, Case, neighbours, read_rows, tile_squares
from companion.donut_shop.parts import BOXES, UNKNOWN, Box, Edition, Square, Tile
from vision.alignment import Alignment, Beliefs, beliefs, find, laid_on, likely, turned
from vision.reader import Looked, told
from vision.values import Doubt, Reading, Sample

MORE = 6.0  # nats a second, third … change must bring: most photos show what one turn changed
SURE = 4.6  # nats a single square can say at most for or against
WEAKEST = -8.0  # nats below which something is not even offered as another way to see it
NOTHING: Mapping[str, float] = {EMPTY: 1.0}  # what is believed of a square outside the reading
REACHES = 0.5  # how surely a box lies on an open donut beside a new tile for that tile to be under it
UNSEEN = 0.02  # of what looks like a box by itself, where nothing was known: a tile laid and boxed at once
OFFERED = 5  # proposals at most
OTHERS = 3  # runners-up of each kind that are looked at
TO_CHOOSE, BOXES_AT_ONCE = 80, 4  # box places weighed against each other, and new boxes found at most
NAMED, ONLY = 0.5, 2.0  # nats a type read by its own name brings, and a square only one of two drawings has costs
CLEAR = 3.0  # nats by which a drawing must fit better one way than any other
OVERLAP = 0.8  # of the most tiles that any shift brings onto tiles


class FoundTile(NamedTuple):
    """A new tile: as it lies, `?` where its donuts cannot be seen under a new box, and its spot."""

    tile: Tile
    at: Square

    def __str__(self) -> str:
        return f"place {self.tile} @{self.at[0]},{self.at[1]}"


class FoundBox(NamedTuple):
    """A new box, its top left square there."""

    box: Box
    at: Square

    def __str__(self) -> str:
        return f"box {self.box} @{self.at[0]},{self.at[1]}"


Change = FoundTile | FoundBox


class Proposal(NamedTuple):
    """What may have been done since: tiles in an order in which they can be laid, then boxes."""

    changes: tuple[Change, ...]
    weight: float  # nats by which it is likelier than that nothing was done


class Difference(NamedTuple):
    """A square where table and app differ although no new tile or box explains it: what is known, what was seen."""

    at: Square
    known: str
    seen: str


@dataclass(frozen=True, slots=True)
class Reconciled:
    """All of it in the squares of the known case. Without a `lie` the photo looks like another case, all else empty."""

    lie: Alignment | None
    proposals: tuple[Proposal, ...] = ()  # best first; none where nothing is new
    differs: tuple[Difference, ...] = ()  # in reading order, with the first proposal taken for true
    seen: Mapping[Square, str] = field(default_factory=dict)  # what was read, by square
    doubts: Mapping[Square, Doubt] = field(default_factory=dict)


def read_on(
    looked: Looked, edition: Edition, samples: Sequence[Sample], known: Case | None
) -> tuple[Reading, Alignment | None]:
    """What was looked at in letters, and how it lies on the known case, if it does.

    Then the known squares are a lesson: what this photo's light makes of each type, with sprinkles and without.
    """
    reading = told(looked, edition, samples)
    lie = None if known is None else find(reading, known)
    if known is None or lie is None:
        return reading, None
    return told(looked, edition, samples, {square: known.letter(lie.on(square)) for square in reading.guesses}), lie


def reconcile(reading: Reading, known: Case, lie: Alignment | None = None) -> Reconciled:
    """Find where the reading lies on the known case, and what is new; `guesses` are taken as likelihoods up to 1.

    `lie` is how it lies there, where that was found already.
    """
    lie = lie or find(reading, known)
    if lie is None:
        return Reconciled(None)
    placed = laid_on(beliefs(reading), lie)
    proposals = _proposals(placed, known)
    letters = {square: max(belief, key=belief.__getitem__) for square, belief in placed.items()}
    doubts = {lie.on(square): doubt for square, doubt in reading.doubts.items()}
    seen = {square: letter for square, letter in letters.items() if letter != EMPTY}
    changes = proposals[0].changes if proposals else ()
    differs = _differences(known, seen, changes, {s for s, doubt in doubts.items() if doubt is Doubt.HIDDEN})
    return Reconciled(lie, proposals, differs, seen, doubts)


def turn_text(proposal: Proposal) -> str:
    """`place MBON @6,2` or `box 2x3 @4,2`, in the known drawing's squares; several with `; ` between them."""
    return "; ".join(map(str, proposal.changes))


def with_known(reading: Reading, known: Case, lie: Alignment | None = None) -> Reading:
    """The reading with its doubts settled where what is known lies there still; all others stay doubts.

    `lie` is how it lies on the known case, where that was found already.
    """
    lie = lie or find(reading, known)
    if lie is None:
        return reading
    seen, doubts = beliefs(reading), dict(reading.doubts)
    rows = [list(row) for row in reading.case]
    for square, doubt in reading.doubts.items():
        letter, (x, y) = known.letter(lie.on(square)), square
        if letter in (EMPTY, UNKNOWN) or not _lies_still(letter, rows[y][x], doubt, seen[square]):
            continue
        rows[y][x] = letter
        del doubts[square]
    return replace(reading, case=tuple("".join(row) for row in rows), doubts=doubts)


def _lies_still(letter: str, read: str, doubt: Doubt, belief: Mapping[str, float]) -> bool:
    """May a doubtful square be what is known to have lain there?"""
    if BOXED in (letter, read):
        return letter == BOXED  # a box stays; whether a new one came is for a person to say
    return doubt is Doubt.HIDDEN or likely(belief, letter) >= 0.02


def _proposals(placed: Beliefs, known: Case) -> tuple[Proposal, ...]:
    """What may have been done, best first: all that is seen, then each of it alone, then the runners-up."""
    tiles = _new_tiles(placed, known)
    case = known
    for one in tiles:
        case = _after(case, one.changes[0])
    found = [*tiles, *_new_boxes(_box_places(placed, case), MORE if tiles else 0.0)]
    if not found:
        return ()
    others = [*(found if len(found) > 1 else ()), *_runners_up(placed, known, found)]
    others.sort(key=lambda one: -one.weight)
    return (_together(found), *others[: OFFERED - 1])


def _together(found: Sequence[Proposal]) -> Proposal:
    """One proposal of several; each after the first must bring what a second change costs."""
    changes = tuple(change for one in found for change in one.changes)
    return Proposal(changes, sum(one.weight for one in found) - MORE * (len(changes) - 1))


def _after(case: Case, change: Change) -> Case:
    if isinstance(change, FoundTile):
        return case.laid(change.tile, change.at)
    return case.with_box_over(change.box.squares(change.at))


def _new_tiles(placed: Beliefs, known: Case) -> list[Proposal]:
    """The tiles seen on free spots, each beside the case or an earlier one."""
    case, found = known, list[Proposal]()
    while spots := [(_tile_weight(placed, case, spot), spot) for spot in case.spots()]:
        weight, spot = max(spots, key=lambda pair: pair[0])
        if weight <= (MORE if found else 0):
            break
        found.append(Proposal((FoundTile(_tile(placed, spot), spot),), weight))
        case = _after(case, found[-1].changes[0])
    return found


def _tile_weight(placed: Beliefs, case: Case, spot: Square) -> float:
    """Nats by which something lies on this spot rather than nothing.

    A box with no donut in sight is rather the table, except where it reaches over donuts that lay open.
    """
    squares = tile_squares(spot)
    around = {near for square in squares for near in neighbours(square) if near in case.open}
    boxed = any(placed.get(near, {}).get(BOXED, 0.0) > REACHES for near in around)
    seen = [placed.get(square, NOTHING) for square in squares]
    empty = [belief.get(EMPTY, 0.0) + (0.0 if boxed else (1 - UNSEEN) * belief.get(BOXED, 0.0)) for belief in seen]
    return sum(_capped(1 - share, share) for share in empty)


def _capped(one: float, other: float) -> float:
    """log(one / other), no square saying more than SURE."""
    return max(-SURE, min(SURE, log(max(one, 1e-4) / max(other, 1e-4))))


def _tile(placed: Beliefs, spot: Square) -> Tile:
    donuts = []
    for square in tile_squares(spot):
        belief = {letter: share for letter, share in placed.get(square, {}).items() if letter != EMPTY}
        best = max(belief, key=belief.__getitem__, default=UNKNOWN)
        donuts.append(UNKNOWN if best == BOXED else best)
    return Tile("".join(donuts))


def _box_places(placed: Beliefs, case: Case) -> list[Proposal]:
    """Every place of a box over open donuts that something speaks for, most first."""
    says = {s: _capped(likely(placed[s], BOXED), likely(placed[s], case.open[s])) for s in case.open if s in placed}
    found = []
    for box in BOXES.values():
        corner = box.squares((1 - box.width, 1 - box.height))
        for at in {(x + i, y + j) for (x, y), weight in says.items() if weight > 0 for i, j in corner}:
            squares = box.squares(at)
            if all(square in case.open for square in squares):
                found.append(Proposal((FoundBox(box, at),), sum(says.get(square, 0.0) for square in squares)))
    return sorted((one for one in found if one.weight > WEAKEST), key=lambda one: -one.weight)


def _new_boxes(places: Sequence[Proposal], first: float) -> list[Proposal]:
    """The boxes, none on another, that together have most to speak for them; each must bring over `first` nats."""
    good = [(one, frozenset(_covered(one))) for one in places[:TO_CHOOSE] if one.weight > first]
    best = _heaviest(good, BOXES_AT_ONCE)
    return sorted(best, key=lambda one: (one.changes[0].at[1], one.changes[0].at[0]))


def _heaviest(places: Sequence[tuple[Proposal, frozenset[Square]]], count: int) -> list[Proposal]:
    """Of places in falling weight at most so many that do not touch, each but one bringing over MORE nats."""
    best, most = list[Proposal](), 0.0
    for at, (one, squares) in enumerate(places):
        if count * one.weight <= most:
            break
        rest = [place for place in places[at + 1 :] if place[0].weight > MORE and not place[1] & squares]
        some = [one, *(_heaviest(rest, count - 1) if count > 1 else ())]
        weight = _together(some).weight
        if weight > most:
            best, most = some, weight
    return best


def _covered(box: Proposal) -> list[Square]:
    return [square for one in box.changes if isinstance(one, FoundBox) for square in one.box.squares(one.at)]


def _runners_up(placed: Beliefs, known: Case, taken: Sequence[Proposal]) -> list[Proposal]:
    """Other single tiles and boxes that might be meant."""
    done = {change for one in taken for change in one.changes}
    tiles = [
        Proposal((FoundTile(_tile(placed, spot), spot),), _tile_weight(placed, known, spot)) for spot in known.spots()
    ]
    others = [
        [one for one in kind if one.changes[0] not in done and one.weight > WEAKEST]
        for kind in (sorted(tiles, key=lambda one: -one.weight), _box_places(placed, known))
    ]
    return [one for kind in others for one in kind[:OTHERS]]


def _differences(
    known: Case, seen: Mapping[Square, str], changes: tuple[Change, ...], hidden: set[Square]
) -> tuple[Difference, ...]:
    """Squares where what was seen is not what would lie there after the changes."""
    after = known
    for change in changes:
        after = _after(after, change)
    squares = sorted({*after.squares(), *seen} - hidden, key=lambda s: (s[1], s[0]))
    both = [(square, after.letter(square), seen.get(square, EMPTY)) for square in squares]
    return tuple(Difference(*one) for one in both if one[1] not in (one[2], UNKNOWN))


def aligned(reading: Reading, rows: Sequence[str]) -> tuple[str, ...] | None:
    """A drawn case turned and shifted onto the reading's own squares, as rows of its size; None where it fits nowhere.

    The reading may confuse types, as before anything was taught: where donuts, boxes and holes lie counts, and that one
    type is read as one type, whichever.
    """
    drawn, seen = read_rows(rows), read_rows(reading.case)
    ways = [
        (_agreement(seen, placed), placed)
        for quarters in range(4)
        for turned_case in [_turned(drawn, quarters)]
        for placed in (_shifted(turned_case, shift) for shift in _overlapping(seen, turned_case))
    ]
    ways.sort(key=lambda way: -way[0])
    different = [weight for weight, placed in ways[1:] if _letters(placed) != _letters(ways[0][1])]
    if not ways or ways[0][0] <= 0 or (different and ways[0][0] - different[0] < CLEAR):
        return None
    width, height = len(reading.case[0]), len(reading.case)
    return tuple("".join(ways[0][1].letter((x, y)) for x in range(width)) for y in range(height))


def _letters(case: Case) -> dict[Square, str]:
    return {square: case.letter(square) for square in case.squares()}


def _turned(case: Case, quarters: int) -> Case:
    return Case(*({turned(s, quarters): letter for s, letter in part.items()} for part in (case.open, case.boxed)))


def _shifted(case: Case, shift: Square) -> Case:
    dx, dy = shift
    return Case(*({(x + dx, y + dy): letter for (x, y), letter in part.items()} for part in (case.open, case.boxed)))


def _overlapping(seen: Case, drawn: Case) -> list[Square]:
    """The even shifts that bring most tiles of the drawing onto tiles seen."""
    votes = Counter((i - x, j - y) for i, j in seen.blocks() for x, y in drawn.blocks())
    return [shift for shift, count in votes.items() if count >= OVERLAP * max(votes.values())]


def _agreement(seen: Case, drawn: Case) -> float:
    """How much, in nats, what was read tells of what was drawn, types by whatever name; less what only one has."""
    both = [(seen.letter(s), drawn.letter(s)) for s in seen.squares() if s in drawn]
    only = len(seen) + len(drawn) - 2 * len(both)
    kinds = [(read.upper(), true.upper()) for read, true in both]
    sprinkles = [(read.islower(), true.islower()) for read, true in both]
    same = sum(read == true for read, true in kinds)
    return _told(kinds) + _told(sprinkles) + NAMED * same - ONLY * only


def _told(pairs: Sequence[tuple[object, object]]) -> float:
    """How much the first of each pair tells of the second: their mutual information times their number, in nats."""
    count, first, second = Counter(pairs), Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    return sum(n * log(n * len(pairs) / (first[a] * second[b])) for (a, b), n in count.items())
