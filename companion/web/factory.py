"""Builds the app: configuration, extensions, blueprints, commands."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Flask, g, request

from companion.commands import cli
from companion.editions import load_sets
from companion.network.address_watch import AddressWatch
from companion.photos.reading import Reader
from companion.refusals import Unavailable
from companion.store.store import is_server, open_store
from companion.tables.feed import Feed
from companion.tables.limits import limits_of_environment
from companion.tables.others import Others
from companion.tables.play import Play
from companion.tables.seats import Seats
from companion.tables.watch import Watch
from companion.web import assets, bodies, compression, errors, form_addresses, phones, safety, services, templating
from companion.web.api import views as api
from companion.web.guards import guessing, https
from companion.web.host import health
from companion.web.host import views as host
from companion.web.judge import views as judge
from companion.web.lobby import editions, importing, privacy, records, setup, take_along
from companion.web.lobby import views as lobby
from companion.web.photo import eye
from companion.web.photo import views as photo
from companion.web.rules import views as rules
from companion.web.serving.logs import DiscreetFlask
from companion.web.show import big_screen, going_along, result, review
from companion.web.table import (
    count,
    covers,
    downloads,
    editing,
    invite,
    previews,
    seats,
    stream,
)
from companion.web.table import views as table
from companion.words.catalogues import TRANSLATIONS

TOP = Path(__file__).parents[2]
ROOMS = (
    lobby,
    table,
    result,
    big_screen,
    review,
    covers,
    downloads,
    invite,
    count,
    previews,
    editing,
    stream,
    judge,
    rules,
    api,
    photo,
    eye,
    editions,
    host,
    health,
    take_along,
    importing,
    records,
    privacy,
    setup,
    going_along,
)


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """Build the app. `config`: DATABASE, TESTING and so on.

    DATABASE is a path (default instance/companion.db; its folder also holds the key and the house's own editions) or
    the URL of a PostgreSQL database; the folder of the key is instance/ then.
    """
    app = DiscreetFlask(
        "companion",
        instance_path=str(TOP / "instance"),
        template_folder=str(TOP / "templates"),
        static_folder=str(Path(__file__).parent / "static"),
    )
    app.config.from_mapping(_defaults())
    app.config.from_mapping(config or {})
    _add_services(app)
    templating.prepare(app)
    services.htmx.init_app(app)
    phones.register(app, app.extensions["home"])
    compression.register(app)
    safety.register(app)
    https.register(app)
    bodies.register(app)
    guessing.register(app)
    errors.register(app)
    for subject in (assets, templating, seats, api, rules, photo, host, importing, review):
        subject.register(app)
    cli.register(app)
    # form_addresses last: it answers for forms of all the others. A blueprint may stand in several modules.
    for pages in dict.fromkeys(room.pages for room in (*ROOMS, form_addresses)):
        app.register_blueprint(pages)
    app.teardown_appcontext(_close_connection)
    return app


def _defaults() -> dict[str, Any]:
    """Return the configuration of a house that says nothing else, in its environment or to `create_app`."""
    return {
        "DATABASE": os.environ.get("DONUT_DATABASE") or str(TOP / "instance" / "companion.db"),
        "MAX_CONTENT_LENGTH": bodies.LARGEST_FORM,
        "MAX_FORM_MEMORY_SIZE": bodies.LARGEST_FORM,
        "MAX_FORM_PARTS": 100,
        "HOST": os.environ.get("HOST", ""),
        "HOSTS": os.environ.get("DONUT_HOSTS", ""),
        "LANGUAGE": os.environ.get("DONUT_LANGUAGE", ""),
        "PATIENCE": 5.0,
        "TRANSLATIONS": TRANSLATIONS,
    }


def _add_services(app: Flask) -> None:
    database = app.config["DATABASE"]
    app.extensions["home"] = Path(app.instance_path) if is_server(database) else Path(database).absolute().parent
    store = app.extensions["store"] = open_store(app.config["DATABASE"], app.config["PATIENCE"])
    feed = Feed(shared=store.people if store.shared else None)
    play = app.extensions["play"] = Play(load_sets(), feed, own=store.editions)
    with suppress(Unavailable):  # a database that is not there yet: what it has is read when it is
        play.refresh_editions(first=True)
    app.extensions["presence"] = store.presence
    seats = app.extensions["seats"] = Seats(store.open, feed, store.presence, store.takeovers)
    watch = app.extensions["watch"] = Watch(store.open, play, store.sightings)
    others = Others(play, seats, watch)
    app.before_request(lambda: store.follow(others.hear))
    app.extensions["reader"] = Reader(store.samples)
    app.extensions["limits"] = limits_of_environment()
    addresses = app.extensions["addresses"] = AddressWatch()
    app.before_request(lambda: addresses.arrive(request.remote_addr or ""))


def _close_connection(error: BaseException | None) -> None:
    connection = g.pop("connection", None)
    if connection is not None:
        connection.close()
