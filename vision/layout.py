"""Makes a legal case of the classified squares: whole tiles that are connected, boxes of the five sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.donut_shop.case import neighbouring_spots, neighbours, tile_squares
from companion.donut_shop.parts import BOXES, Square
from vision.classification import BOX, DONUT, EMPTY, HOLES, SquareClasses
from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array


@dataclass(frozen=True, slots=True)
class Layout:
    """The squares that hold a donut or a box, in squares of the lattice window; with log-odds of their tiles."""

    present: dict[Square, float]  # squares of the tiles found
    boxed: frozenset[Square]
    uncertain: dict[Square, float]  # squares beside the case that may hold a tile after all
    is_cut_off: bool  # a tile runs out of the photo
    washed_out: frozenset[Square] = frozenset()  # squares of both burnt white, and not under a box whose border is seen


def find_layout(classes: SquareClasses) -> Layout | None:
    """Return the likeliest legal case; None where no tile is seen, or what is seen cannot be a case."""
    odds, settings = _with_burnt(classes, _with_outlines(classes, _tile_odds(classes))), SETTINGS.layout
    likely = {spot: value for spot, value in odds.items() if value > 0 and not _is_hardly_visible(classes, spot)}
    tiles = _heaviest(likely, odds, {spot for spot in likely if _shows_donuts(classes, spot)})
    if not tiles or not _may_be_case(classes, tiles):
        return None
    present = {square: odds[spot] for spot in tiles for square in tile_squares(spot)}
    outside = [spot for spot, value in odds.items() if spot not in tiles and value > settings["maybe"]]
    close = [spot for spot in outside if set(neighbouring_spots(spot)) & tiles]
    is_cut_off = any(_is_cut_off(classes, spot) for spot in tiles)
    uncertain = {
        square: odds[spot] for spot in close if not _is_cut_off(classes, spot) for square in tile_squares(spot)
    }
    boxed = _boxed(classes, list(present))
    return Layout(present, boxed, uncertain, is_cut_off, _washed_out(classes, (*present, *uncertain), boxed))


# Tiles


def _tile_odds(classes: SquareClasses) -> dict[Square, float]:
    """Return the log-odds of a tile by spot, for the best of the four ways to divide the squares into tiles."""
    import numpy as np

    settings = SETTINGS.layout
    kinds = np.clip(classes.kinds, settings["floor"], 1)
    odds = np.log(1 - np.minimum(classes.kinds[..., EMPTY], 1 - settings["floor"])) - np.log(kinds[..., EMPTY])
    odds[classes.visible < settings["inside"]] = 0  # outside the photo there is no evidence
    best: dict[Square, float] = {}
    highest = 0.0
    for parity in ((0, 0), (1, 0), (0, 1), (1, 1)):
        tiles = _tiles(odds, parity)
        score = sum(max(value, 0.0) for value in tiles.values())
        if score > highest:
            best, highest = tiles, score
    return best


def _tiles(odds: Array, parity: Square) -> dict[Square, float]:
    """Return the log-odds of every whole tile, by its spot, for one way to divide the squares."""
    left, top = parity
    height, width = (odds.shape[0] - top) // 2, (odds.shape[1] - left) // 2
    part = odds[top : top + 2 * height, left : left + 2 * width]
    sums = part.reshape(height, 2, width, 2).sum((1, 3))
    return {(2 * x + left, 2 * y + top): float(sums[y, x]) for y in range(height) for x in range(width)}


def _with_outlines(classes: SquareClasses, odds: dict[Square, float]) -> dict[Square, float]:
    """Return the log-odds of tiles, for those that show no donut by their outline too.

    A box without a donut in sight may be bare table in a notch of the case. A box has an edge where the table begins:
    a line stronger than those the table itself has along the lattice.
    """
    import numpy as np

    settings = SETTINGS.outline
    table = _table_lines(classes)
    bare = [spot for spot in odds if odds[spot] > settings["least"] and _is_bare(classes, spot)]
    case = {square for spot, value in odds.items() if value > 0 for square in tile_squares(spot)}
    weighed = {}
    for spot in bare:
        own = set(tile_squares(spot))
        lines = _lines_between(classes, own, own | case)
        weighed[spot] = settings["net_alone"] * odds[spot] + settings["alone"]
        if lines:
            ratio = np.log((float(np.median(lines)) + 1) / (table + settings["texture"]))
            weighed[spot] = settings["net"] * odds[spot] + settings["line"] * ratio + settings["bias"]
    return {**odds, **weighed}


def _with_burnt(classes: SquareClasses, odds: dict[Square, float]) -> dict[Square, float]:
    """Return the log-odds of tiles, for those burnt white by the tiles around: light falls on the case, not on a hole.

    Not where the table is white itself.
    """
    settings = SETTINGS.outline
    table = classes.kinds[..., EMPTY] > settings["surely_table"]
    if float(classes.washed_out[table].mean() if table.any() else 0.0) > settings["white_table"]:
        return odds
    burnt = {
        spot
        for spot in odds
        if sum(is_washed_out(classes, square) for square in tile_squares(spot)) >= settings["burnt_squares"]
    }
    around = {spot: [beside for beside in neighbouring_spots(spot) if odds.get(beside, 0.0) > 0] for spot in burnt}
    tiles = {spot for spot in burnt if len(around[spot]) >= settings["burnt_between"]}
    return {**odds, **{spot: max(odds[spot], settings["burnt_tile"]) for spot in tiles}}


def _is_bare(classes: SquareClasses, spot: Square) -> bool:
    """Return whether a tile, if there is one, is under a box."""
    donuts = [float(classes.kinds[y, x, [DONUT, HOLES]].sum()) for x, y in tile_squares(spot)]
    return max(donuts) <= 0.5 and sum(donuts) < sum(float(classes.kinds[y, x, BOX]) for x, y in tile_squares(spot))


def _table_lines(classes: SquareClasses) -> float:
    """Return how strong the table's own lines between its squares usually are."""
    import numpy as np

    table = classes.kinds[..., EMPTY] > SETTINGS.outline["surely_table"]
    right, below = table[:, :-1] & table[:, 1:], table[:-1] & table[1:]
    lines = np.concatenate([classes.right[:, :-1][right], classes.below[:-1][below]])
    return float(np.median(lines)) if len(lines) else 0.0


