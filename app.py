"""Builds the companion and, when run, serves it."""

import os

from companion.secret_key import AT_START
from companion.store.server_lock import only_server
from companion.store.store import Store
from companion.tables.limits import Forgetting
from companion.web import create_app
from companion.web.server import serve

__all__ = ["create_app"]


def main() -> None:
    """Serve the companion of this folder; exits with a sentence where that is not possible."""
    app = create_app()
    store: Store = app.extensions["store"]
    home, port = app.extensions["home"], os.environ.get("PORT") or "8000"
    lock, note = (None, "") if store.shared else only_server(home, port)
    notes = "\n".join(filter(None, (AT_START.get(app.extensions["key"]), note)))
    forgetting = Forgetting(store, app.extensions["limits"].days)
    forgetting.begin()
    try:
        serve(
            app,
            stopping=app.extensions["play"].feed.close,
            note=notes,
            started=app.extensions["addresses"].begin,
        )
    finally:
        forgetting.close()
        store.close()
        if lock:
            lock.close()


if __name__ == "__main__":
    main()
