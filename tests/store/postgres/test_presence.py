"""The presence of phones whose streams are on different processes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store.postgres.presence import BEAT, PostgresPresence
from companion.store.presence import GONE
from companion.store.takeovers import SILENT
from tests.clocks import Clock
from tests.postgres import Server
from tests.store.kinds import Postgres

pytestmark = [pytest.mark.postgres, pytest.mark.long]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def two(postgres_server: Server, tmp_path: Path, clock: Clock) -> Iterator[list[PostgresPresence]]:
    """The presence as two processes have it, who began a while ago."""
    kind = Postgres(postgres_server)
    both = [kind.make(tmp_path, clock).presence for _ in range(2)]
    clock.go(600)
    yield both
    kind.close()


def test_a_phone_of_another_process_is_connected(two: list[PostgresPresence], clock: Clock) -> None:
    one, other = two
    one.connect("T", "ana")
    one.write()
    assert (other.connected("T"), other.silent("T", "ana"), other.connected("U")) == ({"ana"}, 0, frozenset())
    for _ in range(10):
        clock.go(BEAT)
        one.write(every=True)
    assert (other.connected("T"), other.silent("T", "ana")) == ({"ana"}, 0)
    one.disconnect("T", "ana")
    one.write()
    clock.go(GONE + 1)
    assert (other.connected("T"), other.silent("T", "ana")) == (frozenset(), GONE + 1)


def test_the_phones_of_a_killed_process_are_gone_after_a_while(two: list[PostgresPresence], clock: Clock) -> None:
    killed, other = two
    killed.connect("T", "ana")
    killed.write()
    clock.go(SILENT)
    assert (other.connected("T"), other.silent("T", "ana")) == (frozenset(), SILENT)
    other.connect("T", "ana")  # its page opens its stream again elsewhere
    assert (other.connected("T"), other.silent("T", "ana")) == ({"ana"}, 0)


def test_phones_follow_to_a_new_code(two: list[PostgresPresence], clock: Clock) -> None:
    one, other = two
    one.connect("T", "ana")
    other.connect("T", "bo")
    while any(presence.connected("T") != {"ana", "bo"} for presence in two):
        time.sleep(0.01)  # each writes in a thread of its own
    clock.go(BEAT)
    other.move("T", "U")
    assert [presence.silent("U", phone) for presence in two for phone in ("ana", "bo")] == [0, 0, 0, 0]
