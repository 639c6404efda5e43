"""Claims, taking over, the lock and new codes, on a real journal; only the seconds are the test's own."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from companion.refusals import Forbidden, Malformed, Refusal, Stale
from companion.store.embedded.presence import PresenceInMemory
from companion.store.embedded.takeovers import TakeoversInMemory
from companion.store.journal import Connection
from companion.store.store import open_store
from companion.store.takeovers import AGAIN, SILENT, WAIT, NoticeKind
from companion.tables import seats as module
from companion.tables.feed import Feed
from companion.tables.seats import NoTable, Seats, check_may_enter, seating_of
from tests.at_once import in_threads
from tests.clocks import Clock

AT = "2026-12-01T20:00:00Z"
NAMES = ("Ana", "Bo", "Cy")
CODE = "KRMPF"
OPENER = "opener"
COMPANION = Path(__file__).parents[2] / "companion"


class Table:
    """A table of three on a journal of its own."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.feed, self.presence = Feed(), PresenceInMemory(self.clock)
        self.store = open_store(folder / "companion.db")
        self.seats = Seats(self.store.open, self.feed, self.presence, TakeoversInMemory(self.clock))
        self.connection: Connection = self.store.open()
        self.connection.create(CODE, "donut-shop", "game donut-shop\nseats Ana Bo Cy\n", AT, OPENER)

    def claim(self, phone: str, *seats: int) -> None:
        self.seats.claim(self.connection, CODE, phone, seats, NAMES)

    def take_over(self, phone: str, seat: int) -> bool:
        return self.seats.take_over(self.connection, CODE, phone, seat, NAMES)

    def answer(self, phone: str, seat: int, yes: bool) -> None:
        self.seats.answer(self.connection, CODE, phone, seat, yes)

    def lock(self, phone: str, locked: bool = True) -> None:
        self.seats.lock(self.connection, CODE, phone, NAMES, locked)

    def holders(self) -> dict[int, str]:
        return dict(seating_of(self.connection, CODE, 3).holders)

    def notices(self, phone: str) -> list[NoticeKind]:
        return [one.kind for one in self.seats.takeovers.notices(CODE, phone)]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def refused(kind: type[Refusal], call: object, *arguments: object) -> tuple[str, dict[str, object]]:
    with pytest.raises(kind) as refusal:
        call(*arguments)  # type: ignore[operator]
    return refusal.value.reason, dict(refusal.value.facts)


# Claims


def test_a_couple_claims_two_seats_and_gives_one_up(table: Table) -> None:
    table.claim("p1", 0, 2)
    assert table.holders() == {0: "p1", 2: "p1"}
    table.seats.release(table.connection, CODE, "p1", 0)
    table.seats.release(table.connection, CODE, "p2", 2)  # not its seat
    assert table.holders() == {2: "p1"}


def test_a_seat_that_somebody_took_first_leaves_all_as_it_was(table: Table) -> None:
    table.claim("p1", 1)
    table.claim("p2", 0)
    assert refused(Stale, table.claim, "p2", 0, 2, 1) == ("seat-held", {"seat": "Bo"})
    assert table.holders() == {0: "p2", 1: "p1"}


def test_of_phones_that_claim_a_seat_at_once_one_has_it_and_the_others_are_told(table: Table) -> None:
    told: list[str] = []

    def claim(phone: str) -> None:
        with table.store.open() as connection:
            try:
                table.seats.claim(connection, CODE, phone, [0, 1], NAMES)
            except Stale as refusal:
                told.append(refusal.reason)

    in_threads(claim, [(f"p{number}",) for number in range(6)])
    assert told == ["seat-held"] * 5
    assert len(set(table.holders().values())) == 1 and len(table.holders()) == 2


@pytest.mark.parametrize("seats", [(), (3,), (-1,), (0, 9)])
def test_no_seat_is_none(table: Table, seats: tuple[int, ...]) -> None:
    assert refused(Malformed, table.claim, "p1", *seats) == ("nobody-ticked", {})
    assert table.holders() == {}


def test_every_change_is_heard(table: Table) -> None:
    heard = [table.feed.people(CODE)]
    for act in (
        lambda: table.claim("p1", 0),
        lambda: table.take_over("p2", 0),
        lambda: table.lock("p1"),
        lambda: table.seats.release(table.connection, CODE, "p1", 0),
    ):
        act()
        heard.append(table.feed.people(CODE))
    assert heard == sorted(set(heard))


# Taking over


def test_the_seat_of_a_silent_phone_is_one_tap(table: Table) -> None:
    table.claim("bo", 1)
    table.presence.touch(CODE, "bo")
    table.clock.go(SILENT)
    assert table.take_over("cy", 1)
    assert (table.holders(), table.notices("bo")) == ({1: "cy"}, [NoticeKind.TAKEN])


@pytest.mark.parametrize("stream", [True, False], ids=["with a stream", "that asked a moment ago"])
def test_a_connected_phone_is_asked_and_says_yes(table: Table, stream: bool) -> None:
    table.claim("bo", 1)
    if stream:
        table.presence.connect(CODE, "bo")
        table.clock.go(SILENT * 10)
    else:
        table.presence.touch(CODE, "bo")
        table.clock.go(SILENT - 1)
    assert not table.take_over("cy", 1)
    assert table.holders() == {1: "bo"}
    table.answer("bo", 1, yes=True)
    assert (table.holders(), table.notices("ana"), table.seats.takeovers.waiting(CODE)) == (
        {1: "cy"},
        [NoticeKind.TAKEN],
        [],
    )


