"""Tells types apart by prototypes, from samples or else from typed colours, and plain donuts from sprinkled ones.

A prototype is the mean of a type's features. Sprinkles are two clusters of logits in each photo, a narrow plain and a
wide sprinkled one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.donut_shop.parts import HOLES, Edition
from vision.classification import FEATURES
from vision.networks import colour_map
from vision.settings import SETTINGS
from vision.values import Sample

if TYPE_CHECKING:
    from vision.values import Array

FILLED = ("boston", "filled", "jelly", "berliner", "bismarck", "krapfen")  # names of donuts without a hole
LARGEST = 30.0  # log-odds beyond which nothing changes
DENSE = 0.4  # share of values whose closest run gives a cluster's middle
TRUST = 40.0  # samples beyond which a prototype gains no more weight


@dataclass(frozen=True, slots=True)
class Prototypes:
    """The typical features of each letter's donuts: capitals in the edition's order, `O` last."""

    letters: tuple[str, ...]
    means: Array  # letters x FEATURES
    samples: Array  # number of samples of each; 0: only its colour is known
    plain: Array  # letters x FEATURES: sprinkle features of its plain donuts; not a number without samples
    sprinkled: Array  # the same of its sprinkled ones


def make_prototypes(edition: Edition, samples: Sequence[Sample]) -> Prototypes:
    """Return the prototypes of an edition before a photo is read."""
    import numpy as np

    letters = (*edition.types, HOLES)
    means = np.concatenate([colour_prototypes(edition), colour_map()["holes"][None]])
    counts = np.zeros(len(letters), np.float32)
    plain, sprinkled = (np.full((len(letters), FEATURES), np.nan, np.float32) for _ in range(2))
    for i, letter in enumerate(letters):
        own = [s for s in samples if s.letter.upper() == letter]
        if own:
            numbers = np.array([s.numbers for s in own], np.float32)
            has_sprinkles = np.array([s.letter.islower() for s in own])
            means[i] = numbers[:, 1 + FEATURES :].mean(0)
            counts[i] = len(own)
            for rows, chosen in ((plain, ~has_sprinkles), (sprinkled, has_sprinkles)):
                if chosen.any():
                    rows[i] = numbers[chosen, 1 : 1 + FEATURES].mean(0)
    return Prototypes(letters, means.astype(np.float32), counts, plain, sprinkled)


def colour_prototypes(edition: Edition) -> Array:
    """Return the features the colour map predicts for each type's typed colour, types x FEATURES."""
    import numpy as np

    rows = []
    for donut in edition.donuts.values():
        red, green, blue = (int(donut.colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        rows.append([red, green, blue, any(word in donut.name.casefold() for word in FILLED)])
    y = np.array(rows, np.float32)
    layers = colour_map()
    for n in (0, 2, 4):
        y = y @ layers[f"net_{n}_weight"].T + layers[f"net_{n}_bias"]
        y = np.maximum(y, 0) if n < 4 else y
    return y


def squared_distances(prototypes: Prototypes, features: Array) -> Array:
    """Return the squared distance from each square (n x FEATURES) to each letter's mean."""
    return _squared_distances(features, prototypes.means)


def adapt_prototypes(prototypes: Prototypes, features: Array, weights: Array) -> Prototypes:
    """Move the prototypes towards squares of this photo that certainly belong to them (its own light and art).

    `weights` is n x letters, how much each square counts for each letter.
    """
    import numpy as np

    settings = SETTINGS.types
    prior = settings["typed_weight"] + np.minimum(prototypes.samples, TRUST) * settings["sample_weight"]
    means = (prototypes.means * prior[:, None] + weights.T @ features) / (prior + weights.sum(0))[:, None]
    return replace(prototypes, means=means.astype(np.float32))


def sprinkle_log_odds(
    prototypes: Prototypes, logits: Array, features: Array, types: Array, known: Array | None = None
) -> Array:
    """Return for each square (n) and letter the log-odds that a donut of it has sprinkles.

    Plain donuts of one photo have similar logits, whatever light and art do to them; those above have sprinkles. The
    distances to plain and sprinkled ones of a type count too, where both are known from samples or certain. `types` is
    each square's likeliest type; `known` is 1 for sprinkles known before, 0 for none, else not a number.
    """
    import numpy as np

    settings = SETTINGS.types
    known = np.full(len(logits), np.nan) if known is None else known
    alone = split_logits(logits, types, known)
    odds = np.repeat(alone[:, None], len(prototypes.letters), 1)
    for _ in range(2):  # samples and known squares show which are certain, these show more of the others
        own = probability(odds[np.arange(len(types)), types])
        sprinkled = np.where(np.isnan(known), own > settings["surely_sprinkled"], known == 1)
        plain = np.where(np.isnan(known), own < 1 - settings["surely_sprinkled"], known == 0)
        nearer = _squared_distances(features, _means(prototypes.plain, features, types, plain))
        to_sprinkled = _squared_distances(features, _means(prototypes.sprinkled, features, types, sprinkled))
        nearer, most = np.nan_to_num(nearer - to_sprinkled), settings["nearer_most"]
        odds = alone[:, None] + np.clip(settings["nearer_weight"] * nearer, -most, most)
    return np.asarray(odds)


def _means(taught: Array, features: Array, types: Array, certain: Array) -> Array:
    """Return each letter's mean over samples and certain squares, letters x FEATURES; not a number without either."""
    import numpy as np

    rows = taught.copy()
    for i, row in enumerate(taught):
        own = features[certain & (types == i)]
        if len(own):
            weight = 0.0 if np.isnan(row).any() else SETTINGS.types["samples_as"]
            rows[i] = (own.sum(0) + weight * np.nan_to_num(row)) / (len(own) + weight)
    return rows


def _squared_distances(features: Array, means: Array) -> Array:
    import numpy as np

    return np.asarray(((features[:, None] - means[None]) ** 2).sum(-1))


# Sprinkles


def probability(odds: Array | float) -> Array:
    """Return the probability for log-odds."""
    import numpy as np

    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -LARGEST, LARGEST))))


