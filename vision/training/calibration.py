"""Makes the reader as sure as it is right: fits a slope and an offset of the log-odds for each reason of a doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from vision.doubts import MOST_UNSURE
from vision.networks import calibration
from vision.training.evaluation import first_guesses, print_table, read_folder
from vision.values import UnreadablePhoto

STIFFNESS = np.array([5.0, 1.0])  # squares that slope 1 and offset 0 count as
ROUNDS = 30

Fit = tuple[float, float]  # slope and offset


class Guess(NamedTuple):
    """The first guess of a square: its folder, the reason to doubt it, its log-odds uncalibrated, and whether right."""

    folder: str
    reason: str
    odds: float
    is_right: bool


def calibrate(folders: Sequence[Path], to: Path) -> None:
    """Fit all reasons on the folders, untaught and taught; print how right each step is with its folder left out."""
    guesses = [guess for folder in folders for taught in (False, True) for guess in _guesses(folder, taught)]
    left_out = {folder.name: _fits([g for g in guesses if g.folder != folder.name]) for folder in folders}
    for title, fits in (("before", {folder: {} for folder in left_out}), ("folder left out", left_out)):
        print_table(title, [(_sure(fits[g.folder], g), g.is_right) for g in guesses])
    tables = [
        f"[{reason}]\nslope = {slope:.3f}\noffset = {offset:.3f}\n"
        for reason, (slope, offset) in _fits(guesses).items()
    ]
    note = "# By `python -m vision.training calibrate`: again after each training of a net.\n"
    to.write_text("\n".join([note, *tables]), encoding="utf-8")


def _guesses(folder: Path, taught: bool) -> Iterator[Guess]:
    for path, reading in read_folder(folder, taught):
        if isinstance(reading, UnreadablePhoto):
            continue
        for reason, sure, is_right in first_guesses(reading, path):
            certain = min(max(sure, MOST_UNSURE), 1 - MOST_UNSURE)
            slope, offset = calibration().get(reason, (1.0, 0.0))
            yield Guess(folder.name, reason, (np.log(certain / (1 - certain)) - offset) / slope, is_right)


def _fits(guesses: Sequence[Guess]) -> dict[str, Fit]:
    return {reason: _fit([g for g in guesses if g.reason == reason]) for reason in sorted({g.reason for g in guesses})}


def _fit(guesses: Sequence[Guess]) -> Fit:
    """Return slope and offset by logistic regression, a little drawn to 1 and 0."""
    x = np.array([[guess.odds, 1.0] for guess in guesses])
    y = np.array([guess.is_right for guess in guesses], float)
    start = np.array([1.0, 0.0])
    b = start.copy()
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-x @ b))
        slopes = (x * (p * (1 - p))[:, None]).T @ x + np.diag(STIFFNESS)
        b = b + np.linalg.solve(slopes, x.T @ (y - p) - STIFFNESS * (b - start))
    return max(float(b[0]), 0.1), float(b[1])


def _sure(fits: Mapping[str, Fit], guess: Guess) -> float:
    slope, offset = fits.get(guess.reason, (1.0, 0.0))
    return float(1 / (1 + np.exp(-slope * guess.odds - offset)))
