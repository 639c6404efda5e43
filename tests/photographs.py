"""A synthetic photograph with its truth, made once for all tests of a run that read a photo."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

EDITION = 5023  # seed of a synthetic edition; not among those the nets were trained on


class Photographed(NamedTuple):
    """A photo in its folder, with `set.toml` beside it and the truth as a drawing."""

    jpg: Path
    case: Path
    set: Path

    @property
    def rows(self) -> list[str]:
        return self.case.read_text(encoding="utf-8").split()


@cache
def photographed() -> Photographed:
    """Return a photo of a small case, made at the first call."""
    from vision.training.datasets import make_edition_folders

    folder = Path(mkdtemp(prefix="photographed"))
    make_edition_folders(folder, range(EDITION, EDITION + 1), 1)
    place = folder / f"synthetic-{EDITION}"
    return Photographed(place / "0.jpg", place / "0.case", place / "set.toml")
