"""The memory that takeovers need in one process is bounded."""

from __future__ import annotations

import pytest

from companion.store.embedded import takeovers as module
from companion.store.embedded.takeovers import TakeoversInMemory
from companion.store.takeovers import NoticeKind


def test_the_notices_of_all_tables_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TABLES", 3)
    takeovers = TakeoversInMemory()
    for number in range(9):
        takeovers.notify(f"T{number}", NoticeKind.LOCKED)
    assert len(takeovers._notices) == 3
