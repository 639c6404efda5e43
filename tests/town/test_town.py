"""A small town plays on while its processes, its proxy and its database are killed; nothing answered is lost."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.servers import ROOT

pytestmark = [pytest.mark.postgres, pytest.mark.proxies, pytest.mark.long, pytest.mark.linux]


def test_a_small_town_loses_nothing() -> None:
    command = [sys.executable, "-m", "tests.town", "--tables", "4", "--seconds", "5", "--no-photos"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, encoding="utf-8", timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("Nothing lost.\n")
    assert done.stdout.count("is killed, and started again") == 3
