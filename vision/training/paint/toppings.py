"""Draws what lies on the icing: sprinkles of many kinds, and what is none: lines of icing, nuts, coconut, sugar."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.paint.canvas import BIG, UNIT, on_canvas
from vision.training.paint.colours import Rng, random_colour

SPRINKLES = ("rods", "rods", "rods", "balls", "confetti", "stars", "curls")
TOPPINGS = ("drizzle", "drizzle", "nuts", "coconut", "sugar", "zigzag")


@dataclass
class SprinkleStyle:
    """An edition's sprinkles; lengths in squares."""

    shape: str
    long: float
    thick: float
    count: int
    colours: list[np.ndarray]
    outline: np.ndarray | None
    lit: bool  # with a light and a shadow side
    spread: float  # how evenly they lie, 0..1
    varied: float  # of the size
    contrast: float  # least difference from the icing's colour: white ones on white are seen by their shadow only


def sprinkle_style(rng: Rng, drawn: bool) -> SprinkleStyle:
    """Return a random style; `drawn` art outlines its sprinkles more often."""
    shape = SPRINKLES[int(rng.integers(len(SPRINKLES)))]
    large = rng.random() < 0.35  # emoji show few and large ones
    long = rng.uniform(0.08, 0.17) if large else rng.uniform(0.045, 0.12)
    thick = long * rng.uniform(0.22, 0.55) if shape in ("rods", "curls") else long * rng.uniform(0.55, 0.8)
    outlined = rng.random() < (0.5 if drawn else 0.12)
    dark = random_colour(rng, (0.03, 0.3), (0.1, 0.7))
    return SprinkleStyle(
        shape=shape,
        long=long,
        thick=max(thick, 0.016),
        count=int(rng.integers(5, 13)) if large else int(rng.integers(9, 40)),
        colours=sprinkle_colours(rng),
        outline=dark if outlined else None,
        lit=bool(rng.random() < 0.3),
        spread=float(rng.choice([0.0, rng.uniform(0.3, 1)])),
        varied=float(rng.uniform(0, 0.3)),
        contrast=0.2 if rng.random() < 0.6 else 0.08,
    )


def sprinkle_colours(rng: Rng) -> list[np.ndarray]:
    """Return one colour, shades of one, or a bright mixture."""
    kind = rng.random()
    if kind < 0.12:
        return [np.ones(3)]
    if kind < 0.2:
        return [random_colour(rng, (0.75, 0.95), (0.3, 1.0)) for _ in range(4)]  # pastel
    if kind < 0.28:
        return [np.array([0.35, 0.2, 0.12]) * rng.uniform(0.5, 1.4)]
    if kind < 0.38:
        one = random_colour(rng, (0.3, 0.85), (0.4, 1.0))
        return [np.clip(one * rng.uniform(0.75, 1.25), 0, 1) for _ in range(3)]
    return [random_colour(rng, (0.3, 0.9), (0.5, 1.0)) for _ in range(int(rng.integers(2, 7)))] + [np.ones(3)]


def add_sprinkles(rng: Rng, style: SprinkleStyle, big: np.ndarray, room: np.ndarray, colour: np.ndarray) -> None:
    """Draw sprinkles where `room` (0..1) lets them lie, most in colours that differ from the icing."""
    visible = [c for c in style.colours if np.abs(c - colour).max() > style.contrast]
    visible = visible or [np.ones(3) if colour.mean() < 0.6 else np.array([0.8, 0.2, 0.3])]
    for x, y in scattered(rng, room, style.count, style.spread):
        chosen = visible if rng.random() < 0.85 else style.colours
        size = 1 + rng.normal(0, style.varied) * 0.6
        outline = sprinkle_outline(rng, style, x, y, max(size, 0.4))
        _draw_sprinkle(style, big, outline, chosen[int(rng.integers(len(chosen)))])


def scattered(rng: Rng, room: np.ndarray, count: int, spread: float) -> np.ndarray:
    """Return places in the room, in pixels; the more `spread`, the farther from each other."""
    ys, xs = np.nonzero(room > 0.5)
    if not len(ys):
        return np.zeros((0, 2))
    places = np.stack([xs, ys], 1)[rng.integers(0, len(ys), max(count, 1))].astype(float)
    if not spread or count < 3:
        return places
    tries = np.stack([xs, ys], 1)[rng.integers(0, len(ys), count * 4)].astype(float)
    kept = [tries[0]]
    apart = spread * np.sqrt(len(ys) / count) * 0.8
    for place in tries[1:]:
        if len(kept) < count and np.hypot(*(np.array(kept) - place).T).min() > apart:
            kept.append(place)
    return np.array(kept)


