"""Applies a person's confirmation of a photo: records its lines, hands over its drawing, and keeps its samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import parse_qsl

from flask import current_app, url_for
from werkzeug.datastructures import MultiDict

from companion.donut_shop.parts import UNKNOWN
from companion.editions.own import is_cross, with_cross
from companion.photos.reading import LEARNING_TIMEOUT
from companion.photos.tallying import note_photographed, tally
from companion.store.pending import PHOTO, PendingPhoto, Purpose
from companion.store.samples import photo_id
from companion.store.tallies import Counted
from companion.tables.clock import now
from companion.web import phones, services
from companion.web.addresses import address, short, typed
from companion.web.lobby.editions import SHIPPED, changing, keep_edition
from companion.web.photo.draft import PhotoDraft
from companion.web.photo.purposes import JUDGE, START, TABLE, TEACH, edition_of, purpose_of, return_address
from companion.web.photo.uploads import decode_pending, pending_photos, reader
from companion.web.table.views import lines_of, seen_of


def apply_confirmation(pending: PendingPhoto, draft: PhotoDraft, form: MultiDict[str, str]) -> str:
    """Apply a confirmation; return the address to go to. Raises Refusal; then the photo stays."""
    purpose = pending.purpose
    if purpose.what == TEACH:
        target = _teach(pending, draft, form)
        learn(pending, draft)
    else:
        target = _record(purpose, form) if purpose.what == TABLE else _drawing_address(purpose, draft.case().rows())
        if form.get("learn"):
            _try_to_learn(pending, draft)
    if form.get("more"):  # one command holds only so many lines: the rest follows, its new tiles numbered again
        return draft.without_choices(draft.way).link(url_for("photo.show", token=pending.token))
    tally(services.store().tallies, purpose.edition, _counts(pending, draft, form))
    pending_photos().remove(pending)
    return target


def _counts(pending: PendingPhoto, draft: PhotoDraft, form: MultiDict[str, str]) -> dict[Counted, int]:
    """Return what a confirmed photo adds to its edition's tallies."""
    if pending.reading is None:
        return {}
    mended = [at for at, letter in draft.corrections.items() if replace(draft, corrections={}).letter(at) != letter]
    counts = {
        Counted.PHOTOS: 1,
        Counted.SQUARES: len(pending.reading.guesses),
        Counted.DOUBTED: len(pending.reading.doubts),
    }
    counts[Counted.MENDED] = len(mended)
    if pending.purpose.what == TABLE and lines_of(form):
        counts |= {Counted.TURNS: 1, Counted.CHANGED: int(bool(draft.way or mended))}
    return counts


def repeat_confirmation(form: MultiDict[str, str]) -> str:
    """Apply a confirmation whose photo is gone, since its answer was lost or it came too late; return the address.

    Lines are recorded unless they were before. Empty where the form does not name the purpose. Raises Refusal.
    """
    if not form.get("code") and not form.get("for"):
        return ""
    purpose = purpose_of(form, form.get("back", ""))
    if purpose.what == TABLE:
        return _record(purpose, form)
    return _drawing_address(purpose, form.get("case", "").split("/"))


def learn(pending: PendingPhoto, draft: PhotoDraft) -> None:
    """Keep samples for the edition: of corrected squares; of a photo taken to teach also of all without a doubt."""
    if pending.reading is None:
        return
    wide, high = draft.size
    squares = {(x, y) for y in range(high) for x in range(wide)}
    if pending.purpose.what == TEACH:
        certain = squares.difference(draft.doubts())
    else:
        certain = squares.intersection(draft.corrections)
    rows = ["".join(draft.letter((x, y)) if (x, y) in certain else UNKNOWN for x in range(wide)) for y in range(high)]
    with reader().exclusive(LEARNING_TIMEOUT):
        samples = reader().make_samples(decode_pending(pending), pending.reading, rows)
    if samples:
        with changing():
            name = edition_of(pending.purpose).name  # it may have been removed meanwhile; then nothing is learnt
            reader().store.add(name, photo_id(pending_photos().picture(pending, PHOTO)), samples, now())


def _try_to_learn(pending: PendingPhoto, draft: PhotoDraft) -> None:
    """Learn, but only log a failure: the lines are recorded already."""
    try:
        learn(pending, draft)
    except Exception:
        current_app.logger.exception("Nothing was learnt from a photo.")


def _record(purpose: Purpose, form: MultiDict[str, str]) -> str:
    """Record the form's lines at the table; return its address. Raises Refusal."""
    code, lines = purpose.code, lines_of(form)
    if lines:
        before = services.public(code)
        snapshot = services.enter(code, seen_of(form), lines)
        note_photographed(services.store().tallies, before, snapshot)
        phones.remember(code)
        if form.get("cross"):
            phones.remember_cross(snapshot.table.state.edition.name, snapshot.table.state.case.rows())
    return url_for("table.table", code=code)


def _teach(pending: PendingPhoto, draft: PhotoDraft, form: MultiDict[str, str]) -> str:
    """Keep the cross, where this is one, in the edition's own file and on this phone; return the edition's address."""
    rows, name = draft.case().rows(), pending.purpose.edition
    if form.get("cross") and is_cross(rows):
        phones.remember_cross(name, rows)
        if name not in SHIPPED:
            with changing():
                keep_edition(with_cross(edition_of(pending.purpose), rows))
    return url_for("editions.edition", name=name)


def _drawing_address(purpose: Purpose, rows: Sequence[str]) -> str:
    """Return the address of the page the photo was taken for, with the drawing in it."""
    pairs = parse_qsl(purpose.back, keep_blank_values=True)  # rows of fields are read by position
    if purpose.what == JUDGE:
        query = {**dict(pairs), "ask": "draw", "case": short(rows), "set": purpose.edition}
        return address(url_for("judge.shop"), query)
    if purpose.what == START:
        others = [pair for pair in pairs if pair[0] not in ("start", "set")]
        path = url_for("lobby.new", name="donut-shop")
        return typed(path, [*others, ("set", purpose.edition), ("start", "/".join(rows))])
    return return_address(purpose)
