"""The key of this house, which signs the phones' cookies.

Its file has a key a line. The first signs; those after it are former keys, whose cookies are still known. Where several
machines serve a house, all are given the same keys by their environment instead, in DONUT_KEY with commas between them.
"""

from __future__ import annotations

import os
import secrets
import sys
from enum import StrEnum
from pathlib import Path

from companion.files import clear_leftovers, write_whole

KEY_FILE = "secret.key"  # beside the journal
SHORTEST_KEY = 32  # characters; a shorter one was cut off when it was written
MOST_FORMER = 3  # former keys that are kept


class Key(StrEnum):
    """The state of the key at start."""

    KEPT = "kept"
    HEALED = "healed"  # it was empty, cut off or unreadable, and was replaced by a new one
    GIVEN = "given"  # by the environment
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


def given_keys() -> list[str]:
    """Return the keys in the environment, the one that signs first; none where there are none.

    Exits with a sentence where one is too short: it could be guessed.
    """
    keys = [key.strip() for key in os.environ.get("DONUT_KEY", "").split(",") if key.strip()]
    if any(len(key) < SHORTEST_KEY for key in keys):
        sys.exit(f"A key in DONUT_KEY is too short: it needs {SHORTEST_KEY} characters at least, of no word.")
    return keys


def read_key(path: Path) -> str:
    """Return the key in the file; empty if it holds none that can be used."""
    return _keys(path)[0]


def former_keys(home: Path) -> list[str]:
    """Return the former keys of the house whose cookies are still known, the oldest first."""
    return [key for key in reversed(_keys(home / KEY_FILE)[1:]) if key]


def renew_key(home: Path, *, forget: bool) -> None:
    """Put a new key before the one in use, for the next start; `forget`: no former key counts then. Raises OSError."""
    former = [] if forget else [key for key in _keys(home / KEY_FILE) if key][:MOST_FORMER]
    home.mkdir(parents=True, exist_ok=True)
    write_whole(home / KEY_FILE, "\n".join([secrets.token_hex(32), *former]).encode("ascii"), mode=0o600)


def _keys(path: Path) -> list[str]:
    """Return the keys of the file, at least one; an empty one for a line that is no key."""
    try:
        lines = path.read_text(encoding="ascii").strip().split("\n")
    except (OSError, UnicodeDecodeError):  # missing, a folder, or not readable for us
        return [""]
    # After a power cut some disks hold a file of the right length with nothing but zeros in it: anybody could guess it.
    keys = [line.strip() for line in lines]
    return [key if len(key) >= SHORTEST_KEY and key.isprintable() else "" for key in keys]


AT_START = {
    Key.HEALED: f"The file {KEY_FILE} was empty or cut off and was made anew: phones have to join their tables again.",
    Key.NOT_KEPT: f"The file {KEY_FILE} cannot be written: phones forget their tables when the companion stops.",
}
