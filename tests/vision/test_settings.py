"""Tuned numbers are read from their file and are read-only."""

from __future__ import annotations

from typing import Any, cast

import pytest

from vision.settings import SETTINGS

pytestmark = pytest.mark.photo


def test_numbers_by_table() -> None:
    assert 0 < SETTINGS.photo["dark"] < 255
    assert SETTINGS.photo is SETTINGS.photo


def test_settings_are_read_only() -> None:
    with pytest.raises(TypeError):
        cast(Any, SETTINGS.photo)["dark"] = 0


def test_an_unknown_table() -> None:
    with pytest.raises(AttributeError, match="no table"):
        _ = SETTINGS.napkins
