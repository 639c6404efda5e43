"""Hypothesis as every test uses it: the same examples on every machine, as many as the tier of the run tries."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests import tiers

__all__ = ["example", "examples", "given", "st"]

TIER = tiers.chosen()


def examples(number: int) -> settings:
    """Return a decorator: a property is tried with so many examples in `make full`, and with a share of them before."""
    return settings(max_examples=max(2, round(number * TIER.share)))


settings.register_profile(
    "companion",
    max_examples=round(100 * TIER.share),
    derandomize=not TIER.fresh_seeds,
    database=None,
    deadline=None,
    print_blob=TIER.fresh_seeds,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("companion")
