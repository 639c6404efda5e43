"""Lights a picture: lamps of different colours, a flash, shadows of arms and of the phone, reflections, haze."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.paint.colours import Rng

BURNT = 0.68  # of reflection and haze together, from which nobody can read what is below


def illuminate(rng: Rng, picture: np.ndarray, spots: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Add light, shadow and reflections; return the picture and where it is overexposed.

    `spots` (n x 2, pixels) are places at which reflections like to lie: the case's own.
    """
    h, w = (side // 2 for side in picture.shape[:2])  # light is smooth: half the size will do
    light = lamps(rng, h, w)
    light *= shadows(rng, h, w)[..., None]
    near = None if spots is None or not len(spots) else spots / picture.shape[1::-1] - 0.5
    glare = reflections(rng, h, w, near)
    light, glare = (cv2.resize(field, picture.shape[1::-1]) for field in (light, glare))
    tint = np.clip(light.mean((0, 1)) / light.mean(), 0.8, 1.2)
    haze = rng.choice([0, 0, rng.uniform(0, 0.3)])
    lit = picture * light
    lit *= exposure(rng, lit)
    lit = lit * (1 - haze) + haze * rng.uniform(0.6, 1) + glare[..., None] * tint
    return lit.astype(np.float32), glare + haze > BURNT


def exposure(rng: Rng, lit: np.ndarray) -> float:
    """Return what the camera makes of the light: most find a fair exposure by themselves, some are far off."""
    bright = float(np.percentile(lit[::8, ::8], 90))
    fair = rng.uniform(0.65, 1.0) / max(bright, 0.05)
    return float(fair * (1 if rng.random() < 0.8 else rng.uniform(0.4, 1.4)))


def lit_calmly(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Return the picture in the light of one white lamp, well exposed: the light of a table that plays on."""
    h, w = picture.shape[:2]
    x, y = axes(h, w)
    lit = picture * (0.75 + 0.25 * bump(rng, x, y, (0.6, 1.2), 0.4))[..., None]
    return (lit * (0.9 / max(float(np.percentile(lit[::8, ::8], 95)), 0.05))).astype(np.float32)


def axes(h: int, w: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the places of a picture's pixels across and down, -0.5..0.5."""
    y, x = np.mgrid[:h, :w].astype(np.float32)
    return x / w - 0.5, y / h - 0.5


def cast_of(rng: Rng) -> np.ndarray:
    """Return the colour of a lamp, or of what the camera made of it."""
    cast = 1 + rng.normal(0, 1, 3) * rng.choice([0.03, 0.08, 0.14])
    warm = rng.normal(0, 0.13) if rng.random() < 0.85 else rng.uniform(0.15, 0.35)
    return np.clip(cast * np.array([1 + warm, 1, 1 - warm]), 0.4, 1.7)


def lamps(rng: Rng, h: int, w: int) -> np.ndarray:
    """Return the light of one or two lamps, height x width x 3; mean about 1."""
    x, y = axes(h, w)
    turn, strength = rng.uniform(0, 6.28), rng.uniform(0, 0.8)
    field = np.exp(strength * (np.cos(turn) * x + np.sin(turn) * y))
    if rng.random() < 0.6:
        field *= 0.7 + rng.uniform(0.1, 0.9) * bump(rng, x, y, (0.3, 1.2), 0.6)
    light = field[..., None] * cast_of(rng).astype(np.float32)
    if rng.random() < 0.25:  # another lamp from another side, of another colour
        second = bump(rng, x, y, (0.4, 1.0), 0.8)[..., None] * cast_of(rng).astype(np.float32)
        light = light * (1 - rng.uniform(0.2, 0.5)) + second * rng.uniform(0.2, 0.7)
    return light.astype(np.float32)


def bump(rng: Rng, x: np.ndarray, y: np.ndarray, wide: tuple[float, float], reach: float) -> np.ndarray:
    """Return a soft round spot of height 1, anywhere within reach of the middle."""
    cx, cy, size = rng.uniform(-reach, reach), rng.uniform(-reach, reach), rng.uniform(*wide)
    return np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / size**2)


def shadows(rng: Rng, h: int, w: int) -> np.ndarray:
    """Return how much light shadows leave: of things around, of the phone with the hand that holds it."""
    left = np.ones((h, w), np.float32)
    for _ in range(int(rng.integers(0, 3))):
        left *= 1 - rng.uniform(0.15, 0.55) * shape(rng, h, w)
    if rng.random() < 0.15:
        phone = np.zeros((h, w), np.float32)
        at, size = rng.uniform(0.25, 0.75, 2) * (w, h), rng.uniform(0.15, 0.3) * w
        turn = rng.uniform(-40, 40)
        for box in ((at, (size, size * 2)), (at + np.array([0.5, 1.2]) * size, (size * 0.8, size * 2.4))):
            corners = cv2.boxPoints((tuple(map(float, box[0])), tuple(map(float, box[1])), turn))
            cv2.fillConvexPoly(phone, corners.astype(np.int32), 1.0, cv2.LINE_AA)
        left *= 1 - rng.uniform(0.15, 0.5) * cv2.GaussianBlur(phone, (0, 0), float(rng.uniform(2, 25)))
    return left


def reflections(rng: Rng, h: int, w: int, near: np.ndarray | None) -> np.ndarray:
    """Return what glossy print reflects: a lamp, a window, the flash beside the lens."""
    x, y = axes(h, w)
    glare = np.zeros((h, w), np.float32)
    if rng.random() < 0.4:
        cx, cy = rng.uniform(-0.5, 0.5, 2) if near is None or rng.random() < 0.4 else near[rng.integers(len(near))]
        wide = rng.uniform(0.03, 0.3)
        glare += rng.uniform(0.15, 1.2) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / wide**2)
    if rng.random() < 0.1:  # a flash: a small burnt spot in a wide veil
        far = x**2 + (y - rng.normal(0, 0.1)) ** 2
        glare += np.exp(-far / 0.03**2) + rng.uniform(0.1, 0.4) * np.exp(-far / rng.uniform(0.1, 0.25) ** 2)
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.5 else 0):
        glare += rng.uniform(0.05, 0.7) * shape(rng, h, w, small=True)
    return glare


def shape(rng: Rng, h: int, w: int, small: bool = False) -> np.ndarray:
    """Return the shadow or reflection of a window or an arm, with a hard or soft edge."""
    mask = np.zeros((h, w), np.float32)
    at = rng.uniform(0, 1, 2) * (w, h)
    size = rng.uniform(0.04, 0.16) if small else rng.uniform(0.15, 0.6)
    corners = at + rng.normal(0, 1, (4, 2)) * size * w
    cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.int32)), 1.0, cv2.LINE_AA)
    return cv2.GaussianBlur(mask, (0, 0), float(rng.choice([1.0, rng.uniform(1, 15)])))
