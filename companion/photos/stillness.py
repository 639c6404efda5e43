"""Finds from small grey pictures whether a camera's picture is still, and whether a hand is in it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.values import Array, Pixels

WIDE, HIGH = 96, 72  # pixels of the small pictures
CHANGED = 9.0  # grey by which a small picture's pixel is another one: noise is far below
MOVED = 6  # such pixels from which something moves: a finger tip has more
SETTLED = 0.6  # seconds without a movement from which a picture is still
LEAST_HAND, MOST_HAND = 60, WIDE * HIGH * 45 // 100  # small pixels of a hand; more is other light, or another place
OF_A_HAND = 0.6  # share of all that changed: where the camera was pushed, edges change everywhere
KEPT = 4  # pictures of which the mean is read


class Stillness:
    """Follows the pictures of one camera.

    Light that grows or fades as a whole is no movement: pictures are compared without their mean brightness.
    """

    def __init__(self) -> None:
        self._first: Array | None = None  # the small picture all others are compared with until something moves
        self._since = 0.0
        self._clear: Array | None = None  # the latest small picture that was read and understood
        self._pictures: deque[Pixels] = deque(maxlen=KEPT)

    def see(self, time: float, pixels: Pixels) -> bool:
        """Take the next picture, at `time` in seconds; return whether it has been still long enough."""
        small = _small(pixels)
        other_size = bool(self._pictures) and self._pictures[-1].shape != pixels.shape  # the camera was opened again
        if self._first is None or other_size or (_difference(small, self._first) > CHANGED).sum() >= MOVED:
            self._first, self._since = small, time
            self._pictures.clear()
        self._pictures.append(pixels)
        return time - self._since >= SETTLED

    @property
    def since(self) -> float:
        """The time at which the present picture began: another number after each movement."""
        return self._since

    @property
    def hand(self) -> bool:
        """Return whether something reaches into the picture from outside that was not there when it was read last."""
        import cv2
        import numpy

        if self._clear is None or self._first is None:
            return False
        other = (_difference(self._first, self._clear) > CHANGED).astype(numpy.uint8)
        if other.sum() > MOST_HAND:
            return False
        _, labels, stats, _ = cv2.connectedComponentsWithStats(other)
        rim = numpy.unique(numpy.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
        largest = max((int(stats[label, cv2.CC_STAT_AREA]) for label in rim if label), default=0)
        return largest >= LEAST_HAND and largest >= OF_A_HAND * other.sum()

    def understood(self) -> None:
        """Remember the present picture as one without a hand."""
        self._clear = self._first

    def mean(self) -> Pixels:
        """Return the mean of the latest still pictures: less noise than any of them."""
        import numpy

        pictures = list(self._pictures)
        if len(pictures) == 1:
            return pictures[0]
        total = numpy.zeros(pictures[0].shape, numpy.uint16)
        for pixels in pictures:
            total += pixels
        return ((total + len(pictures) // 2) // len(pictures)).astype(numpy.uint8)


def _small(pixels: Pixels) -> Array:
    import cv2
    import numpy

    step = max(1, pixels.shape[1] // (4 * WIDE))
    grey = cv2.cvtColor(numpy.ascontiguousarray(pixels[::step, ::step]), cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, (WIDE, HIGH), interpolation=cv2.INTER_AREA).astype(numpy.float32)


def _difference(one: Array, other: Array) -> Array:
    """Return by how much two small pictures differ, apart from their brightness."""
    import numpy

    ratio = (float(numpy.median(one)) + 1) / (float(numpy.median(other)) + 1)
    return numpy.asarray(numpy.abs(one - other * ratio))
