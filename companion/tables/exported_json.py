"""The JSON a table is exported as, taken apart into its transcript again."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from companion.kernel.text import TABLE, write_name
from companion.kernel.transcript import Refused
from companion.refusals import Malformed
from companion.tables.transcript_file import FileReason

NO_LINE = re.compile("[\n\r\ud800-\udfff]")  # ends of lines, and halves of a character, which no text in UTF-8 has


class Exported(NamedTuple):
    """A transcript from JSON: its text, and how many of its lines are headers."""

    text: str
    headers: int


def is_json(text: str) -> bool:
    """Return whether this is JSON and no transcript, whose headers begin with a letter."""
    return text.removeprefix("\ufeff").lstrip()[:1] in ("{", "[")


def read_export(text: str, name: str) -> Exported:
    """Return the transcript in a table's JSON. Raises Refused for any other JSON."""
    try:
        content = json.loads(text.removeprefix("\ufeff"))
        entries = [_line(entry["who"], entry["text"]) for entry in content["entries"]]
        headers = content.get("headers")
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        raise Refused(1, Malformed(FileReason.NO_TABLE, file=name)) from error
    if headers is None:
        raise Refused(1, Malformed(FileReason.NO_HEADERS, file=name))
    if not isinstance(headers, list) or not all(map(_is_line, headers)):
        raise Refused(1, Malformed(FileReason.NO_TABLE, file=name))
    return Exported("\n".join([*headers, *entries]) + "\n", len(headers))


def _line(who: Any, text: Any) -> str:
    """Return an entry as a line of a transcript. Raises ValueError where it is none."""
    if not (_is_line(who) and _is_line(text)):
        raise ValueError
    return f"{who if who == TABLE else write_name(who)}: {text}"


def _is_line(text: Any) -> bool:
    return isinstance(text, str) and not NO_LINE.search(text)
