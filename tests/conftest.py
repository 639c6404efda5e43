"""Hypothesis finds the same examples on every machine; all tests that need a browser share one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.house import CHROMIUM, HOW_TO_INSTALL, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("house", derandomize=True, deadline=None, print_blob=False)
settings.load_profile("house")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window; where there is none, the tests that need it are skipped and say so."""
    if not CHROMIUM.exists():
        pytest.skip(HOW_TO_INSTALL)
    with chromium() as browser:
        yield browser
