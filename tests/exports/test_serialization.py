"""What other programs read: the JSON of a table line by line, and a transcript that makes the same table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.exports.serialization import entries_json, refused_json, table_json, transcript
from companion.kernel.table import Table
from companion.refusals import Illegal
from companion.words import Message
from tests.transcripts import GOLDEN, headers_of, played

CASE = "game donut-shop\nseats Ana Bo\nfollow case\nstart BBVV/BBMM\n"
OPENED = CASE + "Ana: place BBBB @4,0 B\n"  # line 1: +20
NUTS = "game go-nuts\nseats Ana Bo\nrow 1=plain 2=glazed 3=powdered\n"
BIDS = NUTS + "Ana: select 3 in 1\nBo: select 2 in 1\n"
GAMES = sorted(GOLDEN.glob("*.txt"))


def row(entry: dict[str, Any]) -> str:
    """An entry as one short row: number, pay, and what became of it."""
    became = [f"{key}={entry[key]}" for key in ("dropped", "now", "marked", "aside") if key in entry]
    return " ".join([str(entry["seq"]), f"{entry['pay']:+d}", *became])


ENTRIES = {
    "a line that pays, and one that does not": (
        OPENED + "Ana: end",
        ["1 +20", "2 +0"],
    ),
    "an adjustment pays its amount": (
        OPENED + "table: adjust Bo -10",
        ["1 +20", "2 -10"],
    ),
    "a line taken back, and the repair that did it": (
        OPENED + "table: take-back",
        ["1 +0 dropped=True", "2 +0"],
    ),
    "all after a line taken back": (
        OPENED + "Ana: end\nBo: place VVVV @6,0 V\ntable: take-back 2",
        ["1 +20", "2 +0 dropped=True", "3 +0 dropped=True", "4 +0"],
    ),
    "a repair put back": (
        OPENED + "table: take-back\ntable: put-back",
        ["1 +20", "2 +0 dropped=True", "3 +0"],
    ),
    "a struck line": (
        OPENED + 'table: note "hm"\ntable: strike 2',
        ["1 +20", "2 +0 dropped=True", "3 +0"],
    ),
    "a corrected line pays what it pays now": (
        OPENED + "table: correct 1 Ana: place VVVV @4,0 V",
        ["1 +30 now=Ana: place VVVV @4,0 V", "2 +0"],
    ),
    "a corrected line is somebody else’s now": (
        OPENED + "table: correct 1 Bo: place VVVV @4,0 V",
        ["1 +30 now=Bo: place VVVV @4,0 V marked=turn", "2 +0"],
    ),
    "a correction put back": (
        OPENED + "table: correct 1 Ana: place VVVV @4,0 V\ntable: put-back",
        ["1 +20", "2 +0 dropped=True", "3 +0"],
    ),
    "an inserted line is paid on its insert": (
        OPENED + "Ana: end\ntable: insert 2 Ana: box 2x2 own @0,0 with B",
        ["1 +20", "2 +0", "3 +20"],
    ),
    "an inserted line that is taken back": (
        OPENED + "Ana: end\ntable: insert 2 Ana: box 2x2 own @0,0 with B\ntable: strike 3",
        ["1 +20", "2 +0", "3 +0 dropped=True", "4 +0"],
    ),
    "an inserted line that is corrected": (
        OPENED + "Ana: end\ntable: insert 2 Ana: box 2x2 own @0,0 with B\n"
        "table: correct 3 Ana: box 2x2 own @4,0 with B",
        ["1 +20", "2 +0", "3 +20 now=Ana: box 2x2 own @4,0 with B", "4 +0"],
    ),
    "an insertion put back": (
        OPENED + "Ana: end\ntable: insert 2 Ana: box 2x2 own @0,0 with B\ntable: put-back",
        ["1 +20", "2 +0", "3 +0 dropped=True", "4 +0"],
    ),
    "what the table decided": (
        CASE + "Ana: place BBBB @8,8 B !\nAna: box 2x2 @0,0 with V !35\nAna: end\nBo: place VVVV @4,0 V !5",
        ["1 +20 marked=detached", "2 +35 marked=no-order-for-type", "3 +0", "4 +5 marked=decided"],
    ),
    "a repair that leaves a line unfitting, and one impossible": (
        OPENED + "Ana: box 2x2 own @4,0 with B\nAna: end\nBo: place VVVV @6,0 V\ntable: strike 1",
        ["1 +0 dropped=True", "2 +0 aside=box-over-nothing", "3 +0", "4 +20 marked=detached", "5 +0"],
    ),
    "a bid of an open round, inside repairs too": (
        BIDS
        + "table: correct 1 Ana: select 1 in 1\ntable: insert 2 Bo: select 3 in 1\ntable: correct 4 Bo: select 1 in 1",
        ["1 +0 now=Ana: select ? in 1", "2 +0", "3 +0", "4 +0 now=Bo: select ? in 1", "5 +0"],
    ),
    "a bid that is no longer secret": (
        BIDS + "table: correct 1 Ana: select 1 in 1\ntable: reveal",
        ["1 +0 now=Ana: select 1 in 1", "2 +0", "3 +0", "4 +0"],
    ),
    "points put right by hand": (
        NUTS + 'table: adjust Ana -2 "a card on the floor"',
        ["1 -2"],
    ),
    "an answer to nothing that was asked, and an eighth Plain": (
        "game go-nuts\nseats Ana Bo\ntray Ana plain plain plain plain plain plain plain\n"
        "table: refill 1=plain 2=eclair 3=chocolate-frosted !\ntable: reveal Ana=3 Bo=2\nAna: draw glazed\n"
        "table: correct 2 table: reveal Ana=2 Bo=1",
        ["1 +0 marked=one-too-many", "2 +0 now=table: reveal Ana=2 Bo=1", "3 +0 aside=not-asked", "4 +0"],
    ),
    "an inserted line that does not fit": (
        OPENED + "Ana: end\ntable: insert 1 Ana: box 2x2 @0,0 with V\ntable: insert 1 Ana: box 2x2 @9,9 with V",
        ["1 +20 marked=step", "2 +0", "3 +20 marked=step", "4 +0 aside=box-over-nothing"],
    ),
}


@pytest.mark.parametrize(("text", "rows"), ENTRIES.values(), ids=ENTRIES)
def test_an_entry_has_its_outcome(text: str, rows: list[str]) -> None:
    assert [row(entry) for entry in entries_json(played(text))] == rows


def test_an_entry_has_its_number_line_speaker_text_and_parts() -> None:
    table = played('game donut-shop\nseats Ana "Bo Lee"\nfollow bank\n"Bo Lee": paid 35 "box"\n')
    assert entries_json(table, [7]) == [
        {"seq": 1, "line": 7, "who": "Bo Lee", "text": 'paid 35 "box"', "pay": 35, "parts": {"paid": 35}}
    ]
    assert "line" not in entries_json(table)[0]


def bids_shown(table: Table) -> set[str]:
    """Every bid that stands anywhere in what other programs get."""
    return set(re.findall(r"select (\S+) in", json.dumps(table_json(table)) + transcript("", table)))


def test_no_number_of_an_open_round_leaves_the_house() -> None:
    text = BIDS + "table: correct 1 Ana: select 1 in 1\ntable: insert 2 Bo: select 3 in 1\nAna: select 2 in 1\n"
    assert bids_shown(played(text)) == {"?"}
    assert table_json(played(text))["state"]["bids"] == {"Ana": "?", "Bo": "?"}
    assert bids_shown(played(text + "table: reveal")) == {"1", "2", "3", "?"}, "corrected before, one never lay open"
    assert bids_shown(played(text + "table: end")) == {"?"}


def test_two_bids_that_differ_only_in_a_secret_number_are_exported_alike() -> None:
    one, other = (played(NUTS + f"Ana: select {number} in 1\nBo: select 2 in 1") for number in (1, 3))
    assert table_json(one) == table_json(other)
    assert transcript("", one) == transcript("", other)


def test_a_whole_table_of_go_nuts_as_one_object() -> None:
    answer = table_json(played((GOLDEN / "short-cruller-order.txt").read_text()))
    assert list(answer) == ["game", "over", "entries", "standings", "state", "marked", "aside"]
    state = answer["state"]
    assert {key: state[key] for key in ("round", "row", "pile", "trays", "choice", "bids")} == {
        "round": 2,
        "row": {"1": None, "2": None, "3": None, "4": None, "5": None},
        "pile": ["glazed", "plain"],
        "trays": {"Ana": ["french-cruller"], "Bo": ["eclair", "powdered"], "Cy": [], "Di": []},
        "choice": None,
        "bids": {"Ana": None, "Bo": None, "Cy": None, "Di": None},
    }
    assert state["deck"]["count"] == 2
    assert (state["deck"]["left"]["glazed"], state["deck"]["left"]["milk"]) == (4, 1)
    assert answer["standings"][0] == {
        "seat": "Bo",
        "score": 3,
        "tiebreak": 2,
        "rank": 1,
        "winner": True,
        "parts": {"eclair": 0, "powdered": 3},
    }
    assert json.loads(json.dumps(answer)) == answer


def test_a_choice_is_exported_with_its_seat_and_card() -> None:
    table = played("game go-nuts\nseats Ana Bo\nrow 1=french-cruller 2=glazed 3=plain\ntable: reveal Ana=1 Bo=2")
    state = table_json(table)["state"]
    assert (state["choice"], state["bids"]) == ({"seat": "Ana", "card": "french-cruller"}, {"Ana": 1, "Bo": 2})


def test_the_text_is_canonical_and_a_needless_mark_is_gone() -> None:
    entry = entries_json(played(CASE + "ANA:  Place BBBB @4,0 b !"))[0]
    assert (entry["who"], entry["text"], "marked" in entry) == ("Ana", "place BBBB @4,0 B", False)


def test_a_whole_table_as_one_object() -> None:
    table = played(CASE + "Ana: place BBBB @8,8 B !\nAna: box 2x2 @0,0 with B\ntable: end")
    answer = table_json(table)
    assert list(answer) == ["game", "over", "entries", "standings", "state", "marked", "aside"]
    assert (answer["game"], answer["over"], answer["marked"], answer["aside"]) == ("donut-shop", True, [1], [])
    assert answer["standings"] == [
        {
            "seat": "Ana",
            "score": 40,
            "tiebreak": 0,
            "rank": 1,
            "winner": True,
            "parts": {"placement": 20, "box": 20},
        },
        {"seat": "Bo", "score": 0, "tiebreak": 1, "rank": 2, "winner": False, "parts": {}},
    ]
    assert json.loads(json.dumps(answer)) == answer


def test_nobody_has_won_before_the_end() -> None:
    assert not any(standing["winner"] for standing in table_json(played(OPENED))["standings"])


def test_a_refusal_as_an_object() -> None:
    refusal = Illegal("no-order-for-type", type="V")
    refused = refused_json(refusal, Message("It covers V.", "Add an order."), 14)
    assert refused == {
        "line": 14,
        "kind": "Illegal",
        "reason": "no-order-for-type",
        "facts": {"type": "V"},
        "message": "It covers V. Add an order.",
    }
    assert "line" not in refused_json(refusal, Message("", ""))


# Transcripts


def again(text: str, table: Table) -> None:
    """A table’s transcript makes the same table, and is its own transcript."""
    written = transcript(headers_of(text), table)
    assert written.startswith(f"notation 1\ngame {table.game.id}\n")
    twin = played(written)
    if "select ?" not in written:  # a bid that stays secret is none in the twin
        assert table_json(twin) == table_json(table)
    assert transcript(headers_of(written), twin) == written


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_transcript_replays_to_the_same_table(path: Path) -> None:
    text = path.read_text()
    again(text, played(text))


@pytest.mark.parametrize(("text", "rows"), ENTRIES.values(), ids=ENTRIES)
def test_a_transcript_keeps_repairs_and_decisions(text: str, rows: list[str]) -> None:
    again(text, played(text))


def test_headers_have_only_what_differs() -> None:
    text = (
        'GAME Donut-Shop\n# a comment\nseats ana "Bo"\nrulings sprinkles=DONUT coffee-four=25\nfirst ANA\n'
        "follow case\nmoney Bo 35\nstart BBVV/BBMM\n"
    )
    assert transcript(text, played(text)) == (
        "notation 1\ngame donut-shop\nseats ana Bo\nrulings sprinkles=donut\nfollow case\nmoney Bo 35\n"
        "start BBVV/BBMM\n"
    )
