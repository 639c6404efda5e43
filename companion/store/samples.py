"""The contract of samples: squares people confirmed, which teach the photo reader an edition.

Every sample remembers its photo, so that a photo can be taken back; and however many squares a photo shows, it counts
no more than others.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from vision.values import Sample

MOST_OF_A_PHOTO = 6  # samples of one letter that count of one photo
MOST_OF_A_LETTER = 48  # samples of one letter that count at all; of every photo one before a second of any
MOST_PHOTOS = 400  # of an edition; when more come the oldest go


class TaughtPhoto(NamedTuple):
    """A photo something was learnt from."""

    photo: str
    at: str  # UTC, ISO 8601 with seconds
    squares: int


class Samples(Protocol):
    """The samples of a house, by edition. Every call raises Unavailable where they cannot be used."""

    def samples(self, edition: str) -> tuple[Sample, ...]:
        """Return the samples that count: of every letter a few of each photo, the newest photos first."""
        ...

    def photos(self, edition: str) -> list[TaughtPhoto]:
        """Return the photos something was learnt from, the newest first."""
        ...

    def of_photo(self, edition: str, photo: str) -> tuple[Sample, ...]:
        """Return all samples of one photo."""
        ...

    def add(self, edition: str, photo: str, samples: Sequence[Sample], at: str) -> None:
        """Store the samples of a photo (see `photo_id`), instead of earlier ones of the same photo; `at` is UTC."""
        ...

    def undo(self, edition: str, photo: str) -> int:
        """Remove the samples of a photo from an edition; return how many there were."""
        ...

    def forget(self, edition: str) -> int:
        """Remove all samples of an edition; return how many there were."""
        ...


def photo_id(data: bytes) -> str:
    """Return a photo's name, made from its bytes: the same photo is never learnt twice."""
    return sha256(data).hexdigest()[:16]


def packed(numbers: Sequence[float]) -> bytes:
    """Return numbers as they are stored: four bytes each, the lowest first. Raises OverflowError for one too large."""
    values = array("f", numbers)
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def unpacked(data: bytes) -> tuple[float, ...]:
    """Return the numbers of `packed`. Raises ValueError where bytes are left over."""
    values = array("f")
    values.frombytes(data)
    if sys.byteorder == "big":
        values.byteswap()
    return tuple(values)
