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
MIDDLES = tuple(n / 4 for n in range(-20, 29))  # of a type's plain logits, beside the photo's: those that are weighed
SPREADS = (0.25, 0.4, 0.65, 1.0, 1.5)  # of a type's plain logits: those that are weighed
GAPS = (1.0, 1.6, 2.5, 3.5, 5.0, 7.0, 9.0, 11.0)  # between plain and sprinkled logits: those that are weighed


@dataclass(frozen=True, slots=True)
class Prototypes:
    """The typical features of each letter's donuts: capitals in the edition's order, `O` last."""

    letters: tuple[str, ...]
    means: Array  # letters x FEATURES
    samples: Array  # number of samples of each; 0: only its colour is known
    plain: Array  # letters x FEATURES: sprinkle features of its plain donuts; not a number without samples
    sprinkled: Array  # the same of its sprinkled ones
    logits: tuple[tuple[Array, Array], ...] = ()  # of each letter's plain and sprinkled samples; none without samples


def make_prototypes(edition: Edition, samples: Sequence[Sample]) -> Prototypes:
    """Return the prototypes of an edition before a photo is read."""
    import numpy as np

    letters = (*edition.types, HOLES)
    means = np.concatenate([colour_prototypes(edition), colour_map()["holes"][None]])
    counts = np.zeros(len(letters), np.float32)
    plain, sprinkled = (np.full((len(letters), FEATURES), np.nan, np.float32) for _ in range(2))
    logits = tuple((_logits_of(samples, letter), _logits_of(samples, letter.lower())) for letter in edition.types)
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
    return Prototypes(letters, means.astype(np.float32), counts, plain, sprinkled, logits)


def _logits_of(samples: Sequence[Sample], letter: str) -> Array:
    import numpy as np

    return np.array([sample.numbers[0] for sample in samples if sample.letter == letter])


def colour_prototypes(edition: Edition) -> Array:
    """Return the features the colour map predicts for each type's typed colour, types x FEATURES."""
    import numpy as np

    y = typed_colours(edition)
    layers = colour_map()
    for n in (0, 2, 4):
        y = y @ layers[f"net_{n}_weight"].T + layers[f"net_{n}_bias"]
        y = np.maximum(y, 0) if n < 4 else y
    return y


