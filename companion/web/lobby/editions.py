"""The pages of editions: name the donuts of a printed set, teach the app to read them, share the set as a file."""

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
from companion.photos.reading import LEARNING_TIMEOUT
from companion.photos.sharing import (
    MOST_BYTES,
    SharedFileRefused,
    export_samples,
    import_samples,
    read_json,
    read_shared_file,
)
from companion.store.tallies import Counted
from companion.tables.clock import now
from companion.web import phones, services
from companion.web.addresses import typed
from companion.web.bodies import LARGEST_PART, takes
from companion.web.photo.uploads import reader
from companion.web.templating import stands_at
from companion.words import Message
from companion.words.language import mark as _
from companion.words.photo import SHARED_FILE_REFUSED

pages = Blueprint("editions", __name__, url_prefix="/sets")

MOST_ROWS = 10
MOST_OWN = 60  # editions
SHIPPED = frozenset(load_sets())
_SLUG = re.compile("[a-z0-9-]{1,40}")
MESSAGES = {
    SetReason.NO_NAME: Message(_("This edition has no name."), _("Use letters or digits.")),
    SetReason.TAKEN: Message(_("There is an edition called “%(text)s” already."), _("Take another name.")),
    SetReason.TOO_FEW: Message(
        _("An edition needs at least two kinds of donuts."), _("Name them as they are printed.")
    ),
    SetReason.UNSEEN: Message(
        _("The name of a donut holds a sign that no page can show."), _("Type it again, in letters, signs and spaces.")
    ),
    SetReason.LETTERS: Message(
        _("The letter of “%(text)s” cannot be used."), _("Each needs its own letter, A to Z; O stands for the holes.")
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
        _("Its tables need its donuts. Ask whoever runs the companion to forget those tables first."),
    ),
    SetReason.FILE: Message(_("This file is no edition: %(text)s"), _("Choose the file the other house saved.")),
}


def keep_edition(edition: Edition) -> None:
    """Keep an edition in its file and make it known to every table. Raises NoEdition if there is no room, Unavailable.

    A caller that derives it from the present editions holds `changing()` meanwhile.
    """
    with changing():
        own = services.play().editions.keys() - SHIPPED
        if edition.name not in own and len(own) >= MOST_OWN:
            raise NoEdition(SetReason.TOO_MANY, str(MOST_OWN))
        services.store().editions.save(edition)
        services.play().editions = {**services.play().editions, edition.name: edition}


def changing() -> AbstractContextManager[object]:
    """Return the lock that keeps others from changing editions and from starting a table with one."""
    return services.play().editions_lock


def remove_edition(name: str) -> None:
    """Remove an edition's file and its samples. Raises NoEdition where it is in use or shipped, Unavailable."""
    if name in SHIPPED:
        raise NoEdition(SetReason.SHIPPED, name)
    connection = services.connection()
    with changing():
        if any(plays_with(record.header, name) for record in connection.tables(connection.codes())):
            raise NoEdition(SetReason.IN_USE, name)
        services.store().tallies.forget(name)
        reader().store.forget(name)  # first: where that fails the edition stays, and can be removed again
        services.store().editions.remove(name)
        editions = services.play().editions
        services.play().editions = {other: one for other, one in editions.items() if other != name}
    phones.forget_cross(name)


def edition_of(name: str) -> Edition:
    """Return the edition of this name; aborts where there is none."""
    edition = services.play().editions.get(name)
    if not isinstance(edition, Edition):
        abort(404)
    return edition


@pages.get("")
def index() -> str:
    """List the editions of this house; the parameter `removed` names one that was removed."""
    removed = request.args.get("removed", "")
    return _render_list(removed=removed if _SLUG.fullmatch(removed) and removed not in services.play().editions else "")


def _set_text(data: bytes) -> str:
    """Return the text of a set: a file of its own, or a part of one with samples."""
    text = data.decode("utf-8", "replace")
    if not text.lstrip().startswith("{"):
        return text
    try:
        content = read_json(data)
    except SharedFileRefused:
        return ""
    return str(content.get("set", "")).encode("utf-8", "replace").decode()  # a lone surrogate cannot be stored


def _message(no: NoEdition | None) -> Message | None:
    if no is None:
        return None
    words, message = services.words(), MESSAGES[no.reason]
    return Message(words.text(message.sentence, text=no.text), words.gettext(message.hint))


def _render_list(refused: Message | None = None, removed: str = "") -> str:
    if refused:
        stands_at(url_for("editions.index"))
    editions = [services.play().editions[name] for name in sorted(services.play().editions)]
    return render_template("editions/list.html", editions=editions, refused=refused, removed=removed)


