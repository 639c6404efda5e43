"""A house's own editions: named by a person, written as a set's file, their starting cross added later."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from string import ascii_uppercase
from typing import NamedTuple

from companion.donut_shop.parts import HOLES, Donut, Edition
from companion.editions import MOST_NAME, BadSet, can_be_seen, plain_name, read_set
from companion.kernel.transcript import Refused, read_transcript

# An edition’s page stands under its name; there the form for another stands, and the address of the form that imports.
NO_NAMES = frozenset({"new", "import"})


class SetReason(StrEnum):
    """Reasons why a form or a file is not an edition, or an edition cannot be removed."""

    NO_NAME = "no-name"
    TAKEN = "name-taken"
    UNSEEN = "name-unseen"
    TOO_FEW = "too-few-donuts"
    LETTERS = "letters"
    FILE = "file"
    TOO_MANY = "too-many-editions"
    SHIPPED = "shipped"
    IN_USE = "in-use"


class NoEdition(ValueError):
    """An edition is refused; `reason`: a SetReason, `text`: what it is about. Nothing was changed."""

    def __init__(self, reason: SetReason, text: str = "") -> None:
        super().__init__(f"{reason} {text}".strip())
        self.reason = reason
        self.text = text


class DonutRow(NamedTuple):
    """A donut as typed: its letter (empty: one is chosen), its name, its colour as `#rrggbb`."""

    letter: str
    name: str
    colour: str


def named(name: str, rows: Iterable[DonutRow], taken: Iterable[str] = ()) -> Edition:
    """Return an edition from the rows of a form; rows without a name are left out. Raises NoEdition."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:MOST_NAME].rstrip("-")
    if not slug:
        raise NoEdition(SetReason.NO_NAME)
    if slug in taken or slug in NO_NAMES:
        raise NoEdition(SetReason.TAKEN, slug)
    donuts: dict[str, Donut] = {}
    typed = [row._replace(name=plain_name(row.name)[:MOST_NAME].rstrip()) for row in rows]
    wanted = {row.letter.strip().upper() for row in typed if row.name}
    for row in typed:
        if row.name:
            if not can_be_seen(row.name):
                raise NoEdition(SetReason.UNSEEN)
            letter = row.letter.strip().upper() or _letter(row.name, {*donuts, *wanted})
            if letter in donuts or len(letter) != 1 or letter not in ascii_uppercase or letter == HOLES:
                raise NoEdition(SetReason.LETTERS, row.name)
            donuts[letter] = Donut(row.name, row.colour if re.fullmatch("#[0-9a-fA-F]{6}", row.colour) else "#c9a27a")
    if len(donuts) < 2:
        raise NoEdition(SetReason.TOO_FEW)
    return Edition(slug, donuts)


def _letter(name: str, taken: set[str]) -> str:
    """Return the first free letter of a name, or else of the alphabet."""
    letters = [letter for letter in name.upper() if letter in ascii_uppercase] + list(ascii_uppercase)
    return next((letter for letter in letters if letter not in taken and letter != HOLES), "")


def write_set(edition: Edition) -> str:
    """Return the text of an edition's file; `read_set` reads it back."""
    lines = [f"name = {_quoted(edition.name)}"]
    if edition.cross:
        lines.append(f"cross = [{', '.join(map(_quoted, edition.cross))}]")
    if edition.box_colour:
        lines += ["", "[box]", f"colour = {_quoted(edition.box_colour)}"]
    for letter, donut in edition.donuts.items():
        lines += ["", f"[donuts.{letter}]", f"name = {_quoted(donut.name)}", f"colour = {_quoted(donut.colour)}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def checked_set(edition: Edition) -> str:
    """Return the text of an edition's file. Raises NoEdition if it could not be read back."""
    text = write_set(edition)
    try:
        same = read_set(text) == edition
    except BadSet as bad:
        raise NoEdition(SetReason.FILE, str(bad)) from None
    if not same:
        raise NoEdition(SetReason.FILE, edition.name)
    return text


def plays_with(header: str, name: str) -> bool:
    """Return whether the header lines of a table name this edition."""
    try:
        headers = read_transcript(header).headers
    except Refused:  # no page can open such a table, whatever editions there are
        return False
    return any(line.word == "set" and [word.casefold() for word in line.rest] == [name] for line in headers)


def brought(text: str, editions: Mapping[str, object]) -> Edition:
    """Return an edition from a file somebody shares. Raises NoEdition where it is none, or another has its name.

    Editions of the same name and donuts are the same one; then the cross this house knows stays.
    """
    try:
        edition = read_set(text)
    except BadSet as bad:
        raise NoEdition(SetReason.FILE, str(bad)) from None
    known = editions.get(edition.name, edition)
    if edition.name in NO_NAMES or not isinstance(known, Edition) or known.donuts != edition.donuts:
        raise NoEdition(SetReason.TAKEN, edition.name)
    return known if known.cross else edition


def with_cross(edition: Edition, rows: Iterable[str]) -> Edition:
    """Return the edition with this starting cross."""
    return replace(edition, cross=tuple(rows))


def is_cross(rows: Iterable[str]) -> bool:
    """Return whether a drawing is five tiles in a cross, without unknown donuts."""
    lines = tuple(rows)
    outline = "/".join(re.sub("[A-Za-z]", "x", row) for row in lines)
    return outline == "..xx../..xx../xxxxxx/xxxxxx/..xx../..xx.."
