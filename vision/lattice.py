"""Finds the lattice of squares in a photo: grows it over key points, fits a homography, scores rival hypotheses.

A homography takes squares (0.5, 0.5 is the middle of one) to pixels. Which squares hold a tile, and how the lattice
divides into tiles, is left to `layout`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.homography import fit_homography, is_plausible, project, within_reach
from vision.keypoints import STRIDE, HeatMaps, Keypoints, find_keypoints, find_part, predict_maps
from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array, Frame, Homography, Pixels


WIDEST = 200  # squares; no lattice of a case is wider, whatever its basis
BASES = (
    (1, 0, 0, 1),
    (1, 1, 0, 1),
    (1, -1, 0, 1),
    (1, 0, 1, 1),
    (1, 0, -1, 1),
)  # a basis, and those it may be mistaken for

Grid = dict[int, tuple[int, int]]  # by number of a centre its column and row


@dataclass(frozen=True, slots=True)
class Lattice:
    """The squares found. `squares` are those whose centre was seen, `offsets` how far it is from the homography's."""

    homography: Homography
    squares: Array  # n x 2
    offsets: Array  # n x 2, in squares
    score: float  # share of the seen centres that are on it


def look_for_lattices(pixels: Pixels) -> Iterator[tuple[HeatMaps, Lattice]]:
    """Yield lattices that a photo may show, likely ones first, and the maps each was found in.

    The net knows donuts of some sizes best. Where they are smaller, or no lattice convinced whoever asks for the next
    one, it looks again at the part in which the case seems to lie: closer, and from twice as far.
    """
    settings = SETTINGS.lattice
    maps = predict_maps(pixels)
    found = find_lattices(maps)
    first, others = found[0] if found else None, found[1:]
    usual = STRIDE / maps.scale
    side = 0.0 if first is None else _side(first) * usual
    is_small = first is not None and side < settings["smallest"] and _certainty(first) >= settings["certain"]
    if first is not None and not is_small:
        yield maps, first
    part = find_part(maps)
    closest = min(1.0, (settings["most_pixels"] / part.area) ** 0.5)
    for scale in (min(usual * settings["best"] / side, closest) if is_small else closest, usual / 2):
        again = predict_maps(pixels, scale, part)
        yield from ((again, lattice) for lattice in find_lattices(again)[:1])
    yield from ((maps, lattice) for lattice in ([first] if first and is_small else []) + others)


def _certainty(lattice: Lattice | None) -> float:
    """Return how certain a lattice is: the share of seen centres on it, and of its squares in whole tiles."""
    return 0.0 if lattice is None else lattice.score * (0.5 + whole_tile_share(lattice.squares) / 2)


def _side(lattice: Lattice) -> float:
    """Return the side of a square in the middle of a lattice, in pixels."""
    import numpy as np

    middle = np.median(lattice.squares, 0)
    at = project(lattice.homography, middle + np.array([[0, 0], [1, 0], [0, 1]]))
    return float(abs(np.linalg.det(at[1:] - at[0])) ** 0.5)


def find_lattices(maps: HeatMaps) -> list[Lattice]:
    """Return the lattices with the highest scores, best first, turned as the photo shows them."""
    keypoints = find_keypoints(maps)
    if len(keypoints.centres) < 3:
        return []
    fitted = [lattice for grid in _hypotheses(keypoints) for lattice in _fit_lattices(keypoints, grid)]
    fitted.sort(key=lambda lattice: -_score(keypoints, lattice))
    return [_upright(lattice) for lattice in fitted[: int(SETTINGS.lattice["judged"])]]


def lattice_from_frame(maps: HeatMaps, frame: Frame, scale: float) -> Lattice | None:
    """Return the lattice of a rectangle a person outlined; None where no camera would see it this way.

    `scale` is pixels of the picture for one of the photo as sent.
    """
    import cv2
    import numpy as np

    width, height = frame.width, frame.height
    squares = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    corners = np.asarray(frame.corners, np.float32) * np.float32(scale)
    homography: Homography = np.array(cv2.getPerspectiveTransform(squares, corners), np.float64)
    keypoints = find_keypoints(maps)
    if not is_plausible(homography, squares):
        return None
    inside = np.array([[x, y] for y in range(height) for x in range(width)])
    return _refine(homography, keypoints, inside) or Lattice(homography, inside, np.zeros(inside.shape), 1.0)


def _upright(lattice: Lattice) -> Lattice:
    """Return the lattice turned by quarters until rows go to the right in the photo: one case is read one way."""
    import numpy as np

    middle = np.median(lattice.squares, 0)
    at = project(lattice.homography, middle + np.array([[0, 0], [1, 0], [0, 1]]))
    rightwards = (at[1:] - at[0])[:, 0]
    x, y = max(((1, 0), (0, 1), (-1, 0), (0, -1)), key=lambda way: float(rightwards @ way))
    turn = np.array([[x, -y], [y, x]])
    homography = lattice.homography @ np.block([[turn, np.zeros((2, 1))], [np.zeros((1, 2)), np.ones((1, 1))]])
    squares = np.floor((lattice.squares + 0.5) @ turn).astype(np.int64)
    return Lattice(homography, squares, lattice.offsets @ turn, lattice.score)


