"""The command `flask --app app watch`: a camera over the table proposes what was done, on every phone at the table."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from typing import NoReturn, cast

import click
from flask import current_app
from flask.cli import with_appcontext

from companion.commands.house import report_refusals
from companion.donut_shop.parts import UNKNOWN
from companion.donut_shop.state import Level, ShopState
from companion.photos.camera import NoCamera, pictures
from companion.photos.offers import make_offer
from companion.photos.reading import Reader, missing_packages
from companion.photos.watched import WatchedTable
from companion.store.sightings import Sighting
from companion.store.store import Store
from companion.tables.play import Play
from companion.tables.snapshot import Snapshot
from companion.words import Words
from companion.words.language import mark as _
from companion.words.photo import NO_READER, UNREADABLE

TROUBLES = {
    "hand": _("A hand or something else covers the case."),
    "other-case": _("This does not look like the case of this table. Is all of it in the picture?"),
    "unclear": _("Something is new there, but it is not clear yet."),
}


@click.command("watch")
@click.option("--camera", default="0", show_default=True, help="A camera’s number, an address, or a film’s file.")
@click.argument("code")
@with_appcontext
@report_refusals()
def watch_command(code: str, camera: str) -> None:
    """Watch table CODE through a camera: what was laid or boxed is proposed on every phone at it.

    A person confirms; no picture is kept. It ends with Ctrl-C, with the game, or with the film.
    """
    words = Words()
    if missing := missing_packages():
        _fail(f"{words.text(NO_READER.sentence, missing=', '.join(missing))} {words.text(NO_READER.hint)}", 2)
    store, play = cast(Store, current_app.extensions["store"]), cast(Play, current_app.extensions["play"])
    watched = WatchedTable(code.upper(), store, play, cast(Reader, current_app.extensions["reader"]), _teller(words))
    if why := _why_not(watched.table(0)):
        _fail(words.gettext(why))
    import cv2

    cv2.setNumThreads(1)  # the other processors are for whatever else this machine does
    try:
        seen = pictures(camera, lambda: click.echo(words.text(_("No picture from the camera; trying again."))))
    except NoCamera:
        _fail(words.text(_("There is no camera or film %(camera)s."), camera=camera))
    click.echo(words.text(_("Watching table %(code)s; Ctrl-C ends it."), code=watched.code))
    with closing(watched), suppress(KeyboardInterrupt):
        for picture in seen:
            if watched.table(picture.time).table.over:
                break
            watched.see(picture.time, picture.pixels)


def _why_not(snapshot: Snapshot) -> str:
    """Return why a camera over this table is of no use; empty where it is."""
    state = snapshot.table.state
    if not isinstance(state, ShopState) or state.level == Level.BANK:
        return _("This table does not follow the case, so a camera cannot help.")
    if snapshot.dealt:
        return _("The app deals at this table, so there is nothing for a camera to see.")
    if UNKNOWN in state.case.open.values():
        return _("Enter the starting cross first, by taps or from a photo.")
    return ""


def _teller(words: Words) -> Callable[[Snapshot, Sighting | str], None]:
    """Return what prints what was seen, or why nothing is."""

    def tell(table: Snapshot, what: Sighting | str) -> None:
        if isinstance(what, str):
            click.echo(words.gettext(TROUBLES.get(what) or UNREADABLE[what].sentence))
            return
        turn = make_offer(table.table, table.tag, what)
        if turn is not None and turn.pay is not None:
            click.echo(words.text(_("Proposed: %(line)s"), line=turn.pay.text))
        elif turn is not None and turn.box is not None:
            click.echo(words.text(_("Proposed: a box %(size)s of %(seat)s"), size=what.box, seat=turn.seat))
        elif turn is not None:
            click.echo(words.text(_("Proposed with a question: %(seat)s’s tile"), seat=turn.seat))

    return tell


def _fail(sentence: str, status: int = 1) -> NoReturn:
    click.echo(sentence, err=True)
    raise SystemExit(status)


ALL = (watch_command,)
