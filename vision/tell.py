"""Tells types apart: a prototype a type, from what was taught or else from the colour somebody typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.donut_shop.parts import HOLES, Edition
from vision.cells import NUMBERS, nominal
from vision.settings import SETTINGS
from vision.values import Sample

if TYPE_CHECKING:
    from vision.values import Array

FILLED = ("boston", "filled", "jelly", "berliner", "bismarck", "krapfen")  # names of donuts without a hole
TRUST = 40.0  # a prototype of this many samples is as good as it gets


@dataclass(frozen=True, slots=True)
class Prototypes:
    """Where each letter's donuts lie: capitals in the set's order, `O` last."""

    letters: tuple[str, ...]
    middles: Array  # letters x numbers
    samples: Array  # how many squares taught each; 0: only its colour is known
    sprinkles: Array  # letters: the logit between without and with
    plain: Array  # letters x numbers: where its plain donuts lie; not a number where none was taught
    strewn: Array  # the same of its sprinkled ones


def prototypes(edition: Edition, samples: Sequence[Sample]) -> Prototypes:
    """What is known of an edition's types before a photo is read."""
    import numpy as np

    letters = (*edition.types, HOLES)
    middles = np.concatenate([typed(edition), nominal()["holes"][None]])
    counts = np.zeros(len(letters), np.float32)
    between = np.zeros(len(letters), np.float32)
    plain, strewn = (np.full((len(letters), NUMBERS), np.nan, np.float32) for _ in range(2))
    for i, letter in enumerate(letters):
        own = [s for s in samples if s.letter.upper() == letter]
        if own:
            numbers_of = np.array([s.numbers for s in own], np.float32)
            sprinkled = np.array([s.letter.islower() for s in own])
            middles[i] = numbers_of[:, 1 + NUMBERS :].mean(0)
            counts[i] = len(own)
            between[i] = _between(numbers_of[:, 0], sprinkled)
            for rows, which in ((plain, ~sprinkled), (strewn, sprinkled)):
                if which.any():
                    rows[i] = numbers_of[which, 1 : 1 + NUMBERS].mean(0)
    return Prototypes(letters, middles.astype(np.float32), counts, between, plain, strewn)


def typed(edition: Edition) -> Array:
    """Where the typed colours say that the types lie."""
    import numpy as np

    rows = []
    for donut in edition.donuts.values():
        red, green, blue = (int(donut.colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        rows.append([red, green, blue, any(word in donut.name.casefold() for word in FILLED)])
    y = np.array(rows, np.float32)
    layers = nominal()
    for n in (0, 2, 4):
        y = y @ layers[f"net_{n}_weight"].T + layers[f"net_{n}_bias"]
        y = np.maximum(y, 0) if n < 4 else y
    return y


def _between(logits: Array, sprinkled: Array) -> float:
    """The logit that parts a type's plain donuts from its sprinkled ones; 0 where nothing speaks for another."""
    tuned = SETTINGS.tell
    plain, strewn = logits[~sprinkled], logits[sprinkled]
    low = (plain.sum() - tuned["usual_logit"] * tuned["usual_weight"]) / (len(plain) + tuned["usual_weight"])
    high = (strewn.sum() + tuned["usual_logit"] * tuned["usual_weight"]) / (len(strewn) + tuned["usual_weight"])
    return float((low + high) / 2)


def distances(known: Prototypes, seen: Array) -> Array:
    """Squared, from each square (n x numbers) to each letter."""
    return _apart(seen, known.middles)


def settled(known: Prototypes, seen: Array, sure: Array) -> Prototypes:
    """The prototypes moved towards the squares of this photo that surely belong to them (its own light and art).

    `sure` is n x letters, how far each square counts for each letter.
    """
    import numpy as np

    tuned = SETTINGS.tell
    own = tuned["typed_weight"] + np.minimum(known.samples, TRUST) * tuned["taught_weight"]
    count = sure.sum(0)
    middles = (known.middles * own[:, None] + sure.T @ seen) / (own + count)[:, None]
    return replace(known, middles=middles.astype(np.float32))


def sprinkle_logits(known: Prototypes, logits: Array, seen: Array) -> Array:
    """For each square (n) and letter the logit that a donut of it has sprinkles: alone, and beside known ones."""
    import numpy as np

    tuned = SETTINGS.tell
    nearer = _apart(seen, known.plain) - _apart(seen, known.strewn)
    alone = tuned["alone_weight"] * (logits[:, None] - known.sprinkles[None])
    return np.asarray(np.where(np.isnan(nearer), alone, tuned["both_weight"] * alone + tuned["beside_weight"] * nearer))


def settled_sprinkles(known: Prototypes, seen: Array, types: Array, sprinkled: Array) -> Prototypes:
    """The prototypes of plain and sprinkled donuts moved towards the squares of this photo that surely are so.

    `seen` is n x numbers; `types` and `sprinkled` (of the likeliest type) are probabilities, n x letters and n.
    """
    import numpy as np

    tuned = SETTINGS.tell
    kinds, sure = types.argmax(1), types.max(1) > tuned["surely"]
    rows = []
    for taught, which in (
        (known.plain, sprinkled < tuned["plainly"]),
        (known.strewn, sprinkled > 1 - tuned["plainly"]),
    ):
        moved = taught.copy()
        for i in range(types.shape[1]):
            own = seen[sure & which & (kinds == i)]
            weight = 0.0 if np.isnan(taught[i, 0]) else tuned["strewn_weight"]
            if len(own) + weight > 0:
                moved[i] = (np.nan_to_num(taught[i]) * weight + own.sum(0)) / (weight + len(own))
        rows.append(moved)
    return replace(known, plain=rows[0], strewn=rows[1])


def _apart(seen: Array, middles: Array) -> Array:
    """Squared distances, n x letters."""
    import numpy as np

    return np.asarray(((seen[:, None] - middles[None]) ** 2).sum(-1))
