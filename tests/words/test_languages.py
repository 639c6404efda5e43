"""Every sentence can be translated: what is extracted, the made-up language, and a language from its catalogue."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from companion.kernel.reasons import CommonReason
from companion.refusals import Illegal
from companion.words import Words, languages, own_names
from companion.words.catalogues import CATALOGUE, TRANSLATIONS, pseudo
from companion.words.language import CONTEXT

ROOT = Path(__file__).parents[2]
POT = TRANSLATIONS / "messages.pot"


def extracted(root: Path, pot: Path) -> str:
    """What `pybabel extract` finds below a folder, with the options of its pyproject.toml."""
    command = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract", "--output-file", str(pot)]
    subprocess.run(command, cwd=root, check=True)
    return pot.read_text(encoding="utf-8")


def test_messages_pot_has_the_sentences_of_code_and_templates(tmp_path: Path) -> None:
    assert POT.read_text(encoding="utf-8") == extracted(ROOT, tmp_path / "pot"), "run: make messages"


def test_a_sentence_is_marked_where_it_is_said() -> None:
    """`text` is given what `mark` marked: a bare sentence would be in no catalogue."""
    bare = re.compile(r"words(?:\(\))?\.(?:plural_)?text\(\s*[\"']")
    paths = (ROOT / "companion").rglob("*.py")
    assert [str(path) for path in paths if bare.search(path.read_text(encoding="utf-8"))] == []


def test_a_template_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "templates" / "table").mkdir(parents=True)
    page = '{{ _("Whose turn?") }}{% trans n=2 %}\n  one\n{% pluralize %}\n  many {{ n }}\n{% endtrans %}'
    page += '{{ pgettext("a noun", "Order") }}'
    (tmp_path / "templates" / "table" / "_seats.html").write_text(page, encoding="utf-8")
    (tmp_path / "companion").mkdir()
    code = 'gettext("Hello")\nplural("a", "b")\nmark_in("a verb", "Order")\n'
    (tmp_path / "companion" / "a.py").write_text(code, encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    pot = extracted(tmp_path, tmp_path / "pot")
    assert re.findall(r'^msg(?:ctxt|id|id_plural) "(.*)"', pot, re.MULTILINE) == [
        "Hello",
        "a noun",
        "Order",
        "a verb",
        "Order",
        "Whose turn?",
        "a",
        "b",
        "one",
        "many %(n)s",
    ]


MESSAGES = re.findall(r'^msgid(?:_plural)? "(.+)"$', POT.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_made_up_language_is_longer_and_keeps_gaps() -> None:
    assert len(MESSAGES) > 150
    for message in MESSAGES:
        made_up = pseudo(message)
        held = re.findall(r"%\(\w+\)[0-9]*[sd]|%%|<[^>]*>", message)
        assert re.findall(r"%\(\w+\)[0-9]*[sd]|%%|<[^>]*>", made_up) == held
        if made_up != message:
            assert made_up[0] == "⟦" and made_up[-1] == "⟧"
            assert len(made_up) >= len(message) * 1.39
        else:
            assert not re.search(r"[A-Za-z]", re.sub(r"%\(\w+\)[0-9]*[sd]", "", message)), message


def test_the_made_up_language_leaves_markup_alone() -> None:
    assert pseudo("<b>%(seat)s</b> won &amp; 100%% more") == "⟦<b>%(seat)s</b> wööñ &amp; 100%% mööréé éxtrå éxt⟧"


HEAD = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Catalogues of three languages."""
    german = (
        'msgid "It is %(turn)s’s turn."\nmsgstr "%(turn)s ist dran."\n\n'
        'msgid "%(cents)d¢"\nmsgstr "%(cents)d ¢"\n\n'
        'msgctxt "a verb"\nmsgid "Order"\nmsgstr "Bestellen"\n\n'
        'msgid "%(orders)d order"\nmsgid_plural "%(orders)d orders"\n'
        'msgstr[0] "%(orders)d Auftrag"\nmsgstr[1] "%(orders)d Aufträge"\n'
    )
    for language, messages in (("de", german), ("es", ""), ("nl", "")):
        path = tmp_path / language / CATALOGUE
        path.parent.mkdir(parents=True)
        path.write_text(HEAD + messages, encoding="utf-8")
    return tmp_path


def test_a_language_is_read_from_its_catalogue(folder: Path) -> None:
    assert languages(folder) == ("en", "de", "es", "nl")
    assert own_names(folder) == {"en": "English", "de": "Deutsch", "es": "Español", "nl": "Nederlands"}
    german = Words("de", folder)
    assert german.language == "de"
    assert german.refusal(Illegal(CommonReason.TURN, turn="Bo")).sentence == "Bo ist dran."
    assert german.ngettext("%(orders)d order", "%(orders)d orders", 2) == "%(orders)d Aufträge"
    assert german.gettext("Not translated yet") == "Not translated yet"


def test_a_message_with_two_meanings_has_a_context(folder: Path) -> None:
    german = Words("de", folder)
    assert german.pgettext("a verb", "Order") == german.text(f"a verb{CONTEXT}Order") == "Bestellen"
    assert german.pgettext("a noun", "Order") == german.text(f"a noun{CONTEXT}Order") == "Order"
    assert Words("en").text(f"a verb{CONTEXT}Order") == "Order"
    assert Words("qps").text(f"a verb{CONTEXT}Order") == pseudo("Order")


@pytest.mark.parametrize(
    ("language", "total", "owed", "price", "day"),
    [
        ("en", "$1.70", "−$0.10", "45¢", "2026-01-05"),
        ("qps", "$1.70", "−$0.10", "45¢", "2026-01-05"),
        ("xx", "$1.70", "−$0.10", "45¢", "2026-01-05"),
        ("de", "1,70 $", "−0,10 $", "45 ¢", "05.01.2026"),
        ("es", "1,70 $", "−0,10 $", "45¢", "5 ene 2026"),
        ("nl", "$ 1,70", "$ −0,10", "45¢", "5 jan 2026"),
    ],
)
def test_amounts_and_days_are_written_as_the_language_does(
    folder: Path, language: str, total: str, owed: str, price: str, day: str
) -> None:
    words = Words(language, folder)
    written = words.money(170), words.money(-10), words.price(45)
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in written] == [total, owed, price]
    assert words.day(date(2026, 1, 5)) == day


@pytest.mark.parametrize(
    ("language", "names", "listed"),
    [
        ("en", "Ana Bo Cy", "Ana, Bo and Cy"),
        ("de", "Ana Bo Cy", "Ana, Bo und Cy"),
        ("nl", "Ana Bo", "Ana en Bo"),
        ("es", "Ana Bo Cy", "Ana, Bo y Cy"),
        ("es", "Ana Inés", "Ana e Inés"),
        ("es", "Ana Hilda", "Ana e Hilda"),
        ("es", "Ana Hielo", "Ana y Hielo"),
        ("es", "Ana", "Ana"),
    ],
)
def test_lists_end_as_the_language_does(folder: Path, language: str, names: str, listed: str) -> None:
    assert Words(language, folder).listing(names.split()) == listed
