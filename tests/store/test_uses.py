"""Links that work once, and what addresses use of their allowances, on every kind of store."""

from __future__ import annotations

from pathlib import Path

from companion.store.embedded.uses import UsesInMemory
from companion.store.store import Store
from companion.store.uses import Allowance
from tests.at_once import in_threads
from tests.store.kinds import Kind


def test_a_link_is_used_by_the_phone_that_is_first(store: Store) -> None:
    links = store.links
    assert links.user("one") == ""
    assert (links.use("one", "ana"), links.use("one", "bo"), links.use("two", "bo")) == ("ana", "ana", "bo")
    assert (links.user("one"), links.user("two")) == ("ana", "bo")


def test_of_many_phones_that_use_a_link_at_the_same_moment_one_is_first(store: Store) -> None:
    first: list[str] = []
    in_threads(lambda phone: first.append(store.links.use("one", phone)), [(f"p{number}",) for number in range(6)])
    assert len(set(first)) == 1


THREE = Allowance("three", 3, 20.0)
OTHER = Allowance("other", 3, 20.0)


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_an_address_has_so_many_at_once_and_one_more_after_a_while(kind: Kind, tmp_path: Path) -> None:
    clock = Clock()
    uses = kind.uses(tmp_path, clock)
    assert [uses.take(THREE, "ana") for _ in range(3)] == [0, 0, 0]
    assert (uses.take(THREE, "ana"), uses.wait(THREE, "ana")) == (20, 20)
    assert uses.wait(THREE, "bo") == uses.wait(OTHER, "ana") == 0, "each address and allowance for itself"
    clock.now += 15
    assert uses.take(THREE, "ana") == 5
    clock.now += 5
    assert (uses.take(THREE, "ana"), uses.take(THREE, "ana")) == (0, 20)
    clock.now += 10_000
    assert [uses.take(THREE, "ana") for _ in range(4)] == [0, 0, 0, 20], "no more than all of it comes back"


def test_a_use_is_counted_beyond_the_allowance_and_given_back(kind: Kind, tmp_path: Path) -> None:
    uses = kind.uses(tmp_path, Clock())
    for _ in range(5):
        uses.count(THREE, "ana")
    assert uses.wait(THREE, "ana") == 60
    for _ in range(3):
        uses.give_back(THREE, "ana")
    assert uses.take(THREE, "ana") == 0
    uses.give_back(THREE, "bo")
    assert [uses.take(THREE, "bo") for _ in range(4)] == [0, 0, 0, 20], "what was not used gives nothing back"


def test_who_has_all_again_is_no_longer_remembered() -> None:
    clock = Clock()
    uses = UsesInMemory(clock)
    uses.count(THREE, "ana")
    clock.now += 61
    uses.count(THREE, "bo")
    assert [address for _, address in uses._settled] == ["bo"]


def test_addresses_at_the_same_moment_get_no_more_than_there_is(store: Store) -> None:
    waits: list[float] = []
    in_threads(lambda _: waits.append(store.uses.take(THREE, "ana")), [(number,) for number in range(8)])
    assert sum(wait == 0 for wait in waits) == 3
