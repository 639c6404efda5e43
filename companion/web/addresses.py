"""Addresses with a question in them: one function writes them, and what it wrote is read back as it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote, urlencode

from companion.donut_shop.case import EMPTY
from companion.judge.limits import check_limit

# What needs no percent sign in a query and reads well there; `#`, `+`, `&`, `=`, `%` and blanks always get one.
PLAIN = "/,.*@:-"
MOST_TEXT = 12_000  # characters of a drawing, its dots written out: a hundred rows of a hundred, and some


def address(path: str, said: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    """The path with these words and values; empty values are left out."""
    pairs = said.items() if isinstance(said, Mapping) else said
    told = [(word, value) for word, value in pairs if value]
    return f"{path}?{urlencode(told, quote_via=quote, safe=PLAIN)}" if told else path


def typed(path: str, fields: Iterable[tuple[str, str]]) -> str:
    """The path with the fields of a form as they were typed: empty ones too, since rows of fields are read by place."""
    return f"{path}?{urlencode(list(fields), quote_via=quote, safe=PLAIN)}"


def short(rows: Iterable[str]) -> str:
    """A drawing in one line, runs of dots as numbers: `2BO2/2VO2`."""
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def long(text: str) -> tuple[str, ...]:
    """The rows of a drawing in one line; dots may be dots or numbers. Raises Malformed where it is too large."""
    check_limit("case", len(text), MOST_TEXT)
    counts = [int(run) if len(run) <= 3 else MOST_TEXT + 1 for run in re.findall(r"[0-9]+", text)]
    check_limit("case", sum(counts) + len(text), MOST_TEXT)
    rows = re.sub(r"[0-9]+", lambda run: EMPTY * int(run[0]), text)
    return tuple("".join(row.split()) for row in rows.split("/")) if rows.strip() else ()
