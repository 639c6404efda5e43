"""The lock that keeps a second server off a folder: the feed and the write lock are in the memory of one process.

It is a lock of the operating system on a file, which goes with the process however that ends. Commands such as `backup`
do not take it and work beside a running server.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

LOCK_FILE = "server.lock"  # beside the journal
HELD = {errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK}  # by another process
LONGEST = 200  # bytes of what the file says about its server
FAR = 1 << 30  # the byte locked on Windows, where a locked byte cannot be read: far behind the text


class OtherServer(Exception):
    """Another server holds the folder; the text is how it described itself, empty where it has not yet."""


class ServerLock:
    """The lock on a folder, held until the process ends. `kept`: False where system or drive cannot lock files."""

    def __init__(self, home: Path) -> None:
        """Take the lock. Raises OtherServer; OSError where the file cannot be written."""
        home.mkdir(parents=True, exist_ok=True)
        self._file = os.open(home / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
        self.kept = True
        try:
            _lock(self._file)
        except ImportError:  # a system whose Python has no such lock
            self.kept = False
        except OSError as error:
            if error.errno in HELD:
                description = self._read()
                self.close()
                raise OtherServer(description) from None
            self.kept = False  # some network drives

    def describe(self, text: str) -> None:
        """Write into the file how this server is found, for the sentence a second one ends with."""
        try:
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, text.encode()[:LONGEST])
        except OSError:  # a full disk: the lock holds all the same
            return

    def close(self) -> None:
        """Give the lock back; the end of the process does the same."""
        os.close(self._file)

    def _read(self) -> str:
        try:
            text = os.read(self._file, LONGEST).decode("utf-8", "replace")
        except OSError:
            return ""
        return text if text.isprintable() else ""


def only_server(home: Path, port: str) -> tuple[ServerLock | None, str]:
    """Take the lock for a server on this port; return it with a note for the terminal, mostly empty.

    Exits with a sentence where another server uses the folder. None where the folder may not be written: the server
    then starts all the same, and its pages say so.
    """
    try:
        lock = ServerLock(home)
    except OtherServer as other:
        found = f" ({other})" if str(other) else ""
        sys.exit(
            f"The companion is already running on the folder {home}{found}. "
            "Use that one, or stop it first with Ctrl-C in its window."
        )
    except OSError:
        return None, ""
    lock.describe(f"process {os.getpid()}, port {port}")
    return lock, "" if lock.kept else f"The drive of {home} cannot lock files: start no second companion there."


if sys.platform == "win32":

    def _lock(file: int) -> None:
        import msvcrt

        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)

else:

    def _lock(file: int) -> None:
        import fcntl

        # flock, not lockf: a lock of lockf goes as soon as the process closes any handle on the file.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
