"""The printed art of one edition: its donuts with and without sprinkles, piles of holes, cardboard, boxes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.training.paint.boxes import BoxStyle, box_style
from vision.training.paint.canvas import SIDE
from vision.training.paint.colours import FROSTINGS, Frosting, Rng, choose_frostings, random_colour
from vision.training.paint.donuts import DonutStyle, Icing, donut, icing_of, pile, plain_style, style_of

PLAIN = ("blue", "banana", "maple", "strawberry", "chocolate", "matcha")  # frostings nobody mixes up


@dataclass
class Art:
    """One edition: `sprites[letter index, sprinkled]` are pictures with alpha, a few variants each."""

    types: list[Frosting]
    sprites: dict[tuple[int, bool], list[np.ndarray]]
    holes: list[np.ndarray]
    tile: np.ndarray  # 2x2 squares of cardboard
    tiles_alike: bool
    turns_with_tile: bool
    box: BoxStyle
    gap: float  # between tiles, in squares
    thick: float
    worn: float  # how pale the edges of the cardboard are


def art_of(rng: Rng) -> Art:
    """Return the art of a random edition."""
    types, style = choose_frostings(rng), style_of(rng)
    return _printed(rng, style, types, [icing_of(rng, frosting, style) for frosting in types], tile_paper(rng))


def plain_art_of(rng: Rng) -> Art:
    """Return the art of a random edition that is easy to read: for tests of what comes after reading."""
    types = [frosting for frosting in FROSTINGS if frosting.name in PLAIN]
    icings = [Icing(np.array(frosting.rgb), False, "") for frosting in types]
    cream = np.tile(np.float32([0.95, 0.92, 0.84]), (2 * SIDE, 2 * SIDE, 1))
    kraft = np.array([0.78, 0.62, 0.44])
    art = _printed(rng, plain_style(rng), types, icings, cream)
    box = BoxStyle(kraft, "plain", kraft, 0.3, "sheet", np.ones(3), kraft * 0.4, 0.08, False)
    return replace(art, box=box, gap=0.02, thick=0.03, worn=0.0)


def _printed(rng: Rng, style: DonutStyle, types: list[Frosting], icings: list[Icing], paper: np.ndarray) -> Art:
    variants = int(rng.integers(1, 4))
    sprites = {
        (i, sprinkled): [donut(rng, style, icing, sprinkled) for _ in range(variants)]
        for i, icing in enumerate(icings)
        for sprinkled in (False, True)
    }
    return Art(
        types=types,
        sprites=sprites,
        holes=[pile(rng, style) for _ in range(variants)],
        tile=paper,
        tiles_alike=bool(rng.random() < 0.5),
        turns_with_tile=bool(rng.random() < 0.5),
        box=box_style(rng, paper.mean((0, 1))),
        gap=float(rng.choice([0, rng.uniform(0, 0.07)])),
        thick=float(rng.uniform(0, 0.07)),
        worn=float(rng.choice([0, 0, rng.uniform(0.05, 0.5)])),
    )


def tile_paper(rng: Rng) -> np.ndarray:
    """Return the cardboard under four donuts, 2x2 squares."""
    side = 2 * SIDE
    shade = rng.random()
    light = (0.72, 0.97) if shade < 0.74 else (0.25, 0.75) if shade < 0.9 else (0.04, 0.25)
    base = random_colour(rng, light, (0.05, 0.6))
    paper = np.tile(base.astype(np.float32), (side, side, 1))
    y, x = np.mgrid[:side, :side]
    kind = rng.integers(0, 8)
    other = (
        np.clip(base * rng.uniform(0.82, 1.1), 0, 1)
        if rng.random() < 0.7
        else random_colour(rng, (0.6, 0.95), (0.1, 0.6))
    )
    step = side / int(rng.integers(4, 17))
    if kind == 0:
        paper[((x // step + y // step) % 2).astype(bool)] = other
    elif kind == 1:
        paper[((x % step) < step / 2)] = other
    elif kind == 2:
        paper[((x % step - step / 2) ** 2 + (y % step - step / 2) ** 2) < (step / 4) ** 2] = other
    elif kind == 3:
        noise = cv2.resize(rng.normal(0, 0.05, (side // 4, side // 4)).astype(np.float32), (side, side))
        paper = np.clip(paper + noise[..., None], 0, 1)
    edge = rng.random()
    if edge < 0.4:
        inset = int(rng.uniform(0, 0.06) * side)
        line = tuple((base * rng.uniform(0.4, 0.9)).tolist())
        cv2.rectangle(
            paper, (inset, inset), (side - 1 - inset, side - 1 - inset), line, int(rng.integers(1, 4)), cv2.LINE_AA
        )
    if rng.random() < 0.2:
        line = tuple((base * rng.uniform(0.6, 0.9)).tolist())
        cv2.line(paper, (SIDE, 0), (SIDE, side), line, 1, cv2.LINE_AA)
        cv2.line(paper, (0, SIDE), (side, SIDE), line, 1, cv2.LINE_AA)
    return paper
