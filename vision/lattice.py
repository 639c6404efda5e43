"""Finds the squares of the case in a photo: maps from a small net, points, rows and columns, one plane.

A *plane* takes squares (x, y in squares, 0.5, 0.5 the middle of one) to pixels. Nothing says yet which squares hold a
tile, only where each square lies and how it is cut into tiles is left to `layout`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array, Frame, Pixels, Plane


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
    """What the net saw, a quarter of the scaled photo's size; `scale` is pixels of the photo a pixel of the maps."""

    middles: Array  # of donuts and piles of holes, 0..1
    corners: Array  # of tiles and boxes
    case: Array  # open tile or box, 0..1
    boxes: Array
    scale: float


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where squares lie. `points` are squares whose middle was seen, `off` how far from where the plane has it."""

    plane: Plane
    squares: Array  # n x 2
    off: Array  # n x 2, in squares
    score: float  # share of the seen middles that lie on it


@cache
def net(name: str) -> Any:
    """A committed net; the first photo waits for it to load."""
    import cv2

    return cv2.dnn.readNetFromONNX(str(NETS / f"{name}.onnx"))


def look(pixels: Pixels) -> Maps:
    """What the net sees in a photo of any size."""
    import cv2
    import numpy as np

    tuned = SETTINGS.lattice
    height, width = pixels.shape[:2]
    scale = tuned["longest"] / max(height, width)
    size = [max(32, round(side * scale / 32) * 32) for side in (width, height)]
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    found = net("lattice")
    found.setInput(cv2.dnn.blobFromImage(small, 1 / 255))
    maps = 1 / (1 + np.exp(-found.forward()[0]))
    return Maps(maps[0], maps[1], np.maximum(maps[2], maps[3]), maps[3], 4 * width / size[0])


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
    import numpy as np

    tuned = SETTINGS.lattice
    points, strength = peaks(maps.middles, maps.scale)
    corners, _ = peaks(maps.corners, maps.scale)
    if len(points) < 3:
        return None
    best: tuple[float, dict[int, tuple[int, int]]] = (0.0, {})
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    tried = set[int]()
    for seed in range(min(len(points), int(tuned["seeds"]))):
        if seed in tried:  # a seed already on a good lattice would grow the same one again
            continue
        for grown in _grown_from(points, apart, seed):
            score = float(strength[list(grown)].sum())
            if score * 1.5 > best[0]:  # whole tiles tell a lattice from one with every second row
                score *= 0.5 + max(tiles_whole(t) for t in _bases(np.array(list(grown.values()))))
            if score > best[0]:
                best = (score, grown)
                tried |= set(grown)
        if len(best[1]) and strength[list(best[1])].sum() > tuned["enough"] * strength.sum():
            break
    if len(best[1]) < 3:
        return None
    return _fitted(points, corners, strength, best[1])


def _grown_from(points: Array, apart: Array, seed: int) -> list[dict[int, tuple[int, int]]]:
    """Lattices grown from pairs of near neighbours of one point that stand about square to each other."""
    import numpy as np

    tuned = SETTINGS.lattice
    near = [int(n) for n in np.argsort(apart[seed])[1:7]]
    found = []
    for i, a in enumerate(near):
        for b in near[i + 1 :]:
            u, v = points[a] - points[seed], points[b] - points[seed]
            lengths = np.linalg.norm(u), np.linalg.norm(v)
            lean = abs(u[0] * v[1] - u[1] * v[0]) / (lengths[0] * lengths[1])
            if max(lengths) / min(lengths) < tuned["ratio"] and lean > tuned["lean"]:
                found.append(_grow(points, seed, u, v))
    return found


def _grow(points: Array, seed: int, u: Array, v: Array) -> dict[int, tuple[int, int]]:
    """Array reached from the seed by steps of the basis, which is renewed at each; their columns and rows."""
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


def _fitted(points: Array, corners: Array, strength: Array, grown: dict[int, tuple[int, int]]) -> Lattice | None:
    """One plane for all points, found from the grown ones, then from every point and corner that lies on it."""
    import numpy as np

    order = list(grown)
    squares = _upright(np.array([grown[n] for n in order]), points[order])
    if len(order) < 4:
        plane = _affine(squares + 0.5, points[order])
    else:
        plane = _plane(squares + 0.5, points[order])
    if plane is None:
        return None
    return _refined(plane, points, corners, strength)


def framed(maps: Maps, frame: Frame, scale: float) -> Lattice | None:
    """The lattice of a rectangle shown by hand; `scale` is pixels of the picture for one of the photo as sent."""
    import cv2
    import numpy as np

    points, strength = peaks(maps.middles, maps.scale)
    corners, _ = peaks(maps.corners, maps.scale)
    width, height = frame.width, frame.height
    squares = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    shown = np.asarray(frame.corners, np.float32) * np.float32(scale)
    plane: Plane = np.array(cv2.getPerspectiveTransform(squares, shown), np.float64)
    inside = np.array([[x, y] for y in range(height) for x in range(width)])
    return _refined(plane, points, corners, strength) or Lattice(plane, inside, np.zeros(inside.shape), 1.0)


def _refined(plane: Plane, points: Array, corners: Array, strength: Array) -> Lattice | None:
    """The plane fitted to every point and corner that lies on it; None where hardly any does."""
    import cv2
    import numpy as np

    tuned = SETTINGS.lattice
    for _ in range(int(tuned["rounds"])):
        back: Plane = np.array(np.linalg.inv(plane), np.float64)
        middle, on_middle = _on(points, back, 0.5)
        corner, on_corner = _on(corners, back, 0.0)
        if on_middle.sum() < 4:
            break
        fitted = _plane(
            np.concatenate([middle[on_middle], corner[on_corner]]),
            np.concatenate([points[on_middle], corners[on_corner]]),
        )
        if fitted is None:
            break
        plane = fitted
    seen = cv2.perspectiveTransform(points[None], np.linalg.inv(plane))[0]
    nearest = np.floor(seen).astype(np.int64)
    off = seen - nearest - 0.5
    on = np.abs(off).max(1) < tuned["near"]
    if on.sum() < 3:
        return None
    return Lattice(plane, nearest[on], off[on], float(strength[on].sum() / max(strength.sum(), 1e-6)))


def _on(points: Array, back: Plane, phase: float) -> tuple[Array, Array]:
    """The nearest lattice points to these, and which of these lie close enough to count."""
    import cv2
    import numpy as np

    tuned = SETTINGS.lattice
    if not len(points):
        return points, np.zeros(0, bool)
    seen = cv2.perspectiveTransform(points[None], back)[0]
    nearest = np.round(seen - phase) + phase
    return nearest, np.abs(seen - nearest).max(1) < tuned["near"]


def _plane(squares: Array, points: Array) -> Plane | None:
    """The plane that most pairs agree on."""
    import cv2
    import numpy as np

    tuned = SETTINGS.lattice
    pitch = float(np.linalg.norm(np.ptp(points, 0)) / max(float(np.linalg.norm(np.ptp(squares, 0))), 1e-6))
    try:
        plane, _ = cv2.findHomography(squares.astype(float), points, cv2.USAC_MAGSAC, tuned["agree"] * pitch)
    except cv2.error:  # all on one line
        return None
    if plane is None or not np.isfinite(plane).all() or abs(np.linalg.det(plane)) < 1e-9:
        return None
    return np.asarray(plane, np.float64)


def _affine(squares: Array, points: Array) -> Plane | None:
    import numpy as np

    known = np.concatenate([squares, np.ones((len(squares), 1))], 1)
    if abs(np.linalg.det(known[:3])) < 1e-6:
        return None
    found = np.linalg.lstsq(known, points, rcond=None)[0]
    return np.concatenate([found.T, [[0, 0, 1.0]]])


def _upright(squares: Array, points: Array) -> Array:
    """The same points on the basis that makes whole tiles of them; a sheared one would not. Never mirrored."""
    import numpy as np

    best, most = squares, -1.0
    for turned in _bases(squares):
        whole = tiles_whole(turned) - 1e-4 * float(np.abs(np.ptp(turned, 0)).sum())
        if whole > most:
            best, most = turned, whole
    basis = np.linalg.lstsq(np.c_[best, np.ones(len(best))], points, rcond=None)[0]
    if basis[0, 0] * basis[1, 1] - basis[0, 1] * basis[1, 0] < 0:
        best = best * (1, -1)
    return np.asarray(best - best.min(0))


def _bases(squares: Array) -> Iterator[Array]:
    """The same points on every basis they may have been mistaken for."""
    import numpy as np

    for a, b, c, d in TURNS:
        yield squares @ np.linalg.inv(np.array([[a, b], [c, d]])).round().astype(np.int64)


def tiles_whole(squares: Array) -> float:
    """The share of squares that lie in full tiles, for the better of the four ways to cut them."""
    import numpy as np

    best = 0.0
    for px in (0, 1):
        for py in (0, 1):
            tiles = np.floor_divide(squares + np.array([px, py]), 2)
            _, counts = np.unique(tiles, axis=0, return_counts=True)
            best = max(best, float((counts == 4).sum() * 4 / len(squares)))
    return best
