"""A place in memory for the files of tests: SQLite syncs each line to a disk, which takes longer than most tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
LEAST = 2**31  # bytes that are free: a whole run leaves a tenth of that


def place() -> Path | None:
    """Return a folder in memory that tests can use as one on a disk, None where there is none: then it is a disk."""
    if not os.access(MEMORY, os.W_OK) or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return None
    return MEMORY if shutil.disk_usage(MEMORY).free >= LEAST else None
