"""The key of the apps of these tests: it comes from the environment, since no folder is theirs."""

from __future__ import annotations

import pytest

from tests.postgres import KEY


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DONUT_KEY", KEY)
