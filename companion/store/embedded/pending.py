"""Pending photos as files of one folder: `TOKEN.json`, `TOKEN.photo.jpg` and `TOKEN.flat.jpg`."""

from __future__ import annotations

import errno
import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.files import refused, write_whole
from companion.store.pending import (
    FLAT,
    KEPT,
    LARGEST,
    MOST,
    MOST_OF_A_PHONE,
    PHOTO,
    PIECE,
    NoPendingPhoto,
    PendingPhoto,
    Purpose,
)

if TYPE_CHECKING:
    from companion.donut_shop.parts import Square
    from vision.values import Reading

_TOKEN = re.compile(r"[A-Za-z0-9_-]{16}")


class PendingFolder:
    """The pending photos of a house in one folder; see `companion.store.pending.PendingPhotos`."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        """`clock`: seconds since 1970, as those of the disk."""
        self._folder = folder
        self._clock = clock
        self._lock = threading.Lock()
        self._cleaned = 0.0
        self.remove_old()

    def add(self, phone: str, purpose: Purpose, photo: bytes, size: tuple[int, int]) -> PendingPhoto:
        pending = PendingPhoto(secrets.token_urlsafe(12), phone, purpose, size)
        with self._lock:
            self._make_room(phone)
            self._write(pending.token, PHOTO, photo)
            self._save(pending)
        return pending

    def set_reading(self, pending: PendingPhoto, reading: Reading | None, why: str, flat: bytes = b"") -> PendingPhoto:
        seen = replace(pending, reading=reading, why=why)
        with self._lock:
            if flat:
                self._write(pending.token, FLAT, flat)
            self._save(seen)
        return seen

    def find(self, token: str, phone: str) -> PendingPhoto:
        self.remove_old()
        try:
            if not _TOKEN.fullmatch(token) or self._is_old(token):
                raise NoPendingPhoto(token)
            pending = _from_json(token, json.loads(self._path(token).read_text("utf-8")))
        except (OSError, ValueError, KeyError, TypeError):
            raise NoPendingPhoto(token) from None
        if not phone or pending.phone != phone:
            raise NoPendingPhoto(token)
        return pending

    def picture(self, pending: PendingPhoto, which: str) -> bytes:
        try:
            return self._path(pending.token, which).read_bytes()
        except OSError:
            raise NoPendingPhoto(pending.token) from None

    def pieces(self, pending: PendingPhoto, which: str) -> tuple[int, Iterator[bytes]]:
        path = self._path(pending.token, which)
        try:
            return path.stat().st_size, _pieces(path)
        except OSError:
            raise NoPendingPhoto(pending.token) from None

    def remove(self, pending: PendingPhoto) -> None:
        self._remove(pending.token)

    def remove_old(self) -> None:
        now = self._clock()
        if abs(now - self._cleaned) < 60:
            return
        self._cleaned = now
        with self._lock:  # a photo that is being written is not old
            for token in {path.name[:16] for path in self._folder.glob("*.*")}:
                if self._is_old(token):
                    self._remove(token)

    # The folder

    def _path(self, token: str, which: str = "") -> Path:
        return self._folder / (f"{token}.{which}.jpg" if which else f"{token}.json")

    def _is_old(self, token: str) -> bool:
        """Return whether the photo was taken too long ago; a file without its photo is old at once."""
        try:
            return self._clock() - self._path(token, PHOTO).stat().st_mtime > KEPT
        except OSError:
            return True

    def _make_room(self, phone: str) -> None:
        """Make room for one more: the oldest of this phone go, then the oldest of all."""
        waiting = sorted(self._folder.glob("*.json"), key=_age)
        mine = [path.stem for path in waiting if _phone_of(path) == phone]
        gone = mine[: max(0, len(mine) + 1 - MOST_OF_A_PHONE)]
        left = [path.stem for path in waiting if path.stem not in gone]
        for token in [*gone, *left[: max(0, len(left) + 1 - MOST)]]:
            self._remove(token)

    def _save(self, pending: PendingPhoto) -> None:
        self._write(pending.token, "", json.dumps(_to_json(pending)).encode())

    def _write(self, token: str, which: str, content: bytes) -> None:
        """Write a file whole or not at all, readable for this user only. Raises Unavailable."""
        path = self._path(token, which)
        try:
            if len(content) > LARGEST:
                raise OSError(errno.EFBIG, "this picture is too large")
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, content, mode=0o600)
        except OSError as error:
            raise refused(error, self._folder) from error

    def _remove(self, token: str) -> None:
        for path in self._folder.glob(f"{token}.*"):
            with suppress(OSError):
                path.unlink(missing_ok=True)


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # it went meanwhile
        return 0.0


def _phone_of(path: Path) -> str:
    try:
        return str(json.loads(path.read_text("utf-8"))["phone"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


# A pending photo as JSON


def _to_json(pending: PendingPhoto) -> dict[str, object]:
    return {
        "phone": pending.phone,
        "purpose": asdict(pending.purpose),
        "size": pending.size,
        "why": pending.why,
        "reading": None if pending.reading is None else _reading_to_json(pending.reading),
    }


def _from_json(token: str, data: Any) -> PendingPhoto:
    """Return what `_to_json` made. Raises ValueError, KeyError or TypeError for anything else."""
    wide, high = data["size"]
    reading = None if data["reading"] is None else _reading_from_json(data["reading"])
    return PendingPhoto(token, data["phone"], Purpose(**data["purpose"]), (int(wide), int(high)), reading, data["why"])


def _reading_to_json(reading: Reading) -> dict[str, object]:
    return {
        "case": reading.case,
        "doubts": {_key(square): str(doubt) for square, doubt in reading.doubts.items()},
        "guesses": {_key(square): guesses for square, guesses in reading.guesses.items()},
        "plane": reading.homography.tolist(),
        "stages": dict(reading.stages),
        "burnt": sorted(map(_key, reading.washed_out)),
    }


def _reading_from_json(data: Any) -> Reading:
    import numpy  # with the first photo, as all of the reader

    from vision.values import Doubt, Reading

    return Reading(
        tuple(data["case"]),
        {_square(key): Doubt(doubt) for key, doubt in data["doubts"].items()},
        {_square(key): tuple((letter, float(p)) for letter, p in all_) for key, all_ in data["guesses"].items()},
        numpy.array(data["plane"], dtype=numpy.float64),
        data["stages"],
        frozenset(map(_square, data.get("burnt", ()))),
    )


def _key(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def _square(key: str) -> Square:
    x, _, y = key.partition(",")
    return int(x), int(y)
