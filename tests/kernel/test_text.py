"""Words, names, quoted texts and numbers: what every line is made of."""

from __future__ import annotations

import unicodedata

import pytest

from companion.kernel.text import (
    LONGEST_LINE,
    Names,
    line_parts,
    quoted,
    read_name,
    read_number,
    read_text,
    straight,
    unquoted,
    words,
    write_name,
)
from companion.refusals import Malformed
from tests.properties import given, st

NAMES = [
    ("letters", "Ana", "Ana", "Ana"),
    ("digits", "7of9", "7of9", "7of9"),
    ("a hyphen and an apostrophe", "Anne-Marie'", "Anne-Marie'", "Anne-Marie'"),
    ("letters of other alphabets", "Ζωή", "Ζωή", "Ζωή"),
    ("quotes that were not needed go", '"Ana"', "Ana", "Ana"),
    ("a blank needs quotes", '"Cy Lee"', "Cy Lee", '"Cy Lee"'),
    ("a quote inside is escaped", r'"The \"Baker\""', 'The "Baker"', r'"The \"Baker\""'),
    ("a backslash is escaped", r'"a\\b"', "a\\b", r'"a\\b"'),
    ("an underscore needs quotes", '"a_b"', "a_b", '"a_b"'),
    ("a colon needs quotes", '"a: b"', "a: b", '"a: b"'),
    ("a comment's sign needs quotes", '"# Bo"', "# Bo", '"# Bo"'),
    ("an exclamation mark needs quotes", '"Bo !"', "Bo !", '"Bo !"'),
    ("an emoji of several parts needs quotes", '"👩‍🍳"', "👩‍🍳", '"👩‍🍳"'),
    ("an emoji of parts with selectors", '"🏳️‍🌈 ❤️"', "🏳️‍🌈 ❤️", '"🏳️‍🌈 ❤️"'),
    ("an emoji of a skin colour and a trade", '"👩🏽‍🍳 ☕️"', "👩🏽‍🍳 ☕️", '"👩🏽‍🍳 ☕️"'),
    ("a digit on a key", '"1️⃣"', "1️⃣", '"1️⃣"'),
    ("a flag", '"🇱🇰"', "🇱🇰", '"🇱🇰"'),
    ("letters a joiner draws as one", '"ශ්\u200dරී"', "ශ්\u200dරී", '"ශ්\u200dරී"'),
    ("letters put together from parts are composed", "Zoe\u0308", "Zo\u00eb", "Zo\u00eb"),
    ("24 characters", "a" * 24, "a" * 24, "a" * 24),
    ("24 characters, composed", '"' + "e\u0301" * 24 + '"', "\u00e9" * 24, "\u00e9" * 24),
]
NO_NAMES = [
    ("nothing in quotes", '""'),
    ("25 characters", "a" * 25),
    ("a blank at the end", '"Ana "'),
    ("a blank at the start", '" Ana"'),
    ("only a blank", '" "'),
    ("the table", "table"),
    ("the table in capitals", '"TABLE"'),
    ("an underscore without quotes", "a_b"),
    ("a quote in the middle", 'A"n"a'),
    ("a line break", '"A\nna"'),
    ("a tab inside", '"A\tna"'),
    ("a zero byte", '"A\0na"'),
    ("a delete", '"A\x7fna"'),
    ("a line separator", '"A\u2028na"'),
    ("half a surrogate", '"A\ud800"'),
    ("nothing but a sign nobody sees", '"\u200b"'),
    ("nothing but joiners", '"\u200d\u200d"'),
    ("nothing but a selector", '"\ufe0f"'),
    ("a filler for a letter", '"\u3164"'),
    ("a pattern without a dot", '"\u2800"'),
    *(
        (f"U+{ord(sign):04X} behind a name that looks the same", f'"Ana{sign}"')
        for sign in "\u200b\u200c\u200d\u2060\u00ad\u034f\ufe0f\ufe0e\U000e0100\U000e0041\ufeff"
    ),
    ("a joiner inside a name that looks the same", '"A\u200dna"'),
    ("an emoji with a joiner left over", '"👩\u200d"'),
    ("an emoji with a selector too many", '"☕\ufe0f\ufe0f"'),
    *(
        (f"the direction mark {unicodedata.name(mark)}", f'"A{mark}na"')
        for mark in "\u200e\u200f\u202a\u202b\u202c\u202d"
    ),
    *(
        (f"the direction mark {unicodedata.name(mark)}", f'"A{mark}na"')
        for mark in "\u202e\u2066\u2067\u2068\u2069\u061c"
    ),
]


