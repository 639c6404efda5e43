"""The contract of news: what one process changed and the others should know at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class What(StrEnum):
    """Kinds of news."""

    LINES = "lines"  # a table has new ones
    PEOPLE = "people"  # who holds a seat, asks for one, or what a camera saw: all at a table that is no line
    EDITIONS = "editions"  # the house's own
    ALL = "all"  # anything may be another: news were missed, or another journal is in place


@dataclass(frozen=True, slots=True)
class News:
    """Something that changed. `code`: the table; `tag`: its epoch and version then; `number`: of its people then."""

    what: What
    code: str = ""
    tag: str = ""
    number: int = 0


Hear = Callable[[News], object]  # it may wait for the store, but the next news wait for it
