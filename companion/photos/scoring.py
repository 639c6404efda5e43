"""Scores how a folder of photos is read against their truth: a host's own photos with their cases.

A folder holds `set.toml`, the edition, and beside each NAME.jpg its NAME.case, the drawing. Where they are known:
NAME.before.case and NAME.turn, the case one turn earlier and what was done since, and NAME.json, whose `hidden` and
`unreadable` squares are not scored. The first photo teaches the edition for the others, if that is wanted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from companion.donut_shop.case import Case, read_rows
from companion.donut_shop.parts import Edition, Square
from companion.photos.reading import Reader
from vision.values import Reading, Sample, UnreadablePhoto

PHOTOS = (".jpg", ".jpeg", ".png", ".webp", ".heic")


@dataclass(slots=True)
class Score:
    """Sums over photos. `silent`: squares wrong without a doubt; `false`: turns proposed that were not the turn."""

    photos: int = 0
    unreadable: int = 0
    squares: int = 0
    right: int = 0
    silent: int = 0
    doubted: int = 0
    perfect: int = 0
    turns: int = 0
    turns_right: int = 0
    turns_false: int = 0

    def __iadd__(self, other: Score) -> Score:
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))
        return self


@dataclass(frozen=True, slots=True)
class ScoredPhoto:
    """One photo: its score, and the reason where it could not be read."""

    name: str
    score: Score
    refused: str = ""


def photos_in(folder: Path) -> list[Path]:
    """Return the photos of a folder that have their case beside them, by name."""
    found = sorted(path for path in folder.iterdir() if path.suffix.lower() in PHOTOS)
    return [path for path in found if path.with_suffix(".case").is_file()]


def score_folder(reader: Reader, folder: Path, edition: Edition, taught: bool) -> Iterator[ScoredPhoto]:
    """Yield the score of each photo; where they are taught, the first teaches and is not scored.

    Raises OSError, UnicodeDecodeError, ValueError for a case or truth that cannot be read.
    """
    samples: Sequence[Sample] = reader.samples(edition)
    photos = photos_in(folder)
    if taught and photos:
        first, *photos = photos
        samples = [*samples, *_lesson(first, edition, samples)]
    for path in photos:
        yield _scored(path, edition, samples)


def _rows(path: Path) -> list[str]:
    return path.read_text("utf-8").split()


def _lesson(path: Path, edition: Edition, samples: Sequence[Sample]) -> Sequence[Sample]:
    """Return what a photo with its case teaches; nothing where it cannot be read."""
    from vision.alignment import align_drawing
    from vision.photo import decode
    from vision.reader import read
    from vision.sampling import make_samples

    try:
        picture = decode(path.read_bytes())
        reading = read(picture, edition, samples)
    except UnreadablePhoto:
        return ()
    placed = align_drawing(reading, _rows(path.with_suffix(".case")))
    return make_samples(picture, reading, placed) if placed else ()


def _scored(path: Path, edition: Edition, samples: Sequence[Sample]) -> ScoredPhoto:
    from vision.photo import decode
    from vision.reader import analyse, assign_letters

    truth = read_rows(_rows(path.with_suffix(".case")))
    try:
        analysis = analyse(decode(path.read_bytes()))
    except UnreadablePhoto as error:
        return ScoredPhoto(path.name, Score(photos=1, unreadable=1, squares=len(truth)), str(error.reason))
    score = compared(assign_letters(analysis, edition, samples), truth, _hidden(path))
    before, turn = path.with_suffix(".before.case"), path.with_suffix(".turn")
    if before.is_file() and turn.is_file():
        from vision.reconciliation import read_known_case, reconcile, turn_text

        known = read_rows(_rows(before))
        reading, alignment = read_known_case(analysis, edition, samples, known)
        clear = reconcile(reading, known, alignment).turn if alignment else None
        proposed = turn_text(clear) if clear else ""
        right = proposed == turn.read_text("utf-8").strip()
        score += Score(turns=1, turns_right=int(right), turns_false=int(bool(proposed) and not right))
    return ScoredPhoto(path.name, score)


def _hidden(path: Path) -> set[Square]:
    """Return the squares that nobody could read: covered by a hand, or burnt by light."""
    truth = path.with_suffix(".json")
    if not truth.is_file():
        return set()
    data = json.loads(truth.read_text("utf-8"))
    pairs = [key.split(",") for key in [*data.get("hidden", ()), *data.get("unreadable", ())]]
    return {(int(x), int(y)) for x, y in pairs}


def compared(reading: Reading, truth: Case, hidden: set[Square]) -> Score:
    """Return the score of a reading, turned and shifted as it agrees best: a photo shows neither turn nor origin."""
    from vision.alignment import Alignment, turn

    read = read_rows(reading.case)
    letters = {square: truth.letter(square) for square in truth.squares()}
    best, hits = Alignment(0, (0, 0)), -1
    for quarters in range(4):
        votes: dict[Square, int] = {}
        for square in read.squares():
            x, y = turn(square, quarters)
            for (a, b), letter in letters.items():
                if letter == read.letter(square):
                    votes[a - x, b - y] = votes.get((a - x, b - y), 0) + 1
        for shift, count in votes.items():
            if count > hits:
                best, hits = Alignment(quarters, shift), count
    placed = {best.to_known(square): read.letter(square) for square in read.squares()}
    doubts = {best.to_known(square) for square in reading.doubts}
    wrong = {one for one in {*letters, *placed} if letters.get(one) != placed.get(one)} - hidden
    seen = set(letters) - hidden
    right = sum(letters[one] == placed.get(one) for one in seen)
    return Score(
        photos=1,
        squares=len(seen),
        right=max(0, right - len(set(placed) - set(letters))),
        silent=len(wrong - doubts),
        doubted=len(doubts),
        perfect=int(not wrong),
    )