def _lines_between(classes: SquareClasses, squares: AbstractSet[Square], others: AbstractSet[Square]) -> list[float]:
    """Return the strength of each line between one of the squares and a neighbour that is none of the others."""
    height, width = classes.right.shape
    lines = []
    for x, y in squares:
        for i, j in set(neighbours((x, y))) - others:
            if 0 <= i < width and 0 <= j < height:
                strength = classes.below[min(y, j), x] if i == x else classes.right[y, min(x, i)]
                lines.append(float(strength))
    return lines


def _heaviest(likely: dict[Square, float], odds: dict[Square, float], with_donuts: set[Square]) -> set[Square]:
    """Return the connected tiles with the greatest sum; near groups are joined by a doubtful tile between them.

    A hand may cover that tile: where the other group is certain, by its donuts, the tile may look like anything.
    """
    groups = list(_components(likely, neighbouring_spots))
    if not groups:
        return set()
    groups.sort(key=lambda group: -sum(likely[spot] for spot in group))
    whole = groups[0]
    for group in groups[1:]:
        around = {spot: set(neighbouring_spots(spot)) for spot in odds if spot not in likely}
        between = [spot for spot, beside in around.items() if beside & whole and beside & group]
        gain = sum(likely[spot] for spot in group)
        bridge = max(between, key=lambda s: odds[s], default=None)
        least = SETTINGS.layout["bridge_to_donuts" if group <= with_donuts else "bridge"]
        if bridge is not None and gain + odds[bridge] > 0 and odds[bridge] > least:
            whole = whole | group | {bridge}
    return whole


def _components(nodes: Iterable[Square], neighbours: Callable[[Square], Iterable[Square]]) -> Iterator[set[Square]]:
    """Yield the connected groups of spots or squares."""
    left = set(nodes)
    while left:
        group = {left.pop()}
        queue = list(group)
        for node in queue:
            for other in neighbours(node):
                if other in left:
                    left.remove(other)
                    group.add(other)
                    queue.append(other)
        yield group


def _shows_donuts(classes: SquareClasses, spot: Square) -> bool:
    """Return whether all but one of a tile's squares are certainly donuts."""
    sure = [float(classes.kinds[y, x, DONUT]) > SETTINGS.layout["surely_donut"] for x, y in tile_squares(spot)]
    return sum(sure) >= len(sure) - 1


def _may_be_case(classes: SquareClasses, tiles: set[Square]) -> bool:
    """Return whether there are no more tiles than a game has, and donuts on those that are under no box."""
    settings = SETTINGS.layout
    kinds = [classes.kinds[y, x] for spot in tiles for x, y in tile_squares(spot)]
    unboxed = [seen for seen in kinds if seen[BOX] <= 0.5]
    sure = sum(float(seen[DONUT] + seen[HOLES]) > settings["surely_open"] for seen in unboxed)
    return len(kinds) <= settings["most_squares"] and sure >= max(1, settings["donuts"] * len(unboxed))


