"""Tables taken away: a sheet of rows no spreadsheet calculates with, a play as BG Stats reads it, and back again."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.exports.bgstats import bgstats_link
from companion.exports.downloads import FORMATS, export_text, rows, safe
from companion.kernel.transcript import Refused
from companion.store.journal import Connection
from companion.store.store import open_store
from companion.tables import demo
from companion.tables.feed import Feed
from companion.tables.play import Command, Evening, Play
from companion.tables.replay import replay
from tests.transcripts import GOLDEN, SETS, played

GAMES = sorted(GOLDEN.glob("*.txt"))
COLUMNS = ["seq", "who", "text", "pay"]
BECAME = ["dropped", "now", "marked", "aside"]
BANK = 'game donut-shop\nseats Ana "Bo Lee"\nfollow bank\n'


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = "2026-11-29T19:00:00Z"

    def __call__(self) -> str:
        return self.now


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    with open_store(tmp_path / "companion.db").open() as opened:
        yield opened


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(clock: Clock) -> Play:
    return Play(SETS, Feed(), clock)


def brought(door: Play, connection: Connection, text: str) -> Evening:
    return door.evening(connection, door.import_table(connection, text, "pen").code)


# There and back


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_an_imported_table_exports_the_same(door: Play, connection: Connection, path: Path) -> None:
    first = brought(door, connection, path.read_text(encoding="utf-8"))
    again = brought(Play(SETS, Feed()), connection, export_text(first, "txt"))
    assert again.snapshot.code != first.snapshot.code
    hidden = "select ?" in export_text(first, "txt")  # a round still open: its bids stay behind
    for form in ["txt"] if hidden else FORMATS:
        assert export_text(again, form) == export_text(first, form), form


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_an_imported_table_is_in_the_journal_as_it_was_entered(door: Play, connection: Connection, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    code = door.import_table(connection, text, "pen").code
    kept = Play(SETS, Feed()).snapshot(connection, code).table  # by another program, from the file
    assert kept == replay(text, SETS).table or kept.state == replay(text, SETS).table.state  # type: ignore[union-attr]
    result = connection.result(code)
    assert (result is not None) == kept.over
    assert result is None or result.seq == kept.version


def test_a_table_brought_back_goes_on(door: Play, connection: Connection) -> None:
    snapshot = door.import_table(connection, BANK + "Ana: paid 5\n", "pen")
    after = door.play(connection, Command(snapshot.code, snapshot.epoch, 1, ("Ana: paid 10",), "phone"))
    assert (after.version, [entry.phone for entry in connection.entries(snapshot.code)]) == (2, ["pen", "phone"])


def test_what_is_refused_makes_no_table(door: Play, connection: Connection) -> None:
    with pytest.raises(Refused) as caught:
        door.import_table(connection, BANK + "# a comment\nAna: paid 5\nAna: paid 7\n", "pen")
    assert (caught.value.line, connection.codes()) == (6, [])


def test_comments_and_a_seed_stay_behind(door: Play, connection: Connection) -> None:
    text = "\ufeff# mine\n" + BANK.replace("follow", "# dealt 0123456789abcdef\n  follow") + "Ana: paid 5\n"
    evening = brought(door, connection, text)
    assert evening.header == BANK.strip()
    assert door.snapshot(connection, evening.snapshot.code).seed == ""


def test_json_is_what_replay_prints_for_the_transcript(door: Play, connection: Connection) -> None:
    evening = brought(door, connection, GAMES[0].read_text(encoding="utf-8"))
    again = replay(export_text(evening, "txt"), SETS)
    assert [entry["line"] for entry in json.loads(export_text(evening, "json"))["entries"]] == list(again.lines)


# A sheet of rows


def sheet(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(rows(played(text)))))


def test_a_row_a_line_with_what_it_paid_and_what_became_of_it() -> None:
    text = (
        "game donut-shop\nseats Ana Bo\nfollow case\nstart BBVV/BBMM\nAna: place BBBB @4,0 B\n"
        'Ana: box 2x2 own @0,0 with B\nBo: place VVVV @6,0 V\ntable: adjust Bo -10 "=1+1, \\"so\\""\ntable: strike 2\n'
    )
    found = sheet(text)
    assert [(row["seq"], row["who"], row["pay"]) for row in found] == [
        ("1", "Ana", "20"),
        ("2", "Ana", "0"),
        ("3", "Bo", "20"),
        ("4", "table", "-10"),
        ("5", "table", "0"),
    ]
    parts = ["placement", "box", "sprinkles", "coffee", "paid", "decided", "adjust"]
    assert list(found[0]) == [*COLUMNS, *parts, *BECAME, "seat"]
    assert [row["seat"] for row in found] == ["1", "1", "2", "2", ""]
    assert (found[0]["placement"], found[1]["dropped"], found[3]["adjust"]) == ("20", "yes", "-10")
    assert found[3]["text"] == 'adjust Bo -10 "=1+1, \\"so\\""'


def test_go_nuts_has_its_own_columns() -> None:
    found = sheet(
        "game go-nuts\nseats Ana Bo\nrow 1=plain 2=glazed 3=chocolate-frosted\ntable: reveal Ana=3 Bo=2\n"
        "Ana: draw powdered\ntable: adjust Bo +2\ntable: take-back\n"
    )
    assert list(found[0]) == [*COLUMNS, "adjust", *BECAME, "seat", "points", "points 1", "points 2"]
    assert [row["pay"] for row in found] == ["0", "0", "0", "0"]
    assert [[row[name] for name in ("seat", "points", "points 1", "points 2")] for row in found] == [
        ["", "", "0", "2"],
        ["1", "3", "3", "2"],
        ["2", "", "", ""],
        ["", "", "", ""],
    ]


def test_the_row_of_a_repair_is_about_the_seat_it_pays() -> None:
    found = sheet(
        "game donut-shop\nseats Ana Bo\nfollow bank\nAna: paid 5\nAna: end\ntable: insert 2 Ana: paid 10\n"
        "table: correct 1 Bo: paid 20\n"
    )
    assert [(row["seat"], row["pay"]) for row in found] == [("2", "20"), ("1", "0"), ("1", "10"), ("2", "0")]


def test_the_file_is_marked_as_utf_8(door: Play, connection: Connection) -> None:
    text = export_text(brought(door, connection, "game donut-shop\nseats José Bo\nfollow bank\nJosé: paid 5\n"), "csv")
    assert text.encode("utf-8").startswith(b"\xef\xbb\xbfseq,")
    (row,) = csv.DictReader(io.StringIO(text.encode("utf-8").decode("utf-8-sig")))
    assert (row["seq"], row["who"]) == ("1", "José")


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_no_text_is_a_formula(sign: str) -> None:
    assert safe(f"{sign}1+1") == f"'{sign}1+1"


@pytest.mark.parametrize("name", ["-2", '"=HYPERLINK(1)"', '"@SUM(A1)"', '"+1"'])
def test_no_name_is_a_formula(name: str) -> None:
    found = sheet(f"game donut-shop\nseats {name} Bo\nfollow bank\n{name}: paid 5\n")
    assert found[0]["who"] == "'" + name.strip('"')


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_sheet_adds_up(path: Path) -> None:
    for row in sheet(path.read_text(encoding="utf-8")):
        columns = list(row)
        parts = [row[name] for name in columns[len(COLUMNS) : columns.index(BECAME[0])]]
        assert sum(int(part) for part in parts if part) == int(row["pay"])


# BG Stats


def as_bgstats_reads(link: str) -> dict[str, Any]:
    """The play in a link, read as strictly as its description and the phones that stumbled ask."""
    address = urlsplit(link)
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert re.fullmatch(r"[\x21-\x7e]*", link), "a link is ASCII without blanks"
    data = parse_qs(address.query, strict_parsing=True)
    assert list(data) == ["data"]
    play: dict[str, Any] = json.loads(data["data"][0])
    assert datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    assert all(type(play[name]) is str for name in ("sourceName", "sourcePlayId", "board", "comments"))
    assert type(play.get("durationMin", 1)) is int and play.get("durationMin", 1) >= 1
    game = play["game"]
    assert (type(game["bggId"]), type(game["name"]), type(game["sourceGameId"])) == (int, str, str)
    assert (game["highestWins"], game["noPoints"]) == (True, False)
    for player in play["players"]:
        assert {name: type(value) for name, value in player.items()} == {
            "name": str,
            "sourcePlayerId": str,
            "startPlayer": bool,
            "winner": bool,
            "rank": int,
            "score": int,
            "role": str,
        }
    assert len({player["sourcePlayerId"] for player in play["players"]}) == len(play["players"])
    assert [player["winner"] for player in play["players"]] == [player["rank"] == 1 for player in play["players"]]
    return play


def play_of(evening: Evening) -> dict[str, Any]:
    link = bgstats_link(evening)
    assert link is not None
    return as_bgstats_reads(link)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_bg_stats_reads_every_game_that_is_over(door: Play, connection: Connection, path: Path) -> None:
    evening = brought(door, connection, path.read_text(encoding="utf-8"))
    if not evening.snapshot.table.over:
        assert bgstats_link(evening) is None
        return
    play = play_of(evening)
    assert [player["name"] for player in play["players"]] == list(evening.snapshot.table.names.now)
    scores = {row.seat: row.score for row in evening.snapshot.table.game.rules.standings(evening.snapshot.table.state)}
    assert {player["name"]: player["score"] for player in play["players"]} == scores


def test_every_member_of_a_play(door: Play, connection: Connection, clock: Clock) -> None:
    snapshot = door.open(
        connection, 'game donut-shop\nseats Ana "Bo Lee"\nrulings sprinkles=donut\nfirst "Bo Lee"\n', "pen"
    )
    clock.now = "2026-11-29T19:47:40Z"
    snapshot = door.play(
        connection, Command(snapshot.code, snapshot.epoch, 0, ('table: final Ana 625 orders 2 "Bo Lee" 610',), "pen")
    )
    clock.now = "2026-11-30T08:00:00Z"
    snapshot = door.play(
        connection,
        Command(snapshot.code, snapshot.epoch, 1, ('table: note "a fine evening"', "table: adjust Ana -5"), "pen"),
    )
    assert play_of(door.evening(connection, snapshot.code)) == {
        "sourceName": "Donut Companion",
        "sourcePlayId": f"{snapshot.code}-20261129190000",
        "playDate": "2026-11-29 19:47:40",
        "durationMin": 48,
        "board": "",
        "comments": "rulings sprinkles=donut",
        "game": {
            "name": "Donut Shop",
            "sourceGameId": "donut-shop",
            "bggId": 332170,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Ana",
                "sourcePlayerId": "ana",
                "startPlayer": False,
                "winner": True,
                "rank": 1,
                "score": 620,
                "role": "",
            },
            {
                "name": "Bo Lee",
                "sourcePlayerId": "bo lee",
                "startPlayer": True,
                "winner": False,
                "rank": 2,
                "score": 610,
                "role": "",
            },
        ],
    }


def test_the_ids_stay_the_same_and_tables_differ(door: Play, connection: Connection) -> None:
    first, second = (brought(door, connection, demo.transcripts()["go-nuts-finished"]) for _ in range(2))
    assert play_of(first) == play_of(first)
    assert play_of(first)["sourcePlayId"] != play_of(second)["sourcePlayId"]
    assert play_of(first)["game"]["bggId"] == 184346
    assert not any(player["startPlayer"] for player in play_of(first)["players"]), "everybody bids at once"


TIMES = {
    "a table just brought in has no length": ("2026-11-29T19:00:30Z", None),
    "a clock that was put back": ("2026-11-29T18:00:00Z", None),
    "one that lay overnight": ("2026-11-30T09:00:00Z", None),
    "an hour": ("2026-11-29T20:00:00Z", 60),
}


@pytest.mark.parametrize(("ended", "minutes"), TIMES.values(), ids=TIMES)
def test_how_long_it_took(door: Play, connection: Connection, clock: Clock, ended: str, minutes: int | None) -> None:
    snapshot = door.open(connection, BANK, "pen")
    clock.now = ended
    door.play(connection, Command(snapshot.code, snapshot.epoch, 0, ("Ana: paid 5", "table: end"), "pen"))
    assert play_of(door.evening(connection, snapshot.code)).get("durationMin") == minutes


def test_a_line_inserted_later_does_not_move_the_end(door: Play, connection: Connection, clock: Clock) -> None:
    snapshot = door.open(connection, BANK, "pen")
    clock.now = "2026-11-29T19:30:00Z"
    door.play(connection, Command(snapshot.code, snapshot.epoch, 0, ("Ana: paid 5", "table: end"), "pen"))
    clock.now = "2026-11-29T23:00:00Z"
    door.play(connection, Command(snapshot.code, snapshot.epoch, 2, ('table: insert 2 "Bo Lee": paid 10',), "pen"))
    assert play_of(door.evening(connection, snapshot.code))["playDate"] == "2026-11-29 19:30:00"


# Demo tables


def test_a_finished_and_a_half_played_game_of_each() -> None:
    tables = {name: played(text) for name, text in demo.transcripts().items()}
    assert {name: table.over for name, table in tables.items()} == {
        "donut-shop-finished": True,
        "donut-shop-half": False,
        "go-nuts-finished": True,
        "go-nuts-half": False,
    }
    assert all(name.startswith(table.game.id) for name, table in tables.items())
    assert not any(one.mark for table in tables.values() for one in table.applied)
    assert tables["donut-shop-finished"].state.laid == 36
