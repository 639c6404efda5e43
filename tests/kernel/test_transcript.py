"""Transcripts: headers and comments, and the physical line a refusal stands on."""

from __future__ import annotations

import pytest

from companion.kernel.transcript import LONGEST_TRANSCRIPT, Refused, is_comment, read_transcript
from tests.properties import given, st
from tests.transcripts import opened, played, refused, refused_line

COMMENTS = ["", "   ", "\t", "#", "# note", "   # note", "#\tnote", "#\r", "\r"]
NO_COMMENTS = ["#note", "##", "start ##/##", "Ana: end # really", "#: end"]


@pytest.mark.parametrize("line", COMMENTS)
def test_a_comment(line: str) -> None:
    assert is_comment(line)


@pytest.mark.parametrize("line", NO_COMMENTS)
def test_no_comment(line: str) -> None:
    assert not is_comment(line)


def test_headers_and_moves_with_the_lines_they_stand_on() -> None:
    transcript = read_transcript(
        "# a game\n\nGAME donut-shop\r\nseats Ana Bo\n# now\nAna: place BBBB @0,0 B\n\nBo : end\n"
    )
    assert [(h.line, h.word, h.rest) for h in transcript.headers] == [
        (3, "game", ("donut-shop",)),
        (4, "seats", ("Ana", "Bo")),
    ]
    assert transcript.moves == ((6, "Ana: place BBBB @0,0 B"), (8, "Bo : end"))
    assert (transcript.first_move, transcript.end) == (6, 9)


def test_a_mark_of_byte_order_is_skipped() -> None:
    assert opened("\ufeffgame donut-shop\nseats Ana Bo\n").names.now == ("Ana", "Bo")


def test_after_the_first_move_everything_is_a_move() -> None:
    text = "game donut-shop\nseats Ana Bo\nAna: place BBBB @0,0 B\nset classic\n"
    assert refused(lambda: played(text)) == ("Malformed", "unreadable")
    assert refused_line(lambda: played(text)) == 4


# The text, the line of its refusal, kind and reason.
REFUSED = [
    ("nothing at all", "", 1, "Malformed", "missing-header"),
    ("only comments", "# a\n# b\n", 3, "Malformed", "missing-header"),
    ("no game: the first move is where it is missed", "seats Ana Bo\n\nAna: end\n", 3, "Malformed", "missing-header"),
    ("no game and no move: the line after the last", "seats Ana Bo\n", 2, "Malformed", "missing-header"),
    (
        "no seats: the first move is where they are missed",
        "game donut-shop\n# x\nAna: end\n",
        3,
        "Malformed",
        "missing-header",
    ),
    ("the game comes first", "seats Ana Bo\ngame donut-shop\nAna: end\n", 2, "Malformed", "unknown-header"),
    ("a slip in the first word", "gaem donut-shop\nseats Ana Bo\nAna: end\n", 1, "Malformed", "unknown-header"),
    ("a game nobody knows", "# x\ngame ludo\nseats Ana Bo\n", 2, "Malformed", "unknown-game"),
    ("two games in one", "game donut-shop go-nuts\nseats Ana Bo\n", 1, "Malformed", "unknown-game"),
    ("a game without its name", "game\nseats Ana Bo\n", 1, "Malformed", "unknown-game"),
    ("the game said again", "game donut-shop\nseats Ana Bo\ngame donut-shop\n", 3, "Malformed", "unknown-header"),
    ("another notation", "notation 2\ngame donut-shop\nseats Ana Bo\n", 1, "Malformed", "unknown-notation"),
    ("the notation after the game", "game donut-shop\nnotation 1\nseats Ana Bo\n", 2, "Malformed", "unknown-notation"),
    ("a header nobody knows", "game donut-shop\nseats Ana Bo\nnapkins 4\n", 3, "Malformed", "unknown-header"),
    (
        "a tray is of the other game",
        "game donut-shop\nseats Ana Bo\ntray Ana plain\n",
        3,
        "Malformed",
        "unknown-header",
    ),
    ("a pile is of the other game", "game donut-shop\nseats Ana Bo\npile plain\n", 3, "Malformed", "unknown-header"),
    ("a row is of the other game", "game donut-shop\nseats Ana Bo\nrow 1=plain\n", 3, "Malformed", "unknown-header"),
    ("a header said again", "game donut-shop\nseats Ana Bo\nlaid 3\nlaid 3\n", 4, "Malformed", "repeated-header"),
    ("seats said again", "game donut-shop\nseats Ana Bo\nseats Ana Bo\n", 3, "Malformed", "repeated-header"),
    (
        "money of a seat said again",
        "game donut-shop\nseats Ana Bo\nmoney Ana 5\nmoney ana 5\n",
        4,
        "Malformed",
        "repeated-header",
    ),
    ("a quote left open", 'game donut-shop\nseats "Ana Bo\n', 2, "Malformed", "unreadable"),
    ("a name twice", "game donut-shop\nseats Ana Bo ANA\n", 2, "Malformed", "bad-name"),
    ("a name twice, composed another way", 'game donut-shop\nseats Zo\u00eb "Zoe\u0308"\n', 2, "Malformed", "bad-name"),
    ("the table as a seat", "game donut-shop\nseats Ana Table\n", 2, "Malformed", "bad-name"),
    ("one seat", "game donut-shop\nseats Ana\n", 2, "Malformed", "wrong-number-of-seats"),
    ("first before the seats", "game donut-shop\nfirst Bo\nseats Ana Bo\n", 2, "Malformed", "missing-header"),
    ("money before the seats", "game donut-shop\nmoney Bo 5\nseats Ana Bo\n", 2, "Malformed", "missing-header"),
    ("hands before the seats", "game donut-shop\nhand Bo B\nseats Ana Bo\n", 2, "Malformed", "missing-header"),
    ("own before the seats", "game donut-shop\nown Bo\nseats Ana Bo\n", 2, "Malformed", "missing-header"),
    (
        "a ruling of the other game",
        "game donut-shop\nseats Ana Bo\nrulings tie=shared\n",
        3,
        "Malformed",
        "unknown-ruling",
    ),
    (
        "a ruling without a choice",
        "game donut-shop\nseats Ana Bo\nrulings lined-up=yes\n",
        3,
        "Malformed",
        "unknown-ruling",
    ),
    (
        "a choice no ruling has",
        "game donut-shop\nseats Ana Bo\nrulings holes-join=maybe\n",
        3,
        "Malformed",
        "unknown-choice",
    ),
    (
        "a ruling twice",
        "game donut-shop\nseats Ana Bo\nrulings coffee-four=25 coffee-four=25\n",
        3,
        "Malformed",
        "unknown-ruling",
    ),
    ("a move refused", "game donut-shop\nseats Ana Bo\n# x\n\nBo: place BBBB @0,0 B\n", 5, "Illegal", "turn"),
    (
        "the second move refused",
        "game donut-shop\nseats Ana Bo\nAna: place BBBB @0,0 B\n# x\nAna: bake\n",
        5,
        "Malformed",
        "unreadable",
    ),
]


