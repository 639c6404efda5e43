"""Every catalogue is whole: nothing missing, fuzzy or left over, and every gap and tag where its message has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

from companion.words.catalogues import CATALOGUE, TRANSLATIONS, languages

POT = TRANSLATIONS / "messages.pot"
GAP = re.compile(r"%(?:\((\w+)\))?[-+#0 ]*\d*(?:\.\d+)?[sdr]|%%")
TAG = re.compile(r"</?\w[^<>]*>|&#?\w+;")
CATALOGUES = languages()[1:]


@cache
def read(path: Path, language: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)


def faults(catalogue: Catalog, template: Catalog) -> Iterator[str]:
    """What a translator has to do, in sentences."""
    for message in catalogue.obsolete.values():
        yield f"obsolete: {message.id}"
    for message in catalogue:
        if message.id and template.get(_id(message), message.context) is None:
            yield f"no page says this any more: {message.id}"
    for asked in template:
        if asked.id:
            message = catalogue.get(_id(asked), asked.context)
            why = "missing" if message is None else of_message(asked, message)
            if why:
                yield f"{why}: {asked.id} {message.string if message else ''}"


def _id(message: Message) -> str:
    return str(message.id[0] if isinstance(message.id, tuple | list) else message.id)


def of_message(asked: Message, message: Message) -> str:
    """What is wrong with one translation; empty if nothing is."""
    one, many = asked.id if isinstance(asked.id, tuple | list) else (asked.id, asked.id)
    said = message.string if isinstance(message.string, tuple | list) else (message.string,)
    if not all(said):
        return "missing"
    if message.fuzzy:
        return "fuzzy"
    if isinstance(asked.id, tuple | list) != isinstance(message.id, tuple | list):
        return "not the plural asked for"
    for place, form in enumerate(said):
        needed = gaps(one) if len(said) > 1 and not place else gaps(many)
        if not needed <= gaps(form) <= gaps(one) | gaps(many):
            return "other gaps"
        if sorted(TAG.findall(form)) not in (sorted(TAG.findall(one)), sorted(TAG.findall(many))):
            return "other tags"
        if not is_formatted(form, gaps(one) | gaps(many)):
            return "cannot be filled in"
        if form != form.strip() and one == one.strip():
            return "blanks around it"
    return ""


def gaps(text: str) -> set[str]:
    """The gaps of a message as they are written."""
    return {found[0] for found in GAP.finditer(text)} - {"%%"}


def is_formatted(text: str, all_gaps: set[str]) -> bool:
    """Whether a message can be filled in; one without gaps is too, for all that templates say are."""
    try:
        _ = text % {str(match[1]): 1 for gap in all_gaps if (match := GAP.match(gap))}
    except (ValueError, TypeError, KeyError):
        return False
    return True


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_catalogue_is_whole(language: str) -> None:
    found = list(faults(read(TRANSLATIONS / language / CATALOGUE, language), read(POT)))
    assert found == [], f"{len(found)} messages of {language}: make messages, then translate"


WHOLE = 'msgid "Tap <b>%(card)s</b>"\nmsgstr "<b>%(card)s</b> antippen"\n\n'
COUNTED = 'msgid "One card"\nmsgid_plural "%(num)s cards"\n'


@pytest.mark.parametrize(
    ("po", "fault"),
    [
        (WHOLE, ""),
        ('msgid "Tap <b>%(card)s</b>"\nmsgstr ""\n\n', "missing: Tap"),
        ("", "missing: Tap"),
        ("#, fuzzy\n" + WHOLE, "fuzzy: Tap"),
        (WHOLE.replace("<b>%(card)s</b> an", "<b>%(seat)s</b> an"), "other gaps: Tap"),
        (WHOLE.replace("<b>%(card)s</b> an", "<b>hier</b> an"), "other gaps: Tap"),
        (WHOLE.replace("<b>%(card)s</b> an", "<i>%(card)s</i> an"), "other tags: Tap"),
        (WHOLE.replace("antippen", "100 % antippen"), "cannot be filled in: Tap"),
        (WHOLE.replace("antippen", "antippen "), "blanks around it: Tap"),
        (WHOLE + '#~ msgid "Gone"\n#~ msgstr "Weg"\n', "obsolete: Gone"),
        (WHOLE + 'msgid "Gone"\nmsgstr "Weg"\n', "no page says this any more: Gone"),
    ],
)
def test_a_fault_is_named(po: str, fault: str, tmp_path: Path) -> None:
    template = 'msgid "Tap <b>%(card)s</b>"\nmsgstr ""\n\n' + COUNTED + 'msgstr[0] ""\nmsgstr[1] ""\n'
    counted = COUNTED + 'msgstr[0] "Eine Karte"\nmsgstr[1] "%(num)s Karten"\n\n'
    (tmp_path / "pot").write_text(template, encoding="utf-8")
    (tmp_path / "po").write_text(counted + po, encoding="utf-8")
    found = next(faults(read(tmp_path / "po", "de"), read(tmp_path / "pot")), "")
    assert found.startswith(fault) and bool(found) == bool(fault)


@pytest.mark.parametrize(
    ("forms", "fault"),
    [
        (("Eine Karte", "Karten"), "other gaps"),
        (("%(num)s Karte", "%(num)s Karten"), ""),
        (("Eine Karte", ""), "missing"),
    ],
)
def test_every_form_of_a_plural_counts(forms: tuple[str, str], fault: str) -> None:
    asked = Message(("One card", "%(num)s cards"))
    assert of_message(asked, Message(asked.id, forms)) == fault
