"""Copies of the journal for safety, and the way back; both also under a running program."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

from companion.refusals import Unavailable
from companion.tables.database import connect, copy, usable
from companion.tables.journal import is_journal, new_epoch


def back_up(path: str | Path, target: str | Path) -> None:
    """A sound copy of the journal, also under a running program; an older backup is replaced. Raises Unavailable."""
    copy(path, target)


def restore(path: str | Path, backup: str | Path) -> str:
    """Put a backup in the journal's place, also under a running program; returns the new epoch. Raises Unavailable.

    What stood there is kept beside it as `….before-restore`, a corrupt file too. A backup that is no journal is refused
    as corrupt, and nothing is changed.
    """
    path = Path(path).absolute()
    with closing(connect(Path(backup).absolute(), "rw")) as db, usable():
        if not is_journal(db):
            raise Unavailable("corrupt")
    ready = path.with_name(f"{path.name}.ready")
    ready.unlink(missing_ok=True)
    copy(backup, ready)
    epoch = new_epoch(ready)
    _keep(path, path.with_name(f"{path.name}.before-restore"))
    copy(ready, path)
    ready.unlink()
    ready.with_name(f"{ready.name}-journal").unlink(missing_ok=True)
    return epoch


def _keep(path: Path, aside: Path) -> None:
    """Keep what stands at `path` under another name, as a copy or, where it cannot be read, the very file."""
    if not path.exists():
        return
    aside.unlink(missing_ok=True)
    try:
        copy(path, aside)
    except Unavailable as refusal:
        if refusal.reason != "corrupt":
            raise
        os.replace(path, aside)
        # What SQLite meant to roll back there must never be rolled into another file.
        path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
