"""Lays a random legal case and draws it flat: tiles grown from a cross or a corner, boxes on some of them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.paint.art import Art
from vision.training.paint.boxes import box_picture
from vision.training.paint.canvas import ROOM, SIDE
from vision.training.paint.colours import Rng

EMPTY, DONUT, BOX, HOLES = range(4)
WIDEST = 26  # squares each way that a growing case may use
SIZES = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 4), (4, 3)]


@dataclass
class CaseArrays:
    """A case as arrays, height x width: kind, type, sprinkles; boxes as (x, y, width, height)."""

    kind: np.ndarray
    type: np.ndarray
    sprinkled: np.ndarray
    boxes: list[tuple[int, int, int, int]]


def lay_case(rng: Rng, types: int) -> CaseArrays:
    """Return one to 41 connected tiles, and boxes that cover whole donuts."""
    occupied = _grow(rng, int(rng.integers(3, 42)) if rng.random() < 0.85 else int(rng.integers(1, 5)))
    kind = np.kron(occupied, np.ones((2, 2), np.uint8)) * DONUT
    rows, columns = np.flatnonzero(kind.any(1)), np.flatnonzero(kind.any(0))
    kind = kind[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    type_ = rng.integers(0, types, kind.shape)
    sprinkled = rng.random(kind.shape) < rng.uniform(0.1, 0.4)
    kind[(kind == DONUT) & (rng.random(kind.shape) < rng.uniform(0, 0.15))] = HOLES
    boxes = []
    for _ in range(int(rng.integers(0, 14)) if rng.random() < 0.75 else 0):
        w, h = SIZES[int(rng.integers(len(SIZES)))]
        if w > kind.shape[1] or h > kind.shape[0]:
            continue
        x, y = int(rng.integers(kind.shape[1] - w + 1)), int(rng.integers(kind.shape[0] - h + 1))
        under = kind[y : y + h, x : x + w]
        if (
            np.isin(under, (DONUT, HOLES)).all()
            and (under == HOLES).sum() <= 1
            and (np.isin(kind, (DONUT, HOLES)).sum() > w * h + 4)
        ):
            kind[y : y + h, x : x + w] = BOX
            boxes.append((x, y, w, h))
    return CaseArrays(kind, type_, sprinkled, boxes)


def _grow(rng: Rng, tiles: int) -> np.ndarray:
    occupied = np.zeros((WIDEST, WIDEST), np.uint8)
    middle = WIDEST // 2
    occupied[middle, middle] = 1
    if tiles >= 5 and rng.random() < 0.7:
        occupied[[middle - 1, middle + 1, middle, middle], [middle, middle, middle - 1, middle + 1]] = 1
    pack = rng.uniform(0, 3)
    while occupied.sum() < tiles:
        beside = cv2.filter2D(
            occupied, -1, np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], np.uint8), borderType=cv2.BORDER_CONSTANT
        )
        free = (beside > 0) & (occupied == 0)
        free[[0, -1], :] = free[:, [0, -1]] = False
        ys, xs = np.nonzero(free)
        if not len(ys):
            break
        weight = beside[ys, xs].astype(float) ** pack
        pick = int(rng.choice(len(ys), p=weight / weight.sum()))
        occupied[ys[pick], xs[pick]] = 1
    return occupied


def print_flat(rng: Rng, art: Art, case: CaseArrays) -> np.ndarray:
    """Return the case from straight above as RGBA floats, with a margin of one square."""
    h, w = case.kind.shape
    flat = np.zeros(((h + 2) * SIDE, (w + 2) * SIDE, 4), np.float32)
    slack = float(rng.choice([0.004, rng.uniform(0, 0.03)]))  # of a square; a square is 2 cm
    under = {(i, j) for x, y, bw, bh in case.boxes for i in range(x, x + bw) for j in range(y, y + bh)}
    for y in range(0, h, 2):  # tiles of a grown case are on even squares
        for x in range(0, w, 2):
            if case.kind[y, x]:
                if all((i, j) in under for i in (x, x + 1) for j in (y, y + 1)) and rng.random() < 0.5:
                    continue
                _put(flat, tile_picture(rng, art, case, x, y), (x, y), art.gap, slack, rng, art.thick)
    for x, y, bw, bh in case.boxes:
        _put(
            flat,
            box_picture(rng, art.box, bw, bh),
            (x, y),
            art.gap * 0.5 - rng.uniform(0, 0.02),
            slack * 1.5,
            rng,
            art.thick * 2,
        )
    return flat


def tile_picture(rng: Rng, art: Art, case: CaseArrays, x: int, y: int) -> np.ndarray:
    """Return four donuts on their cardboard; large ones reach over their squares, never over the tile."""
    picture = art.tile
    if art.turns_with_tile or not art.tiles_alike:
        picture = np.rot90(picture, int(rng.integers(4)))
    margin = (ROOM - SIDE) // 2
    picture = cv2.copyMakeBorder(np.ascontiguousarray(picture), *[margin] * 4, cv2.BORDER_REPLICATE)
    quarter = int(rng.integers(4)) if art.turns_with_tile else 0
    for j in (0, 1):
        for i in (0, 1):
            letter = int(case.type[y + j, x + i]), bool(case.sprinkled[y + j, x + i])
            sprites = art.holes if case.kind[y + j, x + i] == HOLES else art.sprites[letter]
            sprite = np.rot90(sprites[int(rng.integers(len(sprites)))], quarter)
            part = picture[j * SIDE : j * SIDE + ROOM, i * SIDE : i * SIDE + ROOM]
            part += sprite[..., 3:] * (sprite[..., :3] - part)
    picture = np.ascontiguousarray(picture[margin:-margin, margin:-margin])
    if art.worn:
        _wear(rng, picture, art.worn)
    return picture


def _wear(rng: Rng, picture: np.ndarray, strength: float) -> None:
    """Rub the print off the edges, and scratch it a little."""
    side = picture.shape[0]
    y, x = np.mgrid[:side, :side]
    edge = np.minimum(np.minimum(x, side - 1 - x), np.minimum(y, side - 1 - y)) / SIDE
    rough = cv2.resize(rng.random((24, 24)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
    rubbed = np.clip(rough * strength - edge * 6, 0, 1) * 1.5
    for _ in range(int(rng.integers(0, 3))):
        ends = rng.integers(0, side, (2, 2)).tolist()
        cv2.line(rubbed, *ends, float(strength * 0.6), 1, cv2.LINE_AA)
    picture += np.clip(rubbed, 0, 1)[..., None] * (np.float32(0.88) - picture)


def _put(
    flat: np.ndarray, picture: np.ndarray, at: tuple[int, int], gap: float, slack: float, rng: Rng, thick: float
) -> None:
    """Draw a piece of cardboard on the flat picture, a little out of place, with its edge and its shadow."""
    h, w = picture.shape[:2]
    x, y = (np.array(at) + 1) * SIDE
    turn = float(np.clip(np.degrees(rng.normal(0, slack * 0.7)), -1.7, 1.7))
    m = cv2.getRotationMatrix2D((w / 2, h / 2), turn, 1 - gap * SIDE * 2 / max(w, h) * 0.5)
    m[:, 2] += np.clip(rng.normal(0, slack, 2), -0.075, 0.075) * SIDE + 8
    occupied = np.full((h, w), 1, np.float32)
    size = (w + 16, h + 16)
    moved, alpha = cv2.warpAffine(picture, m, size), cv2.warpAffine(occupied, m, size)
    top, left = max(y - 8, 0), max(x - 8, 0)
    part = flat[top : top + size[1], left : left + size[0]]
    moved, alpha = moved[: part.shape[0], : part.shape[1]], alpha[: part.shape[0], : part.shape[1], None]
    edge = cv2.dilate(alpha[..., 0], np.ones((3, 3)))
    shift = max(1, int(thick * SIDE))
    dark = np.roll(np.roll(edge, shift, 0), shift // 2, 1)[..., None] * 0.75
    part[..., :3] *= 1 - dark * 0.75
    part[..., 3:] = np.maximum(part[..., 3:], dark)
    part[..., :3] += alpha * (moved / np.maximum(alpha, 0.01) * (alpha > 0.01) - part[..., :3])
    part[..., 3:] = np.maximum(part[..., 3:], alpha)
