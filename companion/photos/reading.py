"""Reads photos for a whole process with the samples of each edition; one photo at a time, while a few wait."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple, TypedDict

from companion.donut_shop.case import Case
from companion.donut_shop.parts import Edition
from companion.refusals import Unavailable
from companion.store.samples import Samples
from vision.alignment import Alignment
from vision.values import Frame, Picture, Reading, Sample, UnreadableReason

WAITING = 4  # photos that may wait for the one being read; further ones are refused as busy
LEARNING_TIMEOUT = 60.0  # seconds learning waits for its place in the queue: no phone would try again
MOST_UPDATED = 1_024  # samples of other nets whose updated numbers are cached
CORNERS = 4  # of a rectangle a person outlines
RETRY_AFTER = 5  # seconds after which it is worth sending a photo again
PACKAGES = {"cv2": "OpenCV", "numpy": "numpy", "PIL": "Pillow", "pi_heif": "pi-heif"}


class NoReader(Exception):
    """Photos cannot be read on this machine; `missing` names the packages."""

    def __init__(self, missing: tuple[str, ...]) -> None:
        super().__init__(", ".join(missing))
        self.missing = missing


class Busy(Exception):
    """Too many photos wait already; it is worth trying again in RETRY_AFTER seconds."""


class PhotoRead(NamedTuple):
    """A decoded photo and its reading."""

    picture: Picture
    reading: Reading


class ReadingJson(TypedDict):
    """A reading, or why there is none, for other programs (`docs/interfaces.md`)."""

    photo: str
    case: list[str] | None
    doubts: list[list[int]]
    why: dict[str, str]
    refused: str | None


def reading_json(photo: str, found: Reading | UnreadableReason) -> ReadingJson:
    """Return a reading, or why there is none, as JSON values."""
    if isinstance(found, UnreadableReason):
        return {"photo": photo, "case": None, "doubts": [], "why": {}, "refused": str(found)}
    doubts = sorted(found.doubts.items(), key=lambda pair: (pair[0][1], pair[0][0]))
    return {
        "photo": photo,
        "case": list(found.case),
        "doubts": [list(square) for square, _ in doubts],
        "why": {f"{x},{y}": str(doubt) for (x, y), doubt in doubts},
        "refused": None,
    }


def missing_packages() -> tuple[str, ...]:
    """Return the names of the packages for photos that are not installed."""
    return tuple(name for module, name in PACKAGES.items() if not _is_installed(module))


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ValueError:  # another thread is importing it at this moment
        return True


class Reader:
    """Reads photos for a whole process, with the samples of a store."""

    def __init__(self, store: Samples, waiting: int = WAITING) -> None:
        self.store = store
        self._queue = threading.BoundedSemaphore(1 + waiting)
        self._lock = threading.Lock()
        self._holder: int | None = None  # the thread that holds the lock

    @contextmanager
    def exclusive(self, timeout: float = 0.0) -> Iterator[None]:
        """Hold the lock for whatever takes much memory: decoding, reading or encoding pictures, files of samples.

        The same thread may enter again. `timeout` is seconds to wait for a place in the queue. Raises Busy where there
        is none.
        """
        if self._holder == threading.get_ident():
            yield
            return
        if not self._queue.acquire(timeout=timeout):
            raise Busy
        try:
            with self._lock:
                self._holder = threading.get_ident()
                try:
                    yield
                finally:
                    self._holder = None
        finally:
            self._queue.release()

    def read(
        self, photo: bytes | Picture, edition: Edition, known: Case | None = None, frame: Frame | None = None
    ) -> PhotoRead:
        """Read a photo with the samples of an edition; `known`, the case before, settles doubts.

        Raises UnreadablePhoto, Busy, NoReader. Reads without samples where their file is damaged.
        """
        with self._ready():
            from vision.photo import decode
            from vision.reader import analyse
            from vision.reconciliation import read_known_case, settle_doubts

            picture = decode(photo) if isinstance(photo, bytes) else photo
            reading, alignment = read_known_case(analyse(picture, frame), edition, self.samples(edition), known)
            if known is not None and alignment is not None:
                reading = settle_doubts(reading, known, alignment)
            return PhotoRead(picture, reading)

    def read_beside(
        self, picture: Picture, edition: Edition, known: Case, align: Callable[[Reading, Case], Alignment | None]
    ) -> tuple[Reading, Alignment | None]:
        """Read a picture of a known case whose place in it may be known too; None where that is unclear.

        Raises UnreadablePhoto, Busy, NoReader.
        """
        with self._ready():
            from vision.reader import analyse
            from vision.reconciliation import read_known_case, settle_doubts

            reading, alignment = read_known_case(analyse(picture), edition, self.samples(edition), known, align)
            return (reading if alignment is None else settle_doubts(reading, known, alignment)), alignment

    def samples(self, edition: Edition) -> Sequence[Sample]:
        """Return the samples of an edition that count, with numbers of the present nets; none of a damaged file."""
        try:
            samples = self.store.samples(edition.name)
        except Unavailable:  # more squares are doubted then; `doctor` shows why
            return ()
        return tuple(updated for updated in map(_usable, samples) if updated is not None) if samples else ()

    def decode(self, photo: bytes) -> Picture:
        """Decode a photo: a large one takes much memory, so one at a time. Raises UnreadablePhoto, Busy, NoReader."""
        with self._ready():
            from vision.photo import decode

            return decode(photo)

    def make_samples(self, picture: Picture, reading: Reading, rows: Sequence[str]) -> Sequence[Sample]:
        """Return the samples of a picture, with the true letters in `rows`. Raises Busy, NoReader."""
        with self._ready(LEARNING_TIMEOUT):
            from vision.sampling import make_samples

            return make_samples(picture, reading, rows)

    @contextmanager
    def _ready(self, timeout: float = 0.0) -> Iterator[None]:
        """Hold the lock with all packages installed. Raises NoReader, Busy."""
        if missing := missing_packages():
            raise NoReader(missing)
        with self.exclusive(timeout):
            yield


def _usable(sample: Sample) -> Sample | None:
    """Return a sample with numbers of the present nets; None where they cannot be computed or have another length."""
    from vision.classification import FEATURES
    from vision.networks import nets_version

    updated = sample if sample.net == nets_version() else _updated(sample)
    return updated if updated.net == nets_version() and len(updated.numbers) == 1 + 2 * FEATURES else None


@lru_cache(MOST_UPDATED)
def _updated(sample: Sample) -> Sample:
    from vision.sampling import update_sample

    return update_sample(sample)
