"""Twelve phones that send large and hostile pictures at once are answered, and the server stays small."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.photos.crowd import MOST, PHONES, PICTURES, crowd, send, server

pytestmark = pytest.mark.photo


@pytest.mark.linux
def test_twelve_large_pictures_at_once_take_little_memory(tmp_path: Path) -> None:
    names = ("bomb", "photo", "deep_grey", "huge")
    pictures = [PICTURES[name]() for name in names]
    with server(tmp_path) as running:
        statuses = crowd(running, (pictures * PHONES)[:PHONES])
        assert running.peak() <= MOST
        assert statuses.total() == PHONES and set(statuses) <= {303, 503} and statuses[303] >= 1
        assert send(running.port, b"no picture") == 422, "it reads on"
