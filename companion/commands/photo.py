"""`flask --app app photo`: read photos of a case, and teach what an edition looks like."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, cast

import click
from flask import current_app
from flask.cli import with_appcontext

from companion.commands.house import report_refusals
from companion.donut_shop.case import Case
from companion.donut_shop.parts import Edition
from companion.donut_shop.setup import read_picture
from companion.editions import BadSet, read_set
from companion.kernel.reasons import Unread
from companion.photos.reading import CORNERS, Reader, missing, reading_json
from companion.refusals import Malformed
from companion.store.samples import photo_id
from companion.tables.play import Play, now
from companion.tables.transcript_file import open_text
from companion.words import Words
from companion.words.language import mark as _
from companion.words.photo import DOUBTS, NO_READER, WHY_NOT
from vision.values import Frame, NotRead, Picture, Reading, Sample

MOST_WIDE = 100  # donuts


@click.group("photo")
def photo_group() -> None:
    """Read photos of a case."""


@photo_group.command("read")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a photo, each on one line.")
@click.option("--set", "name", default="classic", show_default=True, help="An edition’s name, or its file.")
@click.option("--example", "examples", multiple=True, metavar="PHOTO:CASE", help="Teach for this run only.")
@click.option("--known", "known", multiple=True, metavar="PHOTO:CASE", help="The case before, for that photo.")
@click.option("--corners", nargs=CORNERS, metavar="X,Y…", help="Four outer corners of a rectangle of donuts.")
@click.option("--size", metavar="WxH", help="How many donuts wide and high it is.")
@click.option("--time", "timed", is_flag=True, help="Also how long one full-size decode takes.")
@click.argument("photos", nargs=-1, required=True)
@with_appcontext
@report_refusals()
def read_command(
    as_json: bool,
    name: str,
    examples: Sequence[str],
    known: Sequence[str],
    corners: Sequence[str] | None,
    size: str | None,
    timed: bool,
    photos: Sequence[str],
) -> None:
    """Read each PHOTO: what lies in the case, what is doubtful, and with the case before what was done since."""
    _need_reader()
    edition = _edition(name)
    frame = _frame(corners, size)
    cases = {Path(photo).absolute(): _case(case, edition) for photo, case in map(_pair, known)}
    samples = list(_reader().taught(edition))
    for example in examples:
        samples += _samples(example, edition, samples)
    for photo in photos:
        told = _read(photo, edition, samples, cases.get(Path(photo).absolute()), frame, timed)
        click.echo(json.dumps(told, ensure_ascii=False).encode() if as_json else _printed(told, _words()))


@photo_group.command("teach")
@click.option("--set", "name", required=True, help="An edition’s name.")
@click.argument("examples", nargs=-1, required=True, metavar="PHOTO:CASE…")
@with_appcontext
@report_refusals()
def teach_command(name: str, examples: Sequence[str]) -> None:
    """Keep what each PHOTO shows of an edition’s donuts; CASE is its drawing. Exits with 1 if one teaches nothing."""
    _need_reader()
    edition = _edition(name)
    learnt, empty = _reader().learnt, False
    for example in examples:
        photo, samples = _pair(example)[0], _samples(example, edition, _reader().taught(edition))
        if samples:
            learnt.add(edition.name, photo_id(_bytes(photo)), samples, now())
            click.echo(_words().text(_("Learnt from %(photo)s: %(count)d squares"), photo=photo, count=len(samples)))
        empty = empty or not samples
    if empty:
        raise SystemExit(1)


def _read(
    photo: str, edition: Edition, samples: Sequence[Sample], known: Case | None, frame: Frame | None, timed: bool
) -> dict[str, Any]:
    """What one photo says, as `--json` prints it."""
    from vision.photo import decode
    from vision.reader import look
    from vision.reconcile import read_on, reconcile, turn_text, with_known

    data = _bytes(photo)
    start, turn = time.perf_counter(), None
    try:
        reading, lie = read_on(look(decode(data), frame), edition, samples, known)
        if known is not None and lie is not None:
            found = reconcile(reading, known, lie)
            turn = turn_text(found.proposals[0]) if found.proposals else None
            reading = with_known(reading, known, lie)
        told = reading_json(photo, reading)
    except NotRead as error:
        told = reading_json(photo, error.reason)
    spent = {"ms": round((time.perf_counter() - start) * 1000, 1)}
    decoding = {"decode_ms": round(_decoded(data), 1)} if timed else {}
    return {**told, "turn": turn, **spent, **decoding}


def _decoded(data: bytes) -> float:
    """Milliseconds of one full-size decode."""
    import cv2
    import numpy

    start = time.perf_counter()
    if data:
        cv2.imdecode(numpy.frombuffer(data, numpy.uint8), cv2.IMREAD_COLOR)
    return (time.perf_counter() - start) * 1000


def _samples(example: str, edition: Edition, known: Sequence[Sample]) -> Sequence[Sample]:
    """What an example teaches; a sentence on standard error and nothing where it cannot be read."""
    from vision.photo import decode
    from vision.reader import read
    from vision.reconcile import aligned
    from vision.teaching import samples

    photo, case = _pair(example)
    rows = _case(case, edition).rows()
    try:
        picture: Picture = decode(_bytes(photo))
        reading: Reading = read(picture, edition, known)
    except NotRead as error:
        said = WHY_NOT[error.reason]
        _warn(f"{photo}: {_words().text(said.sentence)} {_words().text(said.hint)}")
        return ()
    placed = aligned(reading, rows)
    if placed is None:
        _warn(_words().text(_("%(photo)s: the drawn case does not fit what is read there."), photo=photo))
        return ()
    return samples(picture, reading, placed)


def _printed(told: Mapping[str, Any], words: Words) -> str:
    """One photo for people."""
    if told["refused"]:
        said = WHY_NOT[told["refused"]]
        return f"{told['photo']}: {words.text(said.sentence)} {words.text(said.hint)}"
    doubts = [f"{at}: {words.text(DOUBTS[why].sentence)}" for at, why in told["why"].items()]
    turn = [told["turn"]] if told["turn"] else []
    return "\n".join([f"{told['photo']}:", *told["case"], *turn, *doubts])


def _edition(name: str) -> Edition:
    """An edition by its name, or from a set’s file. Raises Malformed, Refused."""
    editions = cast(Play, current_app.extensions["play"]).editions
    found = editions.get(name.casefold())
    if isinstance(found, Edition):
        return found
    if not name.endswith(".toml"):
        raise Malformed(Unread.SET, text=name)
    try:
        return read_set(open_text(name))
    except BadSet as error:
        _fail(f"{name}: {error}")


def _case(file: str, edition: Edition) -> Case:
    """A case from a drawing in a file. Raises Malformed, Illegal, Refused."""
    return read_picture("/".join(open_text(file).split()), edition)


def _pair(text: str) -> tuple[str, str]:
    """`PHOTO:CASE`; either name may hold colons where both files are there."""
    cuts = [(text[:at], text[at + 1 :]) for at, letter in enumerate(text) if letter == ":"]
    if not cuts:
        _fail(_words().text(_("%(text)s is not PHOTO:CASE."), text=text))
    return next((cut for cut in cuts if all(Path(name).is_file() for name in cut)), cuts[-1])


def _frame(corners: Sequence[str] | None, size: str | None) -> Frame | None:
    """The rectangle told by hand."""
    if not corners and not size:
        return None
    try:
        wide, high = (int(number) for number in (size or "").lower().split("x"))
        pairs = [tuple(float(number) for number in corner.split(",")) for corner in corners or ()]
        frame = Frame(tuple((x, y) for x, y in pairs), wide, high)
    except ValueError:
        frame = Frame((), 0, 0)
    if len(frame.corners) != CORNERS or not (1 <= frame.width <= MOST_WIDE and 1 <= frame.height <= MOST_WIDE):
        _fail(_words().text(_("Say four corners and a size: --corners 10,10 900,12 890,700 14,710 --size 6x4")))
    return frame


def _bytes(photo: str) -> bytes:
    """A photo’s bytes; none where it cannot be opened, which is no picture either; not much more than is read."""
    from vision.photo import MOST_BYTES

    try:
        with open(photo, "rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        return b""


def _need_reader() -> None:
    """Ends with a sentence and exit status 2 where photos cannot be read on this machine."""
    if lacking := missing():
        _warn(_words().text(NO_READER.sentence, missing=", ".join(lacking)) + " " + _words().text(NO_READER.hint))
        raise SystemExit(2)


def _reader() -> Reader:
    return cast(Reader, current_app.extensions["reader"])


def _words() -> Words:
    return Words(current_app.config["LANGUAGE"])


def _warn(sentence: str) -> None:
    click.echo(sentence, err=True)


def _fail(sentence: str) -> NoReturn:
    _warn(sentence)
    raise SystemExit(1)


ALL = (photo_group,)
