"""The stream of news for waiting phones: a table's version, the number of its people, never what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from flask import Blueprint, Response, current_app, request

from companion.tables.feed import Feed, StreamPlace
from companion.tables.watch import Watch
from companion.web import phones, services
from companion.web.guards.guessing import network_of

pages = Blueprint("stream", __name__)

HEARTBEAT = 15.0  # seconds: a phone that died without a word is noticed only when something is written to it
CHECK = 1.0  # seconds after which a waiting thread checks whether the page was left
# In a request's environment: where our own server is given the events. It sends them without a thread for each phone.
TAKE_OVER = "companion.take_over"


class Events:
    """The news one phone hears on its stream, as the text of server-sent events."""

    def __init__(self, feed: Feed, place: StreamPlace, tag: str, seen: str, people: int) -> None:
        """`tag` is the table now, `seen` what the page shows: what came in between is sent at once.

        `people`: the number the page was drawn with; another one is an event of its own.
        """
        self.feed, self.code, self._place = feed, place.code, place
        self._tag, self._people = tag, people
        self._first = tag != seen

    def hello(self) -> str:
        """Return what begins the stream."""
        return _event("version", self._tag) if self._first else ": hello\n\n"

    def since(self) -> str:
        """Return events for what is new since the last call; empty for nothing."""
        text = ""
        if (people := self.feed.known_people(self.code)) != self._people:
            self._people = people
            text += _event("people", people)
        if (tag := self.feed.tag(self.code, self._tag)) != self._tag:
            self._tag = tag
            text += _event("version", tag)
        return text

    def beat(self) -> str:
        """Return the event of a table where nothing happened for HEARTBEAT seconds."""
        return _event("beat", self._tag)

    @property
    def over(self) -> bool:
        """True once the server stops, or another took this phone's place."""
        return self.feed.closed or self._place.lost

    def wait(self, seconds: float) -> None:
        """Hold this thread until there is news, the time is up or the server stops."""
        self.feed.wait(self.code, self._tag, seconds, self._people)


def _event(name: str, data: object) -> str:
    return f"event: {name}\ndata: {data}\n\n"


@pages.get("/t/<code>/news")
def news(code: str) -> Response:
    """Server-sent events `version`, each with the table's tag. 503 where too many wait; the page then asks itself."""
    snapshot = services.public(code.upper())
    feed = services.play().feed
    phone, presence = phones.known_id(), services.presence()
    place = feed.enter(snapshot.code, snapshot.tag, phone, network_of(request.remote_addr or ""))
    if place is None:
        return Response(status=503, headers={"Retry-After": "30"})
    cast(Watch, current_app.extensions["watch"]).begin()
    people = feed.people(snapshot.code)  # always: an open stream then knows it, and never waits for the store
    seen = services.number(request.args.get("people", ""))
    presence.connect(snapshot.code, phone)
    events = Events(feed, place, snapshot.tag, request.args.get("seen", ""), people if seen is None else seen)
    take_over: Callable[[Events], object] | None = request.environ.get(TAKE_OVER)
    response = Response(iter(()) if take_over else _in_a_thread(events), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(partial(feed.leave, place))
    response.call_on_close(partial(presence.disconnect, snapshot.code, phone))
    if take_over and request.method != "HEAD":
        take_over(events)
    return response


@pages.get("/t/<code>/version")
def version(code: str) -> Response:
    """Answer pages without a stream what it would say: the table's tag and the number of its people, as text."""
    snapshot = services.public(code.upper())
    services.presence().touch(snapshot.code, phones.known_id())
    return Response(f"{snapshot.tag} {services.play().feed.people(snapshot.code)}", mimetype="text/plain")


def _in_a_thread(events: Events) -> Iterator[str]:
    """The stream under another server than ours, which holds a thread as long as it lasts."""
    yield events.hello()
    quiet = 0.0
    if text := events.since():
        yield text
    while not events.over:
        pause = min(CHECK, HEARTBEAT)
        events.wait(pause)
        quiet += pause
        if text := events.since():
            quiet = 0.0
            yield text
        elif quiet >= HEARTBEAT:
            quiet = 0.0
            yield events.beat()
