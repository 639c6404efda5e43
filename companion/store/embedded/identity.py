"""The identity of the file at the journal's path, so that another one put in its place is noticed."""

from __future__ import annotations

import os
import weakref
from contextlib import suppress
from pathlib import Path

from companion.files import reason_of
from companion.refusals import Unavailable

Identity = tuple[int, int]  # device and inode


def identity_of(path: Path) -> Identity:
    """Return which file lies at a path. Raises Unavailable where there is none."""
    try:
        seen = os.stat(path)
    except OSError as error:
        raise Unavailable(reason_of(error)) from error
    return seen.st_dev, seen.st_ino


def hold(path: Path, holder: object) -> None:
    """Keep the file at a path open as long as `holder` lives: until then no other file gets its number.

    Otherwise a removed journal and the copy put in its place may have the same. Windows removes no file that is in use.
    It is never closed before, since closing it would end SQLite's locks on this file.
    """
    if os.name == "posix":
        with suppress(OSError):
            weakref.finalize(holder, os.close, os.open(path, os.O_RDONLY))
