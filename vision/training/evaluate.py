"""Reads folders of photographs with their truth and says which stage makes which mistakes, and how long each takes.

    python -m vision.training evaluate FOLDER …

Photos lie as NAME.jpg, NAME.case and NAME.json (where each donut lies) beside a set.toml, or as the studio makes them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from companion.donut_shop.case import read_rows
from companion.donut_shop.parts import Edition
from companion.editions import read_set
from vision import alignment, photo, reader, reconcile, teaching
from vision.lattice import through
from vision.values import NotRead, Reading

Square = tuple[int, int]
T = TypeVar("T")


def turned(cells: dict[Square, T], quarters: int) -> dict[Square, T]:
    """Everything on squares, after quarter turns."""
    return {alignment.turned(square, quarters): value for square, value in cells.items()}


def align(want: dict[Square, str], got: dict[Square, str]) -> tuple[int, int, int]:
    """The quarter turns and shift of the reading that agree best with the truth."""
    best, hits = (0, 0, 0), 0
    for q in range(4):
        votes = Counter((a - x, b - y) for (x, y), v in turned(got, q).items() for (a, b), w in want.items() if v == w)
        for (dx, dy), n in votes.most_common(1):
            if n > hits:
                best, hits = (q, dx, dy), n
    return best


def question(want: str, got: str) -> str:
    """What a wrong square was asked."""
    for letter, name in ((".", "there"), ("#", "box"), ("O", "holes")):
        if letter in (want, got):
            return name
    return "type" if want.upper() != got.upper() else "sprinkles"


def judge(
    reading: Reading, want: dict[Square, str], hidden: set[Square]
) -> tuple[Counter, list[tuple[str, str, float, str]]]:
    """Counts as the score has them, and the wrong squares as (true, read, probability, doubt)."""
    got = dict(read_rows(reading.case).open) | dict.fromkeys(read_rows(reading.case).boxed, "#")
    q, dx, dy = align(want, got)
    place = {(x + dx, y + dy): s for (x, y), s in turned({s: s for s in reading.guesses}, q).items()}
    here = {at: got[s] for at, s in place.items() if s in got}
    wrong = {s for s in set(want) | set(here) if want.get(s, ".") != here.get(s, ".")} - hidden
    doubts = {(x + dx, y + dy) for (x, y) in turned(dict.fromkeys(reading.doubts, 1), q)}
    count = Counter(
        {"n": len(set(want) - hidden), "wrong": len(wrong), "silent": len(wrong - doubts), "doubts": len(doubts)}
    )
    count["photos"], count["perfect"] = 1, int(not wrong)
    rows = []
    for s in sorted(wrong):
        count[question(want.get(s, "."), here.get(s, "."))] += 1
        top = reading.guesses[place[s]][0][1] if s in place and place[s] in reading.guesses else 0.0
        rows.append((want.get(s, "."), here.get(s, "."), top, str(reading.doubts.get(place.get(s, (-99, 0)), ""))))
    return count, rows


def truth_of(path: Path) -> tuple[dict[Square, str], set[Square]]:
    rows = path.with_suffix(".case").read_text().split()
    data = json.loads(path.with_suffix(".json").read_text())
    hidden = {tuple(map(int, k.split(","))) for k in data["hidden"] + data["unreadable"]}
    return {(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row) if c != "."}, hidden


def lattice_right(reading: Reading, path: Path) -> bool:
    """Do donuts that are seen lie in the middle of squares of the reading's plane?"""
    data = json.loads(path.with_suffix(".json").read_text())
    if "pixels" not in data:
        return True
    seen = through(np.linalg.inv(reading.plane), np.array(list(data["pixels"].values())))
    return bool(np.median(np.abs(seen - np.floor(seen) - 0.5)) < 0.15)


def folder_rows(folder: Path, taught: bool) -> Iterator[tuple[str, Counter, list]]:
    edition: Edition = read_set((folder / "set.toml").read_text())
    first, *rest = sorted(folder.glob("*.jpg"))
    samples: Sequence = ()
    if taught:
        picture = photo.decode(first.read_bytes())
        reading = reader.read(picture, edition)
        rows = reconcile.aligned(reading, first.with_suffix(".case").read_text().split())
        samples = teaching.samples(picture, reading, rows) if rows else ()
    for path in rest:
        want, hidden = truth_of(path)
        try:
            reading = reader.read(photo.decode(path.read_bytes()), edition, samples)
        except NotRead as error:
            yield path.name, Counter({"n": len(want), "lost": 1, "photos": 1, str(error): 1}), []
            continue
        count, wrong = judge(reading, want, hidden)
        count["lattice wrong"] = int(not lattice_right(reading, path))
        count.update({f"ms {k}": v for k, v in reading.stages.items()})
        yield path.name, count, wrong


def evaluate(folders: Sequence[Path], verbose: bool = False) -> None:
    """Prints a line a folder, untaught and taught, and all in all."""
    for taught in (False, True):
        total: Counter = Counter()
        for folder in folders:
            here: Counter = Counter()
            for name, count, wrong in folder_rows(folder, taught):
                here.update(count)
                if verbose and (wrong or count["lost"]):
                    print(
                        f"  {name}: {dict(count)}"[:110],
                        *[f"{w}>{g}:{p:.2f}{'?' if d else '!'}" for w, g, p, d in wrong[:25]],
                    )
            total.update(here)
            show(folder.name, taught, here)
        show("all", taught, total)


def show(name: str, taught: bool, t: Counter) -> None:
    n = max(t["n"], 1)
    kinds = " ".join(
        f"{k} {t[k]}" for k in ("there", "type", "sprinkles", "holes", "box", "lost", "lattice wrong") if t[k]
    )
    ms = " ".join(f"{k[3:]} {v / max(t['photos'], 1):.0f}" for k, v in t.items() if k.startswith("ms "))
    how = "taught" if taught else "untaught"
    print(
        f"{name:<14}{how:<9} wrong {t['wrong'] / n:6.2%} perfect {t['perfect']}/{t['photos']}"
        f" silent {t['silent'] / n:5.2%} doubts {t['doubts'] / n:5.2%} of {t['n']}: {kinds} | {ms}",
        flush=True,
    )
