"""Reads an uploaded picture: decodes it, keeps it as a pending photo, and adds its reading or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from typing import TYPE_CHECKING, cast

from flask import current_app

from companion.photos.reading import CORNERS, Reader
from companion.store.pending import LARGEST, PHOTO, PendingPhoto, PendingPhotos
from companion.web import services
from companion.web.photo.purposes import edition_of, known_case
from companion.web.services import number

if TYPE_CHECKING:
    from vision.values import Frame, Picture

SHOWN_WIDTH = 300  # CSS pixels: the photo's width on the corners' page, on every phone
SIZES = range(2, 26, 2)  # donuts, wide or high
LEAST_DISTANCE = 12  # CSS pixels between two corners: closer ones are a mistake


def pending_photos() -> PendingPhotos:
    return services.store().pending


def reader() -> Reader:
    return cast(Reader, current_app.extensions["reader"])


@dataclass(frozen=True, slots=True)
class Corners:
    """The tapped corners and the size entered. `tapped`, `wide` and `high` are in pixels of the photo as shown.

    `scale` is pixels of the photo for one shown, across and down (the shown height is rounded to whole pixels).
    `too_near`: a tap on another corner was left out.
    """

    tapped: tuple[tuple[int, int], ...]
    size: tuple[int, int]
    scale: tuple[float, float]
    wide: int
    high: int
    too_near: bool = False

    @property
    def text(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.tapped)

    @property
    def text_without_last(self) -> str:
        return "+".join(f"{x},{y}" for x, y in self.tapped[:-1])

    @property
    def frame(self) -> Frame | None:
        """The frame for the reader; None until four corners are tapped."""
        from vision.values import Frame

        if len(self.tapped) < CORNERS:
            return None
        across, down = self.scale
        return Frame(tuple((x * across, y * down) for x, y in self.tapped), *self.size)


def read_corners(pending: PendingPhoto, args: Mapping[str, str]) -> Corners:
    """Return the corners in an address or a form; `tap.x`, `tap.y` are one more, from a picture that is a button."""
    wide, high = pending.size
    shown = max(1, round(high * SHOWN_WIDTH / wide))
    scale = wide / SHOWN_WIDTH, high / shown
    words = [*args.get("corners", "").split(), f"{args.get('tap.x', '')},{args.get('tap.y', '')}"]
    pairs = [(number(x), number(y)) for x, _, y in (word.partition(",") for word in words)]
    taps = [(x, y) for x, y in pairs if x is not None and y is not None and x <= SHOWN_WIDTH and y <= shown][:CORNERS]
    tapped = [
        tap for place, tap in enumerate(taps) if all(dist(tap, other) >= LEAST_DISTANCE for other in taps[:place])
    ]
    size = [number(args.get(word, "")) or 6 for word in ("wide", "high")]
    wide, high = (min(number, SIZES[-1]) for number in size)
    return Corners(tuple(tapped), (wide, high), scale, SHOWN_WIDTH, shown, len(tapped) < len(taps))


def decode_upload(data: bytes) -> tuple[Picture, bytes]:
    """Return an uploaded picture, and as a JPEG of nothing but its pixels; to be called with the reader's lock.

    Raises UnreadablePhoto, Busy, NoReader.
    """
    picture = reader().decode(data)
    from vision.photo import encode_jpeg

    return picture, encode_jpeg(picture, LARGEST)


def decode_pending(pending: PendingPhoto) -> Picture:
    """Decode a pending photo again; to be called with the reader's lock. Raises NoDraft, UnreadablePhoto."""
    from vision.photo import decode

    return decode(pending_photos().picture(pending, PHOTO))


def read_pending(pending: PendingPhoto, picture: Picture, frame: Frame | None = None) -> PendingPhoto:
    """Add the reading of a pending photo, or why there is none; to be called with the reader's lock.

    Raises Busy, NoReader, Unavailable.
    """
    from vision.photo import encode_drawing
    from vision.values import UnreadablePhoto

    try:
        found = reader().read(picture, edition_of(pending.purpose), known_case(pending.purpose), frame)
    except UnreadablePhoto as error:
        return pending_photos().set_reading(pending, None, str(error.reason))
    return pending_photos().set_reading(pending, found.reading, "", encode_drawing(picture, found.reading))
