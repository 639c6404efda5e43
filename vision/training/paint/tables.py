"""Draws table tops: wood, stone, cloth, paper, carpets; printed ones stand in `prints`."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.paint.colours import Rng, random_colour
from vision.training.paint.prints import PRINTS

PIXELS = 900  # the side of a table's square picture, before the camera sees it


def table_top(rng: Rng) -> np.ndarray:
    """Return a table top as red green blue floats, PIXELS square."""
    kinds = (_wood, _wood, _wood, _stone, _stone, _plain, _plain, _print, _cloth, _cloth, _weave, _paper, _patches)
    if rng.random() < 0.4:
        top = PRINTS[int(rng.integers(len(PRINTS)))](rng, PIXELS)
    else:
        top = kinds[int(rng.integers(len(kinds)))](rng)
    return np.clip(top, 0, 1).astype(np.float32)


def clouds(rng: Rng, cells: int, across: int | None = None) -> np.ndarray:
    """Return smooth noise of mean 0 and deviation about 1."""
    small = rng.normal(0, 1, (cells, across or cells)).astype(np.float32)
    return cv2.resize(small, (PIXELS, PIXELS), interpolation=cv2.INTER_CUBIC)


def _wood(rng: Rng) -> np.ndarray:
    base = random_colour(rng, (0.2, 0.65), (0.2, 0.6))
    base = base * 0.35 + np.array([0.55, 0.35, 0.2]) * 0.65 * rng.uniform(0.6, 1.5)
    grain = clouds(rng, int(rng.integers(30, 160)), int(rng.integers(2, 7))) * 0.6 + clouds(rng, 12, 3)
    rings = np.sin(
        clouds(rng, 10, 2) * rng.uniform(2, 8) + np.linspace(0, rng.uniform(20, 120), PIXELS, dtype=np.float32)[:, None]
    )
    wood = base * (1 + 0.12 * grain + rng.uniform(0, 0.12) * rings)[..., None]
    for y in np.arange(0, PIXELS, PIXELS // int(rng.integers(3, 9))):
        if rng.random() < 0.8:
            wood[y : y + 3] *= 0.5
    return np.ascontiguousarray(wood) if rng.random() < 0.5 else np.ascontiguousarray(wood.transpose(1, 0, 2))


def _stone(rng: Rng) -> np.ndarray:
    stone = (
        random_colour(rng, (0.2, 0.95), (0, 0.25))
        * (1 + rng.uniform(0.01, 0.1) * clouds(rng, int(rng.integers(6, 90))))[..., None]
    )
    field = clouds(rng, int(rng.integers(3, 9)))
    veins = np.exp(-np.abs(field) * rng.uniform(15, 50)) * rng.uniform(0.1, 0.7)
    return stone * (1 - veins[..., None])


def _plain(rng: Rng) -> np.ndarray:
    base = random_colour(rng, (0.08, 0.97), (0, 0.9))
    return base * (1 + rng.uniform(0, 0.05) * clouds(rng, int(rng.integers(3, 200))))[..., None]


def _print(rng: Rng) -> np.ndarray:
    top = np.ascontiguousarray(
        np.tile(random_colour(rng, (0.4, 0.95), (0.1, 0.8)).astype(np.float32), (PIXELS, PIXELS, 1))
    )
    for _ in range(int(rng.integers(8, 70))):
        at = tuple(rng.integers(0, PIXELS, 2).tolist())
        size = rng.uniform(6, 80) * np.array([1, rng.choice([1, rng.uniform(0.2, 1)])])
        thick = int(rng.choice([-1, -1, rng.integers(3, 16)]))
        colour = tuple(random_colour(rng, (0.1, 0.9), (0.2, 1)).tolist())
        cv2.ellipse(top, at, tuple(size.astype(int).tolist()), rng.uniform(0, 180), 0, 360, colour, thick, cv2.LINE_AA)
    return top


def _bands(rng: Rng, wide: float) -> np.ndarray:
    line = np.arange(PIXELS) % wide < wide * rng.uniform(0.3, 0.7)
    return line.astype(np.float32)


def _cloth(rng: Rng) -> np.ndarray:
    a, b = random_colour(rng, (0.5, 0.97), (0, 0.5)), random_colour(rng, (0.15, 0.8), (0.2, 0.9))
    wide = rng.uniform(12, 140)
    share = (_bands(rng, wide)[:, None] + _bands(rng, wide if rng.random() < 0.8 else wide * 0.6)[None, :]) / 2
    cloth = a * (1 - share[..., None]) + b * share[..., None]
    thread = rng.uniform(3, 9)
    y, x = np.mgrid[:PIXELS, :PIXELS].astype(np.float32)
    weave = np.sin(x * 6.28 / thread) * np.sin(y * 6.28 / thread)
    return cloth * (1 + rng.uniform(0, 0.14) * weave[..., None])


def _weave(rng: Rng) -> np.ndarray:
    base = random_colour(rng, (0.2, 0.9), (0, 0.6))
    step = rng.uniform(8, 40)
    y, x = np.mgrid[:PIXELS, :PIXELS].astype(np.float32)
    over = ((x // step + y // step) % 2)[..., None]
    rib = np.where(over > 0, np.sin(x * 3.14 / step)[..., None], np.sin(y * 3.14 / step)[..., None])
    return base * (1 + rng.uniform(0.05, 0.3) * np.abs(rib))


def _paper(rng: Rng) -> np.ndarray:
    """Return a printed sheet with lines of text, like a rulebook or a score pad."""
    top = np.ascontiguousarray(
        np.tile(random_colour(rng, (0.8, 0.97), (0, 0.3)).astype(np.float32), (PIXELS, PIXELS, 1))
    )
    ink = tuple((random_colour(rng, (0.05, 0.4), (0, 0.5))).tolist())
    for y in range(10, PIXELS, int(rng.integers(12, 40))):
        for x in range(10, PIXELS - 40, 60):
            if rng.random() < 0.75:
                cv2.line(top, (x, y), (x + int(rng.integers(10, 50)), y), ink, int(rng.integers(1, 6)))
    return top


def _patches(rng: Rng) -> np.ndarray:
    """Return patches of any colour, like a carpet or a blanket."""
    cells = int(rng.integers(4, 60))
    patches = np.clip(random_colour(rng, (0.3, 0.7), (0, 0.6)) + rng.normal(0, 0.2, (cells, cells, 3)), 0, 1).astype(
        np.float32
    )
    method = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_NEAREST
    return cv2.resize(patches, (PIXELS, PIXELS), interpolation=method)
