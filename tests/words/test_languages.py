"""Every sentence can be translated: what is extracted, the made-up language, and a language from its file."""

from __future__ import annotations

import re
from pathlib import Path

from companion.kernel.reasons import CommonReason
from companion.refusals import Illegal
from companion.words import Words, languages
from companion.words.__main__ import POT, template
from companion.words.language import pseudo


def test_messages_pot_has_the_sentences_of_code_and_templates() -> None:
    assert POT.read_text(encoding="utf-8") == template(), "run: python -m companion.words extract"


def test_a_template_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "templates" / "table").mkdir(parents=True)
    page = '{{ _("Whose turn?") }}{% trans n=2 %}\n  one\n{% pluralize %}\n  many {{ n }}\n{% endtrans %}'
    (tmp_path / "templates" / "table" / "_seats.html").write_text(page, encoding="utf-8")
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "a.py").write_text('gettext("Hello")\nplural("a", "b")\n', encoding="utf-8")
    pot = template(tmp_path)
    assert re.findall(r'^msgid(?:_plural)? "(.*)"', pot, re.MULTILINE) == [
        "Hello",
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


def test_a_language_is_read_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "It is %(turn)s’s turn."\nmsgstr "%(turn)s ist dran."\n\n'
        'msgid "$%(dollars)d.%(cents)02d"\nmsgstr "%(dollars)d,%(cents)02d $"\n\n'
        'msgid "%(orders)d order"\nmsgid_plural "%(orders)d orders"\n'
        'msgstr[0] "%(orders)d Auftrag"\nmsgstr[1] "%(orders)d Aufträge"\n',
        encoding="utf-8",
    )
    assert languages(tmp_path) == ("en", "qps", "de")
    german = Words("de", tmp_path)
    assert german.language == "de"
    assert german.refusal(Illegal(CommonReason.TURN, turn="Bo")).sentence == "Bo ist dran."
    assert german.money(185) == "1,85 $"
    assert german.ngettext("%(orders)d order", "%(orders)d orders", 2) == "%(orders)d Aufträge"
    assert german.gettext("Not translated yet") == "Not translated yet"
    assert Words("xx", tmp_path).money(185) == "$1.85"
