"""A yes to a photo: its lines are told, its drawing goes where it was asked for, and what it taught is kept."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import parse_qsl

from flask import current_app, url_for
from werkzeug.datastructures import MultiDict

from companion.donut_shop.parts import UNKNOWN
from companion.editions.own import is_cross, with_cross
from companion.photos.reading import PATIENT
from companion.store.pending import PHOTO, PendingPhoto, Purpose
from companion.store.samples import photo_id
from companion.tables.play import Command, now
from companion.web import phones, services
from companion.web.addresses import address, short, typed
from companion.web.lobby.editions import SHIPPED, changing, keep_edition
from companion.web.photo.draft import PhotoDraft
from companion.web.photo.goals import JUDGE, START, TABLE, TEACH, back_to, edition_of, purpose_of
from companion.web.photo.uploads import drafts, picture_of, reader
from companion.web.table.views import lines_of, seen_of


def done(draft: PendingPhoto, ask: PhotoDraft, form: MultiDict[str, str]) -> str:
    """What a yes changes, and where it leads. Raises Refusal; then the photo stays."""
    what = draft.purpose.what
    if what == TEACH:
        where = _taught(draft, ask, form)
        learn(draft, ask)
    else:
        where = _told(draft.purpose, form) if what == TABLE else _drawn(draft.purpose, ask.case().rows())
        if form.get("learn"):
            _learn_besides(draft, ask)
    if form.get("more"):  # one command holds only so many lines: the rest follows, its new tiles numbered anew
        return ask.unwished(ask.way).link(url_for("photo.show", token=draft.token))
    drafts().remove(draft)
    return where


def said_again(form: MultiDict[str, str]) -> str:
    """Where a yes leads whose photo is gone: its answer was lost on the way, or it came too late.

    Lines are told where they were not yet. Empty where it does not say what the photo was for. Raises Refusal.
    """
    if not form.get("code") and not form.get("for"):
        return ""
    purpose = purpose_of(form, form.get("back", ""))
    return _told(purpose, form) if purpose.what == TABLE else _drawn(purpose, form.get("case", "").split("/"))


def learn(draft: PendingPhoto, ask: PhotoDraft) -> None:
    """What the edition learns: what somebody mended; of a photo taken to teach it also what nobody doubts."""
    if draft.reading is None:
        return
    wide, high = ask.size
    squares = {(x, y) for y in range(high) for x in range(wide)}
    sure = squares.difference(ask.doubts()) if draft.purpose.what == TEACH else squares.intersection(ask.mends)
    rows = ["".join(ask.letter((x, y)) if (x, y) in sure else UNKNOWN for x in range(wide)) for y in range(high)]
    with reader().turn(PATIENT):
        taught = reader().lessons(picture_of(draft), draft.reading, rows)
    if taught:
        with changing():
            name = edition_of(draft.purpose).name  # it may have been removed meanwhile; then nothing is learnt of it
            reader().learnt.add(name, photo_id(drafts().picture(draft, PHOTO)), taught, now())


def _learn_besides(draft: PendingPhoto, ask: PhotoDraft) -> None:
    """As `learn`; where that fails the log says so, and what was told stands all the same."""
    try:
        learn(draft, ask)
    except Exception:
        current_app.logger.exception("Nothing was learnt from a photo.")


def _told(purpose: Purpose, form: MultiDict[str, str]) -> str:
    """The lines told to the table."""
    code, lines = purpose.code, lines_of(form)
    if lines:
        snapshot = services.play().play(services.connection(), Command(code, *seen_of(form), lines, phones.phone_id()))
        phones.remember(code)
        if form.get("cross"):
            phones.remember_cross(snapshot.table.state.edition.name, snapshot.table.state.case.rows())
    return url_for("table.table", code=code)


def _taught(draft: PendingPhoto, ask: PhotoDraft, form: MultiDict[str, str]) -> str:
    """What the edition learnt: its cross, where this is one, in its own file and on this phone."""
    rows, name = ask.case().rows(), draft.purpose.edition
    if form.get("cross") and is_cross(rows):
        phones.remember_cross(name, rows)
        if name not in SHIPPED:
            with changing():
                keep_edition(with_cross(edition_of(draft.purpose), rows))
    return url_for("editions.edition", name=name)


def _drawn(purpose: Purpose, rows: Sequence[str]) -> str:
    """The drawing handed to the page the photo was taken for."""
    pairs = parse_qsl(purpose.back, keep_blank_values=True)  # rows of fields are read by place
    if purpose.what == JUDGE:
        said = {**dict(pairs), "ask": "draw", "case": short(rows), "set": purpose.edition}
        return address(url_for("judge.shop"), said)
    if purpose.what == START:
        kept = [pair for pair in pairs if pair[0] not in ("start", "set")]
        path = url_for("lobby.new", name="donut-shop")
        return typed(path, [*kept, ("set", purpose.edition), ("start", "/".join(rows))])
    return back_to(purpose)
