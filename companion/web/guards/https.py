"""A header for answers over https: with it a browser comes back to this name over https only."""

from __future__ import annotations

from flask import Flask, Response, request

# Seconds. Long enough for those who play every week, short enough for a house that gives https up again.
HSTS = "max-age=2592000"


def register(app: Flask) -> None:
    app.after_request(stay_with_https)


def stay_with_https(response: Response) -> Response:
    """Add HSTS over https; over http browsers ignore it, and for bare addresses too."""
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", HSTS)
    return response
