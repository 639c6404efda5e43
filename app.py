"""Builds the companion and, when run, serves it."""

from companion.secret_key import AT_START
from companion.web import create_app
from companion.web.server import serve

__all__ = ["create_app"]

if __name__ == "__main__":
    app = create_app()
    serve(
        app,
        stopping=app.extensions["play"].feed.close,
        note=AT_START.get(app.extensions["key"], ""),
        started=app.extensions["addresses"].begin,
    )
