"""Encodes pictures as JPEG: their pixels and nothing else, no place, no date, no camera."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.rectification import SIDE, rectify_reading
from vision.values import UnreadablePhoto, UnreadableReason

if TYPE_CHECKING:
    from vision.values import Picture, Reading

QUALITIES = (92, 80, 60, 35, 10)  # per cent: the first reads as the original does, at half its bytes
DRAWING_QUALITY = 85


def encode_jpeg(picture: Picture, most: int) -> bytes:
    """Return the best JPEG of at most this many bytes.

    Raises UnreadablePhoto where none is small enough, or it cannot be encoded.
    """
    import cv2

    for quality in QUALITIES:
        done, encoded = cv2.imencode(".jpg", picture.pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if not done:
            raise UnreadablePhoto(UnreadableReason.UNREADABLE_FILE)
        if encoded.size <= most:
            return encoded.tobytes()
    raise UnreadablePhoto(UnreadableReason.TOO_LARGE)


def encode_drawing(picture: Picture, reading: Reading, side: int = SIDE) -> bytes:
    """Return a JPEG of the reading's squares from above, `side` pixels each, with a margin of one square."""
    import cv2

    view = rectify_reading(picture.pixels, reading, side)
    return bytes(cv2.imencode(".jpg", view, [cv2.IMWRITE_JPEG_QUALITY, DRAWING_QUALITY])[1])
