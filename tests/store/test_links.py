"""Links that were used, on every kind of store."""

from __future__ import annotations

from companion.store.store import Store
from tests.at_once import in_threads


def test_a_link_is_used_by_the_phone_that_is_first(store: Store) -> None:
    links = store.links
    assert links.user("one") == ""
    assert (links.use("one", "ana"), links.use("one", "bo"), links.use("two", "bo")) == ("ana", "ana", "bo")
    assert (links.user("one"), links.user("two")) == ("ana", "bo")


def test_of_many_phones_that_use_a_link_at_the_same_moment_one_is_first(store: Store) -> None:
    first: list[str] = []
    in_threads(lambda phone: first.append(store.links.use("one", phone)), [(f"p{number}",) for number in range(6)])
    assert len(set(first)) == 1
