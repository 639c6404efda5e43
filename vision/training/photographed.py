"""Brings folders of photographs with their truth into the form of painted ones, to train nets with both.

A folder holds set.toml and, for each photo, NAME.jpg, NAME.case and NAME.json: hidden squares, and in `pixels` where
the middle of each square lies.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.donut_shop.parts import HOLES, Edition, Square
from companion.editions import read_set
from vision import photo
from vision.classification import BOX, DONUT
from vision.classification import HOLES as PILE
from vision.homography import project
from vision.prototypes import typed_colours
from vision.rectification import FINER
from vision.training.datasets import CELL
from vision.training.evaluation import read_truth
from vision.training.photos import EACH

OFF = 0.03  # squares that a found lattice is off, usually
CUTS = 2  # of each donut, each a little off in its own way
ENOUGH = 4  # squares that tell where all of them lie
TRIOS = 10  # of photos drawn at random from each folder
BOXED = "#"
_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)


def cut_photographs(folders: Sequence[Path], to: Path, first: int, seed: int = 5) -> None:
    """Write a file of cut-out donuts for each folder, as `datasets.make_sheets` does for each edition."""
    rng = np.random.default_rng(seed)
    to.mkdir(parents=True, exist_ok=True)
    for number, folder in enumerate(folders, first):
        cells, labels = list[np.ndarray](), list[tuple[int, int, int]]()
        for n, path in enumerate(sorted(folder.glob("*.jpg"))):
            for letter, cell in donuts_of(rng, path):
                cells.append(cell)
                labels.append((n, ord(letter.upper()), int(letter.islower())))
        np.savez(to / f"{number:05d}.npz", cells=np.array(cells, np.uint8), labels=np.array(labels, int))


def donuts_of(rng: np.random.Generator, path: Path) -> Iterator[tuple[str, np.ndarray]]:
    """Yield letter and square of each donut of a photograph that can be seen, CUTS times."""
    letters, hidden = read_truth(path)
    places = middles_of(path)
    shown = [square for square in letters if square in places and letters[square] not in BOXED + HOLES]
    if len(shown) < ENOUGH:
        return
    homography = homography_of(places)
    pixels = photo.decode(path.read_bytes()).pixels
    for square in shown:
        if square not in hidden:
            for _ in range(CUTS):
                yield letters[square], cut(rng, pixels, homography, square, places[square])


def middles_of(path: Path) -> dict[Square, np.ndarray]:
    """Return where the middles of squares lie in a photograph, in pixels."""
    data = json.loads(path.with_suffix(".json").read_text())
    pairs = ((key.split(","), place) for key, place in data.get("pixels", {}).items() if place)
    return {(int(x), int(y)): np.array(place, float) for (x, y), place in pairs}


def homography_of(places: Mapping[Square, np.ndarray]) -> np.ndarray:
    """Return the homography from squares to pixels that fits these middles best."""
    found, _ = cv2.findHomography(np.array(list(places), float) + 0.5, np.array(list(places.values())))
    return np.asarray(found)


def cut(
    rng: np.random.Generator, pixels: np.ndarray, homography: np.ndarray, square: Square, middle: np.ndarray
) -> np.ndarray:
    """Return a square from above as the reader sees it, with its donut a little off the middle."""
    at = np.array([square], float)
    corners = project(homography, _CORNERS + at + rng.normal(0, OFF, 2)) + middle - project(homography, at + 0.5)
    side = CELL * FINER
    m = cv2.getPerspectiveTransform((_CORNERS * side).astype(np.float32), corners.astype(np.float32))
    fine = cv2.warpPerspective(pixels, m, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return cv2.resize(fine, (CELL, CELL), interpolation=cv2.INTER_AREA)


# Whole photographs


def copy_photographs(folders: Sequence[Path], to: Path, first: int, seed: int = 5) -> None:
    """Write photographs as `datasets.make_photos` writes painted ones: each trio of a folder as if an edition."""
    rng = np.random.default_rng(seed)
    to.mkdir(parents=True, exist_ok=True)
    number = first
    for folder in folders:
        edition = read_set((folder / "set.toml").read_text())
        paths = [path for path in sorted(folder.glob("*.jpg")) if len(middles_of(path)) >= ENOUGH]
        for _ in range(TRIOS if len(paths) >= EACH else 0):
            for n, i in enumerate(rng.choice(len(paths), EACH, replace=False)):
                name = to / f"{number:05d}-{n}"
                name.with_suffix(".jpg").write_bytes(paths[i].read_bytes())
                np.savez(f"{name}.npz", **truth_of(paths[i], edition))
            number += 1


def truth_of(path: Path, edition: Edition) -> dict[str, np.ndarray]:
    """Return the truth of a photograph as arrays, named as those of painted ones."""
    letters, hidden = read_truth(path)
    width, height = (1 + max(square[axis] for square in letters) for axis in (0, 1))
    kind, types = np.zeros((height, width), np.uint8), np.zeros((height, width), int)
    covered = np.zeros((height, width), bool)
    for (x, y), letter in letters.items():
        kind[y, x] = {BOXED: BOX, HOLES: PILE}.get(letter, DONUT)
        types[y, x] = list(edition.types).index(letter.upper()) if letter not in BOXED + HOLES else 0
        covered[y, x] = (x, y) in hidden
    return {
        "homography": homography_of(middles_of(path)),
        "kind": kind,
        "type": types,
        "hidden": covered,
        "nominal": typed_colours(edition),
    }
