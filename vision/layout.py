"""Makes a legal case of what each square looks like: whole tiles that hang together, boxes of the five sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.donut_shop.case import neighbouring_spots, neighbours, tile_squares
from companion.donut_shop.parts import BOXES, Square
from vision.cells import BOX, DONUT, EMPTY, HOLES, Cells
from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array


@dataclass(frozen=True, slots=True)
class Layout:
    """Which squares hold a donut and which a box, in squares of the rectangle looked at, each with its log-odds."""

    there: dict[Square, float]  # of the tile, that it lies there
    boxed: frozenset[Square]
    left_out: dict[Square, float]  # squares of tiles that may lie there after all, with theirs
    cut: bool  # a tile runs out of the photo


def lay(cells: Cells) -> Layout | None:
    """The likeliest legal case; None where there is not one tile."""
    import numpy as np

    tuned = SETTINGS.layout
    sure = np.clip(cells.kinds, tuned["floor"], 1)
    odds = np.log(1 - np.minimum(cells.kinds[..., EMPTY], 1 - tuned["floor"])) - np.log(sure[..., EMPTY])
    odds[cells.inside < tuned["inside"]] = 0  # what is not in the photo says nothing
    best: dict[Square, float] = {}
    most = 0.0
    for parity in ((0, 0), (1, 0), (0, 1), (1, 1)):
        tiles = _tiles(odds, parity)
        score = sum(max(value, 0.0) for value in tiles.values())
        if score > most:
            best, most = tiles, score
    found = {spot: value for spot, value in best.items() if value > 0 and not _hardly_seen(cells, spot)}
    lying = _heaviest(found, best, {spot for spot in found if _shows_donuts(cells, spot)})
    if not lying:
        return None
    there = {square: best[spot] for spot in lying for square in tile_squares(spot)}
    close = [s for s, v in best.items() if s not in lying and v > tuned["maybe"] and set(neighbouring_spots(s)) & lying]
    cut = any(_is_cut(cells, spot) for spot in lying)
    maybe = {square: best[spot] for spot in close if not _is_cut(cells, spot) for square in tile_squares(spot)}
    return Layout(there, _boxed(cells, list(there)), maybe, cut)


def _tiles(odds: Array, parity: Square) -> dict[Square, float]:
    """The log-odds of every whole tile of one way to cut the squares, by its spot."""
    left, top = parity
    height, width = (odds.shape[0] - top) // 2, (odds.shape[1] - left) // 2
    own = odds[top : top + 2 * height, left : left + 2 * width]
    sums = own.reshape(height, 2, width, 2).sum((1, 3))
    return {(2 * x + left, 2 * y + top): float(sums[y, x]) for y in range(height) for x in range(width)}


def _heaviest(lying: dict[Square, float], odds: dict[Square, float], shown: set[Square]) -> set[Square]:
    """The tiles that hang together and weigh most; near ones are joined by a doubtful tile between them.

    A hand may lie on that one: where the others are surely seen, by their donuts, it may look like anything.
    """
    parts = list(_parts(lying, neighbouring_spots))
    if not parts:
        return set()
    parts.sort(key=lambda part: -sum(lying[spot] for spot in part))
    whole = parts[0]
    for part in parts[1:]:
        between = [
            s
            for s in odds
            if s not in lying and set(neighbouring_spots(s)) & whole and set(neighbouring_spots(s)) & part
        ]
        gain = sum(lying[spot] for spot in part)
        bridge = max(between, key=lambda s: odds[s], default=None)
        least = SETTINGS.layout["bridge_to_donuts" if part <= shown else "bridge"]
        if bridge is not None and gain + odds[bridge] > 0 and odds[bridge] > least:
            whole = whole | part | {bridge}
    return whole


def _parts(of: Iterable[Square], around: Callable[[Square], Iterable[Square]]) -> Iterator[set[Square]]:
    """Groups of spots or squares that hang together by what is `around` each."""
    left = set(of)
    while left:
        part = {left.pop()}
        waiting = list(part)
        for one in waiting:
            for other in around(one):
                if other in left:
                    left.remove(other)
                    part.add(other)
                    waiting.append(other)
        yield part


def _shows_donuts(cells: Cells, spot: Square) -> bool:
    """Are all but one of its squares surely donuts?"""
    sure = [float(cells.kinds[y, x, DONUT]) > SETTINGS.layout["surely_donut"] for x, y in tile_squares(spot)]
    return sum(sure) >= len(sure) - 1


def _is_cut(cells: Cells, spot: Square) -> bool:
    """Does this tile run out of the photo?"""
    return min(float(cells.inside[y, x]) for x, y in tile_squares(spot)) < SETTINGS.layout["cut"]


def _hardly_seen(cells: Cells, spot: Square) -> bool:
    """Does it run out of the photo, without a donut or surely a box on what is left? Then it is rather the table."""
    left = [cells.kinds[y, x] for x, y in tile_squares(spot) if cells.inside[y, x] >= SETTINGS.layout["inside"]]
    seen = any(of[[DONUT, HOLES]].sum() > 0.5 or of[BOX] > SETTINGS.layout["surely_box"] for of in left)
    return _is_cut(cells, spot) and not seen


def _boxed(cells: Cells, squares: list[Square]) -> frozenset[Square]:
    """The squares under boxes: those that look so, mended until the five sizes cover them exactly."""
    import numpy as np

    kinds = np.maximum(cells.kinds, SETTINGS.layout["floor"])
    odds = {
        (x, y): float(np.log(kinds[y, x, BOX] / (kinds[y, x].sum() - kinds[y, x, BOX] - kinds[y, x, EMPTY])))
        for x, y in squares
    }
    boxed = {square for square in squares if odds[square] > 0}
    found: set[Square] = set()
    for part in _parts(boxed, neighbours):
        found |= _covered(part, odds)
    return frozenset(found)


def _covered(part: set[Square], odds: dict[Square, float]) -> set[Square]:
    """The group, or where no boxes cover it exactly, the likeliest change of a few squares after which they do."""
    if covers(frozenset(part)):
        return part
    rim = {s for square in part for s in neighbours(square) if s in odds} - part
    weak = sorted((*part, *rim), key=lambda s: abs(odds[s]))[: int(SETTINGS.layout["weak"])]
    changes = [(abs(odds[a]), {a}) for a in weak]
    changes += [(abs(odds[a]) + abs(odds[b]), {a, b}) for i, a in enumerate(weak) for b in weak[i + 1 :]]
    for _, change in sorted(changes, key=lambda c: c[0]):
        if covers(frozenset(part ^ change)):
            return part ^ change
    return max((set(box) for box in _inside(part)), key=lambda box: sum(odds[s] for s in box), default=set())


def _inside(part: set[Square]) -> Iterator[tuple[Square, ...]]:
    for square in part:
        for box in BOXES.values():
            if part.issuperset(covered := box.squares(square)):
                yield covered


def covers(squares: frozenset[Square], patience: int = 4_000) -> bool:
    """Do boxes of the five sizes cover these squares exactly? Gives up, and says no, after so many tries."""
    tries = 0

    def rest(left: frozenset[Square]) -> bool:
        nonlocal tries
        if not left:
            return True
        tries += 1
        if tries > patience:
            return False
        first = min(left, key=lambda s: (s[1], s[0]))
        return any(left.issuperset(own) and rest(left.difference(own)) for own in _from(first))

    return rest(squares)


def _from(first: Square) -> Iterator[tuple[Square, ...]]:
    """What each box covers with its top left square there."""
    return (box.squares(first) for box in BOXES.values())
