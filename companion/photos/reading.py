"""The door to the photo reader: one photo is read at a time, a few wait, and what was taught is at hand."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from companion.donut_shop.case import Case
from companion.donut_shop.parts import Edition
from companion.refusals import Unavailable
from companion.store.samples import Samples
from vision.values import Frame, Picture, Reading, Sample, WhyNot

WAITING = 4  # that may wait for the one whose turn it is; whoever comes then is told to come back
PATIENT = 60.0  # seconds that teaching waits for a place among those: nothing tells a phone to teach again
MOST_RENEWED = 1_024  # squares taught with other nets that were looked at anew and are kept at hand
CORNERS = 4  # of a rectangle shown by hand
RETRY_AFTER = 5  # seconds after which it is worth sending a photo again
NEEDED = {"cv2": "OpenCV", "numpy": "numpy", "PIL": "Pillow", "pi_heif": "pi-heif"}


class NoReader(Exception):
    """Photos cannot be read on this machine; `missing` names the packages."""

    def __init__(self, missing: tuple[str, ...]) -> None:
        super().__init__(", ".join(missing))
        self.missing = missing


class Busy(Exception):
    """Too many photos wait already; it is worth asking again in AGAIN seconds."""


class PhotoRead(NamedTuple):
    """A photo as it was opened, and what is read in it."""

    picture: Picture
    reading: Reading


def reading_json(photo: str, found: Reading | WhyNot) -> dict[str, Any]:
    """What is read in a photo, or why it is not, as other programs read it (`docs/interfaces.md`)."""
    if isinstance(found, WhyNot):
        return {"photo": photo, "case": None, "doubts": [], "why": {}, "refused": str(found)}
    doubts = sorted(found.doubts.items(), key=lambda pair: (pair[0][1], pair[0][0]))
    return {
        "photo": photo,
        "case": list(found.case),
        "doubts": [list(square) for square, _ in doubts],
        "why": {f"{x},{y}": str(doubt) for (x, y), doubt in doubts},
        "refused": None,
    }


def missing() -> tuple[str, ...]:
    """What is not installed of the packages photos need."""
    return tuple(name for module, name in NEEDED.items() if not _is_installed(module))


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ValueError:  # another thread is importing it at this moment
        return True


class Reader:
    """Reads photos for a whole process, with what was taught."""

    def __init__(self, learnt: Samples, waiting: int = WAITING) -> None:
        self.learnt = learnt
        self._room = threading.BoundedSemaphore(1 + waiting)
        self._one = threading.Lock()
        self._whose: int | None = None  # the thread whose turn it is

    @contextmanager
    def turn(self, patience: float = 0.0) -> Iterator[None]:
        """The one turn for whatever takes much memory: pictures unpacked, looked at or packed, files of samples.

        Inside of a turn another one of the same thread begins at once. `patience` is seconds to wait for a place among
        those that wait. Raises Busy where there is none.
        """
        if self._whose == threading.get_ident():
            yield
            return
        if not self._room.acquire(timeout=patience):
            raise Busy
        try:
            with self._one:
                self._whose = threading.get_ident()
                try:
                    yield
                finally:
                    self._whose = None
        finally:
            self._room.release()

    def read(
        self, photo: bytes | Picture, edition: Edition, known: Case | None = None, frame: Frame | None = None
    ) -> PhotoRead:
        """What lies in a photo, with what was taught of the edition; `known`, the case before, settles doubts.

        Raises vision.values.NotRead, Busy, NoReader. Where the file of what was taught is damaged, it reads without.
        """
        with self._place():
            from vision.photo import decode
            from vision.reader import look
            from vision.reconcile import read_on, with_known

            picture = decode(photo) if isinstance(photo, bytes) else photo
            reading, lie = read_on(look(picture, frame), edition, self.taught(edition), known)
            return PhotoRead(picture, reading if known is None or lie is None else with_known(reading, known, lie))

    def taught(self, edition: Edition) -> Sequence[Sample]:
        """What counts of what was taught of an edition, as the nets of today see it; nothing of a damaged file."""
        try:
            samples = self.learnt.samples(edition.name)
        except Unavailable:  # more is doubted then; `doctor` says why
            return ()
        return tuple(seen for seen in map(_renewed, samples) if seen is not None) if samples else ()

    def opened(self, photo: bytes) -> Picture:
        """A photo unpacked: a large one takes much room, so one at a time. Raises NotRead, Busy, NoReader."""
        with self._place():
            from vision.photo import decode

            return decode(photo)

    def lessons(self, picture: Picture, reading: Reading, rows: Sequence[str]) -> Sequence[Sample]:
        """What a picture teaches, the true letters in `rows`. Raises Busy, NoReader."""
        with self._place(PATIENT):
            from vision.teaching import samples

            return samples(picture, reading, rows)

    @contextmanager
    def _place(self, patience: float = 0.0) -> Iterator[None]:
        """A turn with the reader itself. Raises NoReader, Busy."""
        if lacking := missing():
            raise NoReader(lacking)
        with self.turn(patience):
            yield


def _renewed(sample: Sample) -> Sample | None:
    """A sample as the present nets see it; None where its picture or its numbers are none they could have made."""
    from vision.cells import NUMBERS
    from vision.teaching import net_name

    seen = sample if sample.net == net_name() else _looked_at_anew(sample)
    return seen if seen.net == net_name() and len(seen.numbers) == 1 + 2 * NUMBERS else None


@lru_cache(MOST_RENEWED)
def _looked_at_anew(sample: Sample) -> Sample:
    from vision.teaching import renewed

    return renewed(sample)
