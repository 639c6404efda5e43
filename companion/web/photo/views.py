"""Photos of a case: take one, look at what was read, mend it, say yes. A photo proposes, a person confirms."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode
from zlib import crc32

from flask import Blueprint, Flask, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from companion.photos.reading import RETRY_AFTER, Busy, NoReader, missing
from companion.refusals import Refusal, Unavailable
from companion.store.pending import FLAT, NoPendingPhoto, PendingPhoto, Purpose
from companion.store.store import Store
from companion.tables.play import NoSuchTable
from companion.web import phones, services
from companion.web.addresses import typed
from companion.web.bodies import takes
from companion.web.errors import page as refused_page
from companion.web.errors import status_of
from companion.web.photo.confirmation import done, said_again
from companion.web.photo.draft import read_photo_draft
from companion.web.photo.goals import (
    again,
    back_to,
    context,
    edition_of,
    is_large,
    may_be_read_with,
    other_editions,
    purpose_of,
)
from companion.web.photo.labels import WORDS, why_not
from companion.web.photo.overlay import Drawing
from companion.web.photo.uploads import SIZES, Corners, drafts, frame_of, look_at, picture_of, reader, received
from companion.web.templating import stands_at
from companion.words import Message
from companion.words.photo import BUSY, NO_READER
from vision.values import NotRead, Reading

pages = Blueprint("photo", __name__, url_prefix="/photo")

LARGEST = 20 * 1024 * 1024  # bytes sent: without script a phone sends its picture as it took it
NOT_KEPT = ("for", "code", "case", "sel", "start")  # of the address a photo is asked for on: a photo says it anew
KEPT_BY_BROWSER = "private, max-age=600"


def register(app: Flask) -> None:
    """Remove old pending photos at every request; answer where a photo or the reader is missing."""
    store: Store = app.extensions["store"]
    app.before_request(store.pending.remove_old)
    app.register_error_handler(NoPendingPhoto, _gone)
    app.register_error_handler(NoReader, _no_reader)
    app.register_error_handler(Busy, _busy)


def mine(token: str) -> PendingPhoto:
    """The draft, if this phone took it. Raises NoPendingPhoto."""
    return drafts().find(token, phones.phone_id())


def _ways(may_send: bool = True) -> list[tuple[str, str]]:
    """Where to go on from a refusal: to the photo it is about, to another one, to where it was asked for."""
    _, ways, purpose = services.words().gettext, list[tuple[str, str]](), None
    try:
        draft = mine(str((request.view_args or {}).get("token", "")))
        ways.append((url_for("photo.show", token=draft.token), _("Back to the photo")))
        purpose = draft.purpose
    except NoPendingPhoto:
        with suppress(HTTPException, NoSuchTable):
            purpose = purpose_of(request.values, request.values.get("back", ""))
    if purpose is not None:
        ways += [(again(purpose), _("Take another picture"))] if may_send else []
        ways.append((back_to(purpose), _("Back to where it was for")))
    return ways


def _gone(error: NoPendingPhoto) -> Response:
    _ = services.words().gettext
    return refused_page(
        404,
        Message(
            _("This photo is no longer here."), _("It was said yes to, thrown away, or lay here for half an hour.")
        ),
        _ways(),
    )


def _no_reader(error: NoReader) -> Response:
    words = services.words()
    sentence = words.text(NO_READER.sentence, missing=", ".join(error.missing))
    return refused_page(501, Message(sentence, words.text(NO_READER.hint)), _ways(may_send=False))


def _busy(error: Busy) -> Response:
    words = services.words()
    response = refused_page(503, Message(words.text(BUSY.sentence), words.text(BUSY.hint)), _ways())
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


@pages.get("")
def take() -> AnyResponse | str:
    """Take a picture or choose one. Raises NoReader."""
    if not request.args:  # where a picture was sent to by a page that says in its form alone what it is for
        return redirect(phones.place(request.path) or url_for("lobby.home"), 303)
    if lacking := missing():
        raise NoReader(lacking)
    back = urlencode([pair for pair in parse_qsl(request.query_string.decode(), True) if pair[0] not in NOT_KEPT])
    purpose = purpose_of(request.args, back)
    phones.phone_id()
    return render_template(
        "photo/take.html",
        purpose=purpose,
        again=again(purpose),
        back=back_to(purpose),
        large=is_large(purpose),
        editions=other_editions(purpose),
    )


@pages.post("")
@takes(LARGEST)
def send() -> AnyResponse:
    """A picture sent: read, it waits under a token for its yes. Raises Busy, NoReader, Unavailable."""
    if lacking := missing():
        raise NoReader(lacking)
    purpose = purpose_of(request.form, request.form.get("back", ""))
    files = [file for file in request.files.getlist("photo") if file.filename]
    try:
        with reader().turn():  # only now is what was sent taken into memory
            draft = _looked_at(purpose, files[0].read() if files else b"")
    except NotRead as error:
        ways = {"purpose": purpose, "again": again(purpose), "back": back_to(purpose)}
        stands_at(again(purpose))
        return make_response(render_template("photo/refused.html", **ways, draft=None, said=why_not(error.reason)), 422)
    return redirect(url_for("photo.show", token=draft.token), 303)


def _looked_at(purpose: Purpose, sent: bytes) -> PendingPhoto:
    """A new draft of what was sent, with what is read in it. Raises NotRead, Busy, NoReader, Unavailable."""
    picture, jpeg = received(sent)
    high, wide = picture.pixels.shape[:2]
    draft = drafts().add(phones.phone_id(), purpose, jpeg, (wide, high))
    try:
        return look_at(draft, picture)
    except (Busy, NoReader, Unavailable):
        drafts().remove(draft)
        raise


@pages.get("/<token>")
def show(token: str) -> Response | str:
    """What was read, with what is said about it so far."""
    return _shown(mine(token))


def _shown(draft: PendingPhoto, refusal: Refusal | None = None) -> Response | str:
    purpose = draft.purpose
    ways = {"draft": draft, "purpose": purpose, "again": again(purpose), "back": back_to(purpose)}
    if draft.reading is None:
        return render_template("photo/refused.html", **ways, said=why_not(draft.why))
    edition = edition_of(purpose)
    ask = read_photo_draft(request.args, draft.reading, edition)
    path, yes = url_for("photo.show", token=draft.token), url_for("photo.yes", token=draft.token)
    goal = context(purpose, ask)
    if refusal:
        stands_at(ask.link(path))
    flat, differs = _flat(draft.token, draft.reading), [one[0] for one in goal.others]
    drawing = Drawing(ask, flat, path, goal.row_column, goal.outlines, differs)
    partial = bool(services.htmx)
    page = render_template(
        "photo/part.html" if partial else "photo/read.html",
        **ways,
        ask=ask,
        edition=edition,
        goal=goal,
        editions=may_be_read_with(purpose),
        drawing=drawing,
        to=lambda ask: ask.link(path),
        say_yes=ask.link(yes),
        **WORDS,
        refused=services.words().refusal(refusal, edition) if refusal else None,
    )
    response = make_response(page, status_of(refusal) if refusal else 200)
    response.headers["HX-Replace-Url"] = ask.link(path)
    return response


def _flat(token: str, reading: Reading) -> str:
    """Where the straightened picture stands: read anew between other corners it is another one."""
    seen = crc32(reading.plane.tobytes() + "/".join(reading.case).encode())
    return url_for("photo.picture", token=token, which=FLAT, seen=f"{seen:x}")


@pages.get("/<token>/<any(photo, flat):which>.jpg")
def picture(token: str, which: str) -> Response:
    """The photo as it was taken, or straightened; for the phone that took it."""
    size, pieces = drafts().pieces(mine(token), which)
    response = Response(pieces, mimetype="image/jpeg", headers={"Content-Length": str(size)})
    response.headers["Cache-Control"] = KEPT_BY_BROWSER
    return response


@pages.get("/<token>/corners")
def corners(token: str) -> str:
    """The rescue: four corners tapped, and how many donuts wide and high the rectangle between them is."""
    draft = mine(token)
    return _cornered(draft, frame_of(draft, request.args))


def _cornered(draft: PendingPhoto, corners: Corners) -> str:
    return render_template(
        "photo/corners.html",
        draft=draft,
        purpose=draft.purpose,
        back=back_to(draft.purpose),
        corners=corners,
        sizes=SIZES,
    )


@pages.post("/<token>/corners")
def framed(token: str) -> AnyResponse:
    """The picture read anew inside the corners."""
    draft = mine(token)
    corners = frame_of(draft, request.form)
    if corners.frame is None:
        stands_at(typed(url_for("photo.corners", token=token), request.form.items()))
        return make_response(_cornered(draft, corners), 422)
    with reader().turn():
        look_at(draft, picture_of(draft), corners.frame)
    return redirect(url_for("photo.show", token=token), 303)


@pages.post("/<token>/edition")
def edition(token: str) -> AnyResponse:
    """The picture read anew as one of another edition. Raises Busy, NoReader, Unavailable."""
    draft, name = mine(token), request.form.get("set", "")
    if name not in may_be_read_with(draft.purpose):
        abort(404)
    with reader().turn():
        look_at(replace(draft, purpose=replace(draft.purpose, edition=name)), picture_of(draft))
    return redirect(url_for("photo.show", token=token), 303)


@pages.post("/<token>/yes")
def yes(token: str) -> AnyResponse | str:
    """What was read is so: told to the table, drawn for the judge, learnt. Then the photo goes."""
    try:
        draft = mine(token)
    except NoPendingPhoto:
        if where := said_again(request.form):
            return redirect(where, 303)
        raise
    if draft.reading is None:
        return redirect(url_for("photo.show", token=token), 303)
    ask = read_photo_draft(request.args, draft.reading, edition_of(draft.purpose))
    try:
        where = done(draft, ask, request.form)
    except Refusal as refusal:
        return _shown(draft, refusal)
    return redirect(where, 303)


@pages.post("/<token>/drop")
def drop(token: str) -> AnyResponse:
    """Thrown away."""
    draft = mine(token)
    drafts().remove(draft)
    return redirect(back_to(draft.purpose), 303)
