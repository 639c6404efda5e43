"""Files beside the journal: written whole or not at all, and errors of the disk as refusals."""

from __future__ import annotations

import errno
import os
import secrets
import sys
import time
from contextlib import suppress
from pathlib import Path

from companion.refusals import Unavailable

FRESH = ".new"  # the suffix of a file being written
SURELY_LEFT = 60.0  # seconds after which such a file was left by a killed program

REASONS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.EISDIR: "missing",  # something else is in its place
    errno.EEXIST: "missing",
}


def reason_of(error: OSError) -> str:
    """Return the reason of Unavailable for an error of the disk; `failed` for one that people cannot mend."""
    return REASONS.get(error.errno or 0, "failed")


def refused(error: OSError, path: Path | str | None = None) -> Unavailable:
    """Return the refusal for an error about a file other than the journal: `path`, or the file the error names."""
    file = error.filename if path is None else path
    name = Path(os.fsdecode(file)).name if isinstance(file, str | bytes | Path) else ""
    return Unavailable(reason_of(error), path=name or "–", problem=error.strerror or "")


def write_whole(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file and sync it to the disk. Raises OSError; then the previous file is unchanged."""
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}{FRESH}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            _sync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync(file: int) -> None:
    """Sync a file to the disk; a Mac does it down to the disk's own memory only when asked for that."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # a drive that does not know this is asked the other way
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
            return
    os.fsync(file)


def make_folder(folder: Path) -> None:
    """Make a folder with those above it, and sync its name to the disk: its files are no safer than that."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    """Sync a folder's entries to the disk, on systems that can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            _sync(opened)
        finally:
            os.close(opened)


def clear_leftovers(folder: Path, of: str = "*") -> None:
    """Remove half-written files that killed programs left behind; `of`: a pattern of the names of the whole files.

    Files that may be in use right now stay. A file from the future is old: the clock was set back.
    """
    for path in folder.glob(f"{of}{FRESH}"):
        with suppress(OSError):
            if not 0 <= time.time() - path.stat().st_mtime < SURELY_LEFT:
                path.unlink()
