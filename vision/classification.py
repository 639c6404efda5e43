"""Classifies each square of a rectified photo with small nets: its kind, sprinkles, and features of its type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.networks import load_net
from vision.rectification import SIDE
from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array, Pixels


FROSTING = (0.17, 0.36)  # inner and outer radius of a donut's frosting, in squares
BATCH = 64  # squares given to the sprinkles net together
FEATURES = 16  # numbers that describe a type, and as many that describe its sprinkles
EMPTY, DONUT, BOX, HOLES = range(4)  # kinds, as the net numbers them
NO_DONUT = -20  # logit of sprinkles where there is no donut
SECTORS = 8  # of a donut's ring, to see where light ends on it
RING = (0.17, 0.4)  # that ring's inner and outer radius, in squares
COARSE = 2  # pixels a side, averaged before the sectors are
ENOUGH = 4  # donuts of a type that show its usual look; with fewer, it is taken to be evenly coloured
LINE, REACH, CLEAR = 4, 7, 7  # pixels: compared on each side of a line, searched either way, left out at its ends


@dataclass(frozen=True, slots=True)
class SquareClasses:
    """The predictions of the nets for each square, height x width x …"""

    kinds: Array  # probabilities of EMPTY, DONUT, BOX, HOLES
    sprinkles: Array  # logit
    sprinkle_features: Array  # numbers that tell a type's plain donuts from its sprinkled ones
    types: Array  # numbers in which donuts of one type are close together
    bright: Array  # share of overexposed pixels
    visible: Array  # share of the square that is in the photo
    washed_out: Array  # share of pixels burnt white, where the photo shows nothing
    right: Array  # grey levels of the line between a square and the next one to the right; 0 in the last column
    below: Array  # the same to the one below
    sectors: Array  # mean colour of each sector of a donut's ring, as `sector_colours` returns them


def classify(view: Pixels, visible: Array | None = None) -> SquareClasses:
    """Classify the squares of a rectified picture; `visible` is the share of each in the photo, all by default."""
    import cv2
    import numpy as np

    net = load_net("cells")
    net.setInput(cv2.dnn.blobFromImage(view, 1 / 255, swapRB=False))
    out = np.moveaxis(np.asarray(net.forward())[0], 0, -1)
    kinds = np.exp(out[..., :4] - out[..., :4].max(-1, keepdims=True))
    kinds /= kinds.sum(-1, keepdims=True)
    height, width = out.shape[:2]
    bright = np.asarray((view.min(2) > 245).reshape(height, SIDE, width, SIDE).mean((1, 3)), np.float32)
    whole = np.ones((height, width), np.float32) if visible is None else visible
    washed_out = np.asarray(burnt_pixels(view).reshape(height, SIDE, width, SIDE).mean((1, 3)), np.float32)
    sprinkles = _sprinkles(view, kinds)
    numbers = kinds, sprinkles[..., 0], sprinkles[..., 1:], out[..., 4:]
    return SquareClasses(*numbers, bright, whole, washed_out, *find_lines(view), sector_colours(view))


def burnt_pixels(view: Pixels) -> Array:
    """Return which pixels are burnt white: flat, and as bright as anything in the photo."""
    import cv2
    import numpy as np

    settings, brightest = SETTINGS.burnt, view.max(2)
    lit = view[brightest > 0]
    white = np.percentile(lit[:: max(1, len(lit) // 20_000)], settings["white"], axis=0) if len(lit) else np.zeros(3)
    if white.max() < settings["least"]:
        return np.zeros(brightest.shape, bool)
    nearly = cv2.inRange(view, np.maximum(white - settings["below"], 0), np.full(3, 255.0)) > 0
    around = np.ones((3, 3), np.uint8)
    flat = cv2.subtract(cv2.dilate(brightest, around), cv2.erode(brightest, around)) <= settings["uneven"]
    return np.asarray(nearly & flat)


def find_lines(view: Pixels) -> tuple[Array, Array]:
    """Return how strong the line is between each square and its neighbour to the right, and below.

    A line is a straight step between two strips along the border of squares, in grey levels of its strongest channel;
    edges of cardboard and of boxes make one, light and shadow seldom.
    """
    return _lines_to_the_right(view), _lines_to_the_right(view.swapaxes(0, 1)).T


def _lines_to_the_right(view: Pixels) -> Array:
    import numpy as np

    height, width = view.shape[0] // SIDE, view.shape[1] // SIDE
    found = np.zeros((height, width), np.float32)
    if width < 2:
        return found
    strips = view.reshape(height, SIDE, width * SIDE, 3)[:, CLEAR : SIDE - CLEAR].mean(1, dtype=np.float32)
    sums = np.pad(strips.cumsum(1), ((0, 0), (1, 0), (0, 0)))
    at = (np.arange(1, width) * SIDE)[:, None] + np.arange(-REACH, REACH + 1)
    steps = (2 * sums[:, at] - sums[:, at - LINE] - sums[:, at + LINE]) / LINE
    found[:, :-1] = np.abs(steps).max((2, 3))
    return found


def _sprinkles(view: Pixels, kinds: Array) -> Array:
    """Return the logit of sprinkles and its features for every square that may be a donut; a very low logit elsewhere.

    Where the logit is unclear, the net sees the square in all four orientations, and the mean counts.
    """
    import numpy as np

    height, width = kinds.shape[:2]
    candidates = kinds[..., DONUT] > SETTINGS.cells["maybe_donut"]
    out = np.zeros((height, width, 1 + FEATURES), np.float32)
    out[..., 0] = NO_DONUT
    if candidates.any():
        squares = view.reshape(height, SIDE, width, SIDE, 3).swapaxes(1, 2)[candidates]
        found = _run_sprinkles_net(squares)
        unclear = np.abs(found[:, 0] - SETTINGS.cells["unclear"]) < SETTINGS.cells["unclear_by"]
        if unclear.any():
            turned = [_run_sprinkles_net(np.rot90(squares[unclear], quarter, (1, 2))) for quarter in (1, 2, 3)]
            found[unclear] = (found[unclear] + sum(turned)) / 4
        out[candidates] = found
    return out


def _run_sprinkles_net(squares: Array) -> Array:
    """Return logit and features of each square, n x (1 + FEATURES); in batches, to need little memory."""
    import numpy as np

    net, found = load_net("sprinkles"), []
    for first in range(0, len(squares), BATCH):
        batch = squares[first : first + BATCH]
        net.setInput(normalize_frosting(batch))
        found.append(np.array(np.asarray(net.forward()).reshape(len(batch), -1)))
    return np.concatenate(found)


def normalize_frosting(squares: Array) -> Array:
    """Return squares (n x SIDE x SIDE x 3, 0..255) as input of the sprinkles net: n x 4 x SIDE x SIDE.

    Three channels are the difference from the frosting's own colour, as a multiple of its spread; the fourth is the
    spread. So light, haze and the colour of the frosting have no influence.

    The squares are sharpened first: of all details, blur removes fine sprinkles first.
    """
    import numpy as np

    y, x = np.mgrid[:SIDE, :SIDE]
    radius = np.hypot(x - (SIDE - 1) / 2, y - (SIDE - 1) / 2) / SIDE
    ring = (radius > FROSTING[0]) & (radius < FROSTING[1])
    pixels = np.stack([_sharpened(square) for square in squares]).astype(np.float32) / 255
    on_ring = pixels[:, ring]
    median = np.median(on_ring, 1)[:, None, None]
    spread = np.percentile(np.abs(on_ring - median[:, 0]).max(2), 90, axis=1)[:, None, None, None]
    difference = np.clip((pixels - median) / (spread + 0.03), -3, 3)
    amount = np.broadcast_to(np.log(spread + 0.02) + 2, (*pixels.shape[:3], 1))
    return np.ascontiguousarray(np.concatenate([difference, amount], 3).transpose(0, 3, 1, 2), np.float32)


def _sharpened(square: Pixels) -> Pixels:
    """Return a square with its finest details sharpened."""
    import cv2
    import numpy as np

    sharp, blurred = SETTINGS.cells["sharp"], cv2.GaussianBlur(square, (0, 0), SETTINGS.cells["sharp_wide"])
    return np.asarray(cv2.addWeighted(square, 1 + sharp, blurred, -sharp, 0))


# Where light ends


def sector_colours(view: Pixels) -> Array:
    """Return the mean colour of each sector of each square of a rectified picture: height x width x SECTORS x 3."""
    import cv2
    import numpy as np

    side = SIDE // COARSE
    height, width = view.shape[0] // SIDE, view.shape[1] // SIDE
    small = cv2.resize(view, (width * side, height * side), interpolation=cv2.INTER_AREA).astype(np.float32)
    squares = small.reshape(height, side, width, side, 3).transpose(0, 2, 4, 1, 3).reshape(height, width, 3, -1)
    return np.asarray((squares @ _shares(side)).swapaxes(2, 3))


def _shares(side: int) -> Array:
    """Return the share of each pixel of a square in the mean of each sector, pixels x SECTORS."""
    import numpy as np

    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    radius = np.hypot(x, y) / side
    sector = np.floor(np.arctan2(y, x) / (2 * np.pi) * SECTORS).astype(int) % SECTORS
    on_ring = (radius > RING[0]) & (radius < RING[1])
    inside = np.stack([(sector == number) & on_ring for number in range(SECTORS)], -1).reshape(-1, SECTORS)
    return np.asarray(inside / inside.sum(0), np.float32)


def steps_of_light(colours: Array, types: Array) -> Array:
    """Return for each donut (n) the largest step between its sectors, in grey levels, beyond the usual of its type.

    A reflection, a shadow or a finger that ends on a donut makes one; its edge could be read as sprinkles.

    `colours` is n x SECTORS x 3. Prints may differ from side to side, and be turned with their tile.
    """
    import numpy as np

    steps = np.zeros(len(colours), np.float32)
    for number in np.unique(types):
        own = colours[types == number]
        usual = np.median(own, 0) if len(own) >= ENOUGH else np.zeros((SECTORS, 3), np.float32)
        turned = (np.roll(own, quarter * SECTORS // 4, 1) - usual for quarter in range(4))
        apart = [np.abs(one - np.median(one, 1, keepdims=True)).max((1, 2)) for one in turned]
        steps[types == number] = np.min(apart, 0)
    return steps
