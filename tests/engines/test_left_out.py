"""On a machine without an engine its tests are left out, never skipped, and the run says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUN = [sys.executable, "-m", "pytest", "tests/engines/test_engines.py", "--collect-only", "-p", "no:cacheprovider"]


@pytest.mark.parametrize("workers", [[], ["--numprocesses", "1"]], ids=["alone", "with a worker"])
def test_tests_of_an_absent_engine_are_left_out_loudly(workers: list[str], tmp_path: Path) -> None:
    nothing_installed = os.environ | {"PATH": str(tmp_path)}
    run = subprocess.run([*RUN, *workers], cwd=ROOT, env=nothing_installed, capture_output=True, encoding="utf-8")
    for engine in ("WEBKIT", "FIREFOX"):
        assert f"NO {engine}: 7 tests were left out." in run.stdout
    assert "skipped" not in run.stdout
