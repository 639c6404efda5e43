"""Separates the sprinkle logits of one photo into a narrow plain and a wide sprinkled cluster (a mixture of two)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.settings import SETTINGS

if TYPE_CHECKING:
    from vision.values import Array

LARGEST = 30.0  # log-odds beyond which nothing changes
DENSE = 0.4  # share of values whose closest run gives a cluster's middle


def probability(odds: Array | float) -> Array:
    """Return the probability for log-odds."""
    import numpy as np

    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -LARGEST, LARGEST))))


def split_logits(logits: Array, types: Array, known: Array | None = None) -> Array:
    """Return the log-odds that each of these logits is of a sprinkled donut.

    The clusters start from the usual values, which count as a few squares; each type's plain donuts may be a little
    apart. What is just above the plain ones is never certain. `known` as in `prototypes.sprinkle_log_odds`.
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
