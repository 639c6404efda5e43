"""Copies of the journal's file, and the way back; both also while a program uses the file."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

from companion.refusals import Unavailable
from companion.store.embedded.database import connect, copy, immediate, usable
from companion.store.embedded.schema import is_journal, migrate, renew_epoch


def restore(path: Path, backup: Path) -> Path | None:
    """Put a backup in the journal's place; return where the replaced file is kept, None where there was none.

    A damaged file is kept too. A backup that is no journal is refused as corrupt, and nothing is changed. Raises
    Unavailable.
    """
    backup = backup.absolute()
    with closing(connect(backup, "rw")) as db, usable():
        if not is_journal(db):
            raise Unavailable("corrupt")
    ready = path.with_name(f"{path.name}.ready")
    ready.unlink(missing_ok=True)
    copy(backup, ready)
    with closing(connect(ready, "rw")) as db, usable():
        migrate(db, ready, keep=False)  # the backup itself is the copy
        with immediate(db):
            renew_epoch(db)
    kept = _set_aside(path, path.with_name(f"{path.name}.before-restore"))
    copy(ready, path)
    ready.unlink()
    ready.with_name(f"{ready.name}-journal").unlink(missing_ok=True)
    return kept


def _set_aside(path: Path, aside: Path) -> Path | None:
    """Keep the file at `path` under another name, as a copy or, where it cannot be read, the very file."""
    if not path.exists():
        return None
    aside.unlink(missing_ok=True)
    try:
        copy(path, aside)
    except Unavailable as refusal:
        if refusal.reason != "corrupt":
            raise
        os.replace(path, aside)
        # What SQLite meant to roll back there must never be rolled into another file.
        path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
    return aside
