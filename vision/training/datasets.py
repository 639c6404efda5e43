"""Writes synthetic photographs with their truth to a folder; the same files for the same seed."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from vision.homography import project
from vision.training.paint.art import Art, art_of
from vision.training.paint.cases import BOX, DONUT, EMPTY, HOLES
from vision.training.paint.scene import Shot, sheet, shoot

CELL = 48  # pixels a square of a cut-out donut
_CORNERS = np.array([[0, 0], [CELL, 0], [CELL, CELL], [0, CELL]], np.float32)
_LETTERS = "ABCDEFGHIJKLMN"


def make_photos(folder: Path, editions: range, photos: int) -> None:
    """Write EDITION-PHOTO.jpg and .npz, so many photos of each edition; an edition's number is its seed."""
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
                homography=shot.homography,
                kind=shot.case.kind,
                type=shot.case.type,
                sprinkled=shot.case.sprinkled,
                boxes=np.array(shot.case.boxes, int).reshape(-1, 4),
                hidden=shot.hidden,
                nominal=np.array([[*f.rgb, f.filled] for f in art.types]),
            )


def make_sheets(folder: Path, editions: range, photos: int) -> None:
    """Write a file of cut-out donuts for each edition, with photo, type and sprinkles of each donut."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for number in editions:
        rng = np.random.default_rng(number)
        art = art_of(rng)
        cells, labels = [], []
        for n in range(photos):
            squares, rows = cut_out_donuts(rng, sheet(rng, art))
            cells.append(squares)
            labels.append(np.insert(rows, 0, n, axis=1))
        part = folder / f"{number:05d}.part.npz"
        np.savez(part, cells=np.concatenate(cells), labels=np.concatenate(labels))
        part.rename(folder / f"{number:05d}.npz")


def cut_out_donuts(rng: np.random.Generator, shot: Shot) -> tuple[np.ndarray, np.ndarray]:
    """Return all donuts of a photo, a little off, as n x CELL x CELL x 3; their types and sprinkles as n x 2."""
    encoded = cv2.imencode(".jpg", shot.pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))])[1]
    pixels = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    case = shot.case
    ys, xs = np.nonzero((case.kind == DONUT) & ~shot.hidden)
    cells = []
    for x, y in zip(xs, ys, strict=True):
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) + rng.normal(0, 0.04, 2) + (x, y)
        source = project(shot.homography, corners).astype(np.float32)
        m = cv2.getPerspectiveTransform(_CORNERS, source)
        cells.append(cv2.warpPerspective(pixels, m, (CELL, CELL), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))
    labels = np.stack([case.type[ys, xs], case.sprinkled[ys, xs]], 1).astype(int)
    return np.array(cells, np.uint8).reshape(-1, CELL, CELL, 3), labels


def make_edition_folders(folder: Path, editions: range, photos: int) -> None:
    """Write a folder for each edition, for `evaluate`: set.toml, and each photo with its truth as .case and .json."""
    cv2.setNumThreads(1)
    for number in editions:
        rng = np.random.default_rng(number)
        art = art_of(rng)
        place = folder / f"synthetic-{number}"
        place.mkdir(parents=True, exist_ok=True)
        (place / "set.toml").write_text(_set_toml(place.name, art))
        for n in range(photos):
            shot = shoot(rng, art)
            cv2.imwrite(f"{place}/{n}.jpg", shot.pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))])
            (place / f"{n}.case").write_text("\n".join(_rows(shot)) + "\n")
            (place / f"{n}.json").write_text(json.dumps(_truth(shot)))


def _set_toml(name: str, art: Art) -> str:
    rows = [f'name = "{name}"']
    for letter, frosting in zip(_LETTERS, art.types, strict=False):
        colour = "".join(f"{round(255 * part):02x}" for part in frosting.rgb)
        donut = frosting.name + " filled" * frosting.filled
        rows.append(f'[donuts.{letter}]\nname = "{donut}"\ncolour = "#{colour}"')
    return "\n\n".join(rows) + "\n"


def _truth(shot: Shot) -> dict[str, object]:
    """Return the hidden squares and where each donut is in pixels."""
    ys, xs = np.nonzero(shot.case.kind)
    pixels = project(shot.homography, np.stack([xs + 0.5, ys + 0.5], 1))
    return {
        "hidden": [f"{x},{y}" for y, x in np.argwhere(shot.hidden & (shot.case.kind > 0))],
        "unreadable": [],
        "pixels": {f"{x},{y}": spot.round(1).tolist() for x, y, spot in zip(xs, ys, pixels, strict=True)},
    }


def _rows(shot: Shot) -> list[str]:
    case = shot.case
    special = {EMPTY: ".", BOX: "#", HOLES: "O"}
    return [
        "".join(
            special.get(int(kind)) or (_LETTERS[t].lower() if sprinkled else _LETTERS[t])
            for kind, t, sprinkled in zip(*row, strict=True)
        )
        for row in zip(case.kind, case.type, case.sprinkled, strict=True)
    ]
