"""Fenced blocks of the documents, for the tests that run them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


class Block(NamedTuple):
    """A fenced block: its language, the name after it, the line its text begins at, and the text."""

    language: str
    name: str
    line: int
    text: str


def blocks(text: str) -> Iterator[Block]:
    """Every fenced block with a language, in order; lines are counted from 0."""
    for match in re.finditer(r"^```(\w+) ?(\S*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield Block(match[1], match[2], text.count("\n", 0, match.start(3)), match[3])


def patched(text: str, change: str) -> str:
    """The text after a change in the form of a diff whose hunks are parted by `@@`.

    Each hunk's old lines must be found in the text exactly once. Raises AssertionError.
    """
    for hunk in re.split(r"^@@.*\n", change, flags=re.MULTILINE):
        lines = [line or " " for line in hunk.splitlines()]
        old, new = ("".join(f"{line[1:]}\n" for line in lines if line[0] in signs) for signs in (" -", " +"))
        assert text.count(old) == 1, f"{text.count(old)} times in the file:\n{old}"
        text = text.replace(old, new)
    return text
