"""Finds the squares of the case in a photo: maps from a small net, points, rows and columns, one plane.

A *plane* takes squares (x, y in squares, 0.5, 0.5 the middle of one) to pixels. Nothing says yet which squares hold a
tile, only where each square lies and how it is cut into tiles is left to `layout`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array, Frame, Pixels, Plane


STRIDE = 4  # pixels of the photo as the net sees it for one of its maps
MULTIPLE = 32  # pixels; the net halves its picture five times
WIDEST = 200  # squares; no lattice of a case is wider, whatever its basis
NETS = Path(__file__).parent / "nets"
TURNS = (
    (1, 0, 0, 1),
    (1, 1, 0, 1),
    (1, -1, 0, 1),
    (1, 0, 1, 1),
    (1, 0, -1, 1),
)  # a basis, and those it may be mistaken for


@dataclass(frozen=True, slots=True)
class Maps:
    """What the net saw, a quarter of the scaled photo's size.

    `scale`, the same along both axes, is pixels of the photo for one of the maps.
    """

    middles: Array  # of donuts and piles of holes, 0..1
    corners: Array  # of tiles and boxes
    case: Array  # open tile or box, 0..1
    scale: float


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where squares lie. `squares` are those whose middle was seen, `off` how far from where the plane has it."""

    plane: Plane
    squares: Array  # n x 2
    off: Array  # n x 2, in squares
    score: float  # share of the seen middles that lie on it


@dataclass(frozen=True, slots=True)
class LatticeMaps:
    """Points of a photo, n x 2 pixels, strongest first: middles of donuts, corners of cardboard."""

    points: Array
    strength: Array
    corners: Array
    corner_strength: Array
    size: tuple[float, float]  # of the photo


def seen(maps: Maps) -> LatticeMaps:
    """The points of both heat maps."""
    height, width = maps.middles.shape
    size = (width * maps.scale, height * maps.scale)
    return LatticeMaps(*peaks(maps.middles, maps.scale), *peaks(maps.corners, maps.scale), size)


def net(name: str) -> Any:
    """A committed net, read anew in 2 ms: one that was used keeps what its picture took, up to 200 MB."""
    import cv2

    return cv2.dnn.readNetFromONNX(str(NETS / f"{name}.onnx"))


def look(pixels: Pixels) -> Maps:
    """What the net sees in a photo of any size."""
    import cv2
    import numpy as np

    scale = SETTINGS.lattice["longest"] / max(pixels.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR  # the former moves pixels where it makes more of them
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=how)
    height, width = small.shape[:2]
    # The net takes whole multiples only. Stretching each side to one would give every axis a scale of its own.
    small = cv2.copyMakeBorder(small, 0, -height % MULTIPLE, 0, -width % MULTIPLE, cv2.BORDER_REPLICATE)
    found = net("lattice")
    found.setInput(cv2.dnn.blobFromImage(small, 1 / 255))
    maps = 1 / (1 + np.exp(-found.forward()[0, :, : math.ceil(height / STRIDE), : math.ceil(width / STRIDE)]))
    return Maps(maps[0], maps[1], np.maximum(maps[2], maps[3]), STRIDE / scale)


def peaks(heat: Array, scale: float) -> tuple[Array, Array]:
    """Local maxima in pixels of the photo, finer than a pixel of the map, strongest first; and how strong."""
    import cv2
    import numpy as np

    tuned = SETTINGS.lattice
    tops = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > tuned["peak"])
    tops[[0, -1]] = tops[:, [0, -1]] = False
    y, x = np.nonzero(tops)
    best = np.argsort(-heat[y, x])[: int(tuned["most_points"])]
    y, x = y[best], x[best]
    middle = heat[y, x]

    def finer(before: Array, after: Array) -> Array:
        bend = before - 2 * middle + after
        return np.asarray(np.clip((before - after) / (2 * np.where(np.abs(bend) < 1e-6, 1e-6, bend)), -0.5, 0.5))

    fx, fy = finer(heat[y, x - 1], heat[y, x + 1]), finer(heat[y - 1, x], heat[y + 1, x])
    return np.stack([(x + fx + 0.5) * scale - 0.5, (y + fy + 0.5) * scale - 0.5], 1), middle


