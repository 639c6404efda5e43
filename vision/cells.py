"""Looks at each square of the straightened picture with a small net: what lies there, sprinkles, its type's numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from vision.lattice import NETS, Lattice, Maps, net, through
from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array, Pixels, Plane


SIDE = 48  # pixels a square, as the net was taught
FROSTING = (0.17, 0.36)  # where a donut's frosting lies, in squares from the middle
AT_ONCE = 64  # squares that the sprinkles' net is shown together
NUMBERS = 16  # that say what a type looks like, and as many how its sprinkles do
EMPTY, DONUT, BOX, HOLES = range(4)  # what the net calls the kinds


@dataclass(frozen=True, slots=True)
class Bounds:
    """A rectangle of squares of the lattice that is looked at."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Cells:
    """What the net says of each square, height x width x …"""

    kinds: Array  # probabilities of EMPTY, DONUT, BOX, HOLES
    sprinkles: Array  # logit
    strewn: Array  # numbers in which a type's plain donuts lie apart from its sprinkled ones
    types: Array  # numbers in which donuts of one type lie close together
    bright: Array  # share of burnt pixels
    inside: Array  # share of the square that lies in the photo


def bounds(maps: Maps, lattice: Lattice) -> Bounds:
    """All squares that hang together with the seen ones and look like cardboard, and some around."""
    import cv2
    import numpy as np

    most = int(SETTINGS.cells["widest"])
    middle = np.median(lattice.squares, 0).astype(int)
    near = lattice.squares[(np.abs(lattice.squares - middle) < most).all(1)]
    low, high = near.min(0) - 10, near.max(0) + 11
    height, width = maps.case.shape
    middles = _spots(Bounds(*low, *(high - low)), 1)
    shape, middles = middles.shape[:2], middles.reshape(-1, 2)
    at = np.round(through(lattice.plane, middles) / maps.scale - 0.5).astype(int).reshape(*shape, 2)
    inside = (at >= 0).all(-1) & (at < (width, height)).all(-1)
    ahead = depth(lattice.plane, middles).reshape(shape) > 0
    cardboard = np.zeros(shape, np.uint8)
    use = inside & ahead
    cardboard[use] = maps.case[at[use][:, 1], at[use][:, 0]] > SETTINGS.cells["cardboard"]
    seen = near - low
    cardboard[seen[:, 1], seen[:, 0]] = 1
    _, parts = cv2.connectedComponents(cardboard, connectivity=4)
    count = np.bincount(parts[seen[:, 1], seen[:, 0]], minlength=parts.max() + 1)
    count[0] = 0
    own = parts == count.argmax()
    rows, columns = np.flatnonzero(own.any(1)), np.flatnonzero(own.any(0))
    rim = int(SETTINGS.cells["rim"])
    left, top = int(columns[0] + low[0]) - rim, int(rows[0] + low[1]) - rim
    wide, high = int(np.ptp(columns)) + 1 + 2 * rim, int(np.ptp(rows)) + 1 + 2 * rim
    return Bounds(left, top, min(wide, most), min(high, most))


def _spots(of: Bounds, fine: int) -> Array:
    """Points in squares of the lattice, `fine` evenly across each square: height * fine x width * fine x 2."""
    import numpy as np

    y, x = np.mgrid[: of.height * fine, : of.width * fine].astype(np.float64)
    return np.stack([(x + 0.5) / fine + of.left, (y + 0.5) / fine + of.top], -1)


def depth(plane: Plane, points: Array) -> Array:
    """Positive for points n x 2 on this side of the horizon (a plane has one sign for the whole picture)."""
    import numpy as np

    far = points @ plane[2, :2] + plane[2, 2]
    return np.asarray(far * np.sign(np.median(far)))


def straighten(pixels: Pixels, lattice: Lattice, of: Bounds, side: int = SIDE) -> Pixels:
    """The rectangle of squares from above, `side` pixels each; tiles that lie a little off are moved into place."""
    import cv2
    import numpy as np

    shift = _shifts(lattice, of)
    fine = cv2.resize(shift, (of.width * 4, of.height * 4), interpolation=cv2.INTER_LINEAR)
    squares = _spots(of, 4) + fine
    seen = through(lattice.plane, squares.reshape(-1, 2)).reshape(*squares.shape).astype(np.float32)
    size = (of.width * side, of.height * side)
    x, y = (cv2.resize(np.ascontiguousarray(seen[..., k]), size, interpolation=cv2.INTER_LINEAR) for k in (0, 1))
    return np.asarray(cv2.remap(pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT))