def _is_cut_off(classes: SquareClasses, spot: Square) -> bool:
    """Return whether a tile runs out of the photo."""
    return min(float(classes.visible[y, x]) for x, y in tile_squares(spot)) < SETTINGS.layout["cut"]


def _is_hardly_visible(classes: SquareClasses, spot: Square) -> bool:
    """Return whether a tile runs out of the photo and the rest shows neither donut nor certain box."""
    settings = SETTINGS.layout
    rest = [classes.kinds[y, x] for x, y in tile_squares(spot) if classes.visible[y, x] >= settings["inside"]]
    evident = any(kinds[[DONUT, HOLES]].sum() > 0.5 or kinds[BOX] > settings["surely_box"] for kinds in rest)
    return _is_cut_off(classes, spot) and not evident


# Boxes


def _boxed(classes: SquareClasses, squares: list[Square]) -> frozenset[Square]:
    """Return the squares under boxes: those that look so, adjusted until the five sizes cover them exactly."""
    import numpy as np

    kinds = np.maximum(classes.kinds, SETTINGS.layout["floor"])
    odds = {
        (x, y): float(np.log(kinds[y, x, BOX] / (kinds[y, x].sum() - kinds[y, x, BOX] - kinds[y, x, EMPTY])))
        for x, y in squares
    }
    boxed = {square for square in squares if odds[square] > 0}
    found: set[Square] = set()
    for group in _components(boxed, neighbours):
        found |= _covered(group, odds)
    return frozenset(found)


def _washed_out(classes: SquareClasses, squares: Iterable[Square], boxed: frozenset[Square]) -> frozenset[Square]:
    """Return the squares burnt white; of boxes those whose border is not seen, with what is partly burnt beside."""
    burnt = {square for square in squares if is_washed_out(classes, square)}
    for group in _components(boxed, neighbours):
        if has_outline(classes, group):
            burnt -= group
        elif group & burnt:
            burnt |= {(x, y) for x, y in group if classes.washed_out[y, x] > SETTINGS.outline["partly"]}
    return frozenset(burnt)


def is_washed_out(classes: SquareClasses, square: Square) -> bool:
    """Return whether most of a square is burnt white, and no donut is seen in the rest: it may be anything."""
    x, y = square
    is_seen = float(classes.kinds[y, x, [DONUT, HOLES]].sum()) > SETTINGS.outline["seen_anyway"]
    return float(classes.washed_out[y, x]) > SETTINGS.outline["washed_out"] and not is_seen


def has_outline(classes: SquareClasses, squares: AbstractSet[Square]) -> bool:
    """Return whether the border of boxed squares is seen nearly all around; light that burns a part has none."""
    lines = _lines_between(classes, squares, squares)
    seen = sum(line > SETTINGS.outline["seen"] for line in lines)
    return seen >= SETTINGS.outline["around"] * len(lines)


def _covered(group: set[Square], odds: dict[Square, float]) -> set[Square]:
    """Return the group or, where no boxes cover it exactly, the group after the likeliest change of a few squares."""
    if can_cover(frozenset(group)):
        return group
    rim = {s for square in group for s in neighbours(square) if s in odds} - group
    weak = sorted((*group, *rim), key=lambda s: abs(odds[s]))[: int(SETTINGS.layout["weak"])]
    changes = [(abs(odds[a]), {a}) for a in weak]
    changes += [(abs(odds[a]) + abs(odds[b]), {a, b}) for i, a in enumerate(weak) for b in weak[i + 1 :]]
    for _, change in sorted(changes, key=lambda c: c[0]):
        if can_cover(frozenset(group ^ change)):
            return group ^ change
    return max((set(box) for box in _boxes_inside(group)), key=lambda box: sum(odds[s] for s in box), default=set())


def _boxes_inside(group: set[Square]) -> Iterator[tuple[Square, ...]]:
    for square in group:
        for box in BOXES.values():
            if group.issuperset(covered := box.squares(square)):
                yield covered


def can_cover(squares: frozenset[Square], most_tries: int = 4_000) -> bool:
    """Return whether boxes of the five sizes cover these squares exactly; False after so many tries."""
    tries = 0

    def cover(left: frozenset[Square]) -> bool:
        nonlocal tries
        if not left:
            return True
        tries += 1
        if tries > most_tries:
            return False
        first = min(left, key=lambda s: (s[1], s[0]))
        places = (box.squares(first) for box in BOXES.values())
        return any(left.issuperset(place) and cover(left.difference(place)) for place in places)

    return cover(squares)
