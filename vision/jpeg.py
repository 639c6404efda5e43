"""A picture as bytes again: a JPEG of its pixels and nothing else, no place, no date, no camera."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.values import NotRead, WhyNot

if TYPE_CHECKING:
    from vision.values import Picture

QUALITIES = (92, 80, 60, 35, 10)  # per cent: the first reads as the original does, at half its bytes


def as_jpeg(picture: Picture, most: int) -> bytes:
    """The best that has no more bytes than `most`. Raises NotRead where none has, or it cannot be packed."""
    import cv2

    for quality in QUALITIES:
        done, packed = cv2.imencode(".jpg", picture.pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if not done:
            raise NotRead(WhyNot.UNREADABLE_FILE)
        if packed.size <= most:
            return packed.tobytes()
    raise NotRead(WhyNot.TOO_LARGE)
