"""Weighs the evidence for each square: its guesses with their probabilities, and a doubt where a person should look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import TYPE_CHECKING

from companion.donut_shop.case import BOXED
from companion.donut_shop.case import EMPTY as NOTHING
from companion.donut_shop.parts import HOLES, UNKNOWN, Square
from vision.classification import BOX, DONUT, EMPTY, SquareClasses, steps_of_light
from vision.classification import HOLES as PILE
from vision.layout import Layout
from vision.networks import calibration
from vision.prototypes import Prototypes, adapt_prototypes, probability, sprinkle_log_odds, squared_distances
from vision.settings import SETTINGS
from vision.values import Doubt

if TYPE_CHECKING:
    from vision.values import Array

Guesses = tuple[tuple[str, float], ...]  # letters with their probabilities, most likely first
LEAST = 0.002  # less likely guesses are left out
MOST_UNSURE = 1e-4  # probabilities are no nearer to 0 and 1 when they are calibrated


def assess_squares(
    classes: SquareClasses, layout: Layout, prototypes: Prototypes, known: Mapping[Square, str] = {}
) -> tuple[dict[Square, Guesses], dict[Square, Doubt]]:
    """Return the guesses for every square of the case and those that may belong to it, and a doubt for some of them.

    `known` are letters of squares known before; they calibrate their types to this photo.
    """
    import numpy as np

    odds = {**layout.present, **layout.uncertain}
    squares = list(odds)
    shut = layout.boxed | layout.washed_out
    is_open = np.array([s in layout.present and s not in shut for s in squares])
    features = np.array([classes.types[y, x] for x, y in squares])
    labels = [known.get(square, UNKNOWN) if is_open[i] else UNKNOWN for i, square in enumerate(squares)]
    holes, types, prototypes = _types(classes, squares, features, is_open, prototypes, labels)
    sprinkled = _sprinkled(classes, squares, types, is_open & (holes < 0.5), prototypes, labels)
    distances = squared_distances(prototypes, features).min(1)
    guesses: dict[Square, Guesses] = {}
    doubts: dict[Square, Doubt] = {}
    for i, square in enumerate(squares):
        letters = _letters(prototypes, types[i], float(holes[i]), sprinkled[i])
        decided = BOXED if square in layout.boxed else NOTHING if square in layout.uncertain else ""
        if square in layout.washed_out:
            guesses[square], doubts[square] = _anything(letters, decided), Doubt.GLARE
            continue
        guesses[square] = _with_kinds(classes, square, letters, odds[square], decided)
        doubt = _doubt(classes, square, guesses[square], float(distances[i]))
        if doubt is not None:
            doubts[square] = doubt
    return guesses, doubts


def _anything(letters: Mapping[str, float], decided: str) -> Guesses:
    """Return the guesses of a square that shows nothing: as likely empty as not, and every letter as likely."""
    first = decided or max(letters, key=letters.__getitem__)
    others = [letter for letter in (*letters, BOXED) if letter != first]
    share = round(0.5 / (len(others) + (first != NOTHING)), 4)
    likely = [(first, 0.5 if first == NOTHING else share), (NOTHING, 0.5)][: 2 - (first == NOTHING)]
    return (*likely, *((letter, share) for letter in others))


def _types(
    classes: SquareClasses,
    squares: list[Square],
    features: Array,
    is_open: Array,
    prototypes: Prototypes,
    labels: Sequence[str],
) -> tuple[Array, Array, Prototypes]:
    """Return the probability of holes (n) and of each type (n x types), and the prototypes adapted to this photo.

    Open squares adapt them: those with a label, and those that are certain.
    """
    import numpy as np

    settings = SETTINGS.types
    kinds = np.array([classes.kinds[y, x] for x, y in squares]).reshape(len(squares), 4)
    pile = np.log(np.maximum(kinds[:, PILE], 1e-4) / np.maximum(kinds[:, DONUT], 1e-4))
    letters = prototypes.letters
    labelled = np.array([label.upper() == letter for label in labels for letter in letters]).reshape(len(labels), -1)
    for round_ in range(int(settings["rounds"]) + 1):
        nearness = -squared_distances(prototypes, features) * settings["sharpness"]
        types = _softmax(nearness[:, :-1])
        margin = nearness[:, -1] - np.log(np.exp(nearness[:, :-1] - nearness[:, :-1].max(1, keepdims=True)).sum(1))
        margin = np.clip(margin - nearness[:, :-1].max(1), -settings["holes_most"], settings["holes_most"])
        holes = probability(pile + settings["holes_weight"] * margin)
        if round_ < settings["rounds"]:
            weights = np.concatenate([types * (1 - holes[:, None]), holes[:, None]], 1)
            weights = np.where(weights > settings["surely"], weights, 0) * is_open[:, None]
            weights = np.where(labelled.any(1, keepdims=True), settings["known_weight"] * labelled, weights)
            prototypes = adapt_prototypes(prototypes, features, weights)
    return holes, types, prototypes


def _softmax(logits: Array) -> Array:
    import numpy as np

    exponentials = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(1, keepdims=True))


def _letters(prototypes: Prototypes, types: Array, holes: float, sprinkled: Array) -> dict[str, float]:
    """Return the probability of each letter for an open square, with and without sprinkles."""
    letters = {HOLES: holes}
    for i, letter in enumerate(prototypes.letters[:-1]):
        letters[letter] = (1 - holes) * float(types[i] * (1 - sprinkled[i]))
        letters[letter.lower()] = (1 - holes) * float(types[i] * sprinkled[i])
    return letters


def _sprinkled(
    classes: SquareClasses,
    squares: list[Square],
    types: Array,
    is_open: Array,
    prototypes: Prototypes,
    labels: Sequence[str],
) -> Array:
    """Return the probability of sprinkles for each square and type, n x types; 0.5 for squares that are not open."""
    import numpy as np

    logits = np.array([classes.sprinkles[y, x] for x, y in squares])
    features = np.array([classes.sprinkle_features[y, x] for x, y in squares])
    odds = np.zeros((len(squares), len(prototypes.letters)))
    known = np.array([np.nan if label in (UNKNOWN, HOLES) else label.islower() for label in labels])
    likeliest = types[is_open].argmax(1)
    bright = np.array([classes.bright[y, x] for x, y in squares])[is_open, None]  # the edge of a reflection looks so
    found = sprinkle_log_odds(prototypes, logits[is_open], features[is_open], likeliest, known[is_open])
    found = found - SETTINGS.types["bright"] * bright
    steps = steps_of_light(np.array([classes.sectors[y, x] for x, y in squares])[is_open], likeliest)
    settings = SETTINGS.sprinkles
    edge = (steps > settings["step"]) & (logits[is_open] < settings["beyond_a_step"])
    odds[is_open] = np.where(edge[:, None], np.minimum(found, settings["on_a_step"]), found)
    return probability(odds[:, :-1])


def _with_kinds(
    classes: SquareClasses, square: Square, letters: dict[str, float], odds: float, decided: str
) -> Guesses:
    """Return the letters with `#` and `.` added; the layout's decision (`#`, `.`, empty for a letter) stays first."""
    kinds = classes.kinds[square[1], square[0]]
    box = float(kinds[BOX] / max(kinds[BOX] + kinds[DONUT] + kinds[PILE], 1e-6))
    nothing = max(float(probability(-odds)), float(kinds[EMPTY]) / 2 if odds < SETTINGS.layout["surely"] else 0.0)
    box = box if decided == NOTHING else max(box, 0.5) if decided == BOXED else min(box, 0.5)
    nothing = max(nothing, 0.5) if decided == NOTHING else min(nothing, 0.5)
    guesses = {letter: p * (1 - box) * (1 - nothing) for letter, p in letters.items()}
    guesses[BOXED], guesses[NOTHING] = box * (1 - nothing), nothing
    first = decided or max(letters, key=lambda letter: letters[letter])
    order = sorted(guesses.items(), key=lambda guess: (guess[0] != first, -guess[1]))
    order = _calibrated(order)
    return tuple((letter, round(p, 4)) for i, (letter, p) in enumerate(order) if i == 0 or p > LEAST)


