"""Draws printed table tops, hard to tell from a case: news, oilcloth, gingham, playmats, lids, rules, cards."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.paint.canvas import write
from vision.training.paint.colours import Rng, random_colour

Colour = tuple[float, ...]


def _sheet(colour: np.ndarray, pixels: int) -> np.ndarray:
    return np.ascontiguousarray(np.tile(colour.astype(np.float32), (pixels, pixels, 1)))


def _ink(rng: Rng, light: tuple[float, float] = (0.1, 0.8), sat: tuple[float, float] = (0.2, 1)) -> Colour:
    return tuple(random_colour(rng, light, sat).tolist())


def newsprint(rng: Rng, pixels: int) -> np.ndarray:
    """Columns of small type, headlines, grey pictures."""
    page = _sheet(random_colour(rng, (0.72, 0.93), (0, 0.25)), pixels)
    dark = tuple([float(rng.uniform(0.05, 0.35))] * 3)
    column, line = int(rng.integers(90, 220)), int(rng.integers(5, 13))
    for x in range(0, pixels, column):
        y = int(rng.integers(0, 60))
        while y < pixels:
            kind = rng.random()
            if kind < 0.12:
                tall = int(rng.integers(40, 160))
                cv2.rectangle(page, (x + 6, y), (x + column - 8, y + tall), _ink(rng, (0.3, 0.7), (0, 0.3)), -1)
                y += tall + 8
            elif kind < 0.3:
                size = rng.uniform(0.6, 1.6)
                write(page, _words(rng, 9), (x + 6, y + 24), size, dark, 2)
                y += int(32 * size) + 8
            else:
                for _ in range(int(rng.integers(4, 20))):
                    _line_of_type(rng, page, (x + 6, y), column - 16, line, dark)
                    y += line
                y += line
    return page


def _words(rng: Rng, letters: int) -> str:
    return "".join(rng.choice(list("aeinorstdlmu BGKP0279"), letters))


def _line_of_type(rng: Rng, page: np.ndarray, at: tuple[int, int], wide: int, tall: int, ink: Colour) -> None:
    x = at[0]
    while x < at[0] + wide - 6:
        word = int(rng.integers(6, 34))
        cv2.line(page, (x, at[1]), (min(x + word, at[0] + wide), at[1]), ink, max(1, tall // 3))
        x += word + max(3, tall // 2)


def oilcloth(rng: Rng, pixels: int) -> np.ndarray:
    """Rings, discs, donuts, flowers again and again, in rows or shifted: a true lattice that is no case."""
    cloth = _sheet(random_colour(rng, (0.35, 0.97), (0, 0.8)), pixels)
    step = float(rng.uniform(30, 110))
    tones, shifted = [_ink(rng) for _ in range(int(rng.integers(1, 5)))], rng.random() < 0.6
    motif, size = int(rng.integers(4)), rng.uniform(0.15, 0.42) * step
    hole, thick = cloth[0, 0].tolist(), max(2, int(size * 0.3))
    for row in range(int(pixels / step) + 2):
        for k in range(int(pixels / step) + 2):
            at = (int((k + 0.5 * (row % 2) * shifted) * step), int(row * step))
            tone = tones[int(rng.integers(len(tones)))]
            if motif == 0:
                cv2.circle(cloth, at, int(size), tone, -1, cv2.LINE_AA)
            elif motif == 1:
                cv2.circle(cloth, at, int(size), tone, thick, cv2.LINE_AA)
            elif motif == 2:
                cv2.circle(cloth, at, int(size * 1.1), (0.8, 0.58, 0.35), -1, cv2.LINE_AA)
                cv2.circle(cloth, at, int(size), tone, -1, cv2.LINE_AA)
                cv2.circle(cloth, at, int(size * 0.3), hole, -1, cv2.LINE_AA)
            else:
                for turn in np.linspace(0, 6.28, 6)[:-1]:
                    petal = (int(at[0] + size * 0.7 * np.cos(turn)), int(at[1] + size * 0.7 * np.sin(turn)))
                    cv2.circle(cloth, petal, int(size * 0.4), tone, -1, cv2.LINE_AA)
                cv2.circle(cloth, at, int(size * 0.35), tones[0], -1, cv2.LINE_AA)
    return cloth


def gingham(rng: Rng, pixels: int) -> np.ndarray:
    """Checks of three tones, woven."""
    light, dark = random_colour(rng, (0.8, 0.98), (0, 0.3)), random_colour(rng, (0.2, 0.6), (0.3, 1))
    wide = rng.uniform(14, 90)
    band = (np.arange(pixels) % (2 * wide) < wide).astype(np.float32)
    share = (band[:, None] + band[None, :]) / 2
    thread = np.sin(np.arange(pixels, dtype=np.float32) * 6.28 / rng.uniform(3, 6))
    share = np.clip(share + rng.uniform(0, 0.12) * thread[:, None] * thread[None, :], 0, 1)[..., None]
    return (light * (1 - share) + dark * share).astype(np.float32)


def playmat(rng: Rng, pixels: int) -> np.ndarray:
    """A painted scene under a printed grid of squares or hexagons, or places for cards."""
    small = random_colour(rng, (0.15, 0.7), (0.1, 0.8)) + rng.normal(0, 0.1, (9, 9, 3))
    mat = np.ascontiguousarray(cv2.resize(np.clip(small, 0, 1).astype(np.float32), (pixels, pixels)))
    ink, step, thick = _ink(rng, (0.1, 0.95), (0, 0.6)), int(rng.integers(40, 130)), int(rng.integers(1, 5))
    kind = int(rng.integers(3))
    for k in range(0, pixels, step):
        if kind == 0:
            cv2.line(mat, (k, 0), (k, pixels), ink, thick, cv2.LINE_AA)
            cv2.line(mat, (0, k), (pixels, k), ink, thick, cv2.LINE_AA)
        for m in range(0, pixels, step):
            if kind == 1:
                middle = (k, m + step // 2 * (k // step % 2))
                cv2.polylines(mat, [cv2.ellipse2Poly(middle, (step // 2, step // 2), 0, 0, 360, 60)], True, ink, thick)
            elif kind == 2 and (k // step + m // step) % 3 == 0:
                cv2.rectangle(mat, (k, m), (k + step - 12, m + int(step * 1.3)), ink, thick, cv2.LINE_AA)
    return mat


def lid(rng: Rng, pixels: int) -> np.ndarray:
    """The lid of a game: a frame, large letters, polka dots, a big donut."""
    top = _sheet(random_colour(rng, (0.3, 0.9), (0.2, 0.9)), pixels)
    if rng.random() < 0.7:
        step, size, tone = int(rng.integers(24, 70)), rng.uniform(0.15, 0.38), _ink(rng, (0.5, 1), (0, 0.6))
        for row, y in enumerate(range(0, pixels, step)):
            for x in range(row % 2 * step // 2, pixels, step):
                cv2.circle(top, (x, y), int(size * step), tone, -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4))):
        at, size = tuple(rng.integers(100, pixels - 100, 2).tolist()), int(rng.integers(60, 240))
        cv2.circle(top, at, size, (0.82, 0.6, 0.36), -1, cv2.LINE_AA)
        cv2.circle(top, at, int(size * 0.88), _ink(rng), -1, cv2.LINE_AA)
        cv2.circle(top, at, int(size * 0.3), top[0, 0].tolist(), -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4))):
        at = (int(rng.integers(0, pixels // 2)), int(rng.integers(100, pixels)))
        size, ink = rng.uniform(2, 6), _ink(rng, (0.05, 1), (0, 1))
        write(top, _words(rng, 7), at, size, ink, int(size * 3))
    inset = int(rng.integers(10, 60))
    cv2.rectangle(top, (inset, inset), (pixels - inset, pixels - inset), _ink(rng), int(rng.integers(4, 20)))
    return top


def rules(rng: Rng, pixels: int) -> np.ndarray:
    """A sheet of rules: text beside drawings of tiles with donuts on them, and of boxes."""
    sheet = _sheet(random_colour(rng, (0.82, 0.98), (0, 0.3)), pixels)
    ink = _ink(rng, (0.05, 0.35), (0, 0.5))
    for y in range(12, pixels, int(rng.integers(10, 26))):
        _line_of_type(rng, sheet, (16, y), pixels - 32, 8, ink)
    for _ in range(int(rng.integers(2, 9))):
        x, y, side = *rng.integers(0, pixels - 160, 2).tolist(), int(rng.integers(24, 70))
        wide, tall = (int(rng.integers(1, 4)) * 2 for _ in range(2))
        cv2.rectangle(sheet, (x, y), (x + wide * side, y + tall * side), _ink(rng, (0.75, 0.97), (0, 0.5)), -1)
        cv2.rectangle(sheet, (x, y), (x + wide * side, y + tall * side), ink, 2)
        for k in range(wide * tall if rng.random() < 0.8 else 0):
            at = (int(x + (k % wide + 0.5) * side), int(y + (k // wide + 0.5) * side))
            cv2.circle(sheet, at, int(side * 0.36), _ink(rng, (0.3, 0.8)), max(2, int(side * 0.2)), cv2.LINE_AA)
    return sheet


def cards(rng: Rng, pixels: int) -> np.ndarray:
    """A table full of cards in rows, each with a picture."""
    table = _sheet(random_colour(rng, (0.1, 0.7), (0.1, 0.7)), pixels)
    wide = int(rng.integers(60, 150))
    tall, gap = int(wide * rng.uniform(1.3, 1.5)), int(rng.integers(3, 24))
    paper, motif = _ink(rng, (0.75, 0.98), (0, 0.4)), int(rng.integers(3))
    for y in range(0, pixels, tall + gap):
        for x in range(0, pixels, wide + gap):
            if rng.random() < 0.2:
                continue
            cv2.rectangle(table, (x, y), (x + wide, y + tall), paper, -1)
            middle, size = (x + wide // 2, y + tall // 2), int(wide * 0.3)
            if motif == 0:
                cv2.circle(table, middle, size, _ink(rng), -1, cv2.LINE_AA)
                cv2.circle(table, middle, size // 3, paper, -1, cv2.LINE_AA)
            elif motif == 1:
                cv2.rectangle(table, (x + 8, y + 8), (x + wide - 8, y + tall - 8), _ink(rng), -1)
            else:
                write(table, _words(rng, 2), (x + 8, y + tall // 2), wide / 60, _ink(rng), 3)
    return table


PRINTS = (newsprint, oilcloth, oilcloth, gingham, playmat, lid, rules, cards)
