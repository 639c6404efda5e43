"""Files beside the journal: written whole or not at all, and what an error of the disk means to a player."""

from __future__ import annotations

import errno
import os
import secrets
import time
from contextlib import suppress
from pathlib import Path

from companion.refusals import Unavailable

FRESH = ".new"  # the ending of a file that is not whole yet
SURELY_LEFT = 60.0  # seconds after which nobody is writing it any more

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
    """The reason of Unavailable behind an error of the disk; `failed` where it is none of those people can mend."""
    return REASONS.get(error.errno or 0, "failed")


def refused(error: OSError, path: Path | str | None = None) -> Unavailable:
    """The refusal for an error about a file other than the journal; without `path`, about the one the error names."""
    said = error.filename if path is None else path
    name = Path(os.fsdecode(said)).name if isinstance(said, str | bytes | Path) else ""
    return Unavailable(reason_of(error), path=name or "–", problem=error.strerror or "")


def write_whole(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Put a file in place, on the disk when this returns. Raises OSError; then what stood there stands there still."""
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}{FRESH}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """The new name is on the disk too, where the system can be asked for that."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def clear_leftovers(folder: Path, of: str = "*") -> None:
    """Remove what a program that was killed left half written for the files called `of`, a pattern.

    What may be written at this moment stays. A clock that went back makes files of the future; those are old.
    """
    for path in folder.glob(f"{of}{FRESH}"):
        with suppress(OSError):
            if not 0 <= time.time() - path.stat().st_mtime < SURELY_LEFT:
                path.unlink()
