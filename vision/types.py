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
SURELY = 30.0  # log-odds beyond which nothing changes
TRUST = 40.0  # a prototype of this many samples is as good as it gets


@dataclass(frozen=True, slots=True)
class Prototypes:
    """Where each letter's donuts lie: capitals in the set's order, `O` last."""

    letters: tuple[str, ...]
    middles: Array  # letters x numbers
    samples: Array  # how many squares taught each; 0: only its colour is known
    plain: Array  # letters x numbers: where its plain donuts lie; not a number where none was taught
    strewn: Array  # the same of its sprinkled ones


def prototypes(edition: Edition, samples: Sequence[Sample]) -> Prototypes:
    """What is known of an edition's types before a photo is read."""
    import numpy as np

    letters = (*edition.types, HOLES)
    middles = np.concatenate([typed(edition), nominal()["holes"][None]])
    counts = np.zeros(len(letters), np.float32)
    plain, strewn = (np.full((len(letters), NUMBERS), np.nan, np.float32) for _ in range(2))
    for i, letter in enumerate(letters):
        own = [s for s in samples if s.letter.upper() == letter]
        if own:
            numbers_of = np.array([s.numbers for s in own], np.float32)
            sprinkled = np.array([s.letter.islower() for s in own])
            middles[i] = numbers_of[:, 1 + NUMBERS :].mean(0)
            counts[i] = len(own)
            for rows, which in ((plain, ~sprinkled), (strewn, sprinkled)):
                if which.any():
                    rows[i] = numbers_of[which, 1 : 1 + NUMBERS].mean(0)
    return Prototypes(letters, middles.astype(np.float32), counts, plain, strewn)


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


def chance(odds: Array | float) -> Array:
    """The probability that log-odds stand for."""
    import numpy as np

    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -SURELY, SURELY))))


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


def sprinkle_logits(known: Prototypes, logits: Array, seen: Array, kinds: Array, told: Array | None = None) -> Array:
    """For each square (n) and letter the log-odds that a donut of it has sprinkles.

    Plain donuts of one photo lie close together, wherever light and art put them; what lies above has sprinkles. Where
    plain and sprinkled ones of a type are known, taught or surely seen in this photo, the distances to both count too.
    `kinds` is each square's likeliest type, `told` whether it was known before to have sprinkles (1), or none (0), or
    is not a number.
    """
    import numpy as np

    tuned = SETTINGS.tell
    told = np.full(len(logits), np.nan) if told is None else told
    alone = parted(logits, kinds, told)
    odds = np.repeat(alone[:, None], len(known.letters), 1)
    for _ in range(2):  # what was taught and told says which are sure, these say more of the others
        own = chance(odds[np.arange(len(kinds)), kinds])
        strewn = np.where(np.isnan(told), own > tuned["surely_strewn"], told == 1)
        plain = np.where(np.isnan(told), own < 1 - tuned["surely_strewn"], told == 0)
        nearer = _apart(seen, _middles(known.plain, seen, kinds, plain))
        nearer = np.nan_to_num(nearer - _apart(seen, _middles(known.strewn, seen, kinds, strewn)))
        odds = alone[:, None] + np.clip(tuned["beside_weight"] * nearer, -tuned["beside_most"], tuned["beside_most"])
    return np.asarray(odds)


def _middles(taught: Array, seen: Array, kinds: Array, sure: Array) -> Array:
    """Where each letter's plain, or sprinkled, donuts lie: those taught and the sure ones of this photo; letters x
    numbers, not a number where there are none."""
    import numpy as np

    rows = taught.copy()
    for i, row in enumerate(taught):
        own = seen[sure & (kinds == i)]
        if len(own):
            weight = 0.0 if np.isnan(row).any() else SETTINGS.tell["taught_as"]
            rows[i] = (own.sum(0) + weight * np.nan_to_num(row)) / (len(own) + weight)
    return rows


