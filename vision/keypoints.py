"""Key points of a photo: centres of donuts and corners of cardboard, as peaks of the heat maps of a small net."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from vision.networks import load_net
from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array, Pixels

STRIDE = 4  # pixels of the scaled photo for one of a map
MULTIPLE = 32  # pixels; the net halves its picture five times


@dataclass(frozen=True, slots=True)
class HeatMaps:
    """Output of the lattice net for a part of the photo, a quarter of its size as the net saw it.

    `scale`, the same along both axes, is pixels of the photo for one of the maps; `origin` is the part's top left.
    """

    centres: Array  # of donuts and piles of holes, 0..1
    corners: Array  # of tiles and boxes
    case: Array  # open tile or box, 0..1
    scale: float
    origin: tuple[int, int] = (0, 0)

    def places(self, points: Array) -> Array:
        """Return the columns and rows of the maps at points of the photo, n x 2; those outside are outside."""
        import numpy as np

        return np.round((points - self.origin) / self.scale - 0.5).astype(int)


class Part(NamedTuple):
    """A rectangle of a photo, in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        return max((self.right - self.left) * (self.bottom - self.top), 1)


@dataclass(frozen=True, slots=True)
class Keypoints:
    """Points of a photo, n x 2 pixels, strongest first: centres of donuts, corners of cardboard."""

    centres: Array
    centre_strength: Array
    corners: Array
    corner_strength: Array


def predict_maps(pixels: Pixels, scale: float | None = None, part: Part | None = None) -> HeatMaps:
    """Run the lattice net on a photo of any size, or on a part of it, scaled by this much or to the usual length."""
    import cv2
    import numpy as np

    scale = SETTINGS.lattice["longest"] / max(pixels.shape[:2]) if scale is None else scale
    left, top, right, bottom = part or Part(0, 0, pixels.shape[1], pixels.shape[0])
    pixels = pixels[top:bottom, left:right]
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR  # the former shifts pixels when it enlarges
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=method)
    height, width = small.shape[:2]
    # The net takes whole multiples only. Stretching each side to one would give every axis a scale of its own.
    small = cv2.copyMakeBorder(small, 0, -height % MULTIPLE, 0, -width % MULTIPLE, cv2.BORDER_REPLICATE)
    net = load_net("lattice")
    net.setInput(cv2.dnn.blobFromImage(small, 1 / 255))
    logits = np.asarray(net.forward())[0, :, : math.ceil(height / STRIDE), : math.ceil(width / STRIDE)]
    maps = 1 / (1 + np.exp(-logits))
    return HeatMaps(maps[0], maps[1], np.maximum(maps[2], maps[3]), STRIDE / scale, (left, top))


def find_part(maps: HeatMaps) -> Part:
    """Return the part of the photo in which a case seems to lie, with a margin: where cardboard shows most donuts."""
    import cv2
    import numpy as np

    settings = SETTINGS.lattice
    near = int(settings["together"] * max(maps.case.shape)) * 2 + 1
    cardboard = cv2.dilate((maps.case > SETTINGS.cells["cardboard"]).astype(np.uint8), np.ones((near, near), np.uint8))
    count, of_place, boxes, _ = cv2.connectedComponentsWithStats(cardboard)
    shown = np.bincount(of_place.ravel(), (maps.centres * (maps.centres > settings["peak"])).ravel(), count)
    shown[0] = 0
    most = shown.argmax()
    left, top, width, height, _ = boxes[most] if shown[most] > 0 else (0, 0, *maps.case.shape[::-1], 0)
    rectangle = np.array([left, top, left + width, top + height]) * maps.scale + np.tile(maps.origin, 2)
    return Part(*map(int, rectangle))


def find_keypoints(maps: HeatMaps) -> Keypoints:
    """Return the peaks of both point maps."""
    centres, centre_strength = peaks(maps.centres, maps.scale)
    corners, corner_strength = peaks(maps.corners, maps.scale)
    return Keypoints(centres + maps.origin, centre_strength, corners + maps.origin, corner_strength)


def peaks(heat: Array, scale: float) -> tuple[Array, Array]:
    """Return the peaks of a map in pixels of the photo, with subpixel precision, and their heights; highest first."""
    import cv2
    import numpy as np

    settings = SETTINGS.lattice
    is_peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > settings["peak"])
    is_peak[[0, -1]] = is_peak[:, [0, -1]] = False
    y, x = np.nonzero(is_peak)
    best = np.argsort(-heat[y, x])[: int(settings["most_points"])]
    y, x = y[best], x[best]
    top = heat[y, x]

    def offset(before: Array, after: Array) -> Array:
        """Return where the parabola through three neighbours has its top, in pixels of the map."""
        bend = before - 2 * top + after
        return np.asarray(np.clip((before - after) / (2 * np.where(np.abs(bend) < 1e-6, 1e-6, bend)), -0.5, 0.5))

    dx, dy = offset(heat[y, x - 1], heat[y, x + 1]), offset(heat[y - 1, x], heat[y + 1, x])
    return np.stack([(x + dx + 0.5) * scale - 0.5, (y + dy + 0.5) * scale - 0.5], 1), top
