"""My editions: name the donuts of a printed set, teach the app to see them, share the set by file."""

from __future__ import annotations

import json
import re
from contextlib import AbstractContextManager

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.donut_shop.parts import Edition
from companion.editions import load_sets
from companion.editions.own import (
    DonutRow,
    NoEdition,
    SetReason,
    brought,
    named,
    plays_with,
    write_set,
)
from companion.photos.reading import PATIENT
from companion.photos.sharing import MOST_BYTES, NotTaken, learn_shared, read_json, read_shared, shared
from companion.tables.play import now
from companion.web import phones, services
from companion.web.addresses import typed
from companion.web.bodies import LARGEST_PART, takes
from companion.web.photo.uploads import reader
from companion.web.templating import stands_at
from companion.words import Message
from companion.words.language import mark as _
from companion.words.photo import NOT_TAKEN

pages = Blueprint("editions", __name__, url_prefix="/sets")

MOST_ROWS = 10
MOST_OWN = 60  # editions
SHIPPED = frozenset(load_sets())
_SLUG = re.compile("[a-z0-9-]{1,40}")
WORDS = {
    SetReason.NO_NAME: Message(_("This edition has no name."), _("Give it one of letters or digits.")),
    SetReason.TAKEN: Message(_("There is an edition called “%(text)s” already."), _("Take another name.")),
    SetReason.TOO_FEW: Message(_("A set has two kinds of donuts or more."), _("Name them as they are printed.")),
    SetReason.UNSEEN: Message(
        _("The name of a donut holds a sign that no page can show."), _("Type it anew, in letters, signs and blanks.")
    ),
    SetReason.LETTERS: Message(
        _("The letter of “%(text)s” cannot be used."), _("Each has its own, A to Z but O, which stands for the holes.")
    ),
    SetReason.TOO_MANY: Message(
        _("A house keeps %(text)s editions of its own at most."),
        _("Remove one that no table plays with: its own page has a button for that, at the end."),
    ),
    SetReason.SHIPPED: Message(
        _("“%(text)s” came with the companion and stays."),
        _("Only editions that were named or brought can be removed."),
    ),
    SetReason.IN_USE: Message(
        _("“%(text)s” stays, for a table plays with it."),
        _("A table is told with its donuts. Ask whoever runs the companion to forget those tables first."),
    ),
    SetReason.FILE: Message(_("This file is no edition: %(text)s"), _("Choose the file the other house saved.")),
}


def keep_edition(edition: Edition) -> None:
    """Kept in its file, and known to every table from now on. Raises NoEdition where there is no room, Unavailable.

    Whoever made it of what there was holds `changing()` since then.
    """
    with changing():
        own = services.play().editions.keys() - SHIPPED
        if edition.name not in own and len(own) >= MOST_OWN:
            raise NoEdition(SetReason.TOO_MANY, str(MOST_OWN))
        services.store().editions.save(edition)
        services.play().editions = {**services.play().editions, edition.name: edition}


def changing() -> AbstractContextManager[object]:
    """While it is held nobody else changes the editions, and no table begins with one."""
    return services.play().editions_lock


def remove_edition(name: str) -> None:
    """Its file, and all that was taught of it. Raises NoEdition where it is needed, Unavailable."""
    if name in SHIPPED:
        raise NoEdition(SetReason.SHIPPED, name)
    connection = services.connection()
    with changing():
        if any(plays_with(record.header, name) for record in connection.tables(connection.codes())):
            raise NoEdition(SetReason.IN_USE, name)
        reader().learnt.forget(name)  # first: where that fails the edition stays, and can be removed again
        services.store().editions.remove(name)
        editions = services.play().editions
        services.play().editions = {other: one for other, one in editions.items() if other != name}
    phones.forget_cross(name)


def find(name: str) -> Edition:
    """Aborts where there is none of this name."""
    edition = services.play().editions.get(name)
    if not isinstance(edition, Edition):
        abort(404)
    return edition


@pages.get("")
def all_() -> str:
    """The editions of this house; `removed` names one that is no more."""
    removed = request.args.get("removed", "")
    return _list(removed=removed if _SLUG.fullmatch(removed) and removed not in services.play().editions else "")


def _set_in(data: bytes) -> str:
    """The text of a set: a file of its own, or inside of one with what was learnt."""
    text = data.decode("utf-8", "replace")
    if not text.lstrip().startswith("{"):
        return text
    try:
        said = read_json(data)
    except NotTaken:
        return ""
    return str(said.get("set", "")).encode("utf-8", "replace").decode()  # half a letter cannot be kept


def _said(no: NoEdition | None) -> Message | None:
    if no is None:
        return None
    words, said = services.words(), WORDS[no.reason]
    return Message(words.text(said.sentence, text=no.text), words.gettext(said.hint))