@pages.get("/new")
def new() -> str:
    """Ask for the donuts of another printed set: names, rough colours, letters."""
    return _render_new(request.args)


def _render_new(form: MultiDict[str, str], no: NoEdition | None = None) -> str:
    given = [DonutRow(*row) for row in zip(*(form.getlist(word) for word in DonutRow._fields), strict=False)]
    classic = [DonutRow(letter, donut.name, donut.colour) for letter, donut in edition_of("classic").donuts.items()]
    rows = [*(given or classic), *[DonutRow("", "", "#c9a27a")] * MOST_ROWS][:MOST_ROWS]
    return render_template("editions/new.html", name=form.get("edition", ""), rows=rows, refused=_message(no))


@pages.post("")
def name() -> AnyResponse | tuple[str, int]:
    """Keep an edition as it was typed; next its cross is shown."""
    form = request.form
    rows = [DonutRow(*row) for row in zip(*(form.getlist(word) for word in DonutRow._fields), strict=False)]
    try:
        with changing():
            taken = {*services.play().editions, *services.store().editions.names()}  # a broken one is not replaced
            edition = named(form.get("edition", ""), rows[:MOST_ROWS], taken)
            keep_edition(edition)
    except NoEdition as no:
        stands_at(typed(url_for("editions.new"), form.items(multi=True)))
        return _render_new(form, no), 422
    return redirect(url_for("editions.edition", name=edition.name), 303)


@pages.post("/import")
@takes(MOST_BYTES + LARGEST_PART)
def import_edition() -> AnyResponse | tuple[str, int]:
    """Import an edition from a shared file. Raises NoReader where its photos cannot be checked."""
    file = request.files.get("file")
    try:
        with reader().exclusive(LEARNING_TIMEOUT):  # only now is the upload loaded into memory
            edition = _import_edition(file.read() if file else b"")
    except NoEdition as no:
        return _render_list(_message(no)), 422
    except SharedFileRefused as refusal:
        words, message = services.words(), SHARED_FILE_REFUSED[refusal.reason]
        return _render_list(Message(words.gettext(message.sentence), words.gettext(message.hint))), 422
    return redirect(url_for("editions.edition", name=edition.name), 303)


def _import_edition(data: bytes) -> Edition:
    """Keep the edition in a file, with its samples. Raises NoEdition, SharedFileRefused; then nothing was changed."""
    text = _set_text(data)
    found = brought(text, services.play().editions)
    samples = read_shared_file(data, found) if data.lstrip().startswith(b"{") else None
    with changing():
        edition = brought(text, services.play().editions)  # it may have got its cross meanwhile
        if edition.name not in SHIPPED:
            keep_edition(edition)
        if samples is not None:
            import_samples(reader().store, samples, now())
    return edition


@pages.get("/<name>")
def edition(name: str) -> str:
    """Show an edition: its donuts, its cross, what the app has learnt of it."""
    return _render_edition(name)


def _render_edition(name: str, no: NoEdition | None = None) -> str:
    found, photos = edition_of(name), reader().store.photos(name)
    if no:
        stands_at(url_for("editions.edition", name=name))
    squares, counted = sum(photo.squares for photo in photos), services.store().tallies.of(name)
    return render_template(
        "editions/edition.html",
        edition=found,
        own=name not in SHIPPED,
        photos=photos,
        squares=squares,
        tallies=dict.fromkeys(map(str, Counted), 0) | counted if counted else {},
        refused=_message(no),
    )


@pages.post("/<name>/remove")
def remove(name: str) -> AnyResponse | tuple[str, int]:
    """Remove an own edition, where no table plays with it."""
    try:
        remove_edition(edition_of(name).name)
    except NoEdition as no:
        return _render_edition(name, no), 422
    return redirect(url_for("editions.index", removed=name), 303)


@pages.post("/<name>/undo")
def undo(name: str) -> AnyResponse:
    """Forget what was learnt from a photo, or from all where none is named."""
    photo = request.form.get("photo", "")
    if photo in {one.photo for one in reader().store.photos(edition_of(name).name)}:
        reader().store.undo(name, photo)
    elif not photo:
        reader().store.forget(name)
    return redirect(url_for("editions.edition", name=name), 303)


@pages.get("/<name>.json")
def file(name: str) -> Response:
    """Send the set and its samples as one file, to be shared."""
    found = edition_of(name)
    with reader().exclusive(LEARNING_TIMEOUT):  # the largest is 16 MB, and takes several times that in memory
        content = {**json.loads(export_samples(reader().store, found.name)), "set": write_set(found)}
        text = json.dumps(content, ensure_ascii=False)
    response = Response(text, mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response
