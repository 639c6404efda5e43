"""`flask --app app replay`: what a person and a program get for a whole transcript, a refused one, and none."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from companion.commands import cli
from companion.kernel.transcript import IMPORTED, Refused
from companion.tables.replay import replay
from companion.tables.transcript_file import open_text
from tests.transcripts import GOLDEN, SETS

CASE = "game donut-shop\nseats Ana Bo\nfollow case\nstart BBVV/BBMM\n"


def run(text: str | bytes, *options: str) -> Result:
    """The command with a text on its standard input."""
    app = Flask("test")
    cli.register(app)
    return app.test_cli_runner().invoke(args=["replay", *options, "-"], input=text)


def run_json(text: str | bytes) -> tuple[int, dict[str, Any]]:
    result = run(text, "--json")
    assert result.stdout.count("\n") == 1
    assert result.stderr == ""
    return result.exit_code, json.loads(result.stdout)


def test_a_transcript_as_one_object() -> None:
    code, answer = run_json(
        "# a comment\n" + CASE + "\n  # another\nAna: place BBBB @4,0 B\n# expect +20\nBo: place VVVV @6,0 V\n"
    )
    assert code == 0
    assert answer["entries"] == [
        {"seq": 1, "line": 8, "who": "Ana", "text": "place BBBB @4,0 B", "pay": 20, "parts": {"placement": 20}},
        {"seq": 2, "line": 10, "who": "Bo", "text": "place VVVV @6,0 V", "pay": 20, "parts": {"placement": 20}},
    ]
    assert (answer["game"], answer["over"], answer["state"]["turn"]) == ("donut-shop", False, "Bo")
    assert answer["state"]["case"][0] == "BBVVBBVV"


def test_names_are_not_escaped() -> None:
    assert "Zoë" in run("game donut-shop\nseats Ana Zoë\n", "--json").stdout


# Refusals: (text, line, kind, reason, how many entries came before)
REFUSED = {
    "a line": (CASE + "Ana: place BBBB @4,0 B\n# hm\nAna: box 2x2 @0,0 with V", 7, "Illegal", "no-order-for-type", 1),
    "a word": (CASE + "Ana: dance", 5, "Malformed", "unreadable", 0),
    "a speaker": (CASE + "Zoe: end", 5, "Malformed", "unknown-seat", 0),
    "a header": ("game donut-shop\n\nseats Ana Bo\nset moon\nAna: end", 4, "Malformed", "unknown-set", 0),
    "an unknown header": ("game donut-shop\ncolour red\nseats Ana Bo", 2, "Malformed", "unknown-header", 0),
    "a header said twice": (CASE + "follow case\n", 5, "Malformed", "repeated-header", 0),
    "a header of the other game": (CASE + "tray Ana plain\n", 5, "Malformed", "unknown-header", 0),
    "a missing header, at the first line": ("game donut-shop\n# hm\nAna: end", 3, "Malformed", "missing-header", 0),
    "a case that cannot lie": ("game donut-shop\nseats Ana Bo\nstart B\n", 3, "Illegal", "half-block", 0),
    "no game": ("seats Ana Bo\nAna: end", 2, "Malformed", "missing-header", 0),
    "another game": ("game chess", 1, "Malformed", "unknown-game", 0),
    "nothing": ("", 1, "Malformed", "missing-header", 0),
    "only a comment": ("# hm\n", 2, "Malformed", "missing-header", 0),
    "a header among the lines": (CASE + "Ana: place BBBB @4,0 B\nfollow bank", 6, "Malformed", "unreadable", 1),
    "a card": ("game go-nuts\nseats Ana Bo\ntable: refill 1=cronut", 3, "Malformed", "unknown-card", 0),
    "a card of a bigger deck": (
        "game go-nuts\nseats Ana Bo\ntable: refill 1=milk",
        3,
        "Illegal",
        "not-in-this-deck",
        0,
    ),
    "a header with too many cards": ("game go-nuts\nseats Ana Bo\ndeck 38", 3, "Malformed", "bad-number", 0),
    "a tray no deck has": ("game go-nuts\nseats Ana Bo\ntray Ana milk", 3, "Illegal", "not-in-this-deck", 0),
    "no text": (b"game donut-shop\xff", 1, "Malformed", "not-utf-8", 0),
    "too much": ("#\n" * (IMPORTED.characters // 2 + 1), 1, "Malformed", "too-long", 0),
    "far too much": (b"\xe2\x82\xac" * 2 * IMPORTED.characters, 1, "Malformed", "too-long", 0),
}


@pytest.mark.parametrize(("text", "line", "kind", "reason", "before"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_ends_it(text: str | bytes, line: int, kind: str, reason: str, before: int) -> None:
    code, answer = run_json(text)
    assert code == 1
    assert list(answer) == ["refused", "entries"]
    refused = answer["refused"]
    assert list(refused) == ["line", "kind", "reason", "facts", "message"]
    assert (refused["line"], refused["kind"], refused["reason"]) == (line, kind, reason)
    assert len(answer["entries"]) == before
    assert len(refused["message"]) > 20
    plain = run(text)
    assert (plain.exit_code, f"Line {line}:" in plain.stderr) == (1, True)
    assert len(plain.stderr.splitlines()) == 3
    assert len(plain.stdout.splitlines()) == before


def test_a_refusal_names_the_donut() -> None:
    _, answer = run_json(CASE + "Ana: place BBBB @4,0 B\nAna: box 2x2 @2,0 with M")
    assert answer["refused"]["facts"] == {"type": "V"}
    assert answer["refused"]["message"].startswith("This box covers Vanilla Frosted. Add an order for it")


def test_a_copy_too_many_names_the_lines_of_the_others() -> None:
    code, answer = run_json((GOLDEN / "refused" / "go-nuts-one-too-many.txt").read_text())
    facts = answer["refused"]["facts"]
    lines = {entry["seq"]: entry["text"] for entry in answer["entries"]}
    assert (code, facts["card"], len(facts["lines"])) == (1, "sprinkled", 2)
    assert all("sprinkled" in lines[number] for number in facts["lines"])
    assert "in these lines: 3 and 8." in answer["refused"]["message"]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("refused/*.txt")), ids=lambda path: path.stem)
def test_a_golden_game_is_refused_at_its_last_line(path: Path) -> None:
    text = path.read_text()
    done = replay(text, SETS)
    assert done.refused is not None and done.table is not None
    assert done.refused.line == len(text.splitlines())
    assert done.text == text.splitlines()[-1]
    assert done.table.version == len(done.lines)


@pytest.mark.parametrize("as_json", [True, False], ids=["json", "text"])
@pytest.mark.parametrize("name", ["missing.txt", ".", "no\x00name"])
def test_a_file_that_cannot_be_opened(name: str, as_json: bool) -> None:
    app = Flask("test")
    cli.register(app)
    result = app.test_cli_runner().invoke(args=["replay", *["--json"] * as_json, name])
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    if as_json:
        answer = json.loads(result.stdout)
        assert answer["entries"] == []
        assert (answer["refused"]["line"], answer["refused"]["reason"]) == (1, "unreadable-file")
    else:
        assert "cannot be opened" in result.stderr


def test_a_closed_standard_input_is_a_file_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(Refused) as caught:
        open_text("-")
    assert caught.value.refusal.reason == "unreadable-file"


def test_a_file_with_a_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(("\ufeff" + CASE + "Ana: place BBBB @4,0 B\n").replace("\n", "\r\n").encode())
    app = Flask("test")
    cli.register(app)
    result = app.test_cli_runner().invoke(args=["replay", "--json", str(path)])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["entries"][0]["pay"] == 20


# For people


def test_a_table_as_a_person_reads_it() -> None:
    text = (
        CASE
        + "Ana: place BBBB @4,0 B\nAna: box 2x2 own @0,0 with B\nBo: place VVVV @8,8 V !\n"
        + 'table: rename Bo "Bo Lee"\nBo: box 2x2 own @8,8 with V !30\ntable: note "hm"\n'
        + "table: correct 1 Ana: place BVBB @4,0 B\ntable: strike 6\n"
    )
    result = run(text)
    assert result.exit_code == 0
    assert result.stdout == (
        "1    +15¢  Ana laid (Blue, Blue, Blue, Blue) for Blue Frosted\n"
        "             reads now: Ana laid (Blue, Vanilla, Blue, Blue) for Blue Frosted\n"
        "2    +20¢  Ana packed their own 2×2 box with Blue Frosted\n"
        "3    +20¢  Bo laid (Vanilla, Vanilla, Vanilla, Vanilla) for Vanilla Frosted — the table decided so\n"
        "             against the rules: The tile must lie beside another one, side to side.\n"
        "4          Bo is called Bo Lee from here on\n"
        "5    +30¢  Bo packed their own 2×2 box with Vanilla Frosted — the table decided 30¢\n"
        "6          Note: hm\n"
        "             no longer counts\n"
        "7          Line 1 now reads: Ana laid (Blue, Vanilla, Blue, Blue) for Blue Frosted\n"
        "8          Removed: line 6\n"
        "\n"
        "Bo Lee leads.\n"
        "1. Bo Lee    $0.50  0 orders  laying tiles $0.20, decided by the table $0.30\n"
        "2. Ana       $0.35  1 order  laying tiles $0.15, boxes $0.20\n"
        "\n"
        "The case; its top left square is 0, 0:\n"
        "# # V V B V . . . .\n"
        "# # M M B B . . . .\n"
        ". . . . . . . . . .\n"
        ". . . . . . . . . .\n"
        ". . . . . . . . . .\n"
        ". . . . . . . . . .\n"
        ". . . . . . . . . .\n"
        ". . . . . . . . . .\n"
        ". . . . . . . . # #\n"
        ". . . . . . . . # #\n"
    )


def test_a_table_of_go_nuts_as_a_person_reads_it() -> None:
    text = (
        "game go-nuts\nseats Ana Bo Cy\nrow 1=plain 2=plain 3=red-velvet 4=glazed\npile eclair\n"
        "table: reveal Ana=3 Bo=1 Cy=2\nAna: take eclair\ntable: refill 1=powdered 2=double-chocolate\n"
        'table: refill 3=donut-holes\ntable: adjust Cy -1 "hm"\nBo: select 4 in 2\n'
        "table: correct 6 Bo: select 2 in 2\n"
    )
    assert run(text).stdout == (
        "1          Cards turned over: Ana 3, Bo 1, Cy 2\n"
        "2          Ana took Eclair out of the discard pile\n"
        "3          Cards turned up: 1 Powdered, 2 Double Chocolate\n"
        "4          Cards turned up: 3 Donut Holes\n"
        "5      −1  Corrected by hand: Cy −1 (hm)\n"
        "6          Bo has bid\n"
        "             reads now: Bo has bid\n"
        "7          Line 6 now reads: Bo has bid\n"
        "\n"
        "Bo leads.\n"
        "1. Bo     2  1 card  Plain 2\n"
        "2. Cy     1  1 card  Plain 2, corrected by hand −1\n"
        "3. Ana   −2  2 cards  Eclair 0, Red Velvet −2\n"
        "\n"
        "Round 2; cards in the deck: 42\n"
        "Row: 1 Powdered, 2 Double Chocolate, 3 Donut Holes, 4 Glazed\n"
        "Have bid: Bo\n"
        "\n"
        "Ana  1 Red Velvet, 1 Eclair\n"
        "Bo   1 Plain\n"
        "Cy   1 Plain\n"
    )


def test_a_question_and_the_discard_pile_are_printed() -> None:
    printed = run(
        "game go-nuts\nseats Ana Bo\nrow 1=french-cruller 2=glazed 3=plain\npile eclair plain\ntable: reveal Ana=1 Bo=2"
    ).stdout
    assert "Discard pile, its top last: Eclair, Plain\n" in printed
    assert "Which cards that nobody chose does Ana discard from the row?\n" in printed


def test_trays_counted_on_paper_are_printed() -> None:
    printed = run("game go-nuts\nseats Ana Bo\ntable: final Ana plain glazed plain\ntable: final Bo").stdout
    assert "Ana wins.\n1. Ana    7  3 cards  Glazed 2, Plain 5\n" in printed
    assert printed.endswith("\n\nAna  2 Plain, 1 Glazed\nBo   –\n")


def test_lines_without_effect_name_the_reason() -> None:
    result = run(CASE + "Ana: place BBBB @4,0 B\nAna: box 2x2 own @4,0 with B\nAna: end\ntable: strike 1\n")
    assert "without effect: The box would hang over a square without a donut." in result.stdout


def test_a_table_without_a_case_or_lines() -> None:
    result = run("game donut-shop\nseats Ana Bo\nfollow bank\n")
    assert result.stdout.splitlines() == [
        "Ana and Bo lead together.",
        "1. Ana    $0.00  orders not counted",
        "1. Bo     $0.00  orders not counted",
    ]


def test_a_win_is_shared() -> None:
    assert "Ana and Bo share the win." in run(CASE + "table: end").stdout


def test_answers_of_commands_stay_english() -> None:
    app = Flask("test")
    app.config["LANGUAGE"] = "qps"
    cli.register(app)
    result = app.test_cli_runner().invoke(args=["replay", "-"], input=CASE + "table: end")
    assert "share the win." in result.stdout


def test_a_long_game_is_replayed_in_no_time() -> None:
    text = (GOLDEN / "told-shop-repairs-0.txt").read_text()
    begun = time.process_time()  # others may keep the machine busy
    assert replay(text, SETS).refused is None
    assert time.process_time() - begun < 5


def test_help_names_what_it_does() -> None:
    app = Flask("test")
    cli.register(app)
    result = CliRunner().invoke(app.cli.commands["replay"], ["--help"])
    assert "--json" in result.output and "FILE" in result.output
