"""Tells waiting phones that a table changed: its version, never what changed."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, request

from companion.feed import Feed
from companion.web import at_hand

pages = Blueprint("stream", __name__)

HEARTBEAT = 15.0  # seconds: a dead phone is noticed only when something is written to it


@pages.get("/t/<code>/news")
def news(code: str) -> Response:
    """Server-sent events `version`, each with the table's tag. 503 where too many wait; the page then asks itself."""
    look = at_hand.play().look(at_hand.book(), code.upper())
    feed = at_hand.play().feed
    if not feed.enter():
        return Response(status=503, headers={"Retry-After": "30"})
    response = Response(_events(feed, look.code, look.tag, request.args.get("seen", "")), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(feed.leave)
    return response


def _events(feed: Feed, code: str, tag: str, seen: str) -> Iterator[str]:
    """`tag` is the table now, `seen` what the page shows: what came in between is told at once."""
    yield f"event: version\ndata: {tag}\n\n" if tag != seen else ": hello\n\n"
    seen = tag
    while not feed.closed:
        news = feed.wait(code, seen, HEARTBEAT)
        if news is None:
            yield ": still here\n\n"
        else:
            seen = news
            yield f"event: version\ndata: {news}\n\n"
