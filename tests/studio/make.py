"""Writes photographs with their truth to a folder: EDITION-PHOTO.jpg and .npz, the same for the same seed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from tests.studio.art import art_of
from tests.studio.scene import shoot


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