# Growing


def _hypotheses(keypoints: Keypoints) -> list[Grid]:
    """Return the grids that reach the most centres; a single one where it reaches nearly all."""
    import numpy as np

    settings = SETTINGS.lattice
    centres, strength = keypoints.centres, keypoints.centre_strength
    distances = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    best: list[tuple[float, Grid]] = []
    tried = set[int]()
    for seed in range(min(len(centres), int(settings["seeds"]))):
        if seed in tried:  # a seed already on a good grid would grow the same one again
            continue
        for grid in _grow_from(centres, distances, seed):
            if len(grid) < 3 or any(grid.keys() == other.keys() for _, other in best):
                continue
            whole = max(whole_tile_share(squares) for squares in _bases(np.array(list(grid.values()))))
            reached = float(strength[list(grid)].sum())
            if whole > settings["clearly"] and reached > settings["enough"] * strength.sum():
                return [grid]
            best.append((reached * (0.5 + whole), grid))  # whole tiles tell it from a grid of every other row
            best = sorted(best, key=lambda scored: -scored[0])[: int(settings["hypotheses"])]
        if best:
            tried |= set(best[0][1])
    return [grid for _, grid in best]


def _grow_from(points: Array, distances: Array, seed: int) -> Iterator[Grid]:
    """Grow a grid from each pair of near neighbours of a point that are about square to each other."""
    import numpy as np

    settings = SETTINGS.lattice
    neighbours = [int(n) for n in np.argsort(distances[seed])[1:7]]
    for i, a in enumerate(neighbours):
        for b in neighbours[i + 1 :]:
            u, v = points[a] - points[seed], points[b] - points[seed]
            lengths = max(float(np.linalg.norm(u)), 1e-9), max(float(np.linalg.norm(v)), 1e-9)
            sine = abs(u[0] * v[1] - u[1] * v[0]) / (lengths[0] * lengths[1])
            if max(lengths) / min(lengths) < settings["ratio"] and sine > settings["lean"]:
                yield _grow(points, seed, u, v)


def _grow(points: Array, seed: int, u: Array, v: Array) -> Grid:
    """Return the points reached from a seed by steps of the basis u, v, which is updated at each step."""
    import numpy as np

    grid, taken, queue = {seed: (0, 0)}, {(0, 0)}, [(seed, u, v)]
    tolerance, weight = SETTINGS.lattice["loose"], 0.6
    for number, a, b in queue:
        x, y = grid[number]
        for dx, dy, step in ((1, 0, a), (-1, 0, -a), (0, 1, b), (0, -1, -b)):
            if (x + dx, y + dy) in taken:
                continue
            off = points - (points[number] + step)
            distance = np.einsum("ij,ij->i", off, off)
            nearest = int(distance.argmin())
            if nearest in grid or distance[nearest] > tolerance * tolerance * (step @ step):
                continue
            grid[nearest] = (x + dx, y + dy)
            taken.add((x + dx, y + dy))
            found = points[nearest] - points[number]
            next_a = weight * a + (1 - weight) * found * dx if dx else a
            next_b = weight * b + (1 - weight) * found * dy if dy else b
            queue.append((nearest, next_a, next_b))
    return grid


# Fitting


def _score(keypoints: Keypoints, lattice: Lattice) -> float:
    """Return how much of what was seen is on a lattice, beyond chance, and in whole tiles."""
    import numpy as np

    tight, inverse = SETTINGS.lattice["tight"], np.linalg.inv(lattice.homography)
    total = 0.0
    for points, strength, phase in (
        (keypoints.centres, keypoints.centre_strength, 0.5),
        (keypoints.corners, keypoints.corner_strength, 0.0),
    ):
        if len(points):
            squares = project(inverse, points) - phase
            on = np.abs(squares - np.round(squares)).max(1) < tight
            on &= within_reach(lattice.homography, squares, lattice.squares)
            total += float(strength[on].sum()) - 4 * tight * tight * float(strength.sum())
    return total * (0.5 + whole_tile_share(lattice.squares))


def _fit_lattices(keypoints: Keypoints, grid: Grid) -> Iterator[Lattice]:
    """Fit a lattice to a grid, then to every centre and corner on it.

    One for each basis that makes about the most whole tiles, or for all bases where few points could mislead.
    """
    import numpy as np

    order = list(grid)
    points = keypoints.centres[order]
    reduced, ratio = _reduce_basis(np.array([grid[n] for n in order]), points)
    settings = SETTINGS.lattice
    if ratio > settings["uneven"]:
        return
    bases = [(whole_tile_share(squares), squares) for squares in _bases(reduced)]
    best = max(whole for whole, _ in bases)
    least = best if best > settings["surely_whole"] else best - settings["as_whole"]
    least = -1.0 if len(order) < settings["enough_for_basis"] else least
    for squares in [squares for whole, squares in bases if whole >= least]:
        upright = _unmirror(squares, points)
        homography = fit_homography(upright + 0.5, points)
        refined = None if homography is None else _refine(homography, keypoints, upright)
        if refined is not None:
            yield refined


