"""Frostings an edition may have, and how far the printed colour differs from the one a person would type."""

from __future__ import annotations

import colorsys
from typing import NamedTuple

import numpy as np

Rng = np.random.Generator


class Frosting(NamedTuple):
    """A type: its nominal colour as red, green, blue in 0..1, and whether it has no hole."""

    name: str
    rgb: tuple[float, float, float]
    filled: bool = False


def _hex(code: str) -> tuple[float, float, float]:
    return int(code[:2], 16) / 255, int(code[2:4], 16) / 255, int(code[4:], 16) / 255


FROSTINGS = tuple(
    Frosting(name, _hex(code), name in ("boston", "jelly", "powdered"))
    for name, code in {
        "blue": "4aa8e0",
        "banana": "f2dc60",
        "maple": "c07c3c",
        "vanilla": "f5f0e2",
        "strawberry": "ee7aa0",
        "chocolate": "553222",
        "matcha": "8dbf5a",
        "boston": "4f2d1a",
        "orange": "f08a2c",
        "grape": "8a5cc0",
        "mint": "9fe0c4",
        "cherry": "cc2f3a",
        "caramel": "d89a4e",
        "teal": "239c9c",
        "navy": "2c4d94",
        "lavender": "c9b2e8",
        "coffee": "8b5e3c",
        "liquorice": "2a2a2e",
        "jelly": "d8465e",
        "powdered": "f3ece6",
        "peach": "f7b58f",
        "lime": "b7d433",
        "grey": "a4a4a8",
        "sky": "a9d8f2",
    }.items()
)


def choose_frostings(rng: Rng) -> list[Frosting]:
    """Return four to nine types; usual ones are more frequent, browns may differ by their hole only."""
    usual = [
        f for f in FROSTINGS if f.name in ("blue", "banana", "maple", "vanilla", "boston", "strawberry", "chocolate")
    ]
    wanted = int(rng.integers(4, 10))
    pool = [usual[i] for i in rng.permutation(len(usual))][: int(rng.integers(2, 8))]
    others = [FROSTINGS[i] for i in rng.permutation(len(FROSTINGS))]
    chosen: list[Frosting] = []
    for frosting in [*pool, *others]:
        if len(chosen) < wanted and all(_apart(frosting, other) for other in chosen):
            chosen.append(frosting)
    if rng.random() < 0.12:  # art in which no type counts as filled
        chosen = [Frosting(f.name, f.rgb) for f in chosen]
    return chosen


def _apart(a: Frosting, b: Frosting) -> bool:
    if a.name == b.name:
        return False
    far = np.abs(np.subtract(a.rgb, b.rgb)).max()
    return bool(far > 0.16 or (a.filled != b.filled and far > 0.02))


def printed(rng: Rng, rgb: tuple[float, float, float]) -> np.ndarray:
    """Return the colour as an edition prints it."""
    hue, light, sat = colorsys.rgb_to_hls(*rgb)
    hue += rng.normal(0, 0.018)
    sat = np.clip(sat * rng.uniform(0.7, 1.25), 0, 1)
    light = np.clip(light * rng.uniform(0.86, 1.12), 0.08, 0.97)
    return np.array(colorsys.hls_to_rgb(hue % 1, light, sat))


def random_colour(rng: Rng, light: tuple[float, float], sat: tuple[float, float]) -> np.ndarray:
    return np.array(colorsys.hls_to_rgb(rng.random(), rng.uniform(*light), rng.uniform(*sat)))
