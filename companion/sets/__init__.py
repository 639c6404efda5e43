"""Editions: the shipped sets beside this file, and a house's own, read from TOML and passed on as values."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.donut_shop.case import Problem, problems, read_rows
from companion.donut_shop.parts import HOLES, Donut, Edition

SHIPPED = Path(__file__).parent
MOST_TEXT = 10_000  # characters of a set's file: twice what the largest set needs, and some comments
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_FATAL = Problem.HALF_BLOCK | Problem.UNKNOWN_LETTER | Problem.OFF_TABLE


class BadSet(ValueError):
    """A set's file cannot be an edition; the message says what to mend."""


def read_set(text: str) -> Edition:
    """An edition from the text of a set's file. Raises BadSet."""
    if len(text) > MOST_TEXT:
        raise BadSet(f"a set's file has at most {MOST_TEXT} characters")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; brackets in brackets without end
        raise BadSet(f"not TOML: {error}") from None
    name = data.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name.casefold()):
        raise BadSet("`name` must be 1-40 letters, digits and hyphens")
    donuts = {letter: _read_donut(letter, donut) for letter, donut in _tables(data.get("donuts"))}
    if not 2 <= len(donuts) <= 25:
        raise BadSet("a set has 2 to 25 donuts")
    box = data.get("box", {})
    colour = box.get("colour", "") if isinstance(box, dict) else ""
    if colour and not _COLOUR.fullmatch(str(colour)):
        raise BadSet("`colour` of the box must be like #e9b7c6")
    return Edition(name.casefold(), donuts, _read_cross(data.get("cross", []), donuts), str(colour))


def _tables(value: object) -> list[tuple[str, Any]]:
    if not isinstance(value, dict):
        raise BadSet("there must be a table [donuts.X] for each donut")
    return list(value.items())


def _read_donut(letter: str, donut: object) -> Donut:
    if len(letter) != 1 or not "A" <= letter <= "Z" or letter == HOLES:
        raise BadSet(f"donut letters are A to Z but O, not {letter!r}")
    if not isinstance(donut, dict) or not isinstance(donut.get("name"), str) or not 1 <= len(donut["name"]) <= 40:
        raise BadSet(f"donut {letter} needs a name of 1-40 characters")
    if not _COLOUR.fullmatch(str(donut.get("colour", ""))):
        raise BadSet(f"donut {letter} needs a colour like #4aa8e0")
    return Donut(donut["name"], donut["colour"])


def _read_cross(rows: object, donuts: Mapping[str, Donut]) -> tuple[str, ...]:
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise BadSet("`cross` must be a list of rows")
    if len({len(row) for row in rows}) > 1 or len(rows) > 100 or len("".join(rows)) > 2_500:
        raise BadSet("the rows of `cross` must be of one length")
    if problems(read_rows(rows), "".join(donuts)) & _FATAL:
        raise BadSet("`cross` must be made of whole 2x2 tiles on even squares, in the letters of the set")
    return tuple(rows)


def load_sets(*folders: Path) -> dict[str, Edition]:
    """All editions by name: the shipped ones, then each folder's own, which may not replace a shipped one."""
    editions: dict[str, Edition] = {}
    for folder in (SHIPPED, *folders):
        for path in sorted(folder.glob("*.toml")):
            try:
                edition = read_set(path.read_text(encoding="utf-8"))
            except (BadSet, UnicodeDecodeError, OSError) as error:
                raise BadSet(f"{path.name}: {error}") from None
            editions.setdefault(edition.name, edition)
    return editions
