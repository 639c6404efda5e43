"""The feed: who waits is woken, once, for what is new to it, and never holds more places than there are."""

from __future__ import annotations

import threading
import time

from companion.tables.feed import MOST_OF_A_PHONE, Feed, StreamPlace

LONG = 120.0  # seconds; no test waits that long


def waiting(feed: Feed, code: str, seen: str, answers: list[str | None]) -> threading.Thread:
    """A thread that waits for news of a table."""
    thread = threading.Thread(target=lambda: answers.append(feed.wait(code, seen, LONG)))
    thread.start()
    return thread


def test_all_who_wait_for_a_table_are_woken() -> None:
    feed, answers = Feed(), list[str | None]()
    threads = [waiting(feed, "T", "e.1", answers) for _ in range(5)]
    feed.wake("T", "e.2")
    for thread in threads:
        thread.join()
    assert answers == ["e.2"] * 5


def test_news_of_another_table_wakes_nobody() -> None:
    feed, answers = Feed(), list[str | None]()
    thread = waiting(feed, "T", "e.1", answers)
    feed.wake("OTHER", "e.9")
    thread.join(0.05)
    assert thread.is_alive()
    feed.close()
    thread.join()
    assert answers == [None]


def test_what_came_before_the_waiting_began_is_reported_at_once() -> None:
    feed = Feed()
    feed.wake("T", "e.2")
    began = time.monotonic()
    assert feed.wait("T", "e.1", LONG) == "e.2"
    assert time.monotonic() - began < LONG / 2


def test_what_was_seen_is_no_news() -> None:
    feed = Feed()
    feed.wake("T", "e.2")
    assert feed.wait("T", "e.2", 0.01) is None


def test_several_changes_are_reported_as_the_last() -> None:
    feed = Feed()
    for version in range(2, 9):
        feed.wake("T", f"e.{version}")
    assert feed.wait("T", "e.1", LONG) == "e.8"


def test_another_epoch_is_news_though_its_version_is_lower() -> None:
    feed = Feed()
    feed.wake("T", "restored.1")
    assert feed.wait("T", "e.9", LONG) == "restored.1"


def enter(feed: Feed, phone: str = "", address: str = "", code: str = "T") -> StreamPlace:
    place = feed.enter(code, "e.1", phone, address)
    assert place
    return place


def test_places_are_limited_and_given_back() -> None:
    feed = Feed(limit=2)
    first, _ = enter(feed), enter(feed)
    assert feed.enter("T", "e.1") is None
    feed.leave(first)
    assert feed.enter("T", "e.1")


def test_a_phone_loses_its_oldest_place_to_one_place_too_many() -> None:
    feed, rung = Feed(), list[str | None]()
    other = enter(feed, "other")
    places = [enter(feed, "phone", code=f"T{number}") for number in range(MOST_OF_A_PHONE)]
    feed.subscribe(rung.append)
    places += [enter(feed, "phone", code=f"T{number}") for number in (20, 21)]
    assert [place for place in [other, *places] if place.lost] == places[:2]
    assert {"T0", "T1"} <= set(rung), "whoever waits there is woken"
    assert not any(place.lost for place in [enter(feed) for _ in range(3 * MOST_OF_A_PHONE)]), "nobody knows whose"
    feed.leave(places[0])
    assert len(feed.watched()) == MOST_OF_A_PHONE + 1


def test_where_all_places_are_taken_the_address_with_most_loses_its_oldest_to_another_address() -> None:
    feed = Feed(limit=5)
    crowd = [enter(feed, f"phone {number}", "crowd") for number in range(4)]
    alone = enter(feed, "Bo", "alone")
    assert feed.enter("T", "e.1", "one more", "crowd") is None
    newcomers = [enter(feed, "Cy", "new"), enter(feed, "Di", "new")]
    assert [place.lost for place in crowd] == [True, True, False, False]
    assert feed.enter("T", "e.1", "Ed", "new") is None, "that would only change who has most"
    assert not any(place.lost for place in [alone, *newcomers])


def test_who_waits_is_sent_home_when_the_server_stops() -> None:
    feed, answers = Feed(), list[str | None]()
    thread = waiting(feed, "T", "e.1", answers)
    feed.close()
    thread.join(LONG)
    assert answers == [None]
    assert (feed.closed, feed.enter("T", "e.1")) == (True, None)
    assert feed.wait("T", "e.1", LONG) is None


def test_what_another_program_stored_is_news_once_it_is_found_out() -> None:
    feed = Feed()
    place = feed.enter("T", "e.4")
    assert place
    assert feed.watched() == {"T": "e.4"}
    feed.correct("T", "e.4", "restored.2")
    assert feed.wait("T", "e.4", LONG) == "restored.2"
    feed.wake("T", "restored.3")
    feed.correct("T", "restored.2", "late.9")  # what was compared is old by now
    assert feed.watched() == {"T": "restored.3"}
    feed.leave(place)
    assert feed.watched() == {}


def test_a_newer_table_wakes_the_others() -> None:
    feed = Feed()
    feed.wake("T", "e.4")
    feed.enter("T", "e.5")
    assert feed.wait("T", "e.4", LONG) == "e.5"
    feed.enter("T", "e.4")  # read before the last change
    assert feed.watched() == {"T": "e.5"}


def test_a_change_of_people_wakes_without_a_new_version() -> None:
    feed, woken = Feed(), list[str | None]()
    seen = feed.people("T")
    thread = threading.Thread(target=lambda: woken.append(feed.wait("T", "e.1", LONG, seen)))
    thread.start()
    feed.wake_people("U")
    thread.join(0.05)
    assert thread.is_alive()
    feed.wake_people("T")
    thread.join()
    assert (woken, feed.people("T")) == ([None], seen + 1)


def test_people_are_counted_from_another_number_after_a_restart() -> None:
    assert len({Feed().people("T") for _ in range(5)}) > 1
