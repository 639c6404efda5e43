"""The languages there are: each has a catalogue of gettext, `translations/de/LC_MESSAGES/messages.po`.

English is the msgids themselves. `qps` is made up: longer, accented and in brackets, so that a page shows untranslated
text and missing room; no phone is offered it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from math import ceil
from pathlib import Path

TRANSLATIONS = Path(__file__).parents[1] / "translations"
CATALOGUE = Path("LC_MESSAGES", "messages.po")
ENGLISH = "en"
PSEUDO = "qps"

# Not translated: gaps, escapes, tags and entities.
_UNTOUCHED = re.compile(r"(%\(\w+\)[-+#0 ]*\d*(?:\.\d+)?[sdr]|%%|<[^<>]*>|&#?\w+;)")
_ACCENTED = str.maketrans("AEIOUYNCSaeiouyncs", "ÅÉÎÖÛÝÑÇŠåéîöûýñçš")
_PADDING = " éxtrå" * 40


def languages(folder: Path = TRANSLATIONS) -> tuple[str, ...]:
    """Return the codes of the languages people can choose: English, and one for each catalogue."""
    return ENGLISH, *sorted(path.name for path in folder.iterdir() if (path / CATALOGUE).is_file())


@cache
def own_names(folder: Path = TRANSLATIONS) -> Mapping[str, str]:
    """Return what each language calls itself, by its code; without Babel where there is English alone."""
    if languages(folder) == (ENGLISH,):
        return {ENGLISH: "English"}
    from babel import Locale

    names = {code: str(Locale.parse(code).display_name) for code in languages(folder)}
    return {code: name[:1].upper() + name[1:] for code, name in names.items()}


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
    """The catalogue of `qps`: every msgid is in it. Donuts keep their names: translators choose short ones for keys."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if context.startswith("donut") else pseudo(message)


@cache
def catalogue(language: str, folder: Path = TRANSLATIONS) -> NullTranslations:
    """Return the catalogue of a language, or of English if there is none. It is read once."""
    if language == PSEUDO:
        return Pseudo()
    if language == ENGLISH or language not in languages(folder):
        return NullTranslations()
    return _read(folder / language / CATALOGUE, language)


def _read(path: Path, language: str) -> NullTranslations:
    """Read a catalogue and compile it in memory. Babel is imported only here, so that English starts quickly."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        messages = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return GNUTranslations(compiled)