def typed_colours(edition: Edition) -> Array:
    """Return red, green, blue of each type as typed, 0 to 1, and 1 for donuts without a hole: types x 4."""
    import numpy as np

    rows = []
    for donut in edition.donuts.values():
        red, green, blue = (int(donut.colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        rows.append([red, green, blue, any(word in donut.name.casefold() for word in FILLED)])
    return np.array(rows, np.float32)


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
    alone = split_logits(logits, types, known, prototypes.logits)
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


def split_logits(
    logits: Array, types: Array, known: Array | None = None, samples: Sequence[tuple[Array, Array]] = ()
) -> Array:
    """Return the log-odds that each of these logits is of a sprinkled donut.

    Of each type the plain donuts of a photo have similar logits, the sprinkled ones are a gap above. Middle, spread and
    gap are not known: each combination counts by how well it explains all donuts of the type, and by how well its
    spread and gap explain the photo's other types. `known` as in `sprinkle_log_odds`; `samples` as in Prototypes.
    """
    import numpy as np

    settings = SETTINGS.sprinkles
    known = np.full(len(logits), np.nan) if known is None else known
    middle = _usual_plain(logits, known) if len(logits) else 0.0
    usual = [float(np.median(plain)) for plain, _ in samples if len(plain)]
    fits = []
    for number in np.unique(types):
        own = np.flatnonzero(types == number)
        taught = samples[number] if number < len(samples) else (np.zeros(0), np.zeros(0))
        fit = _fit_type(own, logits[own] - middle, known[own], taught, float(np.median(usual or [0.0])))
        fits.append(replace(fit, evidence=fit.evidence + _plain_enough(middle)[:, None, None]))
    prior = weights = _usual_shapes()
    for _ in range(int(settings["rounds"])):
        counts = [min(1.0, len(fit.own) / settings["enough_of_a_type"]) for fit in fits]
        shares = sum((n * fit.posterior(weights).sum(0) for n, fit in zip(counts, fits, strict=True)), np.zeros(1))
        weights = (settings["usual"] * prior + shares) / (settings["usual"] + sum(counts))
    odds = np.zeros(len(logits))
    for fit in fits:
        odds[fit.own] = fit.odds(weights)
    return odds


def _usual_plain(logits: Array, known: Array) -> float:
    """Return the middle of a photo's plain cluster, drawn to the usual one where there are few donuts."""
    settings = SETTINGS.sprinkles
    plain = logits[known == 0]
    middle, _ = _densest(plain if len(plain) >= settings["enough_known"] else logits)
    few = settings["few"]
    return float((len(logits) * middle + few * settings["plain"]) / (len(logits) + few))


def _usual_shapes() -> Array:
    """Return how common each spread and gap is, before a photo is seen: spreads x gaps, sum 1."""
    import numpy as np

    settings = SETTINGS.sprinkles
    spread = np.log(np.array(SPREADS) / settings["plain_spread"]) / settings["plain_spread_varies"]
    gap = np.log(np.array(GAPS) / settings["gap"]) / settings["gap_varies"]
    weights = np.exp(-(spread[:, None] ** 2 + gap[None] ** 2) / 2)
    return np.asarray(weights / weights.sum())


def _plain_enough(middle: float) -> Array:
    """Return the log-probability of each plain middle by its logit itself: where all have sprinkles, none is plain."""
    import numpy as np

    above = np.maximum(np.array(MIDDLES) + middle - SETTINGS.sprinkles["plain"], 0)
    return np.asarray(-((above / SETTINGS.sprinkles["plain_varies"]) ** 2) / 2)


@dataclass(frozen=True, slots=True)
class _TypeFit:
    """The evidence of a type's donuts for each middle, spread and gap (the last three axes)."""

    own: Array  # numbers of its squares
    logits: Array  # beside the photo's plain middle
    plain: Array  # log-likelihood of each square as a plain one, squares x middles x spreads x gaps
    sprinkled: Array  # the same as a sprinkled one
    evidence: Array  # of all squares and samples together, middles x spreads x gaps

    def posterior(self, weights: Array) -> Array:
        """Return the probability of each combination; `weights` of spreads and gaps before."""
        import numpy as np

        odds = self.evidence + np.log(weights + 1e-12)
        likely = np.exp(odds - odds.max())
        return np.asarray(likely / likely.sum())

    def odds(self, weights: Array) -> Array:
        """Return the log-odds of sprinkles of each square; below the plain middle, and above the other, clear ones."""
        import numpy as np

        posterior = self.posterior(weights)
        share = (posterior * probability(self.sprinkled - self.plain)).sum((1, 2, 3))
        share = np.clip(share, np.exp(-LARGEST), 1 - np.exp(-LARGEST))
        odds, clear = np.log(share) - np.log1p(-share), SETTINGS.sprinkles["clear"]
        low = float((posterior.sum((1, 2)) * np.array(MIDDLES)).sum())
        high = low + float((posterior.sum((0, 1)) * np.array(GAPS)).sum())
        odds = np.where(self.logits < low, np.minimum(odds, -clear), odds)
        return np.asarray(np.where(self.logits > high, np.maximum(odds, clear), odds))


def _fit_type(own: Array, logits: Array, known: Array, taught: tuple[Array, Array], usual: float) -> _TypeFit:
    """Weigh all combinations for one type; `usual` is the middle of all plain samples.

    A few donuts of each kind lie anywhere: beside a finger or the edge of a reflection.
    """
    import numpy as np

    settings = SETTINGS.sprinkles
    middle = np.array(MIDDLES)[:, None, None]
    spread, gap = np.array(SPREADS)[None, :, None], np.array(GAPS)[None, None, :]
    x = logits[:, None, None, None]
    above = np.maximum(settings["sprinkled_spread"] * gap + settings["sprinkled_spread_least"], spread)
    anywhere = np.log(settings["anywhere"] / 2) + _normal(x, middle + gap / 2, np.maximum(gap / 2, 2.0))
    plain = np.logaddexp(np.log(1 - settings["share"]) + _normal(x, middle, spread), anywhere)
    sprinkled = np.logaddexp(np.log(settings["share"]) + _normal(x, middle + gap, above), anywhere)
    is_known = known[:, None, None, None]
    either = np.where(np.isnan(is_known), np.logaddexp(plain, sprinkled), np.where(is_known == 1, sprinkled, plain))
    evidence = either.sum(0) + _expected_middle(taught[0], usual)[:, None, None] + _expected_gap(taught)
    return _TypeFit(own, logits, plain, sprinkled, evidence)


def _normal(x: Array, middle: Array, spread: Array) -> Array:
    """Return the logarithm of a normal density, but for a constant."""
    import numpy as np

    return np.asarray(-(((x - middle) / spread) ** 2) / 2 - np.log(spread))


def _expected_middle(samples: Array, usual: float) -> Array:
    """Return the log-probability of each plain middle of a type before its squares are seen, but for a constant."""
    import numpy as np

    settings, count = SETTINGS.sprinkles, len(samples)
    weight = count / (count + settings["samples_off"])
    expected = weight * (float(np.median(samples)) - usual) if count else 0.0
    varies = (1 - weight) * settings["type_varies"] + weight * settings["taught_type_varies"]
    tail = settings["tail"]
    return np.asarray(-(tail + 1) / 2 * np.log1p(((np.array(MIDDLES) - expected) / varies) ** 2 / tail))


def _expected_gap(samples: tuple[Array, Array]) -> Array:
    """Return the log-probability of each gap as far as samples of a type, plain and sprinkled, tell it."""
    import numpy as np

    settings, (plain, sprinkled) = SETTINGS.sprinkles, samples
    if not len(plain) or not len(sprinkled):
        return np.zeros(len(GAPS))
    gap = max(float(np.median(sprinkled) - np.median(plain)), settings["gap_least"])
    weight = len(sprinkled) / (len(sprinkled) + settings["samples_off"])
    return np.asarray(-weight * (np.log(np.array(GAPS) / gap) / settings["taught_gap_varies"]) ** 2 / 2)


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
