"""Finds donuts on which a reflection, a shadow or a finger ends: its edge looks like sprinkles, and is none.

The ring of a donut is divided into sectors. Where one of them differs from the others by more than in other donuts of
the type, something ends there; how bright or how tinted the whole donut is does not count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.rectification import SIDE

if TYPE_CHECKING:
    from vision.values import Array, Pixels

SECTORS = 8  # of a donut's ring
RING = (0.17, 0.4)  # its inner and outer radius, in squares
COARSE = 2  # pixels each way whose mean will do
ENOUGH = 4  # donuts of a type, from which they show how it looks; fewer are compared with an even one


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