def parted(logits: Array, kinds: Array, told: Array | None = None) -> Array:
    """Log-odds that each of these logits is of a sprinkled donut: a narrow and a wide heap, fitted to them.

    Heaps start from what is usual, which counts as a few squares; each type's plain donuts may lie a little apart. What
    lies just above the plain ones is never quite sure. Those `told`, as `sprinkle_logits` has it, lie in their heap.
    """
    import numpy as np

    tuned = SETTINGS.sprinkles
    if not len(logits):
        return np.zeros(0)
    told = np.full(len(logits), np.nan) if told is None else told
    surely_plain = logits[told == 0]
    middle, spread = _densest(surely_plain if len(surely_plain) >= tuned["enough_told"] else logits)
    count = len(logits)
    low = (count * middle + tuned["few"] * tuned["plain"]) / (count + tuned["few"])
    wide = (count * spread + tuned["few"] * tuned["plain_spread"]) / (count + tuned["few"])
    x = logits - _shifts(logits, kinds, low, told)
    m0, v0, m1, v1 = low, wide**2, max(tuned["strewn"], low + tuned["apart"]), tuned["strewn_spread"] ** 2
    odds = x
    for _ in range(int(tuned["rounds"])):
        odds = np.log(tuned["share"] / (1 - tuned["share"])) + np.log(v0 / v1) / 2
        odds = odds + (x - m0) ** 2 / (2 * v0) - (x - m1) ** 2 / (2 * v1)
        odds = np.where(x < m0, np.minimum(odds, -3), np.where(x > m1, np.maximum(odds, 3), odds))
        strewn = np.where(np.isnan(told), chance(odds), told)
        plain = 1 - strewn
        m0 = (tuned["few"] * low + (plain * x).sum()) / (tuned["few"] + plain.sum())
        v0 = (tuned["many"] * tuned["plain_spread"] ** 2 + (plain * (x - m0) ** 2).sum()) / (
            tuned["many"] + plain.sum()
        )
        usual = max(tuned["strewn"], m0 + tuned["apart"])
        m1 = (tuned["some"] * usual + (strewn * x).sum()) / (tuned["some"] + strewn.sum())
        v1 = (tuned["some"] * tuned["strewn_spread"] ** 2 + (strewn * (x - m1) ** 2).sum()) / (
            tuned["some"] + strewn.sum()
        )
    above = (x > m0 + tuned["clear_of"] * np.sqrt(v0)) & (x < m0 + tuned["clear_by"])
    most = np.where(above, tuned["hardly"], SURELY)
    return np.asarray(np.clip(odds, -most, most))


def _densest(values: Array) -> tuple[float, float]:
    """The middle of the closest 40 per cent of some values, and the spread of a heap that would lie so."""
    import numpy as np

    ordered = np.sort(values)
    held = max(2, int(np.ceil(0.4 * len(ordered))))
    if len(ordered) < 3:
        return float(np.median(ordered)), 1.0
    widths = ordered[held - 1 :] - ordered[: len(ordered) - held + 1]
    first = int(widths.argmin())
    return float(np.median(ordered[first : first + held])), float(widths[first]) / 1.07


def _shifts(logits: Array, kinds: Array, middle: float, told: Array) -> Array:
    """How far each type's own heap lies from the photo's, for every square; less where it has few.

    A type of which there are several, all far above, is printed so: with lines of icing, say. What was told to be plain
    says it better.
    """
    import numpy as np

    tuned = SETTINGS.sprinkles
    shifts = np.zeros(len(logits))
    for kind in np.unique(kinds):
        own = kinds == kind
        plain = logits[own & (told == 0)]
        count = int(own.sum())
        if len(plain):
            shifts[own] = len(plain) * (np.median(plain) - middle) / (len(plain) + tuned["of_a_told_type"])
        elif count > 2:
            off = _densest(logits[own])[0] - middle
            if count >= tuned["enough_of_a_type"] and logits[own].min() - middle > tuned["all_above"]:
                shifts[own] = off
            else:
                near = np.clip(off, -tuned["furthest"], tuned["furthest"])
                shifts[own] = count * near / (count + tuned["of_a_type"])
    return shifts


def _apart(seen: Array, middles: Array) -> Array:
    """Squared distances, n x letters."""
    import numpy as np

    return np.asarray(((seen[:, None] - middles[None]) ** 2).sum(-1))
