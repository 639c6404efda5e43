"""Key points of a photo: centres of donuts and corners of cardboard, as peaks of the heat maps of a small net."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.networks import load_net
from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array, Pixels

STRIDE = 4  # pixels of the scaled photo for one of a map
MULTIPLE = 32  # pixels; the net halves its picture five times


@dataclass(frozen=True, slots=True)
class HeatMaps:
    """Output of the lattice net, a quarter of the scaled photo's size.

    `scale`, the same along both axes, is pixels of the photo for one of the maps.
    """

    centres: Array  # of donuts and piles of holes, 0..1
    corners: Array  # of tiles and boxes
    case: Array  # open tile or box, 0..1
    scale: float


@dataclass(frozen=True, slots=True)
class Keypoints:
    """Points of a photo, n x 2 pixels, strongest first: centres of donuts, corners of cardboard."""

    centres: Array
    centre_strength: Array
    corners: Array
    corner_strength: Array


def predict_maps(pixels: Pixels) -> HeatMaps:
    """Run the lattice net on a photo of any size."""
    import cv2
    import numpy as np

    scale = SETTINGS.lattice["longest"] / max(pixels.shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR  # the former shifts pixels when it enlarges
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=method)
    height, width = small.shape[:2]
    # The net takes whole multiples only. Stretching each side to one would give every axis a scale of its own.
    small = cv2.copyMakeBorder(small, 0, -height % MULTIPLE, 0, -width % MULTIPLE, cv2.BORDER_REPLICATE)
    net = load_net("lattice")
    net.setInput(cv2.dnn.blobFromImage(small, 1 / 255))
    logits = np.asarray(net.forward())[0, :, : math.ceil(height / STRIDE), : math.ceil(width / STRIDE)]
    maps = 1 / (1 + np.exp(-logits))
    return HeatMaps(maps[0], maps[1], np.maximum(maps[2], maps[3]), STRIDE / scale)


def find_keypoints(maps: HeatMaps) -> Keypoints:
    """Return the peaks of both point maps."""
    return Keypoints(*peaks(maps.centres, maps.scale), *peaks(maps.corners, maps.scale))


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
