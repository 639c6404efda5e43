"""A transcript as a file, before its first line is read."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

from companion.kernel.reasons import Unread
from companion.kernel.transcript import IMPORTED, PLAYED, Bounds, Refused
from companion.refusals import Malformed, Reason

MOST_BYTES = 4 * PLAYED.characters  # a character of UTF-8 has at most four


class FileReason(Reason):
    """Reasons why a file cannot be read as a table. Facts: `file`, its name."""

    CLOSED = "unreadable-file"  # missing, a folder, or not for us to read
    NOT_TEXT = "not-utf-8"
    NO_TABLE = "no-table-in-json"
    NO_HEADERS = "no-headers-in-json"  # as JSON was exported before it had them


def read_text(file: BinaryIO, name: str, bounds: Bounds = PLAYED) -> str:
    """The text of an open file. Raises Refused for what is too long or no text."""
    try:
        data = file.read(4 * bounds.characters + 1)
    except OSError as error:
        raise Refused(1, Malformed(FileReason.CLOSED, file=name)) from error
    if len(data) > 4 * bounds.characters:
        raise Refused(1, Malformed(Unread.TOO_LONG, text=name, limit=bounds.characters))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(1, Malformed(FileReason.NOT_TEXT, file=name)) from error


def open_text(file: str) -> str:
    """The text of a file by its name, of standard input for `-`. Raises Refused."""
    if file == "-" and sys.stdin is not None:  # it is None where the caller closed it
        return read_text(sys.stdin.buffer, "-", IMPORTED)
    name = os.fsencode(file).decode("utf-8", "replace")  # a name may hold any bytes
    try:
        with open(file, "rb") as opened:
            return read_text(opened, name, IMPORTED)
    except (OSError, ValueError) as error:
        raise Refused(1, Malformed(FileReason.CLOSED, file=name)) from error
