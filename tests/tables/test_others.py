"""News of other processes: what they change in the feed of this one, and what is compared after some were missed."""

from __future__ import annotations

import pytest

from companion.tables.feed import Feed


@pytest.fixture
def numbers() -> dict[str, int]:
    """The numbers of people that a store has."""
    return {"T": 7}


@pytest.fixture
def feed(numbers: dict[str, int]) -> Feed:
    return Feed(shared=lambda codes: {code: numbers.get(code, 0) for code in codes})


@pytest.fixture
def woken(feed: Feed) -> list[str | None]:
    heard: list[str | None] = []
    feed.subscribe(heard.append)
    return heard


def test_lines_of_another_process_wake_those_who_wait_once(feed: Feed, woken: list[str | None]) -> None:
    feed.hear("T", "e.2")
    assert woken == [], "nobody waits"
    feed.enter("T", "e.1")
    woken.clear()
    for tag in ("e.2", "e.2", "e.1", "f.1"):
        feed.hear("T", tag)
    assert (woken, feed.tag("T", "")) == (["T", "T"], "f.1")


def test_a_number_of_people_is_read_once_and_then_heard(
    feed: Feed, numbers: dict[str, int], woken: list[str | None]
) -> None:
    assert feed.people("T") == 7
    numbers["T"] = 8
    assert (feed.people("T"), feed.known_people("T")) == (7, 7)
    feed.hear_people("T", 8)
    feed.hear_people("T", 7)  # read before, arrived late
    assert feed.people("T") == 8
    feed.wake_people("T")
    assert feed.people("T") == 8, "the store raises it with the change"


def test_codes_that_are_no_tables_take_no_memory(feed: Feed) -> None:
    assert [feed.people(f"N{number}") for number in range(5)] == [0] * 5
    assert not feed._people


def test_after_missed_news_only_what_changed_wakes(
    feed: Feed, numbers: dict[str, int], woken: list[str | None]
) -> None:
    feed.people("T")
    feed.enter("U", "e.1")
    woken.clear()
    feed.compare_people()
    assert woken == []
    numbers |= {"T": 3, "U": 1}  # lower: the server crashed and counts from another beginning
    feed.compare_people()
    assert (sorted(map(str, woken)), feed.people("T"), feed.people("U")) == (["T", "U"], 3, 1)
