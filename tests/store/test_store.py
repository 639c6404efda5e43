"""Journal, claims and backups: what every kind of store keeps, refuses and survives. See `kinds` for the kinds."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.editions import load_sets
from companion.kernel.entry import Entry
from companion.kernel.transcript import Refused
from companion.refusals import Stale, Unavailable
from companion.store.journal import LETTERS, Claim, Connection, Head, Holding, Result, TableRecord, new_code
from companion.store.store import Store
from companion.tables.feed import Feed
from companion.tables.play import Command, Play
from tests.at_once import in_threads
from tests.properties import given, st
from tests.store.kinds import Kind
from tests.store.table import AT, CODE, ENTRIES, HEADER, LINES

LATER = "2026-05-01T20:00:00Z"


def reason(call: Callable[[], object]) -> str:
    with pytest.raises(Unavailable) as refusal:
        call()
    return refusal.value.reason


# Tables and their entries


def test_a_table_reads_back_as_it_was_entered(connection: Connection) -> None:
    assert connection.table(CODE) == TableRecord(CODE, "donut-shop", HEADER, AT, "p1")
    assert connection.entries(CODE) == ENTRIES
    assert connection.version(CODE) == 2


@pytest.mark.parametrize(("after", "numbers"), [(0, [1, 2]), (1, [2]), (2, []), (99, []), (-1, [1, 2])])
def test_only_the_entries_after_a_number(connection: Connection, after: int, numbers: list[int]) -> None:
    assert [entry.seq for entry in connection.entries(CODE, after)] == numbers


def test_an_unknown_table_is_empty(connection: Connection) -> None:
    assert connection.table("NNNNN") is None
    assert (connection.entries("NNNNN"), connection.version("NNNNN")) == ([], 0)
    assert (connection.result("NNNNN"), connection.claims("NNNNN"), connection.forget("NNNNN")) == (None, [], False)


def test_a_table_is_idle_once_it_has_no_line_since_and_only_then_forgotten(connection: Connection) -> None:
    before = "2026-04-01T00:00:00Z"
    connection.create("BBBBB", "donut-shop", HEADER, "2026-03-01T20:00:00Z", "p2")
    connection.create("CCCCC", "donut-shop", HEADER, "2026-03-01T20:00:00Z", "p2")
    connection.create("DDDDD", "donut-shop", HEADER, LATER, "p2", [replace(ENTRIES[0], at="2020-01-01T00:00:00Z")])
    assert connection.idle("2026-03-01T20:00:00Z") == [], "at that very second it was opened"
    connection.append("CCCCC", connection.epoch, 0, LINES[:1], LATER, "p2")
    idle = connection.idle(before)
    assert "BBBBB" in idle and "CCCCC" not in idle and "DDDDD" not in idle, "an import is as old as its table"
    connection.append("BBBBB", connection.epoch, 0, LINES[:1], LATER, "p2")
    assert not connection.forget("BBBBB", before), "somebody entered a line meanwhile"
    assert connection.version("BBBBB") == 1
    assert connection.forget("BBBBB", "2026-06-01T00:00:00Z") and connection.table("BBBBB") is None
    assert not connection.forget("NNNNN", before)


def test_tables_are_listed_in_the_order_they_were_opened_whatever_the_clock(connection: Connection) -> None:
    connection.create("BBBBB", "go-nuts", "game go-nuts\n", "1970-01-01T00:00:00Z", "p2")
    assert [table.code for table in connection.tables([CODE, "BBBBB", "NNNNN", "BBBBB"])] == ["BBBBB", CODE]
    assert (connection.codes(), connection.tables([])) == (["BBBBB", CODE], [])
    assert len(connection.tables([f"C{n}" for n in range(40_000)] + [CODE])) == 1  # more than SQLite takes as variables


def test_an_import_keeps_the_time_and_phone_of_each_entry(connection: Connection) -> None:
    entries = [Entry(1, "Ana", "end", "2020-01-01T00:00:00Z", "old"), Entry(2, "table", "end", AT, "")]
    connection.create("BBBBB", "donut-shop", "", AT, "p1", entries)
    assert connection.entries("BBBBB") == entries


def test_a_code_in_use_is_refused_and_the_table_is_untouched(connection: Connection) -> None:
    with pytest.raises(Stale) as refusal:
        connection.create(CODE, "go-nuts", "", AT, "p2", ENTRIES)
    assert (refusal.value.reason, refusal.value.facts) == ("taken", {"code": CODE})
    assert connection.entries(CODE) == ENTRIES


@pytest.mark.parametrize("numbers", [(1, 3), (2, 3), (1, 1)], ids=["a gap", "no first", "one twice"])
def test_an_import_that_is_not_numbered_from_one_stores_nothing(
    kind: Kind, connection: Connection, numbers: tuple[int, ...]
) -> None:
    with pytest.raises(kind.refused):
        connection.create("BBBBB", "go-nuts", "", AT, "p2", [Entry(seq, "Ana", "end") for seq in numbers])
    assert connection.table("BBBBB") is None


def test_a_line_for_a_table_that_does_not_exist_is_refused(connection: Connection) -> None:
    with pytest.raises(Stale):  # as for one whose code changed, or that was forgotten, a moment ago
        connection.append("NNNNN", connection.epoch, 0, LINES, AT, "p1")


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(header=texts, lines=st.lists(st.tuples(texts, texts), max_size=4))
def test_any_text_reads_back_the_same(connection: Connection, header: str, lines: list[tuple[str, str]]) -> None:
    code = new_code(connection)
    record = connection.create(code, header, header, AT, header)
    entries = connection.append(code, connection.epoch, 0, lines, AT, header)
    assert (connection.table(code), connection.entries(code)) == (record, entries)
    assert [(entry.who, entry.text) for entry in entries] == lines


def test_a_code_is_five_letters_without_doubles_or_words(connection: Connection) -> None:
    codes = {new_code(connection) for _ in range(200)}
    assert len(codes) > 190
    assert all(len(code) == 5 and set(code) <= set(LETTERS) for code in codes)
    assert not set(LETTERS) & set("0O1ILAEUY")


def test_a_code_in_use_is_not_given_again(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("BBBBB" + "CCCCC")
    connection.create("BBBBB", "go-nuts", "", AT, "p1")
    monkeypatch.setattr("companion.store.journal.secrets.choice", lambda _: next(letters))
    assert new_code(connection) == "CCCCC"


# Results


def test_the_latest_result_is_returned(connection: Connection) -> None:
    for program in ("1.0", "1.1"):
        connection.store_result(CODE, 2, program, f'["{program}"]')
    assert connection.result(CODE) == Result(2, "1.1", '["1.1"]')


def test_a_result_is_stored_with_the_lines_that_end_the_game(connection: Connection) -> None:
    connection.append(CODE, connection.epoch, 2, LINES, AT, "p1", ("1.0", "[]"))
    assert connection.result(CODE) == Result(4, "1.0", "[]")


def test_a_result_needs_the_entry_that_ended_the_game(kind: Kind, connection: Connection) -> None:
    with pytest.raises(kind.refused):
        connection.store_result(CODE, 3, "1.0", "[]")


# Commands that come too late, or at the same moment


@pytest.mark.parametrize("seen", [0, 1, 3, 2**70, -1], ids=str)
@pytest.mark.parametrize("lines", [LINES, []], ids=["two lines", "no line"])
def test_only_the_last_version_may_be_followed(connection: Connection, seen: int, lines: list[tuple[str, str]]) -> None:
    with pytest.raises(Stale) as refusal:
        connection.append(CODE, connection.epoch, seen, lines, AT, "p1")
    assert (refusal.value.reason, refusal.value.facts) == ("moved-on", {"version": 2})
    assert connection.entries(CODE) == ENTRIES


def test_a_line_for_another_epoch_is_not_stored(connection: Connection) -> None:
    seen = connection.epoch
    assert connection.renew_epoch() == connection.epoch != seen
    with pytest.raises(Stale):
        connection.append(CODE, seen, 2, LINES, AT, "p1")
    assert connection.entries(CODE) == ENTRIES


def test_a_command_is_stored_whole_or_not_at_all(connection: Connection) -> None:
    with pytest.raises(UnicodeEncodeError):
        connection.append(CODE, connection.epoch, 2, [("Ana", "end"), ("Bo", "\ud800")], AT, "p1")
    assert connection.entries(CODE) == ENTRIES
    connection.append(CODE, connection.epoch, 2, LINES, AT, "p1")  # the failed one holds no lock
    assert connection.version(CODE) == 4


def test_versions_of_many_tables_are_of_one_moment(connection: Connection) -> None:
    assert connection.versions([CODE, "NNNNN"]) == (connection.epoch, {CODE: 2, "NNNNN": 0})
    assert connection.versions([]) == (connection.epoch, {})


@pytest.mark.parametrize("processes", [1, 2], ids=["one process", "two processes"])
def test_of_many_who_saw_the_same_version_one_is_stored(
    kind: Kind, store: Store, tmp_path: Path, processes: int
) -> None:
    store = kind.make(tmp_path, patience=30)
    stores = [store, kind.make(tmp_path, patience=30) if processes == 2 else store]
    rounds, barrier, stale = 30, threading.Barrier(2, timeout=120), []

    def enter(store: Store, who: str) -> None:
        for number in range(rounds):
            barrier.wait()
            with store.open() as connection:
                try:
                    lines = [(who, "first"), (who, "second")]
                    connection.append(CODE, connection.epoch, 2 + 2 * number, lines, AT, who)
                except Stale as refusal:
                    stale.append(refusal.facts["version"])

    in_threads(enter, list(zip(stores, ("Ana", "Bo"), strict=True)))
    with store.open() as connection:
        entries = connection.entries(CODE, 2)
    assert stale == [2 + 2 * number for number in range(1, rounds + 1)]
    assert [entry.seq for entry in entries] == list(range(3, 3 + 2 * rounds))
    assert [entry.text for entry in entries] == ["first", "second"] * rounds
    assert all(first.who == second.who for first, second in zip(entries[::2], entries[1::2], strict=True))


def test_a_repeated_command_is_answered_alike_and_stored_once(store: Store) -> None:
    play = Play(load_sets(), Feed())
    with store.open() as connection:
        table = play.open(connection, "game donut-shop\nseats Ana Bo\nfollow bank", "p1")
        command = Command(table.code, table.epoch, 0, ("Ana: paid 35",), "p1")
        assert play.play(connection, command) == play.play(connection, command)
        assert connection.version(table.code) == 1


def test_no_table_is_imported_with_an_edition_removed_meanwhile(store: Store) -> None:
    play = Play({**load_sets(), "ours": replace(load_sets()["classic"], name="ours")}, Feed())
    holding, imported = threading.Event(), threading.Event()

    def remove() -> None:
        with play.editions_lock:
            holding.set()
            imported.wait(0.5)  # an import that does not wait for the lock is done by then
            play.editions = load_sets()

    remover = threading.Thread(target=remove)
    remover.start()
    holding.wait(10)
    with store.open() as connection:
        with pytest.raises(Refused):
            play.import_table(connection, "game donut-shop\nset ours\nseats Ana Bo\nfollow bank\nAna: paid 35\n", "p1")
        imported.set()
        assert connection.codes() == [CODE]
    remover.join()


# Entries are only added

CHANGES = {
    "changing a line": "UPDATE entries SET text = 'x'",
    "removing a line": "DELETE FROM entries WHERE seq = 2",
    "a number twice": f"INSERT INTO entries VALUES ('{CODE}', 2, 'Ana', 'x', '', '')",
    "leaving a gap": f"INSERT INTO entries VALUES ('{CODE}', 4, 'Ana', 'x', '', '')",
    "a line before the first": f"INSERT INTO entries VALUES ('{CODE}', 0, 'Ana', 'x', '', '')",
    "a line without text": f"INSERT INTO entries VALUES ('{CODE}', 3, 'Ana', NULL, '', '')",
    "changing a table": "UPDATE sheets SET header = 'x'",
    "removing a table": "DELETE FROM sheets",
    "changing a result": "UPDATE results SET standings = 'x'",
    "removing a result": "DELETE FROM results",
    "a claim on a table that is not there": "INSERT INTO claims VALUES ('NNNNN', 0, 'p1', NULL)",
}


@pytest.mark.parametrize("sql", CHANGES.values(), ids=CHANGES)
def test_the_database_itself_refuses(kind: Kind, store: Store, connection: Connection, sql: str) -> None:
    connection.store_result(CODE, 2, "1.0", "[]")
    with pytest.raises(kind.refused):
        kind.meddle(store, sql)
    assert (connection.entries(CODE), connection.result(CODE)) == (ENTRIES, Result(2, "1.0", "[]"))
    assert connection.table(CODE) == TableRecord(CODE, "donut-shop", HEADER, AT, "p1")
    assert connection.problems() == []


def test_forgetting_a_table_removes_all_of_it_and_nothing_of_the_others(kind: Kind, store: Store) -> None:
    with store.open() as connection:
        connection.create("BBBBB", "donut-shop", "seats Rumpelstilzchen Bo", AT, "p2", [Entry(1, "Ana", "end")])
        connection.store_result("BBBBB", 1, "1.0", "[]")
        connection.claim("BBBBB", 0, "p2", AT)
        connection.claim(CODE, 0, "p1", AT)
        assert [connection.forget("BBBBB"), connection.forget("BBBBB")] == [True, False]
        assert (connection.table("BBBBB"), connection.entries("BBBBB"), connection.result("BBBBB")) == (None, [], None)
        assert (connection.claims("BBBBB"), connection.claims(CODE)) == ([], [Claim(CODE, 0, "p1", AT)])
        assert connection.entries(CODE) == ENTRIES
    with pytest.raises(kind.refused):
        kind.meddle(store, "DELETE FROM entries")


# Claims


def test_a_free_seat_is_claimed_and_released(connection: Connection) -> None:
    assert connection.claim(CODE, 1, "p1", AT) and connection.claim(CODE, 0, "p1", LATER)
    assert connection.claims(CODE) == [Claim(CODE, 0, "p1", LATER), Claim(CODE, 1, "p1", AT)]
    assert connection.release(CODE, 1, "p1")
    assert connection.claims(CODE) == [Claim(CODE, 0, "p1", LATER)]
    assert connection.claim(CODE, 1, "p2", LATER)


def test_a_seat_of_another_phone_is_taken_over_only_from_the_phone_named(connection: Connection) -> None:
    connection.claim(CODE, 0, "p1", AT)
    assert not connection.claim(CODE, 0, "p2", LATER)
    assert not connection.claim(CODE, 0, "p2", LATER, instead_of="p3")
    assert not connection.release(CODE, 0, "p2")
    assert connection.claims(CODE) == [Claim(CODE, 0, "p1", AT)]
    assert connection.claim(CODE, 0, "p2", LATER, instead_of="p1")
    assert connection.claims(CODE) == [Claim(CODE, 0, "p2", LATER)]


@pytest.mark.parametrize("instead_of", ["", "p1"])
def test_a_phone_that_claims_its_seat_again_keeps_it_since_when_it_did(connection: Connection, instead_of: str) -> None:
    connection.claim(CODE, 0, "p1", AT)
    assert connection.claim(CODE, 0, "p1", LATER, instead_of)
    assert connection.claims(CODE) == [Claim(CODE, 0, "p1", AT)]


def test_no_seat_of_a_table_that_does_not_exist(connection: Connection) -> None:
    assert not connection.claim("NNNNN", 0, "p1", AT)
    assert not connection.release("NNNNN", 0, "p1")


def test_claims_are_no_entries(connection: Connection) -> None:
    connection.claim(CODE, 0, "p1", AT)
    assert (connection.version(CODE), connection.entries(CODE)) == (2, ENTRIES)


def test_of_many_phones_that_claim_a_seat_at_the_same_moment_one_holds_it(store: Store) -> None:
    held: list[str] = []

    def claim(phone: str) -> None:
        with store.open() as connection:
            if connection.claim(CODE, 0, phone, AT):
                held.append(phone)

    in_threads(claim, [(f"p{number}",) for number in range(8)])
    with store.open() as connection:
        assert [claim.phone for claim in connection.claims(CODE)] == held


def test_who_held_a_seat_after_which_entry_is_kept(connection: Connection) -> None:
    connection.claim(CODE, 1, "p1", AT)
    connection.claim(CODE, 1, "p2", AT)  # held already
    connection.append(CODE, connection.epoch, 2, LINES, AT, "p1")
    connection.claim(CODE, 1, "p2", AT, instead_of="p1")
    connection.release(CODE, 1, "p1")  # not its seat
    connection.claim(CODE, 0, "p3", AT)
    connection.append(CODE, connection.epoch, 4, LINES, AT, "p1")
    connection.release(CODE, 1, "p2")
    assert connection.holdings(CODE) == [
        Holding(0, 4, "p3"),
        Holding(1, 2, "p1"),
        Holding(1, 4, "p2"),
        Holding(1, 6, ""),
    ]


def test_of_several_changes_after_one_entry_the_last_counts(connection: Connection) -> None:
    for _ in range(50):
        connection.claim(CODE, 0, "p1", AT)
        connection.release(CODE, 0, "p1")
    assert connection.holdings(CODE) == [Holding(0, 2, "")]


# The lock, and new codes


def test_a_table_is_locked_and_unlocked(connection: Connection) -> None:
    connection.create("BBBBB", "go-nuts", "", AT, "p1")
    assert not connection.locked(CODE)
    assert connection.lock(CODE, AT) and connection.lock(CODE, LATER)
    assert (connection.locked(CODE), connection.locked("BBBBB")) == (True, False)
    assert connection.lock(CODE, AT, locked=False) and connection.lock(CODE, AT, locked=False)
    assert not connection.locked(CODE)


def test_a_table_that_does_not_exist_is_not_locked(connection: Connection) -> None:
    assert not connection.lock("NNNNN", AT)
    assert not connection.locked("NNNNN")


# Settings


def test_a_setting_is_kept_where_nobody_changed_it_meanwhile(connection: Connection) -> None:
    assert connection.settings(CODE) == {}
    assert connection.choose(CODE, "marks", "213")
    assert not connection.choose(CODE, "marks", "312"), "somebody was faster"
    assert connection.choose(CODE, "marks", "312", instead_of="213") and connection.choose(CODE, "coins", "no")
    assert connection.settings(CODE) == {"marks": "312", "coins": "no"}
    assert connection.choose(CODE, "coins", "", instead_of="no")
    assert connection.settings(CODE) == {"marks": "312"}
    assert not connection.choose("NNNNN", "coins", "no")
    assert connection.settings("NNNNN") == {}


def test_the_head_of_a_table_is_all_that_may_have_changed(connection: Connection) -> None:
    assert connection.head("NNNNN") == Head(connection.epoch, 0, False, {})
    connection.lock(CODE, AT)
    connection.choose(CODE, "marks", "21")
    connection.choose(CODE, "coins", "no")
    assert connection.head(CODE) == Head(
        connection.epoch, connection.version(CODE), True, {"marks": "21", "coins": "no"}
    )


def full_table(connection: Connection) -> None:
    """Give the table a result, seats, a lock."""
    connection.store_result(CODE, 2, "1.0", "[]")
    connection.store_result(CODE, 2, "1.1", "{}")
    connection.claim(CODE, 0, "p1", AT)
    connection.append(CODE, connection.epoch, 2, LINES, LATER, "p3")
    connection.claim(CODE, 1, "p2", LATER)
    connection.lock(CODE, AT)
    connection.choose(CODE, "marks", "213")


def all_of(connection: Connection, code: str) -> list[object]:
    """Everything that belongs to a table, without its code."""
    record = connection.table(code)
    claims = [replace(claim, code="") for claim in connection.claims(code)]
    rest = [connection.entries(code), connection.result(code), connection.holdings(code), connection.locked(code)]
    rest.append(connection.settings(code))
    return [record and replace(record, code=""), claims, *rest]


def test_under_another_code_all_is_as_before_and_the_old_code_is_no_table(kind: Kind, store: Store) -> None:
    with store.open() as connection:
        connection.create("BBBBB", "go-nuts", "", AT, "p1")
        full_table(connection)
        before = all_of(connection, CODE)
        assert connection.renew(CODE, "CCCCC", ["p1"])
        assert all_of(connection, "CCCCC") == before
        assert all_of(connection, CODE) == all_of(connection, "NNNNN") == [None, [], [], None, [], False, {}]
        assert connection.codes() == ["BBBBB", "CCCCC"], "it keeps its place among the tables"
        assert connection.append("CCCCC", connection.epoch, 4, LINES, AT, "p1")[-1].seq == 6
        assert connection.problems() == []
    with pytest.raises(kind.refused):
        kind.meddle(store, "DELETE FROM entries")


def test_only_the_phones_named_follow_to_a_new_code(connection: Connection) -> None:
    connection.renew(CODE, "CCCCC", ["p1", "p2", "p2"])
    assert connection.moved([CODE, "NNNNN"], "p1") == {CODE: "CCCCC"}
    assert (connection.moved([CODE], "p3"), connection.moved([], "p1")) == ({}, {})


def test_phones_follow_from_every_earlier_code_while_they_are_at_the_table(connection: Connection) -> None:
    connection.renew(CODE, "CCCCC", ["p1", "p2"])
    connection.renew("CCCCC", "DDDDD", ["p1", "p3"])
    codes = [CODE, "CCCCC", "DDDDD"]
    assert connection.moved(codes, "p1") == {CODE: "DDDDD", "CCCCC": "DDDDD"}
    assert connection.moved(codes, "p2") == {}
    assert connection.moved(codes, "p3") == {"CCCCC": "DDDDD"}


def test_a_code_that_is_a_table_again_leads_to_that_table(connection: Connection) -> None:
    connection.renew(CODE, "CCCCC", ["p1"])
    connection.create(CODE, "go-nuts", "", AT, "p9")
    assert connection.moved([CODE], "p1") == {}


def test_a_code_in_use_is_not_given_to_another_table(connection: Connection) -> None:
    connection.create("BBBBB", "go-nuts", "", AT, "p1")
    before = all_of(connection, CODE)
    with pytest.raises(Stale) as refusal:
        connection.renew(CODE, "BBBBB", ["p1"])
    assert (refusal.value.reason, refusal.value.facts) == ("taken", {"code": "BBBBB"})
    assert all_of(connection, CODE) == before
    assert not connection.renew("NNNNN", "CCCCC", ["p1"])


def test_a_line_entered_while_the_code_changes_is_stored_under_neither_or_one(store: Store) -> None:
    stored: list[str] = []

    def enter(phone: str) -> None:
        with store.open() as connection:
            try:
                connection.append(CODE, connection.epoch, 2, LINES, AT, phone)
            except Stale:
                return
            stored.append(phone)

    def renew() -> None:
        with store.open() as connection:
            connection.renew(CODE, "CCCCC", [])

    threads = [threading.Thread(target=enter, args=(f"p{n}",)) for n in range(4)] + [threading.Thread(target=renew)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.open() as connection:
        assert connection.version(CODE) == 0
        assert [entry.phone for entry in connection.entries("CCCCC", 2)] == [phone for phone in stored for _ in LINES]


# When the store cannot be used just now

WRITES: dict[str, Callable[[Connection], object]] = {
    "create": lambda connection: connection.create("BBBBB", "go-nuts", "", AT, "p1"),
    "append": lambda connection: connection.append(CODE, connection.epoch, 2, [("Ana", "long " * 10_000)], AT, "p1"),
    "store_result": lambda connection: connection.store_result(CODE, 2, "1.0", "[]" * 10_000),
    "claim": lambda connection: connection.claim(CODE, 0, "p1", AT),
    "release": lambda connection: connection.release(CODE, 0, "p1"),
    "lock": lambda connection: connection.lock(CODE, AT),
    "choose": lambda connection: connection.choose(CODE, "marks", "213"),
    "renew": lambda connection: connection.renew(CODE, "CCCCC", [f"p{number}" for number in range(2_000)]),
    "forget": lambda connection: connection.forget(CODE),
    "renew_epoch": lambda connection: connection.renew_epoch(),
}
each_write = pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())


@each_write
def test_busy_while_another_program_writes(
    kind: Kind, store: Store, connection: Connection, write: Callable[[Connection], object]
) -> None:
    with kind.another_writer(store):
        assert reason(lambda: write(connection)) == "busy"
        assert connection.entries(CODE) == ENTRIES
    write(connection)


@each_write
def test_read_only_refuses_to_write_and_lets_read(
    kind: Kind, connection: Connection, write: Callable[[Connection], object]
) -> None:
    with kind.read_only(connection):
        assert reason(lambda: write(connection)) == "read-only"
        assert connection.entries(CODE) == ENTRIES
    write(connection)


@pytest.mark.parametrize("name", ["append", "store_result"])
def test_full_refuses_and_keeps_what_is_there(kind: Kind, connection: Connection, name: str) -> None:
    with kind.full(connection):
        assert reason(lambda: WRITES[name](connection)) == "full"
        assert (connection.entries(CODE), connection.problems()) == (ENTRIES, [])
    WRITES[name](connection)


def test_damaged_is_corrupt(kind: Kind, store: Store, tmp_path: Path) -> None:
    kind.damage(store)
    assert reason(lambda: store.open().entries(CODE)) == "corrupt"
    assert reason(lambda: kind.make(tmp_path).open()) == "corrupt"


def test_a_journal_that_went_missing_is_not_replaced_by_an_empty_one(kind: Kind, store: Store) -> None:
    kind.lose(store)
    assert [reason(store.open), reason(store.open), store.exists()] == ["missing", "missing", False]


# Backups


def test_nothing_exists_before_the_first_use(kind: Kind, tmp_path: Path) -> None:
    store = kind.make(tmp_path)
    assert not store.exists()
    store.open().close()
    assert store.exists()


@pytest.mark.parametrize("damaged", [False, True], ids=["over a sound journal", "over a damaged one"])
def test_a_restore_brings_all_back_under_another_epoch(kind: Kind, store: Store, tmp_path: Path, damaged: bool) -> None:
    with store.open() as connection:
        connection.claim(CODE, 0, "p1", AT)
        before = connection.epoch
        store.back_up(tmp_path / "backup")
        connection.append(CODE, before, 2, LINES, AT, "p1")
        connection.release(CODE, 0, "p1")
    if damaged:
        kind.damage(store)
    assert store.restore(tmp_path / "backup")
    for opened in (store, kind.make(tmp_path)):
        with opened.open() as connection:
            assert (connection.entries(CODE), connection.claims(CODE)) == (ENTRIES, [Claim(CODE, 0, "p1", AT)])
            assert (connection.epoch != before, connection.problems()) == (True, [])


def test_a_connection_that_is_open_during_a_restore_stores_nothing_for_the_old_epoch(
    store: Store, tmp_path: Path
) -> None:
    store.back_up(tmp_path / "backup")
    with store.open() as connection:
        seen = connection.epoch
        store.restore(tmp_path / "backup")
        with pytest.raises(Stale):
            connection.append(CODE, seen, 2, LINES, AT, "p1")


def test_a_restore_into_an_empty_house_replaces_nothing(kind: Kind, store: Store, tmp_path: Path) -> None:
    store.back_up(tmp_path / "backup")
    other = kind.make(tmp_path / "other")
    assert other.restore(tmp_path / "backup") == ""
    with other.open() as connection:
        assert connection.entries(CODE) == ENTRIES


@pytest.mark.parametrize("content", [b"shopping list", b""], ids=["garbage", "an empty file"])
def test_a_backup_that_is_none_changes_nothing(store: Store, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "backup").write_bytes(content)
    with store.open() as connection:
        before = connection.epoch
        assert reason(lambda: store.restore(tmp_path / "backup")) == "corrupt"
        assert reason(lambda: store.restore(tmp_path / "none")) == "missing"
        assert (connection.epoch, connection.entries(CODE)) == (before, ENTRIES)


def test_all_is_back_after_another_start(kind: Kind, store: Store, tmp_path: Path) -> None:
    with store.open() as connection:
        connection.store_result(CODE, 2, "1.0", "[]")
        connection.claim(CODE, 1, "p1", AT)
        connection.lock(CODE, AT)
        epoch = connection.epoch
    with kind.make(tmp_path).open() as connection:
        assert (connection.epoch, connection.codes(), connection.entries(CODE)) == (epoch, [CODE], ENTRIES)
        assert (connection.result(CODE), connection.claims(CODE)) == (
            Result(2, "1.0", "[]"),
            [Claim(CODE, 1, "p1", AT)],
        )
        assert (connection.locked(CODE), connection.holdings(CODE)) == (True, [Holding(1, 2, "p1")])


# Rematches


def test_rematches_are_one_chain_in_the_order_they_were_opened(connection: Connection) -> None:
    assert connection.chained(CODE) == [CODE]
    for code, after in (("BBBBB", CODE), ("CCCCC", "BBBBB"), ("DDDDD", CODE)):
        connection.create(code, "donut-shop", HEADER, LATER, "p1")
        connection.chain(code, after)
    for code in (CODE, "CCCCC", "DDDDD"):
        assert connection.chained(code) == [CODE, "BBBBB", "CCCCC", "DDDDD"]


def test_of_two_rematches_of_one_table_the_first_is_linked(connection: Connection) -> None:
    for code in ("BBBBB", "CCCCC"):
        connection.create(code, "donut-shop", HEADER, LATER, "p1")
    assert connection.chain("CCCCC", CODE, CODE)
    assert not connection.chain("BBBBB", CODE, CODE), "another phone was faster"
    assert connection.chained(CODE) == [CODE, "CCCCC"] and connection.chained("BBBBB") == ["BBBBB"]
    assert connection.chain("BBBBB", CODE, "CCCCC")
    assert connection.chained(CODE) == [CODE, "BBBBB", "CCCCC"]


def test_a_chain_goes_on_under_a_new_code_and_without_what_is_forgotten(connection: Connection) -> None:
    for code, after in (("BBBBB", CODE), ("CCCCC", "BBBBB")):
        connection.create(code, "donut-shop", HEADER, LATER, "p1")
        connection.chain(code, after)
    assert connection.renew("BBBBB", "FFFFF", ["p1"])
    assert connection.chained(CODE) == [CODE, "FFFFF", "CCCCC"]
    assert connection.forget("FFFFF")
    assert connection.chained("CCCCC") == [CODE, "CCCCC"]


def test_no_chain_with_a_table_that_is_not_there(connection: Connection) -> None:
    assert not connection.chain(CODE, "BBBBB")
    assert not connection.chain("BBBBB", CODE)
    assert not connection.chain(CODE, CODE)
    assert connection.chained(CODE) == [CODE]
    assert connection.chained("BBBBB") == ["BBBBB"]
    assert connection.problems() == []