def split_logits(logits: Array, types: Array, known: Array | None = None) -> Array:
    """Return the log-odds that each of these logits is of a sprinkled donut.

    The clusters start from the usual values, which count as a few squares; each type's plain donuts may be a little
    apart. What is just above the plain ones is never certain. `known` as in `sprinkle_log_odds`.
    """
    import numpy as np

    settings = SETTINGS.sprinkles
    if not len(logits):
        return np.zeros(0)
    known = np.full(len(logits), np.nan) if known is None else known
    known_plain = logits[known == 0]
    middle, spread = _densest(known_plain if len(known_plain) >= settings["enough_known"] else logits)
    count = len(logits)
    low = (count * middle + settings["few"] * settings["plain"]) / (count + settings["few"])
    wide = (count * spread + settings["few"] * settings["plain_spread"]) / (count + settings["few"])
    x = logits - _type_shifts(logits, types, low, known)
    odds, mean, variance = _fit_mixture(x, known, low, wide)
    just_above = (x > mean + settings["clear_of"] * np.sqrt(variance)) & (x < mean + settings["clear_by"])
    most = np.where(just_above, settings["hardly"], LARGEST)
    return np.asarray(np.clip(odds, -most, most))


def _fit_mixture(x: Array, known: Array, low: float, wide: float) -> tuple[Array, float, float]:
    """Fit both clusters by expectation maximization; return log-odds of sprinkles, and the plain mean and variance.

    `low` and `wide` are the plain cluster's first mean and spread.
    """
    import numpy as np

    settings = SETTINGS.sprinkles
    few, many, some = settings["few"], settings["many"], settings["some"]
    plain_spread, sprinkled_spread = settings["plain_spread"], settings["sprinkled_spread"]
    m0, v0, m1, v1 = low, wide**2, max(settings["sprinkled"], low + settings["apart"]), sprinkled_spread**2
    odds = x
    for _ in range(int(settings["rounds"])):
        odds = np.log(settings["share"] / (1 - settings["share"])) + np.log(v0 / v1) / 2
        odds = odds + (x - m0) ** 2 / (2 * v0) - (x - m1) ** 2 / (2 * v1)
        odds = np.where(x < m0, np.minimum(odds, -3), np.where(x > m1, np.maximum(odds, 3), odds))
        sprinkled = np.where(np.isnan(known), probability(odds), known)
        plain = 1 - sprinkled
        m0 = (few * low + (plain * x).sum()) / (few + plain.sum())
        v0 = (many * plain_spread**2 + (plain * (x - m0) ** 2).sum()) / (many + plain.sum())
        usual = max(settings["sprinkled"], m0 + settings["apart"])
        m1 = (some * usual + (sprinkled * x).sum()) / (some + sprinkled.sum())
        v1 = (some * sprinkled_spread**2 + (sprinkled * (x - m1) ** 2).sum()) / (some + sprinkled.sum())
    return odds, m0, v0


def _densest(values: Array) -> tuple[float, float]:
    """Return the median of the closest 40 per cent of some values, and the spread of a normal cluster this dense."""
    import numpy as np

    ordered = np.sort(values)
    run = max(2, int(np.ceil(DENSE * len(ordered))))
    if len(ordered) < 3:
        return float(np.median(ordered)), 1.0
    widths = ordered[run - 1 :] - ordered[: len(ordered) - run + 1]
    first = int(widths.argmin())
    return float(np.median(ordered[first : first + run])), float(widths[first]) / 1.07


def _type_shifts(logits: Array, types: Array, middle: float, known: Array) -> Array:
    """Return how far each square's type is from the photo's plain cluster; less where the type has few squares.

    A type with several squares, all far above, is printed this way: with lines of icing, say. Known plain ones show it
    better.
    """
    import numpy as np

    settings = SETTINGS.sprinkles
    shifts = np.zeros(len(logits))
    for number in np.unique(types):
        own = types == number
        plain = logits[own & (known == 0)]
        count = int(own.sum())
        if len(plain):
            shifts[own] = len(plain) * (np.median(plain) - middle) / (len(plain) + settings["of_a_known_type"])
        elif count > 2:
            shift = _densest(logits[own])[0] - middle
            if count >= settings["enough_of_a_type"] and logits[own].min() - middle > settings["all_above"]:
                shifts[own] = shift
            else:
                near = np.clip(shift, -settings["furthest"], settings["furthest"])
                shifts[own] = count * near / (count + settings["of_a_type"])
    return shifts
