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
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.files import refused, write_whole
from companion.store.pending import (
    FLAT,
    KEPT,
    LARGEST,
    MOST_OF_A_PHONE,
    PHOTO,
    PIECE,
    NoPendingPhoto,
    PendingPhoto,
    Purpose,
)
from companion.store.pending_json import pending_of, to_json

if TYPE_CHECKING:
    from vision.values import Reading

MOST = 60  # pending photos of a house: the oldest goes

_TOKEN = re.compile(r"[A-Za-z0-9_-]{16}")


class PendingFolder:
    """The pending photos of a house in one folder; see `companion.store.pending.PendingPhotos`."""

    most = MOST

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
            pending = pending_of(token, self._path(token).read_text("utf-8"))
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
        self._write(pending.token, "", to_json(pending).encode())

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
