"""The commands of `flask --app app photo`: read photos of a case, and teach what an edition looks like."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn, cast

import click
from flask import current_app
from flask.cli import with_appcontext

from companion.commands.house import report_refusals
from companion.donut_shop.case import Case
from companion.donut_shop.parts import Edition
from companion.donut_shop.setup import read_picture
from companion.editions import BadSet, read_set
from companion.kernel.reasons import Unread
from companion.photos.reading import CORNERS, Reader, ReadingJson, missing_packages, reading_json
from companion.photos.scoring import Score, photos_in, score_folder
from companion.refusals import Malformed
from companion.store.samples import photo_id
from companion.tables.clock import now
from companion.tables.play import Play
from companion.tables.transcript_file import open_text
from companion.words import Words
from companion.words.language import mark as _
from companion.words.photo import DOUBTS, NO_READER, UNREADABLE
from vision.values import Frame, Picture, Reading, Sample, UnreadablePhoto

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
    samples = list(_reader().samples(edition))
    for example in examples:
        samples += _samples(example, edition, samples)
    for photo in photos:
        result = _read(photo, edition, samples, cases.get(Path(photo).absolute()), frame, timed)
        click.echo(json.dumps(result, ensure_ascii=False).encode() if as_json else _text(result, _words()))


class PhotoResult(ReadingJson):
    """A reading as `--json` prints it."""

    turn: str | None
    ms: float


class TimedPhotoResult(PhotoResult):
    """The same with the milliseconds of one full-size decode."""

    decode_ms: float


@photo_group.command("teach")
@click.option("--set", "name", required=True, help="An edition’s name.")
@click.argument("examples", nargs=-1, required=True, metavar="PHOTO:CASE…")
@with_appcontext
@report_refusals()
def teach_command(name: str, examples: Sequence[str]) -> None:
    """Keep what each PHOTO shows of an edition’s donuts; CASE is its drawing. Exits with 1 if one teaches nothing."""
    _need_reader()
    edition = _edition(name)
    store, empty = _reader().store, False
    for example in examples:
        photo, samples = _pair(example)[0], _samples(example, edition, _reader().samples(edition))
        if samples:
            store.add(edition.name, photo_id(_bytes(photo)), samples, now())
            click.echo(_words().text(_("Learnt from %(photo)s: %(count)d squares"), photo=photo, count=len(samples)))
        empty = empty or not samples
    if empty:
        raise SystemExit(1)


@photo_group.command("score")
@click.option("--set", "name", default="", help="An edition’s name or file, instead of the folder’s set.toml.")
@click.option("--untaught", is_flag=True, help="Do not let the first photo teach.")
@click.option("--json", "as_json", is_flag=True, help="The sums as one JSON object on one line.")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@with_appcontext
@report_refusals()
def score_command(name: str, untaught: bool, as_json: bool, folder: Path) -> None:
    """Score how the photos in FOLDER are read, each NAME.jpg against the case drawn in NAME.case beside it."""
    _need_reader()
    edition = _edition(name or str(folder / "set.toml"))
    if len(photos_in(folder)) <= (not untaught):
        _fail(_words().text(_("%(folder)s has no photos with a case beside them to score."), folder=folder))
    total = Score()
    try:
        for one in score_folder(_reader(), folder, edition, not untaught):
            total += one.score
            if not as_json:
                click.echo(f"{one.name}: {one.refused or _score_text(one.score)}")
    except (OSError, ValueError) as error:
        _fail(_words().text(_("The cases noted for these photos cannot be read: %(problem)s"), problem=error))
    click.echo(json.dumps(asdict(total)) if as_json else f"{folder.name}: {_score_text(total)}")


def _score_text(score: Score) -> str:
    """Return a score in words."""
    words, whole = _words(), max(1, score.squares)
    said = words.text(
        _("right %(right)s of %(squares)s, wrong and not asked about %(silent)s, asked about %(doubted)s"),
        right=f"{score.right} ({score.right / whole:.1%})",
        squares=score.squares,
        silent=f"{score.silent} ({score.silent / whole:.2%})",
        doubted=f"{score.doubted} ({score.doubted / whole:.1%})",
    )
    turns = words.text(
        _("; turns right %(right)s of %(turns)s, false %(false)s"),
        right=score.turns_right,
        turns=score.turns,
        false=score.turns_false,
    )
    return said + (turns if score.turns else "")


def _read(
    photo: str, edition: Edition, samples: Sequence[Sample], known: Case | None, frame: Frame | None, timed: bool
) -> PhotoResult:
    """Read one photo."""
    from vision.photo import decode
    from vision.reader import analyse
    from vision.reconciliation import read_known_case, reconcile, settle_doubts, turn_text

    data = _bytes(photo)
    start, turn = time.perf_counter(), None
    try:
        reading, alignment = read_known_case(analyse(decode(data), frame), edition, samples, known)
        if known is not None and alignment is not None:
            clear = reconcile(reading, known, alignment).turn
            turn = turn_text(clear) if clear else None
            reading = settle_doubts(reading, known, alignment)
        json_ = reading_json(photo, reading)
    except UnreadablePhoto as error:
        json_ = reading_json(photo, error.reason)
    result: PhotoResult = {**json_, "turn": turn, "ms": round((time.perf_counter() - start) * 1000, 1)}
    return TimedPhotoResult(**result, decode_ms=round(_decoding_time(data), 1)) if timed else result


def _decoding_time(data: bytes) -> float:
    """Return the milliseconds of one full-size decode."""
    import cv2
    import numpy

    start = time.perf_counter()
    if data:
        cv2.imdecode(numpy.frombuffer(data, numpy.uint8), cv2.IMREAD_COLOR)
    return (time.perf_counter() - start) * 1000


def _samples(example: str, edition: Edition, known: Sequence[Sample]) -> Sequence[Sample]:
    """Return the samples of an example; where it cannot be read, none and a sentence on standard error."""
    from vision.alignment import align_drawing
    from vision.photo import decode
    from vision.reader import read
    from vision.sampling import make_samples

    photo, case = _pair(example)
    rows = _case(case, edition).rows()
    try:
        picture: Picture = decode(_bytes(photo))
        reading: Reading = read(picture, edition, known)
    except UnreadablePhoto as error:
        message = UNREADABLE[error.reason]
        _warn(f"{photo}: {_words().text(message.sentence)} {_words().text(message.hint)}")
        return ()
    placed = align_drawing(reading, rows)
    if placed is None:
        _warn(_words().text(_("%(photo)s: the drawn case does not fit what is read there."), photo=photo))
        return ()
    return make_samples(picture, reading, placed)


def _text(result: PhotoResult, words: Words) -> str:
    """Return a result for people."""
    if result["refused"]:
        message = UNREADABLE[result["refused"]]
        return f"{result['photo']}: {words.text(message.sentence)} {words.text(message.hint)}"
    doubts = [f"{at}: {words.text(DOUBTS[doubt].sentence)}" for at, doubt in result["why"].items()]
    turn = [result["turn"]] if result["turn"] else []
    return "\n".join([f"{result['photo']}:", *(result["case"] or ()), *turn, *doubts])


def _edition(name: str) -> Edition:
    """Return an edition by its name, or from a set’s file. Raises Malformed, Refused."""
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
    """Return the case drawn in a file. Raises Malformed, Illegal, Refused."""
    return read_picture("/".join(open_text(file).split()), edition)


def _pair(text: str) -> tuple[str, str]:
    """Split `PHOTO:CASE`; either name may contain colons where both files exist."""
    pairs = [(text[:at], text[at + 1 :]) for at, letter in enumerate(text) if letter == ":"]
    if not pairs:
        _fail(_words().text(_("%(text)s is not PHOTO:CASE."), text=text))
    return next((pair for pair in pairs if all(Path(name).is_file() for name in pair)), pairs[-1])


def _frame(corners: Sequence[str] | None, size: str | None) -> Frame | None:
    """Return the frame of the options, if they are given."""
    if not corners and not size:
        return None
    try:
        wide, high = (int(number) for number in (size or "").lower().split("x"))
        points = [tuple(float(number) for number in corner.split(",")) for corner in corners or ()]
        frame = Frame(tuple((x, y) for x, y in points), wide, high)
    except ValueError:
        frame = Frame((), 0, 0)
    if len(frame.corners) != CORNERS or not (1 <= frame.width <= MOST_WIDE and 1 <= frame.height <= MOST_WIDE):
        _fail(_words().text(_("Say four corners and a size: --corners 10,10 900,12 890,700 14,710 --size 6x4")))
    return frame


def _bytes(photo: str) -> bytes:
    """Return a photo’s bytes, at most one more than is allowed; none where it cannot be opened."""
    from vision.photo import MOST_BYTES

    try:
        with open(photo, "rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        return b""


def _need_reader() -> None:
    """Exit with a sentence and status 2 where photos cannot be read on this machine."""
    if missing := missing_packages():
        _warn(_words().text(NO_READER.sentence, missing=", ".join(missing)) + " " + _words().text(NO_READER.hint))
        raise SystemExit(2)


def _reader() -> Reader:
    return cast(Reader, current_app.extensions["reader"])


def _words() -> Words:
    return Words()


def _warn(sentence: str) -> None:
    click.echo(sentence, err=True)


def _fail(sentence: str) -> NoReturn:
    _warn(sentence)
    raise SystemExit(1)


ALL = (photo_group,)
