"""The one door: late lines, lines that cross, lines entered twice, and the tables it remembers."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion import __version__
from companion.editions import load_sets
from companion.kernel.entry import Entry
from companion.kernel.table import Table
from companion.kernel.transcript import Refused
from companion.refusals import Illegal, Malformed, Refusal, Stale, Unavailable
from companion.store.journal import Connection
from companion.store.store import Store, open_store
from companion.tables.feed import Feed
from companion.tables.play import RECENT, Command, NoSuchTable, Play, Snapshot

BANK = "game donut-shop\nseats Ana Bo\nfollow bank"
CASE = "game donut-shop\nseats Ana Bo\nfollow case"
SETS = load_sets()


@pytest.fixture
def journal(tmp_path: Path) -> Store:
    return open_store(tmp_path / "journal.db", patience=20)


@pytest.fixture
def connection(journal: Store) -> Iterator[Connection]:
    with journal.open() as connection:
        yield connection


@pytest.fixture
def play() -> Play:
    return Play(SETS, Feed(), clock=lambda: "2026-01-01T00:00:00Z")


class Door:
    """The door of one table, as phones use it."""

    def __init__(self, play: Play, connection: Connection, header: str = BANK) -> None:
        self.play, self.connection = play, connection
        self.code = play.open(connection, header, "Ana's").code

    def record(self, version: int, *lines: str, phone: str = "Ana's") -> Snapshot:
        return self.play.play(self.connection, Command(self.code, self.connection.epoch, version, lines, phone))

    def lines(self) -> list[str]:
        return [f"{entry.who}: {entry.text}" for entry in self.connection.entries(self.code)]

    def refused(self, version: int, *lines: str, phone: str = "Ana's") -> str:
        before = self.lines()
        with pytest.raises(Refusal) as caught:
            self.record(version, *lines, phone=phone)
        assert self.lines() == before
        return f"{caught.value.kind} {caught.value.reason}"


@pytest.fixture
def door(play: Play, connection: Connection) -> Door:
    return Door(play, connection)


def test_a_line_is_numbered_stored_and_announced(door: Door) -> None:
    snapshot = door.record(0, 'ana:  PAID 35  "box"', phone="p7")
    assert (snapshot.version, snapshot.tag) == (1, f"{door.connection.epoch}.1")
    entry = door.connection.entries(door.code)[0]
    assert (entry.seq, entry.who, entry.text) == (1, "Ana", 'paid 35 "box"')
    assert (entry.at, entry.phone) == ("2026-01-01T00:00:00Z", "p7")
    assert door.play.feed.wait(door.code, "something older", 0) == snapshot.tag


@pytest.mark.parametrize(
    ("version", "lines", "refusal"),
    [
        pytest.param(0, [], "Malformed unreadable", id="nothing said"),
        pytest.param(0, ["table: end"] * 21, "Malformed unreadable", id="more lines than a command holds"),
        pytest.param(0, ["Ana paid 35"], "Malformed unreadable", id="no line of the notation"),
        pytest.param(0, ["Cy: end"], "Malformed unknown-seat", id="nobody of that name"),
        pytest.param(0, ["Ana: paid 7"], "Malformed bad-number", id="no coins make seven cents"),
        pytest.param(0, ["Bo: end"], "Illegal turn", id="out of turn"),
        pytest.param(0, ["Ana: end", "Ana: end"], "Illegal turn", id="a second line that is refused undoes the first"),
        pytest.param(0, ["Ana: paid 5", "what?"], "Malformed unreadable", id="a second line that cannot be read too"),
        pytest.param(1, ["Ana: end"], "Stale moved-on", id="a version that is still to come"),
    ],
)
def test_what_is_refused_stores_nothing(door: Door, version: int, lines: list[str], refusal: str) -> None:
    assert door.refused(version, *lines) == refusal


def test_several_lines_are_stored_together(door: Door) -> None:
    assert door.record(0, "Ana: paid 35", "Ana: end", "Bo: paid 20").version == 3


@pytest.mark.parametrize(
    ("earlier", "mine", "stored"),
    [
        pytest.param("Bo: paid 20", "Ana: paid 35", True, id="two payments at the bank cross"),
        pytest.param("Ana: end", 'table: note "so"', True, id="a note crosses anything"),
        pytest.param("Ana: end", "table: adjust Bo +5", True, id="adjusted money crosses anything"),
        pytest.param('table: note "so"', "Ana: end", True, id="anything crosses a note"),
        pytest.param("table: adjust Bo +5", "Ana: end", True, id="anything crosses adjusted money"),
        pytest.param("table: take-back", 'table: note "so"', True, id="a note crosses a repair"),
        pytest.param(
            "table: rename Ana Anna", "table: adjust Ana +5", True, id="money finds who was renamed meanwhile"
        ),
        pytest.param("table: end", 'table: note "so"', True, id="a note crosses the end"),
        pytest.param("Ana: end", "Ana: paid 35", False, id="a payment does not cross the end of a turn"),
        pytest.param("Bo: paid 20", "Ana: end", False, id="the end of a turn does not cross a payment"),
        pytest.param("table: take-back", "Ana: paid 35", False, id="a payment does not cross a repair"),
        pytest.param("Bo: paid 20", "table: take-back", False, id="what is taken back must be what was seen"),
        pytest.param('table: note "so"', "table: take-back", False, id="a repair crosses not even a note"),
        pytest.param("table: rename Ana Anna", "Ana: paid 5", False, id="a payment does not cross a new name"),
        pytest.param("Ana: paid 20", "Ana: paid 35", True, id="another payment to the same seat crosses"),
        pytest.param("Bo: paid 35", "Ana: paid 35", True, id="the same payment to another seat crosses"),
        pytest.param("Ana: paid 35", "Ana: paid 35", False, id="the same payment by two phones is one"),
        pytest.param('Ana: paid 35 "box"', 'ana:  Paid 35 "box"', False, id="in other letters too"),
        pytest.param("table: adjust Bo +5", "table: adjust Bo +5", False, id="the same put right by two phones is one"),
        pytest.param("table: adjust Bo +5", "table: adjust Bo +10", True, id="money put right otherwise crosses"),
        pytest.param("table: adjust Bo +5", "table: adjust Ana +5", True, id="money of another seat crosses"),
        pytest.param("Ana: end", "table: rename Bo Bob", True, id="a new name crosses anything"),
        pytest.param("Ana: end", "table: rename Ana Anna", True, id="that of the seat in turn too"),
        pytest.param("table: adjust Bo +5", "table: rename Bo Bob", True, id="and money of that seat"),
        pytest.param("table: take-back", "table: rename Bo Bob", True, id="a new name crosses a repair"),
        pytest.param("table: leaves Bo", "table: rename Bo Bob", True, id="a new name of one who left crosses that"),
        pytest.param("table: end", "table: rename Bo Bob", True, id="a new name crosses the end"),
        pytest.param("table: rename Ana Anna", "table: rename Bo Bob", True, id="two new names of two seats cross"),
        pytest.param("table: rename Ana Anna", "table: rename Ana Anne", False, id="two new names of one seat do not"),
        pytest.param("table: rename Ana Anna", "table: rename Ana Anna", False, id="the same new name by two is one"),
        pytest.param(
            "table: insert 1 table: rename Ana Anna", "table: rename Ana Anne", False, id="one inside a repair counts"
        ),
        pytest.param("table: rename Ana Anna", 'table: note "so"', True, id="a note crosses a new name"),
        pytest.param("table: strike 1", 'table: note "so"', True, id="a note crosses any repair"),
        pytest.param('table: note "so"', "table: rename Bo Bob", True, id="a new name crosses a note"),
        pytest.param('table: note "so"', 'table: note "so"', False, id="the same note by two phones is one"),
    ],
)
def test_what_came_meanwhile(door: Door, earlier: str, mine: str, stored: bool) -> None:
    seen = door.record(0, "Ana: paid 10").version
    door.record(seen, earlier, phone="Bo's")
    if stored:
        assert door.record(seen, mine).version == seen + 2
    else:
        assert door.refused(seen, mine) == "Stale moved-on"


def test_the_same_line_of_two_phones_counts_once_and_again_where_it_is_meant(door: Door) -> None:
    door.record(0, 'Ana: paid 35 "box"')
    assert door.refused(0, 'Ana: paid 35 "box"', phone="Bo's") == "Stale moved-on"
    assert door.refused(0, "Ana: paid 5", 'Ana: paid 35 "box"', phone="Bo's") == "Stale moved-on"
    assert door.record(1, 'Ana: paid 35 "box"', phone="Bo's").version == 2


NUTS = "game go-nuts\nseats Ana Bo Cy\nrow 1=plain 2=glazed 3=powdered 4=eclair"


def test_a_card_turned_up_and_told_by_two_phones_counts_once(play: Play, connection: Connection) -> None:
    door = Door(play, connection, "game go-nuts\nseats Ana Bo Cy")
    cards = "table: refill 1=plain 2=glazed 3=powdered 4=eclair"
    door.record(0, cards)
    assert door.record(0, cards, phone="Bo's").version == 1
    assert door.refused(0, cards.replace("glazed", "milk"), phone="Bo's") == "Stale number-taken"
    door.record(1, "table: take-back")
    for told in (cards, cards.replace("glazed", "milk")):
        assert door.refused(0, told, phone="Bo's") == "Stale moved-on", "what lies there is not what was told first"


@pytest.mark.parametrize("number", [2, 3])
def test_no_phone_changes_a_bid_it_has_not_seen(play: Play, connection: Connection, number: int) -> None:
    door = Door(play, connection, NUTS)
    door.record(0, "Ana: select 3 in 1")
    door.record(0, "Bo: select 3 in 1", phone="Bo's")
    assert door.refused(0, f"Ana: select {number} in 1", phone="Bo's") == "Stale moved-on"
    assert door.record(0, "Ana: select 4 in 1").version == 3, "whose bid it is changes it"
    assert door.record(3, f"Ana: select {number} in 1", phone="Bo's").version == 4


def test_no_phone_enters_a_number_for_a_seat_that_bid_secretly(play: Play, connection: Connection) -> None:
    door = Door(play, connection, NUTS)
    door.record(0, "Ana: select 3 in 1", "Bo: select 1 in 1")
    refused = {door.refused(2, f"table: reveal Ana={number} Cy=1", phone="Cy's") for number in (1, 2, 3, 4)}
    assert refused == {"Illegal bid-differs"}
    assert door.record(2, "table: reveal Cy=1", phone="Cy's").version == 3


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("repair", ["insert 3", "correct 3"])
def test_no_repair_tries_out_a_bid_either(play: Play, connection: Connection, repair: str, number: int) -> None:
    door = Door(play, connection, NUTS)
    door.record(0, "Ana: select 3 in 1", "Bo: select 1 in 1", 'table: note "so"')
    for named in (f"Ana={number} Bo=1 Cy=1", "Cy=1"):
        assert door.refused(3, f"table: {repair} table: reveal {named}") == "Illegal turns-over-bids"
        assert door.refused(3, f"table: insert 2 table: reveal {named}") == "Illegal turns-over-bids"


def test_a_round_seen_may_be_put_right_while_the_next_is_secret(play: Play, connection: Connection) -> None:
    door = Door(play, connection, NUTS)
    door.record(0, "Ana: select 3 in 1", "table: reveal Bo=2 Cy=1", "table: refill 1=plain 2=plain 3=glazed")
    door.record(3, "Ana: select 2 in 2")
    door.record(4, "table: correct 2 table: reveal Ana=3 Bo=3 Cy=1")
    assert door.record(5, "table: insert 4 table: reveal Ana=1 Bo=1 Cy=1").version == 6


@pytest.mark.parametrize("bid", [1, 2, 3])
def test_no_refusal_after_a_reveal_shows_what_it_turns_over(play: Play, connection: Connection, bid: int) -> None:
    door = Door(play, connection, NUTS)
    door.record(0, f"Ana: select {bid} in 1")
    guess = ("table: leaves Cy", "table: reveal Bo=2", "table: reveal")
    assert door.refused(1, *guess, phone="Bo's") == "Illegal alone"
    assert door.record(1, *guess[:2], phone="Bo's").version == 3


def test_a_placing_does_not_cross_another(play: Play, connection: Connection) -> None:
    door = Door(play, connection, CASE)
    door.record(0, "Ana: place BnOV @6,2 B")
    assert door.refused(0, "Ana: place BnOV @-2,2 B", phone="Bo's") == "Stale moved-on"


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["Ana: paid 35"], id="a payment"),
        pytest.param(["ANA:   Paid 35"], id="in other letters and blanks"),
        pytest.param(["Ana: end"], id="the end of a turn"),
        pytest.param(["Ana: end !"], id="with a mark of force the door drops"),
        pytest.param(["Bo: end !"], id="with a mark of force that counts"),
        pytest.param(["Ana: paid 35", "Ana: end", "Bo: paid 20"], id="several lines"),
        pytest.param(["table: take-back"], id="a repair"),
        pytest.param(["table: Strike 1"], id="a repair in other letters"),
        pytest.param(["table: correct 1 Ana: paid 15"], id="a corrected line"),
        pytest.param(['table: insert 1 bo: PAID 15 "box"'], id="an inserted line in other letters"),
        pytest.param(["table: rename Ana Anna"], id="a new name"),
        pytest.param(["table: rename Ana Anna", "Anna: end"], id="a new name and a line under it"),
        pytest.param(["table: end"], id="the end"),
    ],
)
@pytest.mark.parametrize("meanwhile", [[], ['table: note "hm"']], ids=["at once", "after somebody else's line"])
def test_a_line_twice_from_one_phone_counts_once(door: Door, lines: list[str], meanwhile: list[str]) -> None:
    door.record(0, "Ana: paid 10")
    first = door.record(1, *lines)
    for line in meanwhile:
        door.record(first.version, line, phone="Bo's")
    told = door.lines()
    assert door.record(1, *lines).version == first.version + len(meanwhile)
    assert door.lines() == told


def test_a_crossing_line_entered_twice_counts_once(door: Door) -> None:
    door.record(0, "Bo: paid 20", phone="Bo's")
    for _ in range(2):
        door.record(0, "Ana: paid 35")
    assert door.lines() == ["Bo: paid 20", "Ana: paid 35"]


@pytest.mark.parametrize(
    ("again", "phone", "version"),
    [
        pytest.param("Ana: paid 35", "Ana's", 1, id="a newer page means another payment"),
        pytest.param("Ana: paid 30", "Ana's", 0, id="another text means another payment"),
        pytest.param('Ana: paid 35 "box"', "Ana's", 0, id="another reason means another payment"),
    ],
)
def test_another_line_counts_again(door: Door, again: str, phone: str, version: int) -> None:
    door.record(0, "Ana: paid 35")
    assert door.record(version, again, phone=phone).version == 2


def test_an_amount_decided_makes_another_line(door: Door) -> None:
    door.record(0, "Ana: end")
    assert door.refused(0, "Ana: end !30") == "Stale moved-on"


def test_only_part_of_a_command_is_no_repeat(door: Door) -> None:
    door.record(0, "Ana: paid 35")
    assert door.refused(0, "Ana: paid 35", "Ana: end") == "Stale moved-on"


# Many at once


def race(journal: Store, play: Play, commands: list[Command]) -> list[str]:
    """Each command in a thread of its own, all let go together: `stored`, or the kind of refusal."""
    gate, answers = threading.Barrier(len(commands)), []

    def tap(command: Command) -> None:
        with journal.open() as connection:
            gate.wait()
            try:
                play.play(connection, command)
                answers.append("stored")
            except Refusal as refusal:
                answers.append(refusal.kind)

    threads = [threading.Thread(target=tap, args=[command]) for command in commands]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(answers)


def test_of_two_who_tap_at_once_one_wins(journal: Store, play: Play, connection: Connection) -> None:
    for _ in range(25):
        door = Door(play, connection)
        commands = [Command(door.code, connection.epoch, 0, ("Ana: end",), phone) for phone in ("Ana's", "Bo's")]
        assert race(journal, play, commands) == ["Stale", "stored"]
        assert door.lines() == ["Ana: end"]


def test_payments_at_once_are_all_stored(journal: Store, play: Play, connection: Connection) -> None:
    """Three at once: the door tries three times."""
    for _ in range(10):
        door = Door(play, connection)
        commands = [
            Command(door.code, connection.epoch, 0, (f"Ana: paid {cents}",), f"{cents}") for cents in (5, 10, 15)
        ]
        assert race(journal, play, commands) == ["stored"] * 3
        assert sorted(door.lines()) == ["Ana: paid 10", "Ana: paid 15", "Ana: paid 5"]


def test_a_doubled_tap_at_once_counts_once(journal: Store, play: Play, connection: Connection) -> None:
    for _ in range(10):
        door = Door(play, connection)
        assert (
            race(journal, play, [Command(door.code, connection.epoch, 0, ("Ana: paid 5",), "Ana's")] * 2)
            == ["stored"] * 2
        )
        assert door.lines() == ["Ana: paid 5"]


def test_two_processes_share_a_journal(journal: Store, play: Play, connection: Connection) -> None:
    """What another program wrote is seen at the next look, and its lines count as come meanwhile."""
    door, other = Door(play, connection), Play(SETS, Feed())
    door.record(0, "Ana: end")
    with open_store(journal.file).open() as their_book:
        other.play(their_book, Command(door.code, connection.epoch, 1, ("Bo: end",), "Cy's"))
    assert door.refused(1, "Bo: end") == "Stale moved-on"
    assert play.snapshot(connection, door.code).version == 2


# What the door remembers


def same(one: Table, other: Table) -> bool:
    return (one.state, one.applied, one.names) == (other.state, other.applied, other.names)


def test_what_is_remembered_is_what_the_journal_holds(door: Door, connection: Connection) -> None:
    door.record(0, "Ana: paid 35", "Ana: end")
    door.record(2, "table: rename Bo Bob", "Bob: paid 5", "table: strike 1")
    assert same(
        door.play.snapshot(connection, door.code).table, Play(SETS, Feed()).snapshot(connection, door.code).table
    )


def test_more_tables_than_are_remembered(play: Play, connection: Connection) -> None:
    doors = [Door(play, connection) for _ in range(RECENT + 3)]
    for door in doors:
        door.record(0, "Ana: paid 5")
    assert [play.snapshot(connection, door.code).version for door in doors] == [1] * len(doors)


@pytest.mark.parametrize("code", ["BBBBB", "", "no\x00code", "x" * 10_000])
def test_no_such_table(play: Play, connection: Connection, code: str) -> None:
    with pytest.raises(NoSuchTable):
        play.snapshot(connection, code)
    with pytest.raises(NoSuchTable):
        play.play(connection, Command(code, connection.epoch, 0, ("Ana: end",), "p"))


def test_a_forgotten_table_is_gone_from_memory_too(door: Door, connection: Connection) -> None:
    door.record(0, "Ana: paid 35")
    connection.forget(door.code)
    with pytest.raises(NoSuchTable):
        door.play.snapshot(connection, door.code)
    assert door.code not in door.play._recent


def test_a_restored_journal_is_another_epoch(journal: Store, door: Door, tmp_path: Path) -> None:
    door.record(0, "Ana: paid 35")
    backup = tmp_path / "backup.db"
    door.connection.db.execute(f"VACUUM INTO '{backup}'")
    late = door.record(1, "Ana: end", "Bo: paid 50")
    journal.restore(backup)
    with journal.open() as connection:
        snapshot = door.play.snapshot(connection, door.code)
        assert (snapshot.version, snapshot.epoch != late.epoch) == (1, True)
        door.play.play(connection, Command(door.code, snapshot.epoch, 1, ("Ana: paid 5",), "Ana's"))
        assert [entry.text for entry in connection.entries(door.code)] == ["paid 35", "paid 5"]


@pytest.mark.parametrize("line", ["Ana: paid 5", 'table: note "so"', "table: take-back", "table: strike 1"])
def test_a_page_of_another_epoch_stores_nothing_whatever_its_version(
    journal: Store, door: Door, tmp_path: Path, line: str
) -> None:
    """Not even what commutes with everything, or is the very line of another phone."""
    door.record(0, "Ana: paid 35", 'table: note "one"')
    old, backup = door.connection.epoch, tmp_path / "backup.db"
    door.connection.db.execute(f"VACUUM INTO '{backup}'")
    journal.restore(backup)
    door.record(2, line, phone="Bo's")
    before = door.lines()
    for version in range(4):
        for epoch in (old, "", "0"):
            with pytest.raises(Stale):
                door.play.play(door.connection, Command(door.code, epoch, version, (line,), "Bo's"))
    assert door.lines() == before


def test_a_restore_between_the_look_and_the_line_is_noticed(
    journal: Store, connection: Connection, tmp_path: Path
) -> None:
    """The table has the same number of lines before and after it; the clock is asked between look and line."""
    backup, restores = tmp_path / "backup.db", [False]

    def clock() -> str:
        if restores.pop():
            journal.restore(backup)
        restores.append(False)
        return "2026-01-01T00:00:00Z"

    door = Door(Play(SETS, Feed(), clock), connection)
    door.record(0, "Ana: paid 35", "Bo: paid 10")
    connection.db.execute(f"VACUUM INTO '{backup}'")
    epoch, restores[:] = connection.epoch, [True]
    with pytest.raises(Stale):
        door.play.play(connection, Command(door.code, epoch, 2, ("table: take-back",), "Ana's"))
    assert door.lines() == ["Ana: paid 35", "Bo: paid 10"]
    snapshot = door.play.snapshot(connection, door.code)
    assert (snapshot.version, snapshot.epoch) == (2, connection.epoch) and snapshot.epoch != epoch
    assert {kept.epoch for kept in door.play._recent.values()} == {snapshot.epoch}


def test_headers_that_hold_a_line_open_no_table(play: Play, connection: Connection) -> None:
    with pytest.raises(Refused):
        play.open(connection, f"{BANK}\nAna: paid 500", "p")


# The end


def test_the_standings_of_the_end_are_kept_with_the_program(door: Door, connection: Connection) -> None:
    door.record(0, "Ana: paid 35")
    assert connection.result(door.code) is None
    door.record(1, "Bo: paid 20", "table: end")
    result = connection.result(door.code)
    assert result is not None
    assert (result.seq, result.program) == (3, __version__)
    assert [(row["seat"], row["score"]) for row in json.loads(result.standings)] == [("Ana", 35), ("Bo", 20)]


def test_an_end_that_does_not_fit_on_the_disk_is_not_half_stored(door: Door) -> None:
    """Each end brings standings with it; they are taken back until the file is full."""
    limit = door.connection.db.execute("PRAGMA page_count").fetchone()[0]
    door.connection.db.execute(f"PRAGMA max_page_count={limit}")

    def play_on() -> None:
        for version in range(0, 2000, 3):
            door.record(version, "Ana: paid 35", "table: end")
            door.record(version + 2, "table: take-back")

    with pytest.raises(Unavailable, match="full"):
        play_on()
    results = door.connection.db.execute("SELECT count(*) FROM results").fetchone()[0]
    assert results == sum("end" in line for line in door.lines())


def test_a_refusal_leaves_what_is_remembered_alone(door: Door) -> None:
    snapshot = door.record(0, "Ana: paid 35")
    for line in ("Bo: end", "what?"):
        with pytest.raises((Illegal, Malformed)):
            door.record(1, line)
    assert same(door.play.snapshot(door.connection, door.code).table, snapshot.table)
    with pytest.raises(Stale), closing(door.connection):
        door.record(0, "Bo: end")
    assert replace(snapshot).version == 1


# Names that differ in nothing but how their apostrophe is written

ALIKE = """game donut-shop\nseats "D’Arcy" D'Arcy\nfollow bank"""


