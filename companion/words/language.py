"""A language: its catalogue, and how sentences, lists and amounts are written in it.

English is the msgids themselves. Another language is a `.po` file under `companion/translations`, compiled in memory.
`qps` is made up: longer, accented and in brackets, so that a page shows untranslated text and missing room.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import NamedTuple

TRANSLATIONS = Path(__file__).parents[1] / "translations"
ENGLISH = "en"
PSEUDO = "qps"
MINUS = "−"

# Not translated: gaps, escapes, tags and entities.
_UNTOUCHED = re.compile(r"(%\(\w+\)[-+#0 ]*\d*(?:\.\d+)?[sdr]|%%|<[^<>]*>|&#?\w+;)")
_ACCENTED = str.maketrans("AEIOUYNCSaeiouyncs", "ÅÉÎÖÛÝÑÇŠåéîöûýñçš")
_PADDING = " éxtrå" * 40


class Plural(NamedTuple):
    """The English singular and plural of a sentence with a count."""

    one: str
    other: str


def mark(message: str) -> str:
    """Mark a msgid of a table for extraction; it is translated when it is used."""
    return message


def plural(one: str, other: str) -> Plural:
    """Mark a pair of msgids likewise."""
    return Plural(one, other)


def pseudo(message: str) -> str:
    """Return a message about 40 % longer, accented and in brackets; one without letters outside its gaps unchanged."""
    pieces = _UNTOUCHED.split(message)
    if not any(letter.isalpha() for piece in pieces[::2] for letter in piece):
        return message
    pieces[::2] = [re.sub("[aeiouAEIOU]", r"\g<0>\g<0>", piece).translate(_ACCENTED) for piece in pieces[::2]]
    longer = "".join(pieces)
    missing = max(0, ceil(len(message) * 1.4) - len(longer) - 2)
    return f"⟦{longer}{_PADDING[:missing]}⟧"


class Pseudo(NullTranslations):
    """The catalogue of `qps`: every msgid is in it."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


def read_catalogue(path: Path) -> NullTranslations:
    """Read a `.po` file. Babel is imported only here, so that English starts quickly."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        messages = read_po(file, locale=path.stem)
    compiled = BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return GNUTranslations(compiled)


def languages(folder: Path = TRANSLATIONS) -> tuple[str, ...]:
    """Return the codes of all languages: English, the made-up one, and one for each `.po` file."""
    return ENGLISH, PSEUDO, *sorted(path.stem for path in folder.glob("*.po"))


def catalogue(language: str, folder: Path = TRANSLATIONS) -> NullTranslations:
    """Return the catalogue of a language, or of English if there is none."""
    if language == PSEUDO:
        return Pseudo()
    if language != ENGLISH and language in languages(folder):
        return read_catalogue(folder / f"{language}.po")
    return NullTranslations()


class Language:
    """Sentences, lists and amounts in one language. Creating it reads the catalogue, so create it once."""

    def __init__(self, language: str = ENGLISH, folder: Path = TRANSLATIONS) -> None:
        self.language = language
        self._catalogue = catalogue(language, folder)

    def gettext(self, message: str) -> str:
        return self._catalogue.gettext(message)

    def ngettext(self, one: str, other: str, n: int) -> str:
        return self._catalogue.ngettext(one, other, n)

    def text(self, message: str, **gaps: object) -> str:
        """Return a sentence with its gaps filled."""
        return self.fill(self.gettext(message), gaps)

    def plural_text(self, forms: Plural, n: int, **gaps: object) -> str:
        """Return the form of a sentence for a count `n`, with its gaps filled."""
        return self.fill(self.ngettext(*forms, n), gaps)

    def fill(self, message: str, gaps: Mapping[str, object]) -> str:
        """Return a translated message with its gaps filled: the one place where that is done."""
        return message % gaps

    def joined(self, items: Iterable[str]) -> str:
        """Return `a, b, c`."""
        return ", ".join(items)

    def listing(self, items: Iterable[str]) -> str:
        """Return `a, b and c`."""
        *first, last = items
        if not first:
            return last
        return self.text(mark("%(items)s and %(last)s"), items=self.joined(first), last=last)

    def money(self, cents: int) -> str:
        """Return a total: `$1.85`, `−$0.10`."""
        dollars, rest = divmod(abs(cents), 100)
        return MINUS * (cents < 0) + self.text(mark("$%(dollars)d.%(cents)02d"), dollars=dollars, cents=rest)

    def price(self, cents: int) -> str:
        """Return an amount in a sentence: `45¢`, from a dollar on `$1.20`."""
        if abs(cents) >= 100:
            return self.money(cents)
        return MINUS * (cents < 0) + self.text(mark("%(cents)d¢"), cents=abs(cents))

    def pay(self, cents: int) -> str:
        """Return what a line pays, with its sign: `+25¢`, `−10¢`, `0¢`."""
        return "+" * (cents > 0) + self.price(cents)

    def points(self, count: int) -> str:
        """Return points: `12`, with a true minus sign."""
        return str(count).replace("-", MINUS)

    def gain(self, count: int) -> str:
        """Return the points a line brought: `+12`."""
        return f"{count:+d}".replace("-", MINUS)
