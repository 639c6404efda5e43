"""The contract of pending photos: pictures that wait for a yes, for half an hour, for the phone that took them alone.

A pending photo survives a reload, or a camera that ended the page. It holds the picture without its EXIF, its
straightened drawing, and what was read. It goes with a yes, with a no, or by itself, and is in no backup.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from vision.values import Reading

KEPT = 30 * 60  # seconds
MOST_OF_A_PHONE = 4
LARGEST = 6_000_000  # bytes of one picture
PIECE = 64 * 1024  # bytes of a picture that are sent at once
PHOTO, FLAT = "photo", "flat"


class NoPendingPhoto(LookupError):
    """No photo waits under this token for this phone: it is confirmed, removed, too old, or another phone's."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """The purpose of a photo: `table` with its code, `start` of a table, `judge`, `teach`; the name of the edition.

    `back`: the query of the page it was taken for.
    """

    what: str
    edition: str
    code: str = ""
    back: str = ""


@dataclass(frozen=True, slots=True)
class PendingPhoto:
    """A photo that waits. `why`: a `WhyNot` where nothing could be read; `size`: the picture's width and height."""

    token: str
    phone: str
    purpose: Purpose
    size: tuple[int, int]
    reading: Reading | None = None
    why: str = ""


class PendingPhotos(Protocol):
    """The pending photos of a house."""

    @property
    def most(self) -> int:
        """The number of photos that are kept: the oldest goes."""
        ...

    def add(self, phone: str, purpose: Purpose, photo: bytes, size: tuple[int, int]) -> PendingPhoto:
        """Keep a picture (a JPEG without EXIF). Raises Unavailable where there is no room for it."""
        ...

    def set_reading(self, pending: PendingPhoto, reading: Reading | None, why: str, flat: bytes = b"") -> PendingPhoto:
        """Keep a reading and its straightened drawing, or why there is none. Raises Unavailable."""
        ...

    def find(self, token: str, phone: str) -> PendingPhoto:
        """Return a phone's own photo. Raises NoPendingPhoto."""
        ...

    def picture(self, pending: PendingPhoto, which: str) -> bytes:
        """Return PHOTO or FLAT, a JPEG. Raises NoPendingPhoto where there is none."""
        ...

    def pieces(self, pending: PendingPhoto, which: str) -> tuple[int, Iterator[bytes]]:
        """Return the size in bytes of PHOTO or FLAT, and its bytes in pieces: many phones may fetch one at once.

        Raises NoPendingPhoto where there is none.
        """
        ...

    def remove(self, pending: PendingPhoto) -> None:
        """Remove a photo with all that belongs to it; a disk that takes no changes is no error."""
        ...

    def remove_old(self) -> None:
        """Remove what is older than KEPT; does so at most once a minute."""
        ...
