"""A house's own editions: named by a person, written as a set's file, and its starting cross put in later."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple

from companion.donut_shop.parts import HOLES, Donut, Edition
from companion.editions import MOST_NAME, BadSet, can_be_seen, files_of, plain_name, read_set
from companion.files import clear_leftovers, refused, write_whole
from companion.kernel.transcript import Refused, read_transcript

NO_NAMES = frozenset({"new"})  # an edition's page stands under its name, and there the form for another stands


class SetReason(StrEnum):
    """Why a form or a file is not an edition, or why an edition cannot be removed."""

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
    said = [row._replace(name=plain_name(row.name)[:MOST_NAME].rstrip()) for row in rows]
    wanted = {row.letter.strip().upper() for row in said if row.name}
    for row in said:
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


def keep(folder: Path, edition: Edition) -> None:
    """Write an own edition's file, whole or not at all. Raises Unavailable; NoEdition if it cannot be read back."""
    text = write_set(edition)
    try:
        same = read_set(text) == edition
    except BadSet as bad:
        raise NoEdition(SetReason.FILE, str(bad)) from None
    if not same:
        raise NoEdition(SetReason.FILE, edition.name)
    path = folder / f"{edition.name}.toml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        clear_leftovers(folder)
        write_whole(path, text.encode("utf-8"))
    except OSError as error:
        raise refused(error, path) from error


def take_away(folder: Path, name: str) -> None:
    """Remove all files of an own edition, whatever their names. Raises Unavailable."""
    paths = [path for path, found in files_of(folder) if isinstance(found, Edition) and found.name == name]
    try:
        for path in paths:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise refused(error) from error


def plays_with(header: str, name: str) -> bool:
    """Do these header lines of a table name this edition?"""
    try:
        said = read_transcript(header).headers
    except Refused:  # no page can open such a table, whatever editions there are
        return False
    return any(one.word == "set" and [word.casefold() for word in one.rest] == [name] for one in said)


def brought(text: str, editions: Mapping[str, Any]) -> Edition:
    """An edition from a file somebody shares. Raises NoEdition where it is none, or another has its name.

    Of the same donuts it is the same edition, and what this house knows of its cross stays.
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
    """The edition with its starting cross."""
    return replace(edition, cross=tuple(rows))


def is_cross(rows: Iterable[str]) -> bool:
    """Is this drawing five tiles in a cross, every donut told?"""
    lines = tuple(rows)
    outline = "/".join(re.sub("[A-Za-z]", "x", row) for row in lines)
    return outline == "..xx../..xx../xxxxxx/xxxxxx/..xx../..xx.."
