"""The pages of a photo: take one, correct its reading, confirm it. A photo proposes, a person confirms."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode
from zlib import crc32

from flask import Blueprint, Flask, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from companion.photos.reading import RETRY_AFTER, Busy, NoReader, missing_packages
from companion.photos.tallying import tally
from companion.refusals import Refusal, Unavailable
from companion.store.pending import FLAT, NoPendingPhoto, PendingPhoto, Purpose
from companion.store.store import Store
from companion.store.tallies import Counted
from companion.tables.play import NoSuchTable
from companion.web import phones, services
from companion.web.addresses import typed
from companion.web.bodies import takes
from companion.web.errors import page as refused_page
from companion.web.errors import status_of
from companion.web.guards import guessing
from companion.web.guards.limits import one_photo
from companion.web.photo.confirmation import apply_confirmation, repeat_confirmation
from companion.web.photo.draft import read_photo_draft
from companion.web.photo.labels import LABELS, unreadable_message
from companion.web.photo.overlay import PhotoOverlay
from companion.web.photo.purposes import (
    edition_addresses,
    edition_of,
    is_large,
    purpose_of,
    readable_editions,
    retake_address,
    return_address,
)
from companion.web.photo.summary import summarize
from companion.web.photo.uploads import (
    SIZES,
    Corners,
    decode_pending,
    decode_upload,
    pending_photos,
    read_corners,
    read_pending,
    reader,
)
from companion.web.templating import stands_at
from companion.words import Message
from companion.words.photo import BUSY, NO_READER
from vision.values import Reading, UnreadablePhoto

pages = Blueprint("photo", __name__, url_prefix="/photo")

LARGEST = 20 * 1024 * 1024  # bytes of an upload: without script a phone sends its picture as it took it
NOT_RETURNED = ("for", "code", "case", "sel", "start")  # parameters left out of a return address: the photo sets them
KEPT_BY_BROWSER = "private, max-age=600"


def register(app: Flask) -> None:
    """Remove old pending photos at every request; answer where a photo or the reader is missing."""
    store: Store = app.extensions["store"]
    app.before_request(store.pending.remove_old)
    app.register_error_handler(NoPendingPhoto, _photo_gone)
    app.register_error_handler(NoReader, _no_reader)
    app.register_error_handler(Busy, _busy)


def own_photo(token: str) -> PendingPhoto:
    """Return the pending photo, if this phone took it. Raises NoDraft."""
    pending = pending_photos().find(token, phones.phone_id())
    code = pending.purpose.code  # the table may have another one since the photo was taken
    return replace(pending, purpose=replace(pending.purpose, code=services.code_now(code))) if code else pending


def _ways_on(may_send: bool = True) -> list[tuple[str, str]]:
    """Return the ways on from an error, as addresses with labels: to the photo, to another one, to where it was for."""
    _, ways, purpose = services.words().gettext, list[tuple[str, str]](), None
    try:
        pending = own_photo(str((request.view_args or {}).get("token", "")))
        ways.append((url_for("photo.show", token=pending.token), _("Back to the photo")))
        purpose = pending.purpose
    except NoPendingPhoto:
        with suppress(HTTPException):
            purpose = _purpose_named()
    if purpose is not None:
        ways += [(retake_address(purpose), _("Take another picture"))] if may_send else []
        ways.append((return_address(purpose), _("Back")))
    return ways


def _purpose_named() -> Purpose | None:
    """Return the purpose in the address or the form; None for a table that does not exist."""
    try:
        return purpose_of(request.values, request.values.get("back", ""))
    except NoSuchTable as error:
        guessing.missed(*error.args)
        return None


def _photo_gone(error: NoPendingPhoto) -> Response:
    _ = services.words().gettext
    return refused_page(
        404,
        Message(
            _("This photo is no longer here."), _("It was recorded, thrown away, or left unused for half an hour.")
        ),
        _ways_on(),
    )


def _no_reader(error: NoReader) -> Response:
    words = services.words()
    sentence = words.text(NO_READER.sentence, missing=", ".join(error.missing))
    return refused_page(501, Message(sentence, words.text(NO_READER.hint)), _ways_on(may_send=False))


def _busy(error: Busy) -> Response:
    words = services.words()
    response = refused_page(503, Message(words.text(BUSY.sentence), words.text(BUSY.hint)), _ways_on())
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


@pages.get("")
def take() -> AnyResponse | str:
    """Take a picture or choose one. Raises NoReader."""
    if not request.args:  # the form's address after an upload: only its hidden fields held the purpose
        return redirect(phones.place(request.path) or url_for("lobby.home"), 303)
    if missing := missing_packages():
        raise NoReader(missing)
    back = urlencode([pair for pair in parse_qsl(request.query_string.decode(), True) if pair[0] not in NOT_RETURNED])
    purpose = purpose_of(request.args, back)
    phones.phone_id()
    return render_template(
        "photo/take.html",
        purpose=purpose,
        retake=retake_address(purpose),
        back=return_address(purpose),
        large=is_large(purpose),
        editions=edition_addresses(purpose),
    )


@pages.post("")
@takes(LARGEST)
def send() -> AnyResponse:
    """Read an uploaded picture; it then waits for its confirmation. Raises Busy, NoReader, Unavailable."""
    if missing := missing_packages():
        raise NoReader(missing)
    purpose = purpose_of(request.form, request.form.get("back", ""))
    files = [file for file in request.files.getlist("photo") if file.filename]
    try:
        with one_photo(), reader().exclusive():  # only now is the upload loaded into memory
            pending = _keep_and_read(purpose, files[0].read() if files else b"")
    except UnreadablePhoto as error:
        stands_at(retake_address(purpose))
        page = _render_unreadable(purpose, error.reason)
        return make_response(page, 422)
    return redirect(url_for("photo.show", token=pending.token), 303)


def _keep_and_read(purpose: Purpose, data: bytes) -> PendingPhoto:
    """Return a new pending photo with its reading. Raises UnreadablePhoto, Busy, NoReader, Unavailable."""
    picture, jpeg = decode_upload(data)
    high, wide = picture.pixels.shape[:2]
    pending = pending_photos().add(phones.phone_id(), purpose, jpeg, (wide, high))
    try:
        return read_pending(pending, picture)
    except (Busy, NoReader, Unavailable):
        pending_photos().remove(pending)
        raise


@pages.get("/<token>")
def show(token: str) -> Response | str:
    """Show the reading with its draft."""
    return _render(own_photo(token))


def _render_unreadable(purpose: Purpose, reason: str, pending: PendingPhoto | None = None) -> str:
    return render_template(
        "photo/unreadable.html",
        pending=pending,
        purpose=purpose,
        retake=retake_address(purpose),
        back=return_address(purpose),
        message=unreadable_message(reason),
    )


def _render(pending: PendingPhoto, refusal: Refusal | None = None) -> Response | str:
    purpose = pending.purpose
    if pending.reading is None:
        return _render_unreadable(purpose, pending.why, pending)
    edition = edition_of(purpose)
    draft = read_photo_draft(request.args, pending.reading, edition)
    path, target = url_for("photo.show", token=pending.token), url_for("photo.confirm", token=pending.token)
    summary = summarize(purpose, draft)
    if refusal:
        stands_at(draft.link(path))
    picture = _picture_address(pending.token, pending.reading)
    differences = [one.square for one in summary.differences]
    page = render_template(
        "photo/part.html" if services.htmx else "photo/reading.html",
        pending=pending,
        purpose=purpose,
        retake=retake_address(purpose),
        back=return_address(purpose),
        draft=draft,
        edition=edition,
        summary=summary,
        editions=readable_editions(purpose),
        overlay=PhotoOverlay(draft, picture, path, summary.row_column, summary.outlines, differences),
        link=lambda draft: draft.link(path),
        confirm_address=draft.link(target),
        **LABELS,
        refused=services.words().refusal(refusal, edition) if refusal else None,
    )
    response = make_response(page, status_of(refusal) if refusal else 200)
    response.headers["HX-Replace-Url"] = draft.link(path)
    return response


def _picture_address(token: str, reading: Reading) -> str:
    """Return the address of the rectified picture, another one for each reading, since browsers cache it."""
    checksum = crc32(reading.homography.tobytes() + "/".join(reading.case).encode())
    return url_for("photo.picture", token=token, which=FLAT, seen=f"{checksum:x}")


@pages.get("/<token>/<any(photo, flat):which>.jpg")
def picture(token: str, which: str) -> Response:
    """Send the photo, as it was taken or rectified, to the phone that took it."""
    size, pieces = pending_photos().pieces(own_photo(token), which)
    response = Response(pieces, mimetype="image/jpeg", headers={"Content-Length": str(size)})
    response.headers["Cache-Control"] = KEPT_BY_BROWSER
    return response


@pages.get("/<token>/corners")
def corners(token: str) -> str:
    """Outline a case the reader did not find: four corners tapped, and the number of donuts wide and high."""
    pending = own_photo(token)
    return _render_corners(pending, read_corners(pending, request.args))


def _render_corners(pending: PendingPhoto, corners: Corners) -> str:
    return render_template(
        "photo/corners.html",
        pending=pending,
        purpose=pending.purpose,
        back=return_address(pending.purpose),
        corners=corners,
        sizes=SIZES,
    )


@pages.post("/<token>/corners")
def read_within_corners(token: str) -> AnyResponse:
    """Read the photo again within the corners."""
    pending = own_photo(token)
    corners = read_corners(pending, request.form)
    if corners.frame is None:
        stands_at(typed(url_for("photo.corners", token=token), request.form.items()))
        return make_response(_render_corners(pending, corners), 422)
    with one_photo(), reader().exclusive():
        read_pending(pending, decode_pending(pending), corners.frame)
    return redirect(url_for("photo.show", token=token), 303)


@pages.post("/<token>/edition")
def edition(token: str) -> AnyResponse:
    """Read the photo again with another edition. Raises Busy, NoReader, Unavailable."""
    pending, name = own_photo(token), request.form.get("set", "")
    if name not in readable_editions(pending.purpose):
        abort(404)
    with one_photo(), reader().exclusive():
        read_pending(replace(pending, purpose=replace(pending.purpose, edition=name)), decode_pending(pending))
    return redirect(url_for("photo.show", token=token), 303)


@pages.post("/<token>/yes")
def confirm(token: str) -> AnyResponse | str:
    """Apply the confirmation of a photo; then the photo is removed."""
    try:
        pending = own_photo(token)
    except NoPendingPhoto:
        if target := repeat_confirmation(request.form):
            return redirect(target, 303)
        raise
    if pending.reading is None:
        return redirect(url_for("photo.show", token=token), 303)
    draft = read_photo_draft(request.args, pending.reading, edition_of(pending.purpose))
    try:
        target = apply_confirmation(pending, draft, request.form)
    except Refusal as refusal:
        return _render(pending, refusal)
    return redirect(target, 303)


@pages.post("/<token>/drop")
def drop(token: str) -> AnyResponse:
    """Throw a photo away."""
    pending = own_photo(token)
    if pending.reading is not None:
        tally(services.store().tallies, pending.purpose.edition, {Counted.REFUSED: 1})
    pending_photos().remove(pending)
    return redirect(return_address(pending.purpose), 303)