def find(maps: Maps) -> Lattice | None:
    """The rows and columns on which most of the seen donuts lie; None where there are none."""
    found = seen(maps)
    if len(found.points) < 3:
        return None
    fitted = [lattice for grown in _hypotheses(found) for lattice in _fitted(found, grown)]
    return max(fitted, key=lambda lattice: _merit(found, lattice), default=None)


def _hypotheses(seen: LatticeMaps) -> list[dict[int, tuple[int, int]]]:
    """The few lattices that reach the most points; one where that reaches nearly all."""
    import numpy as np

    tuned = SETTINGS.lattice
    points, strength = seen.points, seen.strength
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    best: list[tuple[float, dict[int, tuple[int, int]]]] = []
    tried = set[int]()
    for seed in range(min(len(points), int(tuned["seeds"]))):
        if seed in tried:  # a seed already on a good lattice would grow the same one again
            continue
        for grown in _grown_from(points, apart, seed):
            if len(grown) < 3 or any(grown.keys() == other.keys() for _, other in best):
                continue
            whole = max(tiles_whole(t) for t in _bases(np.array(list(grown.values()))))
            reached = float(strength[list(grown)].sum())
            if whole > tuned["clearly"] and reached > tuned["enough"] * strength.sum():
                return [grown]
            best.append((reached * (0.5 + whole), grown))  # whole tiles tell it from one of every other row
            best = sorted(best, key=lambda of: -of[0])[: int(tuned["hypotheses"])]
        if best:
            tried |= set(best[0][1])
    return [grown for _, grown in best]


def _merit(seen: LatticeMaps, lattice: Lattice) -> float:
    """How much of what was seen lies well on a lattice, more than would by chance, and in whole tiles."""
    import numpy as np

    tight, back = SETTINGS.lattice["tight"], np.linalg.inv(lattice.plane)
    total = 0.0
    for points, strength, phase in ((seen.points, seen.strength, 0.5), (seen.corners, seen.corner_strength, 0.0)):
        if len(points):
            at = through(back, points) - phase
            on = np.abs(at - np.round(at)).max(1) < tight
            total += float(strength[on].sum()) - 4 * tight * tight * float(strength.sum())
    return total * (0.5 + tiles_whole(lattice.squares))


def _grown_from(points: Array, apart: Array, seed: int) -> Iterator[dict[int, tuple[int, int]]]:
    """Lattices grown from pairs of near neighbours of one point that stand about square to each other."""
    import numpy as np

    tuned = SETTINGS.lattice
    near = [int(n) for n in np.argsort(apart[seed])[1:7]]
    for i, a in enumerate(near):
        for b in near[i + 1 :]:
            u, v = points[a] - points[seed], points[b] - points[seed]
            lengths = max(float(np.linalg.norm(u)), 1e-9), max(float(np.linalg.norm(v)), 1e-9)
            lean = abs(u[0] * v[1] - u[1] * v[0]) / (lengths[0] * lengths[1])
            if max(lengths) / min(lengths) < tuned["ratio"] and lean > tuned["lean"]:
                yield _grow(points, seed, u, v)


def _grow(points: Array, seed: int, u: Array, v: Array) -> dict[int, tuple[int, int]]:
    """Points reached from the seed by steps of the basis, which is renewed at each; their columns and rows."""
    import numpy as np

    tuned = SETTINGS.lattice
    at = {seed: (0, 0)}
    taken = {(0, 0)}
    waiting = [(seed, u, v)]
    loose = tuned["loose"]
    for here, a, b in waiting:
        x, y = at[here]
        for dx, dy, step in ((1, 0, a), (-1, 0, -a), (0, 1, b), (0, -1, -b)):
            if (x + dx, y + dy) in taken:
                continue
            off = points - (points[here] + step)
            distance = np.einsum("ij,ij->i", off, off)
            there = int(distance.argmin())
            if there in at or distance[there] > loose * loose * (step @ step):
                continue
            at[there] = (x + dx, y + dy)
            taken.add((x + dx, y + dy))
            seen = points[there] - points[here]
            mix = 0.6
            waiting.append(
                (there, mix * a + (1 - mix) * seen * dx if dx else a, mix * b + (1 - mix) * seen * dy if dy else b)
            )
    return at