def _refine(homography: Homography, keypoints: Keypoints, squares: Array) -> Lattice | None:
    """Fit again to the centres and corners on the lattice, first near these squares, then further and further away.

    None where hardly any are on it.
    """
    import numpy as np

    reach = SETTINGS.lattice["reach"]
    for _ in range(int(SETTINGS.lattice["rounds"])):
        centres, on_centres = _inliers(keypoints.centres, homography, 0.5, squares, reach)
        corners, on_corners = _inliers(keypoints.corners, homography, 0.0, squares, reach)
        fitted = fit_homography(
            np.concatenate([centres[on_centres], corners[on_corners]]),
            np.concatenate([keypoints.centres[on_centres], keypoints.corners[on_corners]]),
        )
        if fitted is None:
            break
        homography, reach = fitted, min(2 * reach, SETTINGS.lattice["farthest"])
        squares = np.concatenate([squares, np.floor(centres[on_centres]).astype(np.int64)])
    centres, on = _inliers(keypoints.centres, homography, 0.5, squares, reach)
    return _lattice(homography, keypoints, centres, on) if on.sum() >= 3 else None


def _lattice(homography: Homography, keypoints: Keypoints, centres: Array, on: Array) -> Lattice:
    """Build the lattice from its inliers, the strongest in each square."""
    import numpy as np

    squares, first = np.unique(np.floor(centres[on]).astype(np.int64), axis=0, return_index=True)
    offsets = (project(np.linalg.inv(homography), keypoints.centres[on]) - centres[on])[first]
    strength = keypoints.centre_strength
    return Lattice(homography, squares, offsets, float(strength[on].sum() / max(strength.sum(), 1e-6)))


def _inliers(points: Array, homography: Homography, phase: float, squares: Array, reach: float) -> tuple[Array, Array]:
    """Return the nearest lattice point to each point, and which are near enough, within `reach` of these squares."""
    import numpy as np

    if not len(points):
        return points, np.zeros(0, bool)
    exact = project(np.linalg.inv(homography), points)
    nearest = np.round(exact - phase) + phase
    close = np.abs(exact - nearest).max(1) < SETTINGS.lattice["near"]
    close &= within_reach(homography, nearest, squares)
    if close.any():
        places, place = np.unique(np.floor(nearest[close]).astype(np.int64), axis=0, return_inverse=True)
        apart = np.abs(places[:, None] - np.unique(squares, axis=0)[None]).max(2).min(1)
        close[close] = (apart <= reach)[place.ravel()]
    return nearest, close


# Bases


def _unmirror(squares: Array, points: Array) -> Array:
    """Return the squares from 0, 0 on, with x and y in the same rotational order as the photo's pixels."""
    import numpy as np

    basis = np.linalg.lstsq(np.c_[squares, np.ones(len(squares))], points, rcond=None)[0]
    if basis[0, 0] * basis[1, 1] - basis[0, 1] * basis[1, 0] < 0:
        squares = squares * (1, -1)
    return np.asarray(squares - squares.min(0))


def _reduce_basis(squares: Array, points: Array) -> tuple[Array, float]:
    """Return the squares on the two shortest steps between points, and the ratio of the steps' lengths.

    At any tilt that can be read these are the sides of a square. This is Lagrange's reduction.
    """
    import numpy as np

    steps = np.linalg.lstsq(np.c_[squares, np.ones(len(squares))], points, rcond=None)[0][:2]
    for _ in range(8):
        if steps[0] @ steps[0] > steps[1] @ steps[1]:
            steps, squares = steps[::-1], squares[:, ::-1]
        multiple = round(float(steps[0] @ steps[1] / max(float(steps[0] @ steps[0]), 1e-9)))
        if multiple == 0:
            break
        steps = np.stack([steps[0], steps[1] - multiple * steps[0]])
        squares = np.stack([squares[:, 0] + multiple * squares[:, 1], squares[:, 1]], 1)
    lengths = np.linalg.norm(steps, axis=1)
    return squares, float(lengths.max() / max(lengths.min(), 1e-9))


def _bases(squares: Array) -> Iterator[Array]:
    """Yield the same points on every basis they may have been mistaken for."""
    import numpy as np

    for a, b, c, d in BASES:
        yield squares @ np.linalg.inv(np.array([[a, b], [c, d]])).round().astype(np.int64)


def whole_tile_share(squares: Array) -> float:
    """Return the share of squares in whole tiles, for the best of the four ways to divide them into tiles."""
    import numpy as np

    x, y = (squares - squares.min(0)).T
    if max(x.max(), y.max()) > WIDEST:
        return 0.0
    full = np.zeros((y.max() + 2, x.max() + 2), np.uint8)
    full[y, x] = 1
    fours = full[:-1, :-1] + full[1:, :-1] + full[:-1, 1:] + full[1:, 1:] == 4
    return max(4 * int(fours[j::2, i::2].sum()) for i in (0, 1) for j in (0, 1)) / max(int(full.sum()), 1)
