"""Writes photographs with their truth to a folder: EDITION-PHOTO.jpg and .npz, the same for the same seed."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from vision.lattice import through
from vision.training.art import art_of
from vision.training.case import BOX, DONUT, EMPTY, HOLES, PrintedTile
from vision.training.scene import Shot, sheet, shoot


def make(folder: Path, editions: range, photos: int) -> None:
    """`photos` of each edition; an edition's number is its seed."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for number in editions:
        rng = np.random.default_rng(number)
        art = art_of(rng)
        for n in range(photos):
            shot = shoot(rng, art)
            name = folder / f"{number:05d}-{n}"
            cv2.imwrite(f"{name}.jpg", shot.pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))])
            np.savez(
                f"{name}.npz",
                plane=shot.plane,
                kind=shot.laid.kind,
                type=shot.laid.type,
                sprinkled=shot.laid.sprinkled,
                boxes=np.array(shot.laid.boxes, int).reshape(-1, 4),
                lost=shot.lost,
                nominal=np.array([[*f.rgb, f.filled] for f in art.types]),
            )


def sheets(folder: Path, editions: range, photos: int) -> None:
    """A file of cut out donuts an edition, with photo, type and sprinkles of each, for `train-sprinkles`."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for number in editions:
        rng = np.random.default_rng(number)
        art = art_of(rng)
        cells, told = [], []
        for n in range(photos):
            shot = sheet(rng, art)
            encoded = cv2.imencode(".jpg", shot.pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))])[1]
            squares, rows = cut(rng, encoded, shot.plane, shot.laid, shot.lost)
            cells.append(squares)
            told.append(np.insert(rows, 0, n, axis=1))
        part = folder / f"{number:05d}.part.npz"
        np.savez(part, cells=np.concatenate(cells), told=np.concatenate(told))
        part.rename(folder / f"{number:05d}.npz")


CELL = 48
_SQUARE = np.array([[0, 0], [CELL, 0], [CELL, CELL], [0, CELL]], np.float32)


def cut(
    rng: np.random.Generator, photo: np.ndarray, plane: np.ndarray, laid: PrintedTile, lost: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """All donuts of a photo, a little off, as n x CELL x CELL x 3; their types and which have sprinkles as n x 2."""
    pixels = cv2.imdecode(photo, cv2.IMREAD_COLOR)
    ys, xs = np.nonzero((laid.kind == DONUT) & ~lost)
    cells = []
    for x, y in zip(xs, ys, strict=True):
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) + rng.normal(0, 0.04, 2) + (x, y)
        seen = through(plane, corners).astype(np.float32)
        m = cv2.getPerspectiveTransform(_SQUARE, seen)
        cells.append(cv2.warpPerspective(pixels, m, (CELL, CELL), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))
    told = np.stack([laid.type[ys, xs], laid.sprinkled[ys, xs]], 1).astype(int)
    return np.array(cells, np.uint8).reshape(-1, CELL, CELL, 3), told


def publish(folder: Path, editions: range, photos: int) -> None:
    """A folder an edition with set.toml, and beside each photo its truth as NAME.case and NAME.json, for `evaluate`."""
    cv2.setNumThreads(1)
    for number in editions:
        rng = np.random.default_rng(number)
        art = art_of(rng)
        place = folder / f"studio-{number}"
        place.mkdir(parents=True, exist_ok=True)
        letters = "ABCDEFGHIJKLMN"[: len(art.types)]
        rows = [f'name = "studio-{number}"']
        for letter, frosting in zip(letters, art.types, strict=True):
            colour = "".join(f"{round(255 * part):02x}" for part in frosting.rgb)
            name = frosting.name + " filled" * frosting.filled
            rows.append(f'[donuts.{letter}]\nname = "{name}"\ncolour = "#{colour}"')
        (place / "set.toml").write_text("\n\n".join(rows) + "\n")
        for n in range(photos):
            shot = shoot(rng, art)
            cv2.imwrite(f"{place}/{n}.jpg", shot.pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))])
            (place / f"{n}.case").write_text("\n".join(_rows(shot, letters)) + "\n")
            ys, xs = np.nonzero(shot.laid.kind)
            seen = through(shot.plane, np.stack([xs + 0.5, ys + 0.5], 1))
            truth = {
                "hidden": [f"{x},{y}" for y, x in np.argwhere(shot.lost & (shot.laid.kind > 0))],
                "unreadable": [],
                "pixels": {f"{x},{y}": spot.round(1).tolist() for x, y, spot in zip(xs, ys, seen, strict=True)},
            }
            (place / f"{n}.json").write_text(json.dumps(truth))


def _rows(shot: Shot, letters: str) -> list[str]:
    laid = shot.laid
    special = {EMPTY: ".", BOX: "#", HOLES: "O"}
    return [
        "".join(
            special.get(int(kind)) or (letters[t].lower() if sprinkled else letters[t])
            for kind, t, sprinkled in zip(*row, strict=True)
        )
        for row in zip(laid.kind, laid.type, laid.sprinkled, strict=True)
    ]
