"""The stream: a version on every change, at once where the page is old, and places that are given back."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.store.presence import Presence
from companion.tables.feed import MOST_OF_A_PHONE, Feed
from companion.web.table import stream
from tests.client import House, Phone


class Listening:
    """An open stream, read event by event."""

    def __init__(self, phone: Phone, seen: str) -> None:
        self.answer: TestResponse = phone.client.get(f"/t/{phone.code}/news?seen={seen}", buffered=False)
        self._events: Iterator[bytes] = iter(self.answer.response)  # type: ignore[arg-type]

    def next(self) -> str:
        return next(self._events).decode()

    def close(self) -> None:
        self.answer.close()


@pytest.fixture
def feed(house: House) -> Feed:
    found: Feed = house.app.extensions["play"].feed
    return found


def event(tag: str) -> str:
    return f"event: version\ndata: {tag}\n\n"


def test_a_stream_is_one_and_is_kept_nowhere(ana: Phone) -> None:
    listening = Listening(ana, ana.tag())
    answer = listening.answer
    assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert "Set-Cookie" not in answer.headers
    listening.close()


def test_a_change_reaches_whoever_saw_the_last_one(ana: Phone, bo: Phone) -> None:
    listening = Listening(bo, bo.tag())
    assert listening.next() == ": hello\n\n"
    ana.record("Ana: paid 35")
    assert listening.next() == event(ana.tag())
    ana.record("Ana: end")
    assert listening.next() == event(ana.tag())
    listening.close()


@pytest.mark.parametrize("seen", ["", "old.7", "garbage", "%00", "9" * 2000, "%0A%0Adata:+evil"])
def test_whoever_saw_something_else_hears_at_once(ana: Phone, seen: str) -> None:
    listening = Listening(ana, seen)
    assert listening.next() == event(ana.tag())
    listening.close()


def test_an_event_never_holds_what_changed(ana: Phone, bo: Phone) -> None:
    listening = Listening(bo, bo.tag())
    listening.next()
    ana.record('table: note "secret"')
    assert "secret" not in listening.next()
    listening.close()


def test_a_refused_line_is_no_news(ana: Phone, feed: Feed) -> None:
    tag = ana.tag()
    ana.record("Bo: end")
    assert feed.wait(ana.code, tag, 0) is None


def test_a_quiet_table_is_heard_to_be_alive(ana: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.01)
    listening = Listening(ana, ana.tag())
    assert [listening.next() for _ in range(3)] == [": hello\n\n", *[f"event: beat\ndata: {ana.tag()}\n\n"] * 2]
    listening.close()


def test_too_many_are_sent_away_and_a_closed_stream_makes_room(ana: Phone, feed: Feed) -> None:
    assert feed.limit == 1_200
    feed.limit = 5
    listening = [Listening(ana, "") for _ in range(feed.limit)]
    refused = ana.get(f"/t/{ana.code}/news")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "30")
    assert ana.record("Ana: paid 35").status_code == 303
    for one in listening:
        one.close()
    again = Listening(ana, "")
    assert again.next() == event(ana.tag())
    again.close()


def test_a_phone_that_listens_too_often_loses_its_oldest_stream(ana: Phone) -> None:
    listening = [Listening(ana, ana.tag()) for _ in range(MOST_OF_A_PHONE + 1)]
    assert [one.next() for one in listening] == [": hello\n\n"] * len(listening)
    with pytest.raises(StopIteration):
        listening[0].next()
    ana.record("Ana: paid 35")
    assert [one.next() for one in listening[1:]] == [event(ana.tag())] * MOST_OF_A_PHONE
    for one in listening:
        one.close()


def test_only_asking_what_a_stream_is_takes_no_place(ana: Phone, feed: Feed) -> None:
    feed.limit = 5
    for _ in range(feed.limit + 2):
        answer = ana.client.head(f"/t/{ana.code}/news")
        assert answer.status_code == 200
        answer.close()


def test_a_table_nobody_has_takes_no_place(ana: Phone, feed: Feed) -> None:
    feed.limit = 5
    for _ in range(feed.limit + 2):
        assert ana.get("/t/BBBBB/news").status_code == 404


@pytest.mark.linux
def test_a_stream_holds_no_connection_to_the_journal(house: House, ana: Phone) -> None:
    """The process itself holds the file once, so that another in its place is noticed."""
    before = opened(house.path)
    listening = [Listening(ana, "") for _ in range(5)]
    for one in listening:
        one.next()
    assert opened(house.path) == before <= 1
    for one in listening:
        one.close()


def opened(path: Path) -> int:
    """Return how often this process has a file open, with the files SQLite makes beside it."""
    files = [os.readlink(file) for file in Path("/proc/self/fd").iterdir() if file.is_symlink()]
    return sum(file.startswith(str(path)) for file in files)


def test_a_server_that_stops_ends_its_streams(ana: Phone, feed: Feed) -> None:
    listening = Listening(ana, ana.tag())
    listening.next()
    rest: list[str] = []
    thread = threading.Thread(target=lambda: rest.extend(event.decode() for event in listening._events))
    thread.start()
    feed.close()
    thread.join(60)
    assert not thread.is_alive()
    assert "version" not in "".join(rest)
    assert ana.get(f"/t/{ana.code}/news").status_code == 503


def test_a_change_of_people_is_an_event_of_its_own(ana: Phone, feed: Feed) -> None:
    listening = Listening(ana, ana.tag())
    listening.next()
    feed.wake_people(ana.code)
    assert listening.next() == f"event: people\ndata: {feed.people(ana.code)}\n\n"
    listening.close()


def test_a_page_drawn_before_a_change_of_people_hears_at_once(ana: Phone, feed: Feed) -> None:
    listening = Listening(ana, f"{ana.tag()}&people={feed.people(ana.code) - 1}")
    listening.next()
    assert listening.next() == f"event: people\ndata: {feed.people(ana.code)}\n\n"
    listening.close()


def test_a_phone_is_connected_while_its_stream_is_open(house: House, ana: Phone) -> None:
    presence: Presence = house.app.extensions["presence"]
    listening = Listening(ana, "")
    (phone,) = presence.connected(ana.code)
    assert presence.silent(ana.code, phone) == 0
    listening.close()
    assert presence.silent(ana.code, phone) > 0


def test_every_page_about_a_table_tells_that_its_phone_is_there(house: House, ana: Phone) -> None:
    presence: Presence = house.app.extensions["presence"]
    ana.tag()
    bo = house.phone()
    bo.get(f"/t/{ana.code}/journal")
    assert len(presence.connected(ana.code)) == 2
    bo.get("/t/BBBBB")
    assert not presence.connected("BBBBB")


def test_page_without_a_stream_asks_for_what_the_stream_would_say(house: House, ana: Phone) -> None:
    feed = house.app.extensions["play"].feed
    assert ana.get(f"/t/{ana.code.lower()}/version").text == f"{ana.tag()} {feed.people(ana.code)}"
    ana.record("Ana: paid 5")
    feed.wake_people(ana.code)
    assert ana.get(f"/t/{ana.code}/version").text == f"{ana.tag()} {feed.people(ana.code)}"
    assert ana.get("/t/BCDFG/version").status_code in (404, 429)