def _calibrated(order: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Return guesses, the first as probable as first guesses with its rival have proved to be right."""
    (first, probability_), *others = order
    slope, offset = calibration().get(confusion(first, others[0][0]), (1.0, 0.0))
    certain = min(max(probability_, MOST_UNSURE), 1 - MOST_UNSURE)
    sure = float(probability(slope * log(certain / (1 - certain)) + offset))
    rest = (1 - sure) / max(sum(p for _, p in others), MOST_UNSURE)
    return [(first, sure), *((letter, p * rest) for letter, p in others)]


def _doubt(classes: SquareClasses, square: Square, guesses: Guesses, distance: float) -> Doubt | None:
    """Return why a person should look at this square; None where the reader is certain."""
    settings = SETTINGS.doubt
    (first, confidence), *others = guesses
    if first not in (BOXED, NOTHING) and classes.kinds[square[1], square[0], EMPTY] > settings["covered"]:
        return Doubt.HIDDEN
    if distance > settings["far"] and first not in (BOXED, NOTHING):
        return Doubt.UNSEEN
    if confidence >= settings["sure_box" if first == BOXED else "sure"]:
        return None
    if classes.bright[square[1], square[0]] > settings["glare"]:
        return Doubt.GLARE
    return confusion(first, others[0][0] if others else NOTHING)


def confusion(first: str, second: str) -> Doubt:
    """Return the doubt between two letters, the likeliest first."""
    if NOTHING in (first, second):
        return Doubt.TILE
    if BOXED in (first, second):
        return Doubt.BOXED
    if HOLES in (first, second):
        return Doubt.HOLES
    return Doubt.SPRINKLES if first.upper() == second.upper() else Doubt.ALIKE