@pytest.mark.parametrize(("word", "name", "written"), [pytest.param(*row[1:], id=row[0]) for row in NAMES])
def test_a_name(word: str, name: str, written: str) -> None:
    assert read_name(word) == name
    assert write_name(name) == written
    assert words(written) == [written]
    assert line_parts(f"{written}: end") == (written, "end")
    assert Names.of(("Bo", name)).seat(written) == 1


@pytest.mark.parametrize("word", [pytest.param(row[1], id=row[0]) for row in NO_NAMES])
def test_no_name(word: str) -> None:
    with pytest.raises(Malformed) as refusal:
        read_name(word)
    assert refusal.value.reason == "bad-name"


def test_names_are_found_in_any_letter_case_and_however_they_are_composed() -> None:
    names = Names.of(("Zo\u00eb", "Cy Lee", "STRASSE"))
    assert [names.seat(word) for word in ("zoë", "ZOE\u0308", '"cy lee"', "straße", '"Stra\u00dfe"')] == [0, 0, 1, 2, 2]
    with pytest.raises(Malformed):
        names.seat("Cy")
    with pytest.raises(Malformed):
        names.seat('""')


def test_names_of_before_mean_the_seat_until_another_takes_them_up() -> None:
    names = Names.of(("Ana", "Bo"))
    renamed = names.taken_up(("Anna", "Bo"))
    assert (renamed.find("ana"), renamed.find("ANNA"), renamed.write(0)) == ((0, "Ana"), (0, "Anna"), "Anna")
    swapped = renamed.taken_up(("Anna", "Ana"))
    assert (swapped.find("Ana"), swapped.find("Bo"), swapped.find("Anna")) == ((1, "Ana"), (1, "Bo"), (0, "Anna"))
    back = swapped.taken_up(("Ana", "Bo"))
    assert (back.seat("Ana"), back.seat("Bo"), back.seat("Anna")) == (0, 1, 0)


TEXTS = [
    ("plain", '"why not"', "why not"),
    ("200 characters", f'"{"x" * 200}"', "x" * 200),
    ("words drawn apart", '"می\u200cخواهم"', "می\u200cخواهم"),
    ("escapes", r'"she said \"no\" \\ twice"', r'she said "no" \ twice'),
    ("blanks are kept", '" a  b "', " a  b "),
    ("what looks like force is text", '"!30"', "!30"),
]


@pytest.mark.parametrize(("word", "text"), [pytest.param(*row[1:], id=row[0]) for row in TEXTS])
def test_a_text(word: str, text: str) -> None:
    assert read_text(word) == text
    assert quoted(text) == word
    assert words(f"note {word}") == ["note", word]


@pytest.mark.parametrize("word", ["bare", '""', '"  "', f'"{"x" * 201}"', '"a\nb"', '"a\u202eb"', '"a\x1bb"'])
def test_no_text(word: str) -> None:
    with pytest.raises(Malformed) as refusal:
        read_text(word)
    assert refusal.value.reason == "bad-text"


@pytest.mark.parametrize(("word", "number"), [("0", 0), ("007", 7), ("999999", 999_999)])
def test_a_number(word: str, number: int) -> None:
    assert read_number(word) == number


@pytest.mark.parametrize("word", ["", "-1", "+1", "1.5", "1e3", "1_000", "1000000", "٣", "²", "0x1"])
def test_no_number(word: str) -> None:
    with pytest.raises(Malformed) as refusal:
        read_number(word)
    assert refusal.value.reason == "bad-number"


LINES = [
    ("blanks do not matter", "  Ana  :   end  ", ("Ana", "end")),
    ("no blank at all", "Ana:end", ("Ana", "end")),
    ("a colon later on", 'table: note "a: b"', ("table", 'note "a: b"')),
    ("a colon in the name", '"a: b": end', ('"a: b"', "end")),
    ("a line in a line", "table: insert 4 Bo: end", ("table", "insert 4 Bo: end")),
]


