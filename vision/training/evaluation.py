"""Evaluates the reader on folders of photographs with their truth: mistakes by stage, and the time each stage takes.

A folder holds NAME.jpg, NAME.case and NAME.json (where each donut is) beside a set.toml; `make_edition_folders` writes
such folders.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from companion.donut_shop.case import EMPTY, read_rows
from companion.donut_shop.parts import Edition, Square
from companion.editions import read_set
from vision import alignment, photo, reader, sampling
from vision.doubts import confusion
from vision.homography import project
from vision.values import Reading, Sample, UnreadablePhoto

T = TypeVar("T")
STEPS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995, 1.0)  # probabilities between which the table counts
KINDS = ("presence", "type", "sprinkles", "holes", "box", "unreadable", "lattice wrong")


class Mistake(NamedTuple):
    """A wrong square: the true and the read letter, its probability, and its doubt (empty for none)."""

    true: str
    read: str
    probability: float
    doubt: str


def turned(squares: dict[Square, T], quarters: int) -> dict[Square, T]:
    """Return everything on squares after quarter turns."""
    return {alignment.turn(square, quarters): value for square, value in squares.items()}


def align(truth: dict[Square, str], read: dict[Square, str]) -> tuple[int, int, int]:
    """Return the quarter turns and shift of the reading that agree best with the truth."""
    best, hits = (0, 0, 0), 0
    for q in range(4):
        votes = Counter(
            (a - x, b - y) for (x, y), v in turned(read, q).items() for (a, b), w in truth.items() if v == w
        )
        for (dx, dy), n in votes.most_common(1):
            if n > hits:
                best, hits = (q, dx, dy), n
    return best


def mistake_kind(true: str, read: str) -> str:
    """Return which stage's question was answered wrong."""
    for letter, name in ((".", "presence"), ("#", "box"), ("O", "holes")):
        if letter in (true, read):
            return name
    return "type" if true.upper() != read.upper() else "sprinkles"


def count_mistakes(reading: Reading, truth: dict[Square, str], hidden: set[Square]) -> tuple[Counter, list[Mistake]]:
    """Return counts of squares (n, wrong, silent: wrong without a doubt, doubts, by kind), and the wrong squares."""
    read = dict(read_rows(reading.case).open) | dict.fromkeys(read_rows(reading.case).boxed, "#")
    q, dx, dy = align(truth, read)
    origins = {(x + dx, y + dy): s for (x, y), s in turned({s: s for s in reading.guesses}, q).items()}
    placed = {at: read[s] for at, s in origins.items() if s in read}
    wrong = {s for s in set(truth) | set(placed) if truth.get(s, ".") != placed.get(s, ".")} - hidden
    doubts = {(x + dx, y + dy) for (x, y) in turned(dict.fromkeys(reading.doubts, 1), q)}
    count = Counter(
        {"n": len(set(truth) - hidden), "wrong": len(wrong), "silent": len(wrong - doubts), "doubts": len(doubts)}
    )
    count["photos"], count["perfect"] = 1, int(not wrong)
    mistakes = []
    for square in sorted(wrong):
        true, letter = truth.get(square, "."), placed.get(square, ".")
        count[mistake_kind(true, letter)] += 1
        origin = origins.get(square, (-99, 0))
        guesses = reading.guesses.get(origin, ((letter, 0.0),))
        mistakes.append(Mistake(true, letter, guesses[0][1], str(reading.doubts.get(origin, ""))))
    return count, mistakes


def read_truth(path: Path) -> tuple[dict[Square, str], set[Square]]:
    """Return the letters of a photo by square, and the squares that are hidden or unreadable."""
    rows = path.with_suffix(".case").read_text().split()
    data = json.loads(path.with_suffix(".json").read_text())
    hidden = {(int(x), int(y)) for x, y in (key.split(",") for key in data["hidden"] + data["unreadable"])}
    return {(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row) if c != "."}, hidden


def is_lattice_right(reading: Reading, path: Path) -> bool:
    """Return whether the true donuts are in the middle of squares of the reading."""
    data = json.loads(path.with_suffix(".json").read_text())
    if "pixels" not in data:
        return True
    squares = project(np.linalg.inv(reading.homography), np.array(list(data["pixels"].values())))
    return bool(np.median(np.abs(squares - np.floor(squares) - 0.5)) < 0.15)