def test_a_no_keeps_the_seat_and_is_not_asked_again_for_a_minute(table: Table) -> None:
    table.claim("bo", 1)
    table.presence.connect(CODE, "bo")
    table.take_over("cy", 1)
    table.answer("bo", 1, yes=False)
    table.clock.go(WAIT)
    table.seats.settle()
    assert (table.holders(), table.notices("cy"), table.notices("ana")) == ({1: "bo"}, [NoticeKind.REFUSED], [])
    assert refused(Forbidden, table.take_over, "cy", 1) == ("asked-already", {"seat": "Bo", "seconds": AGAIN - WAIT})
    table.clock.go(AGAIN - WAIT)
    assert not table.take_over("cy", 1)


def test_ten_seconds_without_a_no_are_a_yes(table: Table) -> None:
    table.claim("bo", 1)
    table.presence.connect(CODE, "bo")
    table.take_over("cy", 1)
    table.clock.go(WAIT - 1)
    table.seats.settle()
    assert table.holders() == {1: "bo"}
    table.clock.go(1)
    table.seats.settle()
    assert (table.holders(), table.notices("bo")) == ({1: "cy"}, [NoticeKind.TAKEN])


def test_the_seat_comes_by_itself_when_the_time_is_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EVERY", 0.01)
    table.claim("bo", 1)
    table.presence.connect(CODE, "bo")
    heard = table.feed.people(CODE)
    table.take_over("cy", 1)
    table.clock.go(WAIT)
    while table.holders() != {1: "cy"}:
        assert table.feed.wait(CODE, "", 5, heard + 1) is None
    until = time.monotonic() + 10
    while table.seats._running and time.monotonic() < until:
        time.sleep(0.01)
    assert not table.seats._running, "the thread ends once nothing waits any more"


def test_who_gave_the_seat_up_meanwhile_is_not_asked_any_more(table: Table) -> None:
    table.claim("bo", 1)
    table.presence.connect(CODE, "bo")
    table.take_over("cy", 1)
    table.seats.release(table.connection, CODE, "bo", 1)
    assert refused(Stale, table.answer, "bo", 1, True) == ("no-request", {})
    table.claim("di", 1)
    table.clock.go(WAIT)
    table.seats.settle()
    assert table.holders() == {1: "di"}


def test_only_the_phone_that_holds_the_seat_answers(table: Table) -> None:
    table.claim("bo", 1)
    table.presence.connect(CODE, "bo")
    table.take_over("cy", 1)
    for phone in ("cy", "di", OPENER):
        assert refused(Stale, table.answer, phone, 1, True) == ("no-request", {})
    assert table.holders() == {1: "bo"}


def test_a_free_seat_needs_no_asking_and_ones_own_changes_nothing(table: Table) -> None:
    assert table.take_over("cy", 1) and table.take_over("cy", 1)
    assert (table.holders(), table.notices("ana")) == ({1: "cy"}, [])


# The lock


def test_at_a_locked_table_only_phones_with_a_seat_enter_and_claim(table: Table) -> None:
    for seat, phone in enumerate(("ana", "bo")):
        table.claim(phone, seat)
    table.lock("ana")
    for phone in ("ana", "bo", OPENER):  # who opened the table speaks for Cy
        check_may_enter(table.connection, CODE, phone, 3)
    for phone in ("di", ""):
        locked = ("locked", {"code": CODE})
        assert refused(Forbidden, check_may_enter, table.connection, CODE, phone, 3) == locked
        assert refused(Forbidden, table.claim, phone, 2) == locked
        assert refused(Forbidden, table.take_over, phone, 0) == locked
    table.claim("bo", 2)
    assert refused(Forbidden, check_may_enter, table.connection, CODE, OPENER, 3)[0] == "locked", "nobody is left to it"


def test_who_has_no_seat_neither_locks_nor_unlocks_nor_renews(table: Table) -> None:
    assert refused(Forbidden, table.lock, "di") == ("no-seat", {})
    table.claim("ana", 0)
    table.lock("ana")
    assert refused(Forbidden, table.lock, "di", False) == ("no-seat", {})
    assert refused(Forbidden, table.seats.renew, table.connection, CODE, "di", NAMES) == ("no-seat", {})
    table.lock("ana", locked=False)
    check_may_enter(table.connection, CODE, "di", 3)
    assert table.notices("di") == [NoticeKind.UNLOCKED]


# New codes


def test_phones_at_the_table_follow_to_a_new_code(table: Table) -> None:
    table.claim("bo", 1)
    table.presence.touch(CODE, "gone")
    table.clock.go(61)
    table.presence.touch(CODE, "near")
    people = table.feed.people(CODE)
    new = table.seats.renew(table.connection, CODE, "bo", NAMES)
    follows = {phone: table.connection.moved([CODE], phone) for phone in ("bo", OPENER, "near", "gone")}
    assert follows == {"bo": {CODE: new}, OPENER: {CODE: new}, "near": {CODE: new}, "gone": {}}
    assert table.feed.people(CODE) == people + 1, "pages at the old code load anew"
    assert "near" in table.presence.connected(new)
    with pytest.raises(NoTable):
        table.seats.renew(table.connection, CODE, "bo", NAMES)


# The gate


def test_nothing_above_the_store_changes_a_table_but_through_its_two_gates() -> None:
    """Lines are stored by play alone, seats changed by `Seats` alone; the machine's own commands are no phone."""
    changes = re.compile(r"connection\.(append|claim|release|lock|renew)\(")
    found = {
        (path.relative_to(COMPANION).as_posix(), one)
        for path in COMPANION.rglob("*.py")
        if "store" not in path.parts
        for one in changes.findall(path.read_text(encoding="utf-8"))
    }
    seats = {("tables/seats.py", one) for one in ("claim", "release", "lock", "renew")}
    assert found == seats | {("tables/play.py", "append"), ("commands/house.py", "lock")}