def test_names_alike_but_for_their_apostrophe_are_no_names_of_a_new_table(play: Play, connection: Connection) -> None:
    with pytest.raises(Refused):
        play.open(connection, ALIKE, "Ana's")
    door = Door(play, connection, "game donut-shop\nseats Ana D'Arcy\nfollow bank")
    assert door.refused(0, 'table: rename Ana "D’ARCY"') == "Illegal name-in-use"
    assert door.record(0, "“D’Arcy”: paid 5 “a cup”", "table: rename D’Arcy D’Arcy").table.names.now == (
        "Ana",
        "D'Arcy",
    )
    assert door.lines()[0] == 'D\'Arcy: paid 5 "a cup"'


def test_a_journal_that_holds_such_names_is_read_as_ever(play: Play, connection: Connection) -> None:
    entries = [Entry(1, "D'Arcy", "paid 5"), Entry(2, "D’Arcy", "paid 10"), Entry(3, "table", "rename D'Arcy Ana")]
    entries.append(Entry(4, "table", "rename Ana D'Arcy"))
    code = connection.create("ABCDE", "donut-shop", ALIKE, "2026-01-01T00:00:00Z", "Ana's", entries).code
    table = play.snapshot(connection, code).table
    assert [table.state.cents(seat) for seat in (0, 1)] == [10, 5]
    assert table.names.now == ("D’Arcy", "D'Arcy") and not [applied for applied in table.applied if applied.mark]


@pytest.mark.parametrize("marks", ["x1", "17", "11", "²3", "123", "1"])
def test_marks_that_were_edited_by_hand_and_fit_no_seats_are_none(door: Door, marks: str) -> None:
    assert door.connection.choose(door.code, "marks", marks)
    party = door.play.snapshot(door.connection, door.code).table.state.party
    assert [party.mark(0), party.mark(1)] == [1, 2]
