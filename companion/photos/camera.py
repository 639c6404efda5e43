"""The pictures of a camera, of an address, or of a film: a few a second, as OpenCV brings them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from vision.values import Pixels

RATE = 6.0  # pictures a second that are looked at
BUFFERED = 0.004  # seconds: a picture that comes sooner had waited in the camera's queue
SLOWEST = 1.0  # seconds after which a picture is looked at, whether it waited or not
PATIENCE = 2.0  # seconds after which a camera that brings nothing is opened again
USUAL_RATE = 25.0  # pictures a second of a film that does not say it
WIDE, HIGH = 1920, 1080  # pixels asked of a camera: many give far less where nothing is asked


class NoCamera(Exception):
    """There is no camera or film of this name, or nothing OpenCV can open."""


class TimedPicture(NamedTuple):
    """A picture, and when it was taken, in seconds from any beginning."""

    time: float
    pixels: Pixels


class Capture(Protocol):
    """The part of OpenCV's VideoCapture that is used."""

    def read(self) -> tuple[bool, Pixels]: ...
    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, Pixels]: ...
    def get(self, setting: int) -> float: ...
    def release(self) -> None: ...


def pictures(
    name: str,
    lost: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> Iterator[TimedPicture]:
    """Yield the pictures of a camera by its number, address or file; a film runs as fast as it was taken, then ends.

    `lost` is called when a camera stops bringing pictures; it is opened again until it does. Raises NoCamera at once
    where the name leads nowhere.
    """
    if Path(name).is_file():
        return _film(_opened(name), clock, sleep)
    return _camera(name, _opened(name), lost, clock, sleep)


def _opened(name: str) -> Capture:
    """Open a camera or film. Raises NoCamera."""
    import cv2

    capture = cv2.VideoCapture(int(name)) if name.isdecimal() else cv2.VideoCapture(name)
    if not capture.isOpened():
        raise NoCamera(name)
    if name.isdecimal():
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDE)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HIGH)
    return cast(Capture, capture)


def _film(capture: Capture, clock: Callable[[], float], sleep: Callable[[float], object]) -> Iterator[TimedPicture]:
    """Yield the pictures of a film, each when its time has come; those between are left out."""
    import cv2

    rate = capture.get(cv2.CAP_PROP_FPS) or USUAL_RATE
    start, number = clock(), 0
    while True:
        at = number / rate
        if clock() - start < at:
            sleep(at - (clock() - start))
        done, pixels = capture.read()
        if not done:
            return
        yield TimedPicture(at, pixels)
        following = max(number + round(rate / RATE), int((clock() - start) * rate))
        while number + 1 < following:
            if not capture.grab():
                return
            number += 1
        number += 1


def _camera(
    name: str,
    capture: Capture,
    lost: Callable[[], object],
    clock: Callable[[], float],
    sleep: Callable[[float], object],
) -> Iterator[TimedPicture]:
    """Yield the newest picture of a camera again and again; what waited in its queue is left out."""
    latest = 0.0
    while True:
        began = clock()
        if not capture.grab():
            capture.release()
            lost()
            capture = _opened_again(name, sleep)
            continue
        now = clock()
        waited = now - began < BUFFERED and now - latest < SLOWEST
        if waited or now - latest < 1 / RATE:
            continue
        done, pixels = capture.retrieve()
        if done:
            latest = now
            yield TimedPicture(now, pixels)


def _opened_again(name: str, sleep: Callable[[float], object]) -> Capture:
    while True:
        sleep(PATIENCE)
        try:
            return _opened(name)
        except NoCamera:
            continue