def sprinkle_outline(rng: Rng, style: SprinkleStyle, x: float, y: float, size: float) -> np.ndarray:
    """Return one sprinkle as a polygon of the canvas."""
    turn, long, thick = rng.uniform(0, 6.28), style.long * UNIT * size, style.thick * UNIT * size
    angle = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    if style.shape in ("rods", "curls"):
        ends = (np.abs(np.cos(angle)) ** 0.35) * np.sign(np.cos(angle))
        points = np.stack([ends * long / 2, np.sin(angle) * thick / 2], 1)
        if style.shape == "curls":
            points[:, 1] += (points[:, 0] / max(long, 1)) ** 2 * long * 0.9
    elif style.shape == "stars":
        points = (np.where(np.arange(20) % 4 < 2, 0.5, 0.22) * long)[:, None] * np.stack(
            [np.cos(angle), np.sin(angle)], 1
        )
    else:
        points = np.stack([np.cos(angle), np.sin(angle) * (0.95 if style.shape == "balls" else 0.75)], 1) * thick / 2
    c, s = np.cos(turn), np.sin(turn)
    return (points @ np.array([[c, s], [-s, c]]) + (x, y)).round().astype(np.int32)


def _draw_sprinkle(style: SprinkleStyle, big: np.ndarray, outline: np.ndarray, colour: np.ndarray) -> None:
    if style.lit:
        cv2.fillPoly(big, [outline + 2], (*map(float, big[BIG // 3, BIG // 3, :3] * 0.5), 1.0), cv2.LINE_AA)
    cv2.fillPoly(big, [outline], (*map(float, colour), 1.0), cv2.LINE_AA)
    if style.outline is not None:
        cv2.polylines(big, [outline], True, (*map(float, style.outline), 1.0), 2, cv2.LINE_AA)
    if style.lit:
        lit = (outline.mean(0) + (outline - outline.mean(0)) * 0.4 - 1).round().astype(np.int32)
        cv2.fillPoly(big, [lit], (*map(float, np.clip(colour * 0.4 + 0.6, 0, 1)), 1.0), cv2.LINE_AA)


def add_topping(rng: Rng, kind: str, surface: np.ndarray, colour: np.ndarray, room: np.ndarray) -> None:
    """Draw what is no sprinkles on an icing: of one colour, evenly, plain donuts and sprinkled ones alike."""
    if kind in ("drizzle", "zigzag"):
        drizzle(rng, surface, colour, kind == "zigzag")
    elif kind == "sugar":
        grains = (rng.random((BIG // 2, BIG // 2)) < rng.uniform(0.02, 0.2)).astype(np.float32)
        grains = cv2.resize(grains, (BIG, BIG), interpolation=cv2.INTER_LINEAR)[..., None] * rng.uniform(0.2, 0.7)
        surface += grains * (1 - surface)
    else:
        flakes(rng, kind, surface, colour, room)


def flakes(rng: Rng, kind: str, surface: np.ndarray, colour: np.ndarray, room: np.ndarray) -> None:
    """Draw chopped nuts, brown and angular, or coconut, white and thin."""
    base = np.array([0.78, 0.56, 0.32]) if kind == "nuts" else np.array([0.98, 0.96, 0.9])
    ink = colour + (base * rng.uniform(0.75, 1.1) - colour) * rng.uniform(0.35, 1)
    for x, y in scattered(rng, room, int(rng.integers(15, 70)), 0):
        if kind == "nuts":
            size = rng.uniform(0.012, 0.045)
            points = rng.normal(0, 1, (5, 2)) * size * UNIT + (x, y)
            points = cv2.convexHull(points.round().astype(np.int32))
            cv2.fillPoly(surface, [points], tuple(np.clip(ink * rng.uniform(0.8, 1.2), 0, 1).tolist()), cv2.LINE_AA)
        else:
            turn, long = rng.uniform(0, 3.14), rng.uniform(0.02, 0.08) * UNIT
            ends = (np.array([[-1, -1], [1, 1]]) * (np.cos(turn), np.sin(turn)) * long / 2 + (x, y)).astype(int)
            tone = tuple(np.clip(ink * rng.uniform(0.92, 1.05), 0, 1).tolist())
            cv2.line(surface, ends[0].tolist(), ends[1].tolist(), tone, int(rng.integers(1, 3)), cv2.LINE_AA)


def drizzle(rng: Rng, surface: np.ndarray, colour: np.ndarray, joined: bool) -> None:
    """Draw lines of another icing across a donut, straight, wavy or in one zigzag."""
    lines, turn, wave = int(rng.integers(2, 8)), rng.uniform(0, 6.28), rng.choice([0.0, rng.uniform(0, 0.06)])
    other = [np.ones(3), np.array([0.75, 0.45, 0.25]), np.array([0.9, 0.5, 0.6]), np.clip(colour * 0.6, 0, 1)]
    ink = colour + (other[int(rng.integers(4))] - colour) * rng.uniform(0.2, 1)
    along = np.linspace(-0.5, 0.5, 24)
    rows = []
    for k, off in enumerate(np.linspace(-0.34, 0.34, lines)):
        bend = off + wave * np.sin(along * rng.uniform(8, 25) + rng.uniform(0, 6)) + rng.normal(0, 0.015)
        line = np.stack([along, bend + along * rng.normal(0, 0.12)], 1)
        rows.append(line if k % 2 else line[::-1])
    c, s = np.cos(turn), np.sin(turn)
    thick = int(rng.integers(1, 6))
    for line in [np.concatenate(rows)] if joined else rows:
        points = on_canvas(line @ np.array([[c, s], [-s, c]]))
        cv2.polylines(surface, [points], False, tuple(np.clip(ink, 0, 1).tolist()), thick, cv2.LINE_AA)
