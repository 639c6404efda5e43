"""Sentences of pages: the same words as everywhere else for whom hears them, with every thing drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.kernel.repairs import Line, Repair
from companion.kernel.table import Table
from companion.web.drawn import DrawnWords
from companion.web.table.table_view import edition_of
from companion.words import Words
from tests.client import House, Phone, heard
from tests.transcripts import GOLDEN, played

PLAIN = Words("en")
NOTATION = re.compile(r"\b(?=\w*[A-Z])[BCMNVObcmnv]{4}\b|[BCMNV][*+]|&[BCMNV]")


@pytest.fixture
def drawn(house: House) -> Iterator[DrawnWords]:
    with house.app.test_request_context():
        yield house.app.extensions["drawn words"]("en")


def even(sentence: str) -> str:
    """A sentence whose things are listed with commas alone, as pictures are."""
    return sentence.replace(" and ", ", ")


def ways(words: Words, table: Table, line: Line | Repair) -> list[str]:
    """A line in all the ways pages tell it."""
    names, edition = table.state.party.names, edition_of(table)
    return [words.move(line, names, edition, (0, 0)), words.deed(line, edition)]


@pytest.mark.parametrize("golden", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_every_line_of_whole_games_is_heard_as_it_is_written_elsewhere(golden: Path, drawn: DrawnWords) -> None:
    table = played(golden.read_text("utf-8"))
    for line in table.log:
        for plain, picture in zip(ways(PLAIN, table, line), ways(drawn, table, line), strict=True):
            assert even(heard(picture)) == even(plain)
            assert not NOTATION.search(plain), plain


def test_what_people_typed_is_text_on_a_page(ana: Phone) -> None:
    ana.open("<b>Ana</b>", "Bo & Co", follow="case")
    ana.record('"<b>Ana</b>": place BnOV @4,0 B')
    ana.record('table: note "<script>alert(1)</script>"')
    for page in ("", "/journal", "/line/1", "?do=undo"):
        text = ana.get(f"/t/{ana.code}{page}").text
        assert "<b>Ana</b>" not in text and "<script>alert" not in text


def test_a_tile_is_drawn_and_named_where_a_line_is_told(ana: Phone) -> None:
    ana.open("Ana", "Bo", follow="case")
    ana.record("Ana: place BnOV @4,0 B")
    for page in ("", "/journal", "/line/1", "?do=undo"):
        text = ana.get(f"/t/{ana.code}{page}").text
        assert '<use href="#d-n" x="1"/>' in text and 'id="d-n"' in text
        assert "(Blue, Banana with sprinkles, donut holes, Vanilla)" in heard(text)


def test_a_refusal_draws_its_things_too(ana: Phone) -> None:
    ana.open("Ana", "Bo", follow="case")
    answer = ana.record("Ana: place BBBB @4,0 V")
    assert answer.status_code == 422
    alert = re.search(r'role="alert">(.*?)</p>', answer.text, re.DOTALL)
    assert alert and "<use " in alert[1] and "BBBB" not in alert[1]


def test_no_attribute_of_a_page_holds_a_drawing(ana: Phone) -> None:
    ana.open("Ana", "Bo", follow="case")
    ana.record("Ana: place BnOV @4,0 B")
    ana.record("Ana: box 2x2 own @4,0 with B N*+&N>V")
    for page in (
        "",
        "/journal",
        "/line/1",
        "/line/2",
        "/line/1/again?do=",
        "?do=undo",
        "/result",
        "/more",
        "/try?text=Ana:+end",
    ):
        text = ana.get(f"/t/{ana.code}{page}").text
        assert not re.search(r'="[^"<>]*<(?:svg|span)', text), page