@pytest.mark.parametrize(("text", "number", "kind", "reason"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_a_refusal_and_its_line(text: str, number: int, kind: str, reason: str) -> None:
    assert refused(lambda: played(text)) == (kind, reason)
    assert refused_line(lambda: played(text)) == number


TAKEN = [
    ("the notation this house writes", "notation 1\ngame donut-shop\nseats Ana Bo\n"),
    ("words in capitals", "GAME Donut-Shop\nSEATS Ana Bo\nFOLLOW Everything\nRULINGS Holes-Join=NO\nSET Classic\n"),
    ("seats after others", "game donut-shop\nset classic\nlaid 4\nseats Ana Bo\nfirst bo\n"),
    ("a default ruling named", "game donut-shop\nseats Ana Bo\nrulings holes-join=yes\n"),
    ("comments between", "# x\ngame donut-shop\n  # y\nseats Ana Bo\n#\n"),
]


@pytest.mark.parametrize("text", [pytest.param(row[1], id=row[0]) for row in TAKEN])
def test_headers_are_read_with_patience(text: str) -> None:
    assert opened(text).names.now == ("Ana", "Bo")


def test_a_transcript_has_an_end() -> None:
    assert refused(lambda: read_transcript("#" * (LONGEST_TRANSCRIPT + 1))) == ("Malformed", "too-long")
    assert refused(lambda: read_transcript(f"start {'B' * 2000}")) == ("Malformed", "too-long")


HEADER_LINES = """\
game donut-shop
game
notation 1
seats Ana Bo
seats Ana "B o" Cy
first Bo
rulings holes-join=no
start BBVV/BBMM
start ??/??
start B
start ##/##
follow case
follow bank
set classic
money Ana 5
money Bo
hand Ana B N* ?
hand Bo ?
boxes 2x2=1 3x4=0
boxes 9x9=1
own Ana
own
laid 14
laid 99
deck 0
deck 3
deck
tray Ana plain
# note
Ana: end
table: note""".splitlines()


def refusal_of(text: str) -> Refused | None:
    """What a transcript's headers are refused for; any other exception is a bug and flies."""
    try:
        opened(text)
    except Refused as error:
        return error
    return None


@given(st.lists(st.sampled_from(HEADER_LINES), max_size=9), st.text(max_size=12))
def test_any_headers_are_a_table_or_refused(lines: list[str], noise: str) -> None:
    for text in ("\n".join(lines), "\n".join(["game donut-shop", "seats Ana Bo", *lines]), "\n".join([*lines, noise])):
        error = refusal_of(text)
        assert error is None or 1 <= error.line <= text.count("\n") + 1


@given(st.text(max_size=200))
def test_any_text_is_a_transcript_or_refused(text: str) -> None:
    error = refusal_of(text)
    assert error is None or error.refusal.kind in ("Malformed", "Illegal")
