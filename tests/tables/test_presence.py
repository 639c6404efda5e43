"""The presence of phones at a table, by a clock of the test's own, in bounded memory."""

from __future__ import annotations

import pytest

from companion.store.embedded import presence as module
from companion.store.embedded.presence import PresenceInMemory
from companion.store.presence import GONE, Presence
from tests.clocks import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def presence(clock: Clock) -> Presence:
    return PresenceInMemory(clock)


def test_a_phone_never_heard_of_is_silent_since_the_start(presence: Presence, clock: Clock) -> None:
    clock.go(30)
    assert (presence.silent("T", "p1"), presence.connected("T")) == (30, frozenset())


def test_a_request_counts_until_it_is_too_long_ago(presence: Presence, clock: Clock) -> None:
    presence.touch("T", "p1")
    clock.go(GONE)
    assert (presence.silent("T", "p1"), presence.connected("T")) == (GONE, {"p1"})
    clock.go(1)
    assert (presence.silent("T", "p1"), presence.connected("T")) == (GONE + 1, frozenset())
    assert presence.within("T", 60) == {"p1"}


def test_a_request_about_another_table_is_none_about_this(presence: Presence, clock: Clock) -> None:
    clock.go(30)
    presence.touch("U", "p1")
    assert (presence.silent("T", "p1"), presence.connected("T")) == (30, frozenset())


def test_a_phone_with_a_stream_is_never_silent(presence: Presence, clock: Clock) -> None:
    presence.connect("T", "p1")
    clock.go(3600)
    assert (presence.silent("T", "p1"), presence.connected("T")) == (0, {"p1"})


def test_of_several_streams_the_last_to_end_counts(presence: Presence, clock: Clock) -> None:
    presence.connect("T", "p1")
    presence.connect("T", "p1")
    presence.disconnect("T", "p1")
    clock.go(100)
    assert presence.silent("T", "p1") == 0
    presence.disconnect("T", "p1")
    clock.go(5)
    assert presence.silent("T", "p1") == 5


def test_an_end_without_a_beginning_is_nothing(presence: Presence) -> None:
    presence.disconnect("T", "p1")
    presence.connect("T", "p1")
    assert presence.silent("T", "p1") == 0


def test_a_phone_without_a_name_is_not_kept(presence: Presence) -> None:
    presence.touch("T", "")
    presence.connect("T", "")
    assert presence.connected("T") == frozenset()


def test_a_table_takes_its_phones_along_to_a_new_code(presence: Presence) -> None:
    presence.touch("T", "p1")
    presence.move("T", "U")
    assert (presence.connected("T"), presence.connected("U")) == (frozenset(), {"p1"})


def test_a_phone_that_follows_to_a_new_code_is_not_gone_meanwhile(presence: Presence, clock: Clock) -> None:
    presence.connect("T", "p1")
    clock.go(600)
    presence.move("T", "U")
    assert presence.silent("U", "p1") == 0
    presence.disconnect("T", "p1")
    clock.go(1)
    assert presence.silent("U", "p1") == 1


def test_memory_is_bounded(presence: Presence, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TABLES", 3)
    monkeypatch.setattr(module, "MOST_PHONES", 2)
    presence.connect("T0", "stays")
    for number in range(5):
        presence.touch("T0", f"p{number}")
    assert presence.connected("T0") == {"stays", "p3", "p4"}
    for number in range(5):
        presence.touch(f"T{number}", "p1")
    assert [bool(presence.connected(f"T{number}")) for number in range(5)] == [True, False, True, True, True]
    assert presence.connected("T0") == {"stays"}
    presence.disconnect("T0", "stays")
    assert len(presence._heard) == 3
    assert not presence._streams