def _list(refused: Message | None = None, removed: str = "") -> str:
    if refused:
        stands_at(url_for("editions.all_"))
    editions = [services.play().editions[name] for name in sorted(services.play().editions)]
    return render_template("editions/list.html", editions=editions, refused=refused, removed=removed)


@pages.get("/new")
def new() -> str:
    """The donuts of another printed set: names, rough colours, letters."""
    return _named(request.args)


def _named(form: MultiDict[str, str], no: NoEdition | None = None) -> str:
    given = [DonutRow(*row) for row in zip(*(form.getlist(word) for word in DonutRow._fields), strict=False)]
    classic = [DonutRow(letter, donut.name, donut.colour) for letter, donut in find("classic").donuts.items()]
    rows = [*(given or classic), *[DonutRow("", "", "#c9a27a")] * MOST_ROWS][:MOST_ROWS]
    return render_template("editions/new.html", name=form.get("edition", ""), rows=rows, refused=_said(no))


@pages.post("")
def name() -> AnyResponse | tuple[str, int]:
    """An edition as it was typed; next its cross is shown."""
    form = request.form
    rows = [DonutRow(*row) for row in zip(*(form.getlist(word) for word in DonutRow._fields), strict=False)]
    try:
        with changing():
            taken = {*services.play().editions, *services.store().editions.names()}  # a broken one is not replaced
            edition = named(form.get("edition", ""), rows[:MOST_ROWS], taken)
            keep_edition(edition)
    except NoEdition as no:
        stands_at(typed(url_for("editions.new"), form.items(multi=True)))
        return _named(form, no), 422
    return redirect(url_for("editions.edition", name=edition.name), 303)


@pages.post("/bring")
@takes(MOST_BYTES + LARGEST_PART)
def bring() -> AnyResponse | tuple[str, int]:
    """An edition from a file somebody shares. Raises NoReader where photos come with it and none can be looked at."""
    file = request.files.get("file")
    try:
        with reader().turn(PATIENT):  # only now is what was sent taken into memory
            edition = _bring(file.read() if file else b"")
    except NoEdition as no:
        return _list(_said(no)), 422
    except NotTaken as not_taken:
        words, said = services.words(), NOT_TAKEN[not_taken.reason]
        return _list(Message(words.gettext(said.sentence), words.gettext(said.hint))), 422
    return redirect(url_for("editions.edition", name=edition.name), 303)


def _bring(data: bytes) -> Edition:
    """The edition in a file kept, with what comes with it. Raises NoEdition, NotTaken; then nothing was changed."""
    text = _set_in(data)
    found = brought(text, services.play().editions)
    more = read_shared(data, found) if data.lstrip().startswith(b"{") else None
    with changing():
        edition = brought(text, services.play().editions)  # it may have got its cross meanwhile
        if edition.name not in SHIPPED:
            keep_edition(edition)
        if more is not None:
            learn_shared(reader().learnt, more, now())
    return edition


@pages.get("/<name>")
def edition(name: str) -> str:
    """One edition: its donuts, its cross, what the app has learnt of it."""
    return _edition(name)


def _edition(name: str, no: NoEdition | None = None) -> str:
    found, photos = find(name), reader().learnt.photos(name)
    if no:
        stands_at(url_for("editions.edition", name=name))
    squares, own = sum(photo.squares for photo in photos), name not in SHIPPED
    said = {"photos": photos, "squares": squares, "refused": _said(no)}
    return render_template("editions/edition.html", edition=found, own=own, **said)


@pages.post("/<name>/remove")
def remove(name: str) -> AnyResponse | tuple[str, int]:
    """An own edition goes, where no table plays with it."""
    try:
        remove_edition(find(name).name)
    except NoEdition as no:
        return _edition(name, no), 422
    return redirect(url_for("editions.all_", removed=name), 303)


@pages.post("/<name>/undo")
def undo(name: str) -> AnyResponse:
    """What was learnt from a photo is forgotten; of all photos, where none is named."""
    photo = request.form.get("photo", "")
    if photo in {one.photo for one in reader().learnt.photos(find(name).name)}:
        reader().learnt.undo(name, photo)
    elif not photo:
        reader().learnt.forget(name)
    return redirect(url_for("editions.edition", name=name), 303)


@pages.get("/<name>.json")
def file(name: str) -> Response:
    """The set and what was learnt of it as one file, to be shared."""
    found = find(name)
    with reader().turn(PATIENT):  # the largest is 16 MB, and unpacked some times that
        said = {**json.loads(shared(reader().learnt, found.name)), "set": write_set(found)}
        text = json.dumps(said, ensure_ascii=False)
    response = Response(text, mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response
