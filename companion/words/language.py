"""A language: its sentences, and how lists, amounts and days are written in it.

English writes amounts as the game prints them; every other language as the Unicode locale data in Babel say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from companion.words.catalogues import ENGLISH, TRANSLATIONS, catalogue, languages

if TYPE_CHECKING:
    from babel import Locale

MINUS = "−"
AND = "%(items)s and %(last)s"  # in English; other languages have theirs from Babel
CURRENCY = "USD"
CONTEXT = "\x04"  # between the context of a msgid and the msgid, as in compiled catalogues
FEW = 4_096  # amounts kept as they are written
# A Spanish word before which “and” is e: it begins with the sound of an i, but not as in hielo.
_I = re.compile(r"(?:i|hi(?![ae]))", re.IGNORECASE)


class Plural(NamedTuple):
    """The English singular and plural of a sentence with a count."""

    one: str
    other: str


def mark(message: str) -> str:
    """Mark a msgid of a table for extraction; it is translated when it is used."""
    return message


def mark_in(context: str, message: str) -> str:
    """Mark a msgid likewise that has more than one meaning; `context` says which one this is."""
    return f"{context}{CONTEXT}{message}"


def plural(one: str, other: str) -> Plural:
    """Mark a pair of msgids likewise."""
    return Plural(one, other)


class Language:
    """Sentences, lists and amounts in one language. Creating it reads the catalogue, so create it once."""

    def __init__(self, language: str = ENGLISH, folder: Path = TRANSLATIONS) -> None:
        self.language = language
        self._catalogue = catalogue(language, folder)
        self._locale = _locale(language) if language != ENGLISH and language in languages(folder) else None
        self._and = _last_of_list(self._locale) if self._locale else self.gettext(AND)

    def gettext(self, message: str) -> str:
        if CONTEXT in message:
            return self._catalogue.pgettext(*message.split(CONTEXT, 1))
        return self._catalogue.gettext(message)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a message that has more than one meaning."""
        return self._catalogue.pgettext(context, message)

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
        both = self._and
        if self.language == "es" and _I.match(Markup(last).striptags() if isinstance(last, Markup) else last):
            both = both.replace(" y ", " e ")
        return self.fill(both, {"items": self.joined(first), "last": last})

    def money(self, cents: int) -> str:
        """Return a total: `$1.85`, `−$0.10`."""
        if self._locale:
            return _money(self._locale, cents)
        dollars, rest = divmod(abs(cents), 100)
        return f"{MINUS * (cents < 0)}${dollars}.{rest:02d}"

    def price(self, cents: int) -> str:
        """Return an amount in a sentence: `45¢`, from a dollar on `$1.20`."""
        if abs(cents) >= 100:
            return self.money(cents)
        return MINUS * (cents < 0) + self.text(mark("%(cents)d¢"), cents=abs(cents)).replace(" ", "\N{NO-BREAK SPACE}")

    def pay(self, cents: int) -> str:
        """Return what a line pays, with its sign: `+25¢`, `−10¢`, `0¢`."""
        return "+" * (cents > 0) + self.price(cents)

    def number(self, number: int) -> str:
        """Return a number, with a true minus sign: `12`, `−3`."""
        return _number(self._locale, number) if self._locale else str(number).replace("-", MINUS)

    def points(self, count: int) -> str:
        """Return points: `12`, with a true minus sign."""
        return self.number(count)

    def gain(self, count: int) -> str:
        """Return the points a line brought: `+12`."""
        return "+" * (count >= 0) + self.number(count)

    def day(self, day: date) -> str:
        """Return a day: `2026-11-29` in English, elsewhere as people there write it."""
        if self._locale is None:
            return day.isoformat()
        from babel.dates import format_date

        return format_date(day, "medium", self._locale)


# Other languages than English, by Babel, which is imported when the first of them is spoken


@cache
def _locale(language: str) -> Locale:
    from babel import Locale

    return Locale.parse(language)


def _last_of_list(locale: Locale) -> str:
    """Return how the last thing of a list joins the others, as a message with gaps: `%(items)s und %(last)s`."""
    return str(locale.list_patterns["standard"]["end"]).format("%(items)s", "%(last)s")


@lru_cache(FEW)
def _money(locale: Locale, cents: int) -> str:
    """Return dollars and cents; the sign is the short one, as on the coins of the game."""
    from babel.numbers import format_currency

    pattern = locale.currency_formats["standard"].pattern.replace("¤", "$")
    return _true_minus(format_currency(cents / 100, CURRENCY, pattern, locale=locale))


@lru_cache(FEW)
def _number(locale: Locale, number: int) -> str:
    from babel.numbers import format_decimal

    return _true_minus(format_decimal(number, locale=locale))


def _true_minus(written: str) -> str:
    return written.replace("-", MINUS)
