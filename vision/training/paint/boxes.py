"""Draws closed boxes: kraft, glossy, dotted, striped, with a window; with an amount on them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.paint.canvas import SIDE, write
from vision.training.paint.colours import Rng, random_colour

AMOUNTS = ("20", "30c", "40", "45c", "60", "$2", "20c", "BOX")
PATTERNS = ("plain", "plain", "plain", "dots", "stripes", "checks", "kraft", "gradient")
LABELS = ("sheet", "sheet", "disc", "window", "none", "none", "ribbon")


@dataclass
class BoxStyle:
    """The print of an edition's boxes; colours red green blue in 0..1, lengths in squares."""

    base: np.ndarray
    pattern: str
    other: np.ndarray  # colour of the pattern
    step: float
    label: str
    paper: np.ndarray  # of the label
    ink: np.ndarray
    border: float  # of the frame from the edge; 0: no frame
    word: bool  # a line above the amount


def box_style(rng: Rng, cardboard: np.ndarray) -> BoxStyle:
    """Return a random style; some boxes are nearly as plain as the tiles' cardboard."""
    base = random_colour(rng, (0.45, 0.97), (0.05, 0.85))
    kind = rng.random()
    if kind < 0.2:
        base = cardboard * rng.uniform(0.85, 1.08)
    elif kind < 0.45:
        base = np.array([0.8, 0.64, 0.45]) * rng.uniform(0.75, 1.15)
    elif kind < 0.55:
        base = np.ones(3) * rng.uniform(0.9, 1)
    base = np.clip(base, 0, 1)
    ink = random_colour(rng, (0.1, 0.5), (0.2, 1)) if rng.random() < 0.5 else base * rng.uniform(0.4, 0.85)
    return BoxStyle(
        base=base,
        pattern=PATTERNS[int(rng.integers(len(PATTERNS)))],
        other=np.clip(base + rng.normal(0, 0.12, 3), 0, 1) if rng.random() < 0.6 else np.ones(3),
        step=rng.uniform(0.12, 0.6),
        label=LABELS[int(rng.integers(len(LABELS)))],
        paper=np.clip(base + (1 - base) * rng.uniform(0, 1), 0, 1),
        ink=np.clip(ink, 0, 1),
        border=float(rng.choice([0, rng.uniform(0.02, 0.14)])),
        word=bool(rng.random() < 0.3),
    )


def box_picture(rng: Rng, style: BoxStyle, w: int, h: int) -> np.ndarray:
    """Return a closed box of w x h squares with its amount."""
    picture = np.tile(style.base.astype(np.float32), (h * SIDE, w * SIDE, 1))
    _print_pattern(rng, style, picture)
    if style.border:
        inset = int(style.border * SIDE)
        ends = (inset, inset), (w * SIDE - 1 - inset, h * SIDE - 1 - inset)
        cv2.rectangle(picture, *ends, tuple(style.ink.tolist()), int(rng.integers(1, 4)), cv2.LINE_AA)
    upright = bool(rng.random() < 0.5)
    if upright:
        picture = np.ascontiguousarray(np.rot90(picture))
    _print_label(style, picture)
    _print_amount(rng, style, picture)
    return np.ascontiguousarray(np.rot90(picture, 3 if upright else 2 * int(rng.integers(2))))


def _print_pattern(rng: Rng, style: BoxStyle, picture: np.ndarray) -> None:
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32) / np.float32(SIDE * style.step)
    if style.pattern == "dots":
        where = np.hypot(x % 1 - 0.5, (y + 0.5 * (x // 1 % 2)) % 1 - 0.5) < 0.27
    elif style.pattern == "stripes":
        where = (x + y * (style.step < 0.3)) % 1 < 0.5
    elif style.pattern == "checks":
        where = (x // 1 + y // 1) % 2 > 0
    else:
        if style.pattern == "kraft":
            grain = rng.normal(0, 0.03, picture.shape[:2]).astype(np.float32)
            picture *= 1 + cv2.GaussianBlur(grain, (0, 0), sigmaX=3, sigmaY=0.6)[..., None] * 2
        elif style.pattern == "gradient":
            picture *= 1 + 0.15 * (y / y.max() - 0.5)[..., None]
        np.clip(picture, 0, 1, out=picture)
        return
    picture[where] = style.other


def _print_label(style: BoxStyle, picture: np.ndarray) -> None:
    h, w = picture.shape[:2]
    middle, paper, ink = (w // 2, h // 2), tuple(style.paper.tolist()), tuple(style.ink.tolist())
    if style.label == "sheet":
        half = (int(0.55 * SIDE), int(0.4 * SIDE))
        ends = (middle[0] - half[0], middle[1] - half[1]), (middle[0] + half[0], middle[1] + half[1])
        cv2.rectangle(picture, *ends, paper, -1)
    elif style.label == "disc":
        cv2.ellipse(picture, middle, (int(0.66 * SIDE), int(0.5 * SIDE)), 0, 0, 360, paper, -1, cv2.LINE_AA)
        cv2.ellipse(picture, middle, (int(0.66 * SIDE), int(0.5 * SIDE)), 0, 0, 360, ink, 2, cv2.LINE_AA)
    elif style.label == "window":  # with a hint of donuts
        half = (int(w * 0.36), int(h * 0.36))
        ends = (middle[0] - half[0], middle[1] - half[1]), (middle[0] + half[0], middle[1] + half[1])
        cv2.rectangle(picture, *ends, tuple((0.75 * style.paper).tolist()), -1)
        for k in (-1, 1):
            spot = (middle[0] + k * half[0] // 2, middle[1])
            cv2.circle(picture, spot, int(0.3 * SIDE), tuple((0.6 * style.base).tolist()), int(0.16 * SIDE))
        picture[:] = picture * 0.85 + 0.15
    elif style.label == "ribbon":
        cv2.line(picture, (0, middle[1]), (w, middle[1]), paper, int(0.2 * SIDE))
        cv2.line(picture, (middle[0], 0), (middle[0], h), paper, int(0.2 * SIDE))


def _print_amount(rng: Rng, style: BoxStyle, picture: np.ndarray) -> None:
    h, w = picture.shape[:2]
    lines = (["BOX"] if style.word else []) + [str(rng.choice(AMOUNTS))]
    size = rng.uniform(0.7, 1.4) / len(lines)
    for k, text in enumerate(lines):
        (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, size, 2)
        at = ((w - wide) // 2, int(h / 2 + tall / 2 + (k - (len(lines) - 1) / 2) * 1.4 * tall))
        write(picture, text, at, size, style.ink, int(rng.integers(1, 4)))