def read_folder(folder: Path, with_samples: bool) -> Iterator[tuple[Path, Reading | UnreadablePhoto]]:
    """Yield the reading of each photo but the first, which gives the samples, or why there is none."""
    edition: Edition = read_set((folder / "set.toml").read_text())
    first, *rest = sorted(folder.glob("*.jpg"))
    samples: Sequence[Sample] = ()
    if with_samples:
        picture = photo.decode(first.read_bytes())
        reading = reader.read(picture, edition)
        rows = alignment.align_drawing(reading, first.with_suffix(".case").read_text().split())
        samples = sampling.make_samples(picture, reading, rows) if rows else ()
    for path in rest:
        try:
            yield path, reader.read(photo.decode(path.read_bytes()), edition, samples)
        except UnreadablePhoto as error:
            yield path, error


def evaluate_folder(
    folder: Path, with_samples: bool
) -> Iterator[tuple[str, Counter, list[Mistake], list[tuple[float, bool]]]]:
    """Yield of each photo but the first, which gives the samples: counts, mistakes, how sure and right squares are."""
    for path, reading in read_folder(folder, with_samples):
        truth, hidden = read_truth(path)
        if isinstance(reading, UnreadablePhoto):
            yield path.name, Counter({"n": len(truth), "unreadable": 1, "photos": 1, str(reading): 1}), [], []
            continue
        count, mistakes = count_mistakes(reading, truth, hidden)
        count["lattice wrong"] = int(not is_lattice_right(reading, path))
        count.update({f"ms {stage}": ms for stage, ms in reading.stages.items()})
        yield path.name, count, mistakes, [(sure, is_right) for _, sure, is_right in first_guesses(reading, path)]


def evaluate(folders: Sequence[Path], verbose: bool = False) -> None:
    """Print a line for each folder and one for all, without samples and with them."""
    for with_samples in (False, True):
        total: Counter = Counter()
        certainties: list[tuple[float, bool]] = []
        for folder in folders:
            count: Counter = Counter()
            for name, of_photo, mistakes, sure in evaluate_folder(folder, with_samples):
                count.update(of_photo)
                certainties += sure
                if verbose and (mistakes or of_photo["unreadable"]):
                    marks = [f"{w}>{g}:{p:.2f}{'?' if d else '!'}" for w, g, p, d in mistakes[:25]]
                    print(f"  {name}: {dict(of_photo)}"[:110], *marks)
            total.update(count)
            print_counts(folder.name, with_samples, count)
        print_counts("all", with_samples, total)
        print_table("how sure, and how right", certainties)


def print_table(title: str, pairs: Sequence[tuple[float, bool]]) -> None:
    """Print for each step of probability how many first guesses have it, and how many of them are right."""
    said, right = np.array([p for p, _ in pairs]), np.array([is_right for _, is_right in pairs])
    print(title)
    for low, high in pairwise(STEPS):
        inside = (said >= low) & (said < high if high < 1 else said <= 1)
        if inside.any():
            print(f"  {low:5.3f} to {high:5.3f}: {inside.sum():6d}, said {said[inside].mean():6.1%}", end="")
            print(f", right {right[inside].mean():6.1%}")


def first_guesses(reading: Reading, path: Path) -> Iterator[tuple[str, float, bool]]:
    """Yield reason, probability and truth of each first guess, but of squares nobody can read."""
    truth, hidden = read_truth(path)
    read = dict(read_rows(reading.case).open) | dict.fromkeys(read_rows(reading.case).boxed, "#")
    q, dx, dy = align(truth, read)
    for square, ranked in reading.guesses.items():
        [(x, y)] = turned({square: 1}, q)
        (letter, sure), *others = ranked
        if (x + dx, y + dy) not in hidden and square not in reading.washed_out:
            rival = others[0][0] if others else EMPTY
            yield str(confusion(letter, rival)), sure, truth.get((x + dx, y + dy), EMPTY) == letter


def print_counts(name: str, with_samples: bool, count: Counter) -> None:
    n = max(count["n"], 1)
    kinds = " ".join(f"{kind} {count[kind]}" for kind in KINDS if count[kind])
    ms = " ".join(f"{k[3:]} {v / max(count['photos'], 1):.0f}" for k, v in count.items() if k.startswith("ms "))
    samples = "samples" if with_samples else "none"
    print(
        f"{name:<14}{samples:<9} wrong {count['wrong'] / n:6.2%} perfect {count['perfect']}/{count['photos']}"
        f" silent {count['silent'] / n:5.2%} doubts {count['doubts'] / n:5.2%} of {count['n']}: {kinds} | {ms}",
        flush=True,
    )
