"""Photos that wait for a yes: on the disk for half an hour, for the phone that took them alone, in no backup.

A draft is what survives a reload or a camera that killed the page: the picture without its EXIF, its straightened
drawing, and what was read. It goes with a yes, with a no, or by itself.
"""

from __future__ import annotations

import errno
import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.files import refused, write_whole

if TYPE_CHECKING:
    from companion.donut_shop.parts import Square
    from vision.values import Reading

KEPT = 30 * 60  # seconds
MOST = 60  # drafts in all: the oldest goes
MOST_OF_A_PHONE = 4
LARGEST = 6_000_000  # bytes of one picture
PIECE = 64 * 1024  # bytes of a picture that are sent at once
PHOTO, FLAT = "photo", "flat"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16}")


class NoDraft(LookupError):
    """No photo waits under this token for this phone: it is confirmed, thrown away, too old, or another phone's."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a photo is for: `table` with its code, `start` of a table, `judge`, `teach`; the name of the edition.

    `back`: what stood in the address of the page it was asked for on.
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


class Drafts:
    """The drafts of a house, in one folder. `clock` in seconds since 1970, as the disk's."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock
        self._lock = threading.Lock()
        self._swept = 0.0
        self.sweep()

    def keep(self, phone: str, purpose: Purpose, photo: bytes, size: tuple[int, int]) -> PendingPhoto:
        """A new draft of a picture (a JPEG without EXIF). Raises Unavailable where the disk takes none."""
        draft = PendingPhoto(secrets.token_urlsafe(12), phone, purpose, size)
        with self._lock:
            self._make_room(phone)
            self._write(draft.token, PHOTO, photo)
            self._save(draft)
        return draft

    def read(self, draft: PendingPhoto, reading: Reading | None, why: str, flat: bytes = b"") -> PendingPhoto:
        """What a look at the picture brought: a reading and its straightened drawing, or why there is none."""
        seen = replace(draft, reading=reading, why=why)
        with self._lock:
            if flat:
                self._write(draft.token, FLAT, flat)
            self._save(seen)
        return seen

    def find(self, token: str, phone: str) -> PendingPhoto:
        """Raises NoDraft."""
        self.sweep()
        try:
            if not _TOKEN.fullmatch(token) or self._is_old(token):
                raise NoDraft(token)
            draft = _from_json(token, json.loads(self._path(token).read_text("utf-8")))
        except (OSError, ValueError, KeyError, TypeError):
            raise NoDraft(token) from None
        if not phone or draft.phone != phone:
            raise NoDraft(token)
        return draft

    def picture(self, draft: PendingPhoto, which: str) -> bytes:
        """PHOTO or FLAT of a draft, a JPEG. Raises NoDraft where there is none."""
        try:
            return self._path(draft.token, which).read_bytes()
        except OSError:
            raise NoDraft(draft.token) from None

    def pieces(self, draft: PendingPhoto, which: str) -> tuple[int, Iterator[bytes]]:
        """The bytes there are of PHOTO or FLAT, and they, piece by piece: one in memory for each phone would be much.

        Raises NoDraft where there is none.
        """
        path = self._path(draft.token, which)
        try:
            return path.stat().st_size, _pieces(path)
        except OSError:
            raise NoDraft(draft.token) from None

    def drop(self, draft: PendingPhoto) -> None:
        """Nothing of it is left, unless the disk takes no changes."""
        self._remove(draft.token)

    def sweep(self) -> None:
        """Away with what is too old; looks at the disk at most once a minute."""
        now = self._clock()
        if abs(now - self._swept) < 60:
            return
        self._swept = now
        with self._lock:  # a photo half written is not old
            for token in {path.name[:16] for path in self._folder.glob("*.*")}:
                if self._is_old(token):
                    self._remove(token)

    # The folder

    def _path(self, token: str, which: str = "") -> Path:
        return self._folder / (f"{token}.{which}.jpg" if which else f"{token}.json")

    def _is_old(self, token: str) -> bool:
        """Since the photo was taken; a file without its photo is old at once."""
        try:
            return self._clock() - self._path(token, PHOTO).stat().st_mtime > KEPT
        except OSError:
            return True

    def _make_room(self, phone: str) -> None:
        """Room for one more: the oldest of this phone go, then the oldest of all."""
        waiting = sorted(self._folder.glob("*.json"), key=_age)
        mine = [path.stem for path in waiting if _phone_of(path) == phone]
        gone = mine[: max(0, len(mine) + 1 - MOST_OF_A_PHONE)]
        left = [path.stem for path in waiting if path.stem not in gone]
        for token in [*gone, *left[: max(0, len(left) + 1 - MOST)]]:
            self._remove(token)

    def _save(self, draft: PendingPhoto) -> None:
        self._write(draft.token, "", json.dumps(_to_json(draft)).encode())

    def _write(self, token: str, which: str, content: bytes) -> None:
        """Whole or not at all, for this user's eyes alone."""
        path = self._path(token, which)
        try:
            if len(content) > LARGEST:
                raise OSError(errno.EFBIG, "a picture this large is no draft")
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


# A draft as JSON


def _to_json(draft: PendingPhoto) -> dict[str, Any]:
    return {
        "phone": draft.phone,
        "purpose": asdict(draft.purpose),
        "size": draft.size,
        "why": draft.why,
        "reading": None if draft.reading is None else _reading_to_json(draft.reading),
    }


def _from_json(token: str, said: Mapping[str, Any]) -> PendingPhoto:
    wide, high = said["size"]
    reading = None if said["reading"] is None else _reading_from_json(said["reading"])
    return PendingPhoto(token, said["phone"], Purpose(**said["purpose"]), (int(wide), int(high)), reading, said["why"])


def _reading_to_json(reading: Reading) -> dict[str, Any]:
    return {
        "case": reading.case,
        "doubts": {_key(square): str(doubt) for square, doubt in reading.doubts.items()},
        "guesses": {_key(square): guesses for square, guesses in reading.guesses.items()},
        "plane": reading.homography.tolist(),
        "stages": dict(reading.stages),
    }


def _reading_from_json(said: Mapping[str, Any]) -> Reading:
    import numpy  # with the first photo, as all of the reader

    from vision.values import Doubt, Reading

    return Reading(
        tuple(said["case"]),
        {_square(key): Doubt(doubt) for key, doubt in said["doubts"].items()},
        {_square(key): tuple((letter, float(p)) for letter, p in all_) for key, all_ in said["guesses"].items()},
        numpy.array(said["plane"], dtype=numpy.float64),
        said["stages"],
    )


def _key(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def _square(key: str) -> Square:
    x, _, y = key.partition(",")
    return int(x), int(y)
