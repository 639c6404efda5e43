"""Clients that mean harm keep nobody from playing, fill neither memory nor disk, and end no server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.load.figures import Report
from tests.load.hostile import KINDS, Client, floods, never_reads
from tests.load.siege import withstand
from tests.photos.crowd import Server, server

pytestmark = [pytest.mark.linux, pytest.mark.slow]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    with server(tmp_path) as started:
        yield started


def missed(running: Server, client: Client, count: int, seconds: float) -> list[str]:
    """What was not as required while so many clients were at it."""
    report = Report()
    process = Path(f"/proc/{running.pid}/fd/0")
    asyncio.run(withstand(report, running.port, running.pid, process.exists, client, count, seconds))
    return report.missed


@pytest.mark.parametrize(("client", "count"), [(never_reads, 12), (floods, 30)])
def test_a_few_keep_nobody_from_playing(running: Server, client: Client, count: int) -> None:
    assert missed(running, client, count, 6) == []


@pytest.mark.long
@pytest.mark.parametrize(("client", "count"), KINDS.values(), ids=KINDS)
def test_many_keep_nobody_from_playing(running: Server, client: Client, count: int) -> None:
    assert missed(running, client, count, 15) == []
