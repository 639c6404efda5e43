"""Addresses: with a query in one form and drawings in short form, read back unchanged; whole ones for other phones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from urllib.parse import quote, quote_plus, urlencode, urlsplit

from flask import current_app, request

from companion.donut_shop.case import EMPTY
from companion.judge.limits import check_limit
from companion.network.addresses import lan_addresses

# Characters written plainly in a query; `#`, `+`, `&`, `=`, `%` and blanks always get one.
PLAIN = "/,.*@:-"
MOST_TEXT = 12_000  # characters of a drawing with its dots written out: a little over 100 rows of 100


SHORT = 40  # characters of a word or a value up to which it is kept as it is written in a query


def encoded(query: Mapping[str, str]) -> str:
    """Return what `urlencode` returns, sooner: the links of a page say the same few words again and again."""
    return "&".join([f"{_quoted(word)}={_quoted(value)}" for word, value in query.items()])


def _quoted(text: str) -> str:
    return _quoted_once(text) if len(text) <= SHORT else quote_plus(text)


@lru_cache(4_096)
def _quoted_once(text: str) -> str:
    return quote_plus(text)


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


def this_machine_only() -> bool:
    """Return whether the server was started for its own machine alone, and this request came from there."""
    return _is_own_name(current_app.config["HOST"]) and _is_own_name(urlsplit(request.host_url).hostname or "")


def _is_own_name(name: str) -> bool:
    """Return whether this is a machine's name for itself, by which no other machine finds it."""
    return name.startswith("127.") or name in ("localhost", "::1")


def address_for_others(path: str) -> str:
    """A page's whole address for the other phones: this machine's name for itself only where no other gets in."""
    parts = urlsplit(request.host_url)
    name = parts.hostname or ""
    if _is_own_name(name) and not this_machine_only():
        name = next(iter(lan_addresses()), name)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{f'[{name}]' if ':' in name else name}{port}{path}"