def _fitted(seen: LatticeMaps, grown: dict[int, tuple[int, int]]) -> Iterator[Lattice]:
    """Planes for all points, found from the grown ones, then from every point and corner that lies on them.

    One basis a plane: those that make about the most whole tiles, or all of them where few points could mislead.
    """
    import numpy as np

    order = list(grown)
    points = seen.points[order]
    shortest, uneven = _on_shortest(np.array([grown[n] for n in order]), points)
    if uneven > SETTINGS.lattice["uneven"]:
        return
    bases = [(tiles_whole(squares), squares) for squares in _bases(shortest)]
    tuned = SETTINGS.lattice
    best = max(whole for whole, _ in bases)
    worst = best if best > tuned["surely_whole"] else best - tuned["as_whole"]
    worst = -1.0 if len(order) < tuned["enough_for_basis"] else worst
    for squares in [squares for whole, squares in bases if whole >= worst]:
        upright = _unmirrored(squares, points)
        plane = _plane(upright + 0.5, points, seen.size)
        refined = None if plane is None else _refined(plane, seen, upright)
        if refined is not None:
            yield refined


def framed(maps: Maps, frame: Frame, scale: float) -> Lattice | None:
    """The lattice of a rectangle shown by hand, None where no camera would see one so.

    `scale` is pixels of the picture for one of the photo as sent.
    """
    import cv2
    import numpy as np

    width, height = frame.width, frame.height
    squares = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    shown = np.asarray(frame.corners, np.float32) * np.float32(scale)
    plane: Plane = np.array(cv2.getPerspectiveTransform(squares, shown), np.float64)
    found = seen(maps)
    if not _is_camera(plane, found.size):
        return None
    inside = np.array([[x, y] for y in range(height) for x in range(width)])
    return _refined(plane, found, inside) or Lattice(plane, inside, np.zeros(inside.shape), 1.0)


def _refined(plane: Plane, seen: LatticeMaps, held: Array) -> Lattice | None:
    """The plane fitted to the points and corners that lie on it, first near the `held` squares, then ever further out.

    None where hardly any does.
    """
    import numpy as np

    tuned = SETTINGS.lattice
    reach = tuned["reach"]
    for _ in range(int(tuned["rounds"])):
        middle, on_middle = _on(seen.points, plane, 0.5, held, reach)
        corner, on_corner = _on(seen.corners, plane, 0.0, held, reach)
        fitted = _plane(
            np.concatenate([middle[on_middle], corner[on_corner]]),
            np.concatenate([seen.points[on_middle], seen.corners[on_corner]]),
            seen.size,
        )
        if fitted is None:
            break
        plane, reach = fitted, reach * 2
        held = np.concatenate([held, np.floor(middle[on_middle]).astype(np.int64)])
    middle, on = _on(seen.points, plane, 0.5, held, reach)
    if on.sum() < 3:
        return None
    squares, first = np.unique(
        np.floor(middle[on]).astype(np.int64), axis=0, return_index=True
    )  # the strongest in each
    off = (through(np.linalg.inv(plane), seen.points[on]) - middle[on])[first]
    share = float(seen.strength[on].sum() / max(seen.strength.sum(), 1e-6))
    return Lattice(plane, squares, off, share)


def through(plane: Array, points: Array) -> Array:
    """Points n x 2 through a plane (or back, through its inverse); there must be some."""
    import cv2
    import numpy as np

    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), plane)[0])


def _on(points: Array, plane: Plane, phase: float, held: Array, reach: float) -> tuple[Array, Array]:
    """The nearest lattice points to these, and which lie close enough to count, within `reach` squares of held ones."""
    import numpy as np

    if not len(points):
        return points, np.zeros(0, bool)
    at = through(np.linalg.inv(plane), points)
    nearest = np.round(at - phase) + phase
    close = np.abs(at - nearest).max(1) < SETTINGS.lattice["near"]
    if reach < SETTINGS.lattice["everywhere"]:
        close[close] = np.abs(nearest[close][:, None] - held[None] - 0.5).max(2).min(1) <= reach
    return nearest, close


