"""The stream of news for waiting phones: a table's version, the number of its people, never what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from flask import Blueprint, Response, current_app, request

from companion.tables.feed import Feed
from companion.tables.watch import Watch
from companion.web import phones, services

pages = Blueprint("stream", __name__)

HEARTBEAT = 15.0  # seconds: a phone that died without a word is noticed only when something is written to it
GLANCE = 1.0  # seconds: a page that was left gives its place back so soon; leafing through the journal must not fill it


@pages.get("/t/<code>/news")
def news(code: str) -> Response:
    """Server-sent events `version`, each with the table's tag. 503 where too many wait; the page then asks itself."""
    snapshot = services.public(code.upper())
    feed = services.play().feed
    if not feed.enter(snapshot.code, snapshot.tag):
        return Response(status=503, headers={"Retry-After": "30"})
    cast(Watch, current_app.extensions["watch"]).begin()
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    people = services.number(request.args.get("people", ""))
    people = feed.people(snapshot.code) if people is None else people
    phone, presence = phones.known_id(), services.presence()
    presence.connect(snapshot.code, phone)
    events = _events(feed, snapshot.code, snapshot.tag, request.args.get("seen", ""), people, gone)
    response = Response(events, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(partial(feed.leave, snapshot.code))
    response.call_on_close(partial(presence.disconnect, snapshot.code, phone))
    return response


@pages.get("/t/<code>/version")
def version(code: str) -> Response:
    """What the stream would say, for pages without one: the table's tag and the number of its people, as text."""
    snapshot = services.public(code.upper())
    return Response(f"{snapshot.tag} {services.play().feed.people(snapshot.code)}", mimetype="text/plain")


def _events(feed: Feed, code: str, tag: str, seen: str, people: int, gone: Callable[[], bool]) -> Iterator[str]:
    """`tag` is the table now, `seen` what the page shows: what came in between is sent at once. `gone`: the phone.

    `people`: the number the page was drawn with; another one is an event of its own.

    A table where nothing happens sends a `beat` every HEARTBEAT seconds.
    """
    yield f"event: version\ndata: {tag}\n\n" if tag != seen else ": hello\n\n"
    seen, quiet = tag, 0.0
    while not feed.closed and not gone():
        viewport = min(GLANCE, HEARTBEAT)
        news = feed.wait(code, seen, viewport, people)
        quiet += viewport
        if people != (now := feed.people(code)):
            people, quiet = now, 0.0
            yield f"event: people\ndata: {people}\n\n"
        if news is not None:
            seen, quiet = news, 0.0
            yield f"event: version\ndata: {news}\n\n"
        elif quiet >= HEARTBEAT:
            quiet = 0.0
            yield f"event: beat\ndata: {seen}\n\n"
