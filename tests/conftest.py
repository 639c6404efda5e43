"""Hypothesis finds the same examples on every machine: a red run is red again."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("house", derandomize=True, deadline=None, print_blob=False)
settings.load_profile("house")
