"""Painted photographs in a folder, still as JPEG, with their truth; more may be painted while a net is trained."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

EACH = 3  # photos of an edition
Truth = dict[str, np.ndarray]  # arrays of a photo by name, as `datasets.make_photos` writes them
Photo = tuple[np.ndarray, Truth]


class Photos:
    """The photos of the editions with some numbers."""

    def __init__(self, folder: Path, numbers: range) -> None:
        self.folder, self.numbers = folder, numbers
        self.loaded: dict[str, Photo] = {}
        self.refresh()

    def refresh(self) -> None:
        """Load what is new and finished."""
        for path in sorted(self.folder.glob("?????-?.npz")):
            wanted = int(path.stem[:5]) in self.numbers and path.stem not in self.loaded
            if wanted and path.stat().st_mtime < time.time() - 2:
                self.loaded[path.stem] = np.fromfile(path.with_suffix(".jpg"), np.uint8), dict(np.load(path))

    def editions(self) -> list[list[Photo]]:
        """Return the photos of each edition that has EACH."""
        editions: dict[str, list[Photo]] = {}
        for name, photo in self.loaded.items():
            editions.setdefault(name[:5], []).append(photo)
        return [photos for photos in editions.values() if len(photos) == EACH]
