"""Sightings as files of one folder, `CODE.json` each."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from companion.files import refused, write_whole
from companion.store.sightings import Sighting, sighting_of

_CODE = re.compile(r"[A-Z0-9]{1,12}")


class SightingFolder:
    """The sightings of a house in one folder; see `companion.store.sightings.Sightings`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, sighting: Sighting) -> None:
        path = self._path(sighting.code)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, json.dumps(asdict(sighting)).encode(), mode=0o600)
        except OSError as error:
            raise refused(error, path) from error

    def of(self, code: str) -> Sighting | None:
        with suppress(OSError, ValueError):
            return sighting_of(self._path(code).read_text("utf-8"))
        return None

    def remove(self, code: str) -> None:
        with suppress(OSError, ValueError):
            self._path(code).unlink(missing_ok=True)

    def marks(self, codes: Sequence[str]) -> dict[str, str]:
        return {code: self._mark(code) for code in codes}

    def _mark(self, code: str) -> str:
        with suppress(OSError, ValueError):
            found = self._path(code).stat()
            return f"{found.st_mtime_ns}.{found.st_ino}"
        return ""

    def _path(self, code: str) -> Path:
        """Return the file of a table. Raises ValueError for what is no code."""
        if not _CODE.fullmatch(code):
            raise ValueError(code)
        return self._folder / f"{code}.json"