def _shifts(lattice: Lattice, of: Bounds) -> Array:
    """How far squares lie from where the plane has them, smoothed over their neighbours; in squares."""
    import cv2
    import numpy as np

    total: Array = np.zeros((of.height, of.width, 2), np.float32)
    weight: Array = np.zeros((of.height, of.width), np.float32)
    for (x, y), off in zip(lattice.squares - (of.left, of.top), lattice.off, strict=True):
        if 0 <= x < of.width and 0 <= y < of.height:
            total[y, x] += off
            weight[y, x] += 1
    spread = SETTINGS.cells["spread"]
    total = cv2.GaussianBlur(total, (0, 0), spread, borderType=cv2.BORDER_CONSTANT)
    weight = cv2.GaussianBlur(weight, (0, 0), spread, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(total / (weight[..., None] + SETTINGS.cells["stiff"]))


def inside(pixels: Pixels, lattice: Lattice, of: Bounds) -> Array:
    """The share of each square that lies in the photo, height x width."""
    import numpy as np

    spots = _spots(of, 3).reshape(-1, 2)
    seen = through(lattice.plane, spots)
    within = (seen >= 0).all(1) & (seen < pixels.shape[1::-1]).all(1) & (depth(lattice.plane, spots) > 0)
    return np.asarray(within.reshape(of.height, 3, of.width, 3).mean((1, 3)), np.float32)


def look(view: Pixels, within: Array | None = None) -> Cells:
    """What the nets say of each square of a straightened picture; `within`, where given, is what `inside` found."""
    import cv2
    import numpy as np

    found = net("cells")
    found.setInput(cv2.dnn.blobFromImage(view, 1 / 255, swapRB=False))
    out = np.moveaxis(found.forward()[0], 0, -1)
    kinds = np.exp(out[..., :4] - out[..., :4].max(-1, keepdims=True))
    kinds /= kinds.sum(-1, keepdims=True)
    height, width = out.shape[:2]
    burnt = np.asarray((view.min(2) > 245).reshape(height, SIDE, width, SIDE).mean((1, 3)), np.float32)
    seen = np.ones((height, width), np.float32) if within is None else within
    strewn = _sprinkles(view, kinds)
    return Cells(kinds, strewn[..., 0], strewn[..., 1:], out[..., 4:], burnt, seen)


def _sprinkles(view: Pixels, kinds: Array) -> Array:
    """Of every square that may be a donut the logit of sprinkles and numbers; the logit is very low elsewhere.

    Each is seen as it lies, those that are not clear then turned too: what four looks say on average.
    """
    import numpy as np

    height, width = kinds.shape[:2]
    asked = kinds[..., DONUT] > SETTINGS.cells["maybe_donut"]
    out = np.zeros((height, width, 1 + NUMBERS), np.float32)
    out[..., 0] = -20
    if asked.any():
        squares = view.reshape(height, SIDE, width, SIDE, 3).swapaxes(1, 2)[asked]
        seen = _seen(squares)
        unclear = np.abs(seen[:, 0] - SETTINGS.cells["unclear"]) < SETTINGS.cells["unclear_by"]
        if unclear.any():
            turned = [_seen(np.rot90(squares[unclear], quarter, (1, 2))) for quarter in (1, 2, 3)]
            seen[unclear] = (seen[unclear] + sum(turned)) / 4
        out[asked] = seen
    return out


def _seen(squares: Array) -> Array:
    """What the sprinkles' net says of squares, n x (1 + NUMBERS); so many at once that little room is needed."""
    import numpy as np

    found, seen = net("sprinkles"), []
    for first in range(0, len(squares), AT_ONCE):
        some = squares[first : first + AT_ONCE]
        found.setInput(against_frosting(some))
        seen.append(np.array(found.forward().reshape(len(some), -1)))
    return np.concatenate(seen)


def against_frosting(squares: Array) -> Array:
    """Squares (n x SIDE x SIDE x 3, 0..255) as the sprinkles' net sees them: n x 4 x SIDE x SIDE.

    What differs from the frosting's own colour, as a multiple of how much it varies, and how much that is: so light,
    haze and the colour of the frosting count for nothing.
    """
    import numpy as np

    y, x = np.mgrid[:SIDE, :SIDE]
    far = np.hypot(x - (SIDE - 1) / 2, y - (SIDE - 1) / 2) / SIDE
    ring = (far > FROSTING[0]) & (far < FROSTING[1])
    seen = squares.astype(np.float32) / 255
    on_ring = seen[:, ring]
    middle = np.median(on_ring, 1)[:, None, None]
    spread = np.percentile(np.abs(on_ring - middle[:, 0]).max(2), 90, axis=1)[:, None, None, None]
    unlike = np.clip((seen - middle) / (spread + 0.03), -3, 3)
    much = np.broadcast_to(np.log(spread + 0.02) + 2, (*seen.shape[:3], 1))
    return np.ascontiguousarray(np.concatenate([unlike, much], 3).transpose(0, 3, 1, 2), np.float32)


@cache
def nominal() -> Mapping[str, Array]:
    """The map from a typed colour to numbers, as arrays."""
    import numpy as np

    with np.load(NETS / "nominal.npz") as arrays:
        return dict(arrays)
