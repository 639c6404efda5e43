"""Own editions as files of one folder, a set's file each, which people may edit too."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager
from pathlib import Path

from companion.donut_shop.parts import Edition
from companion.editions import BadSet, files_of, load_sets
from companion.editions.own import checked_set
from companion.files import clear_leftovers, refused, write_whole


class EditionFolder:
    """The own editions of a house in one folder; see `companion.store.editions.OwnEditions`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.lock: AbstractContextManager[object] = threading.RLock()
        clear_leftovers(folder)

    def load(self) -> dict[str, Edition]:
        shipped = load_sets()
        return {name: one for name, one in load_sets(self._folder).items() if name not in shipped}

    def names(self) -> set[str]:
        return {path.stem if isinstance(found, BadSet) else found.name for path, found in files_of(self._folder)}

    def problems(self) -> list[str]:
        return [str(found) for _path, found in files_of(self._folder) if isinstance(found, BadSet)]

    def stamp(self) -> str:
        return ""  # one process serves

    def save(self, edition: Edition) -> None:
        text = checked_set(edition)
        path = self._folder / f"{edition.name}.toml"
        with self.lock:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                clear_leftovers(self._folder)
                write_whole(path, text.encode("utf-8"))
            except OSError as error:
                raise refused(error, path) from error

    def remove(self, name: str) -> None:
        """Remove every file of this edition, whatever they are called."""
        with self.lock:
            files = [
                path for path, found in files_of(self._folder) if isinstance(found, Edition) and found.name == name
            ]
            try:
                for path in files:
                    path.unlink(missing_ok=True)
            except OSError as error:
                raise refused(error) from error