def _plane(squares: Array, points: Array, size: tuple[float, float]) -> Plane | None:
    """The plane that most pairs agree on; without perspective where there are few. None for points on one line."""
    import cv2
    import numpy as np

    tuned = SETTINGS.lattice
    if len(squares) < 3 or np.linalg.matrix_rank(np.c_[squares, np.ones(len(squares))]) < 3:
        return None
    known = np.c_[squares, np.ones(len(squares))]
    plane = np.vstack([np.linalg.lstsq(known, points, rcond=None)[0].T, [0, 0, 1.0]])
    if len(squares) >= tuned["enough_for_perspective"]:
        pitch = np.sqrt(abs(np.linalg.det(plane[:2, :2])))
        try:
            found, _ = cv2.findHomography(squares.astype(float), points, cv2.USAC_MAGSAC, tuned["agree"] * pitch)
        except cv2.error:  # hardly any of them agree
            return None
        plane = found if found is not None and _is_camera(found, size) else plane
    if not np.isfinite(plane).all() or abs(np.linalg.det(plane)) < 1e-9:
        return None
    return np.asarray(plane, np.float64)


def _is_camera(plane: Array, size: tuple[float, float]) -> bool:
    """Could a camera tilted by about 50 degrees at most see squares so? Then no corner of the photo is far off."""
    import numpy as np

    if not np.isfinite(plane).all() or abs(np.linalg.det(plane)) < 1e-9:
        return False
    width, height = size
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1.0]])
    near = corners @ np.linalg.inv(plane)[2]
    return bool((near > 0).all() or (near < 0).all()) and bool(
        np.abs(near).max() / np.abs(near).min() < SETTINGS.lattice["steepest"]
    )


def _unmirrored(squares: Array, points: Array) -> Array:
    """The squares from 0, 0 on, so that x, y turn the same way as the photo's pixels do."""
    import numpy as np

    basis = np.linalg.lstsq(np.c_[squares, np.ones(len(squares))], points, rcond=None)[0]
    if basis[0, 0] * basis[1, 1] - basis[0, 1] * basis[1, 0] < 0:
        squares = squares * (1, -1)
    return np.asarray(squares - squares.min(0))


def _on_shortest(squares: Array, points: Array) -> tuple[Array, float]:
    """The squares on the two shortest steps between points: at any tilt that is read, those of a square's sides.

    And how much longer one step is than the other.
    """
    import numpy as np

    steps = np.linalg.lstsq(np.c_[squares, np.ones(len(squares))], points, rcond=None)[0][:2]
    for _ in range(8):  # Lagrange's reduction
        if steps[0] @ steps[0] > steps[1] @ steps[1]:
            steps, squares = steps[::-1], squares[:, ::-1]
        turns = round(float(steps[0] @ steps[1] / max(float(steps[0] @ steps[0]), 1e-9)))
        if turns == 0:
            break
        steps = np.stack([steps[0], steps[1] - turns * steps[0]])
        squares = np.stack([squares[:, 0] + turns * squares[:, 1], squares[:, 1]], 1)
    lengths = np.linalg.norm(steps, axis=1)
    return squares, float(lengths.max() / max(lengths.min(), 1e-9))


def _bases(squares: Array) -> Iterator[Array]:
    """The same points on every basis they may have been mistaken for."""
    import numpy as np

    for a, b, c, d in TURNS:
        yield squares @ np.linalg.inv(np.array([[a, b], [c, d]])).round().astype(np.int64)


def tiles_whole(squares: Array) -> float:
    """The share of squares that lie in full tiles, for the better of the four ways to cut them."""
    import numpy as np

    x, y = (squares - squares.min(0)).T
    if max(x.max(), y.max()) > WIDEST:
        return 0.0
    full = np.zeros((y.max() + 2, x.max() + 2), np.uint8)
    full[y, x] = 1
    fours = full[:-1, :-1] + full[1:, :-1] + full[:-1, 1:] + full[1:, 1:] == 4
    return max(4 * int(fours[j::2, i::2].sum()) for i in (0, 1) for j in (0, 1)) / max(int(full.sum()), 1)
