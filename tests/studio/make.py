"""Writes photographs with their truth to a folder: EDITION-PHOTO.jpg and .npz, the same for the same seed."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from tests.studio.art import art_of
from tests.studio.case import BOX, EMPTY, HOLES
from tests.studio.scene import Shot, shoot


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
            seen = cv2.perspectiveTransform(np.stack([xs + 0.5, ys + 0.5], 1)[None].astype(float), shot.plane)[0]
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
