"""What each square may be and how sure that is, and why a person should look at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.donut_shop.case import BOXED
from companion.donut_shop.case import EMPTY as NOTHING
from companion.donut_shop.parts import HOLES, UNKNOWN, Square
from vision.cells import BOX, DONUT, EMPTY, Cells
from vision.cells import HOLES as PILE
from vision.layout import Layout
from vision.settings import SETTINGS
from vision.types import Prototypes, chance, distances, settled, sprinkle_logits
from vision.values import Doubt

if TYPE_CHECKING:
    from vision.values import Array

Guesses = tuple[tuple[str, float], ...]  # letters with their probabilities, most likely first
LEAST = 0.002  # less likely guesses are not worth a place in a list


def judged(
    cells: Cells, laid: Layout, known: Prototypes, told: Mapping[Square, str] = {}
) -> tuple[dict[Square, Guesses], dict[Square, Doubt]]:
    """For every square of the case, and those that may belong to it, its guesses; for some of them a doubt.

    `told` are the letters of squares that were known before; they say what this photo makes of their types.
    """
    import numpy as np

    odds = {**laid.there, **laid.left_out}
    squares = list(odds)
    open_ = np.array([s in laid.there and s not in laid.boxed for s in squares])
    own = np.array([cells.types[y, x] for x, y in squares])
    letters_told = [told.get(square, UNKNOWN) if open_[i] else UNKNOWN for i, square in enumerate(squares)]
    holes, types, known = _types(cells, squares, own, open_, known, letters_told)
    sprinkled = _sprinkled(cells, squares, types, open_ & (holes < 0.5), known, letters_told)
    far = distances(known, own).min(1)
    guesses: dict[Square, Guesses] = {}
    doubts: dict[Square, Doubt] = {}
    for i, square in enumerate(squares):
        letters = _letters(known, types[i], float(holes[i]), sprinkled[i])
        settled_as = BOXED if square in laid.boxed else NOTHING if square in laid.left_out else ""
        guesses[square] = _with_kinds(cells, square, letters, odds[square], settled_as)
        why = _why(cells, square, guesses[square], float(far[i]))
        if why is not None:
            doubts[square] = why
    return guesses, doubts


def _types(
    cells: Cells, squares: list[Square], own: Array, open_: Array, known: Prototypes, told: Sequence[str]
) -> tuple[Array, Array, Prototypes]:
    """For each square how likely a pile of holes, and the types by probability (n x types).

    Open ones settle them: those whose letter was told, and those that are sure.
    """
    import numpy as np

    tuned = SETTINGS.tell
    kinds = np.array([cells.kinds[y, x] for x, y in squares]).reshape(len(squares), 4)
    pile = np.log(np.maximum(kinds[:, PILE], 1e-4) / np.maximum(kinds[:, DONUT], 1e-4))
    as_told = np.array([letter.upper() == one for letter in told for one in known.letters]).reshape(len(told), -1)
    for round_ in range(int(tuned["rounds"]) + 1):
        nearness = -distances(known, own) * tuned["sharpness"]
        types = _soft(nearness[:, :-1])
        beside = nearness[:, -1] - np.log(np.exp(nearness[:, :-1] - nearness[:, :-1].max(1, keepdims=True)).sum(1))
        beside = np.clip(beside - nearness[:, :-1].max(1), -tuned["holes_most"], tuned["holes_most"])
        holes = chance(pile + tuned["holes_weight"] * beside)
        if round_ < tuned["rounds"]:
            sure = np.concatenate([types * (1 - holes[:, None]), holes[:, None]], 1)
            sure = np.where(sure > tuned["surely"], sure, 0) * open_[:, None]
            sure = np.where(as_told.any(1, keepdims=True), tuned["told_weight"] * as_told, sure)
            known = settled(known, own, sure)
    return holes, types, known


def _soft(logits: Array) -> Array:
    import numpy as np

    shown = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(shown / shown.sum(1, keepdims=True))


def _letters(known: Prototypes, types: Array, holes: float, sprinkled: Array) -> dict[str, float]:
    """The letters an open square may be, with and without sprinkles."""
    found = {HOLES: holes}
    for i, letter in enumerate(known.letters[:-1]):
        found[letter] = (1 - holes) * float(types[i] * (1 - sprinkled[i]))
        found[letter.lower()] = (1 - holes) * float(types[i] * sprinkled[i])
    return found


def _sprinkled(
    cells: Cells, squares: list[Square], types: Array, open_: Array, known: Prototypes, told: Sequence[str]
) -> Array:
    """How likely each square has sprinkles if it is of a type, n x types; those that are not open say nothing."""
    import numpy as np

    logits = np.array([cells.sprinkles[y, x] for x, y in squares])
    seen = np.array([cells.strewn[y, x] for x, y in squares])
    odds = np.zeros((len(squares), len(known.letters)))
    strewn = np.array([np.nan if letter in (UNKNOWN, HOLES) else letter.islower() for letter in told])
    odds[open_] = sprinkle_logits(known, logits[open_], seen[open_], types[open_].argmax(1), strewn[open_])
    return chance(odds[:, :-1])


def _with_kinds(cells: Cells, square: Square, letters: dict[str, float], odds: float, settled_as: str) -> Guesses:
    """The letters beside a box and nothing at all; what the layout settled (`#`, `.`, or any letter) stays first."""
    kinds = cells.kinds[square[1], square[0]]
    box = float(kinds[BOX] / max(kinds[BOX] + kinds[DONUT] + kinds[PILE], 1e-6))
    nothing = max(float(chance(-odds)), float(kinds[EMPTY]) / 2 if odds < SETTINGS.layout["surely"] else 0.0)
    box = box if settled_as == NOTHING else max(box, 0.5) if settled_as == BOXED else min(box, 0.5)
    nothing = max(nothing, 0.5) if settled_as == NOTHING else min(nothing, 0.5)
    found = {letter: p * (1 - box) * (1 - nothing) for letter, p in letters.items()}
    found[BOXED], found[NOTHING] = box * (1 - nothing), nothing
    first = settled_as or max(letters, key=lambda letter: letters[letter])
    order = sorted(found.items(), key=lambda of: (of[0] != first, -of[1]))
    return tuple((letter, round(p, 4)) for i, (letter, p) in enumerate(order) if i == 0 or p > LEAST)


def _why(cells: Cells, square: Square, guesses: Guesses, far: float) -> Doubt | None:
    """Why a person should look at this square; None where the reader is sure."""
    tuned = SETTINGS.doubt
    (first, sure), *others = guesses
    if first not in (BOXED, NOTHING) and cells.kinds[square[1], square[0], EMPTY] > tuned["covered"]:
        return Doubt.HIDDEN
    if far > tuned["far"] and first not in (BOXED, NOTHING):
        return Doubt.UNSEEN
    if sure >= tuned["sure_box" if first == BOXED else "sure"]:
        return None
    if cells.bright[square[1], square[0]] > tuned["glare"]:
        return Doubt.GLARE
    second = others[0][0] if others else NOTHING
    if NOTHING in (first, second):
        return Doubt.THERE
    if BOXED in (first, second):
        return Doubt.BOXED
    if HOLES in (first, second):
        return Doubt.HOLES
    return Doubt.SPRINKLES if first.upper() == second.upper() else Doubt.ALIKE
