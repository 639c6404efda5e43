"""Addresses with a query: written in one form, with drawings in short form, and read back unchanged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote, urlencode, urlsplit

from companion.donut_shop.case import EMPTY
from companion.judge.limits import check_limit

# Characters written plainly in a query; `#`, `+`, `&`, `=`, `%` and blanks always get one.
PLAIN = "/,.*@:-"
MOST_TEXT = 12_000  # characters of a drawing with its dots written out: a little over 100 rows of 100


def address(path: str, query: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    """Return the path with a query; words with an empty value are left out. A query the path has already goes on."""
    pairs = query.items() if isinstance(query, Mapping) else query
    filled = [(word, value) for word, value in pairs if value]
    return typed(path, filled) if filled else path


def typed(path: str, fields: Iterable[tuple[str, str]]) -> str:
    """Return the path with the fields of a form as typed, also empty ones: rows of fields are read by place."""
    return f"{path}{'&' if '?' in path else '?'}{urlencode(list(fields), quote_via=quote, safe=PLAIN)}"


def path_of(url: str) -> str:
    """Return the path of an address that a phone names; empty where it is none."""
    try:
        return urlsplit(url).path
    except ValueError:  # half an IPv6 address
        return ""


def short(rows: Iterable[str]) -> str:
    """Return a drawing in one line, runs of dots as numbers: `2BO2/2VO2`."""
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def long(text: str) -> tuple[str, ...]:
    """Return the rows of a drawing in one line; dots may be dots or numbers. Raises Malformed if it is too large."""
    check_limit("case", len(text), MOST_TEXT)
    counts = [int(run) if len(run) <= 3 else MOST_TEXT + 1 for run in re.findall(r"[0-9]+", text)]
    check_limit("case", sum(counts) + len(text), MOST_TEXT)
    rows = re.sub(r"[0-9]+", lambda run: EMPTY * int(run[0]), text)
    return tuple("".join(row.split()) for row in rows.split("/")) if rows.strip() else ()
