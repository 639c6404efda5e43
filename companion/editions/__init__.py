"""Editions of Donut Shop: the shipped ones beside this file and a house's own, read from TOML.

From outside: `load_sets`, `read_set` and `BadSet`; `own` writes and removes a house's own editions.
"""

from __future__ import annotations

import logging
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.donut_shop.case import Problem, problems, read_rows
from companion.donut_shop.parts import HOLES, Donut, Edition
from companion.kernel.text import has_control, has_unseen

SHIPPED = Path(__file__).parent
MOST_NAME = 40  # characters of a donut's or an edition's name
MOST_TEXT = 10_000  # characters of a file: twice what the largest edition needs, plus comments
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_FATAL = Problem.HALF_BLOCK | Problem.UNKNOWN_LETTER | Problem.OFF_TABLE


_log = logging.getLogger(__name__)


class BadSet(ValueError):
    """A file is not an edition; the message says what to correct."""


def read_set(text: str) -> Edition:
    """Return the edition of a file's text. Raises BadSet."""
    if len(text) > MOST_TEXT:
        raise BadSet(f"a set's file has at most {MOST_TEXT} characters")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; brackets nested too deep
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


def _tables(value: object) -> list[tuple[str, object]]:
    if not isinstance(value, dict):
        raise BadSet("there must be a table [donuts.X] for each donut")
    return list(value.items())


def _read_donut(letter: str, donut: object) -> Donut:
    if len(letter) != 1 or not "A" <= letter <= "Z" or letter == HOLES:
        raise BadSet(f"donut letters are A to Z but O, not {letter!r}")
    name = plain_name(donut["name"]) if isinstance(donut, dict) and isinstance(donut.get("name"), str) else ""
    if not isinstance(donut, dict) or not can_be_seen(name) or len(name) > MOST_NAME:
        raise BadSet(f"donut {letter} needs a name of 1-40 characters that can be seen")
    if not _COLOUR.fullmatch(str(donut.get("colour", ""))):
        raise BadSet(f"donut {letter} needs a colour like #4aa8e0")
    return Donut(name, donut["colour"])


def plain_name(text: str) -> str:
    """Return a name with single blanks between its words, in Unicode's composed form."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def can_be_seen(name: str) -> bool:
    """Return whether a name can be shown: not blank, without control characters and invisible ones."""
    return bool(name.strip()) and not has_control(name) and not has_unseen(name)


def _read_cross(rows: object, donuts: Mapping[str, Donut]) -> tuple[str, ...]:
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise BadSet("`cross` must be a list of rows")
    if len({len(row) for row in rows}) > 1 or len(rows) > 100 or len("".join(rows)) > 2_500:
        raise BadSet("the rows of `cross` must be of one length")
    if problems(read_rows(rows), "".join(donuts)) & _FATAL:
        raise BadSet("`cross` must be made of whole 2x2 tiles on even squares, in the letters of the set")
    return tuple(rows)


def load_sets(*folders: Path) -> dict[str, Edition]:
    """Return all editions by name: the shipped ones, and those of the folders, which cannot replace a shipped one.

    A broken file in a folder is left out with a warning in the log. Raises BadSet for a broken shipped one.
    """
    editions: dict[str, Edition] = {}
    for folder in (SHIPPED, *folders):
        for _path, found in files_of(folder):
            if isinstance(found, Edition):
                editions.setdefault(found.name, found)
            elif folder == SHIPPED:
                raise found
            else:
                _log.warning("An edition is left out: %s", found)
    return editions


def files_of(folder: Path) -> Iterator[tuple[Path, Edition | BadSet]]:
    """Yield every file of a folder with its edition, or with the error; its message names the file."""
    for path in sorted(folder.glob("*.toml")):
        try:
            yield path, read_set(path.read_text(encoding="utf-8"))
        except (BadSet, UnicodeDecodeError, OSError) as error:
            yield path, BadSet(f"{path.name}: {error}")