@pytest.mark.parametrize(("line", "parts"), [pytest.param(*row[1:], id=row[0]) for row in LINES])
def test_a_line_is_who_and_what(line: str, parts: tuple[str, str]) -> None:
    assert line_parts(line) == parts


@pytest.mark.parametrize("line", ["", "Ana", ": end", "Ana Bo: end", '"Ana: end', 'An"a: end'])
def test_no_line(line: str) -> None:
    with pytest.raises(Malformed) as refusal:
        line_parts(line)
    assert refusal.value.reason == "unreadable"


def test_a_line_has_an_end() -> None:
    assert line_parts("Ana: " + "x" * (LONGEST_LINE - 5))
    with pytest.raises(Malformed) as refusal:
        line_parts("Ana: " + "x" * (LONGEST_LINE - 4))
    assert refusal.value.reason == "too-long"


@given(st.text(max_size=40))
def test_what_is_quoted_can_be_read_again(text: str) -> None:
    assert unquoted(quoted(text)) == text
    assert words(f"a {quoted(text)} b") == ["a", quoted(text), "b"]


@given(st.text(max_size=40))
def test_any_text_is_a_name_or_malformed_and_a_name_is_a_fixed_point(text: str) -> None:
    for word in (text, quoted(text)):
        try:
            name = read_name(word)
        except Malformed:
            continue
        assert read_name(write_name(name)) == name
        assert Names.of((name,)).find(write_name(name)) == (0, name)


@given(st.text(alphabet='ab" \\:!\n\t', max_size=30))
def test_words_lose_nothing_but_blanks(text: str) -> None:
    try:
        found = words(text)
    except Malformed:
        assert '"' in text
        return
    assert words(" ".join(found)) == found


# Typographic quotes, as the keyboards of phones write them

TYPED = [
    ("a name", "“Cy Lee”: end", '"Cy Lee": end'),
    ("two opening ones", "“Cy Lee“: end", '"Cy Lee": end'),
    ("one of each kind", '“Cy Lee": end', '"Cy Lee": end'),
    ("an apostrophe", "D’Arcy: end", "D'Arcy: end"),
    ("an apostrophe in typographic quotes", "table: note “Ana’s”", 'table: note "Ana\'s"'),
    ("what stands in straight quotes stays", 'table: note "“Ana’s”"', 'table: note "“Ana’s”"'),
    ("after straight quotes they are read again", '"a’b": note “c’d”', '"a’b": note "c\'d"'),
    ("an escaped quote does not end straight ones", r'table: note "a \" ’"', r'table: note "a \" ’"'),
    ("an escaped quote does not end the others", r"table: note “a \” ’”", r'''table: note "a \" '"'''),
    ("both kinds in one line, the straight ones last", 'table: rename D’A "B’C"', 'table: rename D\'A "B’C"'),
]


@pytest.mark.parametrize(("typed", "read"), [pytest.param(*row[1:], id=row[0]) for row in TYPED])
def test_typographic_quotes_are_read_as_straight_ones(typed: str, read: str) -> None:
    assert straight(typed) == read
    assert words(typed) == words(read) and line_parts(typed) == line_parts(read)


@given(st.text(alphabet='a’“”"\\ :'))
def test_straight_quotes_are_straight_already(text: str) -> None:
    assert straight(straight(text)) == straight(text)


@pytest.mark.parametrize("said", ["D'Arcy", '"D’Arcy"', "“D’Arcy”", "d’ARCY"])
@pytest.mark.parametrize("stored", ["D'Arcy", "D’Arcy"])
def test_a_name_is_compared_with_either_apostrophe_and_stays_as_it_is_stored(stored: str, said: str) -> None:
    names = Names.of(("Ana", stored))
    assert names.find(words(said)[0]) == (1, stored)
    assert names.stored(stored) == (1, stored)


def test_names_that_were_apart_stay_apart() -> None:
    """A journal may hold two seats whose names differ in nothing but this."""
    names = Names.of(("D’Arcy", "D'Arcy"))
    assert [names.find(name)[0] for name in ('"D’Arcy"', "D'Arcy")] == [0, 1]
    assert [names.stored(name)[0] for name in ("D’Arcy", "D'Arcy")] == [0, 1]
