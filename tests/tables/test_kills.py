"""A server killed in a stream of moves loses no answered line, and many phones at once lose none either."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak import kill, load

pytestmark = [pytest.mark.posix, pytest.mark.slow]


def test_thirty_kills_lose_no_answered_line_and_store_none_by_half(tmp_path: Path) -> None:
    assert kill(tmp_path / "companion.db", times=30, seed=20).answered > 30


def test_many_phones_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    statuses = load(tmp_path / "companion.db", seconds=2, tables=2, phones=4, listeners=4)
    assert statuses[200] > 20
    assert set(statuses) <= {200, 409}
