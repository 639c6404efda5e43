"""The canvas of one square of print: outlines as polygons, masks, fills with alpha."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.paint.colours import Rng

SIDE = 64  # pixels a square of finished print
ROOM = 80  # pixels of a finished donut's picture: it may stick out of its square
FINE = 2  # donuts are drawn this much larger and shrunk, for soft edges
BIG = ROOM * FINE
UNIT = SIDE * FINE  # pixels of the canvas a square
GRID = (np.stack(np.meshgrid(*[np.arange(BIG, dtype=np.float32)] * 2), -1) - (BIG - 1) / 2) / UNIT  # in squares

Point = tuple[float, float]


def blob(rng: Rng, radius: float, wobble: float, bumps: int, squeeze: Point = (1, 1), at: Point = (0, 0)) -> np.ndarray:
    """Return a round outline as polygon points of the canvas; lengths in squares, `at` from the middle."""
    angle = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    far = radius * (1 + wobble * np.sin(bumps * angle + rng.uniform(0, 6)) + rng.normal(0, wobble / 4, 90))
    xy = np.stack([far * np.cos(angle) * squeeze[0] + at[0], far * np.sin(angle) * squeeze[1] + at[1]], 1)
    return on_canvas(xy)


def on_canvas(xy: np.ndarray) -> np.ndarray:
    """Return points given in squares from the middle as whole pixels of the canvas."""
    return (np.asarray(xy) * UNIT + BIG / 2).round().astype(np.int32)


def mask_of(points: np.ndarray) -> np.ndarray:
    """Return a polygon as a mask, 0..1."""
    mask = np.zeros((BIG, BIG), np.float32)
    cv2.fillPoly(mask, [points], 1.0, cv2.LINE_AA)
    return mask


def lay(picture: np.ndarray, mask: np.ndarray, colour: np.ndarray) -> None:
    """Blend a colour, or a picture of colours, over an RGBA picture where the mask is."""
    x, y, w, h = cv2.boundingRect((mask > 0).astype(np.uint8))
    part = np.s_[y : y + h, x : x + w]
    colour = np.asarray(colour, np.float32)
    over = colour[part] if colour.ndim == 3 else colour
    picture[part][..., :3] += mask[part][..., None] * (over - picture[part][..., :3])
    picture[part][..., 3] = np.maximum(picture[part][..., 3], mask[part])


def fill(picture: np.ndarray, points: np.ndarray, colour: np.ndarray, alpha: float = 1.0) -> None:
    """Fill a polygon of an RGBA picture."""
    if alpha >= 1:
        cv2.fillPoly(picture, [points], (*map(float, colour), 1.0), cv2.LINE_AA)
        return
    lay(picture, mask_of(points) * np.float32(alpha), colour)


def trace(picture: np.ndarray, points: np.ndarray, colour: np.ndarray, wide: float) -> None:
    """Draw a closed outline, `wide` squares."""
    thick = max(1, round(wide * UNIT))
    cv2.polylines(picture, [points], True, (*map(float, colour), 1.0), thick, cv2.LINE_AA)


def moved(picture: np.ndarray, dx: float, dy: float) -> np.ndarray:
    """Return the picture shifted by parts of a square, what comes in empty."""
    return cv2.warpAffine(picture, np.array([[1, 0, dx * UNIT], [0, 1, dy * UNIT]]), (BIG, BIG))


def relief(mask: np.ndarray, round_by: float) -> np.ndarray:
    """Return the normals (height x width x 3) of a body with this outline that bulges within `round_by` squares."""
    far = cv2.distanceTransform((mask > 0.5).astype(np.uint8), cv2.DIST_L2, 3) / UNIT
    up = np.sqrt(np.clip(1 - (1 - np.clip(far / round_by, 0, 1)) ** 2, 0, 1)) * round_by
    up = cv2.GaussianBlur(up, (0, 0), 1.7)
    dx, dy = cv2.Sobel(up, cv2.CV_32F, 1, 0, scale=UNIT / 8), cv2.Sobel(up, cv2.CV_32F, 0, 1, scale=UNIT / 8)
    normals = np.stack([-dx, -dy, np.ones_like(up)], -1)
    return normals / np.linalg.norm(normals, axis=2, keepdims=True)


def clouds(rng: Rng, cells: int, size: int = BIG) -> np.ndarray:
    """Return smooth noise of mean 0 and deviation about 1."""
    small = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)


def write(picture: np.ndarray, text: str, at: tuple[int, int], size: float, ink: np.ndarray, thick: int) -> None:
    """Write a line on a picture of floats, from its lower left corner on; OpenCV itself writes on bytes only."""
    drawn = np.zeros(picture.shape[:2], np.uint8)
    cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_DUPLEX, size, 255, thick, cv2.LINE_AA)
    where = drawn > 0
    share = drawn[where][:, None] / np.float32(255)
    picture[where] += share * (np.asarray(ink, np.float32) - picture[where])
