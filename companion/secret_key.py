"""The key of this house, which signs the phones' cookies."""

from __future__ import annotations

import secrets
from enum import StrEnum
from pathlib import Path

from companion.files import clear_leftovers, write_whole

KEY_FILE = "secret.key"  # beside the journal
SHORTEST_KEY = 32  # characters; a shorter one was cut off when it was written


class Key(StrEnum):
    """The state of the key at start."""

    KEPT = "kept"
    HEALED = "healed"  # it was empty, cut off or unreadable, and was replaced by a new one
    NOT_KEPT = "not-kept"  # there is none and none can be written, so this run has one of its own


def key_of(home: Path) -> tuple[str, Key]:
    """Return the key of the house, a new one if there is none; if it cannot be written, for this run only."""
    path = home / KEY_FILE
    stored, broken = read_key(path), path.exists()
    if stored:
        return stored, Key.KEPT
    fresh = secrets.token_hex(32)
    try:
        home.mkdir(parents=True, exist_ok=True)
        clear_leftovers(home, f"{KEY_FILE}.*")
        write_whole(path, fresh.encode("ascii"), mode=0o600)
    except OSError:
        return fresh, Key.NOT_KEPT
    # Two servers that start together may both have written it; the last one counts for both.
    return read_key(path) or fresh, Key.HEALED if broken else Key.KEPT


def read_key(path: Path) -> str:
    """Return the key in the file; empty if it holds none that can be used."""
    try:
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):  # missing, a folder, or not readable for us
        return ""
    # After a power cut some disks hold a file of the right length with nothing but zeros in it: anybody could guess it.
    return key if len(key) >= SHORTEST_KEY and key.isprintable() else ""


AT_START = {
    Key.HEALED: f"The file {KEY_FILE} was empty or cut off and was made anew: phones have to join their tables again.",
    Key.NOT_KEPT: f"The file {KEY_FILE} cannot be written: phones forget their tables when the companion stops.",
}
